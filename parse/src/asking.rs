//! Questions: which clauses of an utterance ask something, and what. They are read before anything else, by words of
//! their own, so that a question never orders; what asks nothing is left to the reader of orders.
//!
//! ```text
//! words -> spans -> clauses -> clause -> query
//!          what      which of   what its    by the names of
//!          each can  them ask   words say   the menu
//!          mean
//! ```

mod allergies;
mod clause;
mod clauses;
mod compares;
mod described;
mod filters;
mod follows;
mod gist;
mod had_with;
mod hours;
mod house;
mod lists;
mod loose;
mod names;
mod needs;
mod only;
mod query;
mod question;
mod remarks;
mod spans;
mod strange;
mod things;
mod unread;
mod upcharges;
mod wonders;

use fsm::dialogue::Act;
use fsm::menu::{Allergen, Diet, Menu, Size, Topic};
use fsm::query::{About, Asking, Filter, Query, Select, Source, Subject};

use crate::Utterance;
use crate::index::{Entry, Index};
use crate::language::{Language, Sign, Word};
use crate::parser::questions;
use crate::tokens::Token;
use crate::words::words;

use self::clauses::Said;
use self::only::{calls_a_person, exchanges, instructs, is_done, only_asks, tells_of_some};
use self::spans::Span;

/// The most words of an utterance in which questions are looked for.
const WORDS_MAX: usize = 80;

/// What of an utterance asks something, or tells of an allergy.
pub(crate) struct Heard {
    /// The questions, in their order.
    pub(crate) questions: Vec<Asking>,
    /// What somebody must not eat.
    pub(crate) allergens: Vec<Allergen>,
    /// The words of everything else.
    pub(crate) left: Vec<Token>,
    /// Whether it is a question, understood or not, that orders nothing.
    pub(crate) only_asks: bool,
}

/// What questions are read by.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    pub(crate) utterance: Utterance<'a>,
    pub(crate) menu: &'a Menu,
    pub(crate) index: &'a Index,
    pub(crate) language: &'a Language,
    pub(crate) tokens: &'a [Token],
}

impl<'a> Cx<'a> {
    fn of(utterance: Utterance<'a>, tokens: &'a [Token]) -> Self {
        let index: &Index = &utterance.book.index;
        Self { utterance, menu: &utterance.book.menu, index, language: index.language(), tokens }
    }

    /// The item that was ordered last, or that is asked about.
    fn referent(self) -> Option<Entry> {
        let item = questions::referent(self.utterance)?;
        self.menu.items.iter().position(|known| known.id == *item).map(Entry::Item)
    }

    /// Whether the words have an "or".
    fn says_or(self) -> bool {
        self.tokens.iter().any(|token| self.language.roles_by(token.id).contains(&Word::Or))
    }

    /// Whether a number may be said for a size: "ten" for "10 piece".
    fn is_number_of(self, size: &Size, number: u32) -> bool {
        let number = number.to_string();
        words(&size.name).iter().any(|word| self.language.fold(word) == number)
    }
}

/// A question as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) query: Query,
    /// The topic, where the words say more of it than the query.
    pub(crate) topic: Option<Topic>,
    /// Whether it asks if something is safe without saying for whom.
    pub(crate) is_open: bool,
    /// Whether it asks so for what is not safe: "what should she stay away from".
    pub(crate) must_avoid: bool,
    /// What it tells besides that somebody must not eat.
    pub(crate) tells: Vec<Allergen>,
}

impl Asked {
    /// A question of which the query says all.
    pub(crate) const fn of(query: Query) -> Self {
        Self { query, topic: None, is_open: false, must_avoid: false, tells: Vec::new() }
    }

    /// What must hold for who must not eat something: that it is not in it, or is, where it is asked what to avoid.
    fn filter(&self, allergens: &[Allergen]) -> Filter {
        let allergens = allergens.to_vec();
        if self.must_avoid { Filter::Contains { allergens } } else { Filter::FreeOf { allergens } }
    }
}

