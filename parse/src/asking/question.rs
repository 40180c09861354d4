//! Whether a clause asks at all.

use fsm::query::Select;

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::{Cx, names, wonders};
use crate::language::{Edit, Word};

/// Whether it asks at all: by a word that does, which comes first but for something that is known.
pub(crate) fn is_question(cx: Cx<'_>, clause: &Clause<'_>) -> bool {
    let safely = clause.tagged(&[Tag::Free]).next().is_some() && clause.condition;
    let looks_up = matches!(clause.select, Some(Select::Allergens | Select::Calories | Select::Diets));
    let asks_for_sure = safely || looks_up || wonders::may_hold(clause);
    if (clause.orders || clause.may || clause.make) && !asks_for_sure {
        return wonders::wonders(cx, clause);
    }
    // "do oat in the chai", but "do fries have salt"
    let commands = clause.mentions.first().is_some_and(|first| {
        let verb = cx.language.roles_by(cx.tokens[clause.said_from].id);
        let follows = first.span.start == clause.said_from + 1;
        follows && verb.contains(&Word::Edit(Edit::Choose)) && !names::is_plural(cx, &first.span)
    });
    if commands {
        return false;
    }
    let is_known = |mention: &Mention<'_>| {
        let before = mention.span.start.checked_sub(1).map(|at| cx.tokens[at].id);
        before.is_some_and(|id| cx.language.roles_by(id).contains(&Word::Definite))
    };
    if claims(clause) || ranks(clause) || asks_choices(clause, is_known) {
        return true;
    }
    let asks = clause.select.is_some()
        || clause.which
        || clause.any
        || clause.served
        || clause.whether
        || clause.what_is
        || clause.more && cx.utterance.answered.is_some()
        || clause.first.is_some()
        || clause.leads_if
        || clause.orders;
    let points = clause.select.is_some()
        || clause.which && clause.one
        || (clause.whether || clause.any || clause.served) && (clause.last || clause.in_last);
    let asks_what = clause.any || clause.served || clause.whether;
    let describes = clause.tagged(&[Tag::Has, Tag::Free]).next().is_some() || !clause.diets.is_empty();
    let asks_of_it = asks_what && describes || points;
    let bare = |mention: &Mention<'_>| mention.span.start == clause.said_from && clause.numbers.is_empty();
    let topical = clause.mentions.first().is_some_and(|first| {
        clause.as_to
            || nothing_ordered(cx)
            || first.tag == Tag::With
            || clause.trails
            || is_known(first)
            || bare(first)
    });
    asks && (!clause.begins_with_name || asks_of_it && topical)
}

/// "the tenders, what dips can I pick": the choices of something that is named first.
fn asks_choices(clause: &Clause<'_>, is_known: impl Fn(&Mention<'_>) -> bool) -> bool {
    let [item, choices] = clause.mentions.as_slice() else { return false };
    let is_group =
        choices.span.phrase.is_some_and(|phrase| phrase.group.is_some() && phrase.entries.is_empty());
    let asks = clause.which && !clause.orders && clause.numbers.is_empty();
    asks && is_group && names::is_item(&item.span) && is_known(item)
}

/// "out of all the sandwiches, which is priciest": of a sort that is named first, nothing is ordered.
fn ranks(clause: &Clause<'_>) -> bool {
    let is_sort = |mention: &Mention<'_>| {
        let sort = mention.span.phrase.is_some_and(|phrase| {
            phrase.category.is_some() && phrase.entries.is_empty() && phrase.modifiers.is_empty()
        });
        sort || mention.span.sorts
    };
    let asks = clause.which || clause.what_is || clause.served;
    asks && (clause.first.is_some() || clause.price.is_some())
        && !clause.mentions.is_empty()
        && clause.mentions.iter().all(is_sort)
}

/// "a latte, is it sweet": who has ordered nothing yet asks first.
fn nothing_ordered(cx: Cx<'_>) -> bool {
    cx.utterance.order.is_some_and(|order| order.lines().is_empty())
}

/// "a sesame bagel has sesame, right", "the wings got dairy": what is claimed so is asked.
fn claims(clause: &Clause<'_>) -> bool {
    let mut told = clause.tagged(&[Tag::Has, Tag::Free]).peekable();
    let describes = clause.hot.is_some() || clause.caffeine.is_some() || !clause.diets.is_empty();
    let has = told.peek().is_some() || describes || clause.select == Some(Select::Price);
    let only_avoided =
        |mention: &Mention<'_>| mention.span.phrase.is_none() && !allergens(&mention.span).is_empty();
    let is_asked = clause.confirms && has;
    // "the salad got a kick to it"
    let is_hot = clause.has_verb && clause.hot.is_some() && clause.begins_with_name;
    is_asked || is_hot || clause.has_verb && told.peek().is_some() && told.all(only_avoided)
}
