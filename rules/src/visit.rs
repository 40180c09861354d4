//! Reads what rules decide of a whole visit.

use std::ops::RangeInclusive;

use fsm::house_rules::{Limits, NUDGES_BOUNDS, Outcome, Patience, RuledWaits, Welcome};
use fsm::machine::{
    HANDOFF_UNANSWERED_SECONDS_BOUNDS, NOT_UNDERSTOOD_BOUNDS, QUESTION_OPEN_SECONDS_BOUNDS,
    TICKET_UNANSWERED_SECONDS_BOUNDS, UPSET_BOUNDS, VISIT_IDLE_SECONDS_BOUNDS,
};
use fsm::reader::Reader;

use crate::limits::QUESTION_CHARS_MAX;

/// The most tags that a rule gives.
const TAGS_MAX: usize = 5;
/// How many a limit allows, from and to.
const LIMIT_BOUNDS: RangeInclusive<u32> = 1..=1_000;

pub(crate) fn arrival(then: &Reader<'_>) -> Outcome {
    then.only(&["greeting", "tags", "limits"]);
    if then.names().next().is_none() {
        then.fault("changes nothing: name a greeting, tags or limits");
    }
    let tags = then.field("tags").map(|list| list.elements(TAGS_MAX)).unwrap_or_default();
    Outcome::Arrival(Welcome {
        greeting: then.field("greeting").map(|greeting| greeting.words(QUESTION_CHARS_MAX)),
        tags: tags.iter().map(|tag| tag.id().to_owned()).collect(),
        limits: then.field("limits").map(|limits| self::limits(&limits)).unwrap_or_default(),
    })
}

fn limits(limits: &Reader<'_>) -> Limits {
    if !limits.is_object() {
        return Limits::default();
    }
    limits.only(&["line", "items", "subtotal"]);
    if limits.names().next().is_none() {
        limits.fault("limits nothing: name line, items or subtotal");
    }
    Limits {
        line_quantity: within(limits, "line", &LIMIT_BOUNDS),
        items: within(limits, "items", &LIMIT_BOUNDS),
        subtotal: limits.field("subtotal").map(|subtotal| subtotal.decimal()),
    }
}

pub(crate) fn patience(then: &Reader<'_>) -> Outcome {
    then.only(&[
        "nudges",
        "tries",
        "upsets",
        "ticket_unanswered_seconds",
        "handoff_unanswered_seconds",
        "question_open_seconds",
        "visit_idle_seconds",
    ]);
    if then.names().next().is_none() {
        then.fault("changes nothing: name nudges, tries, upsets or the seconds of a deadline");
    }
    Outcome::Patience(Patience {
        nudges: within(then, "nudges", &NUDGES_BOUNDS),
        tries: within(then, "tries", &NOT_UNDERSTOOD_BOUNDS),
        upsets: within(then, "upsets", &UPSET_BOUNDS),
        waits: RuledWaits {
            ticket_unanswered_seconds: within(
                then,
                "ticket_unanswered_seconds",
                &TICKET_UNANSWERED_SECONDS_BOUNDS,
            ),
            handoff_unanswered_seconds: within(
                then,
                "handoff_unanswered_seconds",
                &HANDOFF_UNANSWERED_SECONDS_BOUNDS,
            ),
            question_open_seconds: within(then, "question_open_seconds", &QUESTION_OPEN_SECONDS_BOUNDS),
            visit_idle_seconds: within(then, "visit_idle_seconds", &VISIT_IDLE_SECONDS_BOUNDS),
        },
    })
}

fn within(of: &Reader<'_>, name: &str, bounds: &RangeInclusive<u32>) -> Option<u32> {
    let field = of.field(name)?;
    let number = field.number()?;
    if !bounds.contains(&number) {
        field.fault(format!("must be from {} to {}", bounds.start(), bounds.end()));
    }
    Some(number)
}
