// The calls, to read and to try.

import assert from "node:assert/strict";
import { test } from "node:test";

import { site as newSite } from "./site.mjs";

const site = newSite();

test("every call of the OpenAPI document is there, and is found by its words", () =>
  site.visit({}, async (visitor) => {
    const { paths } = await site.service.get("/openapi.json");
    const wanted = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const page = await visitor.open("/docs");
    const shown = () =>
      page.locator(".docs-call > summary").evaluateAll((calls) =>
        calls.map((call) => [...call.children].slice(0, 2).map(({ textContent }) => textContent).join(" ")),
      );
    await page.getByText(`${wanted.length} of ${wanted.length} calls`).waitFor();
    assert.deepEqual((await shown()).sort(), wanted.sort());
    await page.getByLabel("Find a call").fill("PUT drive_thru put_house");
    await page.getByText(`1 of ${wanted.length} calls`).waitFor();
    assert.deepEqual(await shown(), ["PUT /v1/drive-thrus/{drive_thru}/house"]);
  }));

test("every call opens, with whatever it is made of", () =>
  site.visit({}, async (visitor) => {
    const page = await visitor.open("/docs");
    const calls = page.locator(".docs-call");
    await calls.first().waitFor();
    await calls.evaluateAll((all) => all.forEach((call) => (call.open = true)));
    const send = page.getByRole("button", { name: "Send", exact: true });
    // A socket is opened by no form.
    await page.waitForFunction((count) => document.querySelectorAll(".docs-try").length === count, (await calls.count()) - 1);
    assert.equal(await send.count(), (await calls.count()) - 1);
    const inside = page.locator(".docs-inside:not([open]) > summary");
    for (let level = 0; level < 2; level += 1) {
      await inside.evaluateAll((all) => all.forEach((summary) => (summary.parentElement.open = true)));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
    await page.getByText("SpokenText").or(page.getByText("1 to 2000 characters")).first().waitFor();
  }));

test("an event is made from an example, sent, and becomes a turn", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    const page = await visitor.open("/docs#take_event");
    const form = page.getByRole("form", { name: "Try take_event" });
    await form.getByLabel("drive_thru").fill(lane.driveThru);
    for (const [n, example] of ["car_detected", "utterance", "tap done"].entries()) {
      await form.getByRole("button", { name: example, exact: true }).click();
      await form.getByRole("button", { name: "Send" }).click();
      await form.getByRole("status").getByText("200").waitFor();
      const answer = JSON.parse(await form.getByRole("region", { name: "Answer of take_event" }).innerText());
      assert.equal(answer.turn, n + 1);
    }
    assert.equal((await lane.now()).state, "confirming");
    const command = await form.getByRole("region", { name: "take_event as a command" }).innerText();
    assert.match(command, new RegExp(`^curl -s -X POST '${site.service.url}${lane.path}/events' -H 'Content-Type: application/json' -d '`));
  }));

test("a stream is shown as it comes, and ends when it is stopped", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru());
    await lane.order();
    const page = await visitor.open("/docs#events");
    const form = page.getByRole("form", { name: "Try events" });
    assert.equal(await form.getByLabel("ticket").count(), 0, "nothing secret is asked for that would stand in an address");
    await form.getByLabel("drive_thru").fill(lane.driveThru);
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByRole("status").getByText("200").waitFor();
    await lane.say("a coffee");
    await form.getByText("event: turn", { exact: false }).waitFor();
    await form.getByRole("button", { name: "Stop" }).click();
    await form.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  }));

test("a call is sent with the key that is given, which stands in no address and is kept nowhere", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeAsked = true;
    const key = await site.service.makeKey("Me", "--scope", "admin");
    const page = await visitor.open("/docs#lanes");
    const addresses = [];
    page.on("request", (request) => addresses.push(request.url()));
    const form = page.getByRole("form", { name: "Try lanes" });
    const send = async (status) => {
      await form.getByRole("button", { name: "Send" }).click();
      await form.getByRole("status").getByText(status).waitFor();
    };
    await send("401");
    assert.equal(new URL(page.url()).pathname, "/docs", "who looks at a call is not sent away");
    await page.getByLabel("Key", { exact: true }).fill(key);
    await send("200");
    assert.doesNotMatch(await form.innerText(), new RegExp(key), "the command names a variable");
    assert.ok(addresses.every((address) => !address.includes(key)), addresses.join("\n"));
    const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]);
    assert.ok(!(await page.evaluate(kept)).includes(key));
    await page.reload();
    assert.equal(await page.getByLabel("Key", { exact: true }).inputValue(), "");
  }));
