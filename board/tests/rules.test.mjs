// The rules of a drive-thru: written, tried, put in use and taken back, by keyboard alone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { tabTo } from "./keyboard.mjs";
import { site as newSite } from "./site.mjs";

const SAMPLE = JSON.parse(await readFile(new URL("../../fixtures/rules/burger.json", import.meta.url), "utf8"));
const BREAKFAST = 'item.category == "breakfast" && time >= "10:30"';
const HOUR_MS = 60 * 60 * 1000;
const REASON = "Breakfast is over.";

const site = newSite();

test("no breakfast after 10:30: written, tried on a recorded visit, put in use and taken back by keyboard alone", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const noon = lastNoon();
    const session = await breakfastAt(lane, noon);
    const { page, keyboard } = await open(visitor, lane.driveThru);

    await tabTo(page.getByRole("button", { name: "Add a rule at available" }));
    await keyboard.press("Enter");
    await keyboard.type("no_late_breakfast");
    const rule = page.getByRole("group", { name: "Rule no_late_breakfast" });
    for (const [fact, value] of [["item.category", "breakfast"], ["time", "10:30"]]) {
      await tabTo(rule.getByRole("button", { name: "Add a comparison" }));
      await keyboard.press("Enter");
      await tabTo(rule.getByLabel("Fact").last(), { back: true });
      await keyboard.type(fact);
      const comparison = rule.getByRole("group", { name: `Comparison of ${fact}`, exact: true });
      await tabTo(comparison.getByLabel("With what"));
      if (fact === "time") await keyboard.press("Control+A");
      await keyboard.type(value);
    }
    const text = rule.getByLabel("Condition as text");
    assert.equal(await text.inputValue(), BREAKFAST);
    await tabTo(rule.getByLabel("Reason", { exact: true }));
    await keyboard.press("Control+A");
    await keyboard.type(REASON);
    await isFine(page);
    assert.deepEqual(await violations(page), []);

    await tabTo(page.getByLabel("Name of the version"), { back: true });
    await keyboard.type("Breakfast");
    await page.getByText("It is not kept yet.").waitFor();
    await tabTo(page.getByRole("button", { name: "Keep as a version" }));
    await keyboard.press("Enter");
    await page.getByText("It is kept as it stands.").waitFor();
    const { versions } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/rules/versions`);
    const document = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/rules/versions/${versions[0].version}`);
    const { when, then, at } = document.rules[0];
    assert.deepEqual({ when, reason: then.reason, at }, { when: BREAKFAST, reason: REASON, at: "available" });

    const dryRun = page.getByRole("form", { name: "Dry run of Breakfast" });
    await tabTo(dryRun.getByRole("button", { name: "Dry run" }));
    await keyboard.press("Enter");
    await dryRun.getByText("1 of 1 visits would be otherwise.").waitFor();
    const sums = await dryRun.getByRole("row").allInnerTexts();
    assert.ok(sums.some((row) => /^Orders confirmed\s+1\s+0$/.test(row)), sums.join("\n"));
    assert.ok(sums.some((row) => /^Turns decided by no_late_breakfast\s+0\s+\d+$/.test(row)), sums.join("\n"));
    const turn = dryRun.getByRole("link").first();
    assert.match(await turn.getAttribute("href"), new RegExp(`^/sessions/${session}#\\d+$`));
    assert.deepEqual(await violations(page), []);

    await tabTo(page.getByRole("button", { name: "Activate now: Breakfast" }));
    await keyboard.press("Enter");
    await page.getByText("In use", { exact: true }).waitFor();
    const inUse = () => site.service.get(`/v1/drive-thrus/${lane.driveThru}/rules`);
    assert.deepEqual(await inUse(), document);

    await tabTo(page.getByRole("button", { name: "Take back: no rules" }));
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Take back: Breakfast" }).waitFor();
    assert.deepEqual((await inUse()).rules, []);
    assert.deepEqual(await violations(page), []);
  }));

