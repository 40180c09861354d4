//! What is on the order and pointed at: it is not ordered again. "Void that cheeseburger", "another of them burgers", "just the
//! burger and the fries".

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Amount, Line, Modification, NewLine, Op, Target};

use super::Heard;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};
use crate::reading::asides::phrase;

impl Said<'_> {
    /// The one thing that is named and there, and its line.
    fn there(&self) -> Option<(&Atom, &Line)> {
        let mut named = self.atoms.iter().filter(|atom| atom.names_item());
        let name = named.next().filter(|_| named.next().is_none())?;
        Some((name, self.lines().find(|line| self.names(name, line))?))
    }

    /// The word before a name, as "the" or "that".
    fn roles_before(&self, name: &Atom) -> &[Word] {
        let before = name.start().checked_sub(1).and_then(|before| self.tokens.get(before));
        before.map_or(&[], |before| self.language.roles_by(before.id))
    }

    /// Whether it is "that" one, and not only "the" one.
    fn is_that(&self, name: &Atom) -> bool {
        let roles = self.roles_before(name);
        roles.contains(&Word::Definite) && roles.contains(&Word::Pronoun)
    }

    /// Takes off what is named, where that is said before it or behind it.
    pub(super) fn goes(&self, heard: Heard) -> Option<Op> {
        if !matches!(heard, Heard::Nothing | Heard::Added | Heard::NotThere) {
            return None;
        }
        let (name, line) = self.there()?;
        // "don't forget the fries", "hold on, the cheeseburger"
        let wants =
            |role| matches!(role, Word::Add | Word::Another | Word::Correction | Word::Edit(Edit::Also));
        if self.says(wants) {
            return None;
        }
        let more = |atom: &Atom| atom.start() >= name.end() && (atom.names() || atom.counts());
        let goes = |role| {
            matches!(role, Word::Remove | Word::Edit(Edit::Without) | Word::Cue(Cue::Act(ActKind::NeverMind)))
        };
        let at = |at: usize, is_it: &dyn Fn(Word) -> bool| {
            phrase(self.language, &self.tokens[at..], is_it).is_some()
        };
        // "no, the cheeseburger"
        let no = |role| role == Word::Cue(Cue::Act(ActKind::No));
        let denies = |role| role == Word::Negation;
        let denied = (0..name.start()).any(|start| at(start, &denies) && !at(start, &no));
        let before = self.roles_before(name).contains(&Word::Definite)
            && (denied || self.says_before(name.start(), goes));
        // "I need the cheeseburger deleted"
        let out = |role| matches!(role, Word::Edit(Edit::Out) | Word::Off);
        let behind = name.end() < self.tokens.len() && !self.tokens[name.end()].pause && at(name.end(), &out);
        let gone = (before || behind) && !self.atoms.iter().any(more);
        gone.then_some(Op::Remove { target: Target::Line { line_id: line.line_id }, quantity: None })
    }

    /// How "that one" should be, which would be ordered again: "let me get that Coke in a large", "the latte iced", "hold the
    /// ketchup on the two cheeseburgers", "sorry, an iced latte".
    pub(super) fn becomes_so(&self, heard: Heard, acts: &Acts) -> Option<Op> {
        let new = added(acts)?;
        let (name, line) = self.there().filter(|_| heard == Heard::Added)?;
        let again = |role| matches!(role, Word::Another | Word::Edit(Edit::Also | Edit::Same) | Word::Same);
        let says_how = new.size.is_some() || !new.modifiers.is_empty();
        let counts_them = new.quantity == 1 || new.quantity == line.quantity;
        let is_so = line.item == new.item && new.combo.is_none() && counts_them && says_how;
        let change = Modification::of(Target::Line { line_id: line.line_id });
        (is_so
            && (self.is_that(name) || self.says_how_it_is(name) || self.takes_back(line))
            && !self.says(again))
        .then(|| {
            Op::Modify(Modification { size: new.size.clone(), modifiers: new.modifiers.clone(), ..change })
        })
    }

    /// Whether "the" one is named, and how it should be before that, or right behind it.
    fn says_how_it_is(&self, name: &Atom) -> bool {
        let Some(the) = self.definite(name) else { return false };
        let how = |atom: &Atom| atom.is_only_a_choice();
        let behind = self.atoms.iter().find(|atom| atom.start() >= name.end());
        behind.is_some_and(how) || self.atoms.iter().any(|atom| atom.end() <= the && how(atom))
    }

    /// Whether what was said last is taken back.
    fn takes_back(&self, line: &Line) -> bool {
        let corrects = |role| matches!(role, Word::Correction | Word::Apology | Word::Edit(Edit::Insist));
        // "sorry, can I get a cheeseburger with bacon for my son"
        let asks = |role| matches!(role, Word::And | Word::Want | Word::Add | Word::With | Word::Negation);
        let is_chosen = line.modifiers.iter().any(|own| {
            own.amount != Amount::No && self.cx.menu.group(&own.group).is_some_and(|group| group.min > 0)
        });
        if self.says(asks) || self.is_for_somebody() || is_chosen {
            return false;
        }
        self.last().is_some_and(|last| last.line_id == line.line_id)
            && line.quantity == 1
            && self.says(corrects)
    }

    /// Whether "that cheeseburger" would be ordered again.
    pub(super) fn points_at_it(&self, heard: Heard) -> bool {
        let wants = |role| {
            matches!(role, Word::Want | Word::Add | Word::Another | Word::Keep | Word::Edit(Edit::Also))
        };
        let that = self.there().is_some_and(|(name, _)| self.is_that(name));
        heard == Heard::Added && that && !self.says(wants)
    }

    /// One more of what is there and has the word in its name: "another one of them burgers", of a cheeseburger.
    pub(super) fn another(&self, heard: Heard, acts: &Acts) -> Option<Op> {
        let new = added(acts)?;
        let again = |role| matches!(role, Word::Another | Word::Same | Word::Edit(Edit::Same));
        let (_, name) = self.only_name().filter(|_| heard == Heard::Added && self.says(again))?;
        let line = self.lines().find(|line| self.names(name, line))?;
        let is_there = self.order.holds(&new.item);
        let plain = new.modifiers.is_empty() && new.size.is_none() && new.combo.is_none();
        (!is_there && plain).then(|| Op::Add(NewLine { quantity: new.quantity, ..NewLine::again(line) }))
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

/// The one thing that would be ordered.
fn added(acts: &Acts) -> Option<&NewLine> {
    let [Act::Order { ops, .. }] = acts.acts.as_slice() else { return None };
    match ops.as_slice() {
        [Op::Add(new)] => Some(new),
        _ => None,
    }
}
