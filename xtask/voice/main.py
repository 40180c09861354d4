"""Speaks orders to the real service, by a voice and a recognizer, and counts what is understood.

    python main.py --service BINARY --menu MENU --orders ORDERS --report FILE

The orders are JSON lines: `said`, the utterances of one car, and `lines`, the order that it should end with, in the
form of a turn's `order.lines`, where prices and what is usual may be left out. The exit code is 1 below a floor.
"""

import argparse
import doctest
import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scoring
from service import Service
from speech import RATE, SEED, Audio, Heard, Recognizer, Sphinx, Voice, Whisper, noisy

#: Of the words that a customer says, so many may be heard wrong.
WORD_ERROR_RATE_MAX = 0.10

#: Of the orders that are spoken, so many must be right to the last modifier.
ORDERS_RIGHT_MIN = 0.70

#: Below this the service applies nothing of an utterance: its `--confidence-min`.
CONFIDENCE_MIN = 0.6

#: How far speech is above the noise, in decibels: an engine beside the open window.
SPEECH_OVER_NOISE = 10.0


@dataclass
class Order:
    said: list[str]
    lines: list[dict[str, Any]]


@dataclass
class Taken:
    """One order as it was heard and taken."""

    heard: list[str]
    confidence: list[float | None]
    words: int
    word_errors: int
    difference: list[str]
    recognition_ms: list[float]
    turn_ms: list[float]


@dataclass
class Row:
    """All orders, taken one way."""

    name: str
    taken: list[Taken] = field(default_factory=list)

    @property
    def word_error_rate(self) -> float:
        return sum(it.word_errors for it in self.taken) / sum(it.words for it in self.taken)

    @property
    def unsure(self) -> int:
        """How many utterances were not applied, since the recognizer said that it might be wrong."""
        return sum(sure is not None and sure < CONFIDENCE_MIN for it in self.taken for sure in it.confidence)

    @property
    def right(self) -> int:
        return sum(not it.difference for it in self.taken)

    def figures(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "word_error_rate": round(self.word_error_rate, 4),
            "unsure": self.unsure,
            "orders": len(self.taken),
            "orders_right": self.right,
            "recognition_ms": half_and_most([ms for it in self.taken for ms in it.recognition_ms]),
            "turn_ms": half_and_most([ms for it in self.taken for ms in it.turn_ms]),
            "taken": [asdict(it) for it in self.taken],
        }


def main() -> None:
    arguments = parsed()
    if doctest.testmod(scoring).failed:
        raise SystemExit("the scores cannot be trusted: an example in scoring.py fails")
    orders = [Order(**json.loads(line)) for line in arguments.orders.read_text().splitlines()]
    with Service(arguments.service, arguments.menu) as service:
        rows = take_all(service, orders)
    for index, order in enumerate(orders):
        show(index, order, rows)
    print_table(rows)
    arguments.report.write_text(json.dumps([row.figures() for row in rows], indent=1) + "\n")
    hold_floors(next(row for row in rows if row.name == "hints"))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--service", "--menu", "--orders", "--report"):
        parser.add_argument(name, type=Path, required=True)
    return parser.parse_args()


def take_all(service: Service, orders: list[Order]) -> list[Row]:
    """The orders as text, then by voice: with and without the menu's words, over noise, and by another recognizer."""
    prompt = service.hints("prompt")
    model = Whisper.load()
    tokens = len(model.hf_tokenizer.encode(prompt, add_special_tokens=False).ids)
    print(f"The recognizer reads {min(tokens, Whisper.PROMPT_TOKENS_MAX)} of the {tokens} tokens of the hints.")
    hinted = Whisper(model, prompt)

    voice, chance = Voice(), np.random.default_rng(SEED)
    spoken = [[voice.say(text) for text in order.said] for order in orders]
    noise = [[noisy(audio, SPEECH_OVER_NOISE, chance) for audio in audios] for audios in spoken]
    minutes = sum(len(audio) for audios in spoken for audio in audios) / RATE / 60
    utterances = sum(map(len, spoken))
    print(f"{len(orders)} orders, {utterances} utterances, {minutes:.1f} minutes of speech.")
    hinted.hear(spoken[0][0])  # The first time takes longer.

    return [
        take_text(service, orders),
        take_voice(service, orders, "hints", spoken, hinted),
        take_voice(service, orders, "no hints", spoken, Whisper(model, None)),
        take_voice(service, orders, "hints, noise", noise, hinted),
        take_voice(service, orders, "grammar", spoken, Sphinx(service.hints("jsgf"))),
    ]


def take_text(service: Service, orders: list[Order]) -> Row:
    """The words as they were meant to be heard: no recognizer can do better than the parser."""
    row = Row("text")
    for order in orders:
        row.taken.append(take(service, order, [Heard(text, None, 0.0) for text in order.said]))
    return row


def take_voice(
    service: Service, orders: list[Order], name: str, spoken: list[list[Audio]], recognizer: Recognizer
) -> Row:
    print(f"Listening: {name}", flush=True)
    row = Row(name)
    for order, audios in zip(orders, spoken, strict=True):
        row.taken.append(take(service, order, [recognizer.hear(audio) for audio in audios]))
    return row


def take(service: Service, order: Order, heard: list[Heard]) -> Taken:
    visit = service.visit([(it.text, it.confidence) for it in heard])
    said = [scoring.words(text) for text in order.said]
    found = [scoring.words(it.text) for it in heard]
    return Taken(
        heard=[it.text for it in heard],
        confidence=[it.confidence for it in heard],
        words=sum(map(len, said)),
        word_errors=sum(map(scoring.word_errors, said, found)),
        difference=scoring.difference(order.lines, visit.lines),
        recognition_ms=[it.seconds * 1000 for it in heard],
        turn_ms=visit.turn_ms,
    )


def show(index: int, order: Order, rows: list[Row]) -> None:
    print(f"\n{index + 1:2} {'said':13}{' | '.join(order.said)}")
    for row in rows:
        taken = row.taken[index]
        verdict = "wrong" if taken.difference else "right"
        print(f"   {row.name:13}{' | '.join(taken.heard)}  [{taken.word_errors} of {taken.words} words, {verdict}]")
        for line in taken.difference:
            print(f"   {'':15}{line}")


def print_table(rows: list[Row]) -> None:
    print(f"\n{'':13}{'word errors':>12}{'unsure':>10}{'orders right':>16}{'recognition, ms':>19}{'turn, ms':>14}")
    for row in rows:
        figures = row.figures()
        times = ["{:.0f} {:.0f}".format(*figures[name].values()) for name in ("recognition_ms", "turn_ms")]
        right = f"{row.right} of {len(row.taken)}"
        print(f"{row.name:13}{row.word_error_rate:12.1%}{row.unsure:10}{right:>16}{times[0]:>19}{times[1]:>14}")
    print("Times: half of the utterances within the first, 95 % within the second.")


def half_and_most(values: list[float]) -> dict[str, float]:
    twentieths = statistics.quantiles(values, n=20, method="inclusive")
    return {"half": round(twentieths[9], 1), "most": round(twentieths[18], 1)}


def hold_floors(row: Row) -> None:
    broken = []
    if row.word_error_rate > WORD_ERROR_RATE_MAX:
        broken.append(f"more than {WORD_ERROR_RATE_MAX:.0%} of the words are heard wrong")
    if row.right < ORDERS_RIGHT_MIN * len(row.taken):
        broken.append(f"less than {ORDERS_RIGHT_MIN:.0%} of the spoken orders are right")
    if broken:
        raise SystemExit("; ".join(broken))


if __name__ == "__main__":
    main()
