//! What operators ask.

use serde_json::Value;

use crate::support::{Service, Ticket, carhop};

#[test]
fn the_service_is_alive_and_ready() {
    let service = Service::start();
    assert_eq!(service.get("/healthz").json(200)["status"], "ok");
    assert_eq!(service.get("/readyz").json(200)["status"], "ok");
}

#[test]
fn the_metrics_count_turns_and_tickets() {
    let (service, lane) = Service::with_lane();
    lane.confirmed("a cookie");
    lane.until_acknowledged();
    let metrics = service.get("/metrics");
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    for line in [
        r#"carhop_turns_total{event="utterance",state="closing"} 1"#,
        r#"carhop_turns_total{event="acknowledged",state="closing"} 1"#,
        r#"carhop_messages_total{type="ticket.created"} 1"#,
        "carhop_turn_seconds_count 4",
        "carhop_act_seconds_count 5",
        r#"carhop_sessions_ended_total{end="completed"} 0"#,
    ] {
        assert!(metrics.body.lines().any(|found| found == line), "{line} is not in\n{}", metrics.body);
    }
    assert!(!metrics.body.contains("cookie"), "what customers say is nobody's business here");
}

#[test]
fn the_metrics_say_how_visits_end_what_upsells_do_and_what_memory_is_for() {
    let (service, lane) = Service::with_car();
    let offer = lane.say("a cheeseburger");
    assert!(!offer["offer"].is_null(), "{offer}");
    lane.say("yes");
    lane.take(serde_json::json!({ "type": "car_left" }));
    let metrics = service.get("/metrics").body;
    for line in [
        r#"carhop_offers_total{what="made"} 1"#,
        r#"carhop_offers_total{what="taken"} 1"#,
        r#"carhop_sessions_ended_total{end="abandoned"} 1"#,
        r#"carhop_sessions_ended_total{end="completed"} 0"#,
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    let bytes = |part: &str| {
        let start = format!("carhop_memory_bytes{{part=\"{part}\"}} ");
        let value = metrics.lines().find_map(|line| line.strip_prefix(&start));
        value.and_then(|value| value.parse::<f64>().ok()).unwrap_or_else(|| panic!("{start}"))
    };
    assert!(bytes("menus") > 10_000.0 && bytes("menus") < bytes("resident"), "{metrics}");
}

#[test]
fn the_machine_is_told_row_for_row_as_the_command_line_tells_it() {
    let service = Service::start();
    let machine = service.get("/v1/machine").json(200);
    let states = ["idle", "ordering", "thinking", "clarifying", "confirming", "closing"];
    assert_eq!(machine["states"], serde_json::json!(states));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut table = "row,state,event,guard,next,actions\n".to_owned();
    for row in machine["rows"].as_array().unwrap() {
        assert!(row["guard"].is_string() || row["guard"].is_null(), "{row}");
        let actions: Vec<String> = row["actions"].as_array().unwrap().iter().map(text).collect();
        let [name, from, event, guard, to] =
            ["row", "from", "event", "guard", "to"].map(|field| text(&row[field]));
        table += &format!("{name},{from},{event},{guard},{to},{}\n", actions.join("+"));
    }
    let told = carhop(&["graph", "--format", "csv"]).output().unwrap();
    assert_eq!(table, String::from_utf8(told.stdout).unwrap());
}

#[test]
fn the_pos_emitter_none_writes_no_ticket_and_waits_for_the_pos() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let turn = service.lane("1").confirmed("a cookie");
    assert_eq!(Ticket::of(&service, &turn).last_noted("delivered")["status"], "pending");
    assert!(!service.data().join("tickets.jsonl").exists());
    assert_eq!(service.lane("1").now(), turn);
}
