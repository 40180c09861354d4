//! How English answers questions.

use fsm::menu::{Allergen, Caffeine, Diet};
use fsm::query::{About, Comes, OrderBy};

use super::nouns::{and, article, capital, definite, in_general, is_plural, or, price, spoken};
use super::{all_spoken, filling, listed, sentence, the_is, times};
use crate::statements::{AllergensOf, Fact, Goods, Listed, Noun, Quality};

/// The words for how hot something is, from 0 to 3.
const HEATS: [&str; 4] = ["not spicy", "mild", "spicy", "very spicy"];

/// How many parts are named of which the menu does not say.
const PARTS_SPOKEN_MAX: usize = 3;

/// What a fact says, in whole sentences.
pub(super) fn answer(fact: &Fact<'_>) -> String {
    use Fact as F;
    match fact {
        F::Price { of, price: amount } if amount.amount == fsm::money::Money::ZERO => {
            format!("{} free.", is(of))
        }
        F::Price { of, price: amount } => format!("{} {}.", is(of), price(amount)),
        F::Prices { of, sizes } => match sizes.as_slice() {
            [(size, amount)] => {
                let sized = Noun { size: Some(size), ..of.clone() };
                format!("{} {}.", is(&sized), price(amount))
            }
            sizes => {
                let each = |(size, amount): &(&str, _)| {
                    let size = spoken(size);
                    format!("{} for {} {size}", price(amount), article(&size))
                };
                let prices: Vec<String> = sizes.iter().map(each).collect();
                format!("{} {}.", is(of), and(&prices))
            }
        },
        F::PriceOfExtra { name, price: amount } if amount.amount == fsm::money::Money::ZERO => {
            format!("{} free.", capital(&to_be(name)))
        }
        F::PriceOfExtra { name, price: amount } => {
            format!("{} {} extra.", capital(&to_be(name)), price(amount))
        }
        F::Contents { of, description: None, with } if with.is_empty() => {
            format!("The menu doesn't say what's in {}.", definite(of))
        }
        F::Contents { of, description, with } => {
            let comes = format!("{} {} with {}.", the(of), verb(of, "come"), and(&all_spoken(with)));
            let described = description.map(|words| format!("{}: {}", the(of), sentence(words)));
            let comes = (!with.is_empty()).then_some(comes);
            let parts: Vec<String> = described.into_iter().chain(comes).collect();
            parts.join(" ")
        }
        F::Sizes { of, sizes } => {
            let sizes = all_spoken(sizes);
            let how = if sizes.is_empty() { "one size".to_owned() } else { and(&sizes) };
            format!("{} {} in {how}.", the(of), verb(of, "come"))
        }
        F::Choices { names, .. } if names.is_empty() => "I don't have any of those right now.".to_owned(),
        F::Choices { of, group, names, more } => {
            let mut names = all_spoken(names);
            names.extend(more.then(|| "more".to_owned()));
            match of {
                Some(of) => format!("The {} for {}: {}.", spoken(group), definite(of), or(&names)),
                None => format!("We have {}.", and(&names)),
            }
        }
        F::Had(goods) => format!("Yes, we have {}.", in_general(goods)),
        F::HadIn { goods, choices } => {
            format!("Yes, we have {}: {}.", in_general(goods), or(&all_spoken(choices)))
        }
        F::Served { names, more, times } => {
            let called = |goods: &Goods<'_>| {
                let name = spoken(goods.name);
                if goods.is_counted { format!("the {name}") } else { name }
            };
            let mut names: Vec<String> = names.iter().map(called).collect();
            names.extend(
                (*more > 0)
                    .then(|| format!("{} more", super::number(u32::try_from(*more).unwrap_or(u32::MAX)))),
            );
            format!("We serve {} {}.", and(&names), times::serving(times))
        }
        F::With { of, name, comes } => with(of, name, *comes),
        F::List(list) => listing(list),
        F::OutNow(goods) => {
            let names: Vec<String> = goods.iter().map(in_general).collect();
            format!("We're out of {} right now.", and(&names))
        }
        F::Calories { of, calories: Some(calories) } => {
            format!("{} {} {calories} calories.", the(of), has(of))
        }
        F::Calories { of, calories: None } => {
            format!("The menu doesn't say how many calories {} {}.", definite(of), has(of))
        }
        F::Allergens(found) => allergens(found),
        F::Diet { of, diet, fits } => diet_of(of, *diet, *fits),
        F::Diets { of, diets } => diets_of(of, *diets),
        F::Heat { of, heat: Some(heat) } => {
            let word = HEATS[usize::from(*heat).min(HEATS.len() - 1)];
            format!("{} {word}.", is(of))
        }
        F::Heat { of, heat: None } => {
            let verb = if is_plural(of.name) { "are" } else { "is" };
            format!("The menu doesn't say how spicy {} {verb}.", definite(of))
        }
        F::Caffeine { of, caffeine } => caffeine_of(of, *caffeine),
        F::Recommended(names) if names.is_empty() => "You have all of our favorites.".to_owned(),
        F::Recommended(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("the {}", spoken(name))).collect();
            format!("You could try {}.", or(&names))
        }
        F::Combo { name, with, price: amount } if with.is_empty() => {
            format!("{} {}.", the_is(name), price(amount))
        }
        F::Combo { name, with, price: amount } => {
            let with: Vec<String> = with.iter().map(filling).collect();
            format!("The {} is {} and comes with {}.", spoken(name), price(amount), and(&with))
        }
        F::SoFar { listing, total } => {
            format!("So far you have {}. Your total is {}.", listed(listing), price(total))
        }
        F::AsOrdered(listing) => format!("You have {}.", listed(listing)),
        F::House(_) | F::Week(_) | F::NotHad(_) | F::ByRule(_) => String::new(),
        F::Total(total) => format!("Your total is {}.", price(total)),
        F::AskTheTeam => "I can't tell you that, but a team member at the window can.".to_owned(),
        F::NothingYet => "You don't have anything yet.".to_owned(),
        F::NameAnItem => "Just name an item, and I'll tell you.".to_owned(),
    }
}

