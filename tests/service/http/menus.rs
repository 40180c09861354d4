//! Menus and what is off them.

use std::process::Command;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::{Service, awaited, rows};

const MENU: &str = "/v1/drive-thrus/d1/menu";

/// A stall that sells tea by the cup, and cake.
fn stall(cake: &str) -> Value {
    json!({
        "id": "stall", "name": "Tea Stall", "version": 3, "currency": "USD", "tax_rate": "0.10",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [
            { "id": "tea", "name": "Tea", "category": "all", "price": "2.00" },
            { "id": "cake", "name": "Cake", "category": "all", "price": cake } ],
    })
}

#[test]
fn a_menu_is_new_then_replaced_and_named_by_its_etag() {
    let service = Service::start();
    let sample = service.get(MENU);
    assert_eq!(sample.json(200)["name"], "Larkspur Burger Stand");
    let new = service.put(MENU, &[], &stall("3.00"));
    assert_eq!(new.json(201)["name"], "Tea Stall");
    assert_ne!(new.header("etag"), sample.header("etag"));
    assert_eq!(service.get(MENU).header("etag"), new.header("etag"));

    let etag = new.header("etag").unwrap();
    assert!(etag.starts_with('"') && etag.ends_with('"'), "{etag}");
    let replaced = service.put(MENU, &[("if-match", etag)], &stall("4.00"));
    replaced.json(200);
    let stale = service.put(MENU, &[("if-match", etag)], &stall("5.00"));
    stale.problem(412, "menu-conflict");
    assert_eq!(stale.header("etag"), replaced.header("etag"));
    assert_eq!(service.get(MENU).json(200)["items"][1]["price"], "4.00");
    service.put(MENU, &[("if-match", "*")], &stall("3.00")).json(200);
    assert_eq!(service.get(MENU).header("etag"), Some(etag), "the same menu has the same name");
    assert_eq!(service.get("/v1/drive-thrus/d2/menu").json(200)["name"], "Larkspur Burger Stand");
}

#[test]
fn a_menu_and_what_is_off_it_outlive_a_crash() {
    let service = Service::start();
    service.put(MENU, &[], &stall("3.00")).json(201);
    service.set_available("d1", "tea", false);
    service.set_available("d2", "cookie", false);
    let before = service.get(MENU);
    let service = service.restarted();
    let after = service.get(MENU);
    assert_eq!((after.body.as_str(), after.header("etag")), (before.body.as_str(), before.header("etag")));
    assert_eq!(after.json(200)["items"][0]["available"], false);
    let other = service.get("/v1/drive-thrus/d2/menu").json(200);
    assert_eq!(item(&other, "cookie")["available"], false);
}

#[test]
fn a_menu_with_ten_faults_is_refused_with_all_ten_named_and_the_old_one_stays() {
    let service = Service::start();
    service.put(MENU, &[], &stall("3.00")).json(201);
    let before = service.get(MENU);
    let lane = service.lane("1");
    lane.car();
    let said = lane.say("a tea");
    let mut menu = stall("3.00");
    for (pointer, value) in [
        ("/name", json!(7)),
        ("/currency", json!("dollars")),
        ("/tax_rate", json!("a lot")),
        ("/categories/0/name", json!("")),
        ("/items/0/price", json!("-1.00")),
        ("/items/0/category", json!("drinks")),
        ("/items/0/substitutes", json!(["coffee"])),
        ("/items/1/id", json!("tea")),
        ("/items/1/price", json!(2.5)),
        ("/items/1/modifier_groups", json!(["toppings"])),
    ] {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        menu.pointer_mut(parent).unwrap()[field] = value;
    }
    let problem = service.put(MENU, &[], &menu).problem(422, "invalid-menu");
    let told = |fault: &Value, field| fault[field].as_str().unwrap().to_owned();
    let faults = problem["faults"].as_array().unwrap().iter();
    let faults: Vec<_> =
        faults.map(|fault| [told(fault, "path"), told(fault, "detail")].join(": ")).collect();
    assert_eq!(faults.len(), 10, "{faults:#?}");
    insta::assert_snapshot!(faults.join("\n"));
    assert_eq!(service.get(MENU).body, before.body);
    assert_eq!(lane.now(), said);
}

