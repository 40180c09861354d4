//! Many menus that are all different: those that were used last are kept compiled, as far as there is room, and no lane notices.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Kept, Service, at_once, fresh_id, memory_kib};

const DRIVE_THRUS: usize = 24;
/// How much all compiled menus may take. One of those here takes some 11 MiB.
const MENU_MEMORY_MIB: usize = 32;
/// What is compiled of the service's own menu, and of the one that is used, at most.
const BESIDES_MIB: usize = 16;

/// A menu that no other drive-thru has, with a burger of its own.
fn menu(number: usize) -> Value {
    let item = |at: usize| {
        let aliases: Vec<_> = (0..100).map(|alias| format!("special {at} of kind {alias}")).collect();
        json!({ "id": format!("special{at}"), "name": format!("Special {at}"), "aliases": aliases, "category": "burgers", "price": "1.00" })
    };
    let own = json!({ "id": "own", "name": format!("House number {number}"), "aliases": ["house burger"], "category": "burgers", "price": "5.00" });
    let items: Vec<_> = [own].into_iter().chain((0..60).map(item)).collect();
    json!({
        "id": format!("menu{number}"), "name": format!("Menu {number}"), "version": 1, "currency": "USD", "tax_rate": "0",
        "locale": "en-US", "categories": [{ "id": "burgers", "name": "Burgers" }], "items": items,
    })
}

fn metric(service: &Service, name: &str) -> usize {
    let metrics = service.get("/metrics").body;
    let found = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
    found.unwrap_or_else(|| panic!("{name} is not in\n{metrics}")) as usize
}

#[track_caller]
fn compiled_mib_at_most(service: &Service, mib: usize) {
    let bytes = metric(service, r#"carhop_memory_bytes{part="menus"}"#);
    assert!(bytes <= mib << 20, "{bytes} bytes of menus, and {mib} MiB are allowed");
}

#[test]
fn menus_that_differ_take_bounded_memory_and_each_drive_thru_is_served_from_its_own() {
    let mib = MENU_MEMORY_MIB.to_string();
    let options = [("CARHOP_MENU_MEMORY_MIB", mib.as_str()), ("CARHOP_OFFERS", "false")];
    let service = Service::start_with(&options);
    for number in 0..DRIVE_THRUS {
        let path = format!("/v1/drive-thrus/m{number}/menu");
        service.put(&path, &[], &menu(number)).json(201);
        compiled_mib_at_most(&service, MENU_MEMORY_MIB + BESIDES_MIB);
    }
    let let_go = metric(&service, "carhop_menus_let_go_total");
    assert!((DRIVE_THRUS / 2..DRIVE_THRUS).contains(&let_go), "{let_go}");
    // What is off is so whether the menu is compiled or not.
    service.set_available("m0", "special7", false);

    let orders = |service: &Service| {
        for number in 0..DRIVE_THRUS {
            let lane = service.lane_of(&format!("m{number}"), "1");
            lane.car();
            let turn = lane.say("a house burger");
            assert_eq!(turn["order"]["lines"][0]["name"], format!("House number {number}"), "{turn:#}");
        }
        let turn = service.lane_of("m0", "1").say("a special 7");
        assert_eq!(turn["order"]["lines"].as_array().unwrap().len(), 1, "it is off: {turn:#}");
        compiled_mib_at_most(service, MENU_MEMORY_MIB + BESIDES_MIB);
    };
    orders(&service);
    assert!(metric(&service, "carhop_menus_let_go_total") >= let_go + DRIVE_THRUS / 2);

    // A start reads which menus there are, and compiles none of them but for the lane that holds what may be off.
    let service = service.restarted_with(&options);
    compiled_mib_at_most(&service, BESIDES_MIB);
    orders(&service);
    let shown = service.get("/v1/drive-thrus/m3/menu").json(200);
    assert_eq!(shown["name"], "Menu 3");
}

/// The same menu is compiled once, however many have put it: none of them is let go for the others.
#[test]
fn drive_thrus_that_put_the_same_menu_take_the_room_of_one() {
    let mib = MENU_MEMORY_MIB.to_string();
    let service = Service::start_with(&[("CARHOP_MENU_MEMORY_MIB", &mib)]);
    let menu = menu(0);
    for number in 0..DRIVE_THRUS {
        service.put(&format!("/v1/drive-thrus/m{number}/menu"), &[], &menu).json(201);
    }
    assert_eq!(metric(&service, "carhop_menus_let_go_total"), 0);
    compiled_mib_at_most(&service, BESIDES_MIB);
}

/// How many drive-thrus have a menu that no other has, and how many lanes each of them has a car on.
const STARTED: (usize, usize) = (20, 5);
const STARTED_NIGHTLY: (usize, usize) = (1_000, 50);
/// How many callers fill them at once.
const CALLERS: usize = 4;
/// How long a start takes then, in a build of the tests.
const START_MAX: Duration = Duration::from_secs(5);

#[test]
fn a_start_with_many_menus_and_lanes_is_ready_at_once() {
    let (menus, lanes) = if testbed::is_nightly() { STARTED_NIGHTLY } else { STARTED };
    let service = Service::start();
    let sample = service.get("/v1/drive-thrus/demo/menu").json(200);
    at_once(0..CALLERS, |caller| {
        let mut connection = Kept::to(service.address);
        for number in (caller..menus).step_by(CALLERS) {
            let mut menu = sample.clone();
            menu["name"] = json!(format!("Menu {number}"));
            let path = format!("/v1/drive-thrus/m{number}");
            assert_eq!(connection.call("PUT", &format!("{path}/menu"), &menu.to_string()).0, 201);
            for lane in 0..lanes {
                let car = json!({ "id": fresh_id(), "type": "car_detected" }).to_string();
                assert_eq!(connection.call("POST", &format!("{path}/lanes/{lane}/events"), &car).0, 200);
            }
        }
    });
    let began = Instant::now();
    let service = service.restarted();
    service.get("/readyz").json(200);
    let took = began.elapsed();
    let memory = memory_kib(&service, "VmRSS") / 1024;
    println!("{menus} menus and {} lanes: ready after {took:.1?}, with {memory} MiB", menus * lanes);
    assert!(took < START_MAX, "{took:?}");
    for number in [0, menus / 2, menus - 1] {
        let turn = service.lane_of(&format!("m{number}"), "0").say("a cookie");
        assert_eq!(turn["order"]["lines"][0]["item"], "cookie", "{turn:#}");
    }
}
