//! Items as they are said: asked for, removed, changed, replaced.

use fsm::ids::SizeId;
use fsm::order::{Amount, Order};

use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Change, SaidLine, Statement, Subject};
use crate::reading::walk::combos::{is_combo_of, is_combo_of_change};
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};

impl Walker<'_> {
    pub(crate) fn entry(&mut self, at: usize, entries: Vec<Entry>) {
        let edge = self.runs[at].edge;
        let text = self.text(edge.start, edge.end);
        let ordinal = self.ordinal.take();
        if self.is_part_pointed_at(&entries) || self.is_pointed_at_here(at, &entries) {
            return self.settle();
        }
        let entries = self.so_called_on_order(at, &entries).unwrap_or(entries);
        if self.shares(&entries, run_by(&self.runs[at]), &text) || self.part_of_each(&entries, &text) {
            return self.settle();
        }
        if self.mode == Mode::Add && self.is_part_of_strange(&text, self.may_be_a_choice(at)) {
            return self.settle();
        }
        if self.mode == Mode::Add && self.is_part_of_share(&entries, &text) {
            return self.settle();
        }
        self.split_from = None;
        self.spread = false;
        if self.mode == Mode::Remove && self.is_another_thing(&entries) {
            self.mode = Mode::Add;
        }
        match self.mode.clone() {
            Mode::Keep => {}
            // "make it with no salad": nothing becomes what is not wanted
            Mode::Change | Mode::Changing(_) if self.amount == Some(Amount::No) => self.tell_without(&text),
            Mode::Remove if self.is_enough(at) => self.mode = Mode::Add,
            Mode::Remove => self.remove(entries, ordinal),
            Mode::Except => {
                let last = self.said.statements.last_mut();
                if let Some(
                    Statement::Remove { subject: Subject::All { except }, .. }
                    | Statement::Change(Change { subject: Subject::All { except }, .. }),
                ) = last
                {
                    except.push(entries);
                }
            }
            Mode::Change | Mode::Swap => {
                let again = self.drafted(&entries);
                let statement = match again {
                    Some(known) => known,
                    None => self.change(Subject::Entry { entries, ordinal }),
                };
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.split = change.split.or(self.some_of.take());
                }
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            // "make it crispy, and two slices of apple pie"
            Mode::Changing(_) if self.join == Join::And && (self.number.is_some() || self.article) => {
                self.mode = Mode::Add;
                self.add(entries, ordinal, text);
            }
            Mode::Changing(statement) => {
                self.focus = Focus::Statement(statement);
                match self.part(&entries, &text) {
                    Some(part) => {
                        self.focus = part;
                        let held = std::mem::take(&mut self.held);
                        self.describe(held);
                    }
                    None => self.change_into(statement, entries, text),
                }
            }
            Mode::InsteadOf => {
                let some = self.some_of.take().or_else(|| self.number.take());
                self.replace(Subject::Entry { entries, ordinal }, some);
            }
            Mode::Add if self.is_denied_part() => self.tell_without(&text),
            Mode::Add if self.is_by_the_way(at) => self.said.noise += 1,
            Mode::Add if self.is_gone_with(&entries) => self.go_with(entries),
            Mode::Add if self.is_only_a_way(at) || self.is_a_dish_of_others(at, &entries) => self.tell(text),
            Mode::Add if self.is_more_of_what_is_not_there(at) => {
                self.more_of_what_is_not_there(&text, entries);
            }
            Mode::Add if self.is_same_name(at, &entries) || self.restates(at, &entries) => {}
            Mode::Add if self.is_thought_of(at, &entries) => self.name_what_was_thought_of(entries, text),
            Mode::Add if self.is_other_name(at, &entries) => self.confuse(&text, entries),
            Mode::Add => self.add(entries, ordinal, text),
        }
        self.settle();
    }

    /// An item that is asked for, or that what is asked for is about.
    pub(crate) fn add(&mut self, entries: Vec<Entry>, ordinal: Option<u32>, text: String) {
        if self.amount == Some(Amount::No) {
            if let Some(known) = self.drafted(&entries) {
                if self.is_put_right() {
                    // "a large latte, sorry, not a latte, a cappuccino"
                    self.correcting = true;
                } else {
                    self.said.statements[known] = Statement::Nothing;
                }
            } else if self.last_draft().is_some() && self.is_only_a_part(&entries) {
                // "and for my sister a tea, no scone for her", where one comes with a combo
            } else if self.on_order(&entries) && self.stays_as_it_is() {
                self.amount = None;
            } else if self.on_order(&entries)
                || self.order.is_none()
                    && self.said.statements.is_empty()
                    && !self.is_part_of_name()
                    && !self.is_said_with()
            {
                let subject = Subject::Entry { entries, ordinal };
                self.said.statements.push(Statement::Remove { subject, quantity: self.number });
            } else if !self.is_alike(&entries) {
                if self.last_draft().is_some() {
                    self.tell_without(&text);
                }
            } else if self.is_behind_no() {
                // "a coke, no, a sprite"
                self.amount = None;
                self.correcting = true;
                return self.add(entries, ordinal, text);
            }
            return;
        }
        if self.amount == Some(Amount::Light) {
            // "light on the ice cream", of a shake
            let light = self.index.language().say(Word::Amount(Amount::Light)).to_owned();
            return self.tell(format!("{light} {text}"));
        }
        if self.amount == Some(Amount::Extra) && self.is_put_on() {
            // "with extra ice cream", of a float
            let extra = self.index.language().say(Word::Amount(Amount::Extra)).to_owned();
            return self.tell(format!("{extra} {text}"));
        }
        if self.on && self.definite && self.number.is_none() && self.follows_what_is_not_had() {
            // "pineapple on the burger? can you do that"
            return;
        }
        if self.on && self.definite && self.follows_told() {
            // "extra crispy on the fries"
            return;
        }
        let again = self.definite && ordinal.is_none() && self.drafted(&entries).is_some();
        let every = std::mem::take(&mut self.every) && !self.wanted && self.is_described(self.at);
        let pointed_at =
            (self.on || again || every || self.is_done_to(self.at)) && !self.article && self.number.is_none();
        let some_of = self.some_of.take();
        let ordinal = ordinal.filter(|place| self.order.is_some() || *place > 0 && self.is_behind_ordinal());
        if pointed_at || ordinal.is_some() || some_of.is_some() {
            let known = self.drafted(&entries).filter(|_| ordinal.is_none());
            let elsewhere = match self.order {
                Some(_) => self.on_order(&entries),
                None => {
                    every
                        || some_of.is_some()
                        || ordinal.is_some()
                        || self.definite
                            && (self.adding || !self.wanted)
                            && (!self.held.is_empty()
                                || self.said.statements.is_empty()
                                    && self.is_described(self.at)
                                    && !self.wants_later())
                }
            };
            if known.is_some() || elsewhere {
                let statement = known
                    .unwrap_or_else(|| self.change(Subject::Entry { entries: entries.clone(), ordinal }));
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.split = change.split.or(some_of);
                }
                let held = std::mem::take(&mut self.held);
                self.focus = Focus::Statement(statement);
                self.describe(held);
                return;
            }
        }
        if let Some(known) = self.says_again(&entries) {
            let held = std::mem::take(&mut self.held);
            self.focus = Focus::Statement(known);
            self.describe(held);
            return self.settle();
        }
        if self.amend(&entries, ordinal) || self.is_put_into(&entries) {
            return;
        }
        if let Some(part) = self.part(&entries, &text) {
            self.focus = part;
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            return;
        }
        if self.is_put_on_top() {
            // "a burger with brisket on top"
            self.said.strange.push((text, Vec::new()));
            return;
        }
        if self.number.is_some() && self.is_counted_before_with() {
            // "the dinner for two with wonton soup"
            self.number = None;
        }
        let entries = self.that_come_so(entries);
        if let Some((known, pick)) = self.carried_by(&entries)
            && let Statement::Add(carrier) = &mut self.said.statements[known]
        {
            (carrier.entries, carrier.text) = (entries, text);
            carrier.details.picks.push(pick);
            return;
        }
        let asked_for = self.article || self.number.is_some() || self.wanted;
        let (quantity, another, definite, one) = (self.number, self.another, self.definite, self.article);
        let mut draft =
            SaidLine { entries, text, quantity, asked_for, another, definite, one, ..SaidLine::default() };
        draft.details = std::mem::take(&mut self.held);
        if self.combos > 0
            && let Some(left) = self.combos.checked_sub(draft.quantity.unwrap_or(1))
        {
            self.combos = left;
            draft.combo = true;
        }
        if draft.details.size.is_none() {
            draft.details.size = self.size_of_all(&draft);
        }
        if self.correcting
            && let Some(known) = self.last_draft()
            && let Statement::Add(wrong) = &mut self.said.statements[known]
        {
            draft.quantity = draft.quantity.or(wrong.quantity);
            if draft.details.is_empty() && wrong.parts.is_empty() {
                draft.details = std::mem::take(&mut wrong.details);
            } else if draft.details.size.is_none() && draft.entries == wrong.entries {
                // "a large root beer float, no, make it a coke float"
                draft.details.size = wrong.details.size.take();
            }
            *wrong = draft;
            self.correcting = false;
            self.focus = Focus::Statement(known);
            return;
        }
        if std::mem::take(&mut self.correcting)
            && let Focus::Statement(known) = self.focus
            && let Some(Statement::Change(Change { with: Some(wrong), .. })) =
                self.said.statements.get_mut(known)
        {
            // "swap the coke for a hot chocolate, sorry, a lemonade"
            draft.quantity = draft.quantity.or(wrong.quantity);
            *wrong = draft;
            return;
        }
        if let Some((subject, some)) = self.replaced.take() {
            let mut change = Change::of(subject);
            (change.with, change.split) = (Some(draft), some);
            self.said.statements.push(Statement::Change(change));
        } else {
            for (quantity, details) in std::mem::take(&mut self.waiting) {
                let mut line = SaidLine { quantity: Some(quantity), ..draft.clone() };
                line.details = details.or(&draft.details);
                self.said.statements.push(Statement::Add(line));
            }
            self.said.statements.push(Statement::Add(draft));
        }
        self.focus = Focus::Statement(self.said.statements.len() - 1);
    }

    /// "four medium pizzas, two pepperoni and two veggie": the size of the many of which a line is some.
    fn size_of_all(&mut self, some: &SaidLine) -> Option<(Vec<SizeId>, String)> {
        if let Some((left, size)) = self.headed.take() {
            let left = left.saturating_sub(some.quantity.unwrap_or(1));
            self.headed = (left > 0).then(|| (left, size.clone()));
            let sized = |entry: &Entry| self.index.has_size(self.menu, *entry, &size.0);
            return some.entries.iter().any(sized).then_some(size);
        }
        let (category, all) = self.said.categories.last()?;
        let id = &self.menu.categories[*category].id;
        let is_of_it = |entry: &Entry| self.menu.items[self.index.main(*entry)].category == *id;
        let fewer = all.quantity.zip(some.quantity).is_some_and(|(all, some)| all > some);
        all.details.size.clone().filter(|_| fewer && some.entries.iter().all(is_of_it))
    }

    /// Whether more is asked for explicitly after this.
    fn wants_later(&self) -> bool {
        self.runs[self.at + 1..].iter().any(|run| run.edge.role == Role::Word(Word::Want))
    }

    /// "no burger": removes the only line on the order that is one.
    pub(crate) fn without(&mut self, category: usize) {
        let id = &self.menu.categories[category].id;
        let lines = self.order.into_iter().flat_map(Order::lines);
        let mut of_it =
            lines.filter(|line| self.menu.item(&line.item).is_some_and(|item| item.category == *id));
        let alone = !self.answering && self.last_draft().is_none();
        if let (true, Some(line), None) = (alone, of_it.next(), of_it.next()) {
            let subject = Subject::Line(line.line_id);
            self.said.statements.push(Statement::Remove { subject, quantity: None });
        }
        self.settle();
    }

    pub(crate) fn remove(&mut self, entries: Vec<Entry>, ordinal: Option<u32>) {
        if let (Some(known), None) = (self.drafted(&entries), ordinal) {
            self.said.statements[known] = Statement::Nothing;
            return;
        }
        if !self.held.picks.is_empty() {
            let held = std::mem::take(&mut self.held);
            let statement = self.change(Subject::Entry { entries, ordinal });
            self.focus = Focus::Statement(statement);
            self.describe(held);
            return;
        }
        let subject = Subject::Entry { entries, ordinal };
        self.said.statements.push(Statement::Remove { subject, quantity: self.number });
    }

    pub(crate) fn change_into(&mut self, statement: usize, entries: Vec<Entry>, text: String) {
        let draft = SaidLine {
            entries,
            text,
            quantity: self.number,
            details: std::mem::take(&mut self.held),
            ..SaidLine::default()
        };
        match self.said.statements.get_mut(statement) {
            // "a latte, make it the morning pair": the combo that it is the main of.
            Some(Statement::Add(main)) if is_combo_of(self.index, &main.entries, &draft.entries) => {
                main.entries = draft.entries;
                main.details.extend(draft.details);
            }
            Some(Statement::Add(wrong)) => {
                let quantity = draft.quantity.or(wrong.quantity);
                *wrong = SaidLine { quantity, ..draft };
                // "make that a sprite, and fries"
                self.mode = Mode::Add;
            }
            Some(Statement::Change(change)) if is_combo_of_change(self.index, change, &draft.entries) => {
                change.combo = true;
                change.details.extend(draft.details);
            }
            Some(Statement::Change(change)) if change.with.is_none() => change.with = Some(draft),
            _ => {
                self.said.statements.push(Statement::Add(draft));
                self.focus = Focus::Statement(self.said.statements.len() - 1);
                return;
            }
        }
        self.focus = Focus::Statement(statement);
    }

    pub(crate) fn change(&mut self, subject: Subject) -> usize {
        let known = self.said.statements.iter().position(
            |statement| matches!(statement, Statement::Change(change) if change.subject == subject),
        );
        known.unwrap_or_else(|| {
            self.said.statements.push(Statement::Change(Change::of(subject)));
            self.said.statements.len() - 1
        })
    }

    /// The line of this utterance with that name.
    pub(crate) fn drafted(&self, entries: &[Entry]) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| match statement {
            Statement::Add(draft) => draft.entries.iter().any(|entry| {
                entries.contains(entry) || entries.contains(&Entry::Item(self.index.main(*entry)))
            }),
            _ => false,
        })
    }

    /// The newest line of this utterance.
    pub(crate) fn last_draft(&self) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| matches!(statement, Statement::Add(_)))
    }

    pub(crate) fn on_order(&self, entries: &[Entry]) -> bool {
        self.order.is_some_and(|order| {
            order.lines().iter().any(|line| {
                entries.iter().any(|entry| line.holds(&self.menu.items[self.index.main(*entry)].id))
            })
        })
    }
}

/// The modifiers that an item is called by.
fn run_by<'a>(run: &Run<'a>) -> &'a [ModifierAt] {
    match &run.edge.role {
        Role::Entry { by, .. } => by,
        _ => &[],
    }
}
