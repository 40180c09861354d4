//! From what was said to operations: settles which entry is meant, what it can have, and what the open question and
//! the order say about it.

mod answers;
mod changes;
mod lines;
mod parts;
mod picks;

use fsm::dialogue::ActKind;
use fsm::ids::{GroupId, ItemId, ModifierId, SizeId};
use fsm::machine::Question;
use fsm::menu::{Combo, Item, Menu, Size};
use fsm::order::{Amount, Line, Missing, Modification, NewLine, Op, Order, Reason, Target, Unresolved};

use crate::Utterance;
use crate::index::{Entry, Index, ModifierAt};
use crate::reading::said::{Details, Pick, Said, SaidLine, Statement, Subject};
use crate::tokens;

/// What an utterance does to the order.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) ops: Vec<Op>,
    pub(crate) unresolved: Vec<Unresolved>,
}

/// What helps to settle what was said.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) menu: &'a Menu,
    pub(crate) index: &'a Index,
    pub(crate) order: Option<&'a Order>,
    pub(crate) question: Option<&'a Question>,
    /// Whether the order was read back, and a yes or what is wrong with it is expected.
    pub(crate) read_back: bool,
    /// The item that was offered.
    pub(crate) offered: Option<&'a ItemId>,
    /// What was said of the item that the open question is about.
    pub(crate) kept: Option<&'a SaidLine>,
}

impl<'a> Context<'a> {
    /// What helps with an utterance, before anything of it is read.
    pub(crate) fn of(utterance: Utterance<'a>) -> Self {
        Self {
            menu: &utterance.book.menu,
            index: &utterance.book.index,
            order: utterance.order,
            question: utterance.question,
            read_back: utterance.is_after_a_summary(),
            offered: None,
            kept: None,
        }
    }
}

/// Settles what was said.
pub(crate) fn resolve(cx: Context<'_>, said: &Said) -> Resolved {
    let mut resolver = Resolver { cx, done: Resolved::default() };
    resolver.starts_again(said);
    for statement in &said.statements {
        match statement {
            Statement::Add(draft) => resolver.add(draft),
            Statement::Change(change) => resolver.change(change),
            Statement::Remove { subject, quantity } => resolver.remove(subject, *quantity),
            Statement::Clear if resolver.done.ops.last() == Some(&Op::Clear) => {}
            Statement::Clear => resolver.done.ops.push(Op::Clear),
            Statement::Nothing => {}
        }
    }
    resolver.answers(said);
    for (text, entries) in &said.strange {
        let candidates = entries.iter().map(|entry| cx.item(*entry).id.to_string()).collect();
        resolver.unresolved(text, Reason::NotOnMenu, candidates);
    }
    for text in &said.told {
        resolver.unresolved(text, Reason::NotAllowed, Vec::new());
    }
    resolver.categories(said);
    resolver.done
}

