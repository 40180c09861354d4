//! A second look at words of which nothing was understood, or whose first reading is one that people seldom mean: one more of
//! what they point at, a choice that is made already, something gone and nothing in its place. Simple rules that need fewer
//! words to be known than the grammars do.

mod all_of_them;
mod but_not;
mod choices;
mod counted;
mod exchanged;
mod instead;
mod left_off;
mod missing;
mod near;
mod not_on_that;
mod of_lines;
mod one_of_several;
mod one_of_the_others;
mod only_those;
mod pointed_at;
mod portions;
mod put_back;
mod read_back;
mod restated;
mod said;
mod stays_so;
mod to_a_combo;

use fsm::dialogue::{Act, ActClass, ActKind, Acts};
use fsm::ids::ItemId;
use fsm::order::{Correction, Op, Reason, Target, Unresolved};

pub(super) use self::said::Said;
use super::joined::text;
use super::sentences::{SURE_MIN, planned};
use super::{AGENT, Parsed};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::index::Index;
use crate::language::{Cue, Edit, Language, Word};
use crate::reading::apposition;
use crate::reading::asides::phrase;
use crate::reading::besides::Besides;
use crate::reading::lattice::Lattice;
use crate::tokens::{Token, tokenize};

/// How sure it is.
const SURE: f64 = 0.85;
/// In more words than these, an act may be said by the way.
const WORDS_MAX: usize = 20;

/// What is meant; none where the first reading stands. `read` reads some of the words, or others in their place.
pub(super) fn look(utterance: Utterance<'_>, parsed: &Parsed, read: impl Fn(&str) -> Parsed) -> Option<Acts> {
    let acts = &parsed.acts;
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let is_empty = utterance.order.is_none_or(|order| order.lines().is_empty());
    let is_idle_talk = acts.acts.iter().all(is_idle);
    if is_empty && !is_idle_talk {
        return None;
    }
    // Most of what is said is understood at first, and has none of the words that tell of something else.
    let of_lines = of_lines::may_be(utterance, parsed);
    let means_more = is_idle_talk || may_mean_more(language, &parsed.tokens);
    if !of_lines && !means_more {
        return None;
    }
    let tokens = apposition::joined(&utterance.book.menu, index, tokenize(language, utterance.text));
    let is_read = is_same(&tokens, &parsed.tokens) && parsed.lattice.starts.len() == tokens.len();
    let of_now = (!is_read).then(|| Lattice::of(index, &tokens));
    let lattice = of_now.as_ref().unwrap_or(&parsed.lattice);
    let atoms = correction::atoms(language, &tokens, lattice);
    let said = Said::of(utterance, &tokens, &atoms);
    if let Some(said) = &said {
        if let Some(op) = said.of_its_kind(acts) {
            let all = std::iter::once(order(vec![op])).chain(acts.acts.iter().skip(1).cloned()).collect();
            return Some(Acts::by(AGENT, acts.confidence, all));
        }
        let of_summary = || utterance.is_after_a_summary().then(|| said.otherwise(acts)).flatten();
        if let Some(op) =
            said.as_a_choice(acts).or_else(|| said.as_what_it_comes_with(acts)).or_else(of_summary)
        {
            return Some(only(op));
        }
    }
    if let Some(all) = said.as_ref().and_then(|said| said.leaves_so(acts)) {
        return Some(Acts::by(AGENT, SURE, all));
    }
    if let Some(ops) = said.as_ref().filter(|_| of_lines).and_then(|said| said.of_lines(utterance, acts)) {
        let stays = |act: &&Act| {
            let answers =
                matches!(act.kind().class(), ActClass::Order | ActClass::Question | ActClass::Answer);
            **act == Act::Done || !answers && !is_idle(act)
        };
        let all = std::iter::once(order(ops)).chain(acts.acts.iter().filter(stays).cloned()).collect();
        return Some(Acts::by(AGENT, SURE, all));
    }
    if !means_more {
        return None;
    }
    let heard = Heard::of(utterance, &parsed.tokens, acts)?;
    if let Some(acts) = behind_a_reason(utterance, language, &tokens, heard, &read) {
        return Some(acts);
    }
    let Some(said) = said else { return part(utterance, language, &tokens, &atoms, acts, &read) };
    if matches!(heard, Heard::Changed | Heard::ChangedAndGone) {
        return said.left_off(heard).map(only);
    }
    let op = said
        .left_off(heard)
        .or_else(|| said.so_many(heard))
        .or_else(|| said.becomes_so(heard, acts))
        .or_else(|| said.in_its_place(heard))
        .or_else(|| said.another(heard, acts));
    if let Some(op) = op.or_else(|| said.goes(heard)) {
        return Some(only(op));
    }
    if said.does_without(heard) {
        return Some(Acts::by(AGENT, SURE, vec![Act::No]));
    }
    if said.points_at_it(heard) {
        return Some(Acts::by(AGENT, 0.0, vec![Act::Unclear]));
    }
    part(utterance, language, &tokens, &atoms, acts, &read)
}

