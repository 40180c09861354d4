//! Compares a replayed session with its log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fsm::dialogue::Act;
use fsm::house_rules::Point;
use fsm::ids::RuleId;
use fsm::machine::CrewAlert;
use fsm::menu::Menu;
use fsm::money::Money;
use fsm::order::OrderStatus;
use parse::notation;
use serde::Deserialize as _;
use serde_json::Value;
use similar::TextDiff;

use super::log::Entry;
use crate::error::ReplayError;
use crate::show::{self, Shown, Turn};

/// The result of replaying a session.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The turns that differ from the log.
    pub differences: Vec<Difference>,
    /// The number of utterances.
    pub utterances: usize,
    /// The number of utterances that were understood differently.
    pub heard_otherwise: usize,
    /// Whether the last order differs.
    pub ends_otherwise: bool,
    /// Whether the session was taken with other language packs than those of this build.
    pub has_other_languages: bool,
    /// What the log says of the session as a whole.
    pub then: Side,
    /// What came of it when it was replayed.
    pub now: Side,
}

/// A session as a whole, recorded or replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// In how many turns each rule of the house has decided something.
    pub fired: BTreeMap<RuleId, usize>,
    /// What the order cost as it was last confirmed; none if it never was.
    pub confirmed: Option<Money>,
    /// Whether the crew took over.
    pub is_handed_over: bool,
    /// The rules of the house because of which it did.
    pub handed_over_by: BTreeSet<RuleId>,
}

impl Side {
    fn add(&mut self, turn: &Turn) {
        for fired in &turn.fired {
            *self.fired.entry(fired.rule.clone()).or_default() += 1;
        }
        if turn.ticket.is_some() && !turn.superseding && turn.order.status == OrderStatus::Frozen {
            self.confirmed = Some(turn.order.total);
        }
        for alert in &turn.crew_alerts {
            if let CrewAlert::HouseRule { rule, .. } = alert {
                self.handed_over_by.insert(rule.clone());
            }
        }
        if turn.handoff.is_some() && !self.is_handed_over {
            // It has run out of the patience that a rule gave it.
            let patience = turn.fired.iter().filter(|fired| fired.at == Point::Patience);
            self.handed_over_by.extend(patience.map(|fired| fired.rule.clone()));
        }
        self.is_handed_over |= turn.handoff.is_some();
    }
}

/// A turn that differs from the log.
#[derive(Clone, Debug)]
pub struct Difference {
    pub(super) turn: u32,
    /// The event that it answers.
    event: String,
    /// The differences, one per line.
    pub(super) lines: String,
}

impl Outcome {
    /// The numbers of the turns that differ.
    pub fn turns(&self) -> impl Iterator<Item = u32> {
        self.differences.iter().map(|difference| difference.turn)
    }

    /// The turns that differ, each with its differences; nothing if none does.
    pub fn text(&self) -> String {
        let told = |it: &Difference| format!("turn {}: {}\n{}", it.turn, it.event, it.lines);
        let turns: String = self.differences.iter().map(told).collect();
        if self.has_other_languages && !turns.is_empty() {
            return format!("the language packs are not those of then\n{turns}");
        }
        turns
    }
}

/// Compares a session turn by turn.
pub(super) struct Comparison {
    /// Whether the documents that the turns name are those of the replay.
    is_documented: bool,
    confidence_min: f64,
    recorded: Shown,
    came: Shown,
    /// The last replayed order.
    order: Value,
    /// Whether a turn ended in another state, or with another order, than the recorded one.
    is_elsewhere: bool,
    outcome: Outcome,
}

impl Comparison {
    pub fn new(is_documented: bool, confidence_min: f64) -> Self {
        Self {
            is_documented,
            confidence_min,
            recorded: Shown::default(),
            came: Shown::default(),
            order: Value::Null,
            is_elsewhere: false,
            outcome: Outcome::default(),
        }
    }

    /// Compares a recorded turn with `came`: the replayed turn, or why there was none. Both are shown with that menu.
    pub fn add(
        &mut self,
        entry: &Entry,
        came: Result<Arc<str>, String>,
        menu: &Menu,
    ) -> Result<(), ReplayError> {
        let told = |error: serde_json::Error| ReplayError::Lanes(error.to_string());
        let is_utterance = entry.event["type"] == "utterance";
        self.outcome.utterances += usize::from(is_utterance);
        let heard = |turn: &Value| is_utterance.then(|| heard(turn, self.confidence_min));
        let was_heard = heard(&entry.turn);
        let lines = |side: &mut Shown, heard: Option<&String>, turn: &Turn| -> Vec<String> {
            heard.cloned().into_iter().chain(side.lines(turn, menu)).collect()
        };
        self.outcome.then.add(&entry.shown);
        let recorded = lines(&mut self.recorded, was_heard.as_ref(), &entry.shown);

        let (came, shown, lines) = match came {
            Err(why) => (Value::Null, None, vec![why]),
            Ok(text) => {
                let mut came: Value = serde_json::from_str(&text).map_err(told)?;
                let is_heard = heard(&came);
                let is_otherwise = came["acts"] != entry.turn["acts"] || is_heard != was_heard;
                self.outcome.heard_otherwise += usize::from(is_utterance && is_otherwise);
                overlook(&mut came, &entry.turn);
                self.overlook_documents(&mut came, &entry.turn);
                self.order = order_of(&came);
                let shown = Turn::deserialize(&came).map_err(told)?;
                self.outcome.now.add(&shown);
                let lines = lines(&mut self.came, is_heard.as_ref(), &shown);
                (came, Some(shown), lines)
            }
        };
        self.outcome.ends_otherwise = self.order != order_of(&entry.turn);
        if came == entry.turn && lines == recorded {
            return Ok(());
        }
        let mut text = match shown.filter(|_| lines == recorded) {
            None => diff(&recorded, &lines),
            Some(shown) => {
                let with_order = |turn: &Turn| {
                    let order = show::order(&turn.order, menu);
                    [&lines[..], &["the order is".to_owned()], &order].concat()
                };
                match [&entry.shown, &shown].map(with_order) {
                    [recorded, lines] if recorded == lines => members(&entry.turn, &came),
                    [recorded, lines] => diff(&recorded, &lines),
                }
            }
        };
        let is_elsewhere = ["state", "order"].iter().any(|member| came[member] != entry.turn[member]);
        if is_elsewhere && !self.is_elsewhere {
            self.is_elsewhere = true;
            text += "from here on the session is another one\n";
        }
        let difference = Difference { turn: entry.seq, event: happening(&entry.event), lines: text };
        self.outcome.differences.push(difference);
        Ok(())
    }

