// The crew's console.

import assert from "node:assert/strict";
import { test } from "node:test";

import { house as newHouse } from "./house.mjs";
import { Board, Crew, showsOrder } from "./pages.mjs";

const house = newHouse();

test("the crew takes a lane over, types and touches changes, and gives it back", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru(), "7");
    await lane.order("a cheeseburger");
    const crew = await Crew.open(visitor, lane.driveThru);
    assert.equal(await crew.alerts.count(), 0);
    await lane.say("can I talk to a person");
    await crew.alert("Lane 7 needs a person").waitFor();
    await crew.alerts.getByRole("button", { name: "Take over lane 7" }).tap();
    await crew.alerts.waitFor({ state: "hidden" });
    assert.deepEqual((await lane.now()).handoff, { reason: "crew" });
  }));

test("a payment that fails is an alert, and another one where the customer pays at the window", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const { ticket } = await lane.send({ type: "tap", act: "confirm" });
    const crew = await Crew.open(visitor, lane.driveThru);
    await house.service.post(`/v1/tickets/${ticket.ticket_id}/payment-problem`, { reason: "card declined" });
    await crew.alert("Payment failed at lane 1").waitFor();
    await lane.say("no");
    await crew.alert("Order 1 of lane 1 pays at the window").waitFor();
  }));

test("an item that the crew takes off is asked about at the lane, and comes back on", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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
    const { items } = await house.service.get(`/v1/drive-thrus/${lane.driveThru}/menu`);
    assert.notEqual(items.find(({ id }) => id === "onion_rings").available, false);
  }));

test("touches that come fast are sent in their order, and none twice", () =>
  house.visit({}, async (visitor) => {
    const lane = house.service.lane(house.driveThru());
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
