// Two lanes at once: what happens on one is never on the board of the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Board, Crew, showsOrder } from "./pages.mjs";

const site = newSite();

test("two boards of two lanes never mix", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    const [one, two] = [site.service.lane(driveThru, "1"), site.service.lane(driveThru, "2")];
    const boards = [await Board.open(visitor, one), await Board.open(visitor, two)];
    const crew = await Crew.open(visitor, driveThru);
    await Promise.all(boards.map(({ page }) => page.evaluate(watchLines)));

    const drinks = ["a coffee", "a milk", "a large coke", "a hot chocolate", "a bottled water"];
    const food = ["a hamburger", "a hot dog", "a brownie", "a cookie", "an apple pie"];
    await Promise.all([one.order(...drinks), two.order(...food)]);
    await boards[0].line("Bottled water").waitFor();
    await boards[1].line("Apple pie").waitFor();

    const turns = [await one.now(), await two.now()];
    for (const [n, board] of boards.entries()) {
      await board.isAt(turns[n]);
      const seen = await board.page.evaluate(() => [...globalThis.linesSeen]);
      const names = turns[n].order.lines.map(({ name }) => name);
      assert.deepEqual(seen.sort(), names.sort());
      await showsOrder(crew.lane(turns[n].lane), turns[n].order);
    }
    await one.say("that's it");
    await boards[0].yes.tap();
    await boards[0].page.getByText("Thank you!", { exact: true }).waitFor();
    await boards[1].isAt(turns[1]);
    assert.deepEqual((await two.now()).turn, turns[1].turn);
  }));

/** Remembers every line that the page has ever shown, also for a moment. Runs in the page. */
function watchLines() {
  globalThis.linesSeen = new Set();
  const look = () => {
    for (const title of document.querySelectorAll("[data-line] .line-title")) globalThis.linesSeen.add(title.textContent);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  look();
}
