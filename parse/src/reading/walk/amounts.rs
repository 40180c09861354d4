//! How much of something: extra, light, on the side, double, none of a group.

use fsm::order::Amount;

use crate::index::ModifierAt;
use crate::language::Word;
use crate::reading::asides;
use crate::reading::lattice::{Called, Role};
use crate::reading::said::{Details, Pick, Statement};
use crate::reading::search::Bind;
use crate::reading::walk::{Focus, Mode, Run, Walker};

impl Walker<'_> {
    pub(crate) fn group(&mut self, group: usize) {
        if let Some(times) = self.times.take() {
            // "double meat"
            let name = &self.menu.modifier_groups[group].name;
            let times = self.index.language().say(Word::Times(times)).to_owned();
            let text =
                self.runs.get(self.at).map_or(name.clone(), |run| self.text(run.edge.start, run.edge.end));
            self.said.told.push(format!("{times} {text}"));
            return;
        }
        let amount = self.amount.take();
        if let Some(amount @ (Amount::Extra | Amount::Light | Amount::Side)) = amount {
            return self.amount_of_group(group, amount);
        }
        let none = amount == Some(Amount::No) || self.mode == Mode::Remove;
        if none {
            let bind = if self.focus == Focus::Nothing { Bind::After } else { Bind::Before };
            self.place(bind, Details { without: vec![group], ..Details::default() });
        }
    }

    /// "vanilla, easy on the syrup": so much of what was chosen of a group before.
    pub(crate) fn amount_of_group(&mut self, group: usize, amount: Amount) {
        let comes = self.comes_with(group);
        let of_it = |pick: &&mut Pick| pick.modifiers.iter().any(|(of, _)| *of == group);
        let picks = match (self.held.picks.is_empty(), self.last_draft()) {
            (true, Some(known)) => match &mut self.said.statements[known] {
                Statement::Add(draft) => draft.details.picks.as_mut_slice(),
                _ => &mut [],
            },
            _ => self.held.picks.as_mut_slice(),
        };
        match picks.iter_mut().rev().find(of_it) {
            Some(pick) if self.split.is_none() => pick.amount = amount,
            _ if let Some(comes) = comes => {
                let text = self.runs.get(self.at).map(|run| self.text(run.edge.start, run.edge.end));
                let pick = Pick { amount, ..Pick::of(vec![comes], text.unwrap_or_default()) };
                self.place(Bind::Before, Details { picks: vec![pick], ..Details::default() });
            }
            _ => {
                let run = self.runs[self.at].edge;
                let text = match amount {
                    // "dressing on the side"
                    Amount::Side => self.text(self.runs[self.at - 1].edge.start, run.end),
                    _ => format!(
                        "{} {}",
                        self.index.language().say(Word::Amount(amount)),
                        self.text(run.start, run.end)
                    ),
                };
                self.said.told.push(text);
            }
        }
    }

    /// What of a group the last line comes with, if it is one thing.
    fn comes_with(&self, group: usize) -> Option<ModifierAt> {
        let known = self.last_draft()?;
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        let item = &self.menu.items[self.index.main(*draft.entries.first()?)];
        let of_it = &self.menu.modifier_groups[group];
        let mut comes = (0..of_it.modifiers.len()).filter(|at| {
            let modifier = &of_it.modifiers[*at].id;
            item.includes(&of_it.id, modifier) || of_it.default.contains(modifier)
        });
        comes.next().filter(|_| comes.next().is_none()).map(|at| (group, at))
    }

    pub(crate) fn plain(&mut self, at: usize) {
        // "make it two plain"
        if let (Mode::Changing(known), Some(number)) = (&self.mode, self.number)
            && let Some(Statement::Add(draft)) = self.said.statements.get_mut(*known)
        {
            draft.quantity = Some(number);
            self.number = None;
        }
        let next = self.runs[at + 1..].iter().find(|run| run.edge.role != Role::Word(Word::Filler));
        let before = next.is_some_and(|run| matches!(run.edge.role, Role::Entry { .. } | Role::Size(_)));
        let bind = if before || self.focus == Focus::Nothing { Bind::After } else { Bind::Before };
        self.place(bind, Details { plain: true, ..Details::default() });
    }

    /// "a hot dog with just ketchup": nothing of what comes with it but that.
    pub(crate) fn with_nothing_else(&mut self, at: usize) {
        let role = |at: usize| self.runs.get(at).map(|run| &run.edge.role);
        let before = at.checked_sub(1).and_then(role);
        let choice = |role: Option<&Role>| matches!(role, Some(Role::Modifier(_)));
        // "no onions no pickles just mustard"
        let denied = std::mem::take(&mut self.carried) == Some(Amount::No);
        let begins = self.tokens[self.runs[at].edge.start].pause
            || before == Some(&Role::Word(Word::With))
            || denied && choice(before);
        let ends = self.runs.get(at + 1).is_none_or(|next| {
            let goes_on = Role::Word(Word::On) == next.edge.role || Role::Word(Word::And) == next.edge.role;
            goes_on || self.tokens[next.edge.start].pause
        });
        let of_draft = self.last_draft().is_some_and(|known| self.focus == Focus::Statement(known));
        // "with white meat only" is one of what there must be one of, and takes nothing off.
        let one_of_all = |role: Option<&Role>| {
            let Some(Role::Modifier(modifiers)) = role else { return true };
            modifiers.iter().all(|(group, _)| self.menu.modifier_groups[*group].max == 1)
        };
        let with = |role: Option<&Role>| choice(role) && !one_of_all(role);
        if of_draft && (begins && with(role(at + 1)) || ends && with(before)) {
            self.place(Bind::Before, Details { plain: true, ..Details::default() });
        }
    }

    pub(crate) fn amount(&mut self, at: usize, amount: Amount) {
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let after = self.runs.get(at + 1).map(|run| &run.edge.role);
        let says = |word: Word| {
            let token = &self.tokens[self.runs[at].edge.start];
            self.index.language().roles_by(token.id).contains(&word)
        };
        let more = matches!(before, Some(Role::Number(_))) && says(Word::Another);
        let placed = self.runs.get(at + 2).is_some_and(|run| run.edge.role == Role::Word(Word::On));
        if more && placed && matches!(after, Some(Role::Modifier(_))) {
            // "two more shots in the mocha": so many of them
            return;
        }
        if more && self.item_follows() {
            // "two more vanilla shakes": more of them, not of the vanilla
            self.another = true;
            return;
        }
        let alone_here = after.is_none_or(|after| !matches!(after, Role::Modifier(_) | Role::Entry { .. }));
        if amount == Amount::Regular && alone_here && self.split.is_some() && self.held.is_empty() {
            // "one with oat milk and one regular"
            self.split = None;
            return;
        }
        let pause = self.runs.get(at + 1).is_some_and(|run| self.tokens[run.edge.start].pause);
        let behind =
            matches!(before, Some(Role::Modifier(_))) && (pause || !matches!(after, Some(Role::Modifier(_))));
        let apart = |at: usize| self.runs.get(at).is_none_or(|run| self.tokens[run.edge.start].pause);
        // "with cream, but only a little"
        let begins = apart(at) || says(Word::Except);
        let ends = begins && (apart(at + 1) || matches!(after, Some(Role::Word(Word::On | Word::And))));
        // "cream cheese, light, on a bagel"
        let alone = matches!(amount, Amount::Light | Amount::Extra) && ends && self.follows_choice(at);
        if amount == Amount::Side && behind && matches!(self.focus, Focus::Strange { .. }) {
            // "broccoli, lemon on the side", where there is no broccoli
            let edge = self.runs[at].edge;
            return self.lengthen_strange(&self.text(edge.start, edge.end));
        }
        if amount == Amount::Side && behind || alone {
            if let Some(pick) = self.last_pick() {
                pick.amount = amount;
                pick.carried = None;
            }
            return;
        }
        if let (Amount::Side, Some(Role::Group(group))) = (amount, before)
            && self.last_draft().is_some()
        {
            return self.amount_of_group(*group, Amount::Side);
        }
        self.not_extra = self.amount == Some(Amount::No) && amount == Amount::Extra;
        self.amount = Some(if self.not_extra { Amount::No } else { amount });
        self.carried = None;
    }

    /// "a side of guac", where guac is no item: on the side.
    pub(crate) fn is_served_aside(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).map(|before| self.runs[before].edge) else { return false };
        let is_side = |role| role == Word::Amount(Amount::Side);
        // "and a side of" is one phrase.
        let mut ends = (before.start..before.end).map(|from| &self.tokens[from..before.end]);
        let aside = ends.any(|end| asides::phrase(self.index.language(), end, is_side) == Some(end.len()));
        aside && matches!(before.role, Role::Word(Word::Unit | Word::And))
    }

    /// Whether a modifier, or an item that is called by one, stands right before a run.
    pub(crate) fn follows_choice(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| {
            matches!(
                self.runs[before].edge.role,
                Role::Modifier(_) | Role::Entry { called: Called::Kind, .. }
            )
        })
    }

    /// "double cheese", "cheese twice".
    pub(crate) fn times(&mut self, at: usize, times: u32) {
        let is_modifier =
            |run: Option<&Run<'_>>| run.is_some_and(|run| matches!(run.edge.role, Role::Modifier(_)));
        let before = at.checked_sub(1).and_then(|before| self.runs.get(before));
        let pause = self.tokens[self.runs[at].edge.start].pause;
        if is_modifier(before) && !pause && !is_modifier(self.runs.get(at + 1)) {
            if let Some(pick) = self.last_pick() {
                pick.times = Some(times);
            }
            return;
        }
        self.times = Some(times);
    }
}