impl Said<'_> {
    /// What is meant where what was heard would destroy what stays: another thing in the place of a choice, something taken
    /// off that only something should not be on, or that stays after all, all of it ordered again.
    fn leaves_so(&self, acts: &Acts) -> Option<Vec<Act>> {
        let act = self.not_on_that(acts).or_else(|| self.cannot_replace_a_choice(acts));
        let act = act.or_else(|| self.stays_after_all(acts));
        act.map(|act| vec![act]).or_else(|| self.done_with_all(acts))
    }
}

/// An operation, and nothing else.
fn only(op: Op) -> Acts {
    Acts::by(AGENT, SURE, vec![order(vec![op])])
}

fn order(ops: Vec<Op>) -> Act {
    Act::Order { ops, unresolved: Vec::new() }
}

/// Whether words have any of those that the rules below look for.
fn may_mean_more(language: &Language, tokens: &[Token]) -> bool {
    let tells = |role| {
        matches!(
            role,
            Word::Another
                | Word::Correction
                | Word::Except
                | Word::Instead
                | Word::InsteadOf
                | Word::Just
                | Word::Keep
                | Word::Off
                | Word::Pronoun
                | Word::Remove
                | Word::Same
                | Word::Should
                | Word::Cue(Cue::Act(ActKind::NeverMind | ActKind::Yes | ActKind::No))
                | Word::Edit(
                    Edit::Cuts
                        | Edit::Fewer
                        | Edit::Hence
                        | Edit::Insist
                        | Edit::Not
                        | Edit::Out
                        | Edit::Over
                        | Edit::Same
                        | Edit::TooMuch
                        | Edit::Total
                        | Edit::Without
                )
        )
    };
    let tells = |at: usize| phrase(language, &tokens[at..], tells).is_some();
    let is = |token: &Token, word: Word| language.roles_by(token.id).contains(&word);
    // "I don't believe I'll have the cheeseburger"
    let denies = || {
        let points = tokens.iter().any(|token| is(token, Word::Definite));
        points && tokens.iter().any(|token| is(token, Word::Negation))
    };
    (0..tokens.len()).any(tells) || denies()
}

/// Whether words say that something should not be so, or how many there should be, which a change that is none may have missed.
fn tells_otherwise(utterance: Utterance<'_>, tokens: &[Token]) -> bool {
    let language = utterance.book.index.language();
    let tells = |role| {
        matches!(
            role,
            Word::Except
                | Word::InsteadOf
                | Word::Just
                | Word::Number(_)
                | Word::Off
                | Word::Remove
                | Word::Edit(Edit::Cuts | Edit::Not | Edit::Out | Edit::Total | Edit::Without)
        )
    };
    (0..tokens.len()).any(|at| phrase(language, &tokens[at..], tells).is_some())
}

