//! From what was said to operations: settles which entry is meant, what it can have, and what the open question and
//! the order say about it.

use fsm::acts::{ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved};
use fsm::acts::Amount;
use fsm::ids::{ItemId, SizeId};
use fsm::menu::{Combo, Item, Menu};
use fsm::order::{Line, Missing, Order};
use fsm::question::{Question, QuestionKind};

use super::draft::{Change, Details, Draft, Part, Pick, Said, Statement, Subject};
use super::index::{Entry, Index};
use super::language::Cue;

/// What an utterance does to the order.
#[derive(Debug, Default)]
pub(super) struct Resolved {
    pub(super) ops: Vec<Op>,
    pub(super) unresolved: Vec<Unresolved>,
}

/// What helps to settle what was said.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) menu: &'a Menu,
    pub(super) index: &'a Index,
    pub(super) order: Option<&'a Order>,
    pub(super) question: Option<&'a Question>,
}

/// Settles what was said.
pub(super) fn resolve(cx: Context<'_>, said: &Said) -> Resolved {
    let mut resolver = Resolver { cx, done: Resolved::default() };
    resolver.starts_again(said);
    for statement in &said.statements {
        match statement {
            Statement::Add(draft) => resolver.add(draft),
            Statement::Change(change) => resolver.change(change),
            Statement::Remove { subject, quantity } => resolver.remove(subject, *quantity),
            Statement::Clear => resolver.done.ops.push(Op::Clear),
            Statement::Nothing => {}
        }
    }
    resolver.answers(said);
    for (text, entries) in &said.strange {
        let candidates = entries.iter().map(|entry| cx.item(*entry).id.to_string()).collect();
        resolver.unresolved(text, Reason::NotOnMenu, candidates);
    }
    resolver.categories(said);
    resolver.done
}

impl<'a> Context<'a> {
    fn item(&self, entry: Entry) -> &'a Item {
        &self.menu.items[self.index.main(entry)]
    }

    /// The line that the open question is about.
    pub(super) fn question_line(&self) -> Option<&'a Line> {
        self.order?.line(self.question?.line_id?)
    }

    fn referent(&self) -> Option<&'a Line> {
        let order = self.order?;
        order.line(order.referent()?)
    }

    /// The line of a subject, if there is one.
    fn line(&self, subject: &Subject) -> Option<&'a Line> {
        match subject {
            Subject::Referent => self.question_line().or_else(|| self.referent()),
            Subject::Line(id) => self.order?.line(*id),
            Subject::Entry { entries, ordinal } => {
                let mut lines = self.order?.lines().iter().filter(|line| {
                    entries.iter().any(|entry| line.item == self.item(*entry).id)
                });
                match ordinal {
                    None => lines.next(),
                    Some(0) => lines.next_back(),
                    Some(ordinal) => lines.nth(*ordinal as usize - 1),
                }
            }
            Subject::Place(0) => self.order?.lines().last(),
            Subject::Place(place) => self.order?.lines().get(*place as usize - 1),
            Subject::All { .. } | Subject::Each => None,
        }
    }

    fn position(&self, id: &ItemId) -> Option<usize> {
        self.menu.items.iter().position(|item| item.id == *id)
    }

    fn combo_of(&self, item: usize) -> Option<&'a Combo> {
        let id = &self.menu.items[item].id;
        self.menu.combos.iter().find(|combo| combo.main == *id)
    }

    /// The combo that an entry was said to be.
    fn combo(&self, entry: Entry, combo: bool) -> Option<&'a Combo> {
        match entry {
            Entry::Combo(at) => Some(&self.menu.combos[at]),
            Entry::Item(at) if combo => self.combo_of(at),
            Entry::Item(_) => None,
        }
    }
}

struct Resolver<'a> {
    cx: Context<'a>,
    done: Resolved,
}

impl<'a> Resolver<'a> {
    fn unresolved(&mut self, text: &str, reason: Reason, candidates: Vec<String>) {
        if !text.is_empty() {
            self.done.unresolved.push(Unresolved { text: text.to_owned(), reason, candidates });
        }
    }

