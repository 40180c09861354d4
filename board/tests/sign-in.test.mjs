// Signing in, on a service that asks for keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isLive } from "./browser.mjs";
import { site as siteOf } from "./site.mjs";

const site = siteOf();

async function signIn(page, key) {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a page of a service that asks for keys leads to where one signs in, and then works", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeAsked = true;
    await site.service.lane("demo").order("a hot dog");
    const key = await site.service.makeKey("Crew", "--scope", "crew", "--drive-thru", "demo");
    const page = await visitor.context.newPage();
    await page.goto("/crew/demo");
    await page.waitForURL((url) => url.pathname === "/sign-in");
    await signIn(page, "carhop_key_0");
    await page.getByText("This key is not valid.", { exact: false }).waitFor();
    await signIn(page, key);
    await page.waitForURL((url) => url.pathname === "/crew/demo");
    await isLive(page);
    await page.getByRole("article", { name: "Lane 1" }).waitFor();
    assert.equal(await page.evaluate(() => document.cookie), "", "no script reads the cookie");
    await page.goto("/sim?drive_thru=demo&lane=1");
    await isLive(page);
    await page.goto("/board/demo/1");
    await page.getByText("Hot Dog", { exact: false }).first().waitFor();
    await page.goto("/sign-in?to=//evil.example/");
    await page.getByRole("button", { name: "Sign this browser out" }).click();
    await page.getByText("This browser is signed out.").waitFor();
    await signIn(page, key);
    await page.waitForURL((url) => url.pathname === "/");
    assert.equal(new URL(page.url()).origin, site.service.url, "nobody is sent to another host");
  }));