test("how far a dry run is, is shown, and it is stopped by keyboard", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    await site.service.post(`/v1/drive-thrus/${driveThru}/rules/versions`, { ...SAMPLE, name: "Sample" });
    const { page, keyboard } = await open(visitor, driveThru);
    // A service that has looked at 300 of 1000 visits, and goes on.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (path, options) => {
        if (!path.endsWith("/dry-runs")) return fetch(path, options);
        window.asked = { accept: options.headers.accept, ...JSON.parse(options.body) };
        const body = new ReadableStream({
          start(controller) {
            const tell = (text) => controller.enqueue(new TextEncoder().encode(text));
            tell('event: progress\ndata: {"replayed":0,"of":1000,"otherwise":0}\n\nevent: pro');
            tell('gress\ndata: {"replayed":300,"of":1000,"otherwise":12}\n\n:\n\n');
            options.signal.addEventListener("abort", () => controller.error(options.signal.reason));
          },
        });
        return Promise.resolve(new Response(body));
      };
    });
    const dryRun = page.getByRole("form", { name: "Dry run of Sample" });
    await tabTo(dryRun.getByLabel("Visits"));
    await keyboard.type("the newest 1,");
    await tabTo(dryRun.getByRole("button", { name: "Dry run" }));
    await keyboard.press("Enter");
    const bar = dryRun.getByRole("progressbar", { name: "Progress of the dry run of Sample" });
    await dryRun.getByText("300 of 1000 visits, 12 of them otherwise").waitFor();
    assert.deepEqual(await bar.evaluate(({ value, max }) => [value, max]), [300, 1000]);
    const { accept, sessions } = await page.evaluate(() => window.asked);
    assert.deepEqual([accept, sessions], ["text/event-stream", 1000]);
    assert.deepEqual(await violations(page), []);
    await keyboard.press("Enter");
    await dryRun.getByText("It was stopped.").waitFor();
    await bar.waitFor({ state: "detached" });
    assert.equal(await dryRun.getByRole("button", { name: "Dry run" }).evaluate((part) => part === document.activeElement), true);
  }));

test("what is in use is gone back from, to what was in use before, by keyboard", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    const path = `/v1/drive-thrus/${driveThru}/rules`;
    const sample = { ...SAMPLE, name: "Sample" };
    const busy = { ...sample, name: "Busy", rules: sample.rules.filter(({ at }) => at === "offer") };
    await site.service.put(path, sample);
    await site.service.put(path, busy);
    const { page, keyboard } = await open(visitor, driveThru);
    const difference = page.getByText("What is otherwise than in Busy");
    await tabTo(difference);
    await keyboard.press("Enter");
    await page.locator(".rules-diff").getByText(sample.rules[0].when, { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await tabTo(page.getByRole("button", { name: "Take back: Sample" }));
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Take back: Busy" }).waitFor();
    assert.deepEqual(await site.service.get(path), sample);
  }));

test("rules that would hand every visit to the crew are asked about, and put in use even so", () =>
  site.visit({}, async (visitor) => {
    // The console tells of the refusal.
    visitor.mayBeRefused = true;
    const lane = site.service.lane(site.driveThru());
    await breakfastAt(lane, lastNoon());
    const path = `/v1/drive-thrus/${lane.driveThru}/rules`;
    const rules = [{ id: "every_car", at: "crew", then: { reason: "Look." } }];
    await site.service.post(`${path}/versions`, { id: "house", name: "Everybody", rules });
    const { page, keyboard } = await open(visitor, lane.driveThru);
    const activate = page.getByRole("button", { name: "Activate now: Everybody" });
    const question = page.getByText("It would hand 1 of 1 recorded visits to the crew, 100 % of them.");
    await tabTo(activate);
    await keyboard.press("Enter");
    await question.waitFor();
    assert.deepEqual(await violations(page), []);
    await tabTo(page.getByRole("button", { name: "Leave it" }));
    await keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    await tabTo(activate);
    await keyboard.press("Enter");
    await tabTo(page.getByRole("button", { name: "Activate even so" }));
    await keyboard.press("Enter");
    await page.getByText("In use", { exact: true }).waitFor();
    assert.equal((await site.service.get(path)).rules[0].id, "every_car");
  }));

test("a version is planned and withdrawn by keyboard", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    const path = `/v1/drive-thrus/${driveThru}/rules`;
    await site.service.put(path, { id: "house", name: "Now", rules: [] });
    await site.service.post(`${path}/versions`, { ...SAMPLE, name: "Later" });
    const { page, keyboard } = await open(visitor, driveThru);
    const plan = page.getByRole("form", { name: "Plan Later" });
    await plan.getByLabel("From").waitFor();
    await tabTo(plan.getByLabel("From"));
    const soon = new Date(Date.now() + 36 * 60 * 60 * 1000);
    const two = (number) => String(number).padStart(2, "0");
    const [day, month, year] = [two(soon.getDate()), two(soon.getMonth() + 1), soon.getFullYear()];
    await keyboard.type(`${month}${day}${year}`);
    await keyboard.press("Tab");
    await keyboard.type("0600AM");
    await keyboard.press("Enter");
    const withdraw = page.getByRole("button", { name: /^Withdraw Later from / });
    await withdraw.waitFor();
    const later = async () => (await site.service.get(`${path}/versions`)).versions.find(({ name }) => name === "Later");
    assert.equal((await later()).planned.length, 1);
    await tabTo(withdraw);
    await keyboard.press("Enter");
    await withdraw.waitFor({ state: "detached" });
    assert.equal((await later()).planned, undefined);
  }));

