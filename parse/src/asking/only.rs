//! Whether an utterance only asks, or asks nothing: it calls for a person, tells of some, or says what to do.

use fsm::dialogue::ActKind;

use crate::asking::spans::Span;
use crate::asking::{Cx, clauses, is_of_the_order, names, spans};
use crate::language::{Cue, Edit, Sign, Word};
use crate::reading::asides::phrase;
use crate::reading::besides::Besides;
use crate::tokens::Token;

/// How many words in a row call for a person, whatever else is named: "I was here an hour ago and my fries weren't in the bag".
const CALL_WORDS_MIN: usize = 4;
/// Behind "in place of", more words than a name has ask something else.
const NAME_WORDS_MAX: usize = 3;

/// "We're good with that", "okay, then that is that": all of it says that nothing more is wanted.
///
/// In one phrase, and not as [`Besides`] hears it among others: "ring that up and tell me what it is" asks.
pub(super) fn is_done(cx: Cx<'_>) -> bool {
    let done = Word::Cue(Cue::Act(ActKind::Done));
    let ends =
        |at: usize| phrase(cx.language, &cx.tokens[at..], |role| role == done) == Some(cx.tokens.len() - at);
    let says_nothing = |token: &&Token| {
        let nothing = [Word::Filler, Word::And, Word::Opening, Word::Cue(Cue::WeakYes)];
        cx.language.roles_by(token.id).iter().any(|role| nothing.contains(role))
    };
    let leads = cx.tokens.iter().take_while(says_nothing).count();
    (0..=leads.min(cx.tokens.len() - 1)).any(ends)
}

/// "How about a patty melt in place of the fish": exchanges what is on the order, and asks nothing of it.
pub(super) fn exchanges(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let begins = |span: &Span<'_>| span.is(&Sign::AsTo);
    let ordered = cx.utterance.order.is_some_and(|order| !order.lines().is_empty());
    if !ordered || !spans.iter().find(|span| !span.is(&Sign::Lead)).is_some_and(begins) {
        return false;
    }
    // "is it cheaper than the other", and "how about this in place of that"
    let instead = |at: &usize| {
        let length = phrase(cx.language, &cx.tokens[*at..], |role| role == Word::InsteadOf)?;
        (length > 1).then_some((*at, at + length))
    };
    let Some((start, end)) = (0..cx.tokens.len()).find_map(|at| instead(&at)) else { return false };
    let is_allergic = |span: &Span<'_>| span.is(&Sign::Allergic) || span.is(&Sign::Avoids);
    let names_one = spans.iter().any(|span| span.end <= start && names::is_item(span));
    names_one && cx.tokens.len() - end <= NAME_WORDS_MAX && !spans.iter().any(is_allergic)
}

/// "Could a real person please come out here": whoever is called for is no part of a question about the menu.
pub(super) fn calls_a_person(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let is_human = |cue: &Cue| *cue == Cue::Act(ActKind::Human);
    let may_call = |token: &Token| token.id.is_some_and(|id| cx.language.acts_of(id).iter().any(is_human));
    if !cx.tokens.iter().any(may_call) {
        return false;
    }
    let human = Word::Cue(Cue::Act(ActKind::Human));
    let call = |at: usize| phrase(cx.language, &cx.tokens[at..], |role| role == human);
    let is_allergic = |span: &Span<'_>| span.is(&Sign::Allergic) || span.is(&Sign::Avoids);
    let is_long = |at: usize| call(at).is_some_and(|length| length >= CALL_WORDS_MIN);
    if !spans.iter().any(is_allergic) && (0..cx.tokens.len()).any(is_long) {
        return true;
    }
    let names = |span: &Span<'_>| span.phrase.is_some() || span.combo.is_some();
    if spans.iter().any(names) {
        return false;
    }
    let heard = Besides::hear(cx.language, cx.tokens);
    heard.outweighs(0, false) && heard.said().has(ActKind::Human)
}

/// "One of the chais is with soy": begins with some of what is on the order, and asks nothing of them.
pub(super) fn tells_of_some(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let is = |at: usize, role: fn(&Word) -> bool| {
        cx.tokens.get(at).is_some_and(|token| cx.language.roles_by(token.id).iter().any(role))
    };
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    let counts = first.is_some_and(|first| {
        is(first.start, |role| matches!(role, Word::Number(_)))
            && is(first.start + 1, |role| matches!(role, Word::Of | Word::OfThem))
    });
    let asks = |span: &Span<'_>| span.is(&Sign::Confirms) || span.pause && spans::is_hard(cx, span.start);
    counts && is_of_the_order(cx, spans) && !spans.iter().any(asks)
}