    /// Other language packs are told and do not count: what was heard is in the log. Without its documents, a log is
    /// replayed with what is given, which need not have the same hashes.
    fn overlook_documents(&mut self, came: &mut Value, recorded: &Value) {
        let then = &recorded["documents"]["languages"];
        if let Some(now) =
            came.pointer_mut("/documents/languages").filter(|now| then.is_string() && *now != then)
        {
            self.outcome.has_other_languages = true;
            now.clone_from(then);
        }
        if !self.is_documented {
            overlook_documents(came, recorded);
        }
    }

    pub fn finish(self) -> Outcome {
        self.outcome
    }
}

/// Copies from the log what may differ without counting as a difference.
pub(super) fn overlook(came: &mut Value, recorded: &Value) {
    // The id of a payment problem's event follows from what the POS named it by, which is not in the log.
    came["event_id"] = recorded["event_id"].clone();
    // What was understood counts, not by which agent; and a number that was read from text may be rounded.
    if came["parser"].is_object() && recorded["parser"].is_object() {
        came["parser"] = recorded["parser"].clone();
    }
    // The words of a model are not compared, those of the book of phrases are.
    if came["say"].is_object() && recorded["say"].get("choice").is_some() {
        came["say"]["text"] = recorded["say"]["text"].clone();
        came["say"]["choice"] = recorded["say"]["choice"].clone();
    }
}

/// Copies from the log what a turn names that it was decided with.
pub(super) fn overlook_documents(came: &mut Value, recorded: &Value) {
    let Some(members) = came.as_object_mut() else { return };
    members.remove("documents");
    if let Some(documents) = recorded.get("documents") {
        members.insert("documents".to_owned(), documents.clone());
    }
}

/// The parts of an order that are compared: the numbers of its lines may differ.
fn order_of(turn: &Value) -> Value {
    let mut order = turn["order"].clone();
    if let Some(fields) = order.as_object_mut() {
        fields.remove("referent");
    }
    for line in order.get_mut("lines").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(fields) = line.as_object_mut() {
            fields.remove("line_id");
        }
    }
    order
}

fn heard(turn: &Value, confidence_min: f64) -> String {
    let acts: Vec<Act> = serde_json::from_value(turn["acts"].clone()).unwrap_or_default();
    let acts = notation::acts(&acts);
    match turn["parser"]["confidence"].as_f64() {
        None => "nobody listened".to_owned(),
        Some(confidence) if confidence < confidence_min => format!("heard, but unsurely: {acts}"),
        Some(_) => format!("heard: {acts}"),
    }
}

/// An event in a line.
fn happening(event: &Value) -> String {
    if let Some(words) = event["text"].as_str() {
        return format!("\"{words}\"");
    }
    let told = ["type", "id", "at", "session_id", "ticket_id", "turn"];
    let rest = event.as_object().into_iter().flatten();
    let rest = rest.filter(|(name, value)| !told.contains(&name.as_str()) && !value.is_null());
    let rest: String = rest.map(|(name, value)| format!(", {name} {}", show::word(value))).collect();
    format!("{}{rest}", show::word(&event["type"]))
}

/// The whole turn, with `-` before what is in the log only and `+` before what came out instead.
fn diff(recorded: &[String], came: &[String]) -> String {
    let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let (recorded, came) = (text(recorded), text(came));
    let diff = TextDiff::from_lines(&recorded, &came);
    diff.iter_all_changes().map(|change| format!("{}    {}", change.tag(), change.value())).collect()
}

/// The members that differ in turns that are shown alike.
fn members(recorded: &Value, came: &Value) -> String {
    let names: BTreeSet<&String> =
        [recorded, came].into_iter().filter_map(Value::as_object).flatten().map(|(name, _)| name).collect();
    let other = names.into_iter().filter(|name| recorded.get(*name) != came.get(*name));
    let shown = |turn: &Value, name: &str| turn.get(name).map_or("nothing".to_owned(), Value::to_string);
    other
        .map(|name| format!("-    {name}: {}\n+    {name}: {}\n", shown(recorded, name), shown(came, name)))
        .collect()
}