#[test]
fn a_menu_that_is_taken_comes_back_with_what_customers_will_stumble_over() {
    let service = Service::start();
    assert_eq!(service.put(MENU, &[], &stall("3.00")).json(201)["warnings"], json!([]));
    let mut menu = stall("3.00");
    menu["items"][1]["aliases"] = json!(["tea", "never mind"]);
    let taken = service.put(MENU, &[], &menu).json(200);
    let warnings = taken["warnings"].as_array().unwrap();
    let paths: Vec<&Value> = warnings.iter().map(|warning| &warning["path"]).collect();
    assert_eq!(paths, ["$.items[1].aliases[0]", "$.items[1].aliases[1]"], "{taken:#}");
    for (warning, detail) in warnings.iter().zip(["a name of \"Tea\"", "does something else"]) {
        assert!(warning["detail"].as_str().unwrap().contains(detail) && warning["suggest"].is_string());
    }
    // They are no part of the menu, and sent back they change nothing.
    let shown = service.get(MENU).json(200);
    assert_eq!(shown.get("warnings"), None);
    assert_eq!(service.put(MENU, &[], &taken).json(200)["warnings"], taken["warnings"]);
}

#[test]
fn what_is_no_menu_at_all_is_refused() {
    let service = Service::start();
    for body in [json!({}), json!([]), json!(null), json!("menu"), json!(7)] {
        let problem = service.put(MENU, &[], &body).problem(422, "invalid-menu");
        assert!(problem["faults"].as_array().is_some_and(|faults| !faults.is_empty()), "{problem:#}");
    }
    assert_eq!(service.get(MENU).json(200)["name"], "Larkspur Burger Stand");
}

#[test]
fn taking_an_item_off_gives_each_open_order_that_holds_it_its_turn() {
    let service = Service::start();
    let [holds, holds_not] = ["1", "2"].map(|lane| service.lane(lane));
    let elsewhere = service.lane_of("d2", "3");
    for (lane, order) in [(&holds, "a milk"), (&holds_not, "a cookie"), (&elsewhere, "a milk")] {
        lane.car();
        lane.say(order);
    }
    service.set_available("d1", "milk", false);
    let told = holds.now();
    assert_eq!((rows(&told).as_str(), &told["turn"]), ("S06", &json!(3)));
    assert_eq!(told["state"], "clarifying");
    assert_eq!(told["question"]["kind"], "replacement");
    assert_eq!(told["order"]["lines"][0]["out_of_stock"], true);
    assert_eq!((&holds_not.now()["turn"], &elsewhere.now()["turn"]), (&json!(2), &json!(2)));
    service.set_available("d1", "milk", false);
    assert_eq!(holds.now(), told, "the lane was told twice");
    assert_eq!(item(&service.get(MENU).json(200), "milk")["available"], false);
    let asked = holds_not.say("a milk");
    assert_eq!(asked["question"]["kind"], "replacement", "{asked:#}");
    service.set_available("d1", "milk", true);
    assert_eq!(item(&service.get(MENU).json(200), "milk")["available"], true);
}

#[test]
fn an_out_of_stock_event_is_the_same_as_the_availability_call() {
    let service = Service::start();
    let [one, other] = ["1", "2"].map(|lane| service.lane(lane));
    for lane in [&one, &other] {
        lane.car();
        lane.say("a milk");
    }
    let told = one.take(json!({ "type": "out_of_stock", "item": "milk" }));
    assert_eq!((rows(&told).as_str(), &told["question"]["kind"]), ("S06", &json!("replacement")));
    assert_eq!(item(&service.get(MENU).json(200), "milk")["available"], false);
    let told = awaited("the other lane's turn", || Some(other.now()).filter(|now| now["turn"] == 3));
    assert_eq!(rows(&told), "S06");
    let accepted = one.say("yes please");
    assert_eq!(accepted["order"]["lines"][0]["item"], "orange_juice", "{accepted:#}");
}

