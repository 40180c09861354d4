//! "Leave it off then", "okay, add it", after a question about a choice: of that choice.

use fsm::dialogue::{Act, ActKind};
use fsm::ids::{GroupId, ModifierId};
use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};
use fsm::query::{Filter, Subject};

use crate::Utterance;
use crate::correction::Atom;
use crate::language::{Cue, Language, Word};
use crate::tokens::Token;

/// The choice that was asked about, put on what is on the order or taken off it.
pub(super) fn of_what_was_answered(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Act> {
    let query = utterance.answered?.query.as_deref()?;
    // "does it come with whipped cream"
    let filtered = query.filters.iter().filter_map(|filter| match filter {
        Filter::With { group, modifier } => Some((group, modifier)),
        _ => None,
    });
    let asked: Option<Vec<(&GroupId, &ModifierId)>> = query
        .of
        .iter()
        .map(|subject| match subject {
            Subject::Modifier { group, modifier } => Some((group, modifier)),
            _ => None,
        })
        .collect();
    let choices = asked.filter(|asked| !asked.is_empty()).unwrap_or_else(|| filtered.collect());
    let order =
        utterance.order.filter(|_| utterance.question.is_none_or(|asked| asked.candidates.is_empty()))?;
    let amount = what_is_done(language, tokens, atoms)?;
    let last = order.referent().and_then(|id| order.line(id));
    let mut lines = last.into_iter().chain(order.lines().iter().rev());
    let (line, group, modifier) = lines.find_map(|line| {
        let fits = |(group, modifier): &&(&GroupId, &ModifierId)| match amount {
            Amount::No => has(utterance, line, group, modifier),
            _ => can_have(utterance, line, group) && !has(utterance, line, group, modifier),
        };
        choices.iter().find(fits).map(|(group, modifier)| (line, *group, *modifier))
    })?;
    let pick = ModifierPick { group: group.clone(), modifier: modifier.clone(), amount, quantity: 1 };
    let target = Target::Line { line_id: line.line_id };
    let change = Op::Modify(Modification { modifiers: vec![pick], ..Modification::of(target) });
    Some(Act::Order { ops: vec![change], unresolved: Vec::new() })
}

/// Whether it is left off or put on; none where anything is named, or nothing is pointed at.
fn what_is_done(language: &Language, tokens: &[Token], atoms: &[Atom]) -> Option<Amount> {
    let points = tokens.iter().any(|token| language.roles_by(token.id).contains(&Word::Pronoun));
    let says = |word: Word| atoms.iter().any(|atom| atom.is(word));
    let cue = |act: ActKind| Word::Cue(Cue::Act(act));
    if !points || says(cue(ActKind::Done)) || atoms.iter().any(Atom::says_more) {
        return None;
    }
    let off = [Word::Off, Word::Remove, cue(ActKind::NeverMind)];
    let denies = atoms.iter().any(|atom| atom.is(Word::Negation) && !atom.is(cue(ActKind::No)));
    if denies || off.iter().any(|word| says(*word)) {
        Some(Amount::No)
    } else {
        says(Word::Add).then_some(Amount::Regular)
    }
}

fn has(utterance: Utterance<'_>, line: &Line, group: &GroupId, modifier: &ModifierId) -> bool {
    let own = line.modifiers.iter().find(|own| own.group == *group && own.modifier == *modifier);
    let comes = || utterance.book.menu.item(&line.item).is_some_and(|item| item.includes(group, modifier));
    own.map_or_else(comes, |own| own.amount != Amount::No)
}

fn can_have(utterance: Utterance<'_>, line: &Line, group: &GroupId) -> bool {
    utterance.book.menu.item(&line.item).is_some_and(|item| item.modifier_groups.contains(group))
}
