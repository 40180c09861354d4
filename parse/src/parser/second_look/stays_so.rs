//! What is said of the order, and leaves it as it is: all of it is named again at the end ("just the burger and the fries", "so
//! two cocoas and two cookies, and we're ready"), or what would go stays after all ("cancel the latte. Ah, don't, keep it").

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Line, Modification, Op, Target};

use super::said::Said;
use super::{is_idle, ops_of, order};
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

impl Said<'_> {
    /// That it is all, and whatever allergy was told, where all that is on the order is only named once more.
    pub(super) fn done_with_all(&self, acts: &Acts) -> Option<Vec<Act>> {
        let tells = |act: &&Act| act.kind() == ActKind::HasAllergy;
        let told = acts.acts.iter().filter(tells).cloned();
        self.is_all_again(acts).then(|| told.chain([Act::Done]).collect())
    }

    /// Whether all that is on the order is named once more, and nothing else: only that, or each as often as it is there, by
    /// somebody who is done.
    fn is_all_again(&self, acts: &Acts) -> bool {
        let only = |role| role == Word::Just;
        let so = |role| role == Word::Edit(Edit::Hence);
        let ends = acts.acts.contains(&Act::Done) || self.says_at(0, so).is_some();
        if !ends && !self.says(only) {
            return false;
        }
        let heard = |act: &Act| {
            matches!(act.kind(), ActKind::Order | ActKind::Done | ActKind::HasAllergy) || is_idle(act)
        };
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Add
                    | Word::Want
                    | Word::With
                    | Word::Make
                    | Word::Plain
                    | Word::Combo
                    | Word::Both
                    | Word::Swap
                    | Word::InsteadOf
                    | Word::On
                    | Word::Off
                    | Word::Ordinal(_)
                    | Word::Should
                    | Word::Edit(Edit::Also | Edit::Same | Edit::Is)
            )
        };
        let joins = self.says_at(0, |role| role == Word::And).is_some();
        // "just the hot dogs and the Coke, no dairy, I'm allergic"
        let is_allergic = acts.acts.iter().any(|act| act.kind() == ActKind::HasAllergy);
        if joins
            || !acts.acts.iter().all(heard)
            || self.is_for_somebody()
            || self.says(more)
            || self.leaves_off() && !is_allergic
            || self.unknown() > 0
            || !self.names_all()
        {
            return false;
        }
        let names = self.atoms.iter().filter(|atom| atom.names()).count();
        let is_done = ends && (names > 1 || acts.acts.contains(&Act::Done));
        let mut counts = self.atoms.iter().filter(|atom| atom.counts() || atom.is(Word::Article)).peekable();
        match counts.peek() {
            None => self.says(only),
            Some(_) => is_done && counts.all(|count| self.counts_all(count)),
        }
    }

    /// Whether there are as many of what is named behind a number as it says.
    fn counts_all(&self, count: &Atom) -> bool {
        let Some(name) = self.atoms.iter().find(|atom| atom.names() && atom.start() >= count.end()) else {
            return false;
        };
        let of_it = self.order.lines().iter().filter(|line| self.names(name, line));
        count.number().unwrap_or(1) == of_it.map(|line| line.quantity).sum::<u32>()
    }

    /// Whether all names are of what is on the order, and name all of it.
    fn names_all(&self) -> bool {
        let lines = self.order.lines();
        // "just the burger", of a combo, is some of it
        let is_it = |atom: &Atom, line: &Line| match &line.combo {
            Some(combo) => atom.may_be_combo(self.cx, combo),
            None => self.names(atom, line),
        };
        let mut named = self.atoms.iter().filter(|atom| atom.names()).peekable();
        let is_named = |line: &Line| self.atoms.iter().any(|atom| atom.names() && is_it(atom, line));
        named.peek().is_some()
            && named.all(|atom| lines.iter().any(|line| is_it(atom, line)))
            && lines.iter().all(is_named)
    }

    /// What would be taken off, and stays as it is by the last words.
    pub(super) fn stays_after_all(&self, acts: &Acts) -> Option<Act> {
        let mut ops = acts.acts.iter().flat_map(ops_of).peekable();
        let goes = |op: &Op| matches!(op, Op::Remove { .. } | Op::Clear);
        if ops.peek().is_none() || !ops.all(goes) {
            return None;
        }
        let (_, name) = self.only_name()?;
        let line = self.lines().find(|line| self.names(name, line))?;
        let others = |role| {
            matches!(
                role,
                Word::All | Word::Except | Word::Other | Word::Rest | Word::Off | Word::Edit(Edit::Out)
            )
        };
        let behind = |at: usize| self.says_at(at, others).is_some();
        let of_all = |role| matches!(role, Word::All | Word::Except);
        if (name.end()..self.tokens.len()).any(behind) || self.says(of_all) {
            return None;
        }
        let stays = |role| {
            matches!(
                role,
                Word::Keep
                    | Word::Pronoun
                    | Word::Correction
                    | Word::WeakCorrection
                    | Word::Filler
                    | Word::Edit(Edit::Stays | Edit::Without)
                    | Word::Cue(Cue::Act(ActKind::No))
            )
        };
        let keeps = |role| matches!(role, Word::Keep | Word::Edit(Edit::Stays));
        let dont = |role| role == Word::Edit(Edit::Without);
        let corrects = |role| matches!(role, Word::Correction | Word::WeakCorrection);
        let (mut at, mut is_meant, mut corrected) = (name.end(), false, false);
        while at < self.tokens.len() {
            let length = self.says_at(at, stays)?;
            let begins = self.tokens[at].pause || corrected;
            is_meant |= begins && self.says_at(at, keeps).is_some();
            // "ah, don't", and not "don't keep it"
            if let Some(length) = self.says_at(at, dont) {
                let ends = self.tokens.get(at + length).is_none_or(|next| next.pause);
                is_meant = ends.then_some(true)?;
            }
            corrected = self.says_at(at, corrects).is_some();
            at += length;
        }
        let as_it_is = Modification::of(Target::Line { line_id: line.line_id });
        is_meant.then(|| order(vec![Op::Modify(as_it_is)]))
    }
}
