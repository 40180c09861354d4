"""A lane's frontend to start from, without a microphone: what is typed is what was heard, what is printed is spoken.

lane.py URL DRIVE_THRU LANE [KEY_FILE]. A line is an utterance; `/car` and `/left` are the sensor in the road. Put a
recognizer in the place of `hear` and a voice in that of `Voice`.
"""

import json
import os
import queue
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

# Whoever says nothing for so long is asked again.
SILENCE_SECONDS = float(os.environ.get("LANE_SILENCE_SECONDS", "6"))
# How long a letter takes to be spoken.
LETTER_SECONDS = float(os.environ.get("LANE_LETTER_SECONDS", "0.06"))
TIMEOUT_SECONDS = 10
TRIES_MAX = 8
WAIT_SECONDS_MIN, WAIT_SECONDS_MAX = 0.2, 5


class Lane:
    """Sends events, each until it is known what came of it."""

    def __init__(self, url, drive_thru, lane, key):
        self.url = f"{url}/v1/drive-thrus/{drive_thru}/lanes/{lane}/events"
        self.headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})

    def send(self, **event):
        """The turn of an event; None if the crew has to see to the car. The same id is sent again: it is taken once."""
        body = json.dumps({"id": str(uuid.uuid4()), **event}).encode()
        wait = WAIT_SECONDS_MIN
        for _ in range(TRIES_MAX):
            try:
                request = urllib.request.Request(self.url, body, self.headers)
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = error.read().decode(errors="replace")
                if error.code not in (429, 502, 503, 504):
                    return self.give_up(problem)
                wait = max(wait, float(error.headers.get("retry-after", 0)))
            except (OSError, ValueError) as error:
                problem = str(error)
            time.sleep(min(wait, WAIT_SECONDS_MAX))
            wait *= 2
        return self.give_up(problem)

    @staticmethod
    def give_up(problem):
        print(f"the crew is called: {problem}", file=sys.stderr, flush=True)


class Voice:
    """Speaks, until it is done or told to stop."""

    def __init__(self):
        self.speaks_until = 0

    def say(self, text):
        print(f"< {text}", flush=True)
        self.speaks_until = time.monotonic() + len(text) * LETTER_SECONDS

    def stop(self):
        if self.speaks():
            print("< ...", flush=True)
        self.speaks_until = 0

    def speaks(self):
        return time.monotonic() < self.speaks_until


def hear(heard):
    """Puts what is heard into a queue, and None at the end."""
    for line in sys.stdin:
        if line.strip():
            heard.put(line.strip())
    heard.put(None)


def take(turn, voice):
    """Does what a turn says. Whether the lane still listens to the car."""
    if turn is None:
        return False
    if turn.get("cancel_tts"):
        voice.stop()
    if turn.get("say"):
        voice.say(turn["say"]["text"])
    if turn.get("handoff"):
        print(f"the crew has the lane: {turn['handoff']}", file=sys.stderr, flush=True)
    return turn["state"] != "idle" and not turn.get("handoff")


def main(url, drive_thru, lane, key_file=None):
    key = open(key_file, encoding="ascii").read().strip() if key_file else None
    lane, voice, heard = Lane(url, drive_thru, lane, key), Voice(), queue.Queue()
    threading.Thread(target=hear, args=(heard,), daemon=True).start()
    listens, quiet_since = False, time.monotonic()
    while True:
        try:
            words = heard.get(timeout=0.05)
        except queue.Empty:
            quiet_since = max(quiet_since, voice.speaks_until)
            quiet = time.monotonic() - quiet_since
            if listens and quiet >= SILENCE_SECONDS:
                listens = take(lane.send(type="silence", seconds=round(quiet)), voice)
                quiet_since = time.monotonic()
            continue
        if words is None:
            return
        if words == "/car":
            turn = lane.send(type="car_detected")
        elif words == "/left":
            turn = lane.send(type="car_left")
        else:
            barge_in = voice.speaks()
            if barge_in:
                # Nobody is talked over, whatever comes of the words.
                voice.stop()
            turn = lane.send(type="utterance", text=words, barge_in=barge_in)
        listens = take(turn, voice)
        quiet_since = time.monotonic()


if __name__ == "__main__":
    main(*sys.argv[1:])
