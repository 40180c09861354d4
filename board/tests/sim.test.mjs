// The simulator of a lane, by hand and by voice.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Board, Sim } from "./pages.mjs";

const site = newSite();

test("an order that is typed grows on the board, turn by turn, up to its ticket", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const board = await Board.open(visitor, lane);
    const sim = await Sim.open(visitor, lane);
    await board.welcome.waitFor();
    await sim.carArrives.click();
    await board.says("Welcome to Larkspur Burger Stand! What can I get for you?");
    for (const [words, item] of [
      ["two cheeseburgers, no pickles", "No pickles"],
      ["a large coke", "Coke"],
      ["make one of the cheeseburgers a bacon burger", "Bacon burger"],
    ]) {
      await sim.say(words);
      await board.line(item).waitFor();
      const turn = await lane.now();
      assert.equal((await lane.audit()).entries.at(-1).event.text, words);
      await board.isAt(turn);
    }
    await sim.say("that's it");
    await board.yes.waitFor();
    await sim.touches.getByRole("button", { name: "Yes" }).click();
    await board.page.getByText("Thank you!", { exact: true }).waitFor();
    const turn = await lane.now();
    assert.equal(turn.ticket.status, "pending");
    await board.isAt(turn);
    await sim.showsLog(await lane.audit());
  }));

test("the machine's picture shows the live state and the rows taken, and each turn how long it took", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const sim = await Sim.open(visitor, lane);
    await sim.carArrives.click();
    await sim.say("a coke and that's it");
    await sim.turn(2).getByText(/^\d+(\.\d)? ms$/).waitFor();
    const { transitions, state } = await lane.now();
    assert.deepEqual(transitions.map(({ row }) => row), ["S01", "S03"]);
    const words = await sim.page.getByRole("img", { name: /^The machine's six states/ }).getAttribute("aria-label");
    assert.ok(words.includes(`The state is ${state}.`), words);
    for (const { row } of transitions) assert.ok(words.includes(row), words);
  }));

test("what happens on a lane besides words is a button", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const sim = await Sim.open(visitor, lane);
    await sim.carArrives.click();
    await sim.say("onion rings");
    await sim.turn(2).waitFor();
    await sim.page.getByRole("button", { name: "Barge-in" }).click();
    await sim.turn(3).waitFor();
    await sim.page.getByRole("spinbutton", { name: "Seconds of silence" }).fill("9");
    await sim.page.getByRole("button", { name: "s of silence" }).click();
    await sim.turn(4).waitFor();
    await sim.page.getByRole("combobox", { name: "Item" }).selectOption("Onion rings");
    await sim.page.getByRole("button", { name: "Sold out" }).click();
    await sim.turn(5).waitFor();
    const session = (await lane.now()).session_id;
    await sim.page.getByRole("button", { name: "Onion rings is back" }).click();
    await sim.page.getByRole("button", { name: "Onion rings is back" }).waitFor({ state: "detached" });
    await sim.page.getByRole("button", { name: "Car leaves" }).click();
    await sim.turn(6).waitFor();
    const log = await lane.audit(session);
    assert.deepEqual(
      log.entries.map(({ event }) => event.type),
      ["car_detected", "utterance", "barge_in", "silence", "out_of_stock", "car_left"],
    );
    assert.equal(log.entries[3].event.seconds, 9);
    await sim.showsLog(log);
  }));

test("the conversation is saved as a golden transcript", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const sim = await Sim.open(visitor, lane);
    await sim.carArrives.click();
    await sim.say("two cheeseburgers");
    await sim.turn(2).waitFor();
    const [download] = await Promise.all([
      sim.page.waitForEvent("download"),
      sim.page.getByRole("button", { name: "Save as golden transcript" }).click(),
    ]);
    const transcript = await readFile(await download.path(), "utf8");
    assert.match(transcript, /^> car\n {4}D01 idle -> ordering/m);
    assert.match(transcript, /^> "two cheeseburgers"\n {4}S01 ordering -> ordering/m);
  }));

test("push to talk listens while a pointer, Space or Enter holds it", () =>
  site.visit({ permissions: ["microphone"] }, async (visitor) => {
    const { lane, sim } = await withACarThatIsHeard(visitor);
    const { mouse, keyboard } = sim.page;

    await sim.hold.hover();
    await mouse.down();
    await hears(sim, "a hamburger");
    await mouse.up();
    await sim.turn(2).getByText("a hamburger", { exact: true }).waitFor();

    for (const [key, words, turn] of [["Space", "a coffee", 3], ["Enter", "a cookie", 4]]) {
      await sim.hold.focus();
      await keyboard.down(key);
      await hears(sim, words);
      await keyboard.up(key);
      await sim.turn(turn).getByText(words, { exact: true }).waitFor();
    }
    const { entries } = await lane.audit();
    assert.deepEqual(
      entries.slice(1).map(({ event }) => [event.text, event.confidence]),
      [["a hamburger", 0.9], ["a coffee", 0.9], ["a cookie", 0.9]],
    );
  }));

