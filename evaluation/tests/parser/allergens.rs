//! Each allergen asked of each item of the sample menus and of two more, in several wordings: the answer names what the
//! menu says, or that it does not know, and nothing is ordered.

use fsm::dialogue::{By, Decided, Input, take_turn};
use fsm::ids::LaneKey;
use fsm::machine::{Moment, Policy, Rules, Session, Speech};
use fsm::menu::{Allergen, Diet, Item, KnownAllergen, Menu};
use fsm::query::{Allergens, Fact, Subject};
use jiff::Timestamp;
use parse::{MenuBook, Utterance};
use uuid::Uuid;

use super::questions::fixture;
use super::scene::book;

const MENUS: [(&str, &str); 4] = [
    ("menus/burger.json", "water"),
    ("menus/coffee.json", "still_water"),
    ("questions/ramen.menu.json", "water"),
    ("questions/bbq.menu.json", "water"),
];

const ALLERGENS: [KnownAllergen; 15] = [
    KnownAllergen::Milk,
    KnownAllergen::Egg,
    KnownAllergen::Gluten,
    KnownAllergen::Fish,
    KnownAllergen::Shellfish,
    KnownAllergen::TreeNuts,
    KnownAllergen::Peanuts,
    KnownAllergen::Wheat,
    KnownAllergen::Soy,
    KnownAllergen::Sesame,
    KnownAllergen::Mustard,
    KnownAllergen::Celery,
    KnownAllergen::Sulphites,
    KnownAllergen::Lupin,
    KnownAllergen::Molluscs,
];

/// How one asks whether something, `X`, has an allergen, `A`.
const WORDINGS: [&str; 7] = [
    "does the X have A in it",
    "is there A in the X",
    "i'm allergic to A, is the X safe",
    "X, any A in that",
    "is the X A free",
    "can i have the X if i'm allergic to A",
    "do you know if the X contains any A",
];

#[test]
fn every_allergen_of_every_item_is_told_and_orders_nothing() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for (path, ordered) in MENUS {
        let book = book(&fixture(path));
        let lane = Lane::with(&book, ordered);
        // An item that is called as another thing can be asked about only by who says which.
        let items = book.menu.items.iter().filter(|item| is_only_one_called_so(&book.menu, item));
        for item in items.filter(|item| item.sizes().iter().all(|size| size.facts.allergens.is_none())) {
            for allergen in ALLERGENS {
                for wording in WORDINGS {
                    let allergen = Allergen::Known(allergen);
                    let word = allergen.as_str().replace('_', " ");
                    let text = wording.replace('X', &item.name.to_lowercase()).replace('A', &word);
                    asked += 1;
                    wrong.extend(lane.fault(item, &allergen, &text));
                }
            }
        }
    }
    assert!(asked > 10_000, "{asked} are asked");
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}

fn is_only_one_called_so(menu: &Menu, item: &Item) -> bool {
    let called = item.name.to_lowercase();
    let items = menu.items.iter().filter(|other| other.id != item.id);
    let names = items.flat_map(|item| std::iter::once(&item.name).chain(&item.aliases));
    let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    let all = names.chain(modifiers.flat_map(|one| std::iter::once(&one.name).chain(&one.aliases)));
    !all.into_iter().any(|name| name.to_lowercase() == called)
}

/// A lane on which something has been ordered.
struct Lane<'a> {
    book: &'a MenuBook,
    rules: Rules,
    session: Session,
}

impl<'a> Lane<'a> {
    fn with(book: &'a MenuBook, ordered: &str) -> Self {
        let mut lane = Self { book, rules: Rules::default(), session: Session::idle() };
        lane.session = lane.take(lane.session.clone(), &Input::CarDetected { vehicle_id: None }).0;
        let name = book.menu.items.iter().find(|item| item.id.as_str() == ordered).map(|item| &item.name);
        let text = format!("a {}", name.expect("an item"));
        let acts = parse::read(Utterance::on(&lane.session, &text, book));
        lane.session = lane.take(lane.session.clone(), &heard(acts)).0;
        lane
    }

