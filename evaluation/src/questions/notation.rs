//! Facts as lines of text: `price fries/large 3.49`.

use std::collections::BTreeSet;

use fsm::house::{HouseFact, Span};
use fsm::ids::{GroupId, ItemId, ModifierId, SizeId};
use fsm::menu::{Allergen, Caffeine, KnownAllergen, Menu};
use fsm::order::{Amount, ModifierPick, NewLine, OrderView};
use fsm::query::{About, Comes, Day, Fact, Select, Subject};

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The lines of a fact.
pub(super) fn facts(fact: &Fact, order: Option<&OrderView>, menu: &Menu) -> Vec<String> {
    use Fact as F;
    let named = |subject: &Subject| thing(subject, order);
    let one = |line: String| vec![line];
    match fact {
        F::Price { of, price } => one(format!("price {} {price}", named(of))),
        F::Contents { of, with } => {
            let with = with.iter().map(|choice| format!(" {}.{}", choice.group, choice.modifier));
            one(canonical(&format!("contents {}{}", named(of), with.collect::<String>())))
        }
        F::Sizes { of, sizes } => one(format!("sizes {}{}", named(of), each(sizes))),
        F::Choices { group, choices, .. } => one(format!("choices {group}{}", each(choices))),
        F::Parts { combo, .. } => one(format!("parts combo:{combo}")),
        F::Calories { of, calories } => one(format!("calories {} {}", named(of), or_unknown(*calories))),
        F::Allergens(found) if found.asked.is_empty() => {
            let of = named(&found.of);
            let words = |all: &[Allergen]| -> String {
                all.iter().map(|one| format!(" {}", listed(one).as_str())).collect()
            };
            let mut lines = one(canonical(&format!("allergens {of}{}", words(&found.contains))));
            let may: Vec<Allergen> =
                found.may_contain.iter().filter(|one| !found.contains.contains(one)).cloned().collect();
            if !may.is_empty() {
                lines.push(canonical(&format!("may {of}{}", words(&may))));
            }
            lines.extend(found.unknown.iter().map(|part| format!("unknown {of} {}", named(part))));
            lines
        }
        F::Allergens(found) => {
            let is = match () {
                () if !found.hits().is_empty() => "yes",
                () if !found.unknown.is_empty() => "unknown",
                () if !found.possible().is_empty() => "may",
                () => "no",
            };
            one(format!("contains {} {} {is}", named(&found.of), asked(&found.asked)))
        }
        F::Diet { of, diet, fits } => one(format!("diet {} {diet} {}", named(of), yes(*fits))),
        F::Diets { of, diets } => {
            let diets = diets.as_ref().map_or_else(|| " unknown".to_owned(), |diets| each(diets));
            one(format!("diets {}{diets}", named(of)))
        }
        F::Heat { of, heat } => one(format!("heat {} {}", named(of), or_unknown(heat.map(u32::from)))),
        F::Caffeine { of, caffeine } => {
            one(format!("caffeine {} {}", named(of), yes(caffeine.map(Caffeine::is_any))))
        }
        F::Available { of, available, .. } => {
            one(format!("available {} {}", named(of), yes(Some(*available))))
        }
        F::Served { things, dayparts } => {
            let names: String = things.iter().map(|thing| format!(" {}", named(thing))).collect();
            one(canonical(&format!("served{names} in{}", each(dayparts))))
        }
        F::With { of, choice, comes } => {
            let comes = match comes {
                Comes::Yes => "yes",
                Comes::OnRequest => "on_request",
                Comes::Never => "no",
            };
            one(format!("includes {} {}.{} {comes}", named(of), choice.group, choice.modifier))
        }
        F::List { about: About::Categories, .. } => one("list categories".to_owned()),
        F::List { things, told, .. } => {
            let rest = things.get(usize::from(*told)..).unwrap_or_default();
            let names: String = rest.iter().map(|thing| format!(" {}", named(thing))).collect();
            one(if names.is_empty() { "list none".to_owned() } else { canonical(&format!("list{names}")) })
        }
        F::OutNow { .. } => Vec::new(),
        F::Recommended { .. } => one("recommended".to_owned()),
        F::Order { .. } => one("order".to_owned()),
        F::Total => one("total".to_owned()),
        F::House(fact) => one(house(fact)),
        F::NameAnItem => one("name".to_owned()),
        F::AskTheTeam => one("team".to_owned()),
    }
    .into_iter()
    .map(|line| if line.starts_with("list categories") { categories(menu) } else { line })
    .map(|line| canonical(&line))
    .collect()
}

