//! Names of what is not on the menu, though some of their words are: "a lobster roll", "a pancake platter".

use fsm::order::Amount;

use crate::index::Entry;
use crate::language::{List, Sort, Word};
use crate::reading::lattice::{Called, Edge, Role};
use crate::reading::said::Details;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};
use crate::resolve;
use crate::tokens;

impl Walker<'_> {
    /// "a lobster roll", "an energy drink", "a pumpkin spice frappuccino": the name of something that is not on the menu,
    /// though some of its words are. Returns the run after it.
    pub(crate) fn strange_name(&mut self, at: usize) -> Option<usize> {
        if self.mode != Mode::Add || self.amount.is_some() {
            return None;
        }
        let of_name = |(place, run): &(usize, &Run<'_>)| {
            let joined = *place == 0 || !self.tokens[run.edge.start].pause;
            joined
                && match &run.edge.role {
                    Role::Modifier(_) | Role::Category(_) => true,
                    Role::Entry { called, .. } => called.is_part() || *called == Called::Kind,
                    role => role.is_strange(),
                }
        };
        let runs = &self.runs[at..];
        let count = runs.iter().enumerate().take_while(of_name).count();
        let is_food = |run: &Run<'_>| run.edge.role == Role::Term(Sort::Food);
        // The last noun says what it is: "chocolate milkshake".
        if let Some(head) = runs[..count].iter().rposition(is_food).filter(|head| *head > 0) {
            return Some(self.name_strange(at, at + head + 1));
        }
        if let [Run { edge: Edge { role: Role::Entry { .. }, .. }, .. }, head, ..] = runs
            && is_food(head)
            && !self.tokens[head.edge.start].pause
        {
            return Some(self.name_strange(at, at + 2));
        }
        // "a coke zero"
        if let [Run { edge: Edge { role: Role::Entry { .. }, .. }, .. }, zero, after @ ..] = runs
            && zero.edge.role == Role::Number(0)
            && !self.tokens[zero.edge.start].pause
            && after.first().is_none_or(|next| {
                self.tokens[next.edge.start].pause || matches!(next.edge.role, Role::Word(_))
            })
        {
            return Some(self.name_strange(at, at + 2));
        }
        // "a pancake platter"
        if let [Run { edge: Edge { role: Role::Entry { entries, .. }, .. }, .. }, head, ..] = runs
            && (self.is_dish(head) || self.is_size_of_others(entries, head))
            && !self.is_called(entries, head)
        {
            return Some(self.name_strange(at, at + 2));
        }
        // "gyro meat by the pound"
        if let [Run { edge: Edge { role: Role::Entry { .. }, .. }, .. }, by, the, measure, ..] = runs
            && by.edge.role == Role::Word(Word::Of)
            && the.edge.role == Role::Word(Word::Definite)
            && measure.edge.role == Role::Term(Sort::Measure)
        {
            return Some(self.name_strange(at, at + 4));
        }
        // "soup of the day"
        if let [Run { edge: Edge { role: Role::Entry { .. }, .. }, .. }, of, the, what, ..] = runs
            && of.edge.role == Role::Word(Word::Of)
            && the.edge.role == Role::Word(Word::Definite)
            && matches!(what.edge.role, Role::Word(Word::Common) | Role::Unknown)
        {
            return Some(self.name_strange(at, at + 4));
        }
        let begins = (self.article || self.number.is_some() || self.is_behind_want(at))
            && self.held.picks.is_empty()
            && self.join != Join::With
            && !self.on;
        let strange = runs[..count].iter().filter(|run| run.edge.role == Role::Unknown).count();
        let next = runs.get(count);
        let of_item = next.is_some_and(|next| {
            matches!(next.edge.role, Role::Entry { .. } | Role::Word(Word::Unit))
                && !self.tokens[next.edge.start].pause
        });
        let named = runs[..count].last();
        let of_part =
            named.is_some_and(|run| matches!(run.edge.role, Role::Entry { called: Called::Part, .. }));
        let all = runs[..count].iter().all(|run| run.edge.role.is_strange());
        if !begins || strange == 0 || of_item || of_part || all {
            return None;
        }
        Some(self.name_strange(at, at + count))
    }

    /// "grilled shrimp bowl", where only soup comes in one: whether a size that none of some entries has names a dish.
    fn is_size_of_others(&self, entries: &[Entry], head: &Run<'_>) -> bool {
        let Role::Size(sizes) = &head.edge.role else { return false };
        let word = &self.tokens[head.edge.start];
        let has = |entry: &Entry| self.index.has_size(self.menu, *entry, sizes);
        !word.pause
            && self.index.language().lexicon().lists(List::Dish, &word.fold)
            && !entries.iter().any(has)
    }

    /// Whether a run right behind a name makes another thing of it.
    pub(super) fn is_dish(&self, head: &Run<'_>) -> bool {
        let lexicon = self.index.language().lexicon();
        let of_menu = matches!(head.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_));
        let word = &self.tokens[head.edge.start];
        !of_menu
            && !word.pause
            && head.edge.end - head.edge.start == 1
            && lexicon.lists(List::Dish, &word.fold)
    }

    /// "a catfish dinner", where only salmon is one: whether a part of another name stands right behind a whole one.
    pub(super) fn is_a_dish_of_others(&self, at: usize, entries: &[Entry]) -> bool {
        let (Some(before), run) = (at.checked_sub(1).map(|before| &self.runs[before]), &self.runs[at]) else {
            return false;
        };
        let word = &self.tokens[run.edge.start];
        let part = matches!(run.edge.role, Role::Entry { called, .. } if called.is_part());
        let behind = matches!(&before.edge.role, Role::Entry { called: Called::Name, entries: of, .. }
            if !of.iter().any(|entry| entries.contains(entry)));
        part && behind
            && !word.pause
            && run.edge.end - run.edge.start == 1
            && self.index.language().lexicon().sort(&word.fold).is_none()
    }

    /// Whether the names of some entries have a word, or that of their category has.
    pub(super) fn is_called(&self, entries: &[Entry], head: &Run<'_>) -> bool {
        let fold = &self.tokens[head.edge.start].fold;
        let says = |name: &String| {
            tokens::tokenize(self.index.language(), name).iter().any(|token| token.fold == *fold)
        };
        entries.iter().any(|entry| {
            let item = &self.menu.items[self.index.main(*entry)];
            let category = self.menu.categories.iter().filter(|category| category.id == item.category);
            let names = std::iter::once(&item.name).chain(&item.aliases);
            names.chain(category.map(|category| &category.name)).any(says)
        })
    }

    /// "tomato soup", where no soup has tomato: whether a kind is named by a choice that none of it can have.
    pub(crate) fn is_of_no_kind(&self, at: usize, category: usize) -> bool {
        let joined = !self.tokens[self.runs[at].edge.start].pause && self.mode == Mode::Add;
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let chosen = matches!(before, Some(Role::Modifier(_))) && joined;
        let Some(pick) = self.held.picks.last().filter(|_| chosen) else { return false };
        let mut of_it = resolve::items_of(self.menu, category).map(|entry| self.index.main(entry));
        !of_it.any(|item| self.index.allows(item, &pick.modifiers))
    }

    /// Asks for that kind, with the words before it.
    pub(crate) fn of_no_kind(&mut self, at: usize, category: usize) {
        let edge = self.runs[at].edge;
        let mut text = self.text(edge.start, edge.end);
        if let Some(pick) = self.held.picks.pop() {
            text = format!("{} {text}", pick.text);
        }
        self.said.strange.push((text, resolve::items_of(self.menu, category).collect()));
        self.settle();
        self.focus = Focus::Strange { combo: false };
    }

    /// "sweet and sour pork with lo mein": choices that wait for their item are the name of something where "with" an
    /// item comes after them.
    pub(crate) fn leave_what_has_something(&mut self, at: usize) {
        let names = matches!(self.runs.get(at + 1).map(|run| &run.edge.role), Some(Role::Entry { called, .. }) if !called.is_part());
        let first = self.runs[..at].iter().position(|run| matches!(run.edge.role, Role::Modifier(_)));
        let waits = self.mode == Mode::Add && self.last_draft().is_none() && self.focus == Focus::Nothing;
        let plain = self.held.picks.iter().all(|pick| pick.amount == Amount::Regular);
        let ordered = self.order.is_some_and(|order| !order.lines().is_empty());
        let Some(first) = first.filter(|_| names && waits && plain && !ordered && !self.answering) else {
            return;
        };
        if self.held.picks.is_empty() {
            return;
        }
        let text = self.text(self.runs[first].edge.start, self.runs[at - 1].edge.end);
        self.held = Details::default();
        self.said.strange.push((text, Vec::new()));
        self.settle();
        self.focus = Focus::Strange { combo: false };
    }

    /// "triple delight": whether words of no menu begin what is asked for, and a part of a name that it goes on with would
    /// be another thing without them.
    pub(super) fn makes_another_name(&self, at: usize, next: usize) -> bool {
        let unknown = self.runs[at..next].iter().all(|run| run.edge.role == Role::Unknown);
        let begins = at == 0 || self.tokens[self.runs[at].edge.start].pause || self.join == Join::And;
        let goes_on = self.runs.get(next).is_some_and(|run| {
            let part = matches!(run.edge.role, Role::Entry { called: Called::Part | Called::Beginning, .. });
            part && !self.tokens[run.edge.start].pause
        });
        self.mode == Mode::Add && unknown && begins && goes_on
    }

    /// Whether "with" stands before something that is no choice, and "on it" or "on top" after it.
    pub(super) fn is_put_on_top(&self) -> bool {
        let next = self.runs.get(self.at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let on_it = next.is_some_and(|next| {
            let places = self.index.language().roles_by(self.tokens[next.edge.start].id).contains(&Word::On);
            places && matches!(next.edge.role, Role::Word(Word::Pronoun | Word::Filler))
        });
        on_it && self.join == Join::With && self.mode == Mode::Add && self.last_draft().is_some()
    }
}
