//! A question as one line of text: `whether of shake where contains peanuts tree_nuts`.

use fsm::menu::Allergen;
use fsm::query::{About, Day, Filter, OrderBy, Query, Source, Subject};

use super::picks;

/// What is asked, of what, and what must hold.
pub(super) fn query(query: &Query) -> String {
    let mut text = match query.about {
        About::Items => String::new(),
        about => format!("{about}: "),
    };
    text += &query.select.to_string();
    if !query.of.is_empty() {
        text += &format!(" of {}", each(&query.of, subject));
    }
    if !query.filters.is_empty() {
        text += &format!(" where {}", query.filters.iter().map(filter).collect::<Vec<_>>().join(", "));
    }
    if let Some(order_by) = query.order_by {
        text += &format!(" by {}", order_by as OrderBy);
    }
    if let Some(limit) = query.limit {
        text += &format!(" limit {limit}");
    }
    match query.subject {
        Source::New => {}
        Source::Last => text += " last",
        Source::LastAt(place) => text += &format!(" last {place}"),
        Source::More => text += " more",
    }
    text
}

/// Allergens, one after the other.
pub(super) fn allergens(allergens: &[Allergen]) -> String {
    each(allergens, |allergen| allergen.as_str().to_owned())
}

fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Item { item, size, modifiers } => {
            format!("{item}{}{}", sized(size.as_ref()), picks(modifiers))
        }
        Subject::Combo { combo, size } => format!("@{combo}{}", sized(size.as_ref())),
        Subject::Modifier { group, modifier } => format!("{group}.{modifier}"),
        Subject::Group { group } => format!("#{group}"),
        Subject::Category { category } => format!("[{category}]"),
        Subject::Line { line_id } => line_id.to_string(),
    }
}

fn sized<T: std::fmt::Display>(size: Option<&T>) -> String {
    size.map(|size| format!("/{size}")).unwrap_or_default()
}

fn filter(filter: &Filter) -> String {
    match filter {
        Filter::Contains { allergens } => format!("contains {}", self::allergens(allergens)),
        Filter::FreeOf { allergens } => format!("free_of {}", self::allergens(allergens)),
        Filter::Diet { diet } => diet.to_string(),
        Filter::Price { at_most, at_least } => {
            let bound = |word: &str, amount: Option<_>| amount.map(|amount| format!("{word} {amount}"));
            [bound("at_most", *at_most), bound("at_least", *at_least)].into_iter().flatten().collect()
        }
        Filter::Calories { at_most } => format!("at_most {at_most} calories"),
        Filter::Heat { hot } => if *hot { "hot" } else { "mild" }.to_owned(),
        Filter::Caffeine { has } => if *has { "caffeine" } else { "no_caffeine" }.to_owned(),
        Filter::Category { category } => format!("[{category}]"),
        Filter::Kind { kind } => format!("kind {kind}"),
        Filter::WithoutKind { kind } => format!("without_kind {kind}"),
        Filter::With { group, modifier } => format!("with {group}.{modifier}"),
        Filter::Without { group, modifier } => format!("without {group}.{modifier}"),
        Filter::Size { size } => format!("size {size}"),
        Filter::Served { now } => format!("served {now}"),
        Filter::On { day } => format!("on {}", self::day(day)),
        Filter::Way { way } => format!("way {way}"),
        Filter::Named { name } => format!("named {name}"),
        Filter::Answer { id } => format!("answer {id}"),
    }
}

fn day(day: &Day) -> String {
    match day {
        Day::Holiday(name) => name.clone(),
        Day::Date(date) => date.to_string(),
        Day::Now => "now".to_owned(),
        Day::Today => "today".to_owned(),
        Day::Tomorrow => "tomorrow".to_owned(),
        Day::Weekday(_) => written(day, "weekday"),
    }
}

fn written(day: &Day, field: &str) -> String {
    serde_json::json!(day)[field].as_str().unwrap_or_default().to_owned()
}

fn each<T>(some: &[T], write: impl Fn(&T) -> String) -> String {
    some.iter().map(write).collect::<Vec<_>>().join(" ")
}
