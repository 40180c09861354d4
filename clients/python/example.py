"""An order from the car to the ticket: example.py URL [KEY]."""

import sys

from carhop import Carhop

carhop = Carhop(*sys.argv[1:])
turn = carhop.send("demo", "1", {"type": "car_detected"})
for text in ["two cheeseburgers, no pickles", "that is it", "yes"]:
    turn = carhop.send("demo", "1", {"type": "utterance", "text": text}, turn=turn["turn"])
    if say := turn.get("say"):
        print(say["text"])

# What a POS does.
if ticket := turn.get("ticket"):
    taken = carhop.ack_ticket(ticket["ticket_id"], {"pos_reference": "A17"})
    print(f"order {taken['order_number']}: {taken['total']}, {taken['status']}")
