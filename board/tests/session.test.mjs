// The timeline of a session.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { siteAtNoon } from "./site.mjs";

const site = siteAtNoon();

const open = (visitor) => site.scene.open(visitor, "session");

test("the scrubber goes through the turns, and shows each as it is in the audit log", () =>
  site.visit({}, async (visitor) => {
    const { entries } = await site.service.get(`/v1${site.scene.path("session")}/audit`);
    const page = await open(visitor);
    const slider = page.getByRole("slider", { name: "Turn" });
    await slider.focus();
    await page.keyboard.press("Home");
    for (const { turn } of entries) {
      await page.getByRole("heading", { name: `Turn ${turn.turn} `, exact: false, level: 2 }).waitFor();
      assert.match(await slider.getAttribute("aria-valuetext"), new RegExp(`^Turn ${turn.turn} of ${entries.length},`));
      const rows = await page.getByRole("list", { name: "Rows taken by this turn" }).getByRole("listitem").allInnerTexts();
      assert.deepEqual(rows.map((row) => row.split(/\s/)[0]), turn.transitions.map(({ row }) => row));
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await page.getByRole("button", { name: "Next" }).isDisabled(), true);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("heading", { name: `Turn ${entries.length - 1} ` }).waitFor();
  }));

test("a turn in the timeline leads to it, and the address keeps it", () =>
  site.visit({}, async (visitor) => {
    const page = await open(visitor);
    await page.getByRole("button", { name: "and a large coke" }).click();
    const heading = page.getByRole("heading", { name: "Turn 4 " });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
  }));

test("the audit log is saved as JSON with its documents, and the session as a golden transcript", () =>
  site.visit({}, async (visitor) => {
    const page = await open(visitor);
    const log = JSON.parse(await saved(page, "Export as JSON", ".json"));
    assert.deepEqual(log, await site.service.get(`/v1${site.scene.path("session")}/audit?with=documents`));
    const transcript = await saved(page, "Save as golden transcript", ".txt");
    assert.match(transcript, /^> lane 4: "and a large coke"\n {4}S01 ordering -> ordering/m);
  }));

/** What is saved by a button. */
async function saved(page, button, ending) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  assert.ok(download.suggestedFilename().endsWith(ending));
  return readFile(await download.path(), "utf8");
}
