"""Every call of the interface. Made by `cargo xtask clients` from the document of the service."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal
from urllib.parse import quote

from .schema import *


def place(value: object) -> str:
    """A value as it stands in a path."""
    return quote(str(value), safe="")


class Calls(ABC):
    @abstractmethod
    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Makes a call, and gives what it answers."""

    def healthz(self) -> Health:
        """Alive."""
        return self.call("GET", f"/healthz")

    def metrics(self) -> str:
        """Prometheus text."""
        return self.call("GET", f"/metrics")

    def readyz(self) -> Health:
        """Able to commit a turn: it makes a commit to show it."""
        return self.call("GET", f"/readyz")

    def ask(self, drive_thru: str, body: AskBody) -> AskAnswer:
        """Answer a question without a lane, and store nothing."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/ask", body)

    def changes(self, drive_thru: str, *, limit: int | None = None) -> ChangeList:
        """Who put the menu, the house and the rules of a drive-thru, and took what off the menu or put it back on,
        and when."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/changes", query={"limit": limit})

    def get_house(self, drive_thru: str) -> JsonDocument:
        """What the house of a drive-thru says of itself."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/house")

    def put_house(self, drive_thru: str, body: JsonDocument) -> JsonDocument:
        """Put a house in use."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/house", body)

    def put_availability(self, drive_thru: str, item: str, body: Availability) -> Availability:
        """Take an item off or put it back on."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/items/{place(item)}/availability", body)

    def put_size_availability(self, drive_thru: str, item: str, size: str, body: Availability) -> Availability:
        """Take a size of an item off or put it back on. What was ordered in it stays."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/items/{place(item)}/sizes/{place(size)}/availability", body)

    def lanes(self, drive_thru: str) -> LaneList:
        """Every lane of a drive-thru that was ever used, a line each."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/lanes")

    def lane(self, drive_thru: str, lane: str) -> LaneNow:
        """The lane now: its last turn, or `{"state":"idle"}`; with `holding`, what to say meanwhile, once, while the
        reply to an event is late."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/lanes/{place(lane)}")

    def take_event(self, drive_thru: str, lane: str, body: EventRequest) -> TurnAnswer:
        """Take an event on a lane."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/lanes/{place(lane)}/events", body)

    def get_menu(self, drive_thru: str) -> JsonDocument:
        """The menu of a drive-thru, with what is off now."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/menu")

    def put_menu(self, drive_thru: str, body: JsonDocument) -> TakenMenu:
        """Put a menu in use."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/menu", body)

    def put_modifier_availability(self, drive_thru: str, group: str, modifier: str, body: Availability) -> Availability:
        """Take a modifier off or put it back on, wherever it is had. What was ordered with it stays."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/modifiers/{place(group)}/{place(modifier)}/availability", body)

    def parse(self, drive_thru: str, body: ParseBody) -> Acts:
        """Understand a text, and change nothing."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/parse", body)

    def get_rules(self, drive_thru: str) -> JsonDocument:
        """The rules of a house."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/rules")

    def put_rules(self, drive_thru: str, body: JsonDocument, *, even_if: bool | None = None) -> JsonDocument:
        """Put rules in use."""
        return self.call("PUT", f"/v1/drive-thrus/{place(drive_thru)}/rules", body, query={"even_if": even_if})

    def activate_rules(self, drive_thru: str, body: Activate) -> VersionList:
        """Put a version of the rules in use, now or at a later time. What was planned for that very time is
        replaced."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/rules/activate", body)

    def check_rules(self, drive_thru: str, body: JsonDocument) -> RulesChecked:
        """Whether rules could be put in use as they are, and everything that is wrong with them. Nothing is
        stored."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/rules/check", body)

    def dry_run_rules(self, drive_thru: str, body: DryRun) -> DryRunReport:
        """Replay recorded sessions under another version of the rules, and tell what would have been otherwise.
        Nothing is changed."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/rules/dry-runs", body)

    def rules_versions(self, drive_thru: str) -> VersionList:
        """The versions of the rules that are kept: which is in use, which are planned, and who decided that."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/rules/versions")

    def keep_rules_version(self, drive_thru: str, body: JsonDocument) -> VersionList:
        """Keep a version of the rules, which is not in use before it is activated."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/rules/versions", body)

    def rules_version(self, drive_thru: str, version: str) -> JsonDocument:
        """A version of the rules."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/rules/versions/{place(version)}")

    def sessions(self, drive_thru: str, *, from_: str | None = None, to: str | None = None, end: Literal["completed", "left", "abandoned"] | None = None, total: str | None = None, limit: int | None = None, cursor: str | None = None) -> SessionList:
        """The sessions of a drive-thru, the newest first."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/sessions", query={"from": from_, "to": to, "end": end, "total": total, "limit": limit, "cursor": cursor})

    def speech_hints(self, drive_thru: str, *, format: Literal["keyterms", "prompt", "jsgf"] | None = None) -> KeyTerms | str:
        """The menu's words for a speech recognizer, also of what is off."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/speech-hints", query={"format": format})

    def tickets(self, drive_thru: str, *, status: TicketStatus | None = None, limit: int | None = None) -> TicketList:
        """The newest tickets of a drive-thru."""
        return self.call("GET", f"/v1/drive-thrus/{place(drive_thru)}/tickets", query={"status": status, "limit": limit})

    def test_webhook(self, drive_thru: str) -> WebhookTest:
        """Sends an event about no ticket to the webhook, signed as messages are. Its `type` is `webhook.test`, which
        no POS may make an order of."""
        return self.call("POST", f"/v1/drive-thrus/{place(drive_thru)}/webhook/test")

    def machine(self) -> Machine:
        """The state machine: its states, and its table row by row."""
        return self.call("GET", f"/v1/machine")

    def rules_vocabulary(self) -> Vocabulary:
        """What rules can be made of: points with their outcomes, and the facts that conditions can ask."""
        return self.call("GET", f"/v1/rules/vocabulary")

    def menu_schema(self) -> JsonDocument:
        """The JSON Schema of menus."""
        return self.call("GET", f"/v1/schemas/menu")

    def forget_session(self, session_id: str) -> ForgottenSession:
        """Forget a session that is over: its audit log, its events, and its tickets that the POS is done with."""
        return self.call("DELETE", f"/v1/sessions/{place(session_id)}")

    def audit(self, session_id: str, *, with_: Literal["documents"] | None = None, after: int | None = None, limit: int | None = None) -> Audit:
        """A session's audit log, also after it ended. Of a long one as many turns as fit into 4 MiB, and `next` to go
        on `after`; with documents all of it, however long, in chunks of at most a document or 4 MiB."""
        return self.call("GET", f"/v1/sessions/{place(session_id)}/audit", query={"with": with_, "after": after, "limit": limit})

    def transcript(self, session_id: str) -> str:
        """A session as a transcript that `carhop replay` holds it to."""
        return self.call("GET", f"/v1/sessions/{place(session_id)}/transcript")

    def explain_turn(self, session_id: str, turn: int, *, item: str | None = None) -> TurnExplained:
        """Why the rules of the house decided as they did in a turn."""
        return self.call("GET", f"/v1/sessions/{place(session_id)}/turns/{place(turn)}/rules", query={"item": item})

    def sign_in(self, body: SignIn) -> SignedIn:
        """Sign a browser in: it is given a cookie, which comes with its calls from then on."""
        return self.call("POST", f"/v1/sign-in", body)

    def make_sign_in_code(self, body: NewCode) -> SignInCode:
        """Make a code: one browser signs in with it, within five minutes, and may do what it is for. What is done
        there comes with the key that the code was made with, and ends with it."""
        return self.call("POST", f"/v1/sign-in-codes", body)

    def sign_out(self) -> SignedOut:
        """Sign a browser out."""
        return self.call("POST", f"/v1/sign-out")

    def socket_ticket(self) -> SocketTicket:
        """Make a ticket: it opens one socket of a lane, or one stream of a drive-thru, for the key that it was made
        with. A browser can send no header with these, and a key stands in no URL."""
        return self.call("POST", f"/v1/socket-tickets")

    def ticket(self, ticket_id: str) -> TicketView:
        """A ticket with its delivery history."""
        return self.call("GET", f"/v1/tickets/{place(ticket_id)}")

    def ack_ticket(self, ticket_id: str, body: Ack) -> TicketView:
        """The POS took the ticket."""
        return self.call("POST", f"/v1/tickets/{place(ticket_id)}/ack", body)

    def ticket_message(self, ticket_id: str) -> TicketMessage:
        """The message of a ticket, as it is sent with each attempt."""
        return self.call("GET", f"/v1/tickets/{place(ticket_id)}/message")

    def payment_problem(self, ticket_id: str, body: PaymentProblem) -> TicketView:
        """The POS could not take the money."""
        return self.call("POST", f"/v1/tickets/{place(ticket_id)}/payment-problem", body)

    def reject_ticket(self, ticket_id: str, body: Reject) -> TicketView:
        """The POS refused the ticket."""
        return self.call("POST", f"/v1/tickets/{place(ticket_id)}/reject", body)

    def resend_ticket(self, ticket_id: str) -> TicketView:
        """Sends a ticket to the POS again: a dead one, or one that the POS said nothing of."""
        return self.call("POST", f"/v1/tickets/{place(ticket_id)}/resend")

    def void_ticket(self, ticket_id: str, body: Void) -> TicketView:
        """Voids a ticket that no lane waits for, and tells the POS so."""
        return self.call("POST", f"/v1/tickets/{place(ticket_id)}/void", body)
