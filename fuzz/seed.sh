#!/bin/sh
# Makes a seed corpus for each target, beside what is kept of earlier runs in `kept`.
set -eu
cd "$(dirname "$0")"
for target in event house menu parse rules transcript webhook; do
    mkdir -p "corpus/$target" kept
done

# The test sentences, each with its own menu: three bytes for menu, scene and expectation, then the text. The scene is that of
# nothing ordered; the fuzzer finds the others.
for table in burger:0 acts:0 noodles:1 coffee:2; do
    sentences="../parse/tests/tables/${table%:*}.txt"
    grep -v '^[#@]' "$sentences" | sed 's/ => .*//' | grep . | {
        count=0
        while IFS= read -r text; do
            count=$((count + 1))
            printf "\\$(printf '%03o' "${table#*:}")\\000\\006%s" "$text" > "corpus/parse/${table%:*}-$count"
        done
    }
done

cp ../fixtures/houses/*.json corpus/house
cp ../fixtures/menus/*.json ../parse/tests/tables/noodles.json corpus/menu
cp ../fixtures/rules/*.json corpus/rules
cp ../fixtures/transcripts/*.txt corpus/transcript

count=0
while IFS= read -r event; do
    count=$((count + 1))
    printf '{"id": "0198c0de-0000-7000-8000-000000000001", %s}' "$event" > "corpus/event/$count"
done << 'EVENTS'
"type": "car_detected", "vehicle_id": "7"
"type": "utterance", "text": "two cheeseburgers, no pickles", "confidence": 0.9, "by": "customer", "barge_in": true
"type": "utterance", "text": "a coke", "alternatives": [{"text": "a coat", "confidence": 0.7}], "words": [{"text": "a", "confidence": 1}], "question": true
"type": "utterance", "text": "my card is 4111 1111 1111 1111"
"type": "barge_in", "at": "2026-11-21T20:00:00Z", "turn": 3, "cars_waiting": 2
"type": "silence", "seconds": 6.5, "session_id": "4b32857b-44bc-5138-bb19-85993b886b05"
"type": "out_of_stock", "item": "coke"
"type": "car_left"
"type": "tap", "act": "confirm", "by": "crew"
"type": "tap", "act": "choose", "candidate": "coke"
"type": "tap", "act": "add_item", "item": "cheeseburger", "quantity": 2, "modifiers": [{"group": "toppings", "modifier": "pickle", "amount": "no"}]
"type": "tap", "act": "add_combo", "combo": "cheeseburger_combo", "size": "large", "components": [{"slot": "drink", "item": "coke", "size": "large"}]
"type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": 3
"type": "tap", "act": "set_size", "line_id": "L1", "size": "large"
"type": "tap", "act": "set_modifier", "line_id": "L1", "group": "toppings", "modifier": "onion", "amount": "extra", "quantity": 2
"type": "tap", "act": "remove_line", "line_id": "L1"
"type": "crew", "act": "take_over"
EVENTS

count=0
while IFS='|' read -r secret wait body; do
    count=$((count + 1))
    printf '%s\n%s\n%s' "$secret" "$wait" "$body" > "corpus/webhook/$count"
done << 'WEBHOOKS'
whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw|30|{"status": "accepted", "pos_reference": "A17"}
whsec_bmV3IHNlY3JldCBvZiB0aGUgc2FtZSBob3VzZQ==|Sat, 21 Nov 2026 20:00:00 GMT|{"status": "rejected", "reason": "the grill is off", "item": "cheeseburger"}
whsec_|18446744073709551615|{"status": "accepted"}
WEBHOOKS

# The words of JSON that the readers know.
cat corpus/event/* corpus/house/*.json corpus/menu/*.json corpus/rules/*.json corpus/webhook/* |
    grep -o '"[a-z_]*"' | sort -u | sed 's/"/\\"/g; s/.*/"&"/' > corpus/json.dict
