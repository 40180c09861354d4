//! Events and words of the POS as inputs: the way back from what happened to how a transcript says it.

use fsm::dialogue::{Acts, By, CrewAct};
use fsm::machine::Deadline;
use lanes::event::{
    Alternative, CarDetected, Confidence, Crew, LaneEvent, OutOfStock, RecognizedWord, Silence, Touch,
    Utterance,
};
use lanes::pos::PosReport;
use serde_json::json;

use super::touched;

/// A lane event; `heard` where it is not what the parser hears.
pub(crate) fn lane_event(event: &LaneEvent, heard: Option<&Acts>) -> String {
    match event {
        LaneEvent::CarDetected(CarDetected { vehicle_id: None }) => "car".to_owned(),
        LaneEvent::CarDetected(CarDetected { vehicle_id: Some(name) }) => format!("car {}", vehicle(&name.0)),
        LaneEvent::Utterance(said) => utterance(said, heard),
        LaneEvent::BargeIn => "barge-in".to_owned(),
        LaneEvent::Silence(Silence { seconds }) => format!("silence {}", seconds.0),
        LaneEvent::OutOfStock(OutOfStock { item }) => format!("report out of stock {}", item.0),
        LaneEvent::CarLeft => "car leaves".to_owned(),
        LaneEvent::Tap(Touch { tap, by }) => format!("tap {}{}", touched::written(tap), hand(*by)),
        LaneEvent::Crew(Crew { act: CrewAct::TakeOver }) => "crew takes over".to_owned(),
        LaneEvent::Crew(Crew { act: CrewAct::GiveBack }) => "crew gives back".to_owned(),
    }
}

fn utterance(said: &Utterance, heard: Option<&Acts>) -> String {
    let Utterance { text, confidence, barge_in, by, alternatives, words, question } = said;
    let sure = |sure: &Confidence| format!(" {}", sure.0);
    let mut out = json!(text.as_str()).to_string();
    out.extend(confidence.iter().map(|it| format!(", confidence{}", sure(it))));
    out.extend(barge_in.then_some(", barge in"));
    out.push_str(hand(*by));
    out.extend(question.then_some(", a question"));
    for Alternative { text, confidence } in alternatives.iter() {
        out.push_str(&format!(", or {}", json!(text.as_str())));
        out.extend(confidence.iter().map(sure));
    }
    for RecognizedWord { text, confidence } in words.iter() {
        out.push_str(&format!(", word {}{}", json!(text.as_str()), sure(confidence)));
    }
    out.extend(heard.map(heard_as));
    out
}

/// A deadline that passes.
pub(crate) fn late(deadline: Deadline) -> String {
    format!("late {deadline}")
}

/// What the POS says.
pub(crate) fn pos_report(report: &PosReport) -> String {
    match report {
        PosReport::Acknowledged { pos_reference: None } => "pos acknowledges".to_owned(),
        PosReport::Acknowledged { pos_reference: Some(name) } => {
            format!("pos acknowledges as {}", json!(name))
        }
        PosReport::Rejected { reason, item: None } => format!("pos rejects {}", json!(reason)),
        PosReport::Rejected { reason, item: Some(item) } => {
            format!("pos rejects {} item {item}", json!(reason))
        }
        PosReport::PaymentProblem { reason: None, .. } => "pos payment problem".to_owned(),
        PosReport::PaymentProblem { reason: Some(reason), .. } => {
            format!("pos payment problem {}", json!(reason))
        }
    }
}

fn heard_as(heard: &Acts) -> String {
    let at = if heard.confidence < 1.0 { format!(" at {}", heard.confidence) } else { String::new() };
    format!(", heard{at} as {}", json!(heard.acts))
}

/// A name that could be taken for something else is in quotation marks.
fn vehicle(name: &str) -> String {
    let is_plain = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '-' || char == '_');
    if is_plain && !name.is_empty() && name != "leaves" { name.to_owned() } else { json!(name).to_string() }
}

fn hand(by: By) -> &'static str {
    match by {
        By::Customer => "",
        By::Crew => ", by crew",
    }
}
