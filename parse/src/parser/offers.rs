//! What an offer has to do with what is said: a plain yes takes it, whatever else is said. "Okay" takes it only where
//! it is all that is said: "okay, no onions" is about the order.

use fsm::dialogue::ActKind::{No, SmallTalk, Yes};
use fsm::ids::ItemId;
use fsm::machine::Offer;
use fsm::order::Order;

use crate::Utterance;
use crate::index::Entry;
use crate::language::{Cue, Language, Word};
use crate::reading::besides;
use crate::reading::said::{Change, Said, Statement, Subject};
use crate::resolve::Context;
use crate::tokens::Token;

/// Whether the open offer is taken together with what else is said. A change that the offered item cannot have is then
/// one of the order.
pub(super) fn is_taken(utterance: Utterance<'_>, cx: Context<'_>, tokens: &[Token], said: &mut Said) -> bool {
    let Some(offer) = utterance.offer else { return false };
    let plainly = said.has(Yes);
    if !takes(said) || !besides::agrees(cx.index.language(), tokens) {
        return false;
    }
    let of_the_order = of_the_order(cx, offer, said, plainly);
    if !plainly {
        let goes_on = said.goes_on && said.statements.iter().all(|said| matches!(said, Statement::Add(_)));
        let changes = |said: &Statement| matches!(said, Statement::Change(_));
        return !said.asks
            && said.strange.is_empty()
            && !of_the_order
            && (goes_on || said.statements.iter().all(changes));
    }
    let language = cx.index.language();
    let pleads =
        || tokens.iter().any(|token| language.roles_by(token.id).contains(&Word::Cue(Cue::YesAlone)));
    !of_the_order || said.goes_on || pleads()
}

/// Whether a yes was said first, also a weak one.
pub(super) fn takes(said: &Said) -> bool {
    said.answers && (said.has(Yes) || said.cues.contains(&Cue::WeakYes))
}

/// Drops a yes that answers nothing: one that the offer does not hear, and a weak one in what asks or tells.
pub(super) fn without_stray_yes(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    said: &mut Said,
    (taken, names, denies): (bool, bool, bool),
) {
    let is_yes = |cue: &Cue| matches!(cue, Cue::Act(Yes) | Cue::WeakYes);
    let offers = utterance.offer.is_some();
    let says_more = !said.statements.is_empty() || !said.strange.is_empty() || said.asks;
    if !taken && offers && says_more {
        said.cues.retain(|cue| !is_yes(cue));
    }
    if offers && said.cues.iter().any(is_yes) && !besides::agrees(language, tokens) {
        said.cues.retain(|cue| !is_yes(cue));
        said.cues.push(Cue::Act(SmallTalk));
    }
    let nothing = |said: &Statement| matches!(said, Statement::Nothing);
    if offers && denies && said.statements.iter().all(nothing) && said.cues.iter().any(is_yes) {
        // "okay, no fries": what was offered is not wanted
        said.cues.retain(|cue| !is_yes(cue));
        said.cues.push(Cue::Act(No));
    }
    let asks = besides::asks(language, tokens);
    if names && !said.answers || asks {
        said.cues.retain(|cue| *cue != Cue::WeakYes);
    }
    if names && asks {
        said.cues.retain(|cue| !matches!(cue, Cue::BackChannel { .. }));
    }
}

/// The offered item, if the offer is of one.
pub(super) fn item(offer: &Offer) -> Option<&ItemId> {
    match offer {
        Offer::Item(item) => Some(item),
        Offer::Combo(_) => None,
    }
}

/// Whether a change of what is not named is one of a line on the order. After a plain yes it is one of what was
/// offered, if that can have it; after an okay it is one of the order, if something on it can.
fn of_the_order(cx: Context<'_>, offer: &Offer, said: &mut Said, plainly: bool) -> bool {
    let Some(offered) = item(offer).and_then(|item| cx.position(item)) else {
        let only_picks = |said: &Statement| matches!(said, Statement::Change(change) if change.only_picks());
        return !plainly && !said.statements.is_empty() && said.statements.iter().all(only_picks);
    };
    let lines = cx.order.into_iter().flat_map(|order| order.lines().iter().rev());
    let lines: Vec<_> = lines.filter_map(|line| Some((line, cx.position(&line.item)?))).collect();
    let referent = cx.order.and_then(Order::referent);
    let mut found = false;
    for statement in &mut said.statements {
        let Statement::Change(change) = statement else { continue };
        if change.subject != Subject::Referent || plainly && can_have(cx, offered, change) {
            continue;
        }
        let able = || lines.iter().filter(|(_, item)| can_have(cx, *item, change)).map(|(line, _)| line);
        let line = able().find(|line| Some(line.line_id) == referent).or_else(|| able().next());
        if let Some(line) = line {
            change.subject = Subject::Line(line.line_id);
            found = true;
        }
    }
    found
}

/// Whether an item can be as a change says.
fn can_have(cx: Context<'_>, item: usize, change: &Change) -> bool {
    let sized = change.details.size.as_ref();
    let is_combo = |id: &ItemId| cx.menu.combos.iter().any(|combo| combo.main == *id);
    sized.is_none_or(|(sizes, _)| cx.index.has_size(cx.menu, Entry::Item(item), sizes))
        && change.details.picks.iter().all(|pick| cx.index.allows(item, &pick.modifiers))
        && (!change.combo || is_combo(&cx.menu.items[item].id))
}