/// What was heard at first, where a second look is worth it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    /// Nothing, or small talk.
    Nothing,
    /// A yes or a no.
    Answer,
    /// One more thing, which may be there already.
    Added,
    /// What was mentioned last goes.
    LastGone,
    /// Something else goes.
    Gone,
    /// How something should be that is so already.
    Same,
    /// At most something goes, and what else is said is not on the order.
    NotThere,
    /// Several things more, which may be there already.
    Several,
    /// Something is changed, all there is of it.
    Changed,
    /// Something is changed and goes, though nobody changes what is to go.
    ChangedAndGone,
}

impl Heard {
    /// None where the first reading stands, or says more than one thing, of which none is to be lost.
    fn of(utterance: Utterance<'_>, tokens: &[Token], acts: &Acts) -> Option<Self> {
        let (ops, unresolved) = match acts.acts.as_slice() {
            all if all.iter().all(is_idle) => return Some(Self::Nothing),
            [Act::Yes | Act::No] => return Some(Self::Answer),
            [Act::Order { ops, unresolved }] => (ops.as_slice(), unresolved.as_slice()),
            _ => return None,
        };
        if let ([] | [Op::Remove { .. }], [Unresolved { reason: Reason::NotOnOrder, .. }]) = (ops, unresolved)
        {
            return Some(Self::NotThere);
        }
        let is_change = |op: &Op| matches!(op, Op::Modify(_) | Op::Correct(_));
        match ops {
            _ if !unresolved.iter().all(is_only_told) => None,
            [] => Some(Self::NotThere),
            [Op::Add(_)] => Some(Self::Added),
            [Op::Correct(said)] if adds(utterance, said) => Some(Self::Added),
            _ if takes_off_what_is_not_there(utterance, ops) => Some(Self::NotThere),
            [Op::Remove { target: Target::Referent { .. }, .. }] => Some(Self::LastGone),
            [Op::Remove { .. }] => Some(Self::Gone),
            _ if ops.iter().all(|op| matches!(op, Op::Add(_))) => Some(Self::Several),
            [Op::Modify(change), Op::Remove { quantity: None, .. }] if !change.modifiers.is_empty() => {
                Some(Self::ChangedAndGone)
            }
            [Op::Modify(change)]
                if change.split.is_none()
                    && !change.modifiers.is_empty()
                    && !changes_nothing(utterance, ops) =>
            {
                Some(Self::Changed)
            }
            _ if ops.iter().all(is_change) => {
                let same = tells_otherwise(utterance, tokens) && changes_nothing(utterance, ops);
                same.then_some(Self::Same)
            }
            _ => None,
        }
    }
}

/// Whether a part of what was said is only told of as not to be had.
fn is_only_told(part: &Unresolved) -> bool {
    part.candidates.is_empty() && matches!(part.reason, Reason::NotAllowed | Reason::NotOnMenu)
}

/// Whether a correction would order what is not there, since it says of nothing that it should be otherwise.
fn adds(utterance: Utterance<'_>, said: &Correction) -> bool {
    let wanted = &said.wanted.items;
    let is_there = wanted.iter().any(|item| is_there(utterance, item));
    said.target.is_empty() && said.unwanted.is_empty() && !wanted.is_empty() && !is_there
}

/// Whether all that is said goes, and some of it is not there.
fn takes_off_what_is_not_there(utterance: Utterance<'_>, ops: &[Op]) -> bool {
    let is_not_there = |op: &Op| matches!(op, Op::Remove { target: Target::Item { item, .. }, .. } if !is_there(utterance, item));
    ops.iter().all(|op| matches!(op, Op::Remove { .. })) && ops.iter().any(is_not_there)
}

fn is_there(utterance: Utterance<'_>, item: &ItemId) -> bool {
    utterance.order.is_some_and(|order| order.holds(item))
}

