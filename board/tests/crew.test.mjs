// The crew's console.

import assert from "node:assert/strict";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Board, Crew, showsOrder } from "./pages.mjs";
import { pending } from "./service.mjs";

const site = newSite();

test("the crew takes a lane over, types and touches changes, and gives it back", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const board = await Board.open(visitor, lane);
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);

    await card.getByRole("button", { name: "Take over" }).click();
    await card.getByText("The service is silent.").waitFor();
    await board.page.getByText("A team member is speaking with you.").first().waitFor();
    await lane.say("and a coffee please");

    await card.getByLabel("What the customer wants").fill("two large cokes");
    await card.getByRole("button", { name: "Send" }).click();
    await board.line("Coke").waitFor();
    await card.getByRole("button", { name: "One Cheeseburger more, line L1" }).tap();
    await board.line("Cheeseburger").getByText("$9.58").waitFor();
    await card.getByRole("searchbox", { name: "Add from the menu" }).fill("apple pie");
    await card.getByRole("button", { name: "Add Apple pie" }).tap();
    await board.line("Apple pie").waitFor();
    await card.getByRole("button", { name: "Remove Coke" }).tap();
    await card.getByRole("button", { name: "Remove Coke" }).waitFor({ state: "detached" });

    await card.getByRole("button", { name: "Give back" }).click();
    await card.getByText("The service has the lane.").waitFor();
    const turn = await lane.now();
    await board.line("Coke").waitFor({ state: "detached" });
    await board.isAt(turn);
    await showsOrder(card, turn.order);
    assert.equal(turn.handoff, null);
    assert.deepEqual(
      turn.order.lines.map(({ name, quantity }) => [name, quantity]),
      [["Cheeseburger", 2], ["Apple pie", 1]],
    );

    const { entries } = await lane.audit();
    const done = entries.slice(2).map(({ event }) => [event.type, event.act ?? event.text, event.by ?? null]);
    assert.deepEqual(done, [
      ["crew", "take_over", null],
      ["utterance", "and a coffee please", null],
      ["utterance", "two large cokes", "crew"],
      ["tap", "set_quantity", "crew"],
      ["tap", "add_item", "crew"],
      ["tap", "remove_line", "crew"],
      ["crew", "give_back", null],
    ]);
  }));

test("a customer who asks for a person is an alert, from which the crew takes over", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    await crew.hasNoAlert();
    await lane.say("can I talk to a person");
    await crew.alert("Lane 7 needs a person").waitFor();
    await crew.alerts.getByRole("button", { name: "Take over lane 7" }).tap();
    await crew.hasNoAlert();
    assert.deepEqual((await lane.now()).handoff, { reason: "crew" });
  }));

test("a code is an alert until somebody has seen it, also for a page that comes later", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger");
    await lane.say("I have a coupon");
    const crew = await Crew.open(visitor, lane.driveThru);
    const alert = crew.alert("The customer at lane 7 has a code");
    await alert.waitFor();
    await alert.getByRole("button", { name: "Seen" }).tap();
    await crew.hasNoAlert();
  }));

test("what was asked for after the yes and not confirmed is an alert, also when the next car is there", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger", "that's it", "yes");
    const crew = await Crew.open(visitor, lane.driveThru);
    await lane.say("and two cookies");
    await lane.send({ type: "car_left" });
    const alert = crew.alert("Not confirmed at lane 7");
    await alert.getByText("added 2 × Chocolate chip cookie").waitFor();
    await lane.order("a small coke");
    await crew.lane("7").getByText("Small").first().waitFor();
    await alert.getByRole("button", { name: "Seen" }).tap();
    await crew.hasNoAlert();
  }));

test("a customer who asks for a person once more is told of once more", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    const told = crew.page.getByRole("log", { name: "What needs you" }).getByText("Lane 7 needs a person");
    for (const times of [1, 2]) {
      await lane.say("can I talk to a person");
      await told.nth(times - 1).waitFor();
      assert.equal(await told.count(), times);
      await crew.alerts.getByRole("button", { name: "Take over lane 7" }).tap();
      await crew.hasNoAlert();
      await crew.lane("7").getByRole("button", { name: "Give back" }).tap();
      await crew.lane("7").getByText("The service has the lane.").waitFor();
    }
  }));

