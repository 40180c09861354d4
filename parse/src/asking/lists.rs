//! Questions which there are: "what drinks do you have", "anything without dairy", "the cheapest burger".

mod narrowed;

use fsm::ids::GroupId;
use fsm::menu::Topic;
use fsm::query::{About, Filter, Query, Select, Source, Subject};

use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::query;
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Asked, Cx, filters};
use crate::index::Entry;
use crate::language::Word;
use crate::words::words;

/// Reads a question which there are; none if it is not one.
pub(crate) fn read(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    if clause.more && clause.mentions.is_empty() && clause.select.is_none_or(|select| select == Select::List)
    {
        return more(cx, clause);
    }
    let plural = clause.tagged(&[Tag::Base]).any(|mention| names::is_plural(cx, &mention.span));
    let sorted = clause.served
        && clause
            .tagged(&[Tag::Base])
            .any(|mention| matches!(names::one(cx, &mention.span), Some(Named::Category(_))));
    let is_bare = clause.tagged(&[Tag::Base]).next().is_none();
    // "any nuts in the shake" asks of the shake.
    let of_items = clause.tagged(&[Tag::Base]).any(|mention| {
        let named = || names::one(cx, &mention.span);
        allergens(&mention.span).is_empty()
            && matches!(named(), Some(Named::Entries(_) | Named::Modifiers(_)))
    });
    let of_one = clause.last && !clause.any_of_them && clause.mentions.is_empty();
    let in_last = clause.in_last || of_one && clause.caffeine.is_some();
    let of_last = in_last && !clause.has_verb && !clause.which;
    let by_any = (!of_items || clause.things) && !of_last;
    let lists = clause.first.is_some()
        || matches!(clause.select, Some(Select::List | Select::Recommended))
        || clause.select.is_none()
            && (clause.which && (!clause.what_is || plural || is_bare)
                || clause.any && (by_any || plural && is_all(cx, clause) && is_named_only(clause))
                || clause.things && !clause.whether
                || clause.combos && !clause.safe && clause.tagged(&[Tag::Comes, Tag::Has]).next().is_none()
                || sorted
                || (clause.served && by_any || clause.what_is) && plural);
    if !lists {
        return None;
    }
    let mut list = List { cx, clause, query: Query::new(About::Items, Select::List), told: false };
    list.select();
    list.name()?;
    list.point();
    list.seek_what_to_avoid()?;
    list.leave_out_drinks();
    list.of_the_question();
    by_category(&mut list.query);
    let of_choices = list.query.select == Select::Choices && !list.query.of.is_empty();
    let comes = of_choices && clause.tagged(&[Tag::Comes]).next().is_some();
    let topic = comes.then_some(Topic::Combo);
    let is_open = list.is_open();
    (is_open || list.is_enough()).then_some(Asked {
        topic,
        is_open,
        must_avoid: clause.must_avoid,
        ..Asked::of(list.query)
    })
}