    /// "never mind, just a coffee": all that was said before goes.
    fn starts_again(&mut self, said: &Said) {
        let adds = said.statements.iter().any(|statement| matches!(statement, Statement::Add(_)));
        let again = said.cues.contains(&Cue::NeverMind) && said.just && adds;
        if again && self.cx.question_line().is_none() && self.cx.order.is_none_or(|order| !order.lines().is_empty()) {
            self.done.ops.push(Op::Clear);
        }
    }

    fn add(&mut self, draft: &Draft) {
        if draft.entries.is_empty() {
            return self.add_again(draft.quantity);
        }
        if let Some(entry) = self.one(draft) {
            if self.fills_slot(entry, draft) {
                return;
            }
            let line = self.new_line(entry, draft);
            self.done.ops.push(Op::Add(line));
        }
    }

    /// "another one": a line equal to the one last mentioned.
    fn add_again(&mut self, quantity: Option<u32>) {
        let Some(line) = self.cx.referent() else {
            self.unresolved("another one", Reason::Ambiguous, Vec::new());
            return;
        };
        self.done.ops.push(Op::Add(NewLine {
            item: line.item.clone(),
            combo: line.combo.clone(),
            size: line.size.clone(),
            quantity: quantity.unwrap_or(1),
            modifiers: line.modifiers.clone(),
            components: line
                .components
                .iter()
                .map(|component| ComponentPick {
                    slot: component.slot.clone(),
                    item: component.item.clone(),
                    size: component.size.clone(),
                    modifiers: component.modifiers.clone(),
                })
                .collect(),
        }));
    }

    /// The one entry that is meant; asks if several are.
    fn one(&mut self, draft: &Draft) -> Option<Entry> {
        let meant = self.meant(&draft.entries, &draft.details, draft.combo);
        match meant.as_slice() {
            [entry] => Some(*entry),
            several => {
                let mut candidates: Vec<String> = Vec::new();
                for entry in several {
                    let id = self.cx.item(*entry).id.to_string();
                    if !candidates.contains(&id) {
                        candidates.push(id);
                    }
                }
                self.unresolved(&draft.text, Reason::Ambiguous, candidates);
                None
            }
        }
    }

    /// The entries that can have most of what was said of them.
    fn meant(&self, entries: &[Entry], details: &Details, combo: bool) -> Vec<Entry> {
        if let [_] = entries {
            return entries.to_vec();
        }
        let asked: Vec<Entry> = match self.cx.question {
            Some(question) if question.kind == QuestionKind::WhichItem || question.kind == QuestionKind::Replacement => {
                let offered = |entry: &Entry| question.candidates.iter().any(|id| *id == *self.cx.item(*entry).id.as_str());
                entries.iter().copied().filter(offered).collect()
            }
            _ => Vec::new(),
        };
        let entries = if asked.is_empty() { entries } else { &asked };
        let fit = |entry: &Entry| {
            let item = self.cx.item(*entry);
            let size = details.size.as_ref().is_none_or(|(sizes, _)| match entry {
                Entry::Item(_) => sizes.iter().any(|size| item.size(size).is_some()),
                Entry::Combo(at) => sizes.iter().any(|size| self.cx.menu.combos[*at].size(size).is_some()),
            });
            let picks = details
                .picks
                .iter()
                .filter(|pick| self.cx.index.allows(self.cx.index.main(*entry), &pick.modifiers))
                .count();
            let of_combo = match entry {
                Entry::Item(at) => !combo || self.cx.combo_of(*at).is_some(),
                Entry::Combo(_) => combo,
            };
            usize::from(size) + picks + usize::from(of_combo)
        };
        let most = entries.iter().map(fit).max().unwrap_or_default();
        let meant: Vec<Entry> = entries.iter().copied().filter(|entry| fit(entry) == most).collect();
        let items: Vec<Entry> = meant.iter().copied().filter(|entry| matches!(entry, Entry::Item(_))).collect();
        if items.is_empty() { meant } else { items }
    }