test("a payment that fails is an alert, and another one where the customer pays at the window", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const { ticket } = await lane.send({ type: "tap", act: "confirm" });
    const crew = await Crew.open(visitor, lane.driveThru);
    await site.service.post(`/v1/tickets/${ticket.ticket_id}/payment-problem`, { reason: "card declined" });
    await crew.alert("Payment failed at lane 1").waitFor();
    await lane.say("no");
    await crew.alert(/Order \d+ of lane 1 pays at the window/).waitFor();
  }));

test("an item that the crew takes off is asked about at the lane, and comes back on", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("onion rings");
    const board = await Board.open(visitor, lane);
    const crew = await Crew.open(visitor, lane.driveThru);
    await crew.page.getByRole("tab", { name: "Items" }).tap();
    await crew.page.getByLabel("Find an item").fill("onion rings");
    const onionRings = crew.page.getByRole("switch", { name: "Onion rings" });
    await onionRings.tap();
    await crew.page.getByRole("switch", { name: "Onion rings", checked: false }).waitFor();
    await board.line("Onion rings").getByText("Out of stock").waitFor();
    assert.equal((await lane.now()).question.kind, "replacement");
    await onionRings.tap();
    await crew.page.getByRole("switch", { name: "Onion rings", checked: true }).waitFor();
    const { items } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/menu`);
    assert.notEqual(items.find(({ id }) => id === "onion_rings").available, false);
  }));

test("touches that come fast are sent in their order, and none twice", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    await lane.send({ type: "crew", act: "take_over" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    await card.getByRole("searchbox", { name: "Add from the menu" }).fill("burger");
    const items = ["Hamburger", "Bacon burger", "Veggie burger", "Jalapeno burger", "Hamburger", "Hamburger"];
    const button = (name) => card.getByRole("button", { name: new RegExp(`^Add ${name} \\$`) });
    const buttons = await Promise.all(items.map((name) => button(name).elementHandle()));
    await crew.page.evaluate((buttons) => buttons.forEach((button) => button.click()), buttons);
    await card.locator("[data-line]").filter({ hasText: "Hamburger" }).getByText("$11.97").waitFor();
    const { entries } = await lane.audit();
    const names = new Map(entries.at(-1).turn.order.lines.map(({ item, name }) => [item, name]));
    const taps = entries.filter(({ event }) => event.type === "tap").map(({ event }) => names.get(event.item));
    assert.deepEqual(taps, items);
    await showsOrder(card, (await lane.now()).order);
  }));

test("an answer that is touched twice is meant once", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    await card.getByRole("button", { name: "Take over" }).click();
    await clickTwice(card.getByRole("button", { name: "Yes" }), 120);
    await card.getByText("Closing", { exact: true }).waitFor();
    await card.getByRole("button", { name: "Give back" }).click();
    await card.getByText("The service has the lane.").waitFor();
    const { entries } = await lane.audit();
    assert.equal(entries.filter(({ event }) => event.type === "tap").length, 1);
  }));

test("two quick touches on more are two more", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    await lane.send({ type: "crew", act: "take_over" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    await clickTwice(card.getByRole("button", { name: "One Cheeseburger more, line L1" }), 90);
    await card.locator("[data-line]").getByText("$14.37").waitFor();
    const { order } = await lane.now();
    assert.deepEqual(order.lines.map(({ quantity }) => quantity), [3]);
  }));

test("an item stays where it is when it is taken off and put back, with the focus on it", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order();
    const crew = await Crew.open(visitor, lane.driveThru);
    await crew.page.getByRole("tab", { name: "Items" }).tap();
    const items = crew.page.getByRole("switch");
    const at = (await items.count()) - 1;
    const label = await items.nth(at).getAttribute("aria-labelledby");
    const item = crew.page.locator(`[aria-labelledby=${label}]`);
    for (const isOn of [false, true]) {
      await item.tap();
      await item.and(crew.page.locator(`[aria-checked=${isOn}][aria-busy=false]`)).waitFor();
      assert.equal(await items.nth(at).getAttribute("aria-labelledby"), label);
      assert.ok(await item.evaluate((part) => part === document.activeElement));
    }
  }));

test("an answer that comes late leaves the person where they are by then", () =>
  site.visit({ viewport: { width: 900, height: 800 } }, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const { page } = await Crew.open(visitor, lane.driveThru);
    const takeOver = page.getByRole("button", { name: "Take over lane 1" });
    const items = page.getByRole("tab", { name: "Items" });
    const pressed = await Promise.all([takeOver.elementHandle(), items.elementHandle()]);
    await page.evaluate((buttons) => {
      for (const button of buttons) {
        button.focus();
        button.click();
      }
    }, pressed);
    const told = page.getByRole("log", { name: "What happens" });
    await told.getByText("The crew took over").waitFor();
    await lane.send({ type: "crew", act: "give_back" });
    await told.getByText("The service has it again").waitFor();
    assert.ok(await items.evaluate((tab) => tab === document.activeElement));
    assert.equal(await items.getAttribute("aria-selected"), "true");
  }));

test("a void that is under way cannot be put away, and what became of it is shown", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cookie", "that's it");
    await lane.send({ type: "tap", act: "confirm" });
    await lane.send({ type: "car_left" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const gate = pending();
    await crew.page.route("**/void", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await crew.ticket("Lane 1").getByRole("button", { name: "Void" }).click();
    const dialog = crew.page.getByRole("dialog", { name: /^Void order \d+ of lane 1/ });
    await dialog.getByRole("button", { name: "Ordered twice" }).click();
    await dialog.getByRole("button", { name: "Void the order" }).click();
    await dialog.getByRole("button", { name: "Keep it", disabled: true }).waitFor();
    await crew.page.keyboard.press("Escape");
    await crew.page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Keep it" }).click({ force: true });
    assert.ok(await dialog.isVisible());
    gate.resolve();
    await dialog.waitFor({ state: "hidden" });
    await crew.ticket("Lane 1").getByText("Void", { exact: true }).waitFor();
    const heading = crew.ticket("Lane 1").getByRole("heading");
    assert.ok(await heading.evaluate((part) => part === document.activeElement));
  }));

test("a reading that fails when a later one has taken its place is no alert", () =>
  site.visit({}, async (visitor) => {
    visitor.mayLoseConnection = true;
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const overtaken = pending();
    let readings = 0;
    await visitor.context.route(/\/lanes$/, async (route) => {
      readings += 1;
      if (readings > 1) return route.continue();
      await overtaken.promise;
      return route.abort();
    });
    const crew = await Crew.open(visitor, lane.driveThru);
    const lines = crew.lane(lane.lane).locator("[data-line]");
    await lines.filter({ hasText: "Cheeseburger" }).waitFor();
    overtaken.resolve();
    await crew.page.waitForEvent("requestfailed");
    await lane.say("a coffee");
    await lines.filter({ hasText: "Coffee" }).waitFor();
    await crew.hasNoAlert();
  }));

/** Clicks something, and so many milliseconds later again, as a finger that is not steady. */
function clickTwice(locator, ms) {
  return locator.evaluate(async (button, ms) => {
    button.click();
    await new Promise((resolve) => setTimeout(resolve, ms));
    button.click();
  }, ms);
}

test("the size and the modifiers of a line are changed by touch, and combos are added with what they miss", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a medium coke and a cheeseburger");
    await lane.send({ type: "crew", act: "take_over" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    const line = (name) => card.locator("[data-line]").filter({ hasText: name });
    await line("Coke").getByText("Change").click();
    await line("Coke").getByRole("button", { name: "Large", exact: true }).click();
    await line("Coke").getByText("$2.79").waitFor();
    await line("Cheeseburger").getByText("Change").click();
    await line("Cheeseburger").getByLabel("Pickles").selectOption("no");
    await line("Cheeseburger").getByText("No pickles").waitFor();
    await line("Cheeseburger").getByLabel("Bacon").selectOption("extra");
    await line("Cheeseburger").getByText("Extra bacon").waitFor();
    await card.getByRole("searchbox", { name: "Add from the menu" }).fill("fish combo");
    await card.getByRole("button", { name: /^Add number 8, Fish combo/ }).click();
    await card.getByRole("group", { name: "Answers to the question" }).getByRole("button", { name: "Water", exact: true }).click();
    await line("Fish combo").getByText("Water").waitFor();
    await showsOrder(card, (await lane.now()).order);
    const { entries } = await lane.audit();
    const taps = entries.filter(({ event }) => event.type === "tap").map(({ event }) => [event.act, event.by]);
    assert.deepEqual(taps.map(([act]) => act), ["set_size", "set_modifier", "set_modifier", "add_combo", "choose"]);
    assert.ok(taps.every(([, by]) => by === "crew"));
  }));

test("cards stay where they are, and the page ends with what is on it", () =>
  site.visit({ viewport: { width: 1440, height: 900 } }, async (visitor) => {
    const driveThru = site.driveThru();
    const lanes = ["1", "2", "3"].map((name) => site.service.lane(driveThru, name));
    for (const lane of lanes) await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, driveThru);
    const headings = () => crew.page.getByRole("heading", { name: /^Lane \d$/ }).allInnerTexts();
    await crew.lane("3").getByText("Cheeseburger", { exact: true }).waitFor();
    await lanes[2].say("agent");
    await crew.alert("Lane 3 needs a person").waitFor();
    assert.deepEqual(await headings(), ["Lane 1", "Lane 2", "Lane 3"]);
    await crew.lane("3").getByRole("button", { name: "Take over" }).click();
    await crew.lane("3").getByText("Add from the menu").waitFor();
    assert.deepEqual(await headings(), ["Lane 1", "Lane 2", "Lane 3"]);
    const beyond = await crew.page.evaluate(() => {
      const ends = [...document.querySelectorAll(".crew-lane")].map((card) => card.getBoundingClientRect().bottom);
      return document.documentElement.scrollHeight - Math.max(innerHeight, scrollY + Math.max(...ends));
    });
    assert.ok(beyond < 60, `${beyond} px of nothing`);
  }));

for (const [screen, width, height] of [["tablet", 1280, 800], ["phone", 390, 844], ["wide screen", 1920, 1080]]) {
  test(`alerts that come and go move no card under a finger on a ${screen}`, () =>
    site.visit({ viewport: { width, height } }, async (visitor) => {
      const driveThru = site.driveThru();
      const lanes = ["1", "2", "3", "4", "5"].map((name) => site.service.lane(driveThru, name));
      for (const lane of lanes) await lane.order("a cheeseburger");
      const crew = await Crew.open(visitor, driveThru);
      const takeOver = crew.lane("1").getByRole("button", { name: "Take over" });
      await crew.lane("5").getByText("Cheeseburger", { exact: true }).waitFor();
      const top = async (part) => (await part.boundingBox()).y;
      const places = async () => ({
        takeOver: await top(takeOver),
        cards: await Promise.all(lanes.map(({ lane }) => top(crew.lane(lane)))),
        strip: (await crew.alerts.boundingBox()).height,
      });
      const were = await places();

      // Only the last lane goes on: what is said there makes no other card longer.
      const last = lanes.at(-1);
      for (const count of ["1 alert", "2 alerts", "3 alerts"]) {
        for (const words of ["that's it", "yes", "and two cookies"]) await last.say(words);
        await last.send({ type: "car_left" });
        await crew.alerts.getByText(count, { exact: true }).waitFor();
        assert.deepEqual(await places(), were);
        await last.order("a cheeseburger");
      }
      await last.say("agent");
      await crew.alerts.getByText("4 alerts", { exact: true }).waitFor();
      assert.deepEqual(await places(), were);
      await last.send({ type: "crew", act: "take_over" });
      await crew.alerts.getByText("3 alerts", { exact: true }).waitFor();
      await last.send({ type: "crew", act: "give_back" });
      for (const count of ["2 alerts", "1 alert", "No alerts"]) {
        await crew.alerts.getByRole("button", { name: "Seen" }).first().tap();
        await crew.alerts.getByText(count, { exact: true }).waitFor();
        assert.deepEqual(await places(), were);
      }

      // The number of alerts stays in view on a page that is scrolled, and leads to them.
      await crew.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const scrolled = await places();
      await last.say("I have a coupon");
      const count = crew.alerts.getByRole("button", { name: "1 alert" });
      await count.waitFor();
      assert.deepEqual(await places(), scrolled);
      assert.ok((await top(count)) >= 0);
      await count.tap();
      await crew.alert("lane 5 has a code").getByRole("button", { name: "Seen" }).tap();
      await crew.hasNoAlert();
    }));
}

test("the first touch lets the sound be heard", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    const sound = crew.page.getByRole("button", { name: /^Sound for alerts/ });
    await sound.getByText("Sound for alerts: after a touch").waitFor();
    await sound.click();
    await sound.getByText("Sound for alerts: on").waitFor();
    await sound.click();
    await sound.getByText("Sound for alerts: off").waitFor();
  }));

test("the head is one row on every phone", () =>
  site.visit({ viewport: { width: 320, height: 720 } }, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    for (const width of [320, 360, 390, 430]) {
      await crew.page.setViewportSize({ width, height: 720 });
      const head = crew.page.locator(".head");
      const [height, wide] = await head.evaluate((head) => [head.offsetHeight, head.scrollWidth]);
      assert.ok(height < 70 && wide <= width, `${width}: ${wide} × ${height}`);
    }
    await crew.page.getByLabel("More", { exact: true }).click();
    await crew.page.getByRole("link", { name: "Simulator" }).waitFor();
  }));