/// Whether operations leave the order as it is, and there is nothing to tell or to ask.
fn changes_nothing(utterance: Utterance<'_>, ops: &[Op]) -> bool {
    utterance.order.is_some_and(|order| {
        let plan = planned(order, ops, &utterance.book.menu);
        plan.change.is_none() && plan.open.is_empty() && plan.not_allowed.is_empty() && plan.off.is_empty()
    })
}

/// Whether words are the same, with the same pauses.
fn is_same(tokens: &[Token], others: &[Token]) -> bool {
    let alike = |(one, other): (&Token, &Token)| one.word == other.word && one.pause == other.pause;
    tokens.len() == others.len() && tokens.iter().zip(others).all(alike)
}

fn ops_of(act: &Act) -> &[Op] {
    if let Act::Order { ops, .. } = act { ops } else { &[] }
}

fn is_sure(acts: &Acts) -> bool {
    acts.confidence >= SURE_MIN && !acts.acts.iter().all(is_idle)
}

fn is_idle(act: &Act) -> bool {
    matches!(act.kind(), ActKind::Unclear | ActKind::SmallTalk | ActKind::BackChannel)
}

/// What stands behind "so" or "but": "I'm diabetic, so no", "tempting but no". Behind what may be an order, only an answer.
fn behind_a_reason(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    heard: Heard,
    read: impl Fn(&str) -> Parsed,
) -> Option<Acts> {
    let is = |token: &Token, word: Word| language.roles_by(token.id).contains(&word);
    let concludes = |token: &Token| is(token, Word::Edit(Edit::Hence)) || is(token, Word::Except);
    let at = tokens.iter().rposition(concludes).filter(|at| 0 < *at && at + 1 < tokens.len())?;
    if heard != Heard::Nothing && heard != Heard::Added {
        return None;
    }
    let acts = read(&text(&tokens[at + 1..])).acts;
    let answers = matches!(acts.acts.as_slice(), [Act::No | Act::Yes | Act::Done | Act::NeverMind]);
    let is_asked = utterance.question.is_some() || utterance.offer.is_some();
    // "the cheapest thing to drink besides water"
    let so = is(&tokens[at], Word::Edit(Edit::Hence));
    // "I want a crispy chicken, and pickles are gross, so leave those off"
    let orders =
        |words: &[Token]| read(&text(words)).acts.acts.iter().any(|act| act.kind() == ActKind::Order);
    let is_meant = heard == Heard::Nothing && (so || answers) && (answers || !orders(&tokens[..at]));
    (is_sure(&acts) && (is_meant || answers && is_asked)).then_some(acts)
}

/// What the end of the words does by itself, or their beginning, where the rest does nothing: "cancel my order, I'm going".
fn part(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    atoms: &[Atom],
    acts: &Acts,
    read: impl Fn(&str) -> Parsed,
) -> Option<Acts> {
    let names = |atom: &Atom| atom.names_item() || atom.counts();
    if acts.acts != [Act::Unclear] || tokens.len() > WORDS_MAX || atoms.iter().any(names) {
        return None;
    }
    let does = |words: &[Token]| {
        let besides = Besides::hear(language, words);
        let counts = |cue: &Cue| {
            matches!(
                cue,
                Cue::Act(
                    ActKind::Done | ActKind::NeedsTime | ActKind::Human | ActKind::HasCode | ActKind::Upset
                )
            )
        };
        let clears = |role| role == Word::Clear;
        besides.is_all() && besides.cues.iter().any(counts)
            || phrase(language, words, clears) == Some(words.len()) && utterance.order.is_some()
    };
    let ends = (1..tokens.len().saturating_sub(1)).map(|from| &tokens[from..]);
    let begins = (2..tokens.len()).rev().map(|to| &tokens[..to]);
    let words = ends.chain(begins).find(|words| does(words))?;
    Some(read(&text(words)).acts).filter(is_sure)
}