    fn new_line(&mut self, entry: Entry, draft: &Draft) -> NewLine {
        let item = self.cx.item(entry);
        let combo = self.cx.combo(entry, draft.combo);
        let mut line = NewLine::of(item.id.clone());
        line.combo = combo.map(|combo| combo.id.clone());
        line.quantity = draft.quantity.unwrap_or(1);
        let main = self.cx.index.main(entry);
        let mut parts = draft.parts.clone();
        line.size = self.size(main, combo, &draft.details, &mut parts);
        line.modifiers = self.picks(main, &draft.details);
        if let Some(combo) = combo {
            line.components = self.components(combo, &parts);
        }
        line
    }

    fn components(&mut self, combo: &Combo, parts: &[Part]) -> Vec<ComponentPick> {
        let mut components: Vec<ComponentPick> = Vec::new();
        for part in parts {
            let meant = self.meant(&part.entries, &part.details, false);
            let Some(Entry::Item(at)) = meant.first().copied() else { continue };
            let item = &self.cx.menu.items[at];
            let free = combo.slots.iter().find(|slot| {
                slot.category == item.category && components.iter().all(|component| component.slot != slot.id)
            });
            let Some(slot) = free else { continue };
            let size = self.size(at, None, &part.details, &mut []);
            let modifiers = self.picks(at, &part.details);
            components.push(ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers });
        }
        components
    }

    /// The size of a line; names it as not allowed where there is none such.
    fn size(&mut self, item: usize, combo: Option<&Combo>, details: &Details, parts: &mut [Part]) -> Option<SizeId> {
        let (sizes, text) = details.size.as_ref()?;
        let item = &self.cx.menu.items[item];
        let found = match combo {
            Some(combo) if !combo.sizes.is_empty() => sizes.iter().find(|size| combo.size(size).is_some()),
            Some(_) | None => sizes.iter().find(|size| item.size(size).is_some()),
        };
        if let Some(size) = found {
            return Some(size.clone());
        }
        if let Some(part) = parts.iter_mut().find(|part| part.details.size.is_none()) {
            part.details.size.clone_from(&details.size);
            return None;
        }
        self.unresolved(text, Reason::NotAllowed, Vec::new());
        None
    }

    /// The modifiers of an item; names those that it cannot have, asks about those that contradict each other.
    fn picks(&mut self, item_at: usize, details: &Details) -> Vec<ModifierPick> {
        let item = &self.cx.menu.items[item_at];
        let mut picks: Vec<(ModifierPick, String)> = Vec::new();
        if details.plain || !details.without.is_empty() {
            for (group, modifier) in &item.included {
                let meant = details.plain
                    || details.without.iter().any(|at| self.cx.menu.modifier_groups[*at].id == *group);
                if meant {
                    let pick = ModifierPick {
                        group: group.clone(),
                        modifier: modifier.clone(),
                        amount: Amount::No,
                        quantity: 1,
                    };
                    picks.push((pick, String::new()));
                }
            }
        }
        let mut contradicted: Vec<usize> = Vec::new();
        for said in &details.picks {
            let Some(pick) = self.pick(item_at, said) else {
                self.unresolved(&said.text, Reason::NotAllowed, Vec::new());
                continue;
            };
            let known = picks.iter().position(|(known, _)| known.group == pick.group && known.modifier == pick.modifier);
            let Some(known) = known else {
                picks.push((pick, words(said)));
                continue;
            };
            let (before, text) = &mut picks[known];
            let contradicts = (before.amount == Amount::No) != (pick.amount == Amount::No);
            if contradicts && !said.corrects && !text.is_empty() {
                *text = format!("{text} {}", words(said));
                contradicted.push(known);
            } else {
                *before = pick;
            }
        }
        for known in &contradicted {
            let (pick, text) = picks[*known].clone();
            self.unresolved(&text, Reason::Ambiguous, vec![pick.modifier.to_string()]);
        }
        let kept = picks.into_iter().enumerate().filter(|(at, _)| !contradicted.contains(at));
        kept.map(|(_, (pick, _))| pick).collect()
    }

    fn pick(&self, item_at: usize, said: &Pick) -> Option<ModifierPick> {
        let groups = self.cx.index.groups(item_at);
        let (group_at, at) = groups
            .iter()
            .find_map(|group| said.modifiers.iter().find(|(of, _)| of == group))
            .copied()?;
        let group = &self.cx.menu.modifier_groups[group_at];
        let modifier = &group.modifiers[at];
        let item = &self.cx.menu.items[item_at];
        let amount = match said.carried {
            // "no onions and pickles": none of what comes with it, but more of what does not.
            Some(carried) if item.included.is_empty() || item.includes(&group.id, &modifier.id) => carried,
            _ => said.amount,
        };
        Some(ModifierPick { group: group.id.clone(), modifier: modifier.id.clone(), amount, quantity: said.quantity })
    }

    /// Whether the item is what a combo on the order still misses: then it fills its slot.
    fn fills_slot(&mut self, entry: Entry, draft: &Draft) -> bool {
        let Entry::Item(at) = entry else { return false };
        let item = &self.cx.menu.items[at];
        let asked = self.cx.question_line();
        let lines = asked.into_iter().chain(self.cx.order.into_iter().flat_map(Order::lines));
        for line in lines {
            let Some(combo) = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id)) else { continue };
            let is_asked = asked.is_some_and(|asked| asked.line_id == line.line_id);
            let slot = combo.slots.iter().find(|slot| {
                slot.category == item.category
                    && line.missing.iter().any(|missing| match missing {
                        Missing::Slot(id) => *id == slot.id,
                        Missing::SlotSize(id) | Missing::SlotGroup(id, _) => *id == slot.id && is_asked,
                        Missing::Size | Missing::Group(_) => false,
                    })
            });
            let Some(slot) = slot else { continue };
            let size = self.size(at, None, &draft.details, &mut []);
            let modifiers = self.picks(at, &draft.details);
            let mut modification = Modification::of(Target::Line { line_id: line.line_id });
            modification.components =
                vec![ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers }];
            self.done.ops.push(Op::Modify(modification));
            return true;
        }
        false
    }

    fn change(&mut self, change: &Change) {
        if let Subject::Each = change.subject {
            return self.change_each(change);
        }
        let Some(target) = self.target(&change.subject) else { return };
        let line = self.cx.line(&change.subject);
        if let Some(with) = &change.with {
            return self.replace(target, line, with);
        }
        let mut modification = Modification::of(target);
        modification.quantity = change.quantity;
        modification.split = change.split;
        let item = line.and_then(|line| self.cx.position(&line.item)).or(match &change.subject {
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
        let empty = Modification::of(modification.target.clone());
        let empty = Modification { split: modification.split, ..empty };
        if modification != empty {
            self.done.ops.push(Op::Modify(modification));
        }
    }

    /// Sizes and modifiers of a change: of the line, or of what is in its slots.
    fn describe(
        &mut self,
        modification: &mut Modification,
        line: Option<&Line>,
        item: Option<usize>,
        combo: Option<&Combo>,
        details: &Details,
    ) {
        let Some(item) = item else {
            modification.size = details.size.as_ref().and_then(|(sizes, _)| sizes.first().cloned());
            modification.modifiers = details.picks.iter().filter_map(|pick| self.any_pick(pick)).collect();
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
                let size = self.cx.menu.item(&component.item).and_then(|item| {
                    sizes.iter().find(|size| item.size(size).is_some()).cloned()
                });
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
    }

    /// A modifier of an item that is not known.
    fn any_pick(&self, said: &Pick) -> Option<ModifierPick> {
        let (group, at) = said.modifiers.first()?;
        let group = &self.cx.menu.modifier_groups[*group];
        Some(ModifierPick {
            group: group.id.clone(),
            modifier: group.modifiers[*at].id.clone(),
            amount: said.carried.unwrap_or(said.amount),
            quantity: said.quantity,
        })
    }

    /// "no onions on both of them": each line that can have it.
    fn change_each(&mut self, change: &Change) {
        let lines: Vec<&Line> = self.cx.order.into_iter().flat_map(Order::lines).collect();
        let fitting = lines.into_iter().filter(|line| {
            self.cx.position(&line.item).is_some_and(|item| {
                change.details.picks.iter().all(|pick| self.cx.index.allows(item, &pick.modifiers))
            })
        });
        for line in fitting.collect::<Vec<_>>() {
            self.change(&Change { subject: Subject::Line(line.line_id), ..change.clone() });
        }
    }

    fn replace(&mut self, target: Target, line: Option<&Line>, with: &Draft) {
        let Some(entry) = self.one(with) else { return };
        let same = line.is_some_and(|line| line.item == self.cx.item(entry).id && with.quantity.is_some());
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

    fn remove(&mut self, subject: &Subject, quantity: Option<u32>) {
        if let Some(target) = self.target(subject) {
            self.done.ops.push(Op::Remove { target, quantity });
        }
    }

    fn target(&self, subject: &Subject) -> Option<Target> {
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
            Subject::Each => return None,
        })
    }

    /// A bare number or place, as the answer that the open question waits for.
    fn answers(&mut self, said: &Said) {
        let Some(question) = self.cx.question else { return };
        if !self.done.ops.is_empty() {
            return;
        }
        let offered = |place: u32| match place {
            0 => question.candidates.last(),
            place => question.candidates.get(place as usize - 1),
        };
        match (question.kind, said.number, said.ordinal) {
            (QuestionKind::HowMany, Some(number), _) => {
                let item = question.candidates.first().and_then(|id| self.item_of(id));
                match (question.line_id, item) {
                    (Some(line_id), _) => {
                        let mut modification = Modification::of(Target::Line { line_id });
                        modification.quantity = Some(number);
                        self.done.ops.push(Op::Modify(modification));
                    }
                    (None, Some(item)) => {
                        let mut line = NewLine::of(item);
                        line.quantity = number;
                        self.done.ops.push(Op::Add(line));
                    }
                    (None, None) => {
                        let mut modification = Modification::of(Target::REFERENT);
                        modification.quantity = Some(number);
                        self.done.ops.push(Op::Modify(modification));
                    }
                }
            }
            (QuestionKind::WhichItem | QuestionKind::Replacement, number, ordinal) => {
                let chosen = ordinal.or(number).and_then(offered).and_then(|id| self.item_of(id));
                if let Some(item) = chosen {
                    self.done.ops.push(Op::Add(NewLine::of(item)));
                }
            }
            _ => {}
        }
    }

    fn item_of(&self, id: &str) -> Option<ItemId> {
        self.cx.menu.item(&ItemId::from(id)).map(|item| item.id.clone())
    }

    /// "a drink", without an item of the category: which one?
    fn categories(&mut self, said: &Said) {
        if !said.questions.is_empty() {
            return;
        }
        for (text, at) in &said.categories {
            let category = &self.cx.menu.categories[*at].id;
            let of_it = |entry: &Entry| self.cx.item(*entry).category == *category;
            let named = said.statements.iter().any(|statement| match statement {
                Statement::Add(draft) => {
                    draft.entries.iter().any(of_it) || draft.parts.iter().any(|part| part.entries.iter().any(of_it))
                }
                Statement::Change(change) => change.with.iter().any(|draft| draft.entries.iter().any(of_it)),
                Statement::Remove { .. } | Statement::Clear | Statement::Nothing => true,
            });
            if !named {
                let items = self.cx.menu.items_in(category).map(|item| item.id.to_string()).collect();
                self.unresolved(text, Reason::Ambiguous, items);
            }
        }
    }
}

/// A modifier as it was said.
fn words(pick: &Pick) -> String {
    match pick.amount {
        Amount::Regular => pick.text.clone(),
        Amount::No => format!("no {}", pick.text),
        Amount::Extra => format!("extra {}", pick.text),
        Amount::Light => format!("light {}", pick.text),
        Amount::Side => format!("{} on the side", pick.text),
    }
}
