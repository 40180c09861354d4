"""Calls Carhop. An event has one id however often it is sent, so whatever is not answered is sent again."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, Unpack
from urllib.parse import urlencode

from .calls import Calls
from .schema import EventHead, LaneEvent, PaymentProblem, Problem, TicketView, TurnAnswer

__all__ = ["Carhop", "CarhopError", "ProblemError", "UnansweredError"]

# What nothing came of: the service, or a proxy in front of it, asks to come again.
TRIED_AGAIN = (429, 502, 503, 504)
WAIT_SECONDS_MIN, WAIT_SECONDS_MAX = 0.2, 5.0


class CarhopError(Exception):
    """A call that came to nothing."""


class ProblemError(CarhopError):
    """The service has said why not."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem['status']} {problem['title']}: {problem['detail']}")
        self.problem = problem
        self.status = problem["status"]
        self.title = problem["title"]
        self.detail = problem["detail"]
        # The name of the problem, such as `lane-idle`.
        self.code = problem["type"].rpartition(":")[2]
        # The field that is faulty.
        self.field = problem.get("field")


class UnansweredError(CarhopError):
    """Nobody has answered, and it is not known whether the call was taken."""


class Carhop(Calls):
    """Every call of the interface, each of which is tried again for `patience_seconds`. A try is given up where nothing
    comes for `silence_seconds`."""

    def __init__(
        self, url: str, key: str | None = None, *, silence_seconds: float = 10, patience_seconds: float = 30
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.silence_seconds = silence_seconds
        self.patience_seconds = patience_seconds

    def send(
        self, drive_thru: str, lane: str, event: LaneEvent, *, id: str | None = None, **head: Unpack[EventHead]
    ) -> TurnAnswer:
        """Sends what happened on a lane. An event without an `id` gets one."""
        body: Any = {"id": id or new_id(), **head, **event}
        return self.take_event(drive_thru, lane, body)

    def payment_problem(self, ticket_id: str, body: PaymentProblem) -> TicketView:
        """Says that a payment failed. Each is another one, unless it has the `id` of one before."""
        return super().payment_problem(ticket_id, {"id": new_id(), **body})

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Makes a call until it is answered, and gives up when the next try would be too late."""
        given = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in (query or {}).items()}
        given = {name: value for name, value in given.items() if value is not None}
        url = f"{self.url}{path}?{urlencode(given)}" if given else self.url + path
        ends_at = time.monotonic() + self.patience_seconds
        wait = WAIT_SECONDS_MIN
        while True:
            failure: CarhopError
            # Those who failed together do not come again together.
            pause = wait * random.uniform(0.5, 1)
            try:
                return self.attempt(method, url, body)
            except urllib.error.HTTPError as error:
                failure = ProblemError(problem_of(error))
                if error.code not in TRIED_AGAIN:
                    raise failure from None
                pause = max(pause, seconds(error.headers.get("retry-after")))
            except (OSError, http.client.HTTPException) as error:
                failure = UnansweredError(f"{method} {url} was not answered: {error}")
            if time.monotonic() + pause > ends_at:
                raise failure
            time.sleep(pause)
            wait = min(2 * wait, WAIT_SECONDS_MAX)

    def attempt(self, method: str, url: str, body: Any) -> Any:
        """One try."""
        request = urllib.request.Request(url, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        if self.key:
            # Nobody whom the service refers to gets to see it.
            request.add_unredirected_header("authorization", f"Bearer {self.key}")
        with urllib.request.urlopen(request, timeout=self.silence_seconds) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers.get("content-type", "") else text


def new_id() -> str:
    return str(uuid.uuid4())


def problem_of(error: urllib.error.HTTPError) -> Problem:
    """What is wrong. A proxy answers in a form of its own, or not to the end."""
    problem: Any = {"type": "about:blank", "title": error.reason, "status": error.code, "detail": ""}
    try:
        return problem | json.load(error)
    except (OSError, ValueError, TypeError, http.client.HTTPException):
        return problem


def seconds(header: str | None) -> float:
    """What a `Retry-After` says. The service says it in seconds."""
    return float(header) if header and header.isdecimal() else 0
