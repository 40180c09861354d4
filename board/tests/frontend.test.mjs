// The frontend to start from: heard through a recognizer and speaking with a voice that are the tests' own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";

const site = newSite();
const GREETING = "Welcome to Larkspur Burger Stand! What can I get for you?";

test("an order is spoken from the car to one ticket, and the voice stops as soon as the customer speaks", () =>
  site.visit({}, async (visitor) => {
    const { page, lane } = await open(visitor);
    await page.getByRole("button", { name: "Car arrives" }).click();
    await speaks(page, GREETING);
    // Words as they are being understood are enough to stop the voice.
    await page.evaluate(() => globalThis.ear.hears("two cheese", false));
    await isQuiet(page);
    await hears(page, "two cheeseburgers, no pickles");
    await speaks(page, "Two cheeseburgers, no pickles. Anything else?");
    await endsSpeaking(page);
    await hears(page, "that is it");
    await speaks(page, "So that's two cheeseburgers with no pickles. Your total is $10.37. Is that right?");
    await endsSpeaking(page);
    await hears(page, "yes");
    await page.getByText("Thank you!").waitFor();

    const { entries } = await lane.audit();
    const said = entries.filter(({ event }) => event.type === "utterance").map(({ event }) => event);
    assert.deepEqual(
      said.map(({ text, barge_in, confidence }) => [text, barge_in, confidence]),
      [["two cheeseburgers, no pickles", true, 0.9], ["that is it", false, 0.9], ["yes", false, 0.9]],
    );
    assert.deepEqual(said[0].alternatives, [{ text: "another guess" }]);
    const { tickets } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/tickets`);
    assert.deepEqual(tickets.map(({ total }) => total), ["10.37"]);
  }));

test("an event whose answer is lost is sent again under its id, and its ticket is there once", () =>
  site.visit({}, async (visitor) => {
    visitor.mayLoseConnection = true;
    const { page, lane } = await open(visitor);
    const sent = [];
    await page.route("**/events", async (route) => {
      const event = route.request().postDataJSON();
      sent.push(event);
      const isFirst = sent.filter(({ id }) => id === event.id).length === 1;
      // The service takes it, and its answer does not arrive.
      if (isFirst) await route.fetch();
      return isFirst ? route.abort("connectionreset") : route.continue();
    });
    await page.getByRole("button", { name: "Car arrives" }).click();
    await speaks(page, GREETING);
    await endsSpeaking(page);
    await hears(page, "a hamburger and that is it");
    await page.getByText("Is that right?").waitFor();
    await endsSpeaking(page);
    await hears(page, "yes");
    await page.getByText("Thank you!").waitFor();
    await site.service.until(lane.path, ({ turn }) => turn === 3);
    await page.waitForFunction(() => globalThis.said.length === 3);
    await until(() => sent.length === 6);

    for (const at of [0, 2, 4]) assert.deepEqual(sent[at + 1], sent[at]);
    assert.equal((await lane.audit()).entries.length, 3);
    const { tickets } = await site.service.get(`/v1/drive-thrus/${lane.driveThru}/tickets`);
    assert.equal(tickets.length, 1);
  }));

test("who says nothing is asked again, once the voice has spoken", () =>
  site.visit({}, async (visitor) => {
    const { page, lane } = await open(visitor, "?silence_seconds=0.6");
    await page.getByRole("button", { name: "Car arrives" }).click();
    await speaks(page, GREETING);
    // As long as the voice speaks, nobody else is expected to.
    await page.waitForTimeout(1_500);
    assert.equal((await lane.now()).turn, 1);
    await endsSpeaking(page);
    await site.service.until(lane.path, ({ turn }) => turn === 2);
    const { entries } = await lane.audit();
    assert.deepEqual([entries[1].event.type, entries[1].event.seconds], ["silence", 1]);
    await page.waitForFunction(() => globalThis.said.length === 2);
  }));

test("what others cause is spoken, a reply that is taken back stops, and a cut line goes on where it was", () =>
  site.visit({}, async (visitor) => {
    visitor.mayLoseConnection = true;
    const lane = site.service.lane(site.driveThru());
    await lane.order();
    const { page } = await open(visitor, undefined, lane);
    // What was said before the page was there is not said.
    assert.deepEqual(await page.evaluate(() => globalThis.said), []);
    const { say } = await lane.say("a cookie");
    await speaks(page, say.text);
    await lane.send({ type: "barge_in" });
    await isQuiet(page);

    await site.service.kill();
    await page.getByText("Reconnecting").waitFor();
    await site.service.restart();
    const { say: next } = await lane.say("a coffee");
    await speaks(page, next.text);
    assert.deepEqual(await page.evaluate(() => globalThis.said), [say.text, next.text]);
  }));

test("whom no detector has seen is heard", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeRefused = true;
    const { page, lane } = await open(visitor);
    await hears(page, "a hamburger");
    await page.getByText(/hamburger\. Anything else/i).waitFor();
    const { entries } = await lane.audit();
    assert.deepEqual(entries.map(({ event }) => event.type), ["car_detected", "utterance"]);
  }));

test("a microphone that cannot be used is told, and may be turned on again", () =>
  site.visit({}, async (visitor) => {
    const { page } = await open(visitor);
    const button = page.getByRole("button", { name: "Turn the microphone on" });
    assert.ok(await button.isDisabled());
    await page.evaluate(() => globalThis.ear.onerror({ error: "not-allowed" }));
    await page.getByText("The microphone cannot be used: not-allowed").waitFor();
    assert.ok(await button.isEnabled());
  }));

test("it stays short enough to be read before it is copied", async () => {
  const lines = (await readFile(new URL("../js/frontend.js", import.meta.url), "utf8")).split("\n");
  assert.ok(lines.length <= 150, `${lines.length} lines`);
  assert.ok(!lines.some((line) => line.startsWith("import")));
});

/** Opens a lane of its own, with the microphone on. */
async function open(visitor, search = "?silence_seconds=600", lane = site.service.lane(site.driveThru())) {
  await visitor.context.addInitScript(ownEarAndVoice);
  const page = await visitor.open(`/lane/${lane.driveThru}/${lane.lane}${search}`);
  await page.getByRole("button", { name: "Turn the microphone on" }).click();
  return { page, lane };
}

/** The customer says something, and the recognizer is done with it. */
const hears = (page, words) => page.evaluate((words) => globalThis.ear.hears(words, true), words);
/** Waits until that is being said, and shown. */
async function speaks(page, words) {
  await page.waitForFunction((words) => globalThis.saying.at(-1)?.text === words, words);
  await page.getByText(words, { exact: true }).waitFor();
}
const isQuiet = (page) => page.waitForFunction(() => globalThis.saying.length === 0);
/** The voice comes to its end. */
const endsSpeaking = (page) =>
  page.evaluate(() => {
    for (const words of globalThis.saying.splice(0)) words.onend({ target: words });
  });

async function until(isSo) {
  while (!isSo()) await new Promise((go) => setTimeout(go, 20));
}

/** A recognizer that hears what a test says, and a voice that ends where a test says so. Runs in the page. */
function ownEarAndVoice() {
  globalThis.SpeechRecognition = class {
    results = [];

    start() {
      globalThis.ear = this;
    }

    hears(transcript, isFinal) {
      const guesses = [{ transcript, confidence: 0.9 }, { transcript: "another guess", confidence: 0 }];
      const resultIndex = this.results.findIndex((result) => !result.isFinal);
      const at = resultIndex < 0 ? this.results.length : resultIndex;
      this.results[at] = Object.assign(guesses, { isFinal });
      this.onresult({ results: this.results, resultIndex: at });
    }
  };
  // What is being said, and all that was begun.
  globalThis.saying = [];
  globalThis.said = [];
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const speak = (words) => {
    globalThis.saying.push(words);
    globalThis.said.push(words.text);
  };
  const cancel = () => globalThis.saying.splice(0);
  Object.defineProperty(globalThis, "speechSynthesis", { value: { speak, cancel } });
}
