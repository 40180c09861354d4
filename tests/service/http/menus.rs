//! Menus and what is off them.

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
