//! Events and words of the POS as inputs: the way back from what happened to how a transcript says it.

use fsm::dialogue::{Acts, By, CrewAct};
use lanes::event::{CarDetected, Crew, LaneEvent, OutOfStock, Silence, Touch, Utterance};
use lanes::pos::PosReport;
use serde_json::json;

use super::touched;

/// A lane event; `heard` where it is not what the parser hears.
pub(crate) fn lane_event(event: &LaneEvent, heard: Option<&Acts>) -> String {
    match event {
        LaneEvent::CarDetected(CarDetected { vehicle_id: None }) => "car".to_owned(),
        LaneEvent::CarDetected(CarDetected { vehicle_id: Some(name) }) => format!("car {}", vehicle(&name.0)),
        LaneEvent::Utterance(Utterance { text, confidence, barge_in, by }) => {
            let confidence = confidence.map(|sure| format!(", confidence {}", sure.0)).unwrap_or_default();
            let barge_in = if *barge_in { ", barge in" } else { "" };
            let heard = heard.map(heard_as).unwrap_or_default();
            format!("{}{confidence}{barge_in}{}{heard}", json!(text.as_str()), hand(*by))
        }
        LaneEvent::BargeIn => "barge-in".to_owned(),
        LaneEvent::Silence(Silence { seconds }) => format!("silence {}", seconds.0),
        LaneEvent::OutOfStock(OutOfStock { item }) => format!("report out of stock {}", item.0),
        LaneEvent::CarLeft => "car leaves".to_owned(),
        LaneEvent::Tap(Touch { tap, by }) => format!("tap {}{}", touched::written(tap), hand(*by)),
        LaneEvent::Crew(Crew { act: CrewAct::TakeOver }) => "crew takes over".to_owned(),
        LaneEvent::Crew(Crew { act: CrewAct::GiveBack }) => "crew gives back".to_owned(),
    }
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
