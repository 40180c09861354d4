//! How much of a choice was counted right before it: "add two sugars and leave room". What else is said does not make it one.

use fsm::dialogue::Act;
use fsm::order::{Amount, ModifierPick, Op};

use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::Word;
use crate::reading::lattice::Lattice;
use crate::resolve::Context;
use crate::tokens::Token;

/// Gives the choices of changes their portions, where they were counted and it was not heard.
pub(super) fn count(utterance: Utterance<'_>, tokens: &[Token], acts: &mut [Act]) {
    let ops = acts.iter_mut().filter_map(|act| match act {
        Act::Order { ops, .. } => Some(ops),
        _ => None,
    });
    let is_one = |pick: &&mut ModifierPick| pick.quantity == 1 && pick.amount == Amount::Regular;
    let mut ones = ops.flatten().flat_map(picks).filter(is_one).peekable();
    let language = utterance.book.index.language();
    let is_number = |word: &Word| matches!(word, Word::Number(_));
    let counts = |token: &Token| token.value.is_some() || language.roles_by(token.id).iter().any(is_number);
    if ones.peek().is_none() || !tokens.iter().any(counts) {
        return;
    }
    let lattice = Lattice::of(&utterance.book.index, tokens);
    let atoms = correction::atoms(language, tokens, &lattice);
    let cx = Context::of(utterance);
    for pick in ones {
        let Some(portions) = atoms.windows(2).enumerate().find_map(|(at, pair)| {
            let [number, choice] = pair else { return None };
            // "two vanilla lattes"
            let of_a_thing = atoms.get(at + 2).is_some_and(Atom::names);
            number.number().filter(|_| !of_a_thing && !number.names() && names(cx, choice, pick))
        }) else {
            continue;
        };
        let group = cx.menu.modifier_groups.iter().find(|group| group.id == pick.group);
        let modifier = group.and_then(|group| group.modifier(&pick.modifier));
        let most = modifier.map_or(1, |modifier| modifier.max_quantity);
        if (1..=most).contains(&portions) {
            pick.quantity = portions;
        }
    }
}

/// Whether a name is that of what was chosen, and of no thing.
fn names(cx: Context<'_>, choice: &Atom, pick: &ModifierPick) -> bool {
    !choice.names_item() && choice.choices(cx).any(|named| named == (&pick.group, &pick.modifier))
}

/// What a change chooses. In an order, a number may count things: "four cookies, two chocolate chip".
fn picks(op: &mut Op) -> &mut [ModifierPick] {
    match op {
        Op::Modify(change) if change.quantity.is_none() && change.split.is_none() => &mut change.modifiers,
        _ => &mut [],
    }
}
