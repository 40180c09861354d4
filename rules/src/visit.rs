//! Reads what rules decide of a whole visit.

use std::ops::RangeInclusive;

use fsm::house_rules::{Limits, NUDGES_BOUNDS, Outcome, Patience, Welcome};
use fsm::machine::{Deadline, NOT_UNDERSTOOD_BOUNDS, UPSET_BOUNDS, Waits};
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
    let settings = Deadline::ALL.map(Deadline::setting);
    let names: Vec<&str> =
        ["nudges", "tries", "upsets"].into_iter().chain(settings.iter().map(String::as_str)).collect();
    then.only(&names);
    if then.names().next().is_none() {
        then.fault("changes nothing: name nudges, tries, upsets or the seconds of a deadline");
    }
    let mut waits = Waits::default();
    for what in Deadline::ALL {
        *waits.of(what) = within(then, &what.setting(), &what.bounds());
    }
    Outcome::Patience(Patience {
        nudges: within(then, "nudges", &NUDGES_BOUNDS),
        tries: within(then, "tries", &NOT_UNDERSTOOD_BOUNDS),
        upsets: within(then, "upsets", &UPSET_BOUNDS),
        waits,
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
