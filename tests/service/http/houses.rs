//! What houses say of themselves.

use serde_json::{Value, json};

use crate::support::Service;

const HOUSE: &str = "/v1/drive-thrus/d1/house";
const MENU: &str = "/v1/drive-thrus/d1/menu";

fn barn(phone: &str) -> Value {
    json!({ "id": "barn", "name": "Barn", "phone": phone, "hours": { "mon": [["06:00", "23:00"]], "sun": [] } })
}

#[test]
fn a_house_is_new_then_replaced_and_named_by_its_etag() {
    let service = Service::start();
    let sample = service.get(HOUSE);
    assert_eq!(sample.json(200)["name"], "Larkspur Burger Stand");
    let new = service.put(HOUSE, &[], &barn("1"));
    assert_eq!(new.json(201), barn("1"));
    assert_ne!(new.header("etag"), sample.header("etag"));
    assert_eq!(service.get(HOUSE).header("etag"), new.header("etag"));

    let etag = new.header("etag").unwrap();
    assert!(etag.starts_with('"') && etag.ends_with('"'), "{etag}");
    let replaced = service.put(HOUSE, &[("if-match", etag)], &barn("2"));
    replaced.json(200);
    let stale = service.put(HOUSE, &[("if-match", etag)], &barn("3"));
    stale.problem(412, "house-conflict");
    assert_eq!(stale.header("etag"), replaced.header("etag"));
    assert_eq!(service.get(HOUSE).json(200), barn("2"));
    service.put(HOUSE, &[("if-match", "*")], &barn("1")).json(200);
    assert_eq!(service.get(HOUSE).header("etag"), Some(etag), "the same house has the same name");
    assert_eq!(service.get("/v1/drive-thrus/d2/house").json(200)["name"], "Larkspur Burger Stand");
    let menu = service.get("/v1/drive-thrus/d2/menu").json(200);
    service.put("/v1/drive-thrus/d2/menu", &[], &menu).json(201);
    service.get("/v1/drive-thrus/d2/house").problem(404, "not-found");
}

#[test]
fn a_house_outlives_a_crash() {
    let service = Service::start();
    service.put(HOUSE, &[], &barn("1")).json(201);
    let before = service.get(HOUSE);
    let service = service.restarted();
    let after = service.get(HOUSE);
    assert_eq!((after.body.as_str(), after.header("etag")), (before.body.as_str(), before.header("etag")));
    service.put(HOUSE, &[], &barn("2")).json(200);
}

#[test]
fn a_faulty_house_is_refused_with_every_fault_and_the_one_in_use_stays() {
    let service = Service::start();
    service.put(HOUSE, &[], &barn("1")).json(201);
    let faulty = json!({
        "id": "barn", "colour": "red", "time_zone": "Chicago", "restroom": "maybe", "tax_included": "no",
        "hours": { "mon": [["06:00", "25:00"]], "tue": [["06:00", "14:00"], ["13:00", "20:00"]] },
        "holidays": [{ "date": "2026-02-30" }], "discounts": [{ "id": "a", "say": "" }, { "id": "a", "say": "B." }],
    });
    let problem = service.put(HOUSE, &[], &faulty).problem(422, "invalid-house");
    let faults = problem["faults"].as_array().unwrap().iter();
    let paths: Vec<&str> = faults.map(|fault| fault["path"].as_str().unwrap()).collect();
    let expected = [
        "$.colour",
        "$.time_zone",
        "$.hours.mon[0][1]",
        "$.hours.tue[1]",
        "$.holidays[0].date",
        "$.tax_included",
        "$.restroom",
        "$.discounts[0].say",
        "$.discounts[1].id",
    ];
    assert_eq!(paths, expected);
    for body in [json!({}), json!([]), json!(null), json!("house"), json!(7)] {
        let problem = service.put(HOUSE, &[], &body).problem(422, "invalid-house");
        assert!(problem["faults"].as_array().is_some_and(|faults| !faults.is_empty()), "{problem:#}");
    }
    assert_eq!(service.get(HOUSE).json(200), barn("1"));
}

#[test]
fn the_sample_house_goes_with_the_sample_menu_alone() {
    let service = Service::start();
    let stall = json!({
        "id": "stall", "name": "Tea Stall", "version": 1, "currency": "USD",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [{ "id": "tea", "name": "Tea", "category": "all", "price": "2.00" }],
    });
    service.put(MENU, &[], &stall).json(201);
    service.get(HOUSE).problem(404, "not-found");
    let refused = service.put(HOUSE, &[("if-match", "*")], &barn("1"));
    refused.problem(412, "house-conflict");
    assert_eq!(refused.header("etag"), None);
    service.put(HOUSE, &[], &barn("1")).json(201);
    assert_eq!(service.get(HOUSE).json(200), barn("1"));
    service.get("/v1/drive-thrus/d%201/house").problem(400, "invalid-id");
}

#[test]
fn turns_name_the_house_and_the_log_has_it() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let first = lane.car();
    let sample = first["documents"]["house"].as_str().unwrap().to_owned();
    assert_eq!(lane.say("a milk").get("documents"), None);
    service.put(HOUSE, &[], &barn("1")).json(201);
    let other = lane.say("a cookie")["documents"]["house"].as_str().unwrap().to_owned();
    assert_ne!(other, sample);
    let path = format!("/v1/sessions/{}/audit?with=documents", first["session_id"].as_str().unwrap());
    let log = service.get(&path).json(200);
    assert_eq!(log["documents"][&other], barn("1"));
    assert_eq!(log["documents"][&sample]["name"], "Larkspur Burger Stand");

    service.put(MENU, &[], &service.get(MENU).json(200)).json(201);
    assert_eq!(service.lane("2").car()["documents"]["house"], json!(other));
    let elsewhere = service.lane_of("d2", "1").car();
    assert_eq!(elsewhere["documents"]["house"], json!(sample));
}
