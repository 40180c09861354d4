//! What goes on from a question that was just answered: the same about something else, or an order of what it was about.

use fsm::dialogue::ActKind;
use fsm::ids::{ComboId, ItemId};
use fsm::order::{Line, ModifierPick};
use fsm::query::Subject as Of;

use super::joined::text;
use crate::Utterance;
use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Language, Word};
use crate::reading::asides;
use crate::reading::lattice::{Lattice, Role};
use crate::reading::said::{Details, Pick, Said, SaidLine, Statement, Subject};
use crate::reading::search::Reading;
use crate::tokens::Token;

/// "One of those", "I'll take it": whether the only thing that was asked about is ordered.
pub(super) fn orders_what_was_answered(
    utterance: Utterance<'_>,
    lattice: &Lattice,
    reading: &Reading,
) -> bool {
    if entry_of(utterance).is_none()
        || utterance.question.is_some_and(|question| !question.candidates.is_empty())
    {
        return false;
    }
    let roles = || reading.steps.iter().map(|step| &lattice.edges[step.edge].role);
    let counts = roles().any(|role| matches!(role, Role::Number(_) | Role::Again));
    let wants = roles().any(|role| matches!(role, Role::Word(Word::Want | Word::Add)));
    // "gimme one, no mayo"
    let one = wants && roles().any(|role| *role == Role::Number(1) || *role == Role::Again);
    let points = |role: &Role| matches!(role, Role::Word(Word::OfThem | Word::Pronoun)) || one;
    let fits = roles().all(|role| match role {
        Role::Number(_) | Role::Again | Role::Size(_) => true,
        Role::Modifier(modifiers) => is_of_it(utterance, modifiers),
        Role::Amount(_) | Role::Word(Word::With | Word::On | Word::Negation) => true,
        Role::Word(word) => matches!(
            word,
            Word::OfThem
                | Word::Pronoun
                | Word::Want
                | Word::Add
                | Word::Filler
                | Word::And
                | Word::Article
                | Word::Just
                | Word::Cue(Cue::WeakYes | Cue::YesAlone | Cue::BackChannel { .. } | Cue::Act(_))
        ),
        _ => false,
    });
    fits && roles().any(points) && (counts || wants)
}

/// Whether what was asked about can have a modifier of that name.
fn is_of_it(utterance: Utterance<'_>, modifiers: &[ModifierAt]) -> bool {
    entry_of(utterance)
        .is_some_and(|entry| utterance.book.index.allows(utterance.book.index.main(entry), modifiers))
}

/// Orders what was asked about, as many as were said.
pub(super) fn order_it(utterance: Utterance<'_>, said: &mut Said) {
    let Some(entry) = entry_of(utterance) else { return };
    let menu = &utterance.book.menu;
    let text = match entry {
        Entry::Item(at) => menu.items[at].name.clone(),
        Entry::Combo(at) => menu.combos[at].name.clone(),
    };
    let (mut details, mut split) = (Details::default(), None);
    for statement in std::mem::take(&mut said.statements) {
        if let Statement::Change(change) = statement
            && change.subject == Subject::Referent
        {
            split = split.or(change.split).or(change.quantity);
            details = change.details;
        }
    }
    let quantity = said.number.take().or(split);
    let details = as_asked(utterance, details);
    let line =
        SaidLine { entries: vec![entry], text, quantity, asked_for: true, details, ..SaidLine::default() };
    said.statements.push(Statement::Add(line));
}

/// "one of those", with the size and the choices that were asked about where nothing else is said of them.
fn as_asked(utterance: Utterance<'_>, mut details: Details) -> Details {
    let asked = utterance.answered.and_then(|answered| answered.query.as_deref());
    let [Of::Item { size, modifiers, .. }] = asked.map_or(&[][..], |query| query.of.as_slice()) else {
        return details;
    };
    if details.size.is_none() {
        details.size = size.clone().map(|size| (vec![size.clone()], size.to_string()));
    }
    let groups = &utterance.book.menu.modifier_groups;
    let at = |pick: &ModifierPick| {
        let group = groups.iter().position(|group| group.id == pick.group)?;
        let of_group = groups[group].modifiers.iter();
        Some((group, of_group.enumerate().find(|(_, one)| one.id == pick.modifier)?.0))
    };
    let asked = modifiers.iter().filter_map(|pick| {
        let text = utterance.book.menu.group(&pick.group)?.modifier(&pick.modifier)?.name.clone();
        Some(Pick { amount: pick.amount, quantity: pick.quantity, ..Pick::of(vec![at(pick)?], text) })
    });
    let new: Vec<Pick> = asked
        .filter(|pick| {
            !details.picks.iter().any(|said| said.modifiers.iter().any(|at| at.0 == pick.modifiers[0].0))
        })
        .collect();
    details.picks.splice(0..0, new);
    details
}

