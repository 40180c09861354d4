//! Combos as they are said: what fills their slots, and what becomes one.

use fsm::dialogue::ActKind;
use fsm::menu::Slot;
use fsm::order::Amount;

use crate::index::{Entry, Index, ModifierAt};
use crate::language::{Cue, Word};
use crate::reading::lattice::Role;
use crate::reading::said::{Change, Details, Part, Pick, SaidLine, Statement, Subject};
use crate::reading::walk::{Focus, Join, Mode, Walker};
use crate::tokens;

impl Walker<'_> {
    /// An item that fills a slot of the combo that was just said.
    pub(crate) fn part(&mut self, entries: &[Entry], text: &str) -> Option<Focus> {
        let (Focus::Statement(statement) | Focus::Part(statement, _)) = self.focus else { return None };
        let said = self.said.statements.get(statement)?;
        let with = |details: &Details| details.picks.last().is_some_and(|pick| pick.with);
        let (quantity, goes_on) = match said {
            Statement::Add(draft) => {
                (draft.quantity.unwrap_or(1), !draft.parts.is_empty() || with(&draft.details))
            }
            Statement::Change(change) => (1, !change.parts.is_empty()),
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => return None,
        };
        let apart =
            self.amount == Some(Amount::Extra) || self.number.is_some_and(|number| number != quantity);
        if apart {
            return None;
        }
        // "a combo with rings and a cola", "with no onions and rings" go on with what fills it; "a combo and a cola" may not.
        let joined = self.join != Join::And || goes_on;
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

    /// The empty slot of a combo that one of these would fill.
    pub(crate) fn slot_of(&self, said: &Statement, entries: &[Entry]) -> Option<&Slot> {
        let becomes;
        let (of, is_combo, parts) = match said {
            Statement::Add(draft) => (draft.entries.as_slice(), draft.combo, &draft.parts),
            Statement::Change(Change { subject: Subject::Entry { entries, .. }, combo, parts, .. }) => {
                (entries.as_slice(), *combo, parts)
            }
            // "the combo, with a Sprite"
            Statement::Change(Change { subject: Subject::Referent, combo: true, parts, .. }) => {
                becomes = self.becomes_combo();
                (becomes.as_slice(), true, parts)
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

    /// "the combo with lo mein": what would be a choice of the main, and is the name of what fills an empty slot.
    pub(crate) fn named_as_a_part(&self, at: usize) -> Option<Vec<Entry>> {
        let Focus::Statement(known) = self.focus else { return None };
        let said = self.said.statements.get(known)?;
        let joined = self.join == Join::With && self.mode == Mode::Add && self.amount.is_none();
        let edge = self.runs[at].edge;
        let phrase = self.index.called_by(&self.tokens[edge.start..edge.end]).filter(|_| joined)?;
        self.slot_of(said, &phrase.entries).map(|_| phrase.entries.to_vec())
    }

    /// What "the combo" makes one: the line last mentioned if it can be one, else the newest that can.
    fn becomes_combo(&self) -> Option<Entry> {
        let order = self.order?;
        let last = order.referent().and_then(|line| order.line(line));
        let mut lines = last.into_iter().chain(order.lines().iter().rev());
        let line = lines.find(|line| self.menu.combos.iter().any(|combo| combo.main == line.item))?;
        let item = self.menu.items.iter().position(|item| item.id == line.item)?;
        Some(Entry::Item(item))
    }

    pub(crate) fn fits(&self, entry: Entry, slot: &Slot) -> bool {
        match entry {
            Entry::Item(item) => self.menu.items[item].category == slot.category,
            Entry::Combo(_) => false,
        }
    }

    /// Whether "with" comes next, and what there is a combo of.
    fn comes_with_its_main(&self) -> bool {
        let small = |role: &&Role| matches!(role, Role::Word(Word::Article | Word::Definite | Word::Filler));
        let mut after = self.runs[self.at + 1..].iter().map(|run| &run.edge.role).filter(|role| !small(role));
        let with = after.next() == Some(&Role::Word(Word::With));
        let Some(Role::Entry { entries, .. }) = after.next().filter(|_| with) else { return false };
        let is_main = |entry: &Entry| match entry {
            Entry::Item(item) => {
                let id = &self.menu.items[*item].id;
                self.menu.combos.iter().any(|combo| combo.main == *id)
            }
            Entry::Combo(_) => false,
        };
        entries.iter().any(is_main)
    }

    /// "two combos, one with a cola and one with a lemonade", "four cookies, two oatmeal": an item that only splits a
    /// line.
    pub(crate) fn shares(&mut self, entries: &[Entry], by: &[ModifierAt], text: &str) -> bool {
        let Some(count) = self.split else { return false };
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return false };
        let Some(said @ Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let same =
            draft.entries.iter().any(|entry| entries.contains(entry)) || self.are_kinds_of(draft, entries);
        let fills = self.slot_of(said, entries).is_some();
        let chosen = self.chose_what_must_be(draft);
        let choices =
            if chosen { self.choices_called(self.at, draft) } else { self.choices_due(self.at, draft) };
        let impossible = self.join == Join::With && chosen;
        if !same && !fills && !impossible && choices.is_empty() {
            return false;
        }
        self.split = None;
        let mut held = std::mem::take(&mut self.held);
        if !same && !fills && !choices.is_empty() {
            // "two kids meals, one with nuggets, one grilled cheese"
            held.picks.push(Pick::of(choices, text.to_owned()));
        } else if !same && !fills {
            // "two kids meals, one with nuggets and one with a pizza": it cannot have that, and is not for itself.
            held.picks.push(Pick { of_share: true, ..Pick::of(by.to_vec(), text.to_owned()) });
        }
        // "one with a dark roast coffee": of what comes with the share, not of the share
        let of_part = |pick: &Pick| {
            let allows = |entry: &Entry| self.index.allows(self.index.main(*entry), &pick.modifiers);
            fills && !same && entries.iter().any(allows)
        };
        let (of_part, picks) = std::mem::take(&mut held.picks).into_iter().partition(of_part);
        self.split_off(whole, count, Details { picks, ..held });
        if same {
            self.narrow(entries);
        }
        if fills && let Some(part) = self.part(entries, text) {
            self.focus = part;
            self.describe(Details { picks: of_part, ..Details::default() });
        } else if same && !by.is_empty() {
            let pick = Pick::of(by.to_vec(), text.to_owned());
            self.describe(Details { picks: vec![pick], ..Details::default() });
        }
        true
    }

    /// "two combos, one with rings and a cola, one with fries and a tea": more that comes with the last share.
    pub(crate) fn is_part_of_share(&mut self, entries: &[Entry], text: &str) -> bool {
        if self.split_from.is_none() {
            return false;
        }
        let Some(part) = self.part(entries, text) else { return false };
        self.focus = part;
        let held = std::mem::take(&mut self.held);
        self.describe(held);
        true
    }

    /// "four tacos, two fish": the share that was just told apart is one of those.
    fn narrow(&mut self, entries: &[Entry]) {
        let Focus::Statement(share) = self.focus else { return };
        if let Some(Statement::Add(line)) = self.said.statements.get_mut(share) {
            line.entries.retain(|entry| entries.contains(entry));
            if line.entries.is_empty() {
                line.entries = entries.to_vec();
            }
        }
    }

    /// "two chicken sandwiches, one spicy": whether what a share is called has the words of the whole in its name.
    pub(crate) fn are_kinds_of(&self, whole: &SaidLine, entries: &[Entry]) -> bool {
        let words = tokens::tokenize(self.index.language(), &whole.text);
        let words: Vec<&str> = words.iter().map(|token| token.fold.as_str()).collect();
        entries.iter().any(|entry| self.index.is_named_with(*entry, &words))
    }

    /// Whether a share before was told apart by a choice that must be made.
    fn chose_what_must_be(&self, whole: &SaidLine) -> bool {
        self.said.statements.iter().any(
            |said| matches!(said, Statement::Add(line) if line.chosen_share && line.entries == whole.entries),
        )
    }

    /// "put the burger in the combo": what was only named becomes the combo that it is the main of.
    pub(crate) fn is_put_into(&mut self, combos: &[Entry]) -> bool {
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

    /// "mac and cheese for the side": what was named last fills a part of what is there.
    pub(crate) fn for_part(&mut self) {
        if let Focus::Statement(known) = self.focus
            && let Some(Statement::Add(line)) = self.said.statements.get_mut(known)
        {
            line.for_part = true;
        }
    }

    /// "a combo with rings instead of fries": whether something of that category fills a slot already.
    pub(crate) fn is_instead_of_part(&self, subject: &Subject) -> bool {
        let Subject::Entry { entries, ordinal: None } = subject else { return false };
        let Some(Statement::Add(draft)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return false;
        };
        let category = |entry: &Entry| &self.menu.items[self.index.main(*entry)].category;
        let mut parts = draft.parts.iter().flat_map(|part| &part.entries);
        parts.any(|part| entries.iter().any(|entry| category(entry) == category(part)))
    }

    /// Whether what was ordered is to be no combo: "a chicken wrap, no combo", but not "no, a combo".
    pub(crate) fn is_no_combo(&self, at: usize) -> bool {
        let no = Role::Word(Word::Cue(Cue::Act(ActKind::No)));
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let pause = self.tokens[self.runs[at].edge.start].pause;
        before == Some(&no) && !pause && self.last_draft().is_some()
    }

    /// "a grilled cheese and tomato soup combo": what was named last fills a slot of the combo of what was named before it.
    fn combine_two(&mut self) {
        let Focus::Statement(last) = self.focus else { return };
        let Some(main) = last.checked_sub(1).filter(|_| self.mode == Mode::Add) else { return };
        let [.., before, joins, named] = &self.runs[..self.at] else { return };
        let listed = matches!(before.edge.role, Role::Entry { .. })
            && joins.edge.role == Role::Word(Word::And)
            && matches!(named.edge.role, Role::Entry { .. })
            && !self.tokens[self.runs[self.at].edge.start].pause;
        let (Statement::Add(whole), Statement::Add(side)) =
            (&self.said.statements[main], &self.said.statements[last])
        else {
            return;
        };
        let of_one = side.quantity.unwrap_or(1) == 1 && side.details.is_empty() && !whole.combo;
        if !listed || !of_one || self.is_main_of_a_combo(&side.entries) {
            return;
        }
        let (entries, text) = (side.entries.clone(), side.text.clone());
        let combo = Statement::Add(SaidLine { combo: true, ..whole.clone() });
        let Some(slot) = self.slot_of(&combo, &entries) else { return };
        let entries = entries.into_iter().filter(|entry| self.fits(*entry, slot)).collect();
        self.said.statements[last] = Statement::Nothing;
        self.said.statements[main] = combo;
        if let Statement::Add(whole) = &mut self.said.statements[main] {
            whole.parts.push(Part { entries, text, details: Details::default() });
        }
        self.focus = Focus::Statement(main);
    }

    fn is_main_of_a_combo(&self, entries: &[Entry]) -> bool {
        let mains = |entry: &Entry| {
            let item = &self.menu.items[self.index.main(*entry)].id;
            self.menu.combos.iter().any(|combo| combo.main == *item)
        };
        entries.iter().any(mains)
    }

    pub(crate) fn combo(&mut self) {
        // "a hamburger, not a combo"
        if self.amount == Some(Amount::No) {
            self.amount = None;
            return;
        }
        let edge = self.runs[self.at].edge;
        let text = self.text(edge.start, edge.end);
        self.combine_two();
        match (self.mode.clone(), self.focus) {
            (Mode::Changing(statement), _) | (_, Focus::Statement(statement)) => {
                match self.said.statements.get_mut(statement) {
                    Some(Statement::Add(draft)) => (draft.combo, draft.combo_text) = (true, text),
                    Some(Statement::Change(change)) => match &mut change.with {
                        Some(draft) => draft.combo = true,
                        None => {
                            change.combo = true;
                            change.split = change.split.or(self.split.take());
                            // "make it two combos"
                            let number = self.number.filter(|number| *number > 1 && change.split.is_none());
                            if number.is_some() {
                                self.number = None;
                                change.quantity = change.quantity.or(number);
                            }
                        }
                    },
                    _ => {}
                }
            }
            // "two combos, one hamburger and one hot dog"
            (_, Focus::Nothing) if self.number > Some(1) && self.item_follows() => {
                self.combos = self.number.take().unwrap_or_default();
            }
            // "a combo with the double", of what is the main thing of one
            (_, Focus::Nothing) if self.mode == Mode::Add && self.comes_with_its_main() => {
                self.combos = self.number.take().unwrap_or(1);
            }
            (_, Focus::Nothing) if self.order.is_none() && self.mode == Mode::Add => {
                if let Some((_, size)) = self.held.size.take() {
                    // "the family meal"
                    let word = self.index.language().say(Word::Combo).to_owned();
                    self.said.strange.push((format!("{size} {word}"), Vec::new()));
                    self.settle();
                    self.focus = Focus::Strange { combo: true };
                }
            }
            (_, Focus::Nothing) => {
                // "three combos actually"
                let number = self.number.take_if(|number| *number > 1);
                let statement = self.change(Subject::Referent);
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.combo = true;
                    change.quantity = change.quantity.or(number);
                }
                self.focus = Focus::Statement(statement);
            }
            (_, Focus::Part(..) | Focus::Strange { .. }) => {}
        }
    }
}

/// Whether one of these is a combo of one of those.
pub(crate) fn is_combo_of(index: &Index, items: &[Entry], combos: &[Entry]) -> bool {
    let of_item = |combo: &Entry| items.contains(&Entry::Item(index.main(*combo)));
    combos.iter().any(|combo| matches!(combo, Entry::Combo(_)) && of_item(combo))
}

/// The same for what is on the order.
pub(crate) fn is_combo_of_change(index: &Index, change: &Change, combos: &[Entry]) -> bool {
    match &change.subject {
        Subject::Entry { entries, .. } => is_combo_of(index, entries, combos),
        _ => false,
    }
}
