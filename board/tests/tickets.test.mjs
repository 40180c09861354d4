// Tickets that the POS did not take, and the crew that looks after them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { siteAtNoon } from "./site.mjs";
import { Crew } from "./pages.mjs";

const site = siteAtNoon();

test("a printer without paper is an alert, until what waits is printed", () =>
  site.visit({}, async (visitor) => {
    const crew = await Crew.open(visitor, "demo");
    const alert = crew.alert(/Order \d+ of lane 6 is not getting through/);
    await alert.getByText("out of paper").waitFor();
    site.scene.printer.habit = "prints";
    await alert.waitFor({ state: "detached" });
    await site.service.until(site.scene.lane("6").path, ({ ticket }) => ticket.status === "acknowledged");
  }));

test("a dead ticket is an alert, and is taken once it is sent again", () =>
  site.visit({}, async (visitor) => {
    site.scene.printer.habit = "prints";
    const crew = await Crew.open(visitor, "demo");
    const alert = crew.alert(/Order \d+ of lane 5 did not reach the POS/);
    await alert.getByRole("button", { name: "Show the ticket" }).tap();
    const ticket = crew.ticket("Lane 5");
    await ticket.getByText("Could not be delivered").waitFor();
    await ticket.getByRole("button", { name: "Send again" }).tap();
    await ticket.getByText("Taken by the POS").waitFor();
    await alert.waitFor({ state: "detached" });
    const { tickets } = await site.service.get("/v1/drive-thrus/demo/tickets");
    const { history } = tickets.find(({ lane }) => lane === "5");
    const told = history.map(({ what }) => what).filter((what) => what !== "delivered");
    assert.deepEqual(told, ["dead", "resent", "acknowledged"]);
  }));

test("the crew voids a ticket, and says why", () =>
  site.visit({}, async (visitor) => {
    const lane = site.scene.lane("8");
    site.scene.printer.habit = "hangs up";
    await lane.order("a cookie", "that's it");
    const { ticket } = await lane.send({ type: "tap", act: "confirm" });
    await site.service.until(`/v1/tickets/${ticket.ticket_id}`, ({ status }) => status === "dead");
    await lane.send({ type: "car_left" });

    const crew = await Crew.open(visitor, "demo");
    await crew.page.getByRole("tab", { name: "Tickets" }).click();
    const row = crew.ticket("Lane 8");
    const button = row.getByRole("button", { name: "Void" });
    await button.click();
    const dialog = crew.page.getByRole("dialog", { name: /^Void order \d+ of lane 8/ });
    await crew.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.ok(await button.evaluate((part) => part === document.activeElement));

    site.scene.printer.habit = "prints";
    await button.click();
    await dialog.getByRole("button", { name: "The car drove off" }).click();
    await dialog.getByRole("button", { name: "Void the order" }).click();
    await dialog.waitFor({ state: "hidden" });
    await row.getByText("Void", { exact: true }).waitFor();
    const { status, history } = await site.service.get(`/v1/tickets/${ticket.ticket_id}`);
    assert.equal(status, "voided");
    assert.ok(history.some(({ what, detail }) => what === "voided" && detail === "The car drove off"));
  }));
