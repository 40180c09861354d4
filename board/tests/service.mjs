// The real service on a free port and a folder of its own, and the calls that a test makes of it.

import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/** How long the service may take to tell its address. */
const START_MS_MAX = 20_000;
/** How long it may take to become what a test waits for, and how often that is asked. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 20;

export class Service {
  #process = null;
  #folder = null;
  #address = "127.0.0.1:0";
  #options;
  #up = pending();

  /** Starts one. Tickets go nowhere unless `options` say so: then a lane waits until the test acknowledges its ticket. */
  static async start(options = {}) {
    const service = new Service(options);
    service.#folder = await mkdtemp(join(tmpdir(), "carhop-pages-"));
    await service.restart();
    return service;
  }

  constructor(options) {
    this.#options = { CARHOP_POS_EMITTER: "none", CARHOP_OFFERS: "false", ...options };
  }

  get url() {
    return `http://${this.#address}`;
  }

  /** Makes a key, as people do, and waits until the service asks for one. */
  async makeKey(...options) {
    const command = ["keys", "create", ...options, "--data", this.#folder];
    const { stdout } = await promisify(execFile)(process.env.CARHOP_BIN, command);
    const end = Date.now() + PATIENCE_MS;
    while ((await fetch(`${this.url}/metrics`)).status !== 401) {
      if (Date.now() > end) throw new Error("the service asks for no key");
      await setTimeout(ASK_EVERY_MS);
    }
    return stdout.trim();
  }

  /** Has it make a code to sign in with, as soon as it knows the key, and gives it as people do. */
  async makeCode(key, { scope, drive_thru, lane }) {
    const command = ["keys", "code", "--scope", scope, "--drive-thru", drive_thru, "--lane", lane, "--url", this.url];
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        const { stdout } = await promisify(execFile)(process.env.CARHOP_BIN, command, { env: { CARHOP_KEY: key } });
        return stdout.trim();
      } catch (error) {
        if (Date.now() > end) throw error;
        await setTimeout(ASK_EVERY_MS);
      }
    }
  }

  /** Starts it where it was, on what it stored. */
  async restart() {
    const binary = process.env.CARHOP_BIN;
    if (!binary) throw new Error("CARHOP_BIN must be the path of the service's program");
    const options = ["serve", "--listen", this.#address, "--data", this.#folder];
    const environment = { PATH: process.env.PATH, CARHOP_LOG: "off", ...this.#options };
    this.#process = spawn(binary, options, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    process.once("exit", this.#endWithUs);
    this.#address = await this.#printedAddress();
    this.#up.resolve();
  }

  /** Waits until it is started. */
  isUp() {
    return this.#up.promise;
  }

  /** A test that is broken off must not leave it behind. */
  #endWithUs = () => this.#process.kill("SIGKILL");

  async #printedAddress() {
    const lines = createInterface({ input: this.#process.stdout });
    const tooLate = AbortSignal.timeout(START_MS_MAX);
    const [line] = await Promise.race([
      once(lines, "line", { signal: tooLate }),
      once(this.#process, "exit").then(([code]) => {
        throw new Error(`the service ended with ${code}`);
      }),
    ]);
    const address = /http:\/\/(\S+)/.exec(line)?.[1];
    if (!address) throw new Error(`the service printed no address: ${line}`);
    // Nobody reads the rest, and a full pipe would stop it.
    this.#process.stdout.resume();
    return address;
  }

  /** Kills it as a crash would. */
  async kill() {
    this.#up = pending();
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
    process.off("exit", this.#endWithUs);
  }

  async stop() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.#folder, { recursive: true });
  }

  async get(path) {
    return answer(await fetch(this.url + path));
  }

  /** Asks until the answer is as wanted, and gives it. */
  async until(path, isWanted) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const got = await this.get(path);
      if (isWanted(got)) return got;
      if (Date.now() > end) throw new Error(`${path} is still ${JSON.stringify(got)}`);
      await setTimeout(ASK_EVERY_MS);
    }
  }

  async post(path, body) {
    return this.#send("POST", path, body);
  }

  async put(path, body) {
    return this.#send("PUT", path, body);
  }

  async #send(method, path, body) {
    const headers = { "content-type": "application/json" };
    return answer(await fetch(this.url + path, { method, headers, body: JSON.stringify(body) }));
  }

  lane(driveThru, lane = "1") {
    return new Lane(this, driveThru, lane);
  }
}

/** A promise to be resolved by somebody else. */
export function pending() {
  const pending = {};
  pending.promise = new Promise((resolve) => Object.assign(pending, { resolve }));
  return pending;
}

async function answer(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** A lane's frontend, as an integrator would write one. */
export class Lane {
  #service;

  constructor(service, driveThru, lane) {
    this.#service = service;
    this.driveThru = driveThru;
    this.lane = lane;
    this.path = `/v1/drive-thrus/${driveThru}/lanes/${lane}`;
  }

  /** Sends an event and gives its turn. */
  send(event) {
    return this.#service.post(`${this.path}/events`, { id: randomUUID(), ...event });
  }

  /** A car comes, and these things are said one after the other. Gives the last turn. */
  async order(...texts) {
    let turn = await this.send({ type: "car_detected" });
    for (const text of texts) turn = await this.say(text);
    return turn;
  }

  say(text) {
    return this.send({ type: "utterance", text });
  }

  now() {
    return this.#service.get(this.path);
  }

  /** The audit log of the session that is on, or of another. */
  async audit(sessionId) {
    const id = sessionId ?? (await this.now()).session_id;
    return this.#service.get(`/v1/sessions/${id}/audit`);
  }
}