#[test]
fn an_item_that_is_not_on_the_menu_cannot_be_off() {
    let (service, lane) = Service::with_lane();
    let before = lane.car();
    let off = json!({ "available": false });
    service.put("/v1/drive-thrus/d1/items/lobster/availability", &[], &off).problem(404, "not-found");
    lane.event(json!({ "type": "out_of_stock", "item": "lobster" })).problem(422, "invalid-event");
    for body in [json!({}), json!({ "available": "no" }), json!({ "available": null }), json!([false])] {
        let answer = service.put("/v1/drive-thrus/d1/items/milk/availability", &[], &body);
        assert_eq!(answer.faulty_field(), "available");
    }
    assert_eq!(lane.now(), before);
}

#[test]
fn a_modifier_and_a_size_that_are_off_are_told_asked_about_and_left_off() {
    let (service, lane) = Service::with_lane();
    let off = json!({ "available": false });
    let part = |part: &str| format!("/v1/drive-thrus/d1/{part}/availability");
    for path in ["modifiers/toppings/pickle", "modifiers/toppings/bacon", "items/fries/sizes/large"] {
        assert_eq!(service.put(&part(path), &[], &off).json(200), off);
    }
    let menu = service.get(MENU).json(200);
    let sizes = item(&menu, "fries")["sizes"].as_array().unwrap();
    assert!(sizes.iter().all(|size| (size["available"] == false) == (size["id"] == "large")), "{sizes:#?}");
    for path in ["modifiers/toppings/caviar", "modifiers/sides/bacon", "items/fries/sizes/vast"] {
        service.put(&part(path), &[], &off).problem(404, "not-found");
    }
    lane.car();
    let added = lane.say("a cheeseburger with bacon");
    let reply = added["say"]["text"].as_str().unwrap().to_lowercase();
    assert!(reply.contains("out of bacon") && reply.contains("out of pickle"), "{reply}");
    let modifiers = added["order"]["lines"][0]["modifiers"].as_array().unwrap();
    assert_eq!(modifiers.len(), 1, "{modifiers:#?}");
    assert_eq!((&modifiers[0]["modifier"], &modifiers[0]["amount"]), (&json!("pickle"), &json!("no")));
    let asked = lane.say("large fries");
    assert_eq!(asked["question"]["kind"], "which_size", "{asked:#}");
    assert_eq!(asked["question"]["candidates"], json!(["small", "medium"]));
    service.put(&part("items/fries/sizes/large"), &[], &json!({ "available": true })).json(200);
    assert_eq!(lane.say("large")["order"]["lines"][1]["size"], "large");
}

#[test]
fn what_is_not_served_now_is_told_with_when_it_is() {
    let (service, lane) = Service::with_lane();
    let mut menu: Value = serde_json::from_str(include_str!("../../../fixtures/menus/diner.json")).unwrap();
    menu["dayparts"] = json!([
        { "id": "breakfast", "from": "05:00", "to": "10:30" },
        { "id": "brunch", "from": "06:00", "to": "07:00" },
        { "id": "lunch", "from": "11:00", "to": "15:00" },
        { "id": "late", "from": "22:00", "to": "02:00" },
    ]);
    service.put(MENU, &[], &menu).json(201);
    let house = json!({ "id": "diner", "time_zone": "Asia/Tokyo" });
    service.put("/v1/drive-thrus/d1/house", &[], &house).json(201);
    lane.car();
    let say = |text: &str, at: Timestamp| lane.take(json!({ "type": "utterance", "text": text, "at": at }));
    // The last half past ten in Tokyo.
    let now = Timestamp::now() + SignedDuration::from_secs(60);
    let day = SignedDuration::from_hours(24).as_secs();
    let since = (now.as_second() - SignedDuration::from_mins(90).as_secs()).rem_euclid(day);
    let half_past_ten = Timestamp::from_second(now.as_second() - since).unwrap();
    let served = say("a breakfast burrito", half_past_ten - SignedDuration::from_secs(1));
    assert_eq!(served["order"]["lines"][0]["item"], "breakfast_burrito", "{served:#}");
    let later = say("pancakes please", half_past_ten);
    assert_eq!(later["question"]["kind"], "replacement", "{later:#}");
    let words = later["say"]["text"].as_str().unwrap();
    assert!(words.contains("we only serve pancakes from five until ten thirty in the morning"), "{words}");
    assert_eq!(later["order"]["lines"].as_array().map(Vec::len), Some(1), "{later:#}");
}

