//! Words of an earlier order, read again: those that the open question is about.

use fsm::machine::QuestionKind;
use fsm::order::{Reason, Unresolved};

use crate::Utterance;
use crate::index::Index;
use crate::reading::lattice::Lattice;
use crate::reading::said::{Change, SaidLine, Statement};
use crate::reading::{search, walk};
use crate::resolve::Context;
use crate::tokens;

/// What was said of the item that the question is about, read again.
pub(super) fn kept(utterance: Utterance<'_>) -> Option<SaidLine> {
    let is_asked = utterance.question.is_some_and(|question| question.kind == QuestionKind::WhichItem);
    let about = utterance.about.filter(|about| is_asked && about.reason == Reason::Ambiguous)?;
    said_again(utterance, &about.text)
}

/// Says how many were asked for of what may mean several things: "two burgers".
pub(super) fn count(utterance: Utterance<'_>, unresolved: &mut [Unresolved]) {
    for part in unresolved.iter_mut().filter(|part| part.reason == Reason::Ambiguous) {
        let said = said_again(utterance, &part.text);
        part.quantity = said.and_then(|said| said.quantity).filter(|quantity| *quantity > 1);
    }
}

/// Words of an order, read again.
fn said_again(utterance: Utterance<'_>, text: &str) -> Option<SaidLine> {
    let (menu, index): (_, &Index) = (&utterance.book.menu, &utterance.book.index);
    let tokens = tokens::tokenize(index.language(), text);
    let lattice = Lattice::of(index, &tokens);
    let reading = search::search(menu, index, &tokens, &lattice, None).readings.into_iter().next()?;
    let cx =
        Context { menu, index, order: None, question: None, read_back: false, offered: None, kept: None };
    let said = walk::walk(cx, &tokens, &lattice, &reading);
    let named = said.statements.into_iter().find_map(|statement| match statement {
        Statement::Add(draft) => Some(draft),
        Statement::Change(Change { quantity, details, .. }) => {
            Some(SaidLine { quantity, details, ..SaidLine::default() })
        }
        Statement::Remove { .. } | Statement::Clear | Statement::Nothing => None,
    });
    named.or_else(|| {
        let (category, draft) = said.categories.into_iter().next()?;
        Some(SaidLine { entries: cx.items_of(category).collect(), ..draft })
    })
}
