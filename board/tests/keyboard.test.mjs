// Everything by keyboard alone: nothing here touches or clicks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { house as newHouse } from "./house.mjs";
import { Crew, Sim } from "./pages.mjs";

/** How many stops of Tab a page may have before something is reached. */
const STOPS_MAX = 200;

const house = newHouse();

test("an order is made and confirmed on the simulator", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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

test("the sections of the crew's console are chosen by arrow keys", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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
  house.visit({}, async (visitor) => {
    for (const path of ["/", `/crew/${house.driveThru()}`, "/sim"]) {
      const page = await visitor.open(path);
      await page.keyboard.press("Tab");
      assert.ok(await isFocused(page.getByRole("link", { name: "Skip to the content" })), path);
      await page.keyboard.press("Enter");
      assert.ok(await isFocused(page.getByRole("main")), path);
    }
  }));

/** Presses Tab until something has the focus, which must be seen. */
async function tabTo(locator) {
  const { keyboard } = locator.page();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(locator)) {
      assert.notEqual(await locator.evaluate((part) => getComputedStyle(part).outlineStyle), "none");
      return;
    }
    await keyboard.press("Tab");
  }
  throw new Error(`${locator} is not reached by Tab`);
}

function isFocused(locator) {
  return locator.evaluate((part) => part === document.activeElement);
}
