// A POS that is called, and the crew that tries it out.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after, test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Crew } from "./pages.mjs";

const messages = [];
const pos = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  messages.push(JSON.parse(body));
  response.end('{"status": "accepted", "pos_reference": "call 212-555-0173"}');
});
pos.listen(0, "127.0.0.1");
await once(pos, "listening");
after(() => pos.close());

const site = newSite({
  CARHOP_POS_EMITTER: "webhook",
  CARHOP_WEBHOOK_URL: `http://127.0.0.1:${pos.address().port}/tickets`,
  CARHOP_WEBHOOK_SECRETS: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  CARHOP_WEBHOOK_ALLOW_LOOPBACK: "true",
});

test("the crew sends a test event, sees what came back, and what was sent of a ticket", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger", "that's it");
    const { ticket } = await lane.say("yes");
    await site.service.until(`/v1/tickets/${ticket.ticket_id}`, ({ status }) => status === "acknowledged");
    const crew = await Crew.open(visitor, lane.driveThru);
    await crew.page.getByRole("tab", { name: "Tickets" }).click();

    const before = messages.length;
    await crew.page.getByRole("button", { name: "Send a test event" }).click();
    await crew.page.locator(".crew-webhook").getByText(/^The POS answered 200 after \d+ ms$/).waitFor();
    const said = await crew.page.getByLabel("What the POS answered").textContent();
    assert.match(said, /call •••/);
    assert.equal(messages.length, before + 1);
    const sent = JSON.parse(await crew.page.getByLabel("What was sent").textContent());
    assert.deepEqual(sent, messages.at(-1));
    assert.equal(sent.type, "webhook.test");

    const row = crew.ticket("Lane 7");
    await row.getByText("Lines and history").click();
    await row.getByText("What is sent to the POS").click();
    const shown = JSON.parse(await row.locator(".crew-sent").textContent());
    assert.deepEqual(shown, messages.find(({ type, data }) => type === "ticket.created" && data.lane === "7"));
  }));
