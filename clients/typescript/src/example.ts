/** An order from the car to the ticket: example.js URL [KEY]. */

import { Carhop, answerOf } from "carhop-client";

const [url = "", key = ""] = process.argv.slice(2);

const carhop = new Carhop(url, { key });
let turn = await carhop.send("demo", "1", { type: "car_detected" });
for (const text of ["two cheeseburgers, no pickles", "that is it", "yes"]) {
  turn = await carhop.send("demo", "1", { type: "utterance", text, turn: turn.turn });
  if (turn.say) {
    console.log(turn.say.text);
  }
}

// What a POS does.
if (turn.ticket) {
  const params = { path: { ticket_id: turn.ticket.ticket_id } };
  const body = { pos_reference: "A17" };
  const taken = await answerOf(carhop.api.POST("/v1/tickets/{ticket_id}/ack", { params, body }));
  console.log(`order ${taken.order_number}: ${taken.total}, ${taken.status}`);
}

declare const process: { argv: string[] };