/// What tells what to do, unless it is about somebody's health: "she's got her own, so no honey", "don't put any mayo on
/// that".
pub(super) fn instructs(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let is = |at: usize, role: Word| cx.language.roles_by(cx.tokens[at].id).contains(&role);
    let harms = |span: &Span<'_>| span.is(&Sign::Allergic) || span.is(&Sign::Avoids);
    let so_no = |at: usize| is(at - 1, Word::Edit(Edit::Hence)) && is(at, Word::Negation);
    let begins = |word: Word| phrase(cx.language, cx.tokens, |role| role == word);
    let forbids = begins(Word::Edit(Edit::Without)).is_some()
        && begins(Word::Negation).is_some_and(|length| length > 1);
    // "Linda's is a fish sandwich", "and hers is a fish sandwich"
    let leads = |at: &usize| is(*at, Word::And) || is(*at, Word::Filler);
    let first = (0..cx.tokens.len()).find(|at| !leads(at)).unwrap_or_default();
    let names_somebody = |token: &Token| {
        let person = |role: &Word| matches!(role, Word::Edit(Edit::Person(_) | Edit::Named(_)));
        let unknown = token.id.is_none() && cx.index.word(&token.fold).is_none();
        unknown || cx.language.roles_by(token.id).iter().any(person)
    };
    let whose = cx.tokens.len() > first + 2
        && names_somebody(&cx.tokens[first])
        && is(first + 1, Word::Edit(Edit::Is))
        && is(first + 2, Word::Article);
    (forbids || whose || (1..cx.tokens.len()).any(so_no)) && !spans.iter().any(harms)
}

/// Whether it begins as only questions do, and nothing in it orders.
pub(super) fn only_asks(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let first = spans.iter().find(|span| !span.is(&Sign::Lead) && !span.is(&Sign::Joins));
    // "do the regular one instead" orders, "do the regular buns have egg" asks.
    let has = spans.iter().skip(1).any(|span| span.is(&Sign::Has) && !span.pause);
    let may_order = |span: &Span<'_>| {
        span.is(&Sign::Orders) && !(has && first.is_some_and(|first| first.start == span.start))
    };
    let orders = |span: &Span<'_>| may_order(span) || span.is(&Sign::AsTo) && !span.is(&Sign::Joins);
    // "what's it gonna be, two cheeseburgers": what is counted after a pause is ordered; "what'd you say, a hamburger or a
    // cheeseburger" asks.
    let or = cx.tokens.iter().any(|token| cx.language.roles_by(token.id).contains(&Word::Or));
    let counts = |span: &Span<'_>| {
        let is_article = || cx.language.roles_by(cx.tokens[span.start].id).contains(&Word::Article);
        !or && span.pause && (span.number.is_some() || is_article())
    };
    let leads_if = spans.first().is_some_and(|first| first.is(&Sign::LeadIf));
    let is_hard =
        leads_if || first.is_some_and(|first| first.is(&Sign::Suppose) || spans::is_hard(cx, first.start));
    // "could I still change the coke later"
    let last = spans.iter().rfind(|span| !span.light || span.is(&Sign::Suppose));
    let later =
        first.is_some_and(|first| first.is(&Sign::May)) && last.is_some_and(|last| last.is(&Sign::Suppose));
    // "are you able to hold the sauce on the chicken": where none is ordered, no verb of the clause orders.
    let wonders = |span: &&Span<'_>| spans::begins(cx, span.start, &Sign::Wonders);
    let begins = || spans.iter().filter(|span| span.pause).chain(first);
    let may_order = spans.iter().any(|span| orders(span) && span.pause);
    if !may_order && !is_of_the_order(cx, spans) && begins().any(|span| wonders(&span)) {
        return true;
    }
    // "What are we doing here. A Sprite, medium"
    let names_anew = clauses::names_anew(cx, spans);
    later
        || is_hard
            && !names_anew
            && !spans.iter().any(|span| orders(span) || counts(span) || clauses::changes(cx, span))
}