#[test]
fn the_schema_of_menus_is_that_of_the_command() {
    let service = Service::start();
    let schema = service.get("/v1/schemas/menu");
    assert_eq!(schema.header("content-type"), Some("application/schema+json"));
    let printed = Command::new(env!("CARGO_BIN_EXE_carhop")).args(["menu", "schema"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&printed.stdout), schema.body);
    assert!(schema.body.contains("https://json-schema.org/draft/2020-12/schema"), "{}", schema.body);
}

#[test]
fn what_is_off_until_then_is_on_again_by_itself() {
    let service = Service::start();
    let path = "/v1/drive-thrus/d1/items/milk/availability";
    let at = |seconds| (Timestamp::now() + SignedDuration::from_secs(seconds)).to_string();
    for (body, detail) in [
        (json!({ "available": true, "until": at(60) }), "only what is taken off has an end"),
        (json!({ "available": false, "until": at(-60) }), "is over already"),
        (json!({ "available": false, "until": "soon" }), "use an RFC 3339 time, such as"),
    ] {
        let answer = service.put(path, &[], &body);
        assert_eq!(answer.faulty_field(), "until");
        assert!(answer.body.contains(detail), "{}", answer.body);
    }
    let until = at(100);
    let off = json!({ "available": false, "until": until });
    assert_eq!(service.put(path, &[], &off).json(200), off);
    assert_eq!(item(&service.get(MENU).json(200), "milk")["available"], false);
    let other = service.lane("2");
    other.car();
    // Who says once more that it is off does not say for how long.
    other.take(json!({ "type": "out_of_stock", "item": "milk" }));
    let service = service.restarted();
    let lane = service.lane("1");
    lane.car();
    assert_eq!(lane.say("a milk")["question"]["kind"], "replacement");
    let later = (until.parse::<Timestamp>().unwrap() + SignedDuration::from_secs(1)).to_string();
    let said = json!({ "type": "utterance", "text": "a milk", "at": later });
    assert_eq!(lane.take(said)["order"]["lines"][0]["item"], "milk");
}

#[test]
fn a_recognizer_gets_the_words_of_the_menu_in_its_form() {
    let service = Service::start();
    let hints = |query: &str| service.get(&format!("/v1/drive-thrus/d1/speech-hints{query}"));
    let sample = hints("").json(200);
    assert_eq!((&sample["format"], &sample["locale"]), (&json!("keyterms"), &json!("en-US")));
    assert!(sample["keyterms"].as_array().unwrap().contains(&json!("Cheeseburger")), "{sample:#}");
    assert_eq!(hints("?format=keyterms").json(200), sample);

    service.put(MENU, &[], &stall("3.00")).json(201);
    service.set_available("d1", "tea", false);
    assert_eq!(hints("").json(200)["keyterms"], json!(["Tea", "Cake"]));
    for (format, words) in
        [("prompt", "Tea Stall: Tea, Cake."), ("jsgf", "\n<item> = tea | teas | cake | cakes ;\n")]
    {
        let answer = hints(&format!("?format={format}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        assert!(answer.body.contains(words), "{}", answer.body);
    }
    for query in ["?format=xml", "?format=", "?format=JSGF", "?format=jsgf&format=jsgf"] {
        assert_eq!(hints(query).faulty_field(), "format", "{query}");
    }
    assert_eq!(hints("?form=jsgf").faulty_field(), "form");
    service.get("/v1/drive-thrus/d%201/speech-hints").problem(400, "invalid-id");
}

fn item<'a>(menu: &'a Value, id: &str) -> &'a Value {
    menu["items"].as_array().unwrap().iter().find(|item| item["id"] == id).unwrap()
}
