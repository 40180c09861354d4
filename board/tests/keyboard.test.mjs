// What people do on the pages, by keyboard alone: nothing here touches or clicks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isFocused, tabTo } from "./keyboard.mjs";
import { site as newSite } from "./site.mjs";
import { Board, Crew, Sim } from "./pages.mjs";

const site = newSite();

test("an order is made and confirmed on the simulator", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const sim = await Sim.open(visitor, lane);
    const { keyboard } = sim.page;
    await tabTo(sim.carArrives);
    await keyboard.press("Enter");
    await sim.turn(1).waitFor();
    await tabTo(sim.words);
    for (const [words, turn] of [["a cheeseburger and a coffee", 2], ["that's it", 3]]) {
      await keyboard.type(words);
      await keyboard.press("Enter");
      await sim.turn(turn).waitFor();
    }
    await tabTo(sim.touches.getByRole("button", { name: "Yes" }));
    await keyboard.press("Space");
    await sim.turn(4).waitFor();
    assert.equal((await lane.now()).state, "closing");
  }));

test("the crew takes a lane over, changes its order and gives it back", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    const { keyboard } = crew.page;
    await tabTo(card.getByRole("button", { name: "Take over" }));
    await keyboard.press("Enter");
    await card.getByText("The service is silent.").waitFor();
    await tabTo(card.getByRole("button", { name: "One Cheeseburger more, line L1" }));
    await keyboard.press("Space");
    await card.locator("[data-line]").getByText("$9.58").waitFor();
    await tabTo(card.getByLabel("What the customer wants"));
    await keyboard.type("a coffee");
    await keyboard.press("Enter");
    await card.locator("[data-line]").filter({ hasText: "Coffee" }).waitFor();
    await tabTo(card.getByRole("button", { name: "Give back" }));
    await keyboard.press("Enter");
    await card.getByText("The service has the lane.").waitFor();
    assert.equal((await lane.now()).handoff, null);
  }));

test("a question on the board is answered by one press, however long, and the next by another", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("onion rings and a fish sandwich");
    for (const item of ["fish_sandwich", "onion_rings"]) await lane.send({ type: "out_of_stock", item });
    const { page, yes, no } = await Board.open(visitor, lane);
    const takesTouch = (name) => page.getByRole("button", { name, disabled: false }).waitFor();
    await takesTouch("Yes, Fries");
    await tabTo(yes);
    await page.keyboard.down("Enter");
    await takesTouch("Yes, Crispy chicken sandwich");
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await tabTo(no);
    await page.keyboard.press("Enter");
    await yes.waitFor({ state: "detached" });
    const { entries } = await lane.audit();
    const touched = entries.filter(({ event }) => event.type === "tap").map(({ event }) => event.act);
    assert.deepEqual(touched, ["confirm", "deny"]);
  }));

test("a button of the simulator that is held is one press", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order();
    const sim = await Sim.open(visitor, lane);
    const { keyboard } = sim.page;
    for (const name of ["Barge-in", "Yes"]) {
      await tabTo(sim.page.getByRole("button", { name, exact: true, disabled: false }));
      await keyboard.down("Enter");
      await keyboard.down("Enter");
      await keyboard.up("Enter");
    }
    await sim.say("a coffee");
    await sim.turn(4).getByText("a coffee", { exact: true }).waitFor();
    const { entries } = await lane.audit();
    assert.deepEqual(entries.map(({ event }) => event.act ?? event.type), ["car_detected", "barge_in", "confirm", "utterance"]);
  }));

test("the crew takes an item off and puts it back", () =>
  site.visit({}, async (visitor) => {
    const { page } = await Crew.open(visitor, site.driveThru());
    await tabTo(page.getByRole("tab", { name: "Tickets" }));
    await page.keyboard.press("ArrowRight");
    await tabTo(page.getByLabel("Find an item"));
    await page.keyboard.type("onion rings");
    await tabTo(page.getByRole("switch", { name: "Onion rings" }));
    for (const [key, checked] of [["Space", false], ["Enter", true]]) {
      await page.keyboard.press(key);
      await page.getByRole("switch", { name: "Onion rings", checked }).and(page.locator("[aria-busy=false]")).waitFor();
    }
  }));

test("the crew voids a ticket, after a look at it that Escape ends", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cookie", "that's it");
    const { ticket } = await lane.send({ type: "tap", act: "confirm" });
    await lane.send({ type: "car_left" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const { keyboard } = crew.page;
    const button = crew.ticket("Lane 1").getByRole("button", { name: "Void" });
    const dialog = crew.page.getByRole("dialog");
    await tabTo(button);
    await keyboard.press("Enter");
    await dialog.waitFor();
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.ok(await isFocused(button));
    await keyboard.press("Enter");
    await tabTo(dialog.getByLabel("Why"));
    await keyboard.type("the car drove off");
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    assert.equal((await site.service.get(`/v1/tickets/${ticket.ticket_id}`)).status, "voided");
  }));

test("the turns of a session are gone through", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const { session_id: session } = await lane.order("a cookie", "that's it");
    const page = await visitor.open(`/sessions/${session}`);
    const isAt = (turn) => page.getByRole("heading", { name: `Turn ${turn} `, level: 2 }).waitFor();
    await isAt(3);
    await tabTo(page.getByRole("button", { name: "Previous" }));
    await page.keyboard.press("Enter");
    await isAt(2);
    await tabTo(page.getByRole("slider", { name: "Turn" }));
    await page.keyboard.press("Home");
    await isAt(1);
    await page.keyboard.press("ArrowRight");
    await isAt(2);
  }));

test("the sections of the crew's console are chosen by arrow keys", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const { page } = await Crew.open(visitor, lane.driveThru);
    const tabs = page.getByRole("tab");
    await tabTo(tabs.first());
    for (let at = 0; at < (await tabs.count()); at += 1) {
      assert.equal(await tabs.nth(at).getAttribute("aria-selected"), "true");
      assert.ok(await isFocused(tabs.nth(at)));
      await page.keyboard.press("ArrowRight");
    }
  }));

test("the first stop of each page skips to its content", () =>
  site.visit({}, async (visitor) => {
    for (const path of ["/", "/docs", `/crew/${site.driveThru()}`, "/sim", `/lane/${site.driveThru()}/1`, `/rules/${site.driveThru()}`]) {
      const page = await visitor.open(path);
      await page.keyboard.press("Tab");
      assert.ok(await isFocused(page.getByRole("link", { name: "Skip to the content" })), path);
      await page.keyboard.press("Enter");
      assert.ok(await isFocused(page.getByRole("main")), path);
    }
  }));
