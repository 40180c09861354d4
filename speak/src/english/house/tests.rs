use fsm::house::{House, answer};
use fsm::query::{About, Filter, Query, Select};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::*;

fn house(document: &Value) -> House {
    House::check(document).unwrap()
}

fn sample() -> House {
    house(&serde_json::from_str(include_str!("../../../../fixtures/houses/burger.json")).unwrap())
}

fn says_at(house: &House, local: &str, select: Select, filters: &Value) -> String {
    let filters: Vec<Filter> = serde_json::from_value(filters.clone()).unwrap();
    let query = Query { filters, ..Query::new(About::House, select) };
    let at = format!("{local}[America/Chicago]").parse::<jiff::Zoned>().unwrap().timestamp();
    let facts = answer(&query, Some(house), at, &TimeZone::UTC);
    facts.iter().map(|fact| told(fact).text).collect::<Vec<_>>().join(" ")
}

/// What is said at noon on Wednesday, 25 November 2026.
fn says(house: &House, select: Select, filters: &Value) -> String {
    says_at(house, "2026-11-25T12:00", select, filters)
}

#[test]
fn hours_are_said_as_people_say_them() {
    let sample = sample();
    #[rustfmt::skip]
    let table = [
        ("2026-11-25T12:00", json!("today"), "We're open today from six in the morning until eleven at night."),
        ("2026-11-25T12:00", json!("tomorrow"), "We're open tomorrow, Thanksgiving, from seven in the morning until two in the afternoon."),
        ("2026-11-25T12:00", json!({ "weekday": "friday" }), "We're open on Friday from six in the morning until one in the morning."),
        ("2026-11-25T12:00", json!({ "holiday": "christmas" }), "We're closed on Christmas Day."),
        ("2026-11-25T12:00", json!({ "date": "2026-12-24" }), "We're open on Christmas Eve from six in the morning until three in the afternoon."),
        ("2026-11-25T12:00", json!({ "date": "2026-12-21" }), "We're open on December twenty-first from six in the morning until eleven at night."),
        ("2026-11-25T12:00", json!({ "holiday": "Easter" }), "I don't know our hours on Easter, but a team member can tell you."),
        ("2026-11-25T12:00", json!("now"), "Yes, we're open until eleven at night."),
        ("2026-11-28T00:30", json!("now"), "Yes, we're open until one in the morning."),
        ("2026-11-25T05:00", json!("now"), "No, we're closed right now. We open at six in the morning."),
        ("2026-11-25T23:30", json!("now"), "No, we're closed right now. We open tomorrow at seven in the morning."),
        ("2026-12-25T12:00", json!("today"), "We're closed today, Christmas Day."),
    ];
    for (local, day, expected) in table {
        let filters = json!([{ "is": "on", "day": day }]);
        assert_eq!(says_at(&sample, local, Select::Hours, &filters), expected, "{day} at {local}");
    }
}

#[test]
fn times_are_said_in_words() {
    let said =
        ["00:00", "00:30", "01:05", "06:00", "11:45", "12:00", "12:15", "16:20", "17:00", "20:59", "23:19"]
            .map(|time| clock(time.parse().unwrap()));
    assert_eq!(
        said,
        [
            "midnight",
            "twelve thirty at night",
            "one oh five in the morning",
            "six in the morning",
            "eleven forty-five in the morning",
            "noon",
            "twelve fifteen in the afternoon",
            "four twenty in the afternoon",
            "five in the evening",
            "eight fifty-nine in the evening",
            "eleven nineteen at night",
        ]
    );
}

#[test]
fn each_question_gets_a_whole_answer() {
    let sample = sample();
    let none = json!([]);
    #[rustfmt::skip]
    let table = [
        (Select::Payment, json!([]), "We take cash, Visa, Mastercard, American Express, Discover, Apple Pay, Google Pay and gift cards."),
        (Select::Payment, json!([{ "is": "way", "way": "amex" }]), "Yes, we take American Express."),
        (Select::Payment, json!([{ "is": "way", "way": "card" }]), "Yes, we take cards."),
        (Select::Payment, json!([{ "is": "way", "way": "check" }]), "Sorry, we don't take checks. We take cash, Visa, Mastercard, American Express, Discover, Apple Pay, Google Pay and gift cards."),
        (Select::Tax, none.clone(), "No, the tax is added to our prices."),
        (Select::Restroom, none.clone(), "Yes, there's a restroom inside for customers."),
        (Select::Wifi, none.clone(), "Our wifi is called larkspur guest, and the password is twopickles."),
        (Select::Parking, none.clone(), "You can park behind the house."),
        (Select::Address, none.clone(), "We're at 214 Mill Road."),
        (Select::Phone, none.clone(), "Our number is +1 555 0142."),
        (Select::Wheelchair, none.clone(), "Yes, you can come in with a wheelchair."),
        (Select::Pets, none.clone(), "Pets are welcome outside."),
        (Select::Allergens, none.clone(), "All our food is made in one kitchen, and the fryers are shared."),
        (Select::Discounts, none.clone(), "Seniors get ten percent off on weekdays before eleven. The military gets ten percent off with a card."),
        (Select::Deals, none.clone(), "Small shakes are three dollars between two and four."),
        (Select::Extras, none.clone(), "You can have napkins, ketchup packets, straws, salt packets, plastic forks and lids for free."),
        (Select::Extras, json!([{ "is": "named", "name": "Napkins" }]), "Sure, we'll add napkins."),
        (Select::Extras, json!([{ "is": "named", "name": "chopsticks" }]), "Sorry, we don't have chopsticks."),
        (Select::Answer, json!([{ "is": "answer", "id": "toys" }]), "It's a paper plane this month."),
        (Select::Unknown, none.clone(), "I don't know that, but a team member can tell you."),
    ];
    for (select, filters, expected) in table {
        assert_eq!(says(&sample, select, &filters), expected);
    }
}

#[test]
fn what_there_is_not_is_said_and_what_is_not_known_is_left_to_a_person() {
    let bare = house(
        &json!({ "id": "bare", "payment": [], "restroom": "no", "wifi": false, "parking": false,
        "wheelchair": false, "pets": "no", "discounts": [], "deals": [], "extras": [], "tax_included": true }),
    );
    let all = [
        (Select::Payment, "We don't take any payment here."),
        (Select::Restroom, "Sorry, we don't have a restroom."),
        (Select::Wifi, "Sorry, we don't have wifi."),
        (Select::Parking, "Sorry, we don't have any parking."),
        (Select::Wheelchair, "Sorry, you can't come in with a wheelchair."),
        (Select::Pets, "Sorry, pets can't come in."),
        (Select::Discounts, "We don't have any discounts."),
        (Select::Deals, "We don't have any deals today."),
        (Select::Extras, "Sorry, we don't give anything extra."),
        (Select::Tax, "Yes, our prices include the tax."),
        (Select::Address, "I don't know that, but a team member can tell you."),
        (Select::Hours, "I don't know our hours today, but a team member can tell you."),
    ];
    for (select, expected) in all {
        assert_eq!(says(&bare, select, &json!([])), expected);
    }
    let discounts: Vec<Value> =
        (1..=5).map(|n| json!({ "id": n.to_string(), "say": format!("{n}.") })).collect();
    let many = house(&json!({ "id": "many", "discounts": discounts }));
    let told = says(&many, Select::Discounts, &json!([]));
    assert_eq!(told, "1. 2. 3. A team member can tell you about two more.");
}
