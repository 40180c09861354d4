//! What a clause is about: the items, combos, choices and categories that it names, each with its size and its changes.

use fsm::ids::SizeId;
use fsm::menu::Size;
use fsm::order::{Amount, ModifierPick};
use fsm::query::{Select, Subject};

use crate::asking::Cx;
use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::spans::Span;
use crate::index::{Entry, ModifierAt};
use crate::words::words;

/// What a clause is about.
#[derive(Debug, Default)]
pub(crate) struct Things {
    pub(crate) subjects: Vec<Subject>,
    /// The items and combos among them.
    pub(crate) entries: Vec<Entry>,
    /// Sizes that belong to nothing that is named.
    pub(crate) sizes: Vec<SizeId>,
    /// Sorts of things, as the menu calls them.
    pub(crate) kinds: Vec<String>,
    /// Where modifiers begin that were put to an item.
    pub(crate) attached: Vec<usize>,
}

impl Things {
    /// What is named, each with its size and its changes.
    pub(crate) fn of(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Self> {
        let mut things = Self::default();
        let mut before: Vec<(usize, Vec<ModifierAt>)> = Vec::new();
        let mut sizes: Vec<SizeId> = Vec::new();
        for mention in clause.tagged(&[Tag::Base]) {
            let span = &mention.span;
            let named = names::one(cx, span).or_else(|| names::part(cx, span, &[]));
            match named {
                Some(Named::Sizes(some)) => sizes = some,
                Some(Named::Modifiers(some)) => before.push((span.start, some)),
                Some(Named::Entries(entries)) => {
                    let size = sizes.iter().find(|size| {
                        entries.iter().any(|entry| cx.index.has_size(cx.menu, *entry, &[(*size).clone()]))
                    });
                    let size = size.cloned().or_else(|| things.counted(cx, clause, span, &entries));
                    if size.is_some() {
                        sizes.clear();
                    }
                    for entry in entries {
                        things.add(cx, entry, size.as_ref(), &before);
                    }
                    before.clear();
                }
                Some(Named::Category(at)) => {
                    let category = cx.menu.categories[at].id.clone();
                    things.subjects.push(Subject::Category { category });
                }
                Some(Named::Categories(all)) => {
                    let ids = all.iter().map(|at| cx.menu.categories[*at].id.clone());
                    things.subjects.extend(ids.map(|category| Subject::Category { category }));
                }
                Some(Named::Kind(kind)) => things.kinds.push(kind),
                Some(Named::Group(at)) => {
                    let group = cx.menu.modifier_groups[at].id.clone();
                    things.subjects.push(Subject::Group { group });
                }
                None => return None,
            }
        }
        let has_items = !things.entries.is_empty();
        if has_items && !things.kinds.is_empty() {
            return None;
        }
        if clause.on_something && clause.select == Some(Select::Price) && !before.is_empty() {
            things.of_what_it_is_on(cx, &before);
            return Some(things);
        }
        for (_, modifiers) in before.drain(..) {
            if has_items && things.attach(cx, &modifiers, Amount::Regular) {
                continue;
            }
            things.subjects.extend(modifiers.iter().map(|one| modifier(cx, *one)));
        }
        if let Some(size) = sizes.first().filter(|_| has_items)
            && (clause.select.is_some() || clause.served)
            && things.resize(cx, size)
        {
            sizes.clear();
        }
        things.sizes = sizes;
        things.name_by_size(cx);
        things.attach_said(cx, clause);
        Some(things)
    }

    fn add(&mut self, cx: Cx<'_>, entry: Entry, size: Option<&SizeId>, before: &[(usize, Vec<ModifierAt>)]) {
        let fits = |size: &&SizeId| cx.index.has_size(cx.menu, entry, &[(*size).clone()]);
        let size = size.filter(fits).cloned();
        self.entries.push(entry);
        self.subjects.push(match entry {
            Entry::Item(at) => {
                let item = cx.menu.items[at].id.clone();
                let had = before.iter().filter_map(|(_, some)| of_item(cx, at, some));
                let modifiers = had.map(|one| pick(cx, one, Amount::Regular)).collect();
                Subject::Item { item, size, modifiers }
            }
            Entry::Combo(at) => Subject::Combo { combo: cx.menu.combos[at].id.clone(), size },
        });
    }

    /// Puts "with bacon" to the last item, where something else is asked of it.
    fn attach_said(&mut self, cx: Cx<'_>, clause: &Clause<'_>) {
        let asks_more = clause.select.is_some()
            || clause.tagged(&[Tag::Has, Tag::Free]).next().is_some()
            || !clause.diets.is_empty()
            || clause.hot.is_some()
            || clause.caffeine.is_some();
        let entries = self.entries.clone();
        if entries.is_empty() || !asks_more {
            return;
        }
        for mention in clause.tagged(&[Tag::With, Tag::Without]) {
            let amount = if mention.tag == Tag::With { Amount::Regular } else { Amount::No };
            if let Some(Named::Modifiers(some)) = names::part(cx, &mention.span, &entries)
                && self.attach(cx, &some, amount)
            {
                self.attached.push(mention.span.start);
            }
        }
    }

    /// "bacon on a hamburger": its price, as that item has it.
    fn of_what_it_is_on(&mut self, cx: Cx<'_>, before: &[(usize, Vec<ModifierAt>)]) {
        let items: Vec<usize> = self.entries.iter().map(|entry| cx.index.main(*entry)).collect();
        let has =
            |one: &&ModifierAt| items.is_empty() || items.iter().any(|item| cx.index.allows(*item, &[**one]));
        let had = before.iter().flat_map(|(_, some)| some).filter(has);
        self.subjects = had.map(|one| modifier(cx, *one)).collect();
        self.entries.clear();
    }

    /// "eight gyoza": a number may be the name of a size.
    fn counted(&self, cx: Cx<'_>, clause: &Clause<'_>, span: &Span<'_>, of: &[Entry]) -> Option<SizeId> {
        let (_, number) = clause.numbers.iter().find(|(end, _)| *end == span.start)?;
        let fold = number.to_string();
        let sizes = of.iter().flat_map(|entry| match entry {
            Entry::Item(at) => cx.menu.items[*at].sizes(),
            Entry::Combo(at) => &cx.menu.combos[*at].sizes,
        });
        let is_it = |size: &&Size| words(&size.name).iter().any(|word| cx.language.fold(word) == fold);
        sizes.into_iter().find(is_it).map(|size| size.id.clone())
    }

    /// "the twenty piece": the only item that comes so.
    fn name_by_size(&mut self, cx: Cx<'_>) {
        if !self.subjects.is_empty() || self.sizes.is_empty() {
            return;
        }
        let items = (0..cx.menu.items.len()).map(Entry::Item);
        let mut having = items.filter(|item| cx.index.has_size(cx.menu, *item, &self.sizes));
        if let (Some(only), None) = (having.next(), having.next()) {
            let sizes = std::mem::take(&mut self.sizes);
            let size =
                sizes.iter().find(|size| cx.index.has_size(cx.menu, only, &[(*size).clone()])).cloned();
            self.add(cx, only, size.as_ref(), &[]);
        }
    }

    fn attach(&mut self, cx: Cx<'_>, some: &[ModifierAt], amount: Amount) -> bool {
        let mut fits = false;
        for subject in &mut self.subjects {
            let Subject::Item { item, modifiers, .. } = subject else { continue };
            let at = cx.menu.items.iter().position(|known| known.id == *item);
            if let Some(one) = at.and_then(|at| of_item(cx, at, some)) {
                modifiers.push(pick(cx, one, amount));
                fits = true;
            }
        }
        fits
    }

    /// Puts what a clause says to items that were named before; `false` if none of them can have it.
    pub(crate) fn change(cx: Cx<'_>, of: &mut Vec<Subject>, clause: &Clause<'_>) -> bool {
        let item = |subject: &Subject| match subject {
            Subject::Item { item, .. } => cx.menu.items.iter().position(|known| known.id == *item),
            _ => None,
        };
        let entries: Vec<Entry> = of.iter().filter_map(item).map(Entry::Item).collect();
        let mut things = Self { subjects: std::mem::take(of), ..Self::default() };
        let mut changed = false;
        for mention in clause.mentions.iter().filter(|mention| allergens(&mention.span).is_empty()) {
            let amount = if mention.tag == Tag::Without { Amount::No } else { Amount::Regular };
            if let Some(Named::Modifiers(some)) = names::part(cx, &mention.span, &entries) {
                changed |= things.attach(cx, &some, amount);
            }
        }
        *of = things.subjects;
        changed
    }

    fn resize(&mut self, cx: Cx<'_>, to: &SizeId) -> bool {
        let mut fits = false;
        for (subject, entry) in self.subjects.iter_mut().zip(&self.entries) {
            if cx.index.has_size(cx.menu, *entry, std::slice::from_ref(to))
                && let Subject::Item { size, .. } | Subject::Combo { size, .. } = subject
            {
                *size = Some(to.clone());
                fits = true;
            }
        }
        fits
    }

    /// "the burger combo": the combos of the items.
    pub(crate) fn as_combos(&mut self, cx: Cx<'_>) {
        let mains: Vec<usize> = self.entries.iter().map(|entry| cx.index.main(*entry)).collect();
        if mains.is_empty() || self.entries.iter().any(|entry| matches!(entry, Entry::Combo(_))) {
            return;
        }
        let has_main = |at: &usize| mains.contains(&cx.index.main(Entry::Combo(*at)));
        let combos: Vec<usize> = (0..cx.menu.combos.len()).filter(has_main).collect();
        if !combos.is_empty() {
            self.subjects = combos.iter().map(|at| Subject::combo(&cx.menu.combos[*at].id)).collect();
            self.entries = combos.into_iter().map(Entry::Combo).collect();
        }
    }
}

fn of_item(cx: Cx<'_>, item: usize, some: &[ModifierAt]) -> Option<ModifierAt> {
    some.iter().copied().find(|one| cx.index.allows(item, &[*one]))
}

fn pick(cx: Cx<'_>, (group, at): ModifierAt, amount: Amount) -> ModifierPick {
    let of = &cx.menu.modifier_groups[group];
    ModifierPick { group: of.id.clone(), modifier: of.modifiers[at].id.clone(), amount, quantity: 1 }
}

fn modifier(cx: Cx<'_>, (group, at): ModifierAt) -> Subject {
    let of = &cx.menu.modifier_groups[group];
    Subject::Modifier { group: of.id.clone(), modifier: of.modifiers[at].id.clone() }
}
