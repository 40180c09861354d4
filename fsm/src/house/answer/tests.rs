use serde_json::{Value, json};

use super::*;
use crate::query::About;

const NEW_YORK: &str = "America/New_York";

fn house(document: &Value) -> House {
    House::check(document).unwrap()
}

/// A house that is open past midnight on Saturdays, closed on Sundays, and not known on Mondays.
fn barn() -> House {
    house(&json!({
        "id": "barn", "name": "Barn",
        "hours": {
            "tue": [["06:00", "14:00"], ["17:00", "23:00"]], "wed": [["06:00", "23:00"]],
            "thu": [["06:00", "23:00"]], "fri": [["06:00", "23:00"]], "sat": [["07:00", "01:00"]], "sun": [] },
        "holidays": [
            { "date": "2026-12-24", "name": "Christmas Eve", "hours": [["06:00", "15:00"]] },
            { "date": "2026-12-25", "name": "Christmas Day", "aliases": ["Christmas"], "hours": [] },
            { "date": "2026-07-04", "name": "Independence Day", "hours": [] } ],
        "payment": ["cash", "visa", "gift_card"],
        "discounts": [{ "id": "senior", "say": "Ten percent." }, { "id": "military", "say": "Five percent." }],
        "deals": [
            { "id": "november", "say": "N.", "from": "2026-11-01", "until": "2026-11-30" },
            { "id": "tuesdays", "say": "T.", "days": ["tue"] } ],
        "extras": ["napkins", "straws"],
        "answers": [{ "id": "toys", "ask": ["what toy"], "say": "A paper plane." }],
        "tax_included": false, "restroom": "customers", "wifi": false, "parking": "behind the house",
        "address": "1 Fifth Street", "phone": "+1 555 0100", "wheelchair": true, "pets": "outside",
        "allergy_statement": "One kitchen."
    }))
}

fn query(select: Select, filters: Vec<Filter>) -> Query {
    Query { filters, ..Query::new(About::House, select) }
}

fn at(local: &str) -> Timestamp {
    format!("{local}[{NEW_YORK}]").parse::<jiff::Zoned>().unwrap().timestamp()
}

fn facts(house: &House, local: &str, select: Select, filters: Vec<Filter>) -> String {
    let zone = TimeZone::get(NEW_YORK).unwrap();
    let facts = answer(&query(select, filters), Some(house), at(local), &zone);
    serde_json::to_value(facts).unwrap().to_string()
}

fn day(day: Value) -> Vec<Filter> {
    vec![Filter::On { day: serde_json::from_value(day).unwrap() }]
}

/// What is told of a day, in short: the date, the holiday, the spans.
fn told(house: &House, local: &str, asked: Value) -> String {
    let zone = TimeZone::get(NEW_YORK).unwrap();
    let told = answer(&query(Select::Hours, day(asked)), Some(house), at(local), &zone);
    let [HouseFact::Hours { date, holiday, spans, now, .. }] = told.as_slice() else { panic!("{told:?}") };
    let short = |time: &jiff::civil::Time| time.strftime("%H:%M").to_string();
    let spans = spans.as_ref().map_or_else(
        || "unknown".to_owned(),
        |spans| {
            let spans = spans.iter().map(|span| format!("{}-{}", short(&span.from), short(&span.until)));
            let spans: Vec<String> = spans.collect();
            if spans.is_empty() { "closed".to_owned() } else { spans.join(" ") }
        },
    );
    let when = |when: &Option<jiff::civil::DateTime>| {
        when.map(|when| when.strftime("%m-%d %H:%M").to_string()).unwrap_or_default()
    };
    let now = now.as_ref().map(|now| {
        format!(
            ", {}",
            if now.open {
                format!("open {}", when(&now.until))
            } else {
                format!("shut {}", when(&now.opens))
            }
        )
    });
    let date = date.map(|date| date.strftime("%m-%d").to_string()).unwrap_or_default();
    format!(
        "{date}{}: {spans}{}",
        holiday.as_ref().map(|name| format!(" {name}")).unwrap_or_default(),
        now.unwrap_or_default()
    )
}

