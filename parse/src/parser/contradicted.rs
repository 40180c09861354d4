//! What is said of somebody, and denied by somebody else: "he's going to have the burger", "no he's not. He's going to have
//! the melt". What is ordered now takes the place of what was mentioned last.

use fsm::dialogue::Act;
use fsm::ids::LineId;
use fsm::machine::QuestionKind;
use fsm::order::{NewLine, Op, Target};

use super::joined::text;
use super::{Parsed, parse, sentences};
use crate::Utterance;
use crate::language::Word;
use crate::reading::asides::phrase;
use crate::tokens::Token;

/// What is ordered behind a denial, if it is one line and nothing else is open.
pub(super) fn in_its_place(utterance: Utterance<'_>, tokens: &[Token]) -> Option<Parsed> {
    let language = utterance.book.index.language();
    let denial = sentences::sentences(tokens).next()?;
    let denies = phrase(language, denial, |role| role == Word::Denial) == Some(denial.len());
    let line_id = utterance.order?.referent()?;
    let is_open = utterance.question.is_some_and(|question| question.kind != QuestionKind::WhatElse);
    if !denies || is_open {
        return None;
    }
    let rest = text(&tokens[denial.len()..]);
    let mut parsed = parse(Utterance { text: &rest, ..utterance });
    let [Act::Order { ops, unresolved }] = parsed.acts.acts.as_mut_slice() else { return None };
    let [op] = ops.as_mut_slice() else { return None };
    let Op::Add(with) = op else { return None };
    if !unresolved.is_empty() {
        return None;
    }
    *op = in_place_of(line_id, with);
    Some(parsed)
}

/// A line in the place of another; whom that is for stays.
pub(super) fn in_place_of(line_id: LineId, line: &NewLine) -> Op {
    let with = NewLine { persons: Vec::new(), ..line.clone() };
    Op::Replace { target: Target::Line { line_id }, with }
}