test("what is being said as the next car comes is not said for that one", () =>
  site.visit({ permissions: ["microphone"] }, async (visitor) => {
    const { lane, sim } = await withACarThatIsHeard(visitor);
    await sim.hold.focus();
    await sim.page.keyboard.down("Space");
    await hears(sim, "a hamburger");
    await lane.send({ type: "car_left" });
    await lane.order("a cookie");
    await sim.turn(2).getByText("a cookie", { exact: true }).waitFor();
    assert.equal(await sim.page.evaluate(() => globalThis.listening), null);
    await sim.page.keyboard.up("Space");
    await sim.say("a coffee");
    await sim.turn(3).getByText("a coffee", { exact: true }).waitFor();
    const { entries } = await lane.audit();
    assert.deepEqual(entries.map(({ event }) => event.text ?? event.type), ["car_detected", "a cookie", "a coffee"]);
  }));

test("the microphone goes off with the car, and the button that held it keeps the focus", () =>
  site.visit({ permissions: ["microphone"] }, async (visitor) => {
    const { lane, sim } = await withACarThatIsHeard(visitor);
    await sim.hold.focus();
    await sim.page.keyboard.down("Space");
    await hears(sim, "a hamburger");
    await lane.send({ type: "car_left" });
    await sim.page.getByRole("button", { name: "Hold to talk", disabled: true }).waitFor();
    assert.equal(await sim.page.evaluate(() => globalThis.listening), null);
    assert.ok(await sim.hold.evaluate((button) => button === document.activeElement));
  }));

test("what is sold out by somebody else is marked as that where items are picked", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order("onion rings");
    const sim = await Sim.open(visitor, lane);
    await site.service.put(`/v1/drive-thrus/${lane.driveThru}/items/onion_rings/availability`, { available: false });
    await sim.page.getByRole("button", { name: "Onion rings is back" }).waitFor();
  }));

test("a screen reader hears on the simulator what happened, what was said and the state", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const sim = await Sim.open(visitor, lane);
    const { say } = await lane.order();
    await sim.turn(1).waitFor();
    const heard = sim.page.getByRole("log", { name: "What happens" }).getByRole("paragraph");
    assert.deepEqual(await heard.allTextContents(), [`(a car arrives). ${say.text} Now Ordering.`]);
  }));

test("a push in which nothing is said is no event", () =>
  site.visit({ permissions: ["microphone"] }, async (visitor) => {
    const { lane, sim } = await withACarThatIsHeard(visitor);
    await sim.hold.focus();
    await sim.page.keyboard.down("Space");
    await sim.page.getByRole("button", { name: /^Listening/ }).waitFor();
    await sim.page.keyboard.up("Space");
    await sim.page.getByText("Nothing was understood.").waitFor();
    assert.equal((await lane.audit()).entries.length, 1);
  }));

test("a browser without speech recognition says so, and takes text", () =>
  site.visit({}, async (visitor) => {
    await visitor.context.addInitScript(() => {
      delete globalThis.SpeechRecognition;
      delete globalThis.webkitSpeechRecognition;
    });
    const sim = await Sim.open(visitor, site.service.lane(site.driveThru()));
    await sim.page.getByText("This browser has no speech recognition.").waitFor();
    assert.equal(await sim.hold.count(), 0);
    await sim.carArrives.click();
    await sim.say("a hamburger");
    await sim.turn(2).waitFor();
  }));

test("a browser without a microphone says so", () =>
  site.visit({}, async (visitor) => {
    await visitor.context.addInitScript(() => {
      if (!globalThis.isSecureContext) return;
      globalThis.SpeechRecognition = class extends EventTarget {};
      navigator.mediaDevices.enumerateDevices = async () => [];
    });
    const sim = await Sim.open(visitor, site.service.lane(site.driveThru()));
    await sim.page.getByText("No microphone was found.").waitFor();
    assert.equal(await sim.hold.count(), 0);
  }));

/** A simulator that hears what a test says, and a car. */
async function withACarThatIsHeard(visitor) {
  await visitor.context.addInitScript(fakeRecognition);
  const lane = site.service.lane(site.driveThru());
  await lane.order();
  return { lane, sim: await Sim.open(visitor, lane) };
}

/** Says something into the recognizer that listens, and waits until the page shows that it hears. */
async function hears(sim, words) {
  await sim.page.getByRole("button", { name: /^Listening/ }).waitFor();
  await sim.page.evaluate((words) => globalThis.listening.hear(words), words);
  await sim.transcript.getByText(`${words} …`).waitFor();
}

/** A recognizer that hears what a test says, and a microphone. Runs in the page. */
function fakeRecognition() {
  // The empty page that a tab begins with has no microphone.
  if (!globalThis.isSecureContext) return;
  globalThis.SpeechRecognition = class extends EventTarget {
    start() {
      globalThis.listening = this;
    }

    hear(transcript) {
      const result = Object.assign([{ transcript, confidence: 0.9 }], { isFinal: true });
      this.dispatchEvent(Object.assign(new Event("result"), { results: [result] }));
    }

    stop() {
      if (globalThis.listening !== this) return;
      globalThis.listening = null;
      setTimeout(() => this.dispatchEvent(new Event("end")));
    }

    abort() {
      this.stop();
    }
  };
  navigator.mediaDevices.enumerateDevices = async () => [{ kind: "audioinput", deviceId: "", label: "", groupId: "" }];
}
