//! What a choice adds to the price, in any words: "does putting chili on the fries bump the price up".

use fsm::query::{About, Query, Select, Subject};

use crate::asking::spans::Span;
use crate::asking::{Asked, Cx, loose, names, spans};
use crate::index::{Entry, ModifierAt};
use crate::language::Sign;

/// Reads it; none where no choice is named, or what is asked is the price of something that has it.
pub(super) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    let asks = spans.iter().any(|span| loose::asks(cx, span) || span.is(&Sign::Trails));
    let adding = |span: &Span<'_>| span.is(&Sign::Suppose) && span.end == span.start + 1;
    let price = spans.iter().any(|span| span.is(&Sign::Select(Select::Price)));
    let needs =
        |span: &Span<'_>| span.signs.iter().any(|sign| matches!(sign, Sign::Allergen(_) | Sign::Diet(_)));
    let is_free = spans.iter().any(|span| span.is(&Sign::Free) && !span.is(&Sign::Safe));
    let is_free = is_free && !spans.iter().any(needs);
    let adds = spans.iter().any(|span| span.is(&Sign::Upcharge) && !span.is(&Sign::Light))
        || price && spans.iter().any(|span| adding(span) || spans::says_more(cx, span))
        || is_free;
    // "does it come with the whipped cream or is that extra"
    let comes = spans.iter().any(|span| span.is(&Sign::Comes));
    if !asks || !adds || comes || loose::orders_anything(cx, spans) {
        return None;
    }
    let is_part = |span: &Span<'_>| span.phrase.is_some_and(|phrase| !phrase.modifiers.is_empty());
    let named = |at: usize| spans[at].phrase.is_some() || spans[at].combo.is_some();
    let part = (0..spans.len()).find(|at| is_part(&spans[*at]))?;
    let has_it = part > 0 && (spans[part - 1].is(&Sign::With) || spans[part - 1].is(&Sign::Without));
    let others: Vec<usize> = (0..spans.len()).filter(|at| *at != part && named(*at)).collect();
    let items: Vec<Entry> = match others.as_slice() {
        // "is it extra for ranch with those"
        [] if spans.iter().any(|span| span.is(&Sign::Last)) => cx.referent().into_iter().collect(),
        [] => Vec::new(),
        [only] if names::is_item(&spans[*only]) => {
            let phrase = spans[*only].phrase?;
            let some = if phrase.entries.is_empty() { &phrase.partial } else { &phrase.entries };
            some.to_vec()
        }
        _ => return None,
    };
    let all = &spans[part].phrase?.modifiers;
    let had = |one: &&ModifierAt| items.iter().any(|item| cx.index.allows(cx.index.main(*item), &[**one]));
    let had: Vec<ModifierAt> = all.iter().filter(had).copied().collect();
    let some = if items.is_empty() { all } else { &had };
    if has_it || some.is_empty() {
        return None;
    }
    let of = some.iter().map(|(group, at)| {
        let of = &cx.menu.modifier_groups[*group];
        Subject::Modifier { group: of.id.clone(), modifier: of.modifiers[*at].id.clone() }
    });
    let of = of.collect();
    Some(Asked::of(Query { of, ..Query::new(About::Modifiers, Select::Price) }))
}
