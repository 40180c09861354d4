//! What words mean because of what is on the order: "the burger" of a cheeseburger, "the six" of the combo of that number.

use fsm::order::{Amount, Line, Order};

use super::atoms::Atom;
use crate::index::{Entry, FORM_LETTERS_MIN, ModifierAt};
use crate::language::{Edit, Word};
use crate::resolve::Context;
use crate::tokens::Token;

/// How much longer a form can be.
const ENDING_LETTERS_MAX: usize = 2;

/// Lets a word that nothing on the order is called by mean what has it in its name: "the dogs" of hot dogs, "the burger" of
/// a cheeseburger.
pub(super) fn by_short_names(cx: Context<'_>, order: &Order, tokens: &[Token], atoms: &mut [Atom]) {
    let parts = order.lines().iter().flat_map(|line| &line.components).map(|part| &part.item);
    let items = order.lines().iter().map(|line| &line.item).chain(parts);
    let items: Vec<usize> = items.filter_map(|item| cx.position(item)).collect();
    let is_there = |entry: &Entry| {
        let item = &cx.menu.items[cx.index.main(*entry)].id;
        order.holds(item)
    };
    // "the plain chais", where only bagels are called plain, and there is none
    let is_foreign = |atom: &Atom| {
        let (name, only) = (&atom.name, atom.name.entries.is_empty() && !atom.name.modifiers.is_empty());
        only && !items.iter().any(|item| cx.index.allows(*item, &name.modifiers))
    };
    for atom in atoms.iter_mut().filter(|atom| atom.is(Word::Plain) && is_foreign(atom)) {
        atom.name.modifiers.clear();
    }
    // "one box of the nuggets", where only the milk comes in one
    for at in 1..atoms.len() {
        if is_foreign(&atoms[at - 1]) && atoms[at].is(Word::Of) {
            atoms[at - 1].name.modifiers.clear();
            atoms[at - 1].words.push(Word::Unit);
        }
    }
    for at in 1..atoms.len() {
        let [earlier @ .., before, atom] = &mut atoms[..=at] else { return };
        // "no onions on one burger"
        let places = |earlier: &Atom| earlier.is(Word::On) || earlier.is(Word::Just);
        let counted = before.number.is_some() && earlier.last().is_some_and(places);
        // "the gluten free burger"
        let tells =
            |one: &Atom| one.is_only_a_choice() || one.is(Word::Plain) || one.amount == Some(Amount::Regular);
        let so = tells(before) && !atom.pause;
        let first = earlier.iter().rev().find(|one| !tells(one));
        let named_so = so && first.is_some_and(|first| points(cx, tokens, first));
        let neither = before.edits(Edit::Neither);
        let pointed_at = before.is(Word::Definite) || counted || named_so || neither;
        let pointed_at = pointed_at && !atom.pause && atom.end == atom.start + 1;
        // "the chicken" of a chicken sandwich, though a salad may have chicken on it
        if pointed_at && atom.name.category.is_some() && !atom.name.modifiers.is_empty() {
            let there: Vec<Entry> = atom.name.entries.iter().copied().filter(is_there).collect();
            if !there.is_empty() {
                atom.name.entries = there;
                (atom.name.whole, atom.name.short) = (true, true);
                continue;
            }
        }
        let names_item = !atom.name.entries.is_empty() && !atom.name.entries.iter().any(is_there);
        let foreign = is_foreign(atom);
        if !pointed_at || !(names_item || atom.is_unknown() || foreign) {
            continue;
        }
        let word = &tokens[atom.start].fold;
        // "chais", which no list of English has
        let one = word.strip_suffix('s').filter(|one| one.len() >= FORM_LETTERS_MIN);
        let has_it = |item: &&usize| {
            cx.index.ends_in(**item, word) || one.is_some_and(|one| cx.index.ends_in(**item, one))
        };
        let mut meant: Vec<Entry> = items.iter().filter(has_it).map(|item| Entry::Item(*item)).collect();
        meant.dedup();
        if !meant.is_empty() {
            atom.name.entries = meant;
            (atom.name.whole, atom.name.short, atom.name.category) = (true, true, None);
            if foreign {
                atom.name.modifiers.clear();
            }
        }
    }
}

