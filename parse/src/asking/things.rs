//! What a clause is about: the items, combos, choices and categories that it names, each with its size and its changes.

mod around;

use fsm::ids::SizeId;
use fsm::menu::Size;
use fsm::order::{Amount, Line, ModifierPick};
use fsm::query::{Filter, Select, Subject};

use self::around::{names_of, of_that_size, size_in_words, with_words_around};
use crate::asking::Cx;
use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::spans::{self, Span};
use crate::index::{Entry, ModifierAt};
use crate::language::Word;
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

/// How many words may stand between "my" and what is called so, and itself.
const WORDS_BEFORE_MAX: usize = 2;

impl Things {
    /// What is named, each with its size and its changes.
    pub(crate) fn of(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Self> {
        let mut things = Self::default();
        let mut before: Vec<(usize, Vec<ModifierAt>)> = Vec::new();
        let mut sizes: Vec<SizeId> = Vec::new();
        // "bacon on a hamburger", "an everything bagel, what's the upcharge": of the choice.
        let of_part = matches!(clause.select, Some(Select::Price | Select::Calories))
            && (clause.on_something || clause.upcharge);
        let is_only = !clause.tagged(&[Tag::Base]).any(|mention| names::is_item(&mention.span));
        for mention in clause.tagged(&[Tag::Base]) {
            let span = &mention.span;
            if let Some(part) = chosen(cx, span) {
                things.subjects.push(part);
                continue;
            }
            let named = names::one(cx, span).or_else(|| names::part(cx, span, &[]));
            let named = named.map(|named| with_words_around(cx, clause, span, named));
            match named.map(|named| of_that_size(cx, span, &sizes, named)) {
                Some(Named::Sizes(some)) if is_only && things.name_by_words(cx, span, &some) => {}
                Some(Named::Sizes(some)) => sizes = some,
                Some(Named::Modifiers(some)) => before.push((span.start, some)),
                Some(Named::Entries(entries)) => {
                    let size = sizes.iter().find(|size| {
                        entries.iter().any(|entry| cx.index.has_size(cx.menu, *entry, &[(*size).clone()]))
                    });
                    let size = size.cloned().or_else(|| things.counted(cx, clause, span, &entries));
                    let size = size.or_else(|| size_in_words(cx, span, &entries));
                    if size.is_some() {
                        sizes.clear();
                    }
                    if let Some(line) = ordered(cx, span, &entries) {
                        things.entries.extend(entries);
                        things.subjects.push(line);
                        continue;
                    }
                    let had = if of_part { &[][..] } else { &before };
                    for entry in entries {
                        things.add(cx, entry, size.as_ref(), had);
                    }
                    if !of_part {
                        before.clear();
                    }
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
        // "tomato soup" is no tomato.
        let is_of_kind = |(group, at): &ModifierAt| {
            let kind = cx.menu.modifier_groups[*group].modifiers[*at].kind.as_ref();
            things.kinds.iter().all(|said| kind == Some(said))
        };
        if !has_items && !before.iter().all(|(_, some)| some.iter().any(is_of_kind)) {
            return None;
        }
        if of_part && !before.is_empty() {
            things.of_what_it_is_on(cx, &before);
            return Some(things);
        }
        for (_, modifiers) in before.drain(..) {
            if has_items && things.attach(cx, &modifiers, Amount::Regular) {
                continue;
            }
            things.subjects.extend(modifiers.iter().map(|one| modifier(cx, *one)));
        }
        let of_items = has_items && (clause.select.is_some() || clause.served);
        if of_items && sizes.iter().any(|size| things.resize(cx, size)) {
            sizes.clear();
        }
        things.sizes = sizes;
        // "is that a medium" asks of what is pointed at.
        if !clause.last {
            things.name_by_size(cx);
        }
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
        let would_be = clause.which && clause.whether && !clause.has_verb;
        let asks_more = clause.select.is_some()
            || would_be
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
        let sizes = of.iter().flat_map(|entry| match entry {
            Entry::Item(at) => cx.menu.items[*at].sizes(),
            Entry::Combo(at) => &cx.menu.combos[*at].sizes,
        });
        sizes.into_iter().find(|size| cx.is_number_of(size, *number)).map(|size| size.id.clone())
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

    /// "does a steamer made with almond milk have nuts": what somebody may not eat is asked of the steamer with that milk.
    pub(crate) fn take_choices(&mut self, cx: Cx<'_>, filters: &mut Vec<Filter>) {
        let of_what_is_in_it = |filter: &Filter| {
            matches!(filter, Filter::Contains { .. } | Filter::FreeOf { .. } | Filter::Diet { .. })
        };
        let [Subject::Item { item, modifiers, .. }] = self.subjects.as_mut_slice() else { return };
        let Some(item) = cx.menu.item(item).filter(|_| filters.iter().any(of_what_is_in_it)) else { return };
        filters.retain(|filter| match filter {
            Filter::With { group, modifier } if item.modifier_groups.contains(group) => {
                let (group, modifier) = (group.clone(), modifier.clone());
                modifiers.push(ModifierPick::of(group, modifier));
                false
            }
            _ => true,
        });
    }

    /// "do you have lengua", where tacos are called so: of the item, and not of a choice of that name.
    pub(crate) fn name_the_item(&mut self, cx: Cx<'_>, span: &Span<'_>) {
        let only_choices = self.subjects.iter().all(|subject| matches!(subject, Subject::Modifier { .. }));
        let Some(phrase) = span.phrase.filter(|_| only_choices) else { return };
        let said: Vec<&str> =
            cx.tokens[span.start..span.end].iter().map(|token| token.fold.as_str()).collect();
        let is_sort = |item: &fsm::menu::Item, word: &String| {
            let category = cx.menu.categories.iter().find(|category| category.id == item.category);
            let sorts = category.map(|category| &category.name).into_iter().chain(&item.kind);
            sorts.flat_map(|sort| words(sort)).any(|sort| cx.language.fold(&sort) == *word)
        };
        let called = phrase.partial.iter().filter(|entry| match entry {
            Entry::Item(at) => cx.index.names(**entry).first().is_some_and(|name| {
                let rest: Vec<&String> = name.iter().filter(|word| !said.contains(&word.as_str())).collect();
                rest.iter().all(|word| is_sort(&cx.menu.items[*at], word))
            }),
            Entry::Combo(_) => false,
        });
        let called: Vec<Entry> = called.copied().collect();
        if !called.is_empty() {
            self.subjects.clear();
            called.into_iter().for_each(|entry| self.add(cx, entry, None, &[]));
        }
    }

    /// "six wings", where only that item's size is called so.
    fn name_by_words(&mut self, cx: Cx<'_>, span: &Span<'_>, sizes: &[SizeId]) -> bool {
        let said: Vec<&str> =
            cx.tokens[span.start..span.end].iter().map(|token| token.fold.as_str()).collect();
        let item_named = |item: &fsm::menu::Item| {
            words(&item.name).iter().any(|word| said.contains(&cx.language.fold(word).as_str()))
        };
        let is_called =
            |size: &&Size| sizes.contains(&size.id) && names_of(cx, size).any(|name| name == said);
        let mut called = cx.menu.items.iter().enumerate().filter_map(|(at, item)| {
            let size = item.sizes().iter().find(is_called)?;
            Some((Entry::Item(at), size.id.clone(), item_named(item)))
        });
        match (called.next(), called.next()) {
            (Some((entry, size, named)), None) if named || said.len() > 1 => {
                self.add(cx, entry, Some(&size), &[]);
                true
            }
            _ => false,
        }
    }

    fn attach(&mut self, cx: Cx<'_>, some: &[ModifierAt], amount: Amount) -> bool {
        let mut fits = false;
        for subject in &mut self.subjects {
            let Subject::Item { item, modifiers, .. } = subject else { continue };
            let at = cx.menu.items.iter().position(|known| known.id == *item);
            if let Some(one) = at.and_then(|at| of_item(cx, at, some)) {
                let pick = pick(cx, one, amount);
                // "And with soy milk", after it was asked with oat milk.
                let takes_its_place = amount != Amount::No && cx.menu.modifier_groups[one.0].max == 1;
                modifiers.retain(|other| !takes_its_place || other.group != pick.group);
                if !modifiers.contains(&pick) {
                    modifiers.push(pick);
                }
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
        // "And peanuts" asks for them, "what if I add an egg" does not.
        let of_price = clause.supposes || clause.select == Some(Select::Price);
        let is_change = |span: &Span<'_>| of_price || allergens(span).is_empty();
        for mention in clause.mentions.iter().filter(|mention| is_change(&mention.span)) {
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

/// "my latte": the last line of it.
fn ordered(cx: Cx<'_>, span: &Span<'_>, entries: &[Entry]) -> Option<Subject> {
    let mine = span.start.saturating_sub(WORDS_BEFORE_MAX)..span.start;
    if !mine.into_iter().any(|at| spans::is_mine(cx, at)) && !spans::becomes_mine(cx, span.end) {
        return None;
    }
    let is_it = |entry: &Entry, line: &Line| match entry {
        Entry::Item(at) => cx.menu.items[*at].id == line.item && line.combo.is_none(),
        Entry::Combo(at) => line.combo.as_ref() == Some(&cx.menu.combos[*at].id),
    };
    let line = cx.utterance.order?.lines().iter().rev();
    let line = line.into_iter().find(|line| entries.iter().any(|entry| is_it(entry, line)))?;
    Some(Subject::Line { line_id: line.line_id })
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

/// "just the dressing", "that syrup", of what is ordered with one: the only choice of what was ordered last that is called so.
fn chosen(cx: Cx<'_>, span: &Span<'_>) -> Option<Subject> {
    let before = span.start.checked_sub(1).map(|at| cx.language.roles_by(cx.tokens[at].id))?;
    let order = cx.utterance.order.filter(|_| {
        before.contains(&Word::Definite) && !names::is_plural(cx, span) && !names::is_item(span)
    })?;
    let line = order.line(order.referent()?)?;
    let said: Vec<&str> = cx.tokens[span.start..span.end].iter().map(|token| token.fold.as_str()).collect();
    let ends_so = |name: &str| {
        let folds: Vec<String> = words(name).iter().map(|word| cx.language.fold(word)).collect();
        folds.iter().map(String::as_str).rev().zip(said.iter().rev()).all(|(own, said)| own == *said)
            && folds.len() >= said.len()
    };
    let is_called = |pick: &&ModifierPick| {
        let group = cx.menu.group(&pick.group);
        let modifier = group.and_then(|group| group.modifier(&pick.modifier));
        // "the burger" is none of the mains of a kids meal.
        let is_items = |kind: &&str| cx.menu.items.iter().any(|item| item.kind.as_deref() == Some(*kind));
        let kind = modifier.and_then(|modifier| modifier.kind.as_deref()).filter(|kind| !is_items(kind));
        let names =
            group.map(|group| group.name.as_str()).into_iter().chain(modifier.map(|it| it.name.as_str()));
        pick.amount != Amount::No && names.chain(kind).any(ends_so)
    };
    let mut called = line.modifiers.iter().filter(is_called);
    let only = called.next().filter(|_| called.next().is_none())?;
    Some(Subject::Modifier { group: only.group.clone(), modifier: only.modifier.clone() })
}