/// One category is what must hold; several are what the question is about.
pub(crate) fn by_category(query: &mut Query) {
    let mut sorts: Vec<Subject> = Vec::new();
    let of = query.of.iter().filter(|subject| matches!(subject, Subject::Category { .. })).cloned();
    for sort in query.filters.iter().filter_map(sort).chain(of) {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    query.filters.retain(|filter| sort(filter).is_none());
    query.of.retain(|subject| !matches!(subject, Subject::Category { .. }));
    match sorts.as_slice() {
        [Subject::Category { category }] if query.of.is_empty() => {
            query.filters.insert(0, Filter::Category { category: category.clone() });
        }
        _ => query.of.extend(sorts),
    }
}

/// The sort of which something must be.
fn sort(filter: &Filter) -> Option<Subject> {
    match filter {
        Filter::Category { category } => Some(Subject::Category { category: category.clone() }),
        _ => None,
    }
}

fn subject(cx: Cx<'_>, entry: Entry) -> Subject {
    match entry {
        Entry::Item(at) => Subject::item(&cx.menu.items[at].id),
        Entry::Combo(at) => Subject::combo(&cx.menu.combos[at].id),
    }
}

/// "what else": more of what was answered.
fn more(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    // "and what else, a large sprite" asks nothing.
    let is_all = clause.start == 0 && clause.end == cx.tokens.len();
    let answered = cx.utterance.answered.and_then(|answered| answered.query.as_deref());
    let asks = clause.served || clause.select.is_some() || is_all && (clause.which || was_told(cx));
    let list = || Query::new(About::Items, Select::List);
    let query = answered.cloned().unwrap_or_else(list);
    asks.then_some(Asked::of(Query { subject: Source::More, ..query }))
}

/// Whether it was answered just now which there are.
pub(crate) fn was_told(cx: Cx<'_>) -> bool {
    let answered = cx.utterance.answered.and_then(|answered| answered.query.as_deref());
    answered.is_some_and(|before| before.select == Select::List)
}

/// Whether nothing is said of what is named, and nothing of it is something to avoid.
fn is_named_only(clause: &Clause<'_>) -> bool {
    clause.mentions.iter().all(|mention| mention.tag == Tag::Base && allergens(&mention.span).is_empty())
}

/// "any croissants" and nothing else, where no choice is asked for.
fn is_all(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let is_awaited = cx.utterance.question.is_some() || cx.utterance.offer.is_some();
    clause.start == 0 && clause.end == cx.tokens.len() && !is_awaited
}

/// Whether the menu says it of choices, too.
fn is_of_choices(filter: &Filter) -> bool {
    matches!(
        filter,
        Filter::Contains { .. }
            | Filter::FreeOf { .. }
            | Filter::Diet { .. }
            | Filter::Price { .. }
            | Filter::Kind { .. }
            | Filter::Heat { .. }
            | Filter::Caffeine { .. }
    )
}

struct List<'a, 'b> {
    cx: Cx<'a>,
    clause: &'b Clause<'a>,
    query: Query,
    /// Whether it says which.
    told: bool,
}

impl List<'_, '_> {
    fn select(&mut self) {
        let clause = self.clause;
        if let Some(select) = clause.select.filter(|select| *select != Select::List) {
            let is_superlative = clause.first.is_some()
                && matches!(select, Select::Contents | Select::Calories | Select::Heat | Select::Price);
            // "how much is the cheapest burger" asks for both.
            let keeps = !is_superlative || select == Select::Price && !clause.which && !clause.what_is;
            if keeps {
                self.query.select = select;
                self.told = select == Select::Recommended;
            }
        }
        if let Some(first) = clause.first {
            self.query.order_by = Some(first);
            let several = clause
                .mentions
                .iter()
                .any(|mention| mention.tag == Tag::Base && names::is_plural(self.cx, &mention.span));
            // "the priciest of your salads"
            let of_them = clause.what_is
                && self.cx.tokens[clause.first_at..clause.end].iter().skip(1).any(|token| {
                    self.cx.language.roles_by(token.id).iter().any(|role| matches!(role, Word::Of))
                });
            // "which side's lowest"
            let is_one = clause.mentions.iter().any(|mention| mention.span.end == clause.first_at);
            self.query.limit =
                (!several || clause.one || clause.thing || of_them || is_one && clause.which).then_some(1);
            self.told = true;
        }
        if clause.combos {
            self.query.about = About::Combos;
            self.told = true;
        }
    }

    /// Takes what is named: a category says which, anything else is what the question is about.
    fn name(&mut self) -> Option<()> {
        let (cx, clause) = (self.cx, self.clause);
        let mut things = Things::default();
        let (mut groups, mut within) = (Vec::new(), Vec::new());
        for mention in clause.tagged(&[Tag::Base]) {
            match names::several(cx, &mention.span)? {
                Named::Category(at) => {
                    let category = cx.menu.categories[at].id.clone();
                    self.query.filters.push(Filter::Category { category });
                    within.extend(names::kind_within(cx, &mention.span, at));
                }
                Named::Categories(all) => {
                    let ids = all.iter().map(|at| cx.menu.categories[*at].id.clone());
                    things.subjects.extend(ids.map(|category| Subject::Category { category }));
                }
                Named::Entries(entries) => {
                    things.subjects.extend(entries.iter().map(|entry| subject(cx, *entry)));
                    things.entries.extend(entries);
                }
                // "what bagels do you have", of one that there are several sorts of
                Named::Kind(kind) if let Some(only) = self.only_of(&kind) => {
                    things.subjects.push(subject(cx, only));
                    things.entries.push(only);
                }
                Named::Kind(kind) => {
                    if !cx.menu.items.iter().any(|item| item.kind.as_ref() == Some(&kind)) {
                        self.query.about = About::Modifiers;
                        // "what toppings do you have for the oatmeal", whose choices are called so
                        let own = query::groups_of_it(cx, clause, &self.owners()).into_iter();
                        groups.extend(own.filter_map(|one| match one {
                            Subject::Group { group } => Some(group),
                            _ => None,
                        }));
                    }
                    self.query.filters.push(Filter::Kind { kind });
                }
                Named::Group(at) => groups.push(self.group_of_it(&mention.span, at)),
                Named::Modifiers(some) => things.subjects.extend(some.iter().map(|(group, at)| {
                    let of = &cx.menu.modifier_groups[*group];
                    Subject::Modifier { group: of.id.clone(), modifier: of.modifiers[*at].id.clone() }
                })),
                Named::Sizes(sizes) => {
                    self.query.filters.extend(sizes.first().map(|size| Filter::Size { size: size.clone() }));
                }
            }
        }
        if let [kind] = within.as_slice() {
            self.query.filters.push(Filter::Kind { kind: kind.clone() });
        }
        // "breakfast sandwiches": of a sort, and no tea.
        let sorts = things.subjects.iter().any(|subject| !matches!(subject, Subject::Modifier { .. }));
        if sorts || !self.query.filters.is_empty() {
            things.subjects.retain(|subject| !matches!(subject, Subject::Modifier { .. }));
        }
        if clause.combos {
            things.as_combos(cx);
        }
        let mut filters = filters::of(cx, clause, &things)?;
        if !groups.is_empty() {
            filters.retain(|filter| !matches!(filter, Filter::With { .. }));
        }
        self.told |= !filters.is_empty() || !self.query.filters.is_empty();
        let single = !clause.which && clause.first.is_none() && clause.select.is_none();
        let plain = filters.is_empty() && self.query.filters.is_empty();
        self.query.filters.extend(filters);
        let narrows = !plain && self.query.filters.iter().all(is_of_choices) || clause.first.is_some();
        let own =
            if groups.is_empty() { Vec::new() } else { query::groups_of_it(cx, clause, &self.owners()) };
        let plain_list = clause.diets.is_empty()
            && clause.first.is_none()
            && clause.tagged(&[Tag::Without, Tag::Free]).next().is_none();
        if !own.is_empty() && plain_list {
            // "which spreads do you have for the bagel"
            self.query.select = Select::Choices;
            self.query.filters.clear();
            things.subjects = own;
        } else if !groups.is_empty() && narrows && things.subjects.is_empty() {
            // "which milks are dairy free"
            self.query.select = Select::List;
            things.subjects = groups.into_iter().map(|group| Subject::Group { group }).collect();
        } else if !groups.is_empty() {
            self.query.select = Select::Choices;
            // "what toppings do you have for ramen"
            self.query
                .filters
                .retain(|filter| !matches!(filter, Filter::Category { .. } | Filter::Kind { .. }));
            things.subjects.extend(self.owners());
            things.subjects.retain(|subject| matches!(subject, Subject::Item { .. } | Subject::Combo { .. }));
            if things.subjects.is_empty() {
                things.subjects = groups.into_iter().map(|group| Subject::Group { group }).collect();
            }
        } else if (clause.kinds || clause.which && self.is_plural()) && plain && self.has_choices(&things) {
            self.query.select = Select::Choices;
        } else if single && !things.subjects.is_empty() {
            // "do you have any root beer", "are there nuts in any of the shakes"
            // "any croissants", of which there are several
            let several = plain && things.entries.len() > 1 && self.is_plural();
            // "anything vegan to drink"
            let sorts = !plain && things.entries.is_empty() && clause.any;
            let only = (plain || !clause.things && !sorts) && !several;
            self.query.select = if only { Select::Whether } else { Select::List };
        }
        let frame =
            clause.which || clause.served || clause.what_is || clause.whether || clause.select.is_some();
        self.told |= !things.subjects.is_empty();
        // "any sauce" alone is no question.
        let is_all = self.is_plural() && is_all(cx, clause);
        self.told &= frame || !plain || is_all || clause.first.is_some() || clause.things || clause.combos;
        if let Some(about) = query::about(&things.subjects) {
            self.query.about = about;
        }
        self.query.of = things.subjects;
        Some(())
    }

    /// "What toppings can I get on it", where its own are called "sweet toppings", and others just so.
    fn group_of_it(&self, span: &Span<'_>, named: usize) -> GroupId {
        let cx = self.cx;
        let named = &cx.menu.modifier_groups[named].id;
        let answered = cx.utterance.answered.filter(|_| self.clause.in_last);
        let item = answered.and_then(|answered| cx.menu.item(answered.items.first()?));
        let own = item.map(|item| item.modifier_groups.as_slice()).unwrap_or_default();
        let called = |group: &&GroupId| {
            let said = &cx.tokens[span.end - 1].fold;
            let name = cx.menu.group(group).map(|group| words(&group.name)).unwrap_or_default();
            name.iter().any(|word| cx.language.fold(word) == *said)
        };
        let of_it = own.iter().find(called).filter(|_| !own.contains(named));
        of_it.unwrap_or(named).clone()
    }

    fn is_plural(&self) -> bool {
        self.clause.tagged(&[Tag::Base]).any(|mention| names::is_plural(self.cx, &mention.span))
    }

    /// "what sauces come with the nuggets": what has them.
    fn owners(&self) -> Vec<Subject> {
        let said = self.clause.tagged(&[Tag::Comes, Tag::With, Tag::Has]);
        let said = said.filter(|mention| allergens(&mention.span).is_empty());
        let named = said.filter_map(|mention| match names::one(self.cx, &mention.span)? {
            Named::Entries(entries) => Some(entries),
            _ => None,
        });
        named.flatten().map(|entry| subject(self.cx, entry)).collect()
    }

    /// "what kinds of milk": whether they are the choices of the only thing called so.
    fn has_choices(&self, things: &Things) -> bool {
        let [Entry::Item(at)] = things.entries.as_slice() else { return false };
        !self.cx.index.groups(*at).is_empty()
    }

    /// The only item of a sort, if there are sorts of it.
    fn only_of(&self, kind: &str) -> Option<Entry> {
        let is_plain =
            self.clause.diets.is_empty() && self.clause.first.is_none() && self.clause.mentions.len() == 1;
        let items = &self.cx.menu.items;
        let mut of_kind = (0..items.len()).filter(|at| items[*at].kind.as_deref() == Some(kind));
        let only = of_kind.next().filter(|at| !self.cx.index.groups(*at).is_empty())?;
        let asks = (self.clause.which || self.clause.kinds) && is_plain && of_kind.next().is_none();
        asks.then_some(Entry::Item(only))
    }

    fn point(&mut self) {
        let clause = self.clause;
        let points = (clause.last || clause.in_last) && !clause.things && self.query.of.is_empty();
        let named = self
            .query
            .filters
            .iter()
            .any(|filter| matches!(filter, Filter::Category { .. } | Filter::Kind { .. }));
        // "what has nuts in it" points at nothing.
        let is_relative = !clause.last && (clause.which || clause.any && clause.has_verb);
        if points && !named && !is_relative {
            self.query.subject = query::source(clause);
        }
        // "which one is the cheapest", after a list.
        let things = clause.things && !clause.counts_one;
        let is_bare = self.query.of.is_empty() && !named && !things && !clause.combos;
        let one_of = clause.one || clause.first.is_some() && clause.which;
        if is_bare && one_of && self.cx.utterance.answered.is_some() {
            self.query.subject = query::source(clause);
        }
        if clause.more && self.cx.utterance.answered.is_some() {
            self.query.subject = Source::More;
        }
    }

    /// "what can I eat": for whom the same utterance tells.
    fn is_open(&self) -> bool {
        self.clause.can_eat && !self.told && self.query.filters.is_empty()
    }

    /// Whether it says enough to be a question; "what do you have" asks for the categories.
    fn is_enough(&mut self) -> bool {
        if !self.told && self.clause.select == Some(Select::List) {
            self.query.about = About::Categories;
            return true;
        }
        self.told
    }
}
