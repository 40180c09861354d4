//! Events and words of the POS as inputs: the way back from what happened to how a transcript says it.

use fsm::dialogue::{Acts, By, CrewAct, Tap};
use lanes::event::Happening;
use lanes::pos::PosReport;
use serde_json::{Value, json};

/// A lane event, given what it was; `heard` where it is not what the parser hears.
pub(crate) fn lane_event(happening: &Happening, event: &Value, heard: Option<&Acts>) -> String {
    match happening {
        Happening::CarDetected { vehicle_id: None } => "car".to_owned(),
        Happening::CarDetected { vehicle_id: Some(name) } => format!("car {}", vehicle(name)),
        Happening::Utterance { text, confidence, barge_in, by } => {
            let confidence = confidence.map(|sure| format!(", confidence {sure}")).unwrap_or_default();
            let barge_in = if *barge_in { ", barge in" } else { "" };
            let heard = heard.map(heard_as).unwrap_or_default();
            format!("{}{confidence}{barge_in}{}{heard}", json!(text), hand(*by))
        }
        Happening::BargeIn => "barge-in".to_owned(),
        Happening::Silence => format!("silence {}", event["seconds"]),
        Happening::OutOfStock { item } => format!("report out of stock {item}"),
        Happening::CarLeft => "car leaves".to_owned(),
        Happening::Tap { tap: touched, by } => format!("tap {}{}", tap(touched), hand(*by)),
        Happening::Crew(CrewAct::TakeOver) => "crew takes over".to_owned(),
        Happening::Crew(CrewAct::GiveBack) => "crew gives back".to_owned(),
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

fn tap(tap: &Tap) -> String {
    match tap {
        Tap::Confirm => "confirm".to_owned(),
        Tap::Deny => "deny".to_owned(),
        Tap::Done => "done".to_owned(),
        Tap::AddItem { item, size, quantity } => {
            let size = size.as_ref().map(|size| format!(" {size}")).unwrap_or_default();
            let quantity = if *quantity == 1 { String::new() } else { format!(" x{quantity}") };
            format!("add {item}{size}{quantity}")
        }
        Tap::RemoveLine { line_id } => format!("remove {line_id}"),
        Tap::SetQuantity { line_id, quantity } => format!("set {line_id} {quantity}"),
    }
}

fn hand(by: By) -> &'static str {
    match by {
        By::Customer => "",
        By::Crew => ", by crew",
    }
}