impl<'a> Context<'a> {
    fn item(&self, entry: Entry) -> &'a Item {
        &self.menu.items[self.index.main(entry)]
    }

    /// The line that the open question is about.
    pub(crate) fn question_line(&self) -> Option<&'a Line> {
        self.order?.line(self.question?.line_id?)
    }

    /// The sizes that a line can have: its combo's, or else its item's.
    pub(crate) fn sizes(&self, line: &Line) -> &'a [Size] {
        let combo = line.combo.as_ref().and_then(|id| self.menu.combo(id)).map(|combo| &combo.sizes[..]);
        let own = || self.menu.item(&line.item).map_or(&[][..], Item::sizes);
        combo.filter(|sizes| !sizes.is_empty()).unwrap_or_else(own)
    }

    /// The only size of a line that has a number in its name: "sixteen", of a 12 ounce and a 16 ounce cup.
    pub(crate) fn size_called(&self, line: &Line, number: u32) -> Option<SizeId> {
        self.called_by(self.sizes(line), number)
    }

    /// The only one of some sizes that has a number in its name.
    pub(crate) fn called_by(&self, sizes: &[Size], number: u32) -> Option<SizeId> {
        let (language, said) = (self.index.language(), number.to_string());
        let is_called_so =
            |size: &&Size| tokens::tokenize(language, &size.name).iter().any(|word| word.fold == said);
        let mut called = sizes.iter().filter(is_called_so);
        called.next().filter(|_| called.next().is_none()).map(|size| size.id.clone())
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
                let mut lines = self
                    .order?
                    .lines()
                    .iter()
                    .filter(|line| entries.iter().any(|entry| line.item == self.item(*entry).id));
                match ordinal {
                    None => lines.next(),
                    Some(0) => lines.next_back(),
                    Some(ordinal) => lines.nth(*ordinal as usize - 1),
                }
            }
            Subject::Place(0) => self.order?.lines().last(),
            Subject::Place(place) => self.order?.lines().get(*place as usize - 1),
            Subject::All { .. } => None,
        }
    }

    /// Whether a line has a choice, chosen or by itself.
    pub(crate) fn has(&self, line: &Line, (group, at): ModifierAt) -> bool {
        let group = &self.menu.modifier_groups[group];
        let modifier = &group.modifiers[at].id;
        let own = line.modifiers.iter().find(|own| own.group == group.id && own.modifier == *modifier);
        let comes = || self.menu.item(&line.item).is_some_and(|item| item.includes(&group.id, modifier));
        own.map_or_else(comes, |own| own.amount != Amount::No)
    }

    /// What is denied without a name is denied of the newest line that has it, where the line last mentioned does not.
    fn denied(&self, subject: &Subject, picks: &[Pick]) -> Option<Subject> {
        let only_denies = self.question.is_none()
            && !picks.is_empty()
            && picks.iter().all(|pick| pick.amount == Amount::No);
        let has = |line: &Line| picks.iter().flat_map(|pick| &pick.modifiers).any(|at| self.has(line, *at));
        let part_has = |line: &Line| line.components.iter().any(|part| !part.modifiers.is_empty());
        let last = self.line(subject).filter(|_| only_denies && *subject == Subject::Referent)?;
        let mut others = self.order?.lines().iter().rev().filter(|line| has(line));
        if has(last) || part_has(last) {
            return None;
        }
        others.next().map(|line| Subject::Line(line.line_id))
    }

    /// What is said without a name is about the line last mentioned, or else about the newest line that can have it.
    fn able(&self, subject: &Subject, picks: &[Pick]) -> Option<Subject> {
        let able = |line: &&Line| {
            let of_item = |id: &ItemId| {
                self.position(id)
                    .is_some_and(|item| picks.iter().all(|pick| self.index.allows(item, &pick.modifiers)))
            };
            of_item(&line.item) || line.components.iter().any(|component| of_item(&component.item))
        };
        if *subject != Subject::Referent || picks.is_empty() || self.line(subject).as_ref().is_none_or(able) {
            return None;
        }
        let line = self.order?.lines().iter().rev().find(|line| able(line))?;
        Some(Subject::Line(line.line_id))
    }

    /// "make it ten piece" is about the line of the only thing that comes in such a size, if the line last mentioned does not.
    fn able_by_size(&self, subject: &Subject, details: &Details) -> Option<Subject> {
        let (sizes, _) = details.size.as_ref()?;
        let comes_in_it = |item: &&Item| sizes.iter().any(|size| item.size(size).is_some());
        if self.menu.items.iter().filter(comes_in_it).count() != 1 {
            return None;
        }
        let able = |line: &&Line| self.menu.item(&line.item).as_ref().is_some_and(comes_in_it);
        if *subject != Subject::Referent || self.line(subject).as_ref().is_none_or(able) {
            return None;
        }
        let mut lines = self.order?.lines().iter().filter(able);
        lines.next().filter(|_| lines.next().is_none()).map(|line| Subject::Line(line.line_id))
    }

    /// "make it a combo" is about the newest line that can be one, if the line last mentioned cannot.
    fn able_as_combo(&self, subject: &Subject) -> Option<Subject> {
        let able = |line: &&Line| self.menu.combos.iter().any(|combo| combo.main == line.item);
        if *subject != Subject::Referent || self.line(subject).as_ref().is_none_or(able) {
            return None;
        }
        let mut lines = self.order?.lines().iter().rev();
        lines.find(|line| line.combo.is_none() && able(line)).map(|line| Subject::Line(line.line_id))
    }

    pub(crate) fn position(&self, id: &ItemId) -> Option<usize> {
        self.menu.items.iter().position(|item| item.id == *id)
    }

    /// Where a modifier stands in the menu.
    pub(crate) fn modifier_at(&self, group: &GroupId, modifier: &ModifierId) -> Option<ModifierAt> {
        let at = self.menu.modifier_groups.iter().position(|own| own.id == *group)?;
        let place = self.menu.modifier_groups[at].modifiers.iter().position(|own| own.id == *modifier)?;
        Some((at, place))
    }

    /// The items of a category.
    pub(crate) fn items_of(&self, category: usize) -> impl Iterator<Item = Entry> + use<'a> {
        items_of(self.menu, category)
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

