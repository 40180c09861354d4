//! Answers a question about the house from its document: never a guess.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::calendar::Calendar;
use super::fact::{HouseFact, ToldDeal, ToldDiscount};
use super::{Deal, House, is_same};
use crate::query::{Day, Filter, Query, Select};

/// How many days, ways to pay or extras one question can name.
const NAMED_MAX: usize = 8;
/// Ways to pay by which one asks whether any card is taken.
const ANY_CARD: [&str; 3] = ["card", "cards", "credit_card"];
/// Ways to pay that are cards.
const CARDS: [&str; 9] = [
    "visa",
    "mastercard",
    "amex",
    "american_express",
    "discover",
    "diners_club",
    "jcb",
    "debit_card",
    "maestro",
];

/// What a house answers to a question about it, at a time; the time zone is that of a house that does not say its own.
pub fn answer(query: &Query, house: Option<&House>, at: Timestamp, zone: &TimeZone) -> Vec<HouseFact> {
    let unknown = || vec![HouseFact::Unknown { select: query.select }];
    let Some(house) = house else { return unknown() };
    let calendar = Calendar::at(house, at, zone);
    let facts = match query.select {
        Select::Hours => hours(query, &calendar),
        Select::Payment => payment(query, house),
        Select::Extras => extras(query, house),
        Select::Answer => answers(query, house),
        Select::Discounts => one(discounts(query, house)),
        Select::Deals => one(deals(query, house, &calendar)),
        Select::Tax => one(house.tax_included.map(|included| HouseFact::Tax { included })),
        Select::Restroom => one(house.restroom.map(|restroom| HouseFact::Restroom { restroom })),
        Select::Wifi => one(house.wifi.clone().map(|wifi| HouseFact::Wifi { wifi })),
        Select::Parking => one(house.parking.clone().map(|parking| HouseFact::Parking { parking })),
        Select::Address => one(house.address.clone().map(|address| {
            let name = house.name.clone();
            HouseFact::Address { address, name }
        })),
        Select::Phone => one(house.phone.clone().map(|phone| HouseFact::Phone { phone })),
        Select::Wheelchair => one(house.wheelchair.map(|can_come_in| HouseFact::Wheelchair { can_come_in })),
        Select::Pets => one(house.pets.map(|pets| HouseFact::Pets { pets })),
        Select::Allergens => one(house.allergy_statement.clone().map(|say| HouseFact::Statement { say })),
        Select::List
        | Select::Whether
        | Select::Price
        | Select::Contents
        | Select::Sizes
        | Select::Choices
        | Select::Parts
        | Select::Calories
        | Select::Diets
        | Select::Heat
        | Select::Caffeine
        | Select::Recommended
        | Select::Count
        | Select::Unknown => Vec::new(),
    };
    if facts.is_empty() { unknown() } else { facts }
}

fn one(fact: Option<HouseFact>) -> Vec<HouseFact> {
    fact.into_iter().collect()
}

/// The hours of the days that are named; today's if none is.
fn hours(query: &Query, calendar: &Calendar<'_>) -> Vec<HouseFact> {
    let mut days: Vec<&Day> = Vec::new();
    for filter in &query.filters {
        if let Filter::On { day } = filter
            && !days.contains(&day)
        {
            days.push(day);
        }
    }
    if days.is_empty() {
        days.push(&Day::Today);
    }
    let told = |day: &Day| {
        let date = calendar.date(day);
        HouseFact::Hours {
            day: day.clone(),
            date,
            holiday: date.and_then(|date| calendar.holiday(date)?.name.clone()),
            spans: date.and_then(|date| calendar.spans(date)).map(<[_]>::to_vec),
            now: if *day == Day::Now { calendar.open_now() } else { None },
        }
    };
    days.into_iter().take(NAMED_MAX).map(told).collect()
}

fn payment(query: &Query, house: &House) -> Vec<HouseFact> {
    let Some(ways) = &house.payment else { return Vec::new() };
    let takes = |asked: &str| {
        let has = |way: &str| ways.iter().any(|known| is_same(known, way));
        let is_any_card = ANY_CARD.iter().any(|any| is_same(any, asked));
        has(asked) || (is_any_card && CARDS.iter().any(|card| has(card)))
    };
    let asked = query.filters.iter().filter_map(|filter| match filter {
        Filter::Way { way } => Some(way),
        _ => None,
    });
    let fact = |way: &String| HouseFact::Payment {
        way: Some(way.clone()),
        takes: Some(takes(way)),
        ways: ways.clone(),
    };
    let facts: Vec<HouseFact> = asked.take(NAMED_MAX).map(fact).collect();
    if !facts.is_empty() {
        return facts;
    }
    vec![HouseFact::Payment { way: None, takes: None, ways: ways.clone() }]
}

fn extras(query: &Query, house: &House) -> Vec<HouseFact> {
    let Some(extras) = &house.extras else { return Vec::new() };
    let fact = |name: &str| match house.extra(name) {
        Some(known) => HouseFact::Extra { name: known.to_owned(), given: true },
        None => HouseFact::Extra { name: name.to_owned(), given: false },
    };
    let facts: Vec<HouseFact> = names(query).take(NAMED_MAX).map(fact).collect();
    if facts.is_empty() { vec![HouseFact::Extras { names: extras.clone() }] } else { facts }
}

fn answers(query: &Query, house: &House) -> Vec<HouseFact> {
    let asked = query.filters.iter().filter_map(|filter| match filter {
        Filter::Answer { id } => house.answers.iter().find(|answer| answer.id == *id),
        _ => None,
    });
    asked
        .take(NAMED_MAX)
        .map(|answer| HouseFact::Answer { id: answer.id.clone(), say: answer.say.clone() })
        .collect()
}

/// The discounts; only those that are named, if there are such.
fn discounts(query: &Query, house: &House) -> Option<HouseFact> {
    let all = house.discounts.as_ref()?;
    let is_named = |id: &str| names(query).any(|name| is_same(id, name));
    let any_named = all.iter().any(|discount| is_named(&discount.id));
    let told = all.iter().filter(|discount| !any_named || is_named(&discount.id));
    let told = told.map(|discount| ToldDiscount { id: discount.id.clone(), say: discount.say.clone() });
    Some(HouseFact::Discounts { discounts: told.collect() })
}

/// The deals of the day that is named, else of today.
fn deals(query: &Query, house: &House, calendar: &Calendar<'_>) -> Option<HouseFact> {
    let all = house.deals.as_ref()?;
    let day = query.filters.iter().find_map(|filter| match filter {
        Filter::On { day } => Some(day),
        _ => None,
    });
    let day = day.unwrap_or(&Day::Today);
    let date = calendar.date(day)?;
    let is_named = |deal: &Deal| names(query).any(|name| deal.name.as_deref() == Some(name));
    let asks_by_name = all.iter().any(is_named);
    let is_told = |deal: &&Deal| if asks_by_name { is_named(deal) } else { deal.is_on(date) };
    let deals = all.iter().filter(is_told).map(|deal| ToldDeal {
        id: deal.id.clone(),
        name: deal.name.clone(),
        say: deal.say.clone(),
        days: deal.days.iter().filter(|_| asks_by_name).flatten().map(|day| Day::Weekday(*day)).collect(),
    });
    Some(HouseFact::Deals { day: day.clone(), deals: deals.collect() })
}

fn names(query: &Query) -> impl Iterator<Item = &str> {
    query.filters.iter().filter_map(|filter| match filter {
        Filter::Named { name } => Some(name.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