/// The hours of every day are those of the week.
pub(super) fn of_the_week(facts: &mut BTreeSet<String>) {
    let is_day = |line: &String| DAYS.iter().any(|day| line.starts_with(&format!("hours {day} ")));
    if facts.iter().filter(|line| is_day(line)).count() == DAYS.len() {
        facts.retain(|line| !is_day(line));
        facts.insert("hours all".to_owned());
    }
}

fn house(fact: &HouseFact) -> String {
    use HouseFact as H;
    let is = |is: bool| if is { "yes" } else { "no" };
    match fact {
        H::Hours { day, date, spans, .. } => {
            let day = match (day, date) {
                (Day::Weekday(day), _) => {
                    DAYS[usize::from(day.to_monday_zero_offset().unsigned_abs())].to_owned()
                }
                (Day::Now | Day::Today, _) => return "hours now".to_owned(),
                (_, Some(date)) => date.to_string(),
                (Day::Holiday(name), None) => name.clone(),
                (day, None) => format!("{day:?}"),
            };
            let spans = match spans.as_deref() {
                None => " unknown".to_owned(),
                Some([]) => " closed".to_owned(),
                Some(spans) => {
                    let span = |span: &Span| {
                        format!(" {}-{}", span.from.strftime("%H:%M"), span.until.strftime("%H:%M"))
                    };
                    spans.iter().map(span).collect()
                }
            };
            format!("hours {day}{spans}")
        }
        H::Payment { way: Some(way), takes, .. } => format!("payment {way} {}", yes(*takes)),
        H::Payment { way: None, .. } => "payment all".to_owned(),
        H::Tax { included } => format!("tax {}", if *included { "included" } else { "added" }),
        H::Restroom { restroom } => format!("restroom {}", word(restroom)),
        H::Wifi { .. } => "wifi".to_owned(),
        H::Parking { .. } => "parking".to_owned(),
        H::Address { .. } => "address".to_owned(),
        H::Phone { .. } => "phone".to_owned(),
        H::Wheelchair { can_come_in } => format!("wheelchair {}", is(*can_come_in)),
        H::Pets { pets } => format!("pets {}", word(pets)),
        H::Discounts { .. } => "discounts".to_owned(),
        H::Deals { .. } => "deals".to_owned(),
        H::Extra { name, given } => format!("extra {name} {}", is(*given)),
        H::Extras { .. } => "extras".to_owned(),
        H::Answer { id, .. } => format!("answer {id}"),
        H::Statement { .. } => "statement".to_owned(),
        H::Unknown { select: Select::Unknown } => "team".to_owned(),
        H::Unknown { select } => format!("{select} unknown"),
    }
}

/// As it is written in JSON.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::json!(value);
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What was said, as the question was put: whether something can be had is a fact of how it comes.
pub(super) fn as_asked(said: &BTreeSet<String>, wanted: &BTreeSet<String>) -> BTreeSet<String> {
    let put = |line: &String| {
        let Some((of, is)) = line.strip_prefix("includes ").and_then(|rest| rest.rsplit_once(' ')) else {
            return line.clone();
        };
        let can = wanted.iter().any(|wanted| wanted.starts_with(&format!("can {of} ")));
        match (can, is) {
            (true, "no") => format!("can {of} no"),
            (true, _) => format!("can {of} yes"),
            (false, "yes") => line.clone(),
            (false, _) => format!("includes {of} no"),
        }
    };
    said.iter().map(put).collect()
}

/// One way to write a fact that has several: lists in the order of the alphabet, allergens by what they are.
pub(super) fn canonical(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["contains", of @ .., allergen, is] if !allergen.contains('+') => {
            let of = format!("{} {}", of.join(" "), asked(&allergens(allergen)));
            with_changes("contains", &of, is)
        }
        ["list", things @ ..] => format!("list {}", sorted(things)),
        ["payment", "card", is] => format!("payment credit card {is}"),
        [kind, of @ .., is] if of.iter().any(|word| word.starts_with('(')) => {
            with_changes(kind, &of.join(" "), is)
        }
        [kind @ ("allergens" | "may" | "contents"), of, all @ ..]
            if !all.first().is_some_and(|word| word.starts_with('(')) =>
        {
            format!("{kind} {of} {}", sorted(all)).trim_end().to_owned()
        }
        words => words.join(" "),
    }
}