    /// What is wrong with the answer.
    fn fault(&self, item: &Item, asked: &Allergen, text: &str) -> Option<String> {
        let acts = parse::read(Utterance::on(&self.session, text, self.book));
        let (_, turns) = self.take(self.session.clone(), &heard(acts));
        if turns.iter().any(|turn| !turn.turn.diffs.is_empty()) {
            return Some(format!("{text}: changes the order"));
        }
        let speech = turns.iter().flat_map(|turn| &turn.speech).filter_map(|speech| match speech {
            Speech::Answer(facts) => Some(facts),
            _ => None,
        });
        let facts: Vec<&Fact> = speech.flatten().collect();
        let says = said(&self.book.menu, item, asked);
        // "Is it gluten free" asks of a diet, too.
        let fits = facts.iter().find_map(|fact| match fact {
            Fact::Diet { of, diet: Diet::GlutenFree, fits } if is_of(of, item) => Some(*fits),
            _ => None,
        });
        if let Some(fits) = fits {
            let wrong = fits == Some(true) && matches!(says, Said::Contains);
            return wrong.then(|| format!("{text}: says that it is"));
        }
        let told = facts.iter().filter_map(|fact| match fact {
            Fact::Allergens(told) if is_of(&told.of, item) => Some(told),
            _ => None,
        });
        let told: Vec<&Allergens> = told.collect();
        let [told] = told.as_slice() else {
            return Some(format!("{text}: {} answers about it", told.len()));
        };
        if !told.asked.contains(asked) && !told.asked.is_empty() {
            return Some(format!("{text}: {:?} is answered", told.asked));
        }
        let is_hit = told.hits().iter().any(|one| one.is_kind_of(asked));
        let is_open = !told.unknown.is_empty() || !told.open.is_empty() || !told.depends.is_empty();
        match says {
            Said::Contains if !is_hit => Some(format!("{text}: does not say that it does")),
            Said::Unknown if !is_hit && !is_open => Some(format!("{text}: does not say that it is unknown")),
            Said::No | Said::Unknown if is_hit => Some(format!("{text}: says that it does")),
            _ => None,
        }
    }

    fn take(&self, session: Session, input: &Input) -> (Session, Vec<Decided>) {
        let policy = Policy::new(&self.rules, &self.book.menu);
        let noon = Timestamp::constant(1_795_608_000, 0);
        let now = Moment {
            at: noon,
            taken_at: noon,
            business_date: jiff::civil::date(2026, 11, 25),
            order_number: 1,
        };
        let lane = LaneKey::new("allergens", "1").expect("a key");
        let taken = take_turn(&policy, &now, &lane, Uuid::from_u128(1), session, input);
        (taken.session, taken.turns)
    }
}

fn heard(acts: fsm::dialogue::Acts) -> Input {
    Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer }
}

fn is_of(subject: &Subject, item: &Item) -> bool {
    matches!(subject, Subject::Item { item: id, .. } if *id == item.id)
}

/// What the menu says.
enum Said {
    Contains,
    Unknown,
    No,
}

/// Of the item and of everything that it comes with, read from the menu alone.
fn said(menu: &Menu, item: &Item, asked: &Allergen) -> Said {
    let groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
    let on = groups.flat_map(|group| {
        let comes = move |id| item.includes(&group.id, id) || group.default.contains(id);
        group.modifiers.iter().filter(move |modifier| comes(&modifier.id)).map(|modifier| &modifier.facts)
    });
    let (mut unknown, mut contains) = (false, false);
    for facts in std::iter::once(&item.facts).chain(on) {
        match &facts.allergens {
            None => unknown = true,
            Some(all) => contains |= all.iter().any(|one| one.is_kind_of(asked)),
        }
    }
    match (contains, unknown) {
        (true, _) => Said::Contains,
        (false, true) => Said::Unknown,
        (false, false) => Said::No,
    }
}