/// Names allergens: "milk, tree nuts and soy".
pub(super) fn names_of(allergens: &[&Allergen]) -> Vec<String> {
    allergens.iter().map(|allergen| allergen.as_str().replace('_', " ")).collect()
}

fn the(of: &Noun<'_>) -> String {
    capital(&definite(of))
}

fn is(of: &Noun<'_>) -> String {
    format!("{} {}", the(of), if are_several(of) { "are" } else { "is" })
}

fn has(of: &Noun<'_>) -> &'static str {
    if are_several(of) { "have" } else { "has" }
}

fn verb(of: &Noun<'_>, base: &str) -> String {
    if are_several(of) { base.to_owned() } else { format!("{base}s") }
}

fn are_several(of: &Noun<'_>) -> bool {
    of.quantity > 1 || is_plural(of.name)
}

fn to_be(name: &str) -> String {
    format!("{} {}", spoken(name), if is_plural(name) { "are" } else { "is" })
}

fn with(of: &Noun<'_>, name: &str, comes: Comes) -> String {
    match comes {
        Comes::Yes => format!("Yes, {} {} with {}.", definite(of), verb(of, "come"), spoken(name)),
        Comes::OnRequest => {
            let them = if is_plural(name) { "them" } else { "it" };
            let no = format!("{} {} come with {}", the(of), does_not(of), spoken(name));
            format!("{no}, but you can add {them}.")
        }
        Comes::Never => format!("{} {} come with {}.", the(of), does_not(of), spoken(name)),
    }
}

fn does_not(of: &Noun<'_>) -> &'static str {
    if are_several(of) { "don't" } else { "doesn't" }
}

/// "We have the Coke, the Sprite and the water, and nine more, they are on the board."
fn listing(list: &Listed<'_>) -> String {
    let qualities: Vec<String> = list.fits.iter().map(quality).collect();
    let qualified =
        if qualities.is_empty() { String::new() } else { format!(" {}", qualities.join(" and ")) };
    if list.names.is_empty() {
        return nothing(list, &qualified);
    }
    let names = match list.about {
        About::Categories | About::Modifiers => all_spoken(&list.names),
        _ => list.names.iter().map(|name| format!("the {}", spoken(name))).collect(),
    };
    if let Some(by) = list.by {
        let verb = if list.names.len() > 1 { "are" } else { "is" };
        return format!("The {} {verb} {}.{}", superlative(by), and(&names), unsure(list));
    }
    let more = match list.more {
        0 => String::new(),
        1 => ", and one more, it's on the board".to_owned(),
        more => format!(
            ", and {} more, they're on the board",
            super::number(u32::try_from(more).unwrap_or(u32::MAX))
        ),
    };
    let lead = match (list.fits.first(), list.goes_on) {
        (Some(Quality::Contains(_)), _) | (Some(Quality::Diet(_)), false) => {
            return format!("{}: {}{more}.{}", capital(qualified.trim_start()), and(&names), unsure(list));
        }
        (_, true) => "We also have".to_owned(),
        (Some(_), false) => format!("{} we have", capital(qualified.trim_start())),
        (None, false) => "We have".to_owned(),
    };
    format!("{lead} {}{more}.{}", and(&names), unsure(list))
}

fn superlative(by: OrderBy) -> &'static str {
    match by {
        OrderBy::Cheapest => "cheapest",
        OrderBy::Dearest => "most expensive",
        OrderBy::Lightest => "lightest",
        OrderBy::Heaviest => "heaviest",
        OrderBy::Hottest => "spiciest",
        OrderBy::Mildest => "mildest",
        OrderBy::MostCaffeine => "highest in caffeine",
        OrderBy::LeastCaffeine => "lowest in caffeine",
    }
}

fn nothing(list: &Listed<'_>, qualified: &str) -> String {
    let nothing = match (list.about, list.goes_on) {
        (_, true) => "That's all of them.".to_owned(),
        (About::Combos, _) if list.fits.is_empty() => "We don't have any combos.".to_owned(),
        _ if list.fits.is_empty() => "I don't see any of those on our menu.".to_owned(),
        _ if let Some(maybe) = maybe(list) => {
            return format!("{}: maybe {maybe}.{}", capital(qualified.trim_start()), doubt(list));
        }
        _ => format!("I don't see anything{qualified} on our menu."),
    };
    format!("{nothing}{}", unsure(list))
}

/// Of what the menu leaves out, a person must be asked.
fn unsure(list: &Listed<'_>) -> String {
    let maybe = maybe(list).map(|maybe| format!(" Maybe also {maybe}.")).unwrap_or_default();
    format!("{maybe}{}", doubt(list))
}

fn maybe(list: &Listed<'_>) -> Option<String> {
    let maybe: Vec<String> = list.maybe.iter().map(|name| format!("the {}", spoken(name))).collect();
    (!maybe.is_empty()).then(|| and(&maybe))
}

fn doubt(list: &Listed<'_>) -> &'static str {
    let unsure = " The menu doesn't say it for everything; a team member can tell you.";
    if list.unsure { unsure } else { "" }
}

fn quality(quality: &Quality<'_>) -> String {
    let all = |allergens: &[Allergen]| names_of(&allergens.iter().collect::<Vec<_>>());
    match quality {
        Quality::Contains(allergens) => format!("with {}", or(&all(allergens))),
        Quality::FreeOf(allergens) => format!("without {}", or(&all(allergens))),
        Quality::Diet(diet) => format!("that's {}", diet_name(*diet)),
        Quality::With(name) => format!("with {}", spoken(name)),
        Quality::Without(name) => format!("without {}", spoken(name)),
        Quality::Under(most) => format!("up to {}", price(most)),
    }
}

/// Never begins with yes or no: "is it safe" and "does it contain" are asked alike.
fn allergens(found: &AllergensOf<'_>) -> String {
    let AllergensOf {
        of,
        asked,
        hits,
        possible,
        contains,
        may_contain,
        unknown,
        open,
        depends,
        unsure_choices,
    } = found;
    let mut said = Vec::new();
    let it_contains = |all: &[&Allergen]| {
        let it = if are_several(of) { "they contain" } else { "it contains" };
        if all.is_empty() { String::new() } else { format!("; {it} {}", and(&names_of(all))) }
    };
    match (asked.is_empty(), hits.is_empty()) {
        (true, _) if contains.is_empty() && unknown.is_empty() => {
            said.push(format!("The menu lists no allergens for {}.", definite(of)));
        }
        (true, _) if contains.is_empty() => {}
        (true, _) => said.push(format!("{} {} {}.", the(of), verb(of, "contain"), and(&names_of(contains)))),
        (false, false) => {
            let besides = and(&names_of(contains));
            let also = if contains.is_empty() { String::new() } else { format!(", and also {besides}") };
            said.push(format!("{} {} {}{also}.", the(of), verb(of, "contain"), and(&names_of(hits))));
        }
        (false, true) if !possible.is_empty() => {
            said.push(format!(
                "{} may contain {}{}.",
                the(of),
                or(&names_of(possible)),
                it_contains(contains)
            ));
        }
        // Of what the menu says nothing, it does not say that there is none.
        (false, true) if unknown.as_slice() == [of.name] && contains.is_empty() => {}
        (false, true) => {
            let none = or(&names_of(asked));
            said.push(format!("The menu lists no {none} for {}{}.", definite(of), it_contains(contains)));
        }
    }
    if !may_contain.is_empty() {
        let it = if are_several(of) { "They" } else { "It" };
        said.push(format!("{it} may also contain {}.", and(&names_of(may_contain))));
    }
    if !depends.is_empty() {
        said.push(format!("It may with {}.", or(&all_spoken(depends))));
    }
    if !unsure_choices.is_empty() {
        let choices = or(&all_spoken(unsure_choices));
        said.push(format!("With {choices} the menu doesn't say; a team member can tell you."));
    }
    if unknown.len() > PARTS_SPOKEN_MAX {
        said.push("The menu doesn't say for some of what is on it; a team member can tell you.".to_owned());
    } else if !unknown.is_empty() {
        let parts: Vec<String> = unknown.iter().map(|name| format!("the {}", spoken(name))).collect();
        said.push(format!("The menu doesn't say for {}; a team member can tell you.", and(&parts)));
    }
    if !open.is_empty() {
        let open: Vec<String> = open.iter().map(|name| format!("the {}", spoken(name))).collect();
        said.push(format!("The rest depends on {} you choose.", and(&open)));
    }
    said.join(" ")
}

fn diet_of(of: &Noun<'_>, diet: Diet, fits: Option<bool>) -> String {
    let name = diet_name(diet);
    match fits {
        Some(true) => format!("{} {name}.", is(of)),
        Some(false) if are_several(of) => format!("{} aren't {name}.", the(of)),
        Some(false) => format!("{} isn't {name}.", the(of)),
        None => {
            let verb = if are_several(of) { "are" } else { "is" };
            format!(
                "The menu doesn't say whether {} {verb} {name}; a team member can tell you.",
                definite(of)
            )
        }
    }
}

fn diets_of(of: &Noun<'_>, diets: Option<&[Diet]>) -> String {
    match diets {
        None => format!("The menu doesn't say which diets {} {}.", definite(of), verb(of, "fit")),
        Some([]) => format!("The menu lists no diets for {}.", definite(of)),
        Some(diets) => {
            let names: Vec<&str> = diets.iter().map(|diet| diet_name(*diet)).collect();
            format!("{} {}.", is(of), and(&names))
        }
    }
}

const fn diet_name(diet: Diet) -> &'static str {
    match diet {
        Diet::Vegetarian => "vegetarian",
        Diet::Vegan => "vegan",
        Diet::Halal => "halal",
        Diet::Kosher => "kosher",
        Diet::GlutenFree => "gluten free",
    }
}

fn caffeine_of(of: &Noun<'_>, caffeine: Option<Caffeine>) -> String {
    match caffeine {
        None => format!("The menu doesn't say whether {} {} caffeine.", definite(of), has(of)),
        Some(Caffeine::Milligrams(amount)) if amount > 0 => {
            format!("{} {} {amount} milligrams of caffeine.", the(of), has(of))
        }
        Some(caffeine) if caffeine.is_any() => {
            format!("{} {} caffeine; the menu doesn't say how much.", the(of), has(of))
        }
        Some(_) => format!("{} {} no caffeine.", the(of), has(of)),
    }
}
