"""What calls carry. Made by `cargo xtask clients` from the document of the service."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


# Where an answer is found.
About: TypeAlias = 'Literal["items", "modifiers", "combos", "categories", "order", "house"]'


class Ack(TypedDict):
    """What the POS calls a ticket."""

    # What the POS calls it.
    pos_reference: NotRequired[Words | None]


class ActOrder(TypedDict):
    """Something about the order."""

    # In the order in which they were said.
    ops: NotRequired[list[Op]]
    # Parts of the order that could not be settled.
    unresolved: NotRequired[list[Unresolved]]
    act: Literal["order"]


class ActDone(TypedDict):
    """"That's it.\""""

    act: Literal["done"]


class ActNeedsTime(TypedDict):
    """"Give me a minute.\""""

    act: Literal["needs_time"]


class ActMenuQuestion(TypedDict):
    """"How much is the coke?\""""

    # What is asked about.
    topic: Topic
    # Which items are asked about; empty for the menu as a whole.
    items: NotRequired[list[ItemId]]
    # The combos among them: then `items` has what each is based on.
    combos: NotRequired[list[ComboId]]
    # Which groups of choices are asked about: "what sauces do you have".
    groups: NotRequired[list[GroupId]]
    # All of the question. The other fields say of it what earlier releases knew.
    query: NotRequired[Query | None]
    act: Literal["menu_question"]


class ActAnswer(TypedDict):
    """"Mustard", after "Ketchup or mustard?": an answer to a question of the house."""

    # Its id.
    answer: str
    act: Literal["answer"]


class ActYes(TypedDict):
    """"Yes.\""""

    act: Literal["yes"]


class ActNo(TypedDict):
    """"No.\""""

    act: Literal["no"]


class ActNeverMind(TypedDict):
    """"Never mind.\""""

    act: Literal["never_mind"]


class ActNotRight(TypedDict):
    """"That's not right.\""""

    act: Literal["not_right"]


class ActRepeat(TypedDict):
    """"What was that?\""""

    act: Literal["repeat"]


class ActHuman(TypedDict):
    """"Agent!\""""

    act: Literal["human"]


class ActHasCode(TypedDict):
    """"I have a coupon", "I ordered in the app": something that the crew settles at the window."""

    act: Literal["has_code"]


class ActHasAllergy(TypedDict):
    """"I'm allergic to peanuts.\""""

    # To what, if it was said: "nuts" are peanuts and tree nuts.
    allergens: NotRequired[list[Allergen]]
    act: Literal["has_allergy"]


class ActUpset(TypedDict):
    """"This is ridiculous!\""""

    act: Literal["upset"]


class ActSmallTalk(TypedDict):
    """"How are you?\""""

    act: Literal["small_talk"]


class ActBackChannel(TypedDict):
    """"Mhm", "hmm": a sound of somebody who listens."""

    # Whether it means yes to a question that was asked to its end: "mm-hm", never "hmm".
    assents: NotRequired[bool]
    act: Literal["back_channel"]


class ActUnclear(TypedDict):
    """Has no meaning here."""

    act: Literal["unclear"]


# One thing that an utterance does.
Act: TypeAlias = 'ActOrder | ActDone | ActNeedsTime | ActMenuQuestion | ActAnswer | ActYes | ActNo | ActNeverMind | ActNotRight | ActRepeat | ActHuman | ActHasCode | ActHasAllergy | ActUpset | ActSmallTalk | ActBackChannel | ActUnclear'


class Activate(TypedDict):
    """Which version is put in use."""

    # The version, as `GET .../rules/versions` names it.
    version: str
    # From when on, within a year; from now on where it is left out.
    at: NotRequired[str | None]
    # Also where the rules would hand more than a fifth of the recorded sessions to the crew.
    even_if: NotRequired[bool]


class Actor(TypedDict):
    """Whose key an act came with. It is kept beside what was done, and decides nothing."""

    # The key's id.
    key: str
    # What people call it.
    name: str
    # Whether it came from a browser that was signed in with a code of the key, and not with the key.
    by_code: NotRequired[bool]


class Acts(TypedDict):
    """Everything that was heard in one utterance."""

    # In the order in which they were said.
    acts: list[Act]
    # How sure the agent is of the acts given, 0 to 1.
    confidence: float
    # Who heard it, such as `grammar`.
    agent: str
    # Why it was this agent; none where there is only one.
    choice: NotRequired[Choice | None]
    # Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
    # there was one guess only.
    heard: NotRequired[int | None]


class AddCombo(TypedDict):
    """The fields of a tap that adds a combo."""

    # The combo's id.
    combo: str
    # The id of the size of the whole.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the combo's main comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the slots; what is left out is filled as usual or asked for.
    components: NotRequired[list[ComponentPick]]


class AddItem(TypedDict):
    """The fields of a tap that adds an item."""

    # The item's id.
    item: str
    # The size's id.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]


Allergen: TypeAlias = 'str'


class Allergens(TypedDict):
    """What something contains that some must avoid."""

    # Of what.
    of: Subject
    # What was asked for; empty for all.
    asked: list[Allergen]
    # What it contains, all of it.
    contains: list[Allergen]
    # What may have got into it.
    may_contain: list[Allergen]
    # The parts of which the menu does not say.
    unknown: list[Subject]
    # What is still to be chosen: the rest depends on it.
    open: list[Subject]
    # The open choices that contain, or may contain, what was asked for.
    depends: list[Subject]
    # The open choices of which the menu does not say.
    unsure_choices: list[Subject]


class Alternative(TypedDict):
    """Another guess of the recognizer."""

    # What was said, perhaps.
    text: SpokenText
    # How sure the recognizer was of it; as sure as of the first guess if it does not say.
    confidence: NotRequired[Confidence | None]


# How much of a modifier.
Amount: TypeAlias = 'Literal["regular", "no", "extra", "light", "side"]'


class AskAnswer(TypedDict):
    """The answer to a question."""

    # In words.
    answer: str
    # What it says, as ids and values.
    facts: list[Fact]
    # What it was about, for the next question.
    refs: list[Subject]
    # Who answered.
    agent: Specialist
    # Whether a person must answer.
    handoff: bool


class AskBody(TypedDict):
    """A question, with what was said before."""

    # What is asked.
    input: SpokenText
    # What was said before, oldest first. The client keeps it.
    history: NotRequired[list[Message]]
    # When it is asked, for what is open or served then; now without it.
    at: NotRequired[str | None]
    # The language of the answer, such as `en-US`; that of the menu without it, or where it is not spoken here.
    locale: NotRequired[LocaleTag | None]


class AskedFor(TypedDict):
    """A change of a line that was asked for and never confirmed."""

    # What was to happen to the line.
    op: DiffOp
    # The line as it was asked for; one that was to go, as it was confirmed.
    line: LineView


class Asking(TypedDict):
    """A question as it is heard: by its topic and what it names, and as a [`Query`] where the parser makes one."""

    # What is asked about.
    topic: Topic
    # Which items are asked about; empty for the menu as a whole.
    items: NotRequired[list[ItemId]]
    # The combos among them: then `items` has what each is based on.
    combos: NotRequired[list[ComboId]]
    # Which groups of choices are asked about: "what sauces do you have".
    groups: NotRequired[list[GroupId]]
    # All of the question. The other fields say of it what earlier releases knew.
    query: NotRequired[Query | None]


class Audit(TypedDict):
    """A session's audit log."""

    # The session.
    session_id: str
    # Its drive-thru.
    drive_thru: str
    # Its lane.
    lane: str
    # How it ended; none while it is on.
    end: NotRequired[End | None]
    # A turn each, from 1.
    entries: list[AuditEntry]
    # The last turn here, if there are more: ask for those after it.
    next: NotRequired[int]
    # With `with=documents`: the menus, the lists of what was off, the houses and their rules that the turns name,
    # each by its hash. Those of an earlier version's turns are not known.
    documents: NotRequired[dict[str, Any]]


class AuditEntry(TypedDict):
    """A turn with the event that it answers. The JSON of the two is that of the store, byte for byte: a replay
    compares it."""

    # The turn's number.
    seq: int
    # When it was taken, UTC.
    at: str
    # The menu's own version.
    menu_version: Any
    # The event as it came.
    event: dict[str, Any]
    # The turn as it was answered.
    turn: Turn
    # Whose key the event came with; not there where it is asked for none.
    actor: NotRequired[Actor]


class Availability(TypedDict):
    """Whether something can be had."""

    # `false` takes it off in the whole drive-thru.
    available: bool
    # When what is taken off can be had again by itself.
    until: NotRequired[str | None]


# Who spoke or touched.
By: TypeAlias = 'Literal["customer", "crew"]'


# Whether something has caffeine.
Caffeine: TypeAlias = 'bool | int'


class CarDetected(TypedDict):
    """The fields of `car_detected`."""

    # The detector's name for the car.
    vehicle_id: NotRequired[str | None]


# A category of items, such as `drinks`.
CategoryId: TypeAlias = 'str'


class ChangeList(TypedDict):
    """Who changed what of a drive-thru."""

    # The newest first.
    changes: list[DocumentChange]


class ChangedDocumentMenu(TypedDict):
    """Its menu."""

    # The hash of its content, by which turns name it.
    hash: str
    document: Literal["menu"]


class ChangedDocumentHouse(TypedDict):
    """What its house says of itself."""

    # The hash of its content, by which turns name it.
    hash: str
    document: Literal["house"]


class ChangedDocumentRules(TypedDict):
    """The rules of its house."""

    # The hash of their content, by which turns name them.
    hash: str
    document: Literal["rules"]


class ChangedDocumentAvailability(TypedDict):
    """What of its menu can be had."""

    # The item, the modifier or the size.
    part: MenuPart
    # Whether it was put back on.
    available: bool
    # When what is off can be had again by itself.
    until: NotRequired[str]
    document: Literal["availability"]


# What of a drive-thru is changed.
ChangedDocument: TypeAlias = 'ChangedDocumentMenu | ChangedDocumentHouse | ChangedDocumentRules | ChangedDocumentAvailability'


class Choice(TypedDict):
    """Why one agent answered and not another."""

    # What decided it.
    why: Why
    # The language model that was asked; none if none was.
    model: NotRequired[str | None]
    # The prompt that it was given, by its name and version.
    prompt: NotRequired[str | None]
    # The profile by which a specialist asked it, by its name and version; none if it was no specialist.
    profile: NotRequired[str | None]
    # How many tokens that took, prompt and answer; none if no answer came.
    tokens: NotRequired[int | None]


class Choose(TypedDict):
    """The fields of a tap that answers the open question."""

    # The id of one of the question's candidates.
    candidate: str


# A combo, such as `cheeseburger_combo`.
ComboId: TypeAlias = 'str'


# Whether a modifier is on something.
Comes: TypeAlias = 'Literal["yes", "on_request", "never"]'


class ComponentPick(TypedDict):
    """What fills a slot of a combo."""

    # The slot.
    slot: SlotId
    # The item in it.
    item: ItemId
    # Its size, if it was said.
    size: NotRequired[SizeId | None]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]


class ComponentView(TypedDict):
    """What fills a slot, as it is shown."""

    # The slot.
    slot: SlotId
    # The item in it.
    item: ItemId
    # Its name.
    name: str
    # Its size.
    size: NotRequired[SizeId | None]
    # Differences from how the item comes.
    modifiers: list[ModifierPick]


# How sure the recognizer was, 0 to 1.
Confidence: TypeAlias = 'float'


class Correction(TypedDict):
    """What the words say about a change of something that was ordered."""

    # The words.
    text: str
    # What is corrected, where it is named apart from what should be: "the latte: oat, not almond".
    target: NotRequired[Description]
    # What should be.
    wanted: NotRequired[Description]
    # What should not be.
    unwanted: NotRequired[Description]
    # How many of the line are meant: "one of them"; all if absent.
    split: NotRequired[int | None]
    # Whose it is, where only their share of the line is meant: "hers with oat".
    person: NotRequired[Person | None]
    # Whether the last change was meant of the target, not of the line that it was made on: "I meant off the other".
    moves: NotRequired[bool]


class Crew(TypedDict):
    """The fields of `crew`."""

    # What the crew does.
    act: CrewAct


