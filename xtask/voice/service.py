"""The service as a lane's frontend sees it."""

import json
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

DRIVE_THRU = "/v1/drive-thrus/voice"
LANE = f"{DRIVE_THRU}/lanes/1"

#: How long an answer or the end of the service is waited for.
WAIT_SECONDS_MAX = 30


@dataclass
class Visit:
    """What came of one car."""

    lines: list[dict[str, Any]]
    turn_ms: list[float]


class Service:
    """The real service on a free port, with a fresh folder; it ends with the `with`."""

    def __init__(self, binary: Path, menu: Path) -> None:
        self.folder = TemporaryDirectory(prefix="carhop-voice-")
        command = [binary, "serve", "--listen", "127.0.0.1:0", "--log", "warn", "--menu", menu, "--data"]
        self.process = subprocess.Popen([*command, self.folder.name], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        # `Carhop serves "..." on http://127.0.0.1:39637`
        _, found, address = self.process.stdout.readline().rpartition("http://")
        if not found:
            raise SystemExit(f"the service did not start: exit code {self.process.wait(WAIT_SECONDS_MAX)}")
        self.url = f"http://{address.strip()}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(WAIT_SECONDS_MAX)
        self.folder.cleanup()

    def hints(self, form: str) -> str:
        """The menu's words for a recognizer."""
        return self.call(f"{DRIVE_THRU}/speech-hints?format={form}").decode()

    def visit(self, utterances: list[tuple[str, float | None]]) -> Visit:
        """A car comes, says this, each with the recognizer's confidence if it has one, and leaves."""
        self.event({"type": "car_detected"})
        turn_ms = []
        for text, confidence in utterances:
            event = {"type": "utterance", "text": text} if text else {"type": "silence", "seconds": 5}
            if text and confidence is not None:
                event["confidence"] = confidence
            start = time.perf_counter()
            self.event(event)
            turn_ms.append((time.perf_counter() - start) * 1000)
        return Visit(self.event({"type": "car_left"})["order"]["lines"], turn_ms)

    def event(self, event: dict[str, Any]) -> dict[str, Any]:
        """The turn that answers an event."""
        return json.loads(self.call(f"{LANE}/events", json.dumps({"id": str(uuid.uuid4()), **event}).encode()))

    def call(self, path: str, body: bytes | None = None) -> bytes:
        request = urllib.request.Request(self.url + path, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS_MAX) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {error}: {error.read().decode()}") from error