/// Lets the name of a combo that is not on the order mean the only one on it whose main has the word in its name: "the
/// burger combo" of a cheeseburger combo.
pub(super) fn combos_by_short_names(cx: Context<'_>, order: &Order, tokens: &[Token], atoms: &mut [Atom]) {
    let combos = || order.lines().iter().filter_map(|line| Some((line, line.combo.as_ref()?)));
    for at in 1..atoms.len() {
        let named = &atoms[at].name;
        let is_absent = |entry: &Entry| match entry {
            Entry::Combo(combo) => combos().all(|(_, id)| *id != cx.menu.combos[*combo].id),
            Entry::Item(_) => false,
        };
        let pointed_at = points(cx, tokens, &atoms[at - 1]) && !atoms[at].pause;
        if !pointed_at || named.entries.is_empty() || !named.entries.iter().all(is_absent) {
            continue;
        }
        let word = &tokens[atoms[at].start].fold;
        let is_it = |line: &&Line| cx.position(&line.item).is_some_and(|item| cx.index.ends_in(item, word));
        let mut meant = combos().filter(|(line, _)| is_it(line)).map(|(_, id)| id);
        let only = meant.next().filter(|_| meant.next().is_none());
        if let Some(combo) = only.and_then(|id| cx.menu.combos.iter().position(|combo| combo.id == *id)) {
            atoms[at].name.entries = vec![Entry::Combo(combo)];
            atoms[at].name.short = true;
        }
    }
}

/// Lets a number that is pointed at mean the combo on the order that has it on the board: "the six in a large". None where
/// so many of something could be meant.
pub(super) fn by_numbers(cx: Context<'_>, order: &Order, atoms: &mut [Atom]) {
    let counts = |number: u32| {
        let lines = order.lines();
        lines.len() == number as usize || lines.iter().any(|line| line.quantity == number)
    };
    for at in 1..atoms.len() {
        let counted = atoms.get(at + 1).is_some_and(|next| {
            let of = next.is(Word::Of) || next.is(Word::OfThem);
            !next.pause && (of || next.names_item() || next.name.category.is_some())
        });
        let pointed_at = atoms[at - 1].is(Word::Definite) && !atoms[at].pause;
        let number = atoms[at].number.filter(|number| pointed_at && !counted && !counts(*number));
        let combo =
            number.and_then(|number| cx.menu.combos.iter().position(|combo| combo.number == Some(number)));
        let Some(combo) = combo else { continue };
        let id = &cx.menu.combos[combo].id;
        if order.lines().iter().any(|line| line.combo.as_ref() == Some(id)) {
            let atom = &mut atoms[at];
            atom.number = None;
            atom.name.entries = vec![Entry::Combo(combo)];
            (atom.name.start, atom.name.end) = (atom.start, atom.end);
            (atom.name.whole, atom.name.short) = (true, true);
        }
    }
}

/// Lets a name mean what it is a form of, where that is all that something on the order can have: "warm" of what can be
/// "warmed up".
pub(super) fn by_forms(cx: Context<'_>, order: &Order, tokens: &[Token], atoms: &mut [Atom]) {
    let parts = order.lines().iter().flat_map(|line| &line.components).map(|part| &part.item);
    let items = order.lines().iter().map(|line| &line.item).chain(parts);
    let items: Vec<usize> = items.filter_map(|item| cx.position(item)).collect();
    for atom in atoms.iter_mut().filter(|atom| !atom.name.modifiers.is_empty() && atom.end == atom.start + 1)
    {
        let word = &tokens[atom.start].fold;
        let said = atom.name.modifiers.clone();
        for item in items.iter().filter(|item| !cx.index.allows(**item, &said)) {
            let groups = cx.index.groups(*item).iter();
            let choices = groups.flat_map(|group| {
                (0..cx.menu.modifier_groups[*group].modifiers.len()).map(move |at| (*group, at))
            });
            let is_form = |modifier: &ModifierAt| {
                cx.index.modifier_name(*modifier).first().is_some_and(|first| {
                    word.len() >= FORM_LETTERS_MIN
                        && first.starts_with(word.as_str())
                        && first.len() <= word.len() + ENDING_LETTERS_MAX
                })
            };
            let found: Vec<ModifierAt> = choices.filter(is_form).collect();
            atom.name.modifiers.extend(found);
        }
    }
}

/// Whether a word points at what comes behind it: "the", "lose the".
fn points(cx: Context<'_>, tokens: &[Token], atom: &Atom) -> bool {
    cx.index.language().roles_by(tokens[atom.end - 1].id).contains(&Word::Definite)
}