/// Changes in the order of the alphabet.
fn with_changes(kind: &str, of: &str, is: &str) -> String {
    let Some((item, (picks, rest))) =
        of.split_once(" (").and_then(|(item, rest)| Some((item, rest.split_once(')')?)))
    else {
        return format!("{kind} {of} {is}");
    };
    let mut picks: Vec<&str> = picks.split(", ").collect();
    picks.sort_unstable();
    format!("{kind} {item} ({}){rest} {is}", picks.join(", "))
}

/// Lines of an order: `2 cheeseburger (no toppings.pickle); coke/large`.
pub(super) fn lines(text: &str) -> Vec<NewLine> {
    text.split(';').map(str::trim).filter(|line| !line.is_empty()).map(line).collect()
}

fn line(text: &str) -> NewLine {
    let (head, picks) = text.split_once('(').unwrap_or((text, ""));
    let head = head.trim();
    let (count, name) =
        head.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name))).unwrap_or((1, head));
    let (item, size) = name.split_once('/').map_or((name, None), |(item, size)| (item, Some(size)));
    let picks = picks.trim_end_matches(')').split(',').map(str::trim).filter_map(pick);
    NewLine {
        quantity: count,
        size: size.map(SizeId::from),
        modifiers: picks.collect(),
        ..NewLine::of(ItemId::from(item))
    }
}

fn pick(text: &str) -> Option<ModifierPick> {
    let (amount, name) = text.strip_prefix("no ").map_or((Amount::Regular, text), |name| (Amount::No, name));
    let (group, modifier) = name.split_once('.')?;
    Some(ModifierPick {
        group: GroupId::from(group),
        modifier: ModifierId::from(modifier),
        amount,
        quantity: 1,
    })
}

fn thing(subject: &Subject, order: Option<&OrderView>) -> String {
    let sized = |size: Option<&SizeId>| size.map(|size| format!("/{size}")).unwrap_or_default();
    match subject {
        Subject::Item { item, size, modifiers } => {
            format!("{item}{}{}", sized(size.as_ref()), changes(modifiers))
        }
        Subject::Combo { combo, size } => format!("combo:{combo}{}", sized(size.as_ref())),
        Subject::Modifier { group, modifier } => format!("{group}.{modifier}"),
        Subject::Group { group } => group.to_string(),
        Subject::Category { category } => category.to_string(),
        Subject::Line { line_id } => {
            let line = order.and_then(|order| order.lines.iter().find(|line| line.line_id == *line_id));
            line.map(|line| format!("{}{}{}", line.item, sized(line.size.as_ref()), changes(&line.modifiers)))
                .unwrap_or_default()
        }
    }
}

fn changes(picks: &[ModifierPick]) -> String {
    let one = |pick: &ModifierPick| {
        let no = if pick.amount == Amount::No { "no " } else { "" };
        format!("{no}{}.{}", pick.group, pick.modifier)
    };
    let all: Vec<String> = picks.iter().map(one).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// By the list: walnuts are tree nuts.
fn listed(allergen: &Allergen) -> Allergen {
    allergen.known().map_or_else(|| allergen.clone(), Allergen::Known)
}

/// What somebody asks for by a word: nuts are peanuts and tree nuts.
fn allergens(word: &str) -> Vec<Allergen> {
    match word {
        "nuts" => vec![KnownAllergen::Peanuts.into(), KnownAllergen::TreeNuts.into()],
        word => vec![Allergen::of(word)],
    }
}

fn asked(allergens: &[Allergen]) -> String {
    let mut names: Vec<&str> = allergens.iter().map(Allergen::as_str).collect();
    names.sort_unstable();
    names.join("+")
}

fn categories(menu: &Menu) -> String {
    let all =
        menu.categories.iter().filter(|category| menu.items_in(&category.id).any(|item| item.available));
    canonical(&format!("list{}", each(&all.map(|category| category.id.clone()).collect::<Vec<_>>())))
}

fn each<T: ToString>(all: &[T]) -> String {
    all.iter().map(|one| format!(" {}", one.to_string())).collect()
}

fn sorted(words: &[&str]) -> String {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.join(" ")
}

fn or_unknown(number: Option<u32>) -> String {
    number.map_or_else(|| "unknown".to_owned(), |number| number.to_string())
}

fn yes(is: Option<bool>) -> &'static str {
    match is {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}