test("what is wrong is told while one types, by line and column", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    await site.service.put(`/v1/drive-thrus/${driveThru}/rules`, SAMPLE);
    const { page, keyboard } = await open(visitor, driveThru);
    await tabTo(page.locator("summary").filter({ hasText: "large_orders_get_a_person" }));
    await keyboard.press("Enter");
    const rule = page.getByRole("group", { name: "Rule large_orders_get_a_person" });
    const text = rule.getByLabel("Condition as text");
    await tabTo(text);
    await keyboard.press("Control+End");
    await keyboard.type(" &&\nttal > 5");
    await rule.getByText(/^line 2, column 1: "ttal" is no fact/).waitFor();
    assert.equal(await text.getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByRole("button", { name: "Keep as a version" }).getAttribute("aria-disabled"), "true");
    assert.deepEqual(await violations(page), []);
    await keyboard.press("Control+A");
    await keyboard.type("total + 1 > 5");
    await rule.getByText(/^line 1, column 7: /).waitFor();
    await rule.getByText("This form has not all that the text says", { exact: false }).waitFor();
    await keyboard.press("Control+A");
    await keyboard.type("total > 20000");
    await isFine(page);
    assert.equal(await rule.getByLabel("With what, such as 15.00").inputValue(), "200.00");
    const outcome = rule.getByLabel("Outcome as JSON");
    await tabTo(outcome);
    await keyboard.press("Control+End");
    await keyboard.type("}");
    await rule.getByText(/^is no JSON: /).waitFor();
    await keyboard.press("Backspace");
    await isFine(page);
  }));

test("a rule that is moved to another point, or gets another priority, keeps the focus", () =>
  site.visit({}, async (visitor) => {
    const driveThru = site.driveThru();
    await site.service.put(`/v1/drive-thrus/${driveThru}/rules`, SAMPLE);
    const { page, keyboard } = await open(visitor, driveThru);
    await tabTo(page.locator("summary").filter({ hasText: "nuggets_for_large_burgers" }));
    await keyboard.press("Enter");
    const rule = page.getByRole("group", { name: "Rule nuggets_for_large_burgers" });
    await tabTo(rule.getByLabel("Priority"));
    await keyboard.press("Control+A");
    await keyboard.type("20");
    const names = page.getByRole("region", { name: /offer$/ }).locator(".rules-name");
    assert.deepEqual(await names.allInnerTexts(), ["nuggets_for_large_burgers", "no_upsell_in_a_rush"]);
    await keyboard.press("Backspace");
    assert.equal(await rule.getByLabel("Priority").inputValue(), "2");
    await tabTo(rule.getByLabel("Point"), { back: true });
    await keyboard.type("When the crew");
    await tabTo(rule.getByRole("button", { name: "Move it there" }));
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove the rule nuggets_for_large_burgers" }).waitFor();
    assert.equal(await rule.getByLabel("Point").evaluate((part) => part === document.activeElement), true);
    await tabTo(page.getByRole("button", { name: "Remove the rule nuggets_for_large_burgers" }));
    await keyboard.press("Enter");
    assert.equal(await page.getByRole("button", { name: "Add a rule at crew" }).evaluate((part) => part === document.activeElement), true);
  }));

async function open(visitor, driveThru) {
  const page = await visitor.open(`/rules/${driveThru}`);
  // Leaving rules that are not kept is asked about.
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Add a rule at crew" }).waitFor();
  await page.getByText("are being read").waitFor({ state: "detached" });
  return { page, keyboard: page.keyboard };
}

const isFine = (page) => page.getByText("No faults", { exact: true }).waitFor();

/** The last noon where the sample house is. */
function lastNoon() {
  const hour = new Intl.DateTimeFormat("en", { timeZone: "America/Chicago", hour: "numeric", hourCycle: "h23" });
  const onTheHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const hoursAgo = (Number(hour.format(onTheHour)) + 12) % 24;
  return onTheHour - hoursAgo * HOUR_MS;
}

/** Somebody orders breakfast at a time, and gets it. Gives the session. */
async function breakfastAt(lane, time) {
  const at = (seconds) => new Date(time + seconds * 1000).toISOString();
  await lane.send({ type: "car_detected", at: at(0) });
  await lane.send({ type: "utterance", text: "pancakes", at: at(10) });
  await lane.send({ type: "utterance", text: "that's it", at: at(20) });
  await lane.send({ type: "tap", act: "confirm", at: at(30) });
  const turn = await lane.send({ type: "car_left", at: at(40) });
  return turn.session_id;
}