/// The items of a category.
pub(crate) fn items_of(menu: &Menu, category: usize) -> impl Iterator<Item = Entry> + use<'_> {
    let id = &menu.categories[category].id;
    let items = menu.items.iter().enumerate();
    items.filter(move |(_, item)| item.category == *id).map(|(at, _)| Entry::Item(at))
}

struct Resolver<'a> {
    cx: Context<'a>,
    done: Resolved,
}

impl<'a> Resolver<'a> {
    pub(crate) fn unresolved(&mut self, text: &str, reason: Reason, candidates: Vec<String>) {
        let known = self.done.unresolved.iter().any(|part| part.text == text && part.reason == reason);
        if !text.is_empty() && !known {
            self.done.unresolved.push(Unresolved {
                text: text.to_owned(),
                reason,
                candidates,
                quantity: None,
            });
        }
    }

    /// "never mind, just a coffee": clears the order.
    pub(crate) fn starts_again(&mut self, said: &Said) {
        let adds = said.statements.iter().any(|statement| matches!(statement, Statement::Add(_)));
        let again = said.has(ActKind::NeverMind) && said.just && adds;
        if again
            && self.cx.question_line().is_none()
            && self.cx.order.is_none_or(|order| !order.lines().is_empty())
        {
            self.done.ops.push(Op::Clear);
        }
    }

    pub(crate) fn add(&mut self, draft: &SaidLine) {
        // "zero cokes" is none to add.
        if draft.quantity == Some(0) {
            return;
        }
        if draft.entries.is_empty() {
            return self.add_again(draft.quantity);
        }
        if self.picks_option(draft) || draft.for_part && self.becomes_part(draft) {
            return;
        }
        if let Some(entry) = self.one(draft) {
            if self.fills_slot(entry, draft) {
                return;
            }
            let line = match self.kept(entry) {
                Some((entry, kept)) => {
                    let mut whole = draft.clone();
                    whole.complete(kept);
                    self.new_line(entry, &whole)
                }
                None => self.new_line(entry, draft),
            };
            if let Some(size) = self.completes(&line).filter(|_| !draft.another) {
                self.done.ops.push(Op::Modify(size));
                return;
            }
            self.done.ops.push(Op::Add(line));
        }
    }

    /// "a large lemonade" while one on the order misses its size: completes that line.
    fn completes(&self, new: &NewLine) -> Option<Modification> {
        let mut lines = self.cx.order?.lines().iter();
        let line = lines.find(|line| {
            let whole = line.item == new.item && line.combo == new.combo && line.quantity == new.quantity;
            whole && line.missing.contains(&Missing::Size)
        })?;
        let mut change = Modification::of(Target::Line { line_id: line.line_id });
        let taken = |op: &Op| matches!(op, Op::Modify(known) if known.target == change.target);
        if new.size.is_none() || self.done.ops.iter().any(taken) {
            return None;
        }
        change.size.clone_from(&new.size);
        change.modifiers.clone_from(&new.modifiers);
        change.components.clone_from(&new.components);
        Some(change)
    }

    /// "another one": a line equal to the one last mentioned.
    pub(crate) fn add_again(&mut self, quantity: Option<u32>) {
        let Some(line) = self.cx.referent() else {
            self.unresolved("another one", Reason::Ambiguous, Vec::new());
            return;
        };
        self.done.ops.push(Op::Add(NewLine { quantity: quantity.unwrap_or(1), ..NewLine::again(line) }));
    }

    /// "a drink", without an item of the category: which one?
    pub(crate) fn categories(&mut self, said: &Said) {
        if said.asks {
            return;
        }
        for (at, draft) in &said.categories {
            let category = &self.cx.menu.categories[*at].id;
            let of_it = |entry: &Entry| self.cx.item(*entry).category == *category;
            let named = said.statements.iter().any(|statement| match statement {
                Statement::Add(draft) => {
                    draft.entries.iter().any(of_it)
                        || draft.parts.iter().any(|part| part.entries.iter().any(of_it))
                }
                Statement::Change(change) => change.with.iter().any(|draft| draft.entries.iter().any(of_it)),
                Statement::Remove { .. } | Statement::Clear | Statement::Nothing => true,
            });
            if !named {
                let items: Vec<Entry> = self.cx.items_of(*at).collect();
                let meant = self.meant(&items, &draft.details, false);
                let meant = meant.iter().map(|entry| self.cx.item(*entry).id.to_string()).collect();
                self.unresolved(&draft.phrase, Reason::Ambiguous, meant);
            }
        }
    }
}
