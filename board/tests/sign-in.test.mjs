// Signing in, on a service that asks for keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { isLive, THEMES } from "./browser.mjs";
import { tabTo } from "./keyboard.mjs";
import { site as siteOf } from "./site.mjs";

const site = siteOf();

/** Where a key or a code is typed. */
const field = (page) => page.getByLabel("Key or code", { exact: true });

async function signIn(page, key) {
  await field(page).fill(key);
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
    await page.getByText("This key or code is not valid.", { exact: false }).waitFor();
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

test("a code is typed with the keyboard alone, seen while it is typed, and good once", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeAsked = true;
    const key = await site.service.makeKey("Ada", "--scope", "manager", "--drive-thru", "demo");
    const code = await site.service.makeCode(key, { scope: "crew", drive_thru: "demo", lane: "1" });
    const page = await visitor.context.newPage();
    const { keyboard } = page;
    await page.goto("/sign-in?to=/board/demo/1");
    await tabTo(field(page));
    await keyboard.type(code.toLowerCase().slice(0, 6));
    assert.equal(await field(page).getAttribute("type"), "text", "who types it sees it");
    await keyboard.type(code.toLowerCase().slice(6));
    assert.equal(await field(page).inputValue(), code.toLowerCase());
    await keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/board/demo/1");
    await isLive(page);
    assert.equal(await page.evaluate(() => document.cookie), "", "no script reads the cookie");
    await page.goto("/sign-in");
    await tabTo(field(page));
    await keyboard.type(key);
    assert.equal(await field(page).getAttribute("type"), "password", "nobody else sees a key");
    assert.equal(await field(page).inputValue(), key);
    await field(page).fill("");
    await keyboard.type(code.replace("-", ""));
    await tabTo(page.getByRole("button", { name: "Sign in", exact: true }));
    await keyboard.press("Space");
    await page.getByText("This key or code is not valid.", { exact: false }).waitFor();
  }));

test("whoever is signed in with a manager's key has a code made for another browser", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeAsked = true;
    const key = await site.service.makeKey("Grace", "--scope", "manager", "--drive-thru", "d2");
    const page = await visitor.context.newPage();
    const { keyboard } = page;
    const make = page.getByRole("button", { name: "Make a code" });
    await page.goto("/sign-in?to=/sign-in");
    await tabTo(page.getByLabel("Drive-thru"));
    await keyboard.type("d2");
    await keyboard.press("Enter");
    await page.getByText("Sign this browser in first", { exact: false }).waitFor();
    await site.service.makeCode(key, { scope: "crew", drive_thru: "d2", lane: "1" });
    await signIn(page, key);
    await page.waitForURL((url) => url.search === "");
    await tabTo(page.getByLabel("Drive-thru"));
    await keyboard.type("d2");
    await tabTo(make);
    await keyboard.press("Space");
    const shown = page.getByText(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    await shown.waitFor();
    for (const theme of THEMES) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      assert.deepEqual(await violations(page), []);
    }
    const other = await site.browser.newContext({ baseURL: site.service.url });
    const screen = await other.newPage();
    await screen.goto("/sign-in?to=/crew/d2");
    await signIn(screen, await shown.innerText());
    await screen.waitForURL((url) => url.pathname === "/crew/d2");
    await isLive(screen);
    await other.close();
  }));

test("signing in has no violation in any theme, empty, typed and refused", () =>
  site.visit({}, async (visitor) => {
    visitor.mayBeAsked = true;
    for (const theme of THEMES) {
      const page = await visitor.context.newPage();
      await page.goto(`/sign-in?theme=${theme}`);
      await field(page).waitFor();
      assert.deepEqual(await violations(page), []);
      await signIn(page, "2222-2222");
      await page.getByText("This key or code is not valid.", { exact: false }).waitFor();
      assert.deepEqual(await violations(page), []);
    }
  }));
