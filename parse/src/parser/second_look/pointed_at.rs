//! What is on the order and pointed at: it is not ordered again. "Void that cheeseburger", "another of them burgers", "just the
//! burger and the fries".

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Line, NewLine, Op, Target};

use super::Heard;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};
use crate::reading::asides::phrase;

impl Said<'_> {
    /// The one line that words point at, and whether they do it by "that", and not only by "the".
    fn pointed_at(&self) -> Option<(&Atom, &Line, bool)> {
        let mut named = self.atoms.iter().enumerate().filter(|(_, atom)| atom.names_item());
        let (at, name) = named.next().filter(|_| named.next().is_none())?;
        let line = self.lines().find(|line| self.names(name, line))?;
        let roles = self.language.roles_by(self.tokens.get(name.start().checked_sub(1)?)?.id);
        let is_all = !self.atoms[at + 1..].iter().any(Atom::says_more);
        let that = roles.contains(&Word::Pronoun);
        (roles.contains(&Word::Definite) && is_all).then_some((name, line, that))
    }

    /// Takes off what is pointed at, where that is said.
    pub(super) fn goes(&self, heard: Heard) -> Option<Op> {
        if !matches!(heard, Heard::Nothing | Heard::Added) {
            return None;
        }
        let (name, line, _) = self.pointed_at()?;
        let goes = |role| {
            matches!(role, Word::Remove | Word::Edit(Edit::Without) | Word::Cue(Cue::Act(ActKind::NeverMind)))
        };
        // "no, the cheeseburger"
        let no = |at: usize| {
            phrase(self.language, &self.tokens[at..], |role| role == Word::Cue(Cue::Act(ActKind::No)))
        };
        let denies = |at: usize| phrase(self.language, &self.tokens[at..], |role| role == Word::Negation);
        let denied = (0..name.start()).any(|at| denies(at).is_some() && no(at).is_none());
        let gone = denied || self.says_before(name.start(), goes);
        gone.then_some(Op::Remove { target: Target::Line { line_id: line.line_id }, quantity: None })
    }

    /// Whether "that cheeseburger" would be ordered again.
    pub(super) fn points_at_it(&self, heard: Heard) -> bool {
        let wants = |role| {
            matches!(role, Word::Want | Word::Add | Word::Another | Word::Keep | Word::Edit(Edit::Also))
        };
        let that = self.pointed_at().is_some_and(|(_, _, that)| that);
        heard == Heard::Added && that && !self.says(wants)
    }

    /// One more of what is there and has the word in its name: "another one of them burgers", of a cheeseburger.
    pub(super) fn another(&self, heard: Heard, acts: &Acts) -> Option<Op> {
        let [Act::Order { ops, .. }, ..] = acts.acts.as_slice() else { return None };
        let [Op::Add(new)] = ops.as_slice() else { return None };
        let again = |role| matches!(role, Word::Another | Word::Same | Word::Edit(Edit::Same));
        let (_, name) = self.only_name().filter(|_| heard == Heard::Added && self.says(again))?;
        let line = self.lines().find(|line| self.names(name, line))?;
        let is_there = self.order.lines().iter().any(|line| line.holds(&new.item));
        let plain = new.modifiers.is_empty() && new.size.is_none() && new.combo.is_none();
        (!is_there && plain).then(|| Op::Add(NewLine { quantity: new.quantity, ..NewLine::again(line) }))
    }

    /// Whether all that is on the order is named, and nothing else: "just the burger and the fries".
    pub(super) fn is_only_that(&self, acts: &Acts) -> bool {
        let is_order = matches!(acts.acts.as_slice(), [Act::Order { .. }, ..]);
        let named: Vec<&Atom> = self.atoms.iter().filter(|atom| atom.names()).collect();
        let lines = self.order.lines();
        let is_there = |atom: &&Atom| lines.iter().any(|line| self.names(atom, line));
        let is_named = |line: &Line| named.iter().any(|atom| self.names(atom, line));
        let counts = self.atoms.iter().any(|atom| atom.counts() || atom.is(Word::Article));
        let only = |role| role == Word::Just;
        is_order
            && named.len() == lines.len()
            && named.iter().all(is_there)
            && lines.iter().all(is_named)
            && !counts
            && self.unknown() == 0
            && self.says(only)
    }

    /// Whether the one thing that is named is denied, and not on the order: "no pie for me".
    pub(super) fn does_without(&self, heard: Heard) -> bool {
        let Some((_, name)) = self.only_name().filter(|_| heard == Heard::Nothing && !self.is_asked) else {
            return false;
        };
        let denies = |role| matches!(role, Word::Negation | Word::Edit(Edit::Without) | Word::Remove);
        let is_there = self
            .order
            .lines()
            .iter()
            .any(|line| self.names(name, line) || name.may_be_on(self.cx, &line.item));
        name.names_item() && !is_there && self.says_before(name.start(), denies)
    }
}