/// Reads the questions of an utterance; none where there is no word that asks.
pub(crate) fn read(utterance: Utterance<'_>, tokens: &[Token]) -> Option<Heard> {
    let queries = utterance.book.index.language().queries();
    let asks = |token: &Token| queries.id(&token.word).is_some_and(|word| queries.may_ask(word));
    let goes_on = utterance.answered.is_some_and(|answered| answered.query.is_some());
    if tokens.len() > WORDS_MAX || !goes_on && !tokens.iter().any(asks) {
        return None;
    }
    if !goes_on && !spans::may_ask(queries, tokens) {
        return None;
    }
    let all = Cx::of(utterance, tokens);
    let spans = spans::cover(all);
    let asks_nothing = is_done(all)
        || exchanges(all, &spans)
        || calls_a_person(all, &spans)
        || tells_of_some(all, &spans)
        || instructs(all, &spans);
    if asks_nothing {
        return None;
    }
    let begin = remarks::end(all, &spans);
    let cx = Cx::of(utterance, &tokens[begin..]);
    let spans = if begin == 0 { spans } else { spans::cover(cx) };
    let compared = || compares::read(cx, &spans).or_else(|| compares::of_sizes(cx, &spans));
    let any_words = || compared().or_else(|| upcharges::read(cx, &spans));
    let any_words = any_words().or_else(|| clauses::safe_for_somebody(cx, &spans));
    let any_words = any_words.or_else(|| house::in_any_words(cx, &spans));
    let any_words = any_words.or_else(|| described::read(cx, &spans));
    let mut said = match any_words {
        Some(asked) => vec![Said::Question(asked)],
        None => clauses::read(cx, &spans),
    };
    let ranks = |one: &Said| matches!(one, Said::Question(asked) if asked.query.order_by.is_some());
    if !said.iter().any(ranks)
        && let Some(asked) = compares::of_a_sort(cx, &spans)
    {
        said = vec![Said::Question(asked)];
    }
    if is_unread(&spans, &said)
        && let Some(asked) = needs::read(cx, &spans).or_else(|| loose::read(cx, &spans))
    {
        said = vec![Said::Question(asked)];
    }
    let begins_unread = matches!(said.first(), Some(Said::Other { .. }));
    let only_asks = only_asks(cx, &spans) && begins_unread;
    if !only_asks {
        unread::settle(cx, &spans, &mut said);
    }
    let mut heard = heard(cx, &said);
    heard.only_asks = only_asks;
    if only_asks && heard.questions.is_empty() && unread::asks_what_comes(&spans) {
        heard.questions.push(Asking::of(Query::new(About::House, Select::Unknown), cx.menu));
    }
    if let Some(left) = strange::asked_for(cx, &spans).filter(|_| heard.questions.is_empty()) {
        return Some(Heard { left, only_asks: false, ..heard });
    }
    let asks = heard.only_asks || !heard.questions.is_empty() || !heard.allergens.is_empty();
    asks.then_some(heard)
}

/// Whether something that is named belongs to no question that is understood.
fn is_unread(spans: &[Span<'_>], said: &[Said]) -> bool {
    let names = |span: &Span<'_>| span.phrase.is_some() || span.combo.is_some() || needs::is_needed(span);
    // "we keep kosher, would the apples be okay": for whom is said in another way.
    let is_told = said.iter().any(|one| matches!(one, Said::Allergy { .. }));
    let is_left = said.iter().any(|one| match one {
        Said::Other { start, end } => {
            spans.iter().any(|span| (*start..*end).contains(&span.start) && names(span))
        }
        // "shrimp makes me swell up, is there any in the kimchi"
        Said::Question(asked) => {
            asked.is_open && !is_told || asks_of_any(asked) && spans.iter().any(needs::is_needed)
        }
        Said::Allergy { .. } => false,
    });
    is_left || !said.iter().any(|one| matches!(one, Said::Question(_)))
}

/// Whether it is asked only whether something is there.
fn asks_of_any(asked: &Asked) -> bool {
    asked.query.select == Select::Whether && asked.query.filters.is_empty() && !asked.is_open
}

/// What some must not eat, or want to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Avoided {
    pub(crate) allergens: Vec<Allergen>,
    pub(crate) diets: Vec<Diet>,
}