# What the crew does with a lane.
CrewAct: TypeAlias = 'Literal["take_over", "give_back"]'


class CrewAlertHasCode(TypedDict):
    """The customer has a coupon, or an order from the app: it is taken at the window."""

    kind: Literal["has_code"]


class CrewAlertHasAllergy(TypedDict):
    """Somebody in the car must not eat something."""

    # All that was said so far.
    allergens: list[Allergen]
    kind: Literal["has_allergy"]


class CrewAlertAllergensUnknown(TypedDict):
    """The customer asks what something contains, and the menu does not say all of it."""

    # What was asked about, by name.
    items: list[str]
    kind: Literal["allergens_unknown"]


class CrewAlertWantsExtras(TypedDict):
    """Something that costs nothing is wanted with an order whose ticket was made before."""

    # All that is not on the ticket, as the house calls it.
    names: list[str]
    kind: Literal["wants_extras"]


class CrewAlertUnconfirmed(TypedDict):
    """A confirmed order stands as it was confirmed, and the customer has asked for more or for something else
    since."""

    # The ticket that stands.
    ticket_id: str
    # What was asked for, by line.
    changes: list[AskedFor]
    kind: Literal["unconfirmed"]


class CrewAlertHouseRule(TypedDict):
    """A rule of the house calls the crew."""

    # The rule.
    rule: RuleId
    # Why, as the rule says it.
    reason: str
    kind: Literal["house_rule"]


class CrewAlertTicketRefused(TypedDict):
    """The POS refused a ticket."""

    # The ticket.
    ticket_id: str
    kind: Literal["ticket_refused"]


class CrewAlertHandoffUnanswered(TypedDict):
    """The crew was called, and has not come in time."""

    # Why they were called.
    reason: Handoff
    kind: Literal["handoff_unanswered"]


class CrewAlertTicketUnanswered(TypedDict):
    """The POS has neither taken nor refused a ticket in time."""

    # The ticket.
    ticket_id: str
    kind: Literal["ticket_unanswered"]


# Something that the crew is told.
CrewAlert: TypeAlias = 'CrewAlertHasCode | CrewAlertHasAllergy | CrewAlertAllergensUnknown | CrewAlertWantsExtras | CrewAlertUnconfirmed | CrewAlertHouseRule | CrewAlertTicketRefused | CrewAlertHandoffUnanswered | CrewAlertTicketUnanswered'


class Cursor(TypedDict):
    """How far a lane has come, so that a frontend can catch up without another call."""

    # The session that is on.
    session_id: NotRequired[str | None]
    # Its last turn; 0 on an idle lane.
    turn: int


class DayWeekday(TypedDict):
    """The next day of that name: `monday`."""

    # The next day of that name: `monday`.
    weekday: str


class DayDate(TypedDict):
    """A date."""

    # A date.
    date: str


class DayHoliday(TypedDict):
    """A holiday, by its name in the house's document."""

    # A holiday, by its name in the house's document.
    holiday: str


# A day that somebody names.
Day: TypeAlias = 'DayWeekday | DayDate | DayHoliday'


# A part of the day, such as `breakfast`.
DayPartId: TypeAlias = 'str'


class Description(TypedDict):
    """What words say of something: each part narrows what is meant, and an empty part says nothing."""

    # The line itself, where it is known.
    line_id: NotRequired[LineId | None]
    # The items that the name can mean.
    items: NotRequired[list[ItemId]]
    # The kind that was named: "the burger".
    category: NotRequired[CategoryId | None]
    # The sizes that the word can mean.
    sizes: NotRequired[list[SizeId]]
    # How many.
    quantity: NotRequired[int | None]
    # The modifiers, each with all that its word can mean.
    modifiers: NotRequired[list[list[ModifierPick]]]
    # Which of several.
    which: NotRequired[Which | None]


# A way to eat that something fits.
Diet: TypeAlias = 'Literal["vegetarian", "vegan", "halal", "kosher", "gluten_free"]'


class Diff(TypedDict):
    """One difference between an order before and after a turn."""

    # What happened to the line.
    op: DiffOp
    # The line.
    line_id: LineId
    # The quantity now; for a removed line, the quantity before.
    quantity: int


# What happened to a line.
DiffOp: TypeAlias = 'Literal["add", "change", "remove"]'


class Discount(TypedDict):
    """An amount that is taken off, by a rule of the house."""

    # The rule.
    rule: RuleId
    # What it is called.
    name: str
    # How much.
    amount: Money
    # The lines that it is for; absent if it is for the whole order.
    lines: NotRequired[list[LineId]]


class DocumentChangeMenu(TypedDict):
    """Its menu."""

    # The hash of its content, by which turns name it.
    hash: str
    document: Literal["menu"]
    # When.
    at: str
    # Whose key it came with; absent where no key was asked for.
    actor: NotRequired[Actor]


class DocumentChangeHouse(TypedDict):
    """What its house says of itself."""

    # The hash of its content, by which turns name it.
    hash: str
    document: Literal["house"]
    # When.
    at: str
    # Whose key it came with; absent where no key was asked for.
    actor: NotRequired[Actor]


class DocumentChangeRules(TypedDict):
    """The rules of its house."""

    # The hash of their content, by which turns name them.
    hash: str
    document: Literal["rules"]
    # When.
    at: str
    # Whose key it came with; absent where no key was asked for.
    actor: NotRequired[Actor]


class DocumentChangeAvailability(TypedDict):
    """What of its menu can be had."""

    # The item, the modifier or the size.
    part: MenuPart
    # Whether it was put back on.
    available: bool
    # When what is off can be had again by itself.
    until: NotRequired[str]
    document: Literal["availability"]
    # When.
    at: str
    # Whose key it came with; absent where no key was asked for.
    actor: NotRequired[Actor]


# A document that was put in use, or what of a menu can be had from then on.
DocumentChange: TypeAlias = 'DocumentChangeMenu | DocumentChangeHouse | DocumentChangeRules | DocumentChangeAvailability'


class Documents(TypedDict):
    """What a turn was decided with, each by the hash of its content, so that a session can be replayed later."""

    # The menu, as it was put in use.
    menu: str
    # What of it was off.
    off: str
    # The language packs.
    languages: str
    # What the house says of itself, if it says anything.
    house: NotRequired[str | None]
    # The rules of the house with which the session began, if there were any.
    rules: NotRequired[str | None]
    # The newest rules, if those are others: by them is decided what can be had and when the crew is called.
    newest_rules: NotRequired[str | None]


# What is tried, and on which sessions.
DryRun = TypedDict("DryRun", {
    # The version of the rules, as `GET .../rules/versions` names it.
    "version": 'str',
    # Of how many sessions, the newest first; 50 where it is not said. 200 at most, and 10,000 where the answer is
    # events.
    "sessions": 'NotRequired[int | None]',
    # Those that began at that time or later.
    "from": 'NotRequired[str | None]',
    # Those that began before that time.
    "to": 'NotRequired[str | None]',
})


class DryRunEnd(TypedDict):
    """What comes of all sessions together."""

    # All sessions together.
    total: DryRunTotal
    # How many sessions were left out, because the time was up.
    left_out: int


class DryRunReport(TypedDict):
    """What would have been otherwise."""

    # All sessions together.
    total: DryRunTotal
    # How many sessions were left out, because the time was up.
    left_out: int
    # The sessions that would be otherwise, the newest first.
    otherwise: list[SessionOtherwise]


class DryRunTotal(TypedDict):
    """All sessions, as they were and as they would be."""

    # How many sessions were replayed.
    sessions: int
    # How many of them would be otherwise.
    otherwise: int
    # How many could not be replayed.
    not_replayed: int
    # As they were.
    then: Sums
    # As they would be.
    now: Sums


# How a session ended.
End: TypeAlias = 'Literal["completed", "left", "abandoned"]'