#[test]
fn hours_are_those_of_the_day_that_is_meant() {
    let barn = barn();
    // 2026-11-25 is a Wednesday.
    #[rustfmt::skip]
    let table = [
        ("2026-11-25T12:00", json!("today"), "11-25: 06:00-23:00"),
        ("2026-11-25T12:00", json!("tomorrow"), "11-26: 06:00-23:00"),
        ("2026-11-25T12:00", json!({ "weekday": "wednesday" }), "11-25: 06:00-23:00"),
        ("2026-11-25T12:00", json!({ "weekday": "tuesday" }), "12-01: 06:00-14:00 17:00-23:00"),
        ("2026-11-25T12:00", json!({ "weekday": "sunday" }), "11-29: closed"),
        ("2026-11-25T12:00", json!({ "weekday": "monday" }), "11-30: unknown"),
        ("2026-11-25T12:00", json!({ "date": "2026-12-24" }), "12-24 Christmas Eve: 06:00-15:00"),
        ("2026-11-25T12:00", json!({ "holiday": "christmas" }), "12-25 Christmas Day: closed"),
        ("2026-11-25T12:00", json!({ "holiday": "Independence Day" }), ": unknown"),
        ("2026-11-25T12:00", json!({ "holiday": "Easter" }), ": unknown"),
        ("2026-12-24T12:00", json!("tomorrow"), "12-25 Christmas Day: closed"),
        ("2026-12-20T12:00", json!({ "weekday": "friday" }), "12-25 Christmas Day: closed"),
    ];
    for (local, asked, expected) in table {
        assert_eq!(told(&barn, local, asked.clone()), expected, "{asked} at {local}");
    }
    assert!(facts(&barn, "2026-11-25T12:00", Select::Hours, Vec::new()).contains("\"day\":\"today\""));
    let two = [day(json!("today")), day(json!("today")), day(json!("tomorrow"))].concat();
    let two = answer(&query(Select::Hours, two), Some(&barn), at("2026-11-25T12:00"), &TimeZone::UTC);
    assert_eq!(two.len(), 2);
}

#[test]
fn it_is_open_until_it_closes_and_closed_until_it_opens() {
    let barn = barn();
    #[rustfmt::skip]
    let table = [
        ("2026-11-25T05:59", "11-25: 06:00-23:00, shut 11-25 06:00"),
        ("2026-11-25T06:00", "11-25: 06:00-23:00, open 11-25 23:00"),
        ("2026-11-25T23:00", "11-25: 06:00-23:00, shut 11-26 06:00"),
        ("2026-12-01T15:00", "12-01: 06:00-14:00 17:00-23:00, shut 12-01 17:00"),
        // Saturday's span goes on into Sunday, and what Monday brings is unknown.
        ("2026-11-29T00:30", "11-29: closed, open 11-29 01:00"),
        ("2026-11-29T01:00", "11-29: closed, shut "),
        ("2026-11-30T12:00", "11-30: unknown"),
        ("2026-12-25T12:00", "12-25 Christmas Day: closed, shut 12-26 07:00"),
    ];
    for (local, expected) in table {
        assert_eq!(told(&barn, local, json!("now")), expected, "at {local}");
    }
}

#[test]
fn nights_in_which_the_clock_changes_are_as_long_as_they_are() {
    let bar =
        house(&json!({ "id": "bar", "hours": { "sat": [["20:00", "02:30"]], "sun": [["03:00", "04:00"]] } }));
    #[rustfmt::skip]
    let table = [
        // 02:00 to 03:00 is not there on 8 March: 02:30 is 03:30.
        ("2026-03-08T01:59-05:00", "03-08: 03:00-04:00, open 03-08 04:00"),
        ("2026-03-08T03:59-04:00", "03-08: 03:00-04:00, open 03-08 04:00"),
        // 01:00 to 02:00 comes twice on 1 November.
        ("2026-11-01T01:59-04:00", "11-01: 03:00-04:00, open 11-01 02:30"),
        ("2026-11-01T01:59-05:00", "11-01: 03:00-04:00, open 11-01 02:30"),
        ("2026-11-01T02:30-05:00", "11-01: 03:00-04:00, shut 11-01 03:00"),
    ];
    for (local, expected) in table {
        assert_eq!(told(&bar, local, json!("now")), expected, "at {local}");
    }
}

#[test]
fn a_house_that_never_closes_is_open_without_an_end() {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let hours: serde_json::Map<String, Value> =
        days.iter().map(|day| ((*day).to_owned(), json!([["00:00", "00:00"]]))).collect();
    let house = house(&json!({ "id": "diner", "hours": hours }));
    assert_eq!(told(&house, "2026-11-25T12:00", json!("now")), "11-25: 00:00-00:00, open ");
}

#[test]
fn the_clock_is_that_of_the_house_where_it_says_so() {
    let west = house(
        &json!({ "id": "west", "time_zone": "America/Los_Angeles", "hours": { "tue": [["20:00", "22:00"]] } }),
    );
    assert_eq!(told(&west, "2026-11-25T00:30", json!("now")), "11-24: 20:00-22:00, open 11-24 22:00");
}