/// The only thing that was asked about, or that the answer was about: "what's the cheapest dessert".
fn entry_of(utterance: Utterance<'_>) -> Option<Entry> {
    let menu = &utterance.book.menu;
    let combo = |id: &ComboId| menu.combos.iter().position(|combo| combo.id == *id).map(Entry::Combo);
    let item = |id: &ItemId| menu.items.iter().position(|item| item.id == *id).map(Entry::Item);
    let answered = utterance.answered?;
    match (answered.items.as_slice(), answered.combos.first()) {
        ([_], Some(id)) => combo(id),
        ([id], None) => item(id),
        _ => match utterance.told_of? {
            Of::Item { item: id, .. } => item(id),
            Of::Combo { combo: id, .. } => combo(id),
            _ => None,
        },
    }
}

/// "I'd rather have that than the chili", "then those, with ranch": the words with the only thing that was asked about in
/// place of the pronoun. None where it points at something else: what was asked about is on the order, or nothing asks for
/// it.
pub(super) fn with_what_was_answered(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
) -> Option<String> {
    let menu = &utterance.book.menu;
    let (name, is_there) = match entry_of(utterance)? {
        Entry::Item(at) => {
            let item = &menu.items[at];
            (&item.name, utterance.order.is_some_and(|order| order.holds(&item.id)))
        }
        Entry::Combo(at) => {
            let combo = &menu.combos[at];
            let is_it = |line: &Line| line.combo.as_ref() == Some(&combo.id);
            (&combo.name, utterance.order.is_some_and(|order| order.lines().iter().any(is_it)))
        }
    };
    if is_there {
        return None;
    }
    if let Some(text) = so_many_of_those(language, tokens, name) {
        return Some(text);
    }
    let manners = |role| {
        let polite = matches!(role, Word::Cue(Cue::WeakYes | Cue::YesAlone | Cue::BackChannel { .. }));
        polite || matches!(role, Word::Filler | Word::And | Word::Cue(Cue::Act(ActKind::Yes)))
    };
    let wants = |role| matches!(role, Word::Want | Word::Instead);
    let points = |at: usize| {
        let placed = |role: &Word| matches!(role, Word::On | Word::To);
        let bare = !language.roles_by(tokens.get(at)?.id).iter().any(placed);
        asides::phrase(language, &tokens[at..], |role| role == Word::Pronoun).filter(|_| bare)
    };
    let (mut start, mut wanted) = (0, false);
    let length = loop {
        let asks = asides::phrase(language, &tokens[start..], wants);
        if let Some(length) = points(start).filter(|length| asks.is_none_or(|asks| asks < *length)) {
            break length;
        }
        wanted |= asks.is_some();
        start += asks.or_else(|| asides::phrase(language, &tokens[start..], manners))?;
    };
    let end = start + length;
    let goes = tokens[start..].iter().any(|token| language.roles_by(token.id).contains(&Word::Off));
    let joins = |role: &Word| {
        matches!(
            role,
            Word::With | Word::Filler | Word::InsteadOf | Word::And | Word::Negation | Word::Instead
        )
    };
    let rest_joins =
        tokens.get(end).is_none_or(|next| next.pause || language.roles_by(next.id).iter().any(joins));
    if goes || !wanted && !rest_joins {
        return None;
    }
    Some(format!("{} {name} {}", text(&tokens[..start]), text(&tokens[end..])))
}

/// "one of those and I'm done", "I'll take two of them and a Coke": the words with a name in place of "of those".
fn so_many_of_those(language: &Language, tokens: &[Token], name: &str) -> Option<String> {
    let manners = |role| {
        matches!(role, Word::Want | Word::Filler | Word::And | Word::Cue(Cue::WeakYes | Cue::YesAlone))
    };
    let start = asides::phrase(language, tokens, manners).unwrap_or_default();
    let counts = |role: &Word| matches!(role, Word::Number(_));
    let count = tokens
        .get(start)
        .filter(|token| token.value.is_some() || language.roles_by(token.id).iter().any(counts))?;
    let of = start + 1;
    let length = asides::phrase(language, tokens.get(of..)?, |role| role == Word::OfThem)?;
    let rest = &tokens[of + length..];
    let goes_on = |role: &Word| *role == Word::And;
    let apart = rest.first().is_some_and(|next| next.pause || language.roles_by(next.id).iter().any(goes_on));
    apart.then(|| format!("{} {} {name} {}", text(&tokens[..start]), count.word, text(rest)))
}
