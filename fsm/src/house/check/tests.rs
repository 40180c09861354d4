use serde_json::json;

use jiff::civil::Weekday;

use super::*;

fn sample() -> Value {
    serde_json::from_str(include_str!("../../../../fixtures/houses/burger.json")).unwrap()
}

fn faults(document: &Value) -> String {
    let faults = House::check(document).err().unwrap_or_default();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The faults of a document with one more field.
fn faults_of(field: &str, value: Value) -> String {
    let mut document = json!({ "id": "barn" });
    document[field] = value;
    faults(&document)
}

#[test]
fn the_sample_has_no_fault_and_its_days_are_known() {
    let house = House::check(&sample()).unwrap();
    assert_eq!(house.name.as_deref(), Some("Larkspur Burger Stand"));
    assert_eq!(house.hours.on(Weekday::Saturday).unwrap().len(), 1);
    assert!(house.hours.on(Weekday::Saturday).unwrap()[0].ends_next_day());
    assert_eq!(house.holidays[2].hours.as_deref(), Some(&[][..]));
    assert_eq!(house.extra("Ketchup Packets"), Some("ketchup packets"));
}

#[test]
fn everything_but_the_id_is_optional_and_absent_is_unknown() {
    let house = House::check(&json!({ "id": "barn", "hours": { "sun": [] }, "deals": [], "wifi": false,
        "parking": false, "restroom": false, "pets": true }));
    let house = house.unwrap();
    assert_eq!(house.hours.on(Weekday::Sunday), Some(&[][..]));
    assert_eq!(house.hours.on(Weekday::Monday), None);
    assert_eq!((house.deals, house.discounts), (Some(Vec::new()), None));
    assert_eq!((house.wifi, house.parking), (Some(Wifi::None), Some(Parking::None)));
    assert_eq!(
        (house.restroom, house.pets),
        (Some(crate::house::Restroom::No), Some(crate::house::Pets::Yes))
    );
    assert_eq!(faults(&json!({})), "$.id: is missing");
    assert_eq!(faults(&json!([])), "$: must be an object, not a list");
}

#[test]
fn each_fault_is_named_by_its_path() {
    let long = "x".repeat(SAY_CHARS_MAX + 1);
    let many: Vec<Value> =
        (0..=SPANS_MAX).map(|hour| json!([format!("0{hour}:00"), format!("0{hour}:30")])).collect();
    let twice = json!([{ "id": "a", "say": "A." }, { "id": "a", "say": "B." }]);
    #[rustfmt::skip]
    let table = [
        ("opening_hours", json!({}), "$.opening_hours: is no field here: id, name, time_zone, version, hours,"),
        ("name", json!(7), "$.name: must be a text, not 7"),
        ("time_zone", json!("Chicago"), "$.time_zone: \"Chicago\" is no time zone, such as \"America/Chicago\""),
        ("hours", json!([]), "$.hours: must be an object, not a list"),
        ("hours", json!({ "monday": [] }), "$.hours.monday: is no field here: mon, tue, wed, thu, fri, sat, sun are"),
        ("hours", json!({ "mon": "06:00" }), "$.hours.mon: must be a list, not a text"),
        ("hours", json!({ "mon": [["06:00"]] }), "$.hours.mon[0]: has 1 times, and a span has two: from when, until when"),
        ("hours", json!({ "mon": ["06:00"] }), "$.hours.mon[0]: must be a list, not a text"),
        ("hours", json!({ "mon": [["6:00", "24:00"]] }), "$.hours.mon[0][0]: \"6:00\" is no time of day from \"00:00\" to \"23:59\""),
        ("hours", json!({ "mon": [["06:00", "24:00"]] }), "$.hours.mon[0][1]: \"24:00\" is no time of day from \"00:00\" to \"23:59\""),
        ("hours", json!({ "mon": [["06:00", "+7:00"]] }), "$.hours.mon[0][1]: \"+7:00\" is no time of day"),
        ("hours", json!({ "mon": [["06:00", "14:00"], ["13:00", "20:00"]] }), "$.hours.mon[1]: begins before the span before it ends, at 14:00"),
        ("hours", json!({ "mon": [["18:00", "02:00"], ["20:00", "21:00"]] }), "$.hours.mon[1]: begins before the span before it ends, at 02:00"),
        ("hours", json!({ "sun": [["18:00", "02:00"]], "mon": [["01:00", "03:00"]] }), "$.hours.mon: begins before the hours of sun end, at 02:00"),
        ("hours", json!({ "mon": many }), "$.hours.mon: has 7 entries, the most is 6"),
        ("holidays", json!([{ "date": "2026-02-30" }]), "$.holidays[0].date: \"2026-02-30\" is no date, such as \"2026-12-25\""),
        ("holidays", json!([{ "date": "2026-12-25T10:00" }]), "$.holidays[0].date: \"2026-12-25T10:00\" is no date"),
        ("holidays", json!([{ "hours": [] }]), "$.holidays[0].date: is missing"),
        ("holidays", json!([{ "date": "2026-12-25" }, { "date": "2026-12-25" }]), "$.holidays[1].date: 2026-12-25 is the date of a holiday before it"),
        ("payment", json!("cash"), "$.payment: must be a list, not a text"),
        ("payment", json!(["gift_card", "Gift card"]), "$.payment[1]: \"Gift card\" is in the list already"),
        ("payment", json!((0..=WAYS_MAX).map(|n| n.to_string()).collect::<Vec<_>>()), "$.payment: has 51 entries, the most is 50"),
        ("tax_included", json!("no"), "$.tax_included: must be true or false, not a text"),
        ("restroom", json!("men"), "$.restroom: \"men\" is none of yes, no, customers"),
        ("pets", json!("dogs"), "$.pets: \"dogs\" is none of yes, no, outside"),
        ("wifi", json!("moo"), "$.wifi: must be an object, not a text"),
        ("wifi", json!({ "key": "moo" }), "$.wifi.key: is no field here: name, password are"),
        ("parking", json!(""), "$.parking: is empty"),
        ("parking", json!(true), "$.parking: must be a text, not true"),
        ("phone", json!("\u{7}"), "$.phone: has a control character"),
        ("allergy_statement", json!(long), "$.allergy_statement: is longer than 500 characters"),
        ("discounts", twice.clone(), "$.discounts[1].id: \"a\" is the id of an entry before it"),
        ("discounts", json!([{ "id": "a" }]), "$.discounts[0].say: is missing"),
        ("deals", json!([{ "id": "a", "say": "A.", "price": "5.00" }]), "$.deals[0].price: is no field here: id, name, say, from, until, days are"),
        ("deals", json!([{ "id": "a", "say": "A.", "days": [] }]), "$.deals[0].days: is empty: the deal never is; leave it out for every day"),
        ("deals", json!([{ "id": "a", "say": "A.", "days": ["Monday"] }]), "$.deals[0].days[0]: \"Monday\" is no day: one of mon, tue, wed, thu, fri, sat, sun"),
        ("deals", json!([{ "id": "a", "say": "A.", "from": "2026-12-01", "until": "2026-11-30" }]), "$.deals[0].until: 2026-11-30 is before 2026-12-01, when the deal begins"),
        ("extras", json!(["napkins", "Napkins"]), "$.extras[1]: \"Napkins\" is in the list already"),
        ("answers", json!([{ "id": "toys", "ask": [], "say": "A plane." }]), "$.answers[0].ask: is empty: nobody can ask for it"),
        ("answers", json!([{ "id": "toys", "say": "A plane." }]), "$.answers[0].ask: is missing"),
    ];
    for (field, value, expected) in table {
        let found = faults_of(field, value);
        assert!(found.starts_with(expected) && !found.contains('\n'), "{field}: {found}");
    }
}

#[test]
fn all_faults_of_a_document_are_told_in_its_order() {
    let document =
        json!({ "id": "", "tax_included": 1, "hours": { "tue": [["x", "y"]] }, "extras": [""], "color": 1 });
    assert_eq!(
        faults(&document),
        "\
        $.color: is no field here: id, name, time_zone, version, hours, holidays, payment, tax_included, restroom, wifi, parking, address, phone, wheelchair, pets, allergy_statement, discounts, deals, extras, answers are\n\
        $.id: an id is 1 to 64 characters without control characters\n\
        $.hours.tue[0][0]: \"x\" is no time of day from \"00:00\" to \"23:59\"\n\
        $.tax_included: must be true or false, not 1\n\
        $.extras[0]: is empty"
    );
}
