//! What is left of an order of which the rest goes: "just the fries, cancel the rest", "drop the burger and the drink, I'll
//! just have the fries".

use fsm::dialogue::ActKind;
use fsm::ids::LineId;
use fsm::order::{Line, Op, Target};

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

/// What the words before a name say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Nothing.
    Open,
    /// It goes.
    Gone,
    /// It stays.
    Kept,
    /// It is all that stays.
    Only,
}

impl Said<'_> {
    /// Takes everything off but what is named as the only thing. Right after an answer, "just the fries" may ask about them.
    pub(super) fn only_those(&self, was_answered: bool) -> Option<Op> {
        let lines = self.order.lines();
        let named: Vec<&Atom> = self.atoms.iter().filter(|atom| atom.names()).collect();
        let unknown = if self.rest_goes() { UNKNOWN_BESIDE_REST_MAX } else { UNKNOWN_MAX };
        if lines.len() < 2 || named.is_empty() || self.unknown() > unknown {
            return None;
        }
        let (mut kept, mut gone, mut only): (Vec<&Line>, Vec<LineId>, bool) = (Vec::new(), Vec::new(), false);
        let mut sizes: Vec<&Atom> = Vec::new();
        for atom in &named {
            let Some(line) = lines.iter().find(|line| self.points_at(atom, line)) else {
                sizes.push(*atom);
                continue;
            };
            match self.fate(atom) {
                Fate::Gone => gone.push(line.line_id),
                Fate::Open => return None,
                fate => {
                    only |= fate == Fate::Only;
                    if !kept.iter().any(|kept| kept.line_id == line.line_id) {
                        kept.push(line);
                    }
                }
            }
        }
        let counts = |atom: &Atom| {
            let Some(number) = atom.number() else { return true };
            let next = named.iter().find(|name| name.start() >= atom.start() && !name.sizes());
            match next.and_then(|name| lines.iter().find(|line| self.points_at(name, line))) {
                // "we only need two of the fries"
                Some(line) => self.rest_goes() && line.quantity == number,
                None => self.rest_goes() && number as usize == lines.len() - kept.len(),
            }
        };
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Should
                    | Word::Swap
                    | Word::InsteadOf
                    | Word::Combo
                    | Word::Edit(Edit::Also | Edit::Same)
            )
        };
        // "the medium fries", not "just the fries large"
        let is_own = |size: &&Atom| {
            let own = |line: &&Line| line.size.as_ref().is_some_and(|own| size.may_size().contains(own));
            kept.iter().any(own) && named.iter().any(|name| name.start() >= size.end() && !name.sizes())
        };
        if kept.is_empty() || self.says(more) || !self.atoms.iter().all(counts) || !sizes.iter().all(is_own) {
            return None;
        }
        let is_left = |line: &&Line| !kept.iter().any(|kept| kept.line_id == line.line_id);
        let others_go = lines.iter().filter(is_left).all(|line| gone.contains(&line.line_id));
        let rest_goes =
            gone.is_empty() && (self.rest_goes() || only && !was_answered && self.says_only_that());
        let except = kept.iter().map(|line| Target::Line { line_id: line.line_id }).collect();
        let leaves_some = kept.len() < lines.len();
        (leaves_some && (others_go || rest_goes))
            .then_some(Op::Remove { target: Target::All { all: true, except }, quantity: None })
    }

    /// Whether little is said but the name: "I'll just have the fries", not "just make sure the fries are hot".
    fn says_only_that(&self) -> bool {
        let words = [
            Word::Just,
            Word::Want,
            Word::Keep,
            Word::Definite,
            Word::Filler,
            Word::Correction,
            Word::WeakCorrection,
            Word::All,
            Word::Cue(Cue::Act(ActKind::No)),
            Word::Cue(Cue::WeakYes),
        ];
        let is_little = |atom: &Atom| atom.names() || words.iter().any(|word| atom.is(*word));
        self.atoms.iter().all(is_little) && self.atoms.iter().filter(|atom| atom.names_item()).count() == 1
    }

    /// What is said of what an atom names: by the last words before it that say anything, or the first behind it.
    fn fate(&self, atom: &Atom) -> Fate {
        let mut fate = Fate::Open;
        let mut at = 0;
        while at < atom.start() {
            let (found, length) = self.fate_at(at);
            if let Some(found) = found {
                fate = match (fate, found) {
                    (Fate::Only, Fate::Kept) => Fate::Only,
                    (_, found) => found,
                };
            }
            at += length;
        }
        let only = |role| role == Word::Just;
        let gone = |role| matches!(role, Word::Off | Word::Edit(Edit::Out) | Word::Negation);
        let behind = self.tokens.get(atom.end()).filter(|next| !next.pause).map(|_| atom.end());
        let is_only = behind.is_some_and(|at| self.says_at(at, only).is_some());
        match fate {
            _ if behind.is_some_and(|at| self.says_at(at, gone).is_some()) => Fate::Gone,
            Fate::Gone => Fate::Gone,
            _ if is_only => Fate::Only,
            Fate::Only if self.definite(atom).is_none() => Fate::Kept,
            fate => fate,
        }
    }

    /// What a phrase says of what comes behind it, and its length.
    fn fate_at(&self, at: usize) -> (Option<Fate>, usize) {
        let gone = |role| {
            matches!(
                role,
                Word::Remove
                    | Word::Negation
                    | Word::Edit(Edit::Cuts | Edit::Without)
                    | Word::Cue(Cue::Act(ActKind::NeverMind))
            )
        };
        let only = |role| role == Word::Just;
        let kept = |role| matches!(role, Word::Keep | Word::Want | Word::Edit(Edit::Stays));
        let all = [
            (Fate::Gone, self.says_at(at, gone)),
            (Fate::Only, self.says_at(at, only)),
            (Fate::Kept, self.says_at(at, kept)),
        ];
        let longest = all
            .into_iter()
            .filter_map(|(fate, length)| Some((fate, length?)))
            .max_by_key(|(_, length)| *length);
        let is_only = |length| (at..at + length).any(|at| self.says_at(at, only).is_some());
        match longest {
            Some((Fate::Kept, length)) if is_only(length) => (Some(Fate::Only), length),
            Some((fate, length)) => (Some(fate), length),
            None => (None, 1),
        }
    }

    /// Whether words say that the rest goes: "cancel the rest", "nothing else", "lose the other stuff".
    fn rest_goes(&self) -> bool {
        let rest = |role| matches!(role, Word::Other | Word::Rest);
        let goes = |role| {
            matches!(role, Word::Remove | Word::Off | Word::Negation | Word::Edit(Edit::Out | Edit::Cuts))
        };
        let nothing = |role| role == Word::NothingElse;
        self.says(nothing) && !self.is_for_somebody() || self.says(rest) && self.says(goes)
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 2;
/// The same, where words say what becomes of the rest.
const UNKNOWN_BESIDE_REST_MAX: usize = 4;
