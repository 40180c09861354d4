//! Turns a document into the rules of a house, or lists everything that is wrong with it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::str::FromStr as _;

use fsm::house_rules::{Condition, HouseRule, HouseRules, Outcome, Point};
use fsm::ids::RuleId;
use fsm::menu::Menu;
use fsm::reader::{Fault, Reader, quoted};
use jiff::civil::Date;
use strum::VariantNames as _;

use crate::apart::are_apart;
use crate::condition::{self, Lowered};
use crate::limits::RULES_MAX;
use crate::named::{KnownAgents, OutsideName, placed};
use crate::outcome;

/// The longest note.
const NOTE_CHARS_MAX: usize = 500;
/// How high and how low a priority can be.
const PRIORITY_MAX: i64 = 1_000;

/// The rules of a house, and what they name that stands elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBook {
    /// The rules.
    pub rules: HouseRules,
    /// Each with the rule that names it.
    named: Vec<(RuleId, OutsideName)>,
}

/// A rule with its place in the document.
struct Read {
    rule: HouseRule,
    at: usize,
}

impl RuleBook {
    /// Reads a document and checks it whole.
    ///
    /// # Errors
    /// Every fault, with its JSON path and, in a condition, its line and column.
    pub fn read(document: &serde_json::Value) -> Result<Self, Vec<Fault>> {
        let faults = RefCell::default();
        let root = Reader::new(document, &faults);
        let book = root.is_object().then(|| book(&root));
        match (book, faults.into_inner()) {
            (Some(book), faults) if faults.is_empty() => Ok(book),
            (_, faults) => Err(faults),
        }
    }

    /// What the rules name that the menu does not have.
    pub fn unknown_on(&self, menu: &Menu) -> Vec<Fault> {
        self.named.iter().filter_map(|(_, named)| named.fault_on(menu)).collect()
    }

    /// The same, where nobody has the document before them: each says which rule it is of.
    pub fn rules_unknown_on(&self, menu: &Menu) -> Vec<Fault> {
        self.with_rules(|named| named.fault_on(menu))
    }

    /// What the rules name that the configuration does not have. Each fault says which rule it is of.
    pub fn unknown_among(&self, agents: &KnownAgents) -> Vec<Fault> {
        self.with_rules(|named| named.fault_among(agents))
    }

    fn with_rules(&self, fault: impl Fn(&OutsideName) -> Option<Fault>) -> Vec<Fault> {
        let of_rule = |(rule, named): &(RuleId, OutsideName)| {
            let Fault { path, detail } = fault(named)?;
            Some(Fault { path, detail: format!("rule {}: {detail}", quoted(rule.as_str())) })
        };
        self.named.iter().filter_map(of_rule).collect()
    }
}

fn book(document: &Reader<'_>) -> RuleBook {
    document.only(&["id", "name", "version", "rules"]);
    let id = document.required("id").map(|id| id.id().to_owned()).unwrap_or_default();
    if let Some(name) = document.field("name") {
        name.spoken();
    }
    let (mut ids, mut named, mut read) = (BTreeSet::new(), Vec::new(), Vec::new());
    let list = document.required("rules");
    for (at, entry) in list.iter().flat_map(|list| list.entries(RULES_MAX)).enumerate() {
        let mut names = Vec::new();
        let is_active = entry.field("active").is_none_or(|active| active.flag());
        if let Some(rule) = rule(&entry, &mut ids, &mut names).filter(|_| is_active) {
            find_conflict(&entry, &rule, &read);
            named.extend(names.into_iter().map(|name| (rule.id.clone(), name)));
            read.push(Read { rule, at });
        }
    }
    let rules = read.into_iter().map(|read| read.rule).collect();
    RuleBook { rules: HouseRules::of(id, rules), named }
}

fn rule<'a>(
    entry: &Reader<'a>,
    ids: &mut BTreeSet<&'a str>,
    named: &mut Vec<OutsideName>,
) -> Option<HouseRule> {
    entry.only(&["id", "at", "when", "then", "priority", "active", "from", "until", "note"]);
    let id = RuleId::from(entry.own_id(ids));
    if let Some(note) = entry.field("note") {
        note.words(NOTE_CHARS_MAX);
    }
    let from = entry.field("from").and_then(|day| date(&day));
    let last = entry.field("until");
    let until = last.as_ref().and_then(date);
    if let (Some(last), Some(from), Some(until)) = (last, from, until)
        && until < from
    {
        last.fault(format!("{until} is before {from}, when the rule begins"));
    }
    let priority = entry.field("priority").map_or(0, |number| priority(&number));
    let point = entry.required("at").and_then(|at| point(&at));
    let (when, then) = (entry.field("when"), entry.required("then"));
    let point = point?;
    let when = match &when {
        Some(text) => condition(text, point, named),
        None => Some(Condition::Is(true)),
    };
    let then = outcome::read(&then?, point, named);
    Some(HouseRule { id, when: when?, then: then?, priority, from, until })
}