class EventHead(TypedDict):
    """When an event happened, and how far its frontend is."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]


# An event's name.
EventKind: TypeAlias = 'Literal["CAR_DETECTED", "UTTERANCE_OK", "UTTERANCE_UNCLEAR", "USER_SAYS_DONE", "USER_NEEDS_TIME", "OOS", "MENU_QUESTION", "BIG_CHANGE", "USER_SAYS_NEVER_MIND", "USER_SAYS_NOT_RIGHT", "SILENCE", "USER_STARTS_ORDER", "USER_CLARIFIES_OK", "STILL_UNCLEAR", "HOUSE_ANSWERED", "PAYMENT_RETRY", "ORDER_COMPLETE", "TICKET_ACKNOWLEDGED", "TICKET_REJECTED", "PAYMENT_PROBLEM", "TICKET_UNANSWERED", "HANDOFF_UNANSWERED", "USER_CONFIRMS", "USER_WANTS_CHANGES", "ADD_MORE", "BARGE_IN", "SESSION_END", "SMALL_TALK", "USER_ASKS_REPEAT", "USER_ASKS_HUMAN", "USER_HAS_CODE", "USER_HAS_ALLERGY"]'


class EventRequestCarDetected(TypedDict):
    """A car is at the loop detector."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The detector's name for the car.
    vehicle_id: NotRequired[str | None]
    type: Literal["car_detected"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestUtterance(TypedDict):
    """Something was said."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # What was said.
    text: SpokenText
    # How sure the recognizer was of it.
    confidence: NotRequired[Confidence | None]
    # Whether it interrupted our speech.
    barge_in: NotRequired[bool]
    # Who said it.
    by: NotRequired[By]
    # What else the recognizer may have heard, the best first; `text` is its first guess.
    alternatives: NotRequired[list[Alternative]]
    # The words of `text`, with how sure the recognizer was of each.
    words: NotRequired[list[RecognizedWord]]
    # Whether the recognizer heard a question.
    question: NotRequired[bool]
    type: Literal["utterance"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestBargeIn(TypedDict):
    """Our speech was interrupted, no words yet."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    type: Literal["barge_in"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestSilence(TypedDict):
    """Nothing was heard for a while, or nothing was understood."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # How long nothing was heard.
    seconds: Seconds
    type: Literal["silence"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestOutOfStock(TypedDict):
    """An item is off."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The item's id.
    item: str
    type: Literal["out_of_stock"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestCarLeft(TypedDict):
    """The car is gone."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    type: Literal["car_left"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapConfirm(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    act: Literal["confirm"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapDeny(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    act: Literal["deny"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapDone(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    act: Literal["done"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapChoose(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The id of one of the question's candidates.
    candidate: str
    act: Literal["choose"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapAddItem(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The item's id.
    item: str
    # The size's id.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    act: Literal["add_item"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapAddCombo(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The combo's id.
    combo: str
    # The id of the size of the whole.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the combo's main comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the slots; what is left out is filled as usual or asked for.
    components: NotRequired[list[ComponentPick]]
    act: Literal["add_combo"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapRemoveLine(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The line.
    line_id: LineId
    act: Literal["remove_line"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapSetQuantity(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The line.
    line_id: LineId
    # How many there are now.
    quantity: Quantity
    act: Literal["set_quantity"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapSetSize(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The line.
    line_id: LineId
    # The id of a size of its item, or of its combo.
    size: str
    act: Literal["set_size"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestTapSetModifier(TypedDict):
    """The board was touched."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # The line.
    line_id: LineId
    # The id of one of its item's groups.
    group: str
    # The id of a modifier of the group.
    modifier: str
    # How much of it.
    amount: Amount
    # How many portions; 1 without it.
    quantity: NotRequired[Quantity]
    act: Literal["set_modifier"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


class EventRequestCrew(TypedDict):
    """The crew steps in or out."""

    # RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
    at: NotRequired[str]
    # If it is not the lane's session, the event is refused.
    session_id: NotRequired[str]
    # The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
    turn: NotRequired[int]
    # How many cars wait, for the rules of the house; as before if it is not said.
    cars_waiting: NotRequired[int]
    # What the crew does.
    act: CrewAct
    type: Literal["crew"]
    # Makes delivery at-least-once safe: the same id gets the same turn again.
    id: str


# A lane event as a frontend sends it. Which fields it has depends on its type.
EventRequest: TypeAlias = 'EventRequestCarDetected | EventRequestUtterance | EventRequestBargeIn | EventRequestSilence | EventRequestOutOfStock | EventRequestCarLeft | EventRequestTapConfirm | EventRequestTapDeny | EventRequestTapDone | EventRequestTapChoose | EventRequestTapAddItem | EventRequestTapAddCombo | EventRequestTapRemoveLine | EventRequestTapSetQuantity | EventRequestTapSetSize | EventRequestTapSetModifier | EventRequestCrew'


# What a lane expects to hear next; a hint for recognizers and parsers.
Expectation: TypeAlias = 'Literal["none", "free_form_ordering", "menu_questions_or_wait", "single_answer", "yes_no_or_changes", "closing"]'


class Extensions(TypedDict):
    """What only some problems tell."""

    # The field that is faulty.
    field: NotRequired[str | None]
    # Every fault of a menu, a house or rules.
    faults: NotRequired[list[Fault] | None]
    # The session that the event named, where it is not the lane's.
    session_id: NotRequired[str | None]
    # How far the lane has come.
    cursor: NotRequired[Cursor | None]
    # What rules would hand to the crew.
    too_many_handed_over: NotRequired[TooManyHandedOver | None]
    # On a socket: the event that it is about.
    event_id: NotRequired[str | None]


class FactPrice(TypedDict):
    """What something costs; of an item with sizes, one for each size."""

    # What.
    of: Subject
    # In the menu's currency.
    price: Money
    fact: Literal["price"]


# What comes in or on something.
FactContents = TypedDict("FactContents", {
    # What.
    "of": 'Subject',
    # The modifiers that it comes with.
    "with": 'list[MenuChoice]',
    "fact": 'Literal["contents"]',
})


class FactSizes(TypedDict):
    """Which sizes something has."""

    # What.
    of: Subject
    # None where there is one size only.
    sizes: list[SizeId]
    fact: Literal["sizes"]


class FactChoices(TypedDict):
    """What can be chosen."""

    # Of what; none for the group wherever it is had.
    of: NotRequired[Subject | None]
    # The group.
    group: GroupId
    # The choices that can be had now.
    choices: list[ModifierId]
    fact: Literal["choices"]


class FactParts(TypedDict):
    """What a combo comes with, and what it costs in its own size."""

    # The combo.
    combo: ComboId
    # What it comes with besides its main item.
    parts: list[Part]
    # In the menu's currency.
    price: Money
    fact: Literal["parts"]


class FactCalories(TypedDict):
    """How many calories something has."""

    # What.
    of: Subject
    # In kilocalories; none if the menu does not say.
    calories: NotRequired[int | None]
    fact: Literal["calories"]


class FactAllergens(TypedDict):
    """What something contains that some must avoid."""

    # Of what.
    of: Subject
    # What was asked for; empty for all.
    asked: list[Allergen]
    # What it contains, all of it.
    contains: list[Allergen]
    # What may have got into it.
    may_contain: list[Allergen]
    # The parts of which the menu does not say.
    unknown: list[Subject]
    # What is still to be chosen: the rest depends on it.
    open: list[Subject]
    # The open choices that contain, or may contain, what was asked for.
    depends: list[Subject]
    # The open choices of which the menu does not say.
    unsure_choices: list[Subject]
    fact: Literal["allergens"]


class FactDiet(TypedDict):
    """Whether something fits a diet."""

    # What.
    of: Subject
    # The diet.
    diet: Diet
    # None if the menu does not say.
    fits: NotRequired[bool | None]
    fact: Literal["diet"]


class FactDiets(TypedDict):
    """Which diets something fits."""

    # What.
    of: Subject
    # None if the menu does not say.
    diets: NotRequired[list[Diet] | None]
    fact: Literal["diets"]


class FactHeat(TypedDict):
    """How hot something is."""

    # What.
    of: Subject
    # 0 to 3; none if the menu does not say.
    heat: NotRequired[int | None]
    fact: Literal["heat"]


class FactCaffeine(TypedDict):
    """Whether something has caffeine."""

    # What.
    of: Subject
    # None if the menu does not say.
    caffeine: NotRequired[Caffeine | None]
    fact: Literal["caffeine"]


class FactAvailable(TypedDict):
    """Whether something can be had now."""

    # What.
    of: Subject
    # Whether it can.
    available: bool
    # The choices that must be made: the flavors of a shake.
    choices: list[MenuChoice]
    fact: Literal["available"]


class FactServed(TypedDict):
    """When things are served: told where that is asked, and of what is not served now."""

    # What.
    things: list[Subject]
    # The parts of the day in which they are; none for always.
    dayparts: list[DayPartId]
    fact: Literal["served"]


class FactWith(TypedDict):
    """Whether something comes with a modifier."""

    # What.
    of: Subject
    # The modifier.
    choice: MenuChoice
    # How.
    comes: Comes
    fact: Literal["with"]


class FactList(TypedDict):
    """Which there are."""

    # Of what.
    about: About
    # All of them, those that are told first.
    things: list[Subject]
    # How many of them were told before.
    told: int
    # What all of them fit.
    fits: list[Filter]
    # What they are first by.
    by: NotRequired[OrderBy | None]
    # Those that may contain it, or do with some choice, where it is asked what contains something.
    maybe: list[Subject]
    # Whether there may be more: of some the menu does not say what was asked.
    unsure: bool
    fact: Literal["list"]


class FactOutNow(TypedDict):
    """What is off now."""

    # The items.
    items: list[ItemId]
    fact: Literal["out_now"]


class FactRecommended(TypedDict):
    """What we recommend."""

    # At most two.
    items: list[ItemId]
    fact: Literal["recommended"]


class FactOrder(TypedDict):
    """What was ordered so far, with its total; with lines, those alone."""

    # The items that are asked about; none for all.
    items: list[ItemId]
    fact: Literal["order"]


class FactTotal(TypedDict):
    """What the order costs."""

    fact: Literal["total"]


class FactHouseHours(TypedDict):
    """What the house says of itself."""

    # The day, as it was asked for.
    day: Day
    # Its date; none for a holiday that the house does not name, or that is over.
    date: NotRequired[str | None]
    # The name of the holiday on it.
    holiday: NotRequired[str | None]
    # The spans that begin on it; none if they are unknown, an empty list if it is closed.
    spans: NotRequired[list[Span] | None]
    # Whether it is open now, where that is asked and known.
    now: NotRequired[OpenNow | None]
    about: Literal["hours"]
    fact: Literal["house"]


class FactHousePayment(TypedDict):
    """What the house says of itself."""

    # The way that was asked for.
    way: NotRequired[str | None]
    # Whether it takes that; none if nothing was asked for, or the list does not say.
    takes: NotRequired[bool | None]
    # All that it takes.
    ways: list[str]
    about: Literal["payment"]
    fact: Literal["house"]


class FactHouseTax(TypedDict):
    """What the house says of itself."""

    # Whether they do.
    included: bool
    about: Literal["tax"]
    fact: Literal["house"]


class FactHouseRestroom(TypedDict):
    """What the house says of itself."""

    # Who.
    restroom: Restroom
    about: Literal["restroom"]
    fact: Literal["house"]


class FactHouseWifi(TypedDict):
    """What the house says of itself."""

    # What there is.
    wifi: Wifi
    about: Literal["wifi"]
    fact: Literal["house"]


class FactHouseParking(TypedDict):
    """What the house says of itself."""

    # Where.
    parking: Parking
    about: Literal["parking"]
    fact: Literal["house"]


class FactHouseAddress(TypedDict):
    """What the house says of itself."""

    # The address.
    address: str
    # What the house is called.
    name: NotRequired[str | None]
    about: Literal["address"]
    fact: Literal["house"]


class FactHousePhone(TypedDict):
    """What the house says of itself."""

    # The number.
    phone: str
    about: Literal["phone"]
    fact: Literal["house"]


class FactHouseWheelchair(TypedDict):
    """What the house says of itself."""

    # Whether one can.
    can_come_in: bool
    about: Literal["wheelchair"]
    fact: Literal["house"]


class FactHousePets(TypedDict):
    """What the house says of itself."""

    # Where.
    pets: Pets
    about: Literal["pets"]
    fact: Literal["house"]


class FactHouseDiscounts(TypedDict):
    """What the house says of itself."""

    # All of them.
    discounts: list[ToldDiscount]
    about: Literal["discounts"]
    fact: Literal["house"]


class FactHouseDeals(TypedDict):
    """What the house says of itself."""

    # The day, as it was asked for.
    day: Day
    # Those of that day.
    deals: list[ToldDeal]
    about: Literal["deals"]
    fact: Literal["house"]


class FactHouseExtra(TypedDict):
    """What the house says of itself."""

    # As in the house's document; as it was asked for where it is not in there.
    name: str
    # Whether it is given.
    given: bool
    about: Literal["extra"]
    fact: Literal["house"]


class FactHouseExtras(TypedDict):
    """What the house says of itself."""

    # All of it.
    names: list[str]
    about: Literal["extras"]
    fact: Literal["house"]


class FactHouseAnswer(TypedDict):
    """What the house says of itself."""

    # Its id.
    id: str
    # What is said.
    say: str
    about: Literal["answer"]
    fact: Literal["house"]


class FactHouseStatement(TypedDict):
    """What the house says of itself."""

    # What is said.
    say: str
    about: Literal["statement"]
    fact: Literal["house"]


class FactHouseUnknown(TypedDict):
    """What the house says of itself."""

    # What was asked.
    select: Select
    about: Literal["unknown"]
    fact: Literal["house"]


class FactNameAnItem(TypedDict):
    """That something must be named first."""

    fact: Literal["name_an_item"]


class FactAskTheTeam(TypedDict):
    """That no data says it, but a person can."""

    fact: Literal["ask_the_team"]


# One thing that an answer says.
Fact: TypeAlias = 'FactPrice | FactContents | FactSizes | FactChoices | FactParts | FactCalories | FactAllergens | FactDiet | FactDiets | FactHeat | FactCaffeine | FactAvailable | FactServed | FactWith | FactList | FactOutNow | FactRecommended | FactOrder | FactTotal | FactHouseHours | FactHousePayment | FactHouseTax | FactHouseRestroom | FactHouseWifi | FactHouseParking | FactHouseAddress | FactHousePhone | FactHouseWheelchair | FactHousePets | FactHouseDiscounts | FactHouseDeals | FactHouseExtra | FactHouseExtras | FactHouseAnswer | FactHouseStatement | FactHouseUnknown | FactNameAnItem | FactAskTheTeam'


class FactEntry(TypedDict):
    """A fact that conditions can ask."""

    # Its name in conditions.
    name: str
    # What it is compared with.
    type: Kind
    # What it says.
    about: str
    # What it can be; none if there are others.
    values: NotRequired[list[str] | None]
    # The points at which it can be asked; none if it is all of them.
    at: NotRequired[list[Point] | None]


class Fault(TypedDict):
    """Something that is wrong with a document."""

    # Where: a JSON path such as `$.items[3].price`.
    path: str
    # What is wrong there, for the document's author.
    detail: str


# It contains one of these.
FilterContains = TypedDict("FilterContains", {
    # "Nuts" are peanuts and tree nuts.
    "allergens": 'list[Allergen]',
    "is": 'Literal["contains"]',
})


# It contains none of these; said also by who asks whether it is safe.
FilterFreeOf = TypedDict("FilterFreeOf", {
    # "Nuts" are peanuts and tree nuts.
    "allergens": 'list[Allergen]',
    "is": 'Literal["free_of"]',
})


# It fits a diet.
FilterDiet = TypedDict("FilterDiet", {
    # The diet.
    "diet": 'Diet',
    "is": 'Literal["diet"]',
})


# It costs so much.
FilterPrice = TypedDict("FilterPrice", {
    # Not more.
    "at_most": 'NotRequired[Money | None]',
    # Not less.
    "at_least": 'NotRequired[Money | None]',
    "is": 'Literal["price"]',
})


# It has so many calories at most.
FilterCalories = TypedDict("FilterCalories", {
    # In kilocalories.
    "at_most": 'int',
    "is": 'Literal["calories"]',
})


# It is hot, or not.
FilterHeat = TypedDict("FilterHeat", {
    # Whether it is.
    "hot": 'bool',
    "is": 'Literal["heat"]',
})


# It has caffeine, or not.
FilterCaffeine = TypedDict("FilterCaffeine", {
    # Whether it has.
    "has": 'bool',
    "is": 'Literal["caffeine"]',
})


# It is in a category.
FilterCategory = TypedDict("FilterCategory", {
    # The category.
    "category": 'CategoryId',
    "is": 'Literal["category"]',
})


# It is of a kind, as the menu calls it: `soda`.
FilterKind = TypedDict("FilterKind", {
    # The kind.
    "kind": 'str',
    "is": 'Literal["kind"]',
})


# It can have a choice of a kind, and comes without any: cheese.
FilterWithoutKind = TypedDict("FilterWithoutKind", {
    # The kind.
    "kind": 'str',
    "is": 'Literal["without_kind"]',
})


# It comes with a modifier, or can have it.
FilterWith = TypedDict("FilterWith", {
    # Its group.
    "group": 'GroupId',
    # The modifier.
    "modifier": 'ModifierId',
    "is": 'Literal["with"]',
})


# It comes without a modifier.
FilterWithout = TypedDict("FilterWithout", {
    # Its group.
    "group": 'GroupId',
    # The modifier.
    "modifier": 'ModifierId',
    "is": 'Literal["without"]',
})


# It can be had in that size.
FilterSize = TypedDict("FilterSize", {
    # The size.
    "size": 'SizeId',
    "is": 'Literal["size"]',
})


# It is served now, or later.
FilterServed = TypedDict("FilterServed", {
    # Whether it is asked what is off.
    "now": 'bool',
    "is": 'Literal["served"]',
})


# On that day of the week, today, tomorrow, or a holiday by its name.
FilterOn = TypedDict("FilterOn", {
    # The day.
    "day": 'Day',
    "is": 'Literal["on"]',
})


# By this way to pay: `visa`.
FilterWay = TypedDict("FilterWay", {
    # As in the house's document.
    "way": 'str',
    "is": 'Literal["way"]',
})


# Called so in the house's document: an extra.
FilterNamed = TypedDict("FilterNamed", {
    # As in the house's document.
    "name": 'str',
    "is": 'Literal["named"]',
})


# The answer of that id in the house's document.
FilterAnswer = TypedDict("FilterAnswer", {
    # Its id.
    "id": 'str',
    "is": 'Literal["answer"]',
})


# What must hold of an answer.
Filter: TypeAlias = 'FilterContains | FilterFreeOf | FilterDiet | FilterPrice | FilterCalories | FilterHeat | FilterCaffeine | FilterCategory | FilterKind | FilterWithoutKind | FilterWith | FilterWithout | FilterSize | FilterServed | FilterOn | FilterWay | FilterNamed | FilterAnswer'


class Fired(TypedDict):
    """A rule that has decided something in a turn."""

    # Where it hangs.
    at: Point
    # The rule.
    rule: RuleId


class ForgottenSession(TypedDict):
    """A session that was forgotten."""

    # The session.
    session_id: str
    # Its tickets that stay, because the POS is not done with them.
    tickets_kept: list[str]


# A group of modifiers, such as `toppings`.
GroupId: TypeAlias = 'str'


# Why the crew is wanted.
Handoff: TypeAlias = 'Literal["customer", "crew", "over_cap", "silence", "not_understood", "upset", "house_rule"]'


class HandoffView(TypedDict):
    """A hand-off to the crew."""

    # Why.
    reason: Handoff


class Health(TypedDict):
    """How the service is."""

    # Always `ok`; anything else is a problem.
    status: str


class HouseAsked(TypedDict):
    """A question of the house, as it is asked."""

    # The rule that asks it.
    rule: RuleId
    # The question, as it is spoken.
    text: str
    # What can be answered, by the ids that `candidates` has.
    answers: list[HouseChoice]


class HouseChoice(TypedDict):
    """An answer that a question of the house can have."""

    # Its id.
    id: str
    # What it is called.
    text: str


class HouseFactHours(TypedDict):
    """When it is open."""

    # The day, as it was asked for.
    day: Day
    # Its date; none for a holiday that the house does not name, or that is over.
    date: NotRequired[str | None]
    # The name of the holiday on it.
    holiday: NotRequired[str | None]
    # The spans that begin on it; none if they are unknown, an empty list if it is closed.
    spans: NotRequired[list[Span] | None]
    # Whether it is open now, where that is asked and known.
    now: NotRequired[OpenNow | None]
    about: Literal["hours"]


class HouseFactPayment(TypedDict):
    """Which ways to pay it takes."""

    # The way that was asked for.
    way: NotRequired[str | None]
    # Whether it takes that; none if nothing was asked for, or the list does not say.
    takes: NotRequired[bool | None]
    # All that it takes.
    ways: list[str]
    about: Literal["payment"]


class HouseFactTax(TypedDict):
    """Whether its prices include the tax."""

    # Whether they do.
    included: bool
    about: Literal["tax"]


class HouseFactRestroom(TypedDict):
    """Who may use its restroom."""

    # Who.
    restroom: Restroom
    about: Literal["restroom"]


class HouseFactWifi(TypedDict):
    """Its wifi."""

    # What there is.
    wifi: Wifi
    about: Literal["wifi"]


class HouseFactParking(TypedDict):
    """Where one can park."""

    # Where.
    parking: Parking
    about: Literal["parking"]


class HouseFactAddress(TypedDict):
    """Where it is."""

    # The address.
    address: str
    # What the house is called.
    name: NotRequired[str | None]
    about: Literal["address"]


class HouseFactPhone(TypedDict):
    """Its telephone number."""

    # The number.
    phone: str
    about: Literal["phone"]


class HouseFactWheelchair(TypedDict):
    """Whether one can come in with a wheelchair."""

    # Whether one can.
    can_come_in: bool
    about: Literal["wheelchair"]


class HouseFactPets(TypedDict):
    """Where pets may go."""

    # Where.
    pets: Pets
    about: Literal["pets"]


class HouseFactDiscounts(TypedDict):
    """Who pays less."""

    # All of them.
    discounts: list[ToldDiscount]
    about: Literal["discounts"]


class HouseFactDeals(TypedDict):
    """What is cheaper on a day."""

    # The day, as it was asked for.
    day: Day
    # Those of that day.
    deals: list[ToldDeal]
    about: Literal["deals"]


class HouseFactExtra(TypedDict):
    """Whether something is given that costs nothing."""

    # As in the house's document; as it was asked for where it is not in there.
    name: str
    # Whether it is given.
    given: bool
    about: Literal["extra"]


class HouseFactExtras(TypedDict):
    """What costs nothing."""

    # All of it.
    names: list[str]
    about: Literal["extras"]


class HouseFactAnswer(TypedDict):
    """An answer that the house has written."""

    # Its id.
    id: str
    # What is said.
    say: str
    about: Literal["answer"]


class HouseFactStatement(TypedDict):
    """What the house says of allergies in general."""

    # What is said.
    say: str
    about: Literal["statement"]


class HouseFactUnknown(TypedDict):
    """What the house does not say: a person can tell."""

    # What was asked.
    select: Select
    about: Literal["unknown"]


# One thing that a house says of itself.
HouseFact: TypeAlias = 'HouseFactHours | HouseFactPayment | HouseFactTax | HouseFactRestroom | HouseFactWifi | HouseFactParking | HouseFactAddress | HouseFactPhone | HouseFactWheelchair | HouseFactPets | HouseFactDiscounts | HouseFactDeals | HouseFactExtra | HouseFactExtras | HouseFactAnswer | HouseFactStatement | HouseFactUnknown'


# From when on a version is in use.
InUse = TypedDict("InUse", {
    # From then on; none for what was always so.
    "from": 'NotRequired[str | None]',
    # Whose key that was decided with.
    "by": 'NotRequired[Actor | None]',
})


# A menu item, such as `cheeseburger`.
ItemId: TypeAlias = 'str'


# A menu, a house or rules, as the interface describes their bodies: JSON objects that have pages of their own.
JsonDocument: TypeAlias = 'dict[str, Any]'


class KeyTerms(TypedDict):
    """What a speech recognizer should expect to hear."""

    # Always `keyterms`.
    format: str
    # The menu's language, such as `en-US`.
    locale: str
    # The most telling first, each once; 500 at most.
    keyterms: list[str]


# What a fact is compared with.
Kind: TypeAlias = 'Literal["number", "money", "time", "date", "text", "flag", "list"]'


class LaneEventCarDetected(TypedDict):
    """A car is at the loop detector."""

    # The detector's name for the car.
    vehicle_id: NotRequired[str | None]
    type: Literal["car_detected"]


class LaneEventUtterance(TypedDict):
    """Something was said."""

    # What was said.
    text: SpokenText
    # How sure the recognizer was of it.
    confidence: NotRequired[Confidence | None]
    # Whether it interrupted our speech.
    barge_in: NotRequired[bool]
    # Who said it.
    by: NotRequired[By]
    # What else the recognizer may have heard, the best first; `text` is its first guess.
    alternatives: NotRequired[list[Alternative]]
    # The words of `text`, with how sure the recognizer was of each.
    words: NotRequired[list[RecognizedWord]]
    # Whether the recognizer heard a question.
    question: NotRequired[bool]
    type: Literal["utterance"]


class LaneEventBargeIn(TypedDict):
    """Our speech was interrupted, no words yet."""

    type: Literal["barge_in"]


class LaneEventSilence(TypedDict):
    """Nothing was heard for a while, or nothing was understood."""

    # How long nothing was heard.
    seconds: Seconds
    type: Literal["silence"]


class LaneEventOutOfStock(TypedDict):
    """An item is off."""

    # The item's id.
    item: str
    type: Literal["out_of_stock"]


class LaneEventCarLeft(TypedDict):
    """The car is gone."""

    type: Literal["car_left"]


class LaneEventTapConfirm(TypedDict):
    """The board was touched."""

    act: Literal["confirm"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapDeny(TypedDict):
    """The board was touched."""

    act: Literal["deny"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapDone(TypedDict):
    """The board was touched."""

    act: Literal["done"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapChoose(TypedDict):
    """The board was touched."""

    # The id of one of the question's candidates.
    candidate: str
    act: Literal["choose"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapAddItem(TypedDict):
    """The board was touched."""

    # The item's id.
    item: str
    # The size's id.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    act: Literal["add_item"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapAddCombo(TypedDict):
    """The board was touched."""

    # The combo's id.
    combo: str
    # The id of the size of the whole.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the combo's main comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the slots; what is left out is filled as usual or asked for.
    components: NotRequired[list[ComponentPick]]
    act: Literal["add_combo"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapRemoveLine(TypedDict):
    """The board was touched."""

    # The line.
    line_id: LineId
    act: Literal["remove_line"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapSetQuantity(TypedDict):
    """The board was touched."""

    # The line.
    line_id: LineId
    # How many there are now.
    quantity: Quantity
    act: Literal["set_quantity"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapSetSize(TypedDict):
    """The board was touched."""

    # The line.
    line_id: LineId
    # The id of a size of its item, or of its combo.
    size: str
    act: Literal["set_size"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventTapSetModifier(TypedDict):
    """The board was touched."""

    # The line.
    line_id: LineId
    # The id of one of its item's groups.
    group: str
    # The id of a modifier of the group.
    modifier: str
    # How much of it.
    amount: Amount
    # How many portions; 1 without it.
    quantity: NotRequired[Quantity]
    act: Literal["set_modifier"]
    # Who touched it.
    by: NotRequired[By]
    type: Literal["tap"]


class LaneEventCrew(TypedDict):
    """The crew steps in or out."""

    # What the crew does.
    act: CrewAct
    type: Literal["crew"]


# What happened on a lane.
LaneEvent: TypeAlias = 'LaneEventCarDetected | LaneEventUtterance | LaneEventBargeIn | LaneEventSilence | LaneEventOutOfStock | LaneEventCarLeft | LaneEventTapConfirm | LaneEventTapDeny | LaneEventTapDone | LaneEventTapChoose | LaneEventTapAddItem | LaneEventTapAddCombo | LaneEventTapRemoveLine | LaneEventTapSetQuantity | LaneEventTapSetSize | LaneEventTapSetModifier | LaneEventCrew'


class LaneLine(TypedDict):
    """A lane in one line."""

    # The lane's id.
    lane: str
    # Its state.
    state: StateKind
    # What it expects to hear.
    expectation: Expectation
    # Its session.
    session_id: NotRequired[str | None]
    # The session's last turn.
    turn: int
    # The order's total.
    total: NotRequired[Money | None]
    # Why the crew has taken over, while it has.
    handoff: NotRequired[Handoff | None]
    # Why the crew is about to be called.
    handoff_near: NotRequired[Handoff | None]


class LaneList(TypedDict):
    """Every lane of a drive-thru."""

    # By lane id.
    lanes: list[LaneLine]


# A lane now.
LaneNow: TypeAlias = 'LastTurn | NoCar'


class LastTurn(TypedDict):
    """The last turn of a lane."""

    # Counts per session, from 1.
    turn: int
    # The event that it answers.
    event_id: str
    # The drive-thru.
    drive_thru: str
    # The lane.
    lane: str
    # The session.
    session_id: str
    # The event's time, UTC.
    at: str
    # The state after the turn.
    state: StateKind
    # What the lane expects to hear next.
    expectation: Expectation
    # The rows taken, in order.
    transitions: list[Transition]
    # The events that no row took.
    refused: list[Refusal]
    # What to say; none for a barge-in without words, a back-channel, a lane that is handed off or left.
    say: NotRequired[Say | None]
    # Whether to stop speaking at once.
    cancel_tts: bool
    # The open question.
    question: NotRequired[Question | None]
    # All that waits for an answer, the open question first, then the oldest.
    open: NotRequired[list[OpenView]]
    # What was heard.
    acts: list[Act]
    # Who heard it, and how sure it was.
    parser: NotRequired[Parser | None]
    # What the answer to a question says, as ids and values: also what is too long to be spoken.
    facts: NotRequired[list[Fact]]
    # What the turn changed on the order.
    diffs: list[Diff]
    # The order after the turn.
    order: OrderView
    # The upsell that waits for a yes.
    offer: NotRequired[Offer | None]
    # The order with the proposal that waits for a yes.
    proposal: NotRequired[OrderView | None]
    # The order's newest ticket.
    ticket: NotRequired[Ticket | None]
    # Whether the order is changed while its ticket stands: the next confirmation voids the ticket and makes another.
    superseding: NotRequired[bool]
    # Why the crew has taken over; none if it has not.
    handoff: NotRequired[HandoffView | None]
    # Why the crew is about to be called: if the next sentence is not understood, or is angry, either.
    handoff_near: NotRequired[HandoffView | None]
    # What somebody in the car must not eat.
    allergies: NotRequired[list[Allergen]]
    # What answers to the house have said of the session.
    tags: NotRequired[list[str]]
    # What the crew is told.
    crew_alerts: NotRequired[list[CrewAlert]]
    # The rules of the house that have decided something.
    fired: NotRequired[list[Fired]]
    # What it was decided with, in a session's first turn and in each that something else applies to from here on.
    documents: NotRequired[Documents | None]
    # What to say meanwhile, once, while the reply to an event is late.
    holding: NotRequired[Say]


# The id of an order line: `L1`, `L2`, ... Never reused within an order.
LineId: TypeAlias = 'str'


class LineView(TypedDict):
    """A line as it is shown."""

    # The line's id within its order.
    line_id: LineId
    # The item; the main of the combo if there is one.
    item: ItemId
    # The combo that the line is.
    combo: NotRequired[ComboId | None]
    # The item's or combo's name.
    name: str
    # The size of the item, or of the combo.
    size: NotRequired[SizeId | None]
    # How many.
    quantity: int
    # Differences from how the item comes.
    modifiers: list[ModifierPick]
    # What fills the combo's slots.
    components: list[ComponentView]
    # What the customer must still say: `size`, or the id of a group or slot.
    incomplete: list[str]
    # Whether the item or a component is off.
    out_of_stock: bool
    # What one costs; `0.00` while the line is incomplete.
    unit_price: Money
    # What the line costs.
    price: Money


# The tag of a language: 2 to 35 letters, digits and dashes.
LocaleTag: TypeAlias = 'str'


class Machine(TypedDict):
    """The whole machine: its states and its table."""

    # In the design's order.
    states: list[StateKind]
    # In the order in which they are tried: the first one for the state and event whose guard holds is taken.
    rows: list[MachineRow]


# A row of the table.
MachineRow = TypedDict("MachineRow", {
    # Its name: `S..` from the design, `G..` a global event of the design, `D..` what the design left open.
    "row": 'str',
    # The state before; `active` is any but `idle`.
    "from": 'str',
    # What happens.
    "event": 'str',
    # The guard that must hold; with `!`, that must not hold.
    "guard": 'NotRequired[str | None]',
    # The state after; `same` is the state before.
    "to": 'str',
    # The actions, in order.
    "actions": 'list[str]',
    # The points whose house rules can decide something in a turn that takes it.
    "points": 'list[Point]',
})


class MenuChoice(TypedDict):
    """A modifier, as a choice."""

    # Its group.
    group: GroupId
    # The modifier.
    modifier: ModifierId


class MenuPartGroup(TypedDict):
    """A modifier, wherever it is had."""

    # Its group.
    group: GroupId
    # The modifier.
    modifier: ModifierId


class MenuPartItem(TypedDict):
    """A size of an item."""

    # The item.
    item: ItemId
    # The size.
    size: SizeId


# Something that can be taken off a menu and put back on.
MenuPart: TypeAlias = 'MenuPartGroup | MenuPartItem'


class Message(TypedDict):
    """What was said before."""

    # Who said it.
    role: Role
    # The words. What we are said to have said is not believed.
    text: SpokenText
    # What an answer was about, as it came with the answer. What the menu does not have is skipped.
    refs: NotRequired[list[Subject]]


class Modification(TypedDict):
    """What changes on a line; what is `None` or empty stays."""

    # What is changed.
    target: Target
    # The new size of the item or combo.
    size: NotRequired[SizeId | None]
    # The combo that the line becomes.
    combo: NotRequired[ComboId | None]
    # How many there are now; 0 removes the line.
    quantity: NotRequired[int | None]
    # A modifier said again replaces what was said before.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the combo's slots.
    components: NotRequired[list[ComponentPick]]
    # How many of the line change ("on one of them"); all if absent.
    split: NotRequired[int | None]


# A modifier within its group, such as `pickle`.
ModifierId: TypeAlias = 'str'


class ModifierPick(TypedDict):
    """One modifier as it was asked for."""

    # Its group.
    group: GroupId
    # The modifier.
    modifier: ModifierId
    # How much of it.
    amount: NotRequired[Amount]
    # How many portions ("two espresso shots").
    quantity: NotRequired[int]


# An amount in hundredths of the menu's currency; a decimal string such as `"4.79"` in JSON.
Money: TypeAlias = 'str'


class NewCode(TypedDict):
    """What the browser may do that signs in with the code."""

    # What it may do: what the key may with which the code is made, and no more.
    scope: Scope
    # In which drive-thru.
    drive_thru: str
    # On which lane of it; on all where it is not said.
    lane: NotRequired[str]


class NewLine(TypedDict):
    """A line as it was asked for: only what was said."""

    # The item; the main of the combo if there is one.
    item: ItemId
    # The combo, if it was asked for as one.
    combo: NotRequired[ComboId | None]
    # The size of the item, or of the combo if there is one.
    size: NotRequired[SizeId | None]
    # How many.
    quantity: NotRequired[int]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the combo's slots.
    components: NotRequired[list[ComponentPick]]
    # For whom it is, as far as that was said: one for each, where it is for several.
    persons: NotRequired[list[Person]]


class NoCar(TypedDict):
    """That no car is on a lane."""

    state: Literal["idle"]
    # What to say meanwhile, once, while the reply to an event is late.
    holding: NotRequired[Say]


class NoticePong(TypedDict):
    """The answer to a `ping`."""

    type: Literal["pong"]


class NoticeHolding(TypedDict):
    """A reply is late: what the customer is told meanwhile."""

    # The words.
    say: Say
    type: Literal["holding"]


class NoticeResync(TypedDict):
    """Turns are left out: the lane is to be read again."""

    # `too_old` or `lost`.
    reason: str
    type: Literal["resync"]


# What is sent besides turns and problems.
Notice: TypeAlias = 'NoticePong | NoticeHolding | NoticeResync'


class OfferItem(TypedDict):
    """One more item."""

    # One more item.
    item: ItemId


class OfferCombo(TypedDict):
    """A line made a combo."""

    # A line made a combo.
    combo: ComboId


# What is offered with an order.
Offer: TypeAlias = 'OfferItem | OfferCombo'


class OpAdd(TypedDict):
    """"Two cheeseburgers, no pickles.\""""

    # The item; the main of the combo if there is one.
    item: ItemId
    # The combo, if it was asked for as one.
    combo: NotRequired[ComboId | None]
    # The size of the item, or of the combo if there is one.
    size: NotRequired[SizeId | None]
    # How many.
    quantity: NotRequired[int]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the combo's slots.
    components: NotRequired[list[ComponentPick]]
    # For whom it is, as far as that was said: one for each, where it is for several.
    persons: NotRequired[list[Person]]
    op: Literal["add"]


class OpRemove(TypedDict):
    """"Take off the fries.\""""

    # What is removed.
    target: Target
    # How many are removed; all if absent.
    quantity: NotRequired[int | None]
    op: Literal["remove"]


class OpModify(TypedDict):
    """"Make that a large.\""""

    # What is changed.
    target: Target
    # The new size of the item or combo.
    size: NotRequired[SizeId | None]
    # The combo that the line becomes.
    combo: NotRequired[ComboId | None]
    # How many there are now; 0 removes the line.
    quantity: NotRequired[int | None]
    # A modifier said again replaces what was said before.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the combo's slots.
    components: NotRequired[list[ComponentPick]]
    # How many of the line change ("on one of them"); all if absent.
    split: NotRequired[int | None]
    op: Literal["modify"]


# "A hamburger instead of the cheeseburger."
OpReplace = TypedDict("OpReplace", {
    # What is removed.
    "target": 'Target',
    # The new line.
    "with": 'NewLine',
    "op": 'Literal["replace"]',
})


class OpCorrect(TypedDict):
    """"The oat one, not the almond one.\""""

    # The words.
    text: str
    # What is corrected, where it is named apart from what should be: "the latte: oat, not almond".
    target: NotRequired[Description]
    # What should be.
    wanted: NotRequired[Description]
    # What should not be.
    unwanted: NotRequired[Description]
    # How many of the line are meant: "one of them"; all if absent.
    split: NotRequired[int | None]
    # Whose it is, where only their share of the line is meant: "hers with oat".
    person: NotRequired[Person | None]
    # Whether the last change was meant of the target, not of the line that it was made on: "I meant off the other".
    moves: NotRequired[bool]
    op: Literal["correct"]


class OpClear(TypedDict):
    """"Start over.\""""

    op: Literal["clear"]


# One change to an order.
Op: TypeAlias = 'OpAdd | OpRemove | OpModify | OpReplace | OpCorrect | OpClear'


class OpenNow(TypedDict):
    """Whether a house is open at the time at which that is asked."""

    # Whether it is.
    open: bool
    # When it closes, on its clock; none if it is closed, or never closes.
    until: NotRequired[str | None]
    # When it opens, on its clock; none if it is open, or that is unknown.
    opens: NotRequired[str | None]


class OpenView(TypedDict):
    """Something that only the customer can settle, as a turn shows it."""

    # What kind of answer settles it.
    kind: QuestionKind
    # The line that it is about.
    line_id: NotRequired[LineId | None]
    # Ids of what can be answered: items, sizes, modifiers, lines or answers of the house; empty when anything can.
    candidates: list[str]
    # What the house asks, if it is a question of the house.
    house: NotRequired[HouseAsked | None]
    # The words that it comes from: the customer's own, or the line's name.
    text: str
    # How many times it was asked.
    tries: int


# What comes first in an answer.
OrderBy: TypeAlias = 'Literal["cheapest", "dearest", "lightest", "heaviest", "hottest", "mildest", "most_caffeine", "least_caffeine"]'


# What may still happen to an order.
OrderStatus: TypeAlias = 'Literal["open", "frozen", "placed"]'


class OrderView(TypedDict):
    """An order as it is shown."""

    # The same for every revision of its ticket.
    order_id: str
    # What may still happen to it.
    status: OrderStatus
    # The line last mentioned.
    referent: NotRequired[LineId | None]
    # ISO 4217 code.
    currency: str
    # In the order in which they were added.
    lines: list[LineView]
    # The sum of the lines.
    subtotal: Money
    # What the rules of the house take off; absent if it is nothing.
    discounts: NotRequired[list[Discount]]
    # The tax on what is left of the subtotal, rounded half up once.
    tax: Money
    # What the customer pays.
    total: Money


class OutOfStock(TypedDict):
    """The fields of `out_of_stock`."""

    # The item's id.
    item: str


class ParkingPlace(TypedDict):
    """There: "behind the house"."""

    # There: "behind the house".
    place: str


# Where one can park, if anywhere.
Parking: TypeAlias = 'ParkingPlace'


class ParseBody(TypedDict):
    """What is to be understood."""

    # The words.
    text: SpokenText
    # What the lane expects to hear; that of the lane, or `free_form_ordering`.
    expectation: NotRequired[Expectation | None]
    # The lane whose order and question are meant.
    lane: NotRequired[str | None]


class Parser(TypedDict):
    """Who heard an utterance, and how sure it was."""

    # The agent's name.
    agent: str
    # 0 to 1.
    confidence: float
    # Why it was this agent; none where there is only one.
    choice: NotRequired[Choice | None]
    # Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
    # there was one guess only.
    heard: NotRequired[int | None]


class PartItem(TypedDict):
    """This item."""

    # This item.
    item: ItemId


class PartAnyOf(TypedDict):
    """One of a category, by choice."""

    # One of a category, by choice.
    any_of: CategoryId


# A part of a combo.
Part: TypeAlias = 'PartItem | PartAnyOf'


# How the payment of a ticket stands.
Payment: TypeAlias = 'Literal["none", "retry", "window"]'


class PaymentProblem(TypedDict):
    """Why the money could not be taken."""

    # Names the problem: said again with the same id it is the same one, and done once. Without it each is another.
    id: NotRequired[str | None]
    # Why.
    reason: NotRequired[Words | None]


class Person(TypedDict):
    """Somebody in the car, as the words tell of them."""

    # What a pronoun calls them.
    who: Who
    # By what they are named: "son", "Jonah"; none for a pronoun.
    name: NotRequired[str | None]


# Where pets may go.
Pets: TypeAlias = 'Literal["yes", "no", "outside"]'


# A point of the conversation at which rules are asked.
Point: TypeAlias = 'Literal["arrival", "available", "offer", "unsafe", "price", "after_add", "before_summary", "before_close", "patience", "crew", "agent"]'


class PointEntry(TypedDict):
    """A point with its outcomes."""

    # The point.
    at: Point
    # When it is asked.
    asked: str
    # What `then` can be, as examples.
    outcomes: list[dict[str, Any]]


class PointExplained(TypedDict):
    """Why the rules of a point decided as they did, at one time that they were asked."""

    # The point.
    at: Point
    # The item that they were asked about, if it was one.
    item: NotRequired[ItemId | None]
    # The rules of the point, in the order in which they are asked.
    rules: list[RuleExplained]


class Problem(TypedDict):
    """Why a call was not answered as it was meant, as `application/problem+json`."""

    # The field that is faulty.
    field: NotRequired[str | None]
    # Every fault of a menu, a house or rules.
    faults: NotRequired[list[Fault] | None]
    # The session that the event named, where it is not the lane's.
    session_id: NotRequired[str | None]
    # How far the lane has come.
    cursor: NotRequired[Cursor | None]
    # What rules would hand to the crew.
    too_many_handed_over: NotRequired[TooManyHandedOver | None]
    # On a socket: the event that it is about.
    event_id: NotRequired[str | None]
    # Ends in the problem's name, which is stable.
    type: str
    # The status in words.
    title: str
    # The HTTP status.
    status: int
    # What to do.
    detail: str


# How many of a line a tap asks for.
Quantity: TypeAlias = 'int'


class Query(TypedDict):
    """One question."""

    # Where the answer is found.
    about: About
    # What is asked of it.
    select: Select
    # What the words name: the question is about these. Empty for everything that fits.
    of: NotRequired[list[Subject]]
    # What must hold. With `select: whether` it is what is asked of those in `of`.
    where: NotRequired[list[Filter]]
    # What comes first.
    order_by: NotRequired[OrderBy | None]
    # How many are wanted: "the cheapest burger" is 1.
    limit: NotRequired[int | None]
    # Whether it goes on with what was answered before.
    subject: NotRequired[Source]


class Question(TypedDict):
    """What the customer is asked. A lane has at most one open."""

    # What kind of answer settles it.
    kind: QuestionKind
    # The line that it is about.
    line_id: NotRequired[LineId | None]
    # Ids of what can be answered: items, sizes, modifiers, lines or answers of the house; empty when anything can.
    candidates: list[str]
    # What the house asks, if it is a question of the house.
    house: NotRequired[HouseAsked | None]


# What kind of answer settles a question.
QuestionKind: TypeAlias = 'Literal["start_order", "which_item", "which_size", "which_option", "how_many", "what_else", "replacement", "confirm_change", "what_is_wrong", "payment_retry", "house"]'


# Why a part of an utterance could not be settled.
Reason: TypeAlias = 'Literal["not_on_menu", "ambiguous", "over_cap", "not_on_order", "not_allowed"]'


class RecognizedWord(TypedDict):
    """A word that was said."""

    # The word.
    text: SpokenText
    # How sure the recognizer was of it.
    confidence: Confidence


class Refusal(TypedDict):
    """An event that no row takes in the state that the lane is in. State and order stay as they are."""

    # The state.
    state: StateKind
    # The event's name.
    event: str
    # Why.
    reason: str


class Reject(TypedDict):
    """Why the POS refused a ticket."""

    # Why.
    reason: Words
    # The item that it is refused for, which is then off.
    item: NotRequired[str | None]


class RemoveLine(TypedDict):
    """The fields of a tap that removes a line."""

    # The line.
    line_id: LineId


# Who may use a restroom.
Restroom: TypeAlias = 'Literal["yes", "no", "customers"]'


# Who said something.
Role: TypeAlias = 'Literal["customer", "agent"]'


class RuleExplained(TypedDict):
    """What came of asking a rule, and why."""

    # The rule.
    rule: RuleId
    # What came of it.
    verdict: Verdict
    # What of its condition decided that; nothing for one that was not looked at, or has no condition.
    because: NotRequired[list[TestExplained]]


# A rule of the house, such as `breakfast_is_over`.
RuleId: TypeAlias = 'str'


class RulesChecked(TypedDict):
    """Whether rules can be put in use."""

    # The version that they would be; null if there is a fault.
    version: str | None
    # Everything that is wrong with them: in a condition also with its line and column.
    faults: list[Fault]


class Say(TypedDict):
    """What is said to the customer."""

    # What kind of reply it is.
    kind: SayKind
    # The words.
    text: str
    # Why these words, if a language model could have worded them; none if there are only fixed phrases.
    choice: NotRequired[Choice | None]


# What kind of reply is given.
SayKind: TypeAlias = 'Literal["greet", "acknowledge", "ask", "summarize", "answer", "nudge", "hint", "close", "repeat", "hand_off"]'


# What a key may do. Each route names those that it takes.
Scope: TypeAlias = 'Literal["lane", "pos", "crew", "manager", "admin"]'


# How long nothing was heard, in seconds: a day at most.
Seconds: TypeAlias = 'float'


# What is asked.
Select: TypeAlias = 'Literal["list", "whether", "price", "contents", "sizes", "choices", "parts", "calories", "allergens", "diets", "heat", "caffeine", "recommended", "count", "hours", "payment", "tax", "restroom", "wifi", "parking", "address", "phone", "wheelchair", "pets", "discounts", "deals", "extras", "answer", "unknown"]'


class SessionEnd(TypedDict):
    """What came of a session."""

    # What its order cost as it was confirmed last; null if it was not.
    confirmed: Money | None
    # Whether the crew took over.
    handed_over: bool


class SessionList(TypedDict):
    """Sessions of a drive-thru."""

    # The newest first.
    sessions: list[SessionSummary]
    # The `cursor` to go on with, if there may be more. A page can have fewer sessions than were asked for, or none,
    # where many had to be looked at.
    next: NotRequired[str]


class SessionOtherwise(TypedDict):
    """A session that would be otherwise."""

    # The session.
    session_id: str
    # Its turns that would be.
    turns: list[TurnOtherwise]
    # As it was.
    then: SessionEnd
    # As it would be.
    now: SessionEnd


class SessionSummary(TypedDict):
    """A session in a list."""

    # Its id.
    session_id: str
    # The lane that it was on.
    lane: str
    # When its first turn was taken.
    began_at: str
    # When its last turn was taken.
    last_at: str
    # How it ended; null until then.
    end: End | None
    # How many turns it has.
    turns: int
    # What its order costs, with tax.
    total: Money


class SetModifier(TypedDict):
    """The fields of a tap that changes a modifier of a line."""

    # The line.
    line_id: LineId
    # The id of one of its item's groups.
    group: str
    # The id of a modifier of the group.
    modifier: str
    # How much of it.
    amount: Amount
    # How many portions; 1 without it.
    quantity: NotRequired[Quantity]


class SetQuantity(TypedDict):
    """The fields of a tap that changes how many there are of a line."""

    # The line.
    line_id: LineId
    # How many there are now.
    quantity: Quantity


class SetSize(TypedDict):
    """The fields of a tap that changes the size of a line."""

    # The line.
    line_id: LineId
    # The id of a size of its item, or of its combo.
    size: str


class SignIn(TypedDict):
    """What to sign in with."""

    # A key, or a code that `POST /v1/sign-in-codes` gave: in any case, with or without its dash.
    key: str
    # Whether the browser is a screen that stays where it is: signed in for a year, and not for 12 hours.
    stays: NotRequired[bool]


class SignInCode(TypedDict):
    """A code to sign a browser in with."""

    # The code, to be typed at `/sign-in`. It is good once.
    code: str
    # Until when it is good: for five minutes.
    expires: str
    # What the browser may do then.
    scope: Scope
    # In which drive-thru.
    drive_thru: str
    # On which lane of it; on all without it.
    lane: NotRequired[str]


class SignedIn(TypedDict):
    """That a browser is signed in."""

    # What the key is called; with a code, the one that it was made with.
    name: str
    # What it may do.
    scopes: list[Scope]
    # Where: everywhere without it.
    drive_thru: NotRequired[str]
    # On which lane of it: on all without it.
    lane: NotRequired[str]
    # Until when.
    expires: str


class SignedOut(TypedDict):
    """That a browser is not signed in any more."""

    # Always `signed_out`; anything else is a problem.
    status: str


class Silence(TypedDict):
    """The fields of `silence`."""

    # How long nothing was heard.
    seconds: Seconds


# A size of an item or of a combo, such as `large`.
SizeId: TypeAlias = 'str'


# A slot of a combo, such as `drink`.
SlotId: TypeAlias = 'str'


class SocketTicket(TypedDict):
    """A ticket for one socket or stream."""

    # What to open it with: `?ticket=...`.
    ticket: str
    # Until when it is good, which is half a minute.
    expires: str


class SourceLastAt(TypedDict):
    """The one in that place of what was answered before, from 1: "the third one". 0 is the last."""

    # The one in that place of what was answered before, from 1: "the third one". 0 is the last.
    last_at: int


# What a question is about that names nothing.
Source: TypeAlias = 'SourceLastAt'


# A time from when to when.
Span = TypedDict("Span", {
    # When it begins.
    "from": 'str',
    # When it ends: on the next day if that is not after `from`.
    "until": 'str',
})


# Who answers a question. None of them keeps anything: each is given the question and what was said.
Specialist: TypeAlias = 'Literal["menu", "house", "order", "small_talk"]'


# Words that were said: 1 to 2000 characters, with a letter or digit among them.
SpokenText: TypeAlias = 'str'


# A state's name, without its data.
StateKind: TypeAlias = 'Literal["idle", "ordering", "thinking", "clarifying", "confirming", "closing"]'


class StreamEvent(TypedDict):
    """One event of the stream."""

    event: Any
    # JSON, as `/asyncapi.json` describes it.
    data: str
    # Where to go on after it; an event that only shows that the stream is alive has none.
    id: NotRequired[str]


class SubjectItem(TypedDict):
    """An item, as it comes or with some changes."""

    # The item.
    item: ItemId
    # In this size.
    size: NotRequired[SizeId | None]
    # With these changes.
    modifiers: NotRequired[list[ModifierPick]]
    kind: Literal["item"]


class SubjectCombo(TypedDict):
    """A combo."""

    # The combo.
    combo: ComboId
    # In this size.
    size: NotRequired[SizeId | None]
    kind: Literal["combo"]


class SubjectModifier(TypedDict):
    """A choice, wherever it can be had."""

    # Its group.
    group: GroupId
    # The choice.
    modifier: ModifierId
    kind: Literal["modifier"]


class SubjectGroup(TypedDict):
    """A group of choices."""

    # The group.
    group: GroupId
    kind: Literal["group"]


class SubjectCategory(TypedDict):
    """A category."""

    # The category.
    category: CategoryId
    kind: Literal["category"]


class SubjectLine(TypedDict):
    """A line of the order."""

    # The line.
    line_id: LineId
    kind: Literal["line"]


# Something that a question is about.
Subject: TypeAlias = 'SubjectItem | SubjectCombo | SubjectModifier | SubjectGroup | SubjectCategory | SubjectLine'


class Sums(TypedDict):
    """What came of sessions."""

    # How many orders were confirmed.
    confirmed: int
    # What they cost together.
    totals: Money
    # In how many the crew took over.
    handed_over: int
    # In how many of them because of a rule.
    handed_over_by_rules: int
    # In how many because of each rule.
    handed_over_by: dict[str, int]
    # In how many turns each rule has decided something.
    fired: dict[str, int]


class TakenMenu(TypedDict):
    """A menu that was taken: the document, and what its author may want to mend."""

    # What customers will stumble over in its words, the worst first.
    warnings: list[Warning]


class TapConfirm(TypedDict):
    """Yes."""

    act: Literal["confirm"]


class TapDeny(TypedDict):
    """No."""

    act: Literal["deny"]


class TapDone(TypedDict):
    """That's it."""

    act: Literal["done"]


class TapChoose(TypedDict):
    """One of what the open question offers."""

    # The id of one of the question's candidates.
    candidate: str
    act: Literal["choose"]


class TapAddItem(TypedDict):
    """One more item."""

    # The item's id.
    item: str
    # The size's id.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    act: Literal["add_item"]


class TapAddCombo(TypedDict):
    """One more combo."""

    # The combo's id.
    combo: str
    # The id of the size of the whole.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the combo's main comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the slots; what is left out is filled as usual or asked for.
    components: NotRequired[list[ComponentPick]]
    act: Literal["add_combo"]


class TapRemoveLine(TypedDict):
    """A line less."""

    # The line.
    line_id: LineId
    act: Literal["remove_line"]


class TapSetQuantity(TypedDict):
    """Another number of a line."""

    # The line.
    line_id: LineId
    # How many there are now.
    quantity: Quantity
    act: Literal["set_quantity"]


class TapSetSize(TypedDict):
    """Another size of a line."""

    # The line.
    line_id: LineId
    # The id of a size of its item, or of its combo.
    size: str
    act: Literal["set_size"]


class TapSetModifier(TypedDict):
    """More or less of something on a line."""

    # The line.
    line_id: LineId
    # The id of one of its item's groups.
    group: str
    # The id of a modifier of the group.
    modifier: str
    # How much of it.
    amount: Amount
    # How many portions; 1 without it.
    quantity: NotRequired[Quantity]
    act: Literal["set_modifier"]


# What was touched on the board.
Tap: TypeAlias = 'TapConfirm | TapDeny | TapDone | TapChoose | TapAddItem | TapAddCombo | TapRemoveLine | TapSetQuantity | TapSetSize | TapSetModifier'


class TargetLineId(TypedDict):
    """That line."""

    # The line.
    line_id: LineId


class TargetReferent(TypedDict):
    """The line last mentioned."""

    # Always true.
    referent: bool


class TargetItem(TypedDict):
    """The line of that item."""

    # The item, also as the main of a combo.
    item: ItemId
    # "the second burger" is 2; counted from the top of the order.
    ordinal: NotRequired[int | None]


# Every line.
TargetAll = TypedDict("TargetAll", {
    # Always true.
    "all": 'bool',
    # Except these.
    "except": 'NotRequired[list[Target]]',
})


class TargetDescribed(TypedDict):
    """The lines that fit a description: "the one without onions"."""

    # What is said of them.
    described: Description


# Which lines an operation is about.
Target: TypeAlias = 'TargetLineId | TargetReferent | TargetItem | TargetAll | TargetDescribed'


class TestData(TypedDict):
    """What a test event says."""

    # Where somebody asked for it.
    drive_thru: str


# A part of a condition that was decisive.
TestExplained = TypedDict("TestExplained", {
    # The fact, by its name in conditions.
    "fact": 'str',
    # What it was.
    "was": 'Any',
    # How it was compared: `>=`, `in`, `contains` or `has`; `is` for one that stands alone.
    "how": 'str',
    # What it was compared with.
    "with": 'Any',
    # The fact that this is, if it is one.
    "with_fact": 'NotRequired[str | None]',
    # Whether it was so.
    "is_so": 'bool',
    # The line of the order that was looked at, if it was one.
    "line_id": 'NotRequired[LineId | None]',
    # Where in the condition it stands: the line, from 1.
    "line": 'NotRequired[int | None]',
    # And the column of its sign, from 1.
    "column": 'NotRequired[int | None]',
})


class TestMessage(TypedDict):
    """What is sent to see whether a POS is there. It is about no ticket: no message about one has its type or lacks
    its data."""

    # Always `webhook.test`.
    type: str
    # When it was sent, UTC.
    timestamp: str
    # What it says.
    data: TestData


class Ticket(TypedDict):
    """What a lane knows of its ticket."""

    # Derived from the session and the revision, so that a retried turn makes the same ticket.
    ticket_id: str
    # 1 for the order's first ticket.
    revision: int
    # What became of it.
    status: TicketStatus
    # Whether the payment needs the window.
    payment: Payment


class TicketData(TypedDict):
    """A ticket as a POS gets it."""

    # The same each time that it is sent.
    ticket_id: str
    # The same for every revision.
    order_id: str
    # 1 for the order's first ticket.
    revision: int
    # The ticket of the previous revision.
    replaces: NotRequired[str | None]
    # Where it was ordered.
    drive_thru: str
    # Where it was ordered.
    lane: str
    # What people at the drive-thru call the lane; absent if it is not configured.
    lane_name: NotRequired[str | None]
    # The session that it was ordered in.
    session_id: str
    # Counts per drive-thru and business date, kept across revisions.
    order_number: int
    # The drive-thru's date, which starts when its business day does.
    business_date: str
    # Always `drive_thru`.
    dining_option: str
    # Always `voice`.
    channel: str
    # What somebody in the car must not eat.
    allergies: NotRequired[list[Allergen]]
    # What to make.
    lines: list[LineView]
    # What goes along that costs nothing: `napkins`.
    notes: NotRequired[list[str]]
    # What answers to the house have said of the session: `staff`.
    tags: NotRequired[list[str]]
    # ISO 4217 code.
    currency: str
    # The sum of the lines.
    subtotal: Money
    # What the rules of the house take off; absent if it is nothing.
    discounts: NotRequired[list[Discount]]
    # The tax on what is left of the subtotal, rounded half up once.
    tax: Money
    # What the customer pays.
    total: Money


class TicketList(TypedDict):
    """Tickets of a drive-thru."""

    # The newest first.
    tickets: list[TicketView]


class TicketMessage(TypedDict):
    """The message by which a POS gets a ticket, as the document of the calls has it: other messages are no answer."""

    # Always `ticket.created`.
    type: str
    # When the order was confirmed, UTC.
    timestamp: str
    # The ticket.
    data: TicketData


class TicketNote(TypedDict):
    """Something that happened to a ticket."""

    # When, UTC.
    at: str
    # `acknowledged`, `rejected`, `payment_problem`, `unanswered`, `delivered`, `failed`, `dead`, `resent` or
    # `voided`.
    what: str
    # The message that it is about, such as `ticket.created`, or the reason that the POS or an operator gave.
    detail: NotRequired[str | None]
    # What the POS named it by, if it did, or the service where it must not say it twice. A ticket has one note with
    # an id.
    id: NotRequired[str | None]
    # Whose key it came with; none where it is asked for none, and of what the service did by itself.
    actor: NotRequired[Actor]


# What became of a ticket.
TicketStatus: TypeAlias = 'Literal["pending", "acknowledged", "rejected", "voided", "dead"]'


class TicketView(TypedDict):
    """A ticket, what became of it, and its delivery history."""

    # The same each time that it is sent.
    ticket_id: str
    # The same for every revision.
    order_id: str
    # 1 for the order's first ticket.
    revision: int
    # The ticket of the previous revision.
    replaces: NotRequired[str | None]
    # Where it was ordered.
    drive_thru: str
    # Where it was ordered.
    lane: str
    # What people at the drive-thru call the lane; absent if it is not configured.
    lane_name: NotRequired[str | None]
    # The session that it was ordered in.
    session_id: str
    # Counts per drive-thru and business date, kept across revisions.
    order_number: int
    # The drive-thru's date, which starts when its business day does.
    business_date: str
    # Always `drive_thru`.
    dining_option: str
    # Always `voice`.
    channel: str
    # What somebody in the car must not eat.
    allergies: NotRequired[list[Allergen]]
    # What to make.
    lines: list[LineView]
    # What goes along that costs nothing: `napkins`.
    notes: NotRequired[list[str]]
    # What answers to the house have said of the session: `staff`.
    tags: NotRequired[list[str]]
    # ISO 4217 code.
    currency: str
    # The sum of the lines.
    subtotal: Money
    # What the rules of the house take off; absent if it is nothing.
    discounts: NotRequired[list[Discount]]
    # The tax on what is left of the subtotal, rounded half up once.
    tax: Money
    # What the customer pays.
    total: Money
    # What became of it.
    status: TicketStatus
    # How its payment stands.
    payment: Payment
    # What the POS calls it.
    pos_reference: NotRequired[str | None]
    # What happened to it, oldest first.
    history: list[TicketNote]


class ToldDeal(TypedDict):
    """A deal as it is told."""

    # Its id.
    id: str
    # What it is called.
    name: NotRequired[str | None]
    # What is said.
    say: str
    # The days of the week on which it is, where it was asked for by its name; none where it is every day.
    days: NotRequired[list[Day]]


class ToldDiscount(TypedDict):
    """A discount as it is told."""

    # Its id.
    id: str
    # What is said.
    say: str


class TooManyHandedOver(TypedDict):
    """Rules would hand more sessions to the crew than one can have meant."""

    # How many recorded sessions were replayed.
    sessions: int
    # How many of them the rules would hand over.
    handed_over: int
    # How many that is of a hundred, rounded up.
    percent: int
    # The rule that would do so most often.
    rule: RuleId
    # In how many sessions.
    by_rule: int


# What a menu question is about.
Topic: TypeAlias = 'Literal["price", "contents", "sizes", "availability", "calories", "allergens", "recommendation", "combo", "order", "other"]'


class TouchConfirm(TypedDict):
    """Yes."""

    act: Literal["confirm"]
    # Who touched it.
    by: NotRequired[By]


class TouchDeny(TypedDict):
    """No."""

    act: Literal["deny"]
    # Who touched it.
    by: NotRequired[By]


class TouchDone(TypedDict):
    """That's it."""

    act: Literal["done"]
    # Who touched it.
    by: NotRequired[By]


class TouchChoose(TypedDict):
    """One of what the open question offers."""

    # The id of one of the question's candidates.
    candidate: str
    act: Literal["choose"]
    # Who touched it.
    by: NotRequired[By]


class TouchAddItem(TypedDict):
    """One more item."""

    # The item's id.
    item: str
    # The size's id.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the item comes.
    modifiers: NotRequired[list[ModifierPick]]
    act: Literal["add_item"]
    # Who touched it.
    by: NotRequired[By]


class TouchAddCombo(TypedDict):
    """One more combo."""

    # The combo's id.
    combo: str
    # The id of the size of the whole.
    size: NotRequired[str | None]
    # How many; 1 without it.
    quantity: NotRequired[Quantity]
    # What is different from how the combo's main comes.
    modifiers: NotRequired[list[ModifierPick]]
    # What fills the slots; what is left out is filled as usual or asked for.
    components: NotRequired[list[ComponentPick]]
    act: Literal["add_combo"]
    # Who touched it.
    by: NotRequired[By]


class TouchRemoveLine(TypedDict):
    """A line less."""

    # The line.
    line_id: LineId
    act: Literal["remove_line"]
    # Who touched it.
    by: NotRequired[By]


class TouchSetQuantity(TypedDict):
    """Another number of a line."""

    # The line.
    line_id: LineId
    # How many there are now.
    quantity: Quantity
    act: Literal["set_quantity"]
    # Who touched it.
    by: NotRequired[By]


class TouchSetSize(TypedDict):
    """Another size of a line."""

    # The line.
    line_id: LineId
    # The id of a size of its item, or of its combo.
    size: str
    act: Literal["set_size"]
    # Who touched it.
    by: NotRequired[By]


class TouchSetModifier(TypedDict):
    """More or less of something on a line."""

    # The line.
    line_id: LineId
    # The id of one of its item's groups.
    group: str
    # The id of a modifier of the group.
    modifier: str
    # How much of it.
    amount: Amount
    # How many portions; 1 without it.
    quantity: NotRequired[Quantity]
    act: Literal["set_modifier"]
    # Who touched it.
    by: NotRequired[By]


# The fields of `tap`.
Touch: TypeAlias = 'TouchConfirm | TouchDeny | TouchDone | TouchChoose | TouchAddItem | TouchAddCombo | TouchRemoveLine | TouchSetQuantity | TouchSetSize | TouchSetModifier'


# A row that was taken.
Transition = TypedDict("Transition", {
    # The row's name, such as `S01`.
    "row": 'str',
    # The state before.
    "from": 'StateKind',
    # What happened.
    "event": 'EventKind',
    # The guard that held; with `!`, that did not hold.
    "guard": 'NotRequired[str | None]',
    # The state after.
    "to": 'StateKind',
    # The actions, in order.
    "actions": 'list[str]',
})


class Turn(TypedDict):
    """A lane's answer to an event."""

    # Counts per session, from 1.
    turn: int
    # The event that it answers.
    event_id: str
    # The drive-thru.
    drive_thru: str
    # The lane.
    lane: str
    # The session.
    session_id: str
    # The event's time, UTC.
    at: str
    # The state after the turn.
    state: StateKind
    # What the lane expects to hear next.
    expectation: Expectation
    # The rows taken, in order.
    transitions: list[Transition]
    # The events that no row took.
    refused: list[Refusal]
    # What to say; none for a barge-in without words, a back-channel, a lane that is handed off or left.
    say: NotRequired[Say | None]
    # Whether to stop speaking at once.
    cancel_tts: bool
    # The open question.
    question: NotRequired[Question | None]
    # All that waits for an answer, the open question first, then the oldest.
    open: NotRequired[list[OpenView]]
    # What was heard.
    acts: list[Act]
    # Who heard it, and how sure it was.
    parser: NotRequired[Parser | None]
    # What the answer to a question says, as ids and values: also what is too long to be spoken.
    facts: NotRequired[list[Fact]]
    # What the turn changed on the order.
    diffs: list[Diff]
    # The order after the turn.
    order: OrderView
    # The upsell that waits for a yes.
    offer: NotRequired[Offer | None]
    # The order with the proposal that waits for a yes.
    proposal: NotRequired[OrderView | None]
    # The order's newest ticket.
    ticket: NotRequired[Ticket | None]
    # Whether the order is changed while its ticket stands: the next confirmation voids the ticket and makes another.
    superseding: NotRequired[bool]
    # Why the crew has taken over; none if it has not.
    handoff: NotRequired[HandoffView | None]
    # Why the crew is about to be called: if the next sentence is not understood, or is angry, either.
    handoff_near: NotRequired[HandoffView | None]
    # What somebody in the car must not eat.
    allergies: NotRequired[list[Allergen]]
    # What answers to the house have said of the session.
    tags: NotRequired[list[str]]
    # What the crew is told.
    crew_alerts: NotRequired[list[CrewAlert]]
    # The rules of the house that have decided something.
    fired: NotRequired[list[Fired]]
    # What it was decided with, in a session's first turn and in each that something else applies to from here on.
    documents: NotRequired[Documents | None]


class TurnAnswer(TypedDict):
    """The turn that an event is answered with."""

    # Counts per session, from 1.
    turn: int
    # The event that it answers.
    event_id: str
    # The drive-thru.
    drive_thru: str
    # The lane.
    lane: str
    # The session.
    session_id: str
    # The event's time, UTC.
    at: str
    # The state after the turn.
    state: StateKind
    # What the lane expects to hear next.
    expectation: Expectation
    # The rows taken, in order.
    transitions: list[Transition]
    # The events that no row took.
    refused: list[Refusal]
    # What to say; none for a barge-in without words, a back-channel, a lane that is handed off or left.
    say: NotRequired[Say | None]
    # Whether to stop speaking at once.
    cancel_tts: bool
    # The open question.
    question: NotRequired[Question | None]
    # All that waits for an answer, the open question first, then the oldest.
    open: NotRequired[list[OpenView]]
    # What was heard.
    acts: list[Act]
    # Who heard it, and how sure it was.
    parser: NotRequired[Parser | None]
    # What the answer to a question says, as ids and values: also what is too long to be spoken.
    facts: NotRequired[list[Fact]]
    # What the turn changed on the order.
    diffs: list[Diff]
    # The order after the turn.
    order: OrderView
    # The upsell that waits for a yes.
    offer: NotRequired[Offer | None]
    # The order with the proposal that waits for a yes.
    proposal: NotRequired[OrderView | None]
    # The order's newest ticket.
    ticket: NotRequired[Ticket | None]
    # Whether the order is changed while its ticket stands: the next confirmation voids the ticket and makes another.
    superseding: NotRequired[bool]
    # Why the crew has taken over; none if it has not.
    handoff: NotRequired[HandoffView | None]
    # Why the crew is about to be called: if the next sentence is not understood, or is angry, either.
    handoff_near: NotRequired[HandoffView | None]
    # What somebody in the car must not eat.
    allergies: NotRequired[list[Allergen]]
    # What answers to the house have said of the session.
    tags: NotRequired[list[str]]
    # What the crew is told.
    crew_alerts: NotRequired[list[CrewAlert]]
    # The rules of the house that have decided something.
    fired: NotRequired[list[Fired]]
    # What it was decided with, in a session's first turn and in each that something else applies to from here on.
    documents: NotRequired[Documents | None]
    # The turns in between, if the frontend was behind.
    missed: NotRequired[list[Turn]]


class TurnExplained(TypedDict):
    """How the rules of the house were asked in a turn."""

    # The turn.
    turn: int
    # Whether the turn came out as it was recorded. If not, what follows explains the turn as it comes out now.
    as_recorded: bool
    # The rules that have decided something in the turn, as it was recorded.
    fired: list[Fired]
    # The points, in the order in which they were asked; more than once if something else came of it, or of another
    # item.
    points: list[PointExplained]


class TurnOtherwise(TypedDict):
    """A turn that would be otherwise."""

    # The turn.
    turn: int
    # Where it is told why rules decided as they did then.
    rules: str


class Unresolved(TypedDict):
    """A part of an utterance that the agent or the machine could not settle."""

    # The words.
    text: str
    # Why.
    reason: Reason
    # Ids that it may mean, most likely first.
    candidates: NotRequired[list[str]]
    # How many were asked for, if it may mean several things and more than one was.
    quantity: NotRequired[int | None]


class Utterance(TypedDict):
    """The fields of `utterance`."""

    # What was said.
    text: SpokenText
    # How sure the recognizer was of it.
    confidence: NotRequired[Confidence | None]
    # Whether it interrupted our speech.
    barge_in: NotRequired[bool]
    # Who said it.
    by: NotRequired[By]
    # What else the recognizer may have heard, the best first; `text` is its first guess.
    alternatives: NotRequired[list[Alternative]]
    # The words of `text`, with how sure the recognizer was of each.
    words: NotRequired[list[RecognizedWord]]
    # Whether the recognizer heard a question.
    question: NotRequired[bool]


# What came of asking a rule.
Verdict: TypeAlias = 'Literal["decided", "passed_over", "does_not_hold", "other_day", "spent", "not_asked"]'


class VersionList(TypedDict):
    """The versions of a drive-thru's rules."""

    # The one that was put last first.
    versions: list[VersionSummary]
    # The one that was in use before the one that is, to go back to; none if none was.
    before: NotRequired[str | None]


class VersionSummary(TypedDict):
    """A version of a drive-thru's rules."""

    # Names it, as `documents.rules` of turns does.
    version: str
    # What people call it.
    name: NotRequired[str | None]
    # When it was put first.
    put_at: NotRequired[str | None]
    # Whose key it was put with.
    by: NotRequired[Actor | None]
    # Whether it is in use.
    active: bool
    # Since when it is, if it is.
    since: NotRequired[InUse | None]
    # From when on it will be in use, the next first.
    planned: NotRequired[list[InUse]]


class Vocabulary(TypedDict):
    """What rules can be made of."""

    # Where rules hang.
    points: list[PointEntry]
    # What conditions can ask.
    facts: list[FactEntry]
    # How conditions combine facts.
    operators: list[str]
    # The most rules of a document.
    rules_max: int
    # The longest condition, in characters.
    condition_chars_max: int


class Void(TypedDict):
    """Why an operator voids a ticket."""

    # Why.
    reason: Words


class Warning(TypedDict):
    """Something in a menu's words that customers will stumble over. The menu can be sold from all the same."""

    # Where: a JSON path such as `$.items[3].aliases[0]`.
    path: str
    # What is wrong there, for the menu's author.
    detail: str
    # What to write; left out where only the author can know.
    suggest: NotRequired[str | None]


class WebhookTest(TypedDict):
    """What came of a test event."""

    # The `webhook-id` that it was sent with.
    webhook_id: str
    # The body that was sent.
    sent: TestMessage
    # How long the answer took, or until there was none, in milliseconds.
    took_ms: int
    # The status of the answer.
    status: NotRequired[int]
    # The first 500 characters of its body on one line, without the numbers of cards and phones. A body of more than
    # 16 KiB is not read.
    said: NotRequired[str]
    # Why there is no answer.
    failed: NotRequired[str]


class WhichPlace(TypedDict):
    """The one of that place, from 1; 0 is the last."""

    # The one of that place, from 1; 0 is the last.
    place: int


# Which of the lines that fit.
Which: TypeAlias = 'WhichPlace'


# What a pronoun calls somebody.
Who: TypeAlias = 'Literal["me", "him", "her", "anyone"]'


# What decided between a deterministic agent and a language model.
Why: TypeAlias = 'Literal["taken", "sure", "nothing_to_ask", "explains_no_more", "not_said", "invalid", "unknown", "refused", "broken", "failed", "limited", "unreachable", "timed_out", "no_time", "circuit_open", "busy", "over_budget"]'


class WifiNetwork(TypedDict):
    """There is one."""

    # There is one.
    network: dict[str, Any]


# A wifi for guests, if there is one.
Wifi: TypeAlias = 'WifiNetwork'


# What is said of a ticket, in at most 500 characters.
Words: TypeAlias = 'str'
