// A POS that neither takes nor refuses what was ordered.

import { test } from "node:test";

import { site as newSite } from "./site.mjs";
import { Crew } from "./pages.mjs";

const site = newSite({ CARHOP_TICKET_UNANSWERED_SECONDS: "10" });

test("a ticket without an answer of the POS is an alert, also when its car has left, until there is one", () =>
  site.visit({}, async (visitor) => {
    const lane = site.service.lane(site.driveThru(), "7");
    await lane.order("a cheeseburger", "that's it");
    const { ticket } = await lane.say("yes");
    await lane.send({ type: "car_left" });
    const crew = await Crew.open(visitor, lane.driveThru);
    const alert = crew.alert(/The POS does not answer for order \d+ of lane 7/);
    await alert.getByText("the car has left").waitFor();
    await alert.getByRole("button", { name: "Show the ticket" }).tap();
    await crew.ticket("Lane 7").getByText("The POS does not answer").first().waitFor();
    await site.service.post(`/v1/tickets/${ticket.ticket_id}/ack`, {});
    await alert.waitFor({ state: "detached" });
  }));
