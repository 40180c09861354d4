// The service is killed while pages are open. They recover by themselves, and nothing is lost or doubled.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Board, Crew, Sim, showsOrder } from "./pages.mjs";
import { pending } from "./service.mjs";

const site = newSite();

/** The pages of a lane side by side, whose service may go away. */
async function openAll(visitor, lane) {
  visitor.mayLoseConnection = true;
  const board = await Board.open(visitor, lane);
  const crew = await Crew.open(visitor, lane.driveThru);
  const sim = await Sim.open(visitor, lane);
  return { board, crew, sim, all: [board, crew, sim] };
}

async function showTheSame(lane, { board, crew, sim }) {
  const log = await lane.audit((await lane.now()).session_id);
  const { turn } = log.entries.at(-1);
  await sim.showsLog(log);
  await board.isAt(turn);
  await crew.lane(lane.lane).getByText(`$${turn.order.total}`, { exact: true }).first().waitFor();
  await showsOrder(crew.lane(lane.lane), turn.order);
  return log;
}

const isLost = ({ page }) => page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor();

test("pages that are open while the service is killed and started again show what it stored", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("two cheeseburgers");
    const pages = await openAll(visitor, lane);
    await showTheSame(lane, pages);

    await site.service.kill();
    await Promise.all(pages.all.map(isLost));
    await site.service.restart();
    await Promise.all(pages.all.map((page) => page.isLive()));
    await showTheSame(lane, pages);

    await lane.say("and a large coke");
    await pages.board.line("Coke").waitFor();
    const { entries } = await showTheSame(lane, pages);
    assert.equal(entries.length, 3);
  }));

test("what is said while the service is down arrives once it is back, exactly once and in order", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("two cheeseburgers");
    const pages = await openAll(visitor, lane);
    await site.service.kill();
    await isLost(pages.sim);
    await pages.sim.say("a large coke");
    await pages.sim.say("a cookie");
    await pages.sim.say("that's it");
    await pages.sim.page.getByText("What you sent is kept and sent again.").waitFor();
    await site.service.restart();
    await pages.board.yes.waitFor();
    const { entries } = await showTheSame(lane, pages);
    assert.deepEqual(
      entries.map(({ event }) => event.text ?? event.type),
      ["car_detected", "two cheeseburgers", "a large coke", "a cookie", "that's it"],
    );
    await pages.board.yes.tap();
    await pages.board.page.getByText("Thank you!", { exact: true }).waitFor();
    const { tickets } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/tickets`);
    assert.equal(tickets.length, 1);
  }));

test("what is said while the service is down is not said for the next car", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("two cheeseburgers");
    const { sim, all } = await openAll(visitor, lane);
    await visitor.context.setOffline(true);
    await site.service.kill();
    await Promise.all(all.map(isLost));
    await sim.say("a large coke");
    await sim.page.getByText("What you sent is kept and sent again.").waitFor();
    await site.service.restart();
    await lane.order("a cookie");
    await visitor.context.setOffline(false);
    await sim.page.getByText("That was meant for a car that has left.").waitFor();
    assert.equal(await sim.words.inputValue(), "a large coke");
    const { entries } = await lane.audit();
    assert.deepEqual(entries.map(({ event }) => event.text ?? event.type), ["car_detected", "a cookie"]);
    await sim.turn(2).getByText("a cookie", { exact: true }).waitFor();
  }));

test("turns that come while a page is away are shown when it is back, each once", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("two cheeseburgers");
    const pages = await openAll(visitor, lane);
    await visitor.context.setOffline(true);
    await site.service.kill();
    await Promise.all(pages.all.map(isLost));
    await site.service.restart();
    for (const words of ["a coffee", "a milk", "a cookie"]) await lane.say(words);
    await visitor.context.setOffline(false);
    await pages.board.line("Cookie").waitFor();
    const { entries } = await showTheSame(lane, pages);
    assert.equal(entries.length, 5);
  }));

test("a kill in the middle of a burst of events loses none and doubles none", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order();
    const pages = await openAll(visitor, lane);
    const events = Array.from({ length: 12 }, () => ({ id: randomUUID(), type: "tap", act: "add_item", item: "cookie", quantity: 1 }));
    const middle = pending();
    let answers = 0;
    const sent = (async () => {
      for (const event of events) {
        await sendUntilAnswered(lane, event);
        answers += 1;
        if (answers === events.length / 2) middle.resolve();
      }
    })();
    await middle.promise;
    await site.service.kill();
    assert.ok(answers < events.length);
    await Promise.all(pages.all.map(isLost));
    await site.service.restart();
    await sent;
    await pages.sim.turn(13).waitFor();
    await pages.board.line("Cookie").getByText("$19.08").waitFor();
    const { entries } = await showTheSame(lane, pages);
    assert.deepEqual(entries.slice(1).map(({ event }) => event.id), events.map(({ id }) => id));
  }));

/** As a frontend does: the same event again, until it is answered. */
async function sendUntilAnswered(lane, event) {
  for (;;) {
    try {
      return await lane.send(event);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await site.service.isUp();
    }
  }
}