/// What of that the words name, question or not: "I can't have dairy, is there a vegan one".
pub(crate) fn avoided(utterance: Utterance<'_>, tokens: &[Token]) -> Avoided {
    let spans = spans::cover(Cx::of(utterance, tokens));
    let mut avoided = Avoided::default();
    for span in &spans {
        avoided.allergens.extend(clause::allergens(span));
        avoided.diets.extend(span.signs.iter().filter_map(|sign| match sign {
            Sign::Diet(diet) => Some(*diet),
            _ => None,
        }));
    }
    avoided
}

/// Whether any of the words can be a part of a question.
pub(crate) fn may_ask(utterance: Utterance<'_>, tokens: &[Token]) -> bool {
    spans::may_ask(utterance.book.index.language().queries(), tokens)
}

/// Whether what is named is on the order, or nothing is and something is there.
fn is_of_the_order(cx: Cx<'_>, spans: &[Span<'_>]) -> bool {
    let lines = cx.utterance.order.map(fsm::order::Order::lines).unwrap_or_default();
    let is_named = |span: &&Span<'_>| names::is_item(span) && !needs::is_needed(span);
    let is_line = |span: &Span<'_>| {
        let phrase = span.phrase.into_iter();
        let mut named = phrase.flat_map(|phrase| phrase.entries.iter().chain(phrase.partial.iter()));
        named.any(|entry| {
            let item = &cx.menu.items[cx.index.main(*entry)].id;
            lines.iter().any(|line| line.item == *item)
        })
    };
    let mut named = spans.iter().filter(is_named).peekable();
    !lines.is_empty() && (named.peek().is_none() || named.any(is_line))
}

/// Puts together what the clauses say: a question may be of what was named, or for whom was spoken of, in another one.
fn heard(cx: Cx<'_>, said: &[Said]) -> Heard {
    let mut allergens: Vec<Allergen> = Vec::new();
    let mut add = |some: &[Allergen]| {
        for allergen in some {
            if !allergens.contains(allergen) {
                allergens.push(allergen.clone());
            }
        }
    };
    for one in said {
        match one {
            Said::Allergy { allergens } => add(allergens),
            Said::Question(asked) => add(&asked.tells),
            Said::Other { .. } => {}
        }
    }
    let mut questions: Vec<Asked> = Vec::new();
    let mut left: Vec<Token> = Vec::new();
    let mut paused = false;
    for one in said {
        match one {
            Said::Question(asked) => {
                let mut asked = asked.clone();
                resolve_pointer(&mut asked.query, questions.last());
                questions.push(asked);
                paused = true;
            }
            Said::Allergy { .. } => paused = true,
            Said::Other { start, end } => {
                for token in &cx.tokens[*start..*end] {
                    let mut token = token.clone();
                    token.pause |= std::mem::take(&mut paused);
                    left.push(token);
                }
            }
        }
    }
    let tells = said.iter().any(|one| matches!(one, Said::Allergy { .. }));
    if tells && allergens.is_empty() {
        allergens = allergies::denied(cx).or_else(|| asked_about(&questions)).unwrap_or_default();
    }
    let nothing_ordered = cx.utterance.order.is_none_or(|order| order.lines().is_empty());
    let only_denies = |one: &Said| !matches!(one, Said::Other { .. }) || allergies::only_denies(cx, one);
    if tells && nothing_ordered && said.iter().all(only_denies) {
        left.clear();
    }
    // "a latte, is it okay": what is not read says more than the question.
    if allergens.is_empty() && !left.is_empty() && questions.iter().any(|asked| asked.is_open) {
        return Heard { questions: Vec::new(), allergens, left, only_asks: false };
    }
    for asked in questions.iter_mut().filter(|asked| asked.is_open) {
        allergies::settle(asked, &allergens);
    }
    // "I'm off dairy, what sides can I get"
    for asked in questions.iter_mut().filter(|asked| tells && lists_items(&asked.query)) {
        let filter = asked.filter(&allergens);
        asked.query.filters.push(filter);
    }
    let about_allergy = tells && !allergens.is_empty();
    let questions = questions.into_iter().map(|asked| asking(cx, asked, about_allergy)).collect();
    Heard { questions, allergens, left, only_asks: false }
}

