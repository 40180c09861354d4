//! What must hold of what is asked about.

use fsm::menu::{Allergen, Modifier};
use fsm::query::Filter;

use crate::asking::clause::{Clause, Tag, allergens};
use crate::asking::names::{self, Named};
use crate::asking::spans::Span;
use crate::asking::things::Things;
use crate::asking::{Cx, wonders};
use crate::index::ModifierAt;

/// What must hold, by what is said to be in it or not.
pub(crate) fn of(cx: Cx<'_>, clause: &Clause<'_>, things: &Things) -> Option<Vec<Filter>> {
    let mut filters = Vec::new();
    let (mut contains, mut free, mut dropped) = (Vec::new(), Vec::new(), false);
    for mention in clause.mentions.iter().filter(|mention| mention.tag != Tag::Base) {
        if things.attached.contains(&mention.span.start) {
            continue;
        }
        let known = allergens(&mention.span);
        let exact = mention.span.phrase.is_some_and(|phrase| !phrase.modifiers.is_empty());
        let wishes = (clause.may || clause.make) && !wonders::may_hold(clause);
        let asks_to_have = wishes && !matches!(mention.tag, Tag::Free | Tag::Without);
        // "does it come with an egg", where an egg can be on it
        let on_it = || names::part(cx, &mention.span, &things.entries);
        let comes = mention.tag == Tag::Comes && matches!(on_it(), Some(Named::Modifiers(_)));
        let sorts = clause.any && mention.tag == Tag::With && things.entries.is_empty();
        let is_exact = exact
            && !sorts
            && (mention.tag == Tag::With || comes || asks_to_have || clause.on_it && mention.tag == Tag::Has);
        if !known.is_empty() && !is_exact {
            match mention.tag {
                Tag::Base | Tag::With | Tag::Comes | Tag::Has => contains.extend(known),
                Tag::Without | Tag::Free => free.extend(known),
            }
            continue;
        }
        let named = if clause.may || clause.make {
            wonders::part(cx, &mention.span, &things.entries).map(Named::Modifiers)
        } else {
            names::part(cx, &mention.span, &things.entries)
        };
        match (named, mention.tag) {
            (_, Tag::Free) => return None,
            (Some(Named::Modifiers(some)), Tag::Without) => {
                // "without any cheese" is without Swiss, too.
                let kind = kind(cx, &mention.span).filter(|_| things.entries.is_empty());
                match kind {
                    Some(kind) => filters.push(Filter::WithoutKind { kind }),
                    None => filters.extend(each(cx, &some, false)),
                }
            }
            (Some(Named::Modifiers(some)), _) => filters.extend(each(cx, &some, true)),
            (_, Tag::Without) | (None, _) => return None,
            (Some(_), _) => dropped = true,
        }
    }
    // What is to be avoided is never answered of less than what is named.
    if dropped && things.subjects.is_empty() && !(contains.is_empty() && free.is_empty()) {
        return None;
    }
    // "no nuts, and no may contain nuts neither"
    contains.retain(|one| !free.contains(one));
    each_once(&mut contains);
    each_once(&mut free);
    if !contains.is_empty() {
        filters.push(Filter::Contains { allergens: contains });
    }
    if !free.is_empty() {
        filters.push(Filter::FreeOf { allergens: free });
    }
    filters.extend(clause.diets.iter().map(|diet| Filter::Diet { diet: *diet }));
    filters.extend(clause.hot.map(|hot| Filter::Heat { hot: hot != clause.without }));
    filters.extend(clause.caffeine.map(|has| Filter::Caffeine { has: has && !clause.without }));
    if let Some((at_most, amount)) = clause.price {
        let (at_most, at_least) = if at_most { (Some(amount), None) } else { (None, Some(amount)) };
        filters.push(Filter::Price { at_most, at_least });
    }
    filters.extend(things.kinds.iter().map(|kind| Filter::Kind { kind: kind.clone() }));
    filters.extend(clause.calories_max.map(|at_most| Filter::Calories { at_most }));
    Some(filters)
}

fn each_once(some: &mut Vec<Allergen>) {
    for one in std::mem::take(some) {
        if !some.contains(&one) {
            some.push(one);
        }
    }
}

/// What a word means best of some modifiers: one that something comes with.
fn each(cx: Cx<'_>, some: &[ModifierAt], with: bool) -> impl Iterator<Item = Filter> {
    let included = |(group, at): &&ModifierAt| {
        let of = &cx.menu.modifier_groups[*group];
        cx.menu.items.iter().any(|item| item.includes(&of.id, &of.modifiers[*at].id))
    };
    let one = some.iter().find(included).or(some.first());
    one.into_iter().map(move |(group, at)| {
        let of = &cx.menu.modifier_groups[*group];
        let (group, modifier) = (of.id.clone(), of.modifiers[*at].id.clone());
        if with { Filter::With { group, modifier } } else { Filter::Without { group, modifier } }
    })
}

/// The sort of choices that a word is for.
fn kind(cx: Cx<'_>, span: &Span<'_>) -> Option<String> {
    let kind = cx.index.kind(&cx.tokens[span.end - 1].fold).filter(|_| span.end == span.start + 1)?;
    let mut of_kind = cx.menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    let has = |one: &Modifier| one.kind.as_deref() == Some(kind);
    of_kind.any(has).then(|| kind.to_owned())
}