#[test]
fn each_question_is_answered_from_the_document_alone() {
    let barn = barn();
    let way = |way: &str| vec![Filter::Way { way: way.to_owned() }];
    let named = |name: &str| vec![Filter::Named { name: name.to_owned() }];
    let answer = |id: &str| vec![Filter::Answer { id: id.to_owned() }];
    #[rustfmt::skip]
    let table = [
        (Select::Payment, Vec::new(), r#"[{"about":"payment","ways":["cash","visa","gift_card"]}]"#),
        (Select::Payment, way("visa"), r#"[{"about":"payment","takes":true,"way":"visa","ways":["cash","visa","gift_card"]}]"#),
        (Select::Payment, way("Gift Card"), r#"[{"about":"payment","takes":true,"way":"Gift Card","ways":["cash","visa","gift_card"]}]"#),
        (Select::Payment, way("card"), r#"[{"about":"payment","takes":true,"way":"card","ways":["cash","visa","gift_card"]}]"#),
        (Select::Payment, way("amex"), r#"[{"about":"payment","takes":false,"way":"amex","ways":["cash","visa","gift_card"]}]"#),
        (Select::Tax, Vec::new(), r#"[{"about":"tax","included":false}]"#),
        (Select::Restroom, Vec::new(), r#"[{"about":"restroom","restroom":"customers"}]"#),
        (Select::Wifi, Vec::new(), r#"[{"about":"wifi","wifi":"none"}]"#),
        (Select::Parking, Vec::new(), r#"[{"about":"parking","parking":{"place":"behind the house"}}]"#),
        (Select::Address, Vec::new(), r#"[{"about":"address","address":"1 Fifth Street","name":"Barn"}]"#),
        (Select::Phone, Vec::new(), r#"[{"about":"phone","phone":"+1 555 0100"}]"#),
        (Select::Wheelchair, Vec::new(), r#"[{"about":"wheelchair","can_come_in":true}]"#),
        (Select::Pets, Vec::new(), r#"[{"about":"pets","pets":"outside"}]"#),
        (Select::Allergens, Vec::new(), r#"[{"about":"statement","say":"One kitchen."}]"#),
        (Select::Discounts, named("senior"), r#"[{"about":"discounts","discounts":[{"id":"senior","say":"Ten percent."}]}]"#),
        (Select::Deals, Vec::new(), r#"[{"about":"deals","day":"today","deals":[{"id":"november","say":"N."}]}]"#),
        (Select::Deals, day(json!({ "date": "2026-12-01" })), r#"[{"about":"deals","day":{"date":"2026-12-01"},"deals":[{"id":"tuesdays","say":"T."}]}]"#),
        (Select::Deals, day(json!({ "date": "2026-12-02" })), r#"[{"about":"deals","day":{"date":"2026-12-02"},"deals":[]}]"#),
        (Select::Extras, Vec::new(), r#"[{"about":"extras","names":["napkins","straws"]}]"#),
        (Select::Extras, named("Napkins"), r#"[{"about":"extra","given":true,"name":"napkins"}]"#),
        (Select::Extras, named("chopsticks"), r#"[{"about":"extra","given":false,"name":"chopsticks"}]"#),
        (Select::Answer, answer("toys"), r#"[{"about":"answer","id":"toys","say":"A paper plane."}]"#),
        (Select::Answer, answer("jobs"), r#"[{"about":"unknown","select":"answer"}]"#),
        (Select::Unknown, Vec::new(), r#"[{"about":"unknown","select":"unknown"}]"#),
        (Select::Price, Vec::new(), r#"[{"about":"unknown","select":"price"}]"#),
    ];
    for (select, filters, expected) in table {
        assert_eq!(facts(&barn, "2026-11-25T12:00", select, filters), expected);
    }
}

#[test]
fn what_a_house_does_not_say_is_unknown() {
    use strum::VariantArray as _;
    let bare = house(&json!({ "id": "bare" }));
    for select in Select::VARIANTS {
        let unknown = [HouseFact::Unknown { select: *select }];
        let asked = query(*select, Vec::new());
        let now = at("2026-11-25T12:00");
        assert_eq!(answer(&asked, None, now, &TimeZone::UTC), unknown);
        if *select != Select::Hours {
            assert_eq!(answer(&asked, Some(&bare), now, &TimeZone::UTC), unknown);
        }
    }
    assert_eq!(told(&bare, "2026-11-25T12:00", json!("now")), "11-25: unknown");
}
