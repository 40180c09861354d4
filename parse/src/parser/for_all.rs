//! What all of what is ordered in one breath should have: "two kids meals, one burger, one nuggets, both with apple juice",
//! "apple juice in both". What is said of each is read without it, and each gets it.

use fsm::dialogue::{Act, Acts};
use fsm::order::{Amount, ModifierPick, NewLine, Op};

use super::AGENT;
use super::joined::parsed;
use super::sentences::SURE_MIN;
use crate::Utterance;
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::resolve::Context;
use crate::tokens::Token;

/// The lines with what all of them get.
pub(super) fn read(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let (choice, amount, from, to) = at_the_end(atoms)?;
    let rest: Vec<Token> = tokens[..from].iter().chain(&tokens[to..]).cloned().collect();
    let read = parsed(Utterance { question: None, about: None, ..utterance }, &rest);
    let [Act::Order { ops, unresolved }] = read.acts.as_slice() else { return None };
    if !unresolved.is_empty() || read.confidence < SURE_MIN {
        return None;
    }
    let with_it = |op: &Op| match op {
        Op::Add(line) => Some(Op::Add(with(cx, line, choice, amount)?)),
        _ => None,
    };
    let ops: Vec<Op> = ops.iter().map(with_it).collect::<Option<_>>()?;
    let several = ops.len() > 1;
    several.then(|| Acts::by(AGENT, read.confidence, vec![Act::Order { ops, unresolved: Vec::new() }]))
}

/// The choice, and the words that say that all have it, which end the utterance.
fn at_the_end(atoms: &[Atom]) -> Option<(&Atom, Amount, usize, usize)> {
    let is_all = |atom: &Atom| {
        let words = [Word::Both, Word::Edit(Edit::TheyAll), Word::Edit(Edit::Everyone)];
        words.iter().any(|word| atom.is(*word))
    };
    let choice = atoms.iter().rposition(Atom::has_choices)?;
    // Only once: what is said without it is read anew.
    let mut every = (0..atoms.len()).filter(|at| is_all(&atoms[*at]));
    let all = every.next().filter(|_| every.next().is_none())?;
    let (first, last) = (choice.min(all), choice.max(all));
    let between = &atoms[first + 1..last];
    let little = |atom: &Atom| {
        let otherwise = atom.amount.is_some() || atom.is(Word::Just) || atom.is(Word::Instead);
        !otherwise && (!atom.says_more() || atom.number() == Some(1))
    };
    if !between.iter().all(little) || !atoms[last + 1..].iter().all(little) {
        return None;
    }
    let before = choice.checked_sub(1).and_then(|before| atoms[before].amount);
    let amount = atoms[choice].amount.or(before).unwrap_or_default();
    let leads = |atom: &&Atom| {
        atom.amount.is_some()
            || [Word::And, Word::With, Word::Article, Word::Filler, Word::Definite]
                .iter()
                .any(|word| atom.is(*word))
    };
    let led = atoms[..first].iter().rev().take_while(leads).count();
    let start = &atoms[first - led];
    // "a coffee and a tea, two sugars in each"
    let counts = |atom: &Atom| atom.counts() || atom.is(Word::Unit) || atom.is(Word::Of);
    if (first - led).checked_sub(1).is_some_and(|before| counts(&atoms[before])) {
        return None;
    }
    Some((&atoms[choice], amount, start.start(), atoms.last()?.end()))
}

/// A line with a choice; none where it cannot have it, or has another of its kind.
fn with(cx: Context<'_>, line: &NewLine, choice: &Atom, amount: Amount) -> Option<NewLine> {
    let (group, modifier) = choice.only_choice_of(cx, &line.item)?;
    let pick = ModifierPick { group: group.clone(), modifier: modifier.clone(), amount, quantity: 1 };
    let max = cx.menu.group(group)?.max;
    let has =
        line.modifiers.iter().any(|own| own.group == pick.group && max == 1 && own.amount != Amount::No);
    let mut line = line.clone();
    line.modifiers.push(pick);
    (!has).then_some(line)
}