/// "any nuts in the banana bread? I'm allergic": to what was asked about.
fn asked_about(questions: &[Asked]) -> Option<Vec<Allergen>> {
    let filters = questions.iter().flat_map(|asked| &asked.query.filters);
    filters.into_iter().find_map(|filter| match filter {
        Filter::Contains { allergens } | Filter::FreeOf { allergens } => Some(allergens.clone()),
        _ => None,
    })
}

/// Whether it asks which there are, whatever some must avoid.
fn lists_items(query: &Query) -> bool {
    let avoids = |filter: &Filter| matches!(filter, Filter::Contains { .. } | Filter::FreeOf { .. });
    query.select == Select::List && query.about == About::Items && !query.filters.iter().any(avoids)
}

/// "what's in the burger and how much is it": the same thing.
fn resolve_pointer(query: &mut Query, before: Option<&Asked>) {
    let Some(before) = before.filter(|before| !before.query.of.is_empty()) else { return };
    if query.subject == Source::Last && query.of.is_empty() {
        query.of.clone_from(&before.query.of);
        query.subject = Source::New;
    }
}

fn asking(cx: Cx<'_>, asked: Asked, about_allergy: bool) -> Asking {
    let mut asking = Asking::of(asked.query, cx.menu);
    point(cx, &mut asking);
    if let Some(topic) = asked.topic {
        asking.topic = topic;
    }
    if about_allergy && asking.topic == Topic::Contents {
        asking.topic = Topic::Allergens;
    }
    asking
}

/// Names what a question points at, for who does not read its query.
fn point(cx: Cx<'_>, asking: &mut Asking) {
    let points = asking.query.as_deref().is_some_and(|query| query.subject == Source::Last);
    let of_an_item = match asking.topic {
        Topic::Price | Topic::Contents | Topic::Sizes | Topic::Calories | Topic::Allergens => true,
        Topic::Combo | Topic::Order => true,
        Topic::Availability | Topic::Recommendation | Topic::Other => false,
    };
    if !points || !of_an_item || !asking.items.is_empty() {
        return;
    }
    let answered = cx.utterance.answered.filter(|_| asking.topic != Topic::Order);
    match answered.map(|answered| (answered.items.as_slice(), answered)) {
        Some(([item], answered)) => {
            asking.items.push(item.clone());
            asking.combos.clone_from(&answered.combos);
        }
        _ => asking.items.extend(questions::referent(cx.utterance).cloned()),
    }
}

impl Heard {
    /// What was asked and told, as acts. Pointers are of what the same utterance ordered, where it ordered something.
    pub(crate) fn acts(&self, ordered: Option<&Subject>, menu: &Menu) -> Vec<Act> {
        let question = |asking: &Asking| {
            let query = asking.query.as_deref().filter(|query| query.subject == Source::Last);
            match (query, ordered) {
                (Some(query), Some(ordered)) => {
                    let mut query = query.clone();
                    (query.of, query.subject) = (vec![ordered.clone()], Source::New);
                    Asking { topic: asking.topic, ..Asking::of(query, menu) }
                }
                _ => asking.clone(),
            }
        };
        let told =
            (!self.allergens.is_empty()).then(|| Act::HasAllergy { allergens: self.allergens.clone() });
        let asked = self.questions.iter().map(|asking| Act::MenuQuestion(question(asking)));
        told.into_iter().chain(asked).collect()
    }
}
