//! Changes of what is on the order: which line is meant, and what becomes of it.

use fsm::menu::Combo;
use fsm::order::{
    Amount, ComponentPick, Line, Missing, Modification, ModifierPick, Op, Order, Reason, Target,
};

use crate::index::Entry;
use crate::reading::said::{Change, Details, Pick, SaidLine, Subject};
use crate::resolve::Resolver;

impl Resolver<'_> {
    pub(crate) fn change(&mut self, change: &Change) {
        if self.asked_option(change) {
            return;
        }
        if let (Subject::All { except }, Some(_)) = (&change.subject, self.cx.order) {
            return self.change_each(change, except);
        }
        let (subject, picks) = (&change.subject, &change.details.picks);
        if let Some(subject) = self.cx.denied(subject, picks).or_else(|| self.cx.able(subject, picks)) {
            return self.change(&Change { subject, ..change.clone() });
        }
        if let Some(subject) = self.cx.able_by_size(&change.subject, &change.details) {
            return self.change(&Change { subject, ..change.clone() });
        }
        if let (true, Some(subject)) = (change.combo, self.cx.able_as_combo(&change.subject)) {
            return self.change(&Change { subject, ..change.clone() });
        }
        if let Some(turned) = self.turned(change) {
            return self.change(&turned);
        }
        let Some(target) = self.target(&change.subject) else { return };
        // "Sure, make it large" is about what was offered.
        let offered = self.cx.offered.filter(|_| change.subject == Subject::Referent);
        let line = self.cx.line(&change.subject).filter(|_| offered.is_none());
        if let Some(with) = &change.with {
            return match (change.split, line) {
                (Some(count), Some(line)) if count < line.quantity => self.replace_some(target, count, with),
                _ => self.replace(target, line, with),
            };
        }
        let mut modification = Modification::of(target);
        modification.quantity = change.quantity;
        modification.split = change.split.filter(|count| *count > 0);
        let named = offered.or(line.map(|line| &line.item));
        let item = named.and_then(|item| self.cx.position(item)).or(match &change.subject {
            Subject::Entry { entries, .. } => entries.first().map(|entry| self.cx.index.main(*entry)),
            _ => None,
        });
        if let (true, Some(item)) = (change.combo, item) {
            modification.combo = self.cx.combo_of(item).map(|combo| combo.id.clone());
            if modification.combo.is_none() {
                self.unresolved("combo", Reason::NotAllowed, Vec::new());
            }
        }
        let combo = modification.combo.as_ref().or(line.and_then(|line| line.combo.as_ref()));
        let combo = combo.and_then(|id| self.cx.menu.combo(id));
        self.describe(&mut modification, line, item, combo, &change.details);
        if let Some(combo) = combo {
            modification.components.extend(self.components(combo, &change.parts));
        }
        let empty = Modification::of(modification.target.clone());
        let empty = Modification { split: modification.split, ..empty };
        if modification != empty {
            self.done.ops.push(Op::Modify(modification));
        }
    }

    /// "sub rings for the fries", where only the fries are on the order: it is they that go.
    fn turned(&self, change: &Change) -> Option<Change> {
        let (Subject::Entry { entries: named, ordinal: None }, Some(with)) = (&change.subject, &change.with)
        else {
            return None;
        };
        let lines = self.cx.order?.lines();
        let is_there = |entries: &[Entry]| {
            let holds = |entry: &Entry| lines.iter().any(|line| line.holds(&self.cx.item(*entry).id));
            entries.iter().any(holds)
        };
        if is_there(named) || !is_there(&with.entries) {
            return None;
        }
        let new = SaidLine { entries: named.clone(), details: change.details.clone(), ..SaidLine::default() };
        let subject = Subject::Entry { entries: with.entries.clone(), ordinal: None };
        Some(Change { subject, with: Some(new), details: Details::default(), ..change.clone() })
    }

    /// Sizes and modifiers of a change: of the line, or of what is in its slots.
    pub(crate) fn describe(
        &mut self,
        modification: &mut Modification,
        line: Option<&Line>,
        item: Option<usize>,
        combo: Option<&Combo>,
        details: &Details,
    ) {
        let Some(item) = item else {
            modification.size = details.size.as_ref().and_then(|(sizes, _)| sizes.first().cloned());
            // "extra pickles, like a lot of pickles"
            for pick in details.picks.iter().filter_map(|pick| self.any_pick(pick)) {
                if !modification.modifiers.contains(&pick) {
                    modification.modifiers.push(pick);
                }
            }
            return;
        };
        let missing_size = line.and_then(|line| {
            let missing = line.missing.iter().find_map(|missing| match missing {
                Missing::SlotSize(slot) => Some(slot),
                Missing::Size | Missing::Group(_) | Missing::Slot(_) | Missing::SlotGroup(..) => None,
            })?;
            line.components.iter().find(|component| component.slot == *missing)
        });
        match (missing_size, &details.size) {
            (Some(component), Some((sizes, _))) => {
                let size = self
                    .cx
                    .menu
                    .item(&component.item)
                    .and_then(|item| sizes.iter().find(|size| item.size(size).is_some()).cloned());
                modification.components.push(ComponentPick {
                    slot: component.slot.clone(),
                    item: component.item.clone(),
                    size,
                    modifiers: Vec::new(),
                });
            }
            (None, Some(_)) => modification.size = self.size(item, combo, details, &mut []),
            (_, None) => {}
        }
        let mut own = details.clone();
        for component in line.into_iter().flat_map(|line| &line.components) {
            let Some(at) = self.cx.position(&component.item) else { continue };
            let of_component = |pick: &Pick| {
                self.cx.index.allows(at, &pick.modifiers) && !self.cx.index.allows(item, &pick.modifiers)
            };
            let (theirs, ours): (Vec<Pick>, Vec<Pick>) = own.picks.iter().cloned().partition(of_component);
            if theirs.is_empty() {
                continue;
            }
            own.picks = ours;
            let modifiers = self.picks(at, &Details { picks: theirs, ..Details::default() });
            modification.components.push(ComponentPick {
                slot: component.slot.clone(),
                item: component.item.clone(),
                size: None,
                modifiers,
            });
        }
        modification.modifiers = self.picks(item, &own);
        if let Some(line) = line {
            let corrects = own.picks.iter().any(|pick| pick.corrects);
            modification.modifiers.extend(self.refined(line, &modification.modifiers, corrects));
        }
    }

    /// "the sugar-free vanilla" of what has vanilla: none of what is now had of another kind. Who corrects may go back, too.
    fn refined(&self, line: &Line, now: &[ModifierPick], corrects: bool) -> Vec<ModifierPick> {
        let at = |pick: &ModifierPick| self.cx.modifier_at(&pick.group, &pick.modifier);
        let are_kin = |one: &ModifierPick, other: &ModifierPick| {
            let places = at(one).zip(at(other)).filter(|(one, other)| one.0 == other.0 && one != other);
            places.is_some_and(|(one, other)| {
                let goes_back = || corrects && self.cx.index.ends_with_name_of(other, one);
                self.cx.index.ends_with_name_of(one, other) || goes_back()
            })
        };
        let wanted = |pick: &&ModifierPick| pick.amount != Amount::No;
        let goes = |own: &&ModifierPick| now.iter().filter(wanted).any(|pick| are_kin(pick, own));
        let old = line.modifiers.iter().filter(wanted).filter(goes);
        old.map(|own| ModifierPick { amount: Amount::No, quantity: 1, ..own.clone() }).collect()
    }

    /// "no onions on everything but the fries": each line that can have it.
    pub(crate) fn change_each(&mut self, change: &Change, except: &[Vec<Entry>]) {
        let lines: Vec<&Line> = self.cx.order.into_iter().flat_map(Order::lines).collect();
        let fitting = lines.into_iter().filter(|line| {
            let excepted = except.iter().flatten().any(|entry| line.holds(&self.cx.item(*entry).id));
            !excepted
                && self.cx.position(&line.item).is_some_and(|item| {
                    let sized = change.details.size.as_ref();
                    let able = sized.is_none_or(|(sizes, _)| {
                        self.cx.index.has_size(self.cx.menu, Entry::Item(item), sizes)
                    });
                    able && change
                        .details
                        .picks
                        .iter()
                        .all(|pick| self.cx.index.allows(item, &pick.modifiers))
                })
        });
        for line in fitting.collect::<Vec<_>>() {
            self.change(&Change { subject: Subject::Line(line.line_id), ..change.clone() });
        }
    }

    pub(crate) fn replace(&mut self, target: Target, line: Option<&Line>, with: &SaidLine) {
        // Zero of something replaces nothing.
        if with.quantity == Some(0) {
            return;
        }
        let Some(entry) = self.one(with) else { return };
        let is_it = line.is_some_and(|line| line.item == self.cx.item(entry).id);
        let same = is_it && with.quantity.is_some();
        // "make it a medium coffee", "make it two sugars in that coffee" of a coffee keeps what is in it
        let otherwise = is_it
            && (with.details.size.is_some() || !with.details.picks.is_empty())
            && line.is_some_and(|line| line.combo.is_none() && matches!(entry, Entry::Item(_)));
        if otherwise && let Some(line) = line {
            return self.change_in_place(target, line, entry, with);
        }
        let mut new = self.new_line(entry, with);
        if same {
            let mut modification = Modification::of(target);
            modification.quantity = with.quantity;
            modification.size = new.size;
            modification.modifiers = new.modifiers;
            self.done.ops.push(Op::Modify(modification));
            return;
        }
        if let (None, Some(line)) = (with.quantity, line) {
            new.quantity = line.quantity;
        }
        self.done.ops.push(Op::Replace { target, with: new });
    }

    /// "a hot tea instead of one of the lattes": the others stay.
    fn replace_some(&mut self, target: Target, count: u32, with: &SaidLine) {
        let Some(entry) = self.one(with).filter(|_| count > 0) else { return };
        let mut new = self.new_line(entry, with);
        new.quantity = with.quantity.unwrap_or(count);
        self.done.ops.extend([Op::Remove { target, quantity: Some(count) }, Op::Add(new)]);
    }

    /// The same thing, with what is said of it.
    fn change_in_place(&mut self, target: Target, line: &Line, entry: Entry, with: &SaidLine) {
        let item = self.cx.index.main(entry);
        let mut modification = Modification { quantity: with.quantity, ..Modification::of(target) };
        self.describe(&mut modification, Some(line), Some(item), None, &with.details);
        self.done.ops.push(Op::Modify(modification));
    }

    pub(crate) fn remove(&mut self, subject: &Subject, quantity: Option<u32>) {
        if let Some(target) = self.target(subject).filter(|_| quantity != Some(0)) {
            self.done.ops.push(Op::Remove { target, quantity });
        }
    }

    pub(crate) fn target(&self, subject: &Subject) -> Option<Target> {
        Some(match subject {
            Subject::Referent => match self.cx.question_line() {
                Some(line) => Target::Line { line_id: line.line_id },
                None => Target::REFERENT,
            },
            Subject::Line(line_id) => Target::Line { line_id: *line_id },
            Subject::Place(_) => Target::Line { line_id: self.cx.line(subject)?.line_id },
            Subject::Entry { entries, ordinal } => {
                let on_order = self.cx.line(&Subject::Entry { entries: entries.clone(), ordinal: None });
                let holding = on_order.or_else(|| {
                    let lines = self.cx.order?.lines();
                    lines.iter().find(|line| entries.iter().any(|entry| line.holds(&self.cx.item(*entry).id)))
                });
                let item = match holding {
                    Some(line) => entries
                        .iter()
                        .map(|entry| &self.cx.item(*entry).id)
                        .find(|id| line.holds(id))
                        .unwrap_or(&line.item)
                        .clone(),
                    None => self.cx.item(*entries.first()?).id.clone(),
                };
                match ordinal {
                    Some(0) => Target::Line { line_id: self.cx.line(subject)?.line_id },
                    ordinal => Target::Item { item, ordinal: *ordinal },
                }
            }
            Subject::All { except } => Target::All {
                all: true,
                except: except
                    .iter()
                    .filter_map(|entries| {
                        self.target(&Subject::Entry { entries: entries.clone(), ordinal: None })
                    })
                    .collect(),
            },
        })
    }
}
