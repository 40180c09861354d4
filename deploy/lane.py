"""A lane's frontend to start from, without a microphone: what is typed is what was heard, what is printed is spoken.

lane.py URL DRIVE_THRU LANE [KEY_FILE]. A line is an utterance; `/car` and `/left` are the sensor in the road. Put a
recognizer in the place of `hear` and a voice in that of `Voice`.
"""

import os
import pathlib
import queue
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "clients/python"))

from carhop import Carhop, CarhopError

# Whoever says nothing for so long is asked again.
SILENCE_SECONDS = float(os.environ.get("LANE_SILENCE_SECONDS", "6"))
# How long a letter takes to be spoken.
LETTER_SECONDS = float(os.environ.get("LANE_LETTER_SECONDS", "0.06"))


class Lane:
    """Sends events, each until it is known what came of it."""

    def __init__(self, url, drive_thru, lane, key):
        self.carhop = Carhop(url, key)
        self.drive_thru, self.lane = drive_thru, lane

    def send(self, event):
        """The turn of an event; None if the crew has to see to the car."""
        try:
            return self.carhop.send(self.drive_thru, self.lane, event)
        except CarhopError as error:
            print(f"the crew is called: {error}", file=sys.stderr, flush=True)


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
                listens = take(lane.send({"type": "silence", "seconds": round(quiet)}), voice)
                quiet_since = time.monotonic()
            continue
        if words is None:
            return
        if words == "/car":
            turn = lane.send({"type": "car_detected"})
        elif words == "/left":
            turn = lane.send({"type": "car_left"})
        else:
            barge_in = voice.speaks()
            if barge_in:
                # Nobody is talked over, whatever comes of the words.
                voice.stop()
            turn = lane.send({"type": "utterance", "text": words, "barge_in": barge_in})
        listens = take(turn, voice)
        quiet_since = time.monotonic()


if __name__ == "__main__":
    main(*sys.argv[1:])
