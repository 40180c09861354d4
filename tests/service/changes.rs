//! Who changed what.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::keys::{create, newest};
use crate::support::{Service, call_with_key};

const CHANGES: &str = "/v1/drive-thrus/d1/changes";

#[test]
fn each_document_that_is_put_is_listed_with_whose_key_it_came_with_and_stays_so() {
    let folder = TempDir::new().unwrap();
    let ada = create(folder.path(), &["Ada", "--scope", "manager"]);
    let by_ada = json!({ "key": newest(folder.path()), "name": "Ada" });
    let bob = create(folder.path(), &["Bob", "--scope", "manager", "--drive-thru", "d1"]);
    let by_bob = json!({ "key": newest(folder.path()), "name": "Bob" });
    let service = Service::start_on(folder.path(), &[]);
    call_with_key(service.address, &ada);
    let menu = service.get("/v1/drive-thrus/d1/menu").json(200);
    assert_eq!(service.put("/v1/drive-thrus/d1/menu", &[], &menu).status, 201);
    call_with_key(service.address, &bob);
    let house = service.put("/v1/drive-thrus/d1/house", &[], &json!({ "id": "barn", "phone": "1" }));
    let rules = service.put("/v1/drive-thrus/d1/rules", &[], &json!({ "id": "d1", "rules": [] }));
    service.put("/v1/drive-thrus/d1/rules", &[], &json!({ "id": 1 })).problem(422, "invalid-rules");
    let listed = service.get(CHANGES).json(200);
    let changes = listed["changes"].as_array().unwrap();
    let told: Vec<_> =
        changes.iter().map(|change| (change["document"].as_str().unwrap(), &change["actor"])).collect();
    assert_eq!(told, [("rules", &by_bob), ("house", &by_bob), ("menu", &by_ada)]);
    for (change, answer) in changes.iter().zip([&rules, &house]) {
        let hash = change["hash"].as_str().unwrap().replace('-', "");
        assert_eq!(answer.header("etag"), Some(format!("\"{hash}\"").as_str()));
    }
    assert_eq!(service.get(&format!("{CHANGES}?limit=1")).json(200)["changes"], json!([changes[0]]));
    service.get(&format!("{CHANGES}?limit=501")).problem(422, "invalid-event");
    drop(service);
    let service = Service::start_on(folder.path(), &[]);
    call_with_key(service.address, &bob);
    assert_eq!(service.get(CHANGES).json(200), listed);
}

#[test]
fn what_is_taken_off_and_put_back_on_is_listed_with_whose_key_it_came_with() {
    let folder = TempDir::new().unwrap();
    let ada = create(folder.path(), &["Ada", "--scope", "manager"]);
    let by_ada = json!({ "key": newest(folder.path()), "name": "Ada" });
    let lane = create(folder.path(), &["Lane", "--scope", "lane", "--drive-thru", "d1"]);
    let by_lane = json!({ "key": newest(folder.path()), "name": "Lane" });
    let service = Service::start_on(folder.path(), &[]);
    call_with_key(service.address, &ada);
    let put = |path: &str, body: Value| {
        service.put(&format!("/v1/drive-thrus/d1/{path}/availability"), &[], &body).json(200);
    };
    put("items/coke/sizes/large", json!({ "available": false, "until": "2099-01-01T00:00:00Z" }));
    put("items/fries", json!({ "available": false }));
    put("items/fries", json!({ "available": false }));
    put("items/fries", json!({ "available": true }));
    call_with_key(service.address, &lane);
    service.lane("1").car();
    service.lane("1").take(json!({ "type": "out_of_stock", "item": "cookie" }));
    call_with_key(service.address, &ada);
    let listed = service.get(CHANGES).json(200);
    let told: Vec<Value> = listed["changes"].as_array().unwrap().iter().cloned().map(without_time).collect();
    let stock = |part: Value, available: bool, by: &Value| json!({ "document": "availability", "part": part, "available": available, "actor": by });
    let mut large = stock(json!({ "item": "coke", "size": "large" }), false, &by_ada);
    large["until"] = json!("2099-01-01T00:00:00Z");
    let (off, on) = (stock(json!("fries"), false, &by_ada), stock(json!("fries"), true, &by_ada));
    assert_eq!(told, [stock(json!("cookie"), false, &by_lane), on, off, large]);
}

fn without_time(mut change: Value) -> Value {
    assert!(change.as_object_mut().unwrap().remove("at").unwrap().is_string());
    change
}

#[test]
fn without_keys_a_change_names_nobody() {
    let service = Service::start();
    assert_eq!(service.get(CHANGES).json(200), json!({ "changes": [] }));
    service.put("/v1/drive-thrus/d1/house", &[], &json!({ "id": "barn" })).json(201);
    let listed = service.get(CHANGES).json(200);
    assert!(listed["changes"][0].get("actor").is_none(), "{listed:#}");
}
