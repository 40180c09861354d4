//! The list of a drive-thru's sessions.

use serde_json::{Value, json};

use crate::support::{Answer, Service};

#[track_caller]
fn ids(answer: &Answer) -> Vec<String> {
    let list = answer.json(200);
    let sessions = list["sessions"].as_array().unwrap();
    sessions.iter().map(|session| session["session_id"].as_str().unwrap().to_owned()).collect()
}

/// Five cars one after the other on two lanes: two with an order, two that leave without, one that is still there. Gives
/// their sessions, the newest first.
fn five_cars(service: &Service) -> Vec<String> {
    let mut sessions = Vec::new();
    for (at, lane, order) in [
        ("08:00", "1", Some("a cookie")),
        ("08:10", "2", None),
        ("08:20", "1", None),
        ("08:30", "2", Some("two cookies")),
        ("08:40", "1", None),
    ] {
        let lane = service.lane(lane);
        let today = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(2);
        let minutes: i64 = at[3..].parse().unwrap();
        let at = today + jiff::SignedDuration::from_mins(minutes);
        let car = lane.take(json!({ "type": "car_detected", "at": at }));
        sessions.push(car["session_id"].as_str().unwrap().to_owned());
        if let Some(order) = order {
            lane.say(order);
            lane.say("that's all");
            lane.say("yes");
            lane.until_acknowledged();
        }
        if sessions.len() < 5 {
            lane.take(json!({ "type": "car_left" }));
        }
    }
    sessions.reverse();
    sessions
}

fn check(service: &Service) {
    let path = "/v1/drive-thrus/d1/sessions";
    assert_eq!(service.get(path).json(200), json!({ "sessions": [] }));
    let sessions = five_cars(service);
    let all = service.get(path);
    assert_eq!(ids(&all), sessions);
    let list = all.json(200);
    assert!(list.get("next").is_none(), "{list:#}");
    let of = |name: &str| -> Vec<Value> {
        list["sessions"].as_array().unwrap().iter().map(|session| session[name].clone()).collect()
    };
    assert_eq!(
        of("end"),
        [json!(null), json!("completed"), json!("abandoned"), json!("abandoned"), json!("completed")]
    );
    assert_eq!(of("lane"), ["1", "2", "1", "2", "1"]);
    assert_eq!(of("turns")[0], 1);
    assert_eq!((&of("total")[0], &of("total")[2]), (&json!("0.00"), &json!("0.00")));

    // Page by page it is the same.
    let (mut cursor, mut paged) = (String::new(), Vec::new());
    loop {
        let page = service.get(&format!("{path}?limit=2{cursor}"));
        paged.extend(ids(&page));
        let page = page.json(200);
        let Some(next) = page["next"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(paged, sessions);

    let total = of("total")[1].as_str().unwrap().to_owned();
    assert_eq!(ids(&service.get(&format!("{path}?total={total}"))), sessions[1..2]);
    assert_eq!(
        ids(&service.get(&format!("{path}?end=completed"))),
        [sessions[1].clone(), sessions[4].clone()]
    );
    assert_eq!(ids(&service.get(&format!("{path}?end=left"))), Vec::<String>::new());
    let (third, fourth) = (of("began_at")[2].clone(), of("began_at")[3].clone());
    let between = format!("{path}?from={}&to={}", fourth.as_str().unwrap(), third.as_str().unwrap());
    assert_eq!(ids(&service.get(&between)), sessions[3..4]);
    assert_eq!(ids(&service.get("/v1/drive-thrus/d2/sessions")), Vec::<String>::new());
    let forgotten =
        crate::support::call(service.address, "DELETE", &format!("/v1/sessions/{}", sessions[2]), &[], b"");
    forgotten.json(200);
    assert_eq!(ids(&service.get(path)).len(), 4);
}

#[test]
fn the_sessions_of_a_drive_thru_are_listed_newest_first_and_page_by_page() {
    check(&Service::start());
    check(&Service::start_with(&[("CARHOP_STORE", "memory:")]));
}

#[test]
fn they_are_listed_over_redis_too() {
    let redis = testbed::RedisServer::start(&[]);
    check(&Service::start_with(&[("CARHOP_STORE", &redis.url()), ("CARHOP_DURABILITY", "memory")]));
}

#[test]
fn a_faulty_question_for_sessions_names_its_field() {
    let service = Service::start();
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("from=yesterday", "from"),
        ("to=1", "to"),
        ("from=2026-11-21T20:00:00Z&to=2026-11-21T19:00:00Z", "to"),
        ("end=lost", "end"),
        ("total=much", "total"),
        ("cursor=1", "cursor"),
        ("cursor=2026-11-21T20:00:00Z_1", "cursor"),
        ("page=2", "page"),
    ] {
        assert_eq!(
            service.get(&format!("/v1/drive-thrus/d1/sessions?{query}")).faulty_field(),
            field,
            "{query}"
        );
    }
    service.get("/v1/drive-thrus/d%201/sessions").problem(400, "invalid-id");
}
