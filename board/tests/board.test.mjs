// The board that a customer looks at.

import assert from "node:assert/strict";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Board, Crew } from "./pages.mjs";

const site = newSite();

test("a touch on yes confirms the order, as one event that makes one ticket", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    const frames = heardAndSent(board.page);
    await board.page.reload();
    await board.isLive();
    const summary = await lane.order("two cheeseburgers and a large coke", "that's it");
    await board.isAt(summary);
    await board.yes.tap();
    await board.page.getByText("Thank you!", { exact: true }).waitFor();
    const turn = await lane.now();
    assert.equal(turn.state, "closing");
    await board.isAt(turn);
    const { entries } = await lane.audit();
    assert.deepEqual(
      entries.slice(-2).map(({ event }) => [event.type, event.act]),
      [["utterance", undefined], ["tap", "confirm"]],
    );
    const taps = frames.sent.filter(({ type }) => type === "tap");
    assert.deepEqual(taps.map(({ id }) => id), [turn.event_id]);
    assert.equal(frames.heard.filter(({ event_id }) => event_id === turn.event_id).length, 1);
    const { tickets } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/tickets`);
    assert.deepEqual(tickets.map(({ ticket_id }) => ticket_id), [turn.ticket.ticket_id]);
    await site.service.post(`/v1/tickets/${turn.ticket.ticket_id}/ack`, {});
    assert.equal((await lane.now()).ticket.status, "acknowledged");
  }));

test("an order that the POS has taken can still be changed, and the customer is asked for a yes again", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const board = await Board.open(visitor, lane);
    await board.yes.tap();
    await board.page.getByText("Thank you!", { exact: true }).waitFor();
    const { ticket } = await lane.now();
    await site.service.post(`/v1/tickets/${ticket.ticket_id}/ack`, {});
    const taken = await lane.now();
    assert.deepEqual([taken.state, taken.ticket.status], ["closing", "acknowledged"]);

    const crew = await Crew.open(visitor, lane.driveThru);
    const card = crew.lane(lane.lane);
    await card.getByText("Ticket: Taken by the POS", { exact: true }).waitFor();
    await lane.say("add an apple pie");
    await board.line("Apple pie").waitFor();
    await card.getByText("Ticket: Taken by the POS · Changed since, not confirmed yet", { exact: true }).waitFor();
    await lane.say("that's it");
    await board.yes.tap();
    await board.page.getByText("Thank you!", { exact: true }).waitFor();
    await card.getByText("Ticket: On its way to the POS", { exact: true }).waitFor();
    const { ticket: next } = await lane.now();
    assert.notEqual(next.ticket_id, ticket.ticket_id);
    assert.equal((await site.service.get(`/v1/tickets/${ticket.ticket_id}`)).status, "voided");
  }));

test("all that waits for an answer stands on the board and on the crew's page until it is settled", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    const crew = await Crew.open(visitor, lane.driveThru);
    await lane.order("a chicken sandwich and two lemonades");
    const { open } = await lane.now();
    assert.deepEqual(open.map(({ kind }) => kind), ["which_item", "which_size"]);
    const later = "Which size for Lemonade";
    await board.page.getByText(`Then: ${later}`, { exact: true }).waitFor();
    await crew.lane(lane.lane).getByText(later, { exact: true }).waitFor();
    await lane.say("forget the chicken sandwich");
    await board.says("I left out the chicken sandwich. What size lemonade: medium or large?");
    await board.page.getByText("Then:").waitFor({ state: "detached" });
    assert.deepEqual((await lane.now()).open.map(({ kind }) => kind), ["which_size"]);
  }));

test("two touches in a row on yes are one event", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const board = await Board.open(visitor, lane);
    await board.yes.tap({ trial: true });
    const { x, y } = await board.yes.boundingBox();
    await Promise.all([board.page.touchscreen.tap(x + 9, y + 9), board.page.touchscreen.tap(x + 9, y + 9)]);
    await board.page.getByText("Thank you!", { exact: true }).waitFor();
    const { entries } = await lane.audit();
    assert.equal(entries.filter(({ event }) => event.type === "tap").length, 1);
  }));

test("a touch on no takes the same row as the spoken word", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a cheeseburger", "that's it");
    const board = await Board.open(visitor, lane);
    await board.no.tap();
    await board.says("Sorry about that. What should I change?");
    const touched = await lane.now();
    const spoken = site.service.lane(site.driveThru());
    await spoken.order("a cheeseburger", "that's it");
    const { transitions } = await spoken.say("no");
    assert.deepEqual(touched.transitions, transitions);
  }));

test("an item that is taken off during an order is out of stock on the board, which asks what instead", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const ordered = await lane.order("a hamburger and onion rings");
    const board = await Board.open(visitor, lane);
    await board.isAt(ordered);
    await site.service.put(`/v1/drive-thrus/${lane.driveThru}/items/onion_rings/availability`, { available: false });
    await board.line("Onion rings").getByText("Out of stock").waitFor();
    const turn = await lane.now();
    assert.equal(turn.question.kind, "replacement");
    await board.isAt(turn);
    assert.equal(await board.line("Hamburger").getByText("Out of stock").count(), 0);
    await board.yes.tap();
    await board.line("Fries").waitFor();
    await board.isAt(await lane.now());
  }));

test("a line that misses something asks for it, and has no price until it is said", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    await board.welcome.waitFor();
    await lane.order("a lemonade");
    await board.line("Lemonade").getByText("Which size?").waitFor();
    const turn = await lane.say("large");
    await board.isAt(turn);
    assert.equal(await board.line("Lemonade").getByText("Which size?").count(), 0);
  }));

test("a screen reader hears each turn once", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    const said = [];
    for (const words of ["a hamburger", "a large coke", "that's it"]) {
      if (said.length === 0) said.push((await lane.order()).say.text);
      said.push((await lane.say(words)).say.text);
    }
    await board.yes.waitFor();
    const heard = board.page.getByRole("log", { name: "What happens" }).getByRole("paragraph");
    assert.deepEqual(await heard.allTextContents(), said);
  }));

test("what was asked is still there after a reload, though the last turn had no words", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const { say } = await lane.order("a lemonade");
    const turn = await lane.send({ type: "barge_in" });
    assert.equal(turn.say, null);
    const board = await Board.open(visitor, lane);
    await board.says(say.text);
  }));

test("words that are said while a reply is late are heard by a screen reader, once", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a lemonade");
    const sockets = [];
    await visitor.context.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    const board = await Board.open(visitor, lane);
    const heard = board.page.getByRole("log", { name: "What happens" }).getByRole("paragraph");
    const holding = JSON.stringify({ type: "holding", say: { text: "One moment, please.", kind: "holding" } });
    sockets.at(-1).send(holding);
    sockets.at(-1).send(holding);
    await heard.getByText("One moment, please.").waitFor();
    const answer = await lane.say("large");
    await board.isAt(answer);
    assert.deepEqual(await heard.allTextContents(), ["One moment, please.", answer.say.text]);
  }));

test("the board of a free lane offers nothing that is sold out", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await visitor.context.clock.install();
    const board = await Board.open(visitor, lane);
    const combo = board.page.getByRole("listitem").filter({ hasText: "Cheeseburger combo" });
    const sell = (available) =>
      site.service.put(`/v1/drive-thrus/${lane.driveThru}/items/cheeseburger/availability`, { available });
    await combo.waitFor();
    await lane.order();
    await board.welcome.waitFor({ state: "detached" });
    await sell(false);
    await lane.send({ type: "car_left" });
    await board.welcome.waitFor();
    await combo.waitFor({ state: "detached" });
    await sell(true);
    await board.page.clock.fastForward("00:31");
    await combo.waitFor();
  }));

test("a board of a long order shows the line that is talked about", () =>
  site.visit({ viewport: { width: 1280, height: 600 } }, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const turn = await lane.order(
      "a hamburger, a cheeseburger, a patty melt, a veggie burger and a hot dog",
      "a fish sandwich, a grilled cheese, a chicken wrap, a cookie and a brownie",
      "no mustard on the hot dog",
    );
    const board = await Board.open(visitor, lane);
    await board.isAt(turn);
    const lines = board.page.getByRole("region", { name: "Lines of your order" });
    await isInSight(board.line("Hot dog").and(board.about), lines);
    await lane.say("and a milk");
    await isInSight(board.line("Milk").and(board.about), lines);
    await lane.say("no pickles on the hamburger");
    await isInSight(board.line("Hamburger").and(board.about), lines);
  }));

/** What goes over the page's sockets from now on. */
function heardAndSent(page) {
  const frames = { sent: [], heard: [] };
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => frames.sent.push(JSON.parse(payload)));
    socket.on("framereceived", ({ payload }) => frames.heard.push(JSON.parse(payload)));
  });
  return frames;
}

/** Waits until one thing is wholly in sight within another, which may still scroll to it. */
async function isInSight(inner, outer) {
  const parts = await Promise.all([inner.elementHandle(), outer.elementHandle()]);
  await inner.page().waitForFunction((parts) => {
    const [one, other] = parts.map((part) => part.getBoundingClientRect());
    return one.height > 0 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
  }, parts);
}

test("who is never understood orders a shake with its size and flavor, and a combo, by touch alone", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("brzlfk grmpf");
    const board = await Board.open(visitor, lane);
    const touch = (name) => board.page.getByRole("button", { name, exact: true }).tap();
    const add = async (shelf, name) => {
      await touch("+ Add by touch");
      await board.page.getByRole("region", { name: shelf }).getByRole("button", { name }).tap();
    };
    await add("Shakes", /^Shake Large/);
    await touch("Strawberry");
    await board.line("Strawberry").waitFor();
    await add("Combos", /^Cheeseburger combo Large/);
    await touch("Lemonade");
    await board.line("Lemonade").waitFor();
    const { order } = await lane.now();
    const told = order.lines.map(({ item, combo, size, modifiers, components }) => [
      combo ?? item, size, ...modifiers.map(({ modifier }) => modifier), ...components.map((part) => part.item),
    ]);
    assert.deepEqual(told, [
      ["shake", "large", "strawberry"],
      ["cheeseburger_combo", "large", "fries", "lemonade"],
    ]);
    const { entries } = await lane.audit();
    assert.deepEqual(
      entries.slice(2).map(({ event }) => event.act),
      ["add_item", "choose", "add_combo", "choose"],
    );
  }));

test("a choice is made by keyboard", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("a sprite");
    const board = await Board.open(visitor, lane);
    const small = board.page.getByRole("button", { name: "Small", exact: true });
    await small.click({ trial: true });
    await small.focus();
    await board.page.keyboard.press("Enter");
    await board.line("Small").waitFor();
    assert.equal((await lane.now()).order.lines[0].size, "small");
  }));

test("a long order is shown whole, and the head is one row on every phone", () =>
  site.visit({ viewport: { width: 1280, height: 720 } }, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const items = ["a hamburger", "a cheeseburger", "a patty melt", "a hot dog", "coleslaw", "chili", "mac and cheese",
      "a cookie", "a brownie", "an apple pie", "a bottled water", "a large coke", "onion rings", "a blt"];
    const turn = await lane.order(...items);
    const board = await Board.open(visitor, lane);
    await board.isAt(turn);
    const cut = await board.page.locator(".board-lines").evaluate((box) => box.scrollHeight - box.clientHeight);
    assert.equal(cut, 0);
    // Where there is no room even so, what is cut is marked.
    await board.page.setViewportSize({ width: 700, height: 480 });
    await board.page.getByText(/^↑ \d+ more$/).waitFor();
    for (const width of [320, 360, 390, 430]) {
      await board.page.setViewportSize({ width, height: 720 });
      const rows = await board.page.locator(".board-head > *").evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
      assert.ok(Math.max(...rows) - Math.min(...rows) < 12, `${width}: ${rows}`);
    }
  }));

test("what an answer lists and does not say is on the board, with its price", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    await lane.order("two cheeseburgers", "what drinks do you have");
    const list = board.page.getByRole("list", { name: "What there is" });
    await list.waitFor();
    const { facts } = await lane.now();
    assert.equal(facts[0].fact, "list");
    assert.ok(facts[0].things.length > 3);
    assert.equal(await list.getByRole("listitem").count(), facts[0].things.length);
    await list.getByRole("listitem").filter({ hasText: "Root beer" }).filter({ hasText: "$" }).waitFor();
    await lane.say("a large coke");
    await board.line("Coke").waitFor();
    await list.waitFor({ state: "detached" });
  }));
