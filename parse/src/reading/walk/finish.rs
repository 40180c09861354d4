//! The end of a walk: settles what was left open, and gives what belongs to no line to the line that it fits.

use fsm::ids::ItemId;
use fsm::order::{Amount, Line, Order};

use crate::index::Entry;
use crate::language::{Sort, Word};
use crate::persons;
use crate::reading::lattice::Role;
use crate::reading::said::{Details, Said, SaidLine, Statement, Subject};
use crate::reading::walk::{Focus, Mode, Walker};

impl Walker<'_> {
    pub(crate) fn finish(mut self) -> Said {
        if self.amount == Some(Amount::No) {
            self.without_it();
        }
        if let Some(ordinal) = self.ordinal {
            self.said.ordinal = Some(ordinal);
            if !self.held.is_empty() {
                let statement = self.change(Subject::Place(ordinal));
                self.focus = Focus::Statement(statement);
            }
            if self.mode == Mode::Remove {
                let subject = Subject::Place(ordinal);
                self.said.statements.push(Statement::Remove { subject, quantity: None });
            }
        }
        if self.focus == Focus::Nothing {
            self.describe_category();
        }
        let mut held = std::mem::take(&mut self.held);
        // "with cream and two sugars"
        let counted = held.picks.iter().position(|pick| pick.counted).unwrap_or_default();
        if let (Some(number), Some(pick)) = (self.number, held.picks.get_mut(counted)) {
            (pick.quantity, pick.counted) = (number, true);
        }
        if !held.is_empty() && !self.imply(&held) {
            self.describe(held);
        }
        if let (true, true, None) = (self.another, self.said.statements.is_empty(), self.said.strange.first())
        {
            self.said
                .statements
                .push(Statement::Add(SaidLine { quantity: self.number, ..SaidLine::default() }));
        }
        self.said.open_share =
            self.split.is_some() && self.split_from.is_some() && self.said.strange.is_empty();
        self.put_into_words();
        self.give_to_persons();
        self.in_order();
        self.said.statements.retain(|statement| match statement {
            Statement::Nothing => false,
            Statement::Change(change) => !change.is_empty(),
            Statement::Add(_) | Statement::Remove { .. } | Statement::Clear => true,
        });
        self.said
    }

    /// A number that waits counts a choice that stands behind it: "two sugars and leave room".
    pub(super) fn count_what_is_held(&mut self) {
        let number = self.number.take();
        if let (Some(number), Some(pick)) = (number, self.held.picks.iter_mut().find(|pick| pick.counted)) {
            pick.quantity = number;
        }
    }

    /// What may have to be asked about is kept with all its words.
    fn put_into_words(&mut self) {
        let mut said = std::mem::take(&mut self.said);
        let number = |quantity: Option<u32>| {
            let run =
                self.runs.iter().find(|run| Some(&run.edge.role) == quantity.map(Role::Number).as_ref())?;
            Some(self.text(run.edge.start, run.edge.end))
        };
        let drafts = said.statements.iter_mut().filter_map(|statement| match statement {
            Statement::Add(draft) => Some(draft),
            Statement::Change(change) => change.with.as_mut(),
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => None,
        });
        for draft in drafts.chain(said.categories.iter_mut().map(|(_, draft)| draft)) {
            draft.put_into_words(self.index.language(), number(draft.quantity));
        }
        self.said = said;
    }

    /// Shares of a line stand as they were said: the one whose words came last is the last.
    fn in_order(&mut self) {
        for (whole, end) in std::mem::take(&mut self.said_last).into_iter().rev() {
            self.said.statements[whole..end].rotate_left(1);
        }
    }

    /// Whoever is named gets what is said to be for them.
    fn give_to_persons(&mut self) {
        let wants = self.runs.iter().filter(|run| run.edge.role == Role::Word(Word::Want));
        let wants: Vec<usize> = wants.map(|run| run.edge.start).collect();
        let drafts = self.said.statements.iter_mut().filter_map(|statement| match statement {
            Statement::Add(draft) => Some(draft),
            Statement::Change(_) | Statement::Remove { .. } | Statement::Clear | Statement::Nothing => None,
        });
        let drafts: Vec<&mut SaidLine> = drafts.collect();
        let starts: Vec<usize> = drafts.iter().map(|draft| draft.start).collect();
        let persons = persons::of_lines(self.index.language(), self.tokens, &starts, &wants);
        for (draft, persons) in drafts.into_iter().zip(persons) {
            draft.persons = persons;
        }
    }

    /// "a large with extra cheese": the only item that can be so.
    fn imply(&mut self, held: &Details) -> bool {
        let asked_for = self.wanted || self.article || self.number.is_some() || self.order.is_none();
        let nothing = held.picks.is_empty() && (held.size.is_none() || self.order.is_some());
        // "two sugars in that", and there is a coffee
        let there = held.size.is_none() && self.is_had_by_a_line(held);
        // "szechuan beef with brown rice": words of no menu may name what it is.
        let other = |role: &Role| matches!(role, Role::Unknown | Role::Term(Sort::Food));
        let there = there || self.runs.iter().any(|run| other(&run.edge.role));
        if self.focus != Focus::Nothing || self.mode != Mode::Add || !asked_for || nothing || there {
            return false;
        }
        let mut items = (0..self.menu.items.len()).filter(|item| self.can_be_so(*item, held));
        let (Some(item), None) = (items.next(), items.next()) else { return false };
        let entries = vec![Entry::Item(item)];
        let draft = SaidLine { entries, quantity: self.number, details: held.clone(), ..SaidLine::default() };
        self.said.statements.push(Statement::Add(draft));
        true
    }

    /// Whether something on the order can have all that was said.
    fn is_had_by_a_line(&self, held: &Details) -> bool {
        let lines = self.order.into_iter().flat_map(Order::lines);
        let parts = |line: &'_ Line| {
            let parts = line.components.iter().map(|part| part.item.clone());
            std::iter::once(line.item.clone()).chain(parts).collect::<Vec<_>>()
        };
        let at = |id: &ItemId| self.menu.items.iter().position(|item| item.id == *id);
        lines.flat_map(parts).filter_map(|id| at(&id)).any(|item| self.can_be_so(item, held))
    }

    fn can_be_so(&self, item: usize, held: &Details) -> bool {
        held.picks.iter().all(|pick| self.index.allows(item, &pick.modifiers))
            && held
                .size
                .as_ref()
                .is_none_or(|(sizes, _)| sizes.iter().any(|size| self.menu.items[item].size(size).is_some()))
    }

    /// "a large drink, no ice": what waits for an item is said of the category, if an item of it can be so.
    pub(crate) fn describe_category(&mut self) {
        let Some((at, _)) = self.said.categories.last() else { return };
        let of_it = |item: &usize| self.menu.items[*item].category == self.menu.categories[*at].id;
        if (0..self.menu.items.len()).filter(of_it).any(|item| self.can_be_so(item, &self.held)) {
            let held = std::mem::take(&mut self.held);
            if let Some((_, draft)) = self.said.categories.last_mut() {
                draft.details.extend(held);
            }
        }
    }
}
