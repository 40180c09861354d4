// Debian's Chromium, and visits to the service in which nothing may go wrong unseen.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

const CHROMIUM = process.env.CARHOP_CHROMIUM ?? "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const THEMES = ["light", "dark", "contrast", "neon"];

/** How long a page may take to show what a test waits for. */
const PATIENCE_MS = 30_000;

/** What the console says of a service that is not there. */
const LOST_CONNECTION = /net::ERR_|WebSocket connection to|Failed to fetch/;

/** What the console says of a service that asks for a key. */
const ASKED_FOR_A_KEY = /status of 401/;

/** What the console says of a service that refuses what is asked of it. */
const REFUSED = /status of (409|422)/;

export function openBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Somebody with a browser profile of their own, who sees to it that the pages behave. */
export class Visitor {
  /** Everything that pages must not do and did. */
  faults = [];
  /** Whether the service may go away, which the console tells. */
  mayLoseConnection = false;
  /** Whether the service may ask for a key, which the console tells. */
  mayBeAsked = false;
  /** Whether the service may refuse something, which the console tells. */
  mayBeRefused = false;
  #service;

  /** `options` are those of a browser context, such as its viewport. */
  static async of(browser, service, options = {}) {
    const visitor = new Visitor(service);
    const size = { width: 1280, height: 800 };
    const context = await browser.newContext({ baseURL: service.url, viewport: size, hasTouch: true, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await visitor.#watch(context);
    visitor.context = context;
    return visitor;
  }

  constructor(service) {
    this.#service = service;
  }

  async #watch(context) {
    context.on("weberror", (error) => this.faults.push(`page error: ${error.error().stack}`));
    context.on("console", (message) => this.#hear(message));
    context.on("request", (request) => this.#judge(request.url()));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} at ${event.sourceFile}`);
      });
    });
  }

  #hear(message) {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (this.mayLoseConnection && LOST_CONNECTION.test(message.text())) return;
    if (this.mayBeRefused && REFUSED.test(message.text())) return;
    if (this.mayBeAsked && ASKED_FOR_A_KEY.test(message.text())) return;
    this.faults.push(`console: ${message.text()} (${message.location().url})`);
  }

  #judge(url) {
    const { protocol, origin } = new URL(url);
    if (protocol === "data:" || protocol === "blob:" || origin === this.#service.url) return;
    this.faults.push(`request to another host: ${url}`);
  }

  /** Opens a page in a tab of its own, and waits until it is live. */
  async open(path, { theme } = {}) {
    const page = await this.context.newPage();
    const address = new URL(path, this.#service.url);
    if (theme) address.searchParams.set("theme", theme);
    await page.goto(address.href);
    await isThere(page);
    return page;
  }

  /** Ends the visit, and fails if anything went wrong on the way. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }
}

/** A page is there when it has a heading, and hears from the service if it follows a lane. */
async function isThere(page) {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const [, kind] = new URL(page.url()).pathname.split("/");
  if (kind && !["docs", "rules", "sessions", "sign-in"].includes(kind)) await isLive(page);
}

/** Waits until a page hears from the service. */
export function isLive(page) {
  return page.getByRole("status").filter({ hasText: "Live" }).waitFor();
}