fn point(at: &Reader<'_>) -> Option<Point> {
    let name = at.text()?;
    let known = Point::from_str(name).ok();
    if known.is_none() {
        at.fault(format!("{} is no point: one of {}", quoted(name), Point::VARIANTS.join(", ")));
    }
    known
}

fn condition(text: &Reader<'_>, point: Point, named: &mut Vec<OutsideName>) -> Option<Condition> {
    match condition::lower(text.text()?, point) {
        Ok(Lowered { condition, names }) => {
            let path = text.path();
            named.extend(names.into_iter().map(|name| OutsideName { path: path.to_owned(), ..name }));
            Some(condition)
        }
        Err(problems) => {
            for problem in problems {
                text.fault(placed(problem.place, &problem.detail));
            }
            None
        }
    }
}

fn priority(number: &Reader<'_>) -> i32 {
    let value = number.value().as_i64().filter(|value| value.abs() <= PRIORITY_MAX);
    value.and_then(|value| i32::try_from(value).ok()).unwrap_or_else(|| {
        number.fault(format!("must be a whole number from -{PRIORITY_MAX} to {PRIORITY_MAX}"));
        0
    })
}

fn date(day: &Reader<'_>) -> Option<Date> {
    let text = day.text()?;
    let date = text.parse().ok().filter(|_| text.len() == "2026-12-25".len());
    if date.is_none() {
        day.fault(format!("{} is no date, such as \"2026-12-25\"", quoted(text)));
    }
    date
}

/// Two rules of one point, of equal priority, that may hold together and choose differently: which of them counts must be said.
fn find_conflict(entry: &Reader<'_>, rule: &HouseRule, before: &[Read]) {
    let contradicts = |other: &&Read| {
        let other = &other.rule;
        other.then.point() == rule.then.point()
            && other.priority == rule.priority
            && excludes(rule, other)
            && meets(rule, other)
            && !are_apart(&rule.when, &other.when)
    };
    if let Some(other) = before.iter().find(contradicts) {
        let (id, at) = (&other.rule.id, other.at);
        entry.fault(format!(
            "may hold together with {}, $.rules[{at}], and chooses otherwise: give one of them a higher priority",
            quoted(id.as_str())
        ));
    }
}

/// Whether only one of the two outcomes can be.
fn excludes(one: &HouseRule, other: &HouseRule) -> bool {
    match one.then.point() {
        // Two reasons why something cannot be had are none too many.
        Point::Available => std::mem::discriminant(&one.then) != std::mem::discriminant(&other.then),
        Point::Arrival | Point::Offer | Point::Unsafe | Point::Patience | Point::Agent => {
            one.then != other.then
        }
        Point::Price => one.then != other.then && share_goods(&one.then, &other.then),
        // Each asks once, one after the other.
        Point::AfterAdd | Point::BeforeSummary | Point::BeforeClose | Point::Crew => false,
    }
}

/// Whether two rules name something that both may reduce. Of an item and its category only a menu knows. What is for the whole order comes after what is for lines.
fn share_goods(one: &Outcome, other: &Outcome) -> bool {
    let (Outcome::Price(one), Outcome::Price(other)) = (one, other) else { return false };
    match (&one.on, &other.on) {
        (Some(one), Some(other)) => {
            one.items.iter().any(|item| other.items.contains(item))
                || one.categories.iter().any(|category| other.categories.contains(category))
                || one.combos.iter().any(|combo| other.combos.contains(combo))
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether there is a day on which both count.
fn meets(one: &HouseRule, other: &HouseRule) -> bool {
    let is_over = |early: &HouseRule, late: &HouseRule| {
        early.until.zip(late.from).is_some_and(|(until, from)| until < from)
    };
    !is_over(one, other) && !is_over(other, one)
}
