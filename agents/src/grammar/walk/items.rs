//! Items as they are said: asked for, taken off, changed, put in the place of others.

use fsm::acts::Amount;
use fsm::menu::Slot;
use fsm::order::Order;

use super::super::draft::{Change, Details, Draft, Part, Pick, Statement, Subject};
use super::super::index::{Entry, Index, ModifierAt};
use super::super::language::{Cue, TopicWord, Word};
use super::super::lattice::{Called, Role};
use super::{Focus, Join, Mode, Run, Walker};

impl Walker<'_> {
    pub(super) fn entry(&mut self, at: usize, entries: Vec<Entry>) {
        let edge = self.runs[at].edge;
        let text = self.text(edge.start, edge.end);
        let ordinal = self.ordinal.take();
        if self.shares(&entries, run_by(&self.runs[at]), &text) || self.part_of_each(&entries, &text) {
            return self.settle();
        }
        self.split_from = None;
        self.spread = false;
        match self.mode.clone() {
            Mode::Ask => self.ask_about(entries),
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
            Mode::InsteadOf => self.replace(Subject::Entry { entries, ordinal }),
            Mode::Add if self.is_by_the_way(at) => self.said.noise += 1,
            Mode::Add if self.is_same_name(at, &entries) => {}
            Mode::Add => self.add(entries, ordinal, text),
        }
        self.settle();
    }

    /// One word of a longer name, where nothing tells that it is one: "sweet, thanks".
    fn is_by_the_way(&self, at: usize) -> bool {
        let beginning = matches!(self.runs[at].edge.role, Role::Entry { called: Called::Beginning, .. });
        let pointed_at =
            !self.held.is_empty() || self.article || self.definite || self.number.is_some() || self.wanted;
        let filler =
            |run: &Run<'_>| matches!(run.edge.role, Role::Word(Word::Filler | Word::Cue(Cue::BackChannel)));
        let only = matches!(&self.runs[at].edge.role, Role::Entry { entries, .. } if entries.len() == 1);
        let alone = only && self.runs.iter().filter(|run| !filler(run)).count() == 1;
        beginning && !pointed_at && !alone && self.join != Join::And && !self.answering
    }

    /// "a boba tea": two names of one thing in a row.
    pub(super) fn is_same_name(&mut self, at: usize, entries: &[Entry]) -> bool {
        let start = self.runs[at].edge.start;
        let alone = self.number.is_none() && !self.article && self.join == Join::None && self.held.is_empty();
        let (true, Some(before), Focus::Statement(known)) = (alone, at.checked_sub(1), self.focus) else {
            return false;
        };
        if self.runs[before].edge.end != start {
            return false;
        }
        if matches!(self.runs[before].edge.role, Role::Modifier(_)) {
            return self.is_said_again(known, entries);
        }
        if !matches!(self.runs[before].edge.role, Role::Entry { .. }) {
            return false;
        }
        let generic = |run: &Run<'_>| match run.edge.role {
            Role::Entry { called, .. } => called != Called::Name || run.edge.sure < 1.0,
            _ => false,
        };
        let (says_little, said_little) = (generic(&self.runs[at]), generic(&self.runs[before]));
        let category = |entry: &Entry| &self.menu.items[self.index.main(*entry)].category;
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        if draft.entries.iter().any(|one| entries.iter().any(|other| category(one) == category(other))) {
            match (says_little, said_little) {
                (true, false) => return true,
                (false, true) => {
                    draft.entries = entries.to_vec();
                    return true;
                }
                _ => {}
            }
        }
        let both: Vec<Entry> =
            draft.entries.iter().copied().filter(|entry| entries.contains(entry)).collect();
        if both.is_empty() {
            return false;
        }
        draft.entries = both;
        true
    }

    /// "a large pizza with onions and ham pizza", "a toasted sesame bagel": the line again that its modifiers are of.
    fn is_said_again(&mut self, known: usize, entries: &[Entry]) -> bool {
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        let both: Vec<Entry> =
            draft.entries.iter().copied().filter(|entry| entries.contains(entry)).collect();
        if both.is_empty() || draft.details.picks.is_empty() {
            return false;
        }
        draft.entries = both;
        true
    }

    /// An item that is asked for, or that what is asked for is about.
    pub(super) fn add(&mut self, entries: Vec<Entry>, ordinal: Option<u32>, text: String) {
        if self.amount == Some(Amount::No) {
            if let Some(known) = self.drafted(&entries) {
                self.said.statements[known] = Statement::Nothing;
            } else if self.on_order(&entries) || self.order.is_none() && self.said.statements.is_empty() {
                let subject = Subject::Entry { entries, ordinal };
                self.said.statements.push(Statement::Remove { subject, quantity: self.number });
            }
            return;
        }
        let again = self.definite && ordinal.is_none() && self.drafted(&entries).is_some();
        let every = std::mem::take(&mut self.every) && !self.wanted && self.is_described(self.at);
        let pointed_at = (self.on || again || every) && !self.article && self.number.is_none();
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
        if self.amend(&entries, ordinal) || self.is_put_into(&entries) {
            return;
        }
        if let Some(part) = self.part(&entries, &text) {
            self.focus = part;
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            return;
        }
        let asked_for = self.article || self.number.is_some() || self.wanted;
        let (quantity, another, definite, one) = (self.number, self.another, self.definite, self.article);
        let mut draft =
            Draft { entries, text, quantity, asked_for, another, definite, one, ..Draft::default() };
        draft.details = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.correcting)
            && let Some(known) = self.last_draft()
            && let Statement::Add(wrong) = &mut self.said.statements[known]
        {
            draft.quantity = draft.quantity.or(wrong.quantity);
            if draft.details.is_empty() && wrong.parts.is_empty() {
                draft.details = std::mem::take(&mut wrong.details);
            }
            *wrong = draft;
            self.focus = Focus::Statement(known);
            return;
        }
        if let Some(subject) = self.replaced.take() {
            let mut change = Change::of(subject);
            change.with = Some(draft);
            self.said.statements.push(Statement::Change(change));
        } else {
            self.said.statements.push(Statement::Add(draft));
        }
        self.focus = Focus::Statement(self.said.statements.len() - 1);
    }

    /// Whether more is asked for behind here with so many words.
    fn wants_later(&self) -> bool {
        self.runs[self.at + 1..].iter().any(|run| run.edge.role == Role::Word(Word::Want))
    }

    /// Whether what is named has its place right before it: "the second latte".
    fn is_behind_ordinal(&self) -> bool {
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let before = before.find(|role| !matches!(role, Role::Modifier(_) | Role::Size(_)));
        matches!(before, Some(Role::Word(Word::Ordinal(_))))
    }

    /// An item that fills a slot of the combo that was just said.
    pub(super) fn part(&mut self, entries: &[Entry], text: &str) -> Option<Focus> {
        let (Focus::Statement(statement) | Focus::Part(statement, _)) = self.focus else { return None };
        let said = self.said.statements.get(statement)?;
        let (quantity, parts) = match said {
            Statement::Add(draft) => (draft.quantity.unwrap_or(1), &draft.parts),
            Statement::Change(change) => (1, &change.parts),
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => return None,
        };
        if self.number.is_some_and(|number| number != quantity) {
            return None;
        }
        // "a combo with rings and a cola" goes on with what fills it; "a combo and a cola" may not.
        let joined = self.join != Join::And || !parts.is_empty();
        let slot = self.slot_of(said, entries).filter(|slot| joined || slot.default.is_none())?;
        let entries = entries.iter().copied().filter(|entry| self.fits(*entry, slot)).collect();
        let parts = match self.said.statements.get_mut(statement)? {
            Statement::Add(draft) => &mut draft.parts,
            Statement::Change(change) => &mut change.parts,
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => return None,
        };
        parts.push(Part { entries, text: text.to_owned(), details: Details::default() });
        Some(Focus::Part(statement, parts.len() - 1))
    }

    /// The slot of a combo that one of these would fill and that nothing fills yet.
    pub(super) fn slot_of(&self, said: &Statement, entries: &[Entry]) -> Option<&Slot> {
        let (of, is_combo, parts) = match said {
            Statement::Add(draft) => (draft.entries.as_slice(), draft.combo, &draft.parts),
            Statement::Change(Change { subject: Subject::Entry { entries, .. }, combo, parts, .. }) => {
                (entries.as_slice(), *combo, parts)
            }
            _ => return None,
        };
        let combo = match of {
            [Entry::Combo(at)] => &self.menu.combos[*at],
            [Entry::Item(item)] if is_combo => {
                self.menu.combos.iter().find(|combo| combo.main == self.menu.items[*item].id)?
            }
            _ => return None,
        };
        let taken = |slot: &Slot| {
            let fill = parts.iter().filter(|part| part.entries.iter().any(|entry| self.fits(*entry, slot)));
            let same = combo.slots.iter().filter(|other| other.category == slot.category).count();
            fill.count() >= same
        };
        combo.slots.iter().find(|slot| entries.iter().any(|entry| self.fits(*entry, slot)) && !taken(slot))
    }

    fn fits(&self, entry: Entry, slot: &Slot) -> bool {
        match entry {
            Entry::Item(item) => self.menu.items[item].category == slot.category,
            Entry::Combo(_) => false,
        }
    }

    /// "two combos, one with a cola and one with a lemonade", "four cookies, two oatmeal": an item that only tells
    /// some of a line from the rest.
    fn shares(&mut self, entries: &[Entry], by: &[ModifierAt], text: &str) -> bool {
        let Some(count) = self.split else { return false };
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return false };
        let Some(said @ Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let same = draft.entries.iter().any(|entry| entries.contains(entry));
        if !same && self.slot_of(said, entries).is_none() {
            return false;
        }
        self.split = None;
        let held = std::mem::take(&mut self.held);
        self.split_off(whole, count, held);
        if !same && let Some(part) = self.part(entries, text) {
            self.focus = part;
        } else if same && !by.is_empty() {
            let pick = Pick::of(by.to_vec(), text.to_owned());
            self.describe(Details { picks: vec![pick], ..Details::default() });
        }
        true
    }

    /// "put the burger in the combo": what was only named becomes the combo that it is the main of.
    fn is_put_into(&mut self, combos: &[Entry]) -> bool {
        let Some(known) = self.last_draft().filter(|_| self.on || self.adding) else { return false };
        let Statement::Add(draft) = &self.said.statements[known] else { return false };
        if !is_combo_of(self.index, &draft.entries, combos) || !self.is_on_order(known) {
            return false;
        }
        self.change_named(known);
        if let Some(Statement::Change(change)) = self.said.statements.get_mut(known) {
            change.combo = true;
        }
        true
    }

    /// "no burger": of the only line on the order that is one.
    pub(super) fn without(&mut self, category: usize) {
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

    /// "actually one burger", "just one burger" of which some are on the order: so many they are to be.
    fn amend(&mut self, entries: &[Entry], ordinal: Option<u32>) -> bool {
        let amends = std::mem::take(&mut self.amending)
            && !self.another
            && !self.said.cues.contains(&Cue::NeverMind)
            && self.last_draft().is_none();
        let (true, Some(number)) = (amends && self.on_order(entries), self.number) else { return false };
        let statement = self.change(Subject::Entry { entries: entries.to_vec(), ordinal });
        if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
            change.quantity = Some(number);
        }
        self.focus = Focus::Statement(statement);
        let held = std::mem::take(&mut self.held);
        self.describe(held);
        true
    }

    pub(super) fn remove(&mut self, entries: Vec<Entry>, ordinal: Option<u32>) {
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

    pub(super) fn change_into(&mut self, statement: usize, entries: Vec<Entry>, text: String) {
        let draft = Draft {
            entries,
            text,
            quantity: self.number,
            details: std::mem::take(&mut self.held),
            ..Draft::default()
        };
        match self.said.statements.get_mut(statement) {
            // "a latte, make it the morning pair": the combo that it is the main of.
            Some(Statement::Add(main)) if is_combo_of(self.index, &main.entries, &draft.entries) => {
                main.entries = draft.entries;
                main.details.extend(draft.details);
            }
            Some(Statement::Add(wrong)) => {
                let quantity = draft.quantity.or(wrong.quantity);
                *wrong = Draft { quantity, ..draft };
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

    /// "instead of the cheeseburger": what was said before it, or comes after it, takes its place.
    pub(super) fn replace(&mut self, subject: Subject) {
        self.mode = Mode::Add;
        if self.is_instead_of_part(&subject) {
            return;
        }
        let Some(known) = self.last_draft() else {
            self.replaced = Some(subject);
            return;
        };
        if let Statement::Add(draft) = &self.said.statements[known] {
            let mut change = Change::of(subject);
            change.with = Some(draft.clone());
            self.said.statements[known] = Statement::Change(change);
            self.focus = Focus::Statement(known);
        }
    }

    /// "a combo with rings instead of fries": what fills a slot already takes the place of what would.
    fn is_instead_of_part(&self, subject: &Subject) -> bool {
        let Subject::Entry { entries, ordinal: None } = subject else { return false };
        let Some(Statement::Add(draft)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return false;
        };
        let category = |entry: &Entry| &self.menu.items[self.index.main(*entry)].category;
        let mut parts = draft.parts.iter().flat_map(|part| &part.entries);
        parts.any(|part| entries.iter().any(|entry| category(entry) == category(part)))
    }

    /// "a sprite instead": of the line of the same kind, else of the one last mentioned.
    pub(super) fn instead(&mut self) {
        let before = self.at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        if matches!(before, Some(Role::Modifier(_))) {
            // "no peanuts, cashews instead"
            return;
        }
        let Some(known) = self.last_draft() else { return };
        if let Some(removed) = known.checked_sub(1)
            && let Statement::Remove { subject, quantity: None } = &self.said.statements[removed]
        {
            // "get rid of the slices and do a hash brown instead"
            let subject = subject.clone();
            self.said.statements[removed] = Statement::Nothing;
            return self.replace(subject);
        }
        let Statement::Add(draft) = &self.said.statements[known] else { return };
        let category = draft.entries.first().map(|entry| &self.menu.items[self.index.main(*entry)].category);
        let alike: Vec<_> = self
            .order
            .into_iter()
            .flat_map(Order::lines)
            .filter(|line| self.menu.item(&line.item).map(|item| &item.category) == category)
            .collect();
        let subject = match alike.as_slice() {
            [line] => Subject::Line(line.line_id),
            _ => Subject::Referent,
        };
        self.replace(subject);
    }

    /// "to", and "the coke should be ...": what is on the order and was only named is what changes.
    pub(super) fn to(&mut self) {
        self.definite = false;
        match self.last_draft() {
            Some(known) if self.mode == Mode::Add && self.is_on_order(known) => {
                if let Statement::Add(draft) = &self.said.statements[known] {
                    let subject = Subject::Entry { entries: draft.entries.clone(), ordinal: None };
                    self.said.statements[known] = Statement::Change(Change::of(subject));
                }
                self.mode = Mode::Changing(known);
                self.focus = Focus::Statement(known);
            }
            _ => self.on = self.mode == Mode::Add,
        }
    }

    /// Whether a line of this utterance was only named and is on the order.
    pub(super) fn is_on_order(&self, known: usize) -> bool {
        match &self.said.statements[known] {
            Statement::Add(draft) => {
                let known = match self.order {
                    Some(_) => self.on_order(&draft.entries),
                    None => draft.definite,
                };
                !draft.asked_for && known
            }
            _ => false,
        }
    }

    /// Whether an item is named right behind a run.
    fn names_next(&self, at: usize) -> bool {
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let next = after.find(|role| !matches!(role, Role::Word(Word::Definite | Word::Of | Word::Filler)));
        matches!(next, Some(Role::Entry { .. }))
    }

    fn remove_named(&mut self, known: usize) {
        if let Statement::Add(draft) = &self.said.statements[known] {
            let subject = Subject::Entry { entries: draft.entries.clone(), ordinal: None };
            self.said.statements[known] = Statement::Remove { subject, quantity: None };
        }
    }

    /// Whether "off" comes behind a run.
    pub(super) fn is_off(&self, at: usize) -> bool {
        self.last_off.is_some_and(|last| last > at)
    }

    pub(super) fn pronoun(&mut self) {
        if self.ordinal.is_some() || self.number.is_some() && self.mode == Mode::Add {
            return;
        }
        if self.split_from.is_some() && self.place_of_pronoun() == Some(0) {
            return self.other();
        }
        // "the cold brew, put some milk in it"
        if let (Mode::Add, Some(known)) =
            (&self.mode, self.last_draft().filter(|known| self.is_on_order(*known)))
        {
            self.change_named(known);
            self.mode = Mode::Add;
            return;
        }
        if self.answering && self.mode == Mode::Add {
            self.ordinal = self.place_of_pronoun();
        }
        let subject = Subject::Referent;
        match self.mode {
            Mode::Remove if self.held.picks.is_empty() => match self.last_draft() {
                Some(known) if self.is_on_order(known) => self.remove_named(known),
                Some(known) => self.said.statements[known] = Statement::Nothing,
                None => {
                    self.said.statements.push(Statement::Remove { subject, quantity: self.number.take() });
                }
            },
            Mode::Change | Mode::Swap => {
                let statement = self.last_draft().unwrap_or_else(|| self.change(subject));
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            Mode::InsteadOf => self.replace(subject),
            Mode::Add | Mode::Remove | Mode::Changing(_) | Mode::Except | Mode::Ask => {
                let held = std::mem::take(&mut self.held);
                if !held.is_empty() {
                    self.describe(held);
                }
            }
        }
        self.on = false;
        self.definite = false;
    }

    /// "the last one", of what was offered.
    fn place_of_pronoun(&self) -> Option<u32> {
        let edge = self.runs[self.at].edge;
        let mut roles = self.tokens[edge.start..edge.end]
            .iter()
            .flat_map(|token| self.index.language().roles_by(token.id));
        roles.find_map(|role| if let Word::Ordinal(place) = role { Some(*place) } else { None })
    }

    pub(super) fn same(&mut self) {
        match self.last_draft() {
            Some(known) => {
                if let Statement::Add(draft) = &mut self.said.statements[known] {
                    draft.quantity = Some(draft.quantity.unwrap_or(1).saturating_add(1));
                }
            }
            None => {
                self.said
                    .statements
                    .push(Statement::Add(Draft { quantity: self.number, ..Draft::default() }));
            }
        }
        self.settle();
    }

    pub(super) fn all(&mut self, at: usize, word: Word) {
        let except = self.after(at) == Some(Word::Except);
        match self.mode {
            // "how much is everything"
            Mode::Ask => {
                let asked = self.said.questions.last_mut();
                if let Some(asked) = asked.filter(|asked| asked.topic == TopicWord::Price) {
                    asked.topic = TopicWord::Order;
                }
            }
            // "all the shakes", "both burgers": of what is named next.
            _ if self.names_next(at) => (self.definite, self.every) = (true, true),
            Mode::Swap => self.pronoun(),
            Mode::Remove | Mode::Change if word == Word::Both => self.pronoun(),
            Mode::Remove => {
                self.said
                    .statements
                    .push(Statement::Remove { subject: Subject::All { except: Vec::new() }, quantity: None });
            }
            Mode::Change if self.last_draft().is_some() => {
                self.mode = Mode::Add;
                self.each();
            }
            Mode::Change => {
                let statement = self.change(Subject::All { except: Vec::new() });
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            _ if self.last_draft().is_some() => self.each(),
            _ if self.on || word == Word::Both => {
                let held = std::mem::take(&mut self.held);
                let statement = self.change(Subject::All { except: Vec::new() });
                self.focus = Focus::Statement(statement);
                self.describe(held);
            }
            _ if except => {}
            _ => {}
        }
    }

    pub(super) fn except(&mut self, at: usize) {
        let of_items = self.runs[at + 1..].iter().find_map(|run| match run.edge.role {
            Role::Entry { .. } => Some(true),
            Role::Modifier(_) => Some(false),
            _ => None,
        });
        if of_items == Some(true) {
            let all = matches!(
                self.said.statements.last(),
                Some(
                    Statement::Remove { subject: Subject::All { .. }, .. }
                        | Statement::Change(Change { subject: Subject::All { .. }, .. })
                )
            );
            // "cancel everything" alone would be all of the order.
            if matches!(self.said.statements.last(), Some(Statement::Clear)) {
                self.said.statements.pop();
            }
            if !all {
                let subject = Subject::All { except: Vec::new() };
                self.said.statements.push(Statement::Remove { subject, quantity: None });
            }
            self.mode = Mode::Except;
        } else {
            self.amount = Some(Amount::No);
        }
    }

    pub(super) fn combo(&mut self) {
        match (self.mode.clone(), self.focus) {
            (Mode::Changing(statement), _) | (_, Focus::Statement(statement)) => {
                match self.said.statements.get_mut(statement) {
                    Some(Statement::Add(draft)) => draft.combo = true,
                    Some(Statement::Change(change)) => match &mut change.with {
                        Some(draft) => draft.combo = true,
                        None => {
                            change.combo = true;
                            change.split = change.split.or(self.split.take());
                        }
                    },
                    _ => {}
                }
            }
            (_, Focus::Nothing) if self.order.is_none() && self.mode == Mode::Add => {}
            (_, Focus::Nothing) => {
                let statement = self.change(Subject::Referent);
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.combo = true;
                }
                self.focus = Focus::Statement(statement);
            }
            (_, Focus::Part(..)) => {}
        }
    }

    pub(super) fn change(&mut self, subject: Subject) -> usize {
        let known = self.said.statements.iter().position(
            |statement| matches!(statement, Statement::Change(change) if change.subject == subject),
        );
        known.unwrap_or_else(|| {
            self.said.statements.push(Statement::Change(Change::of(subject)));
            self.said.statements.len() - 1
        })
    }

    /// The line of this utterance that is called so.
    pub(super) fn drafted(&self, entries: &[Entry]) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| match statement {
            Statement::Add(draft) => draft.entries.iter().any(|entry| {
                entries.contains(entry) || entries.contains(&Entry::Item(self.index.main(*entry)))
            }),
            _ => false,
        })
    }

    /// The newest line of this utterance.
    pub(super) fn last_draft(&self) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| matches!(statement, Statement::Add(_)))
    }

    pub(super) fn on_order(&self, entries: &[Entry]) -> bool {
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

/// Whether one of these is a combo of one of those.
fn is_combo_of(index: &Index, items: &[Entry], combos: &[Entry]) -> bool {
    let of_item = |combo: &Entry| items.contains(&Entry::Item(index.main(*combo)));
    combos.iter().any(|combo| matches!(combo, Entry::Combo(_)) && of_item(combo))
}

/// The same for what is on the order.
fn is_combo_of_change(index: &Index, change: &Change, combos: &[Entry]) -> bool {
    match &change.subject {
        Subject::Entry { entries, .. } => is_combo_of(index, entries, combos),
        _ => false,
    }
}
