//! Runs of words with everything that they can mean in a question: the longest ones that explain most.

use fsm::query::Select;

use crate::asking::{Cx, names};
use crate::index::Phrase;
use crate::language::{Edit, Queries, Sign, Word};
use crate::tokens::Token;

/// A run of words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// What it does in a question.
    pub(crate) signs: &'a [Sign],
    /// What it names on the menu.
    pub(crate) phrase: Option<&'a Phrase>,
    /// The combo that it names by its number.
    pub(crate) combo: Option<usize>,
    pub(crate) number: Option<u32>,
    /// The place of one of several; 0 is the last.
    pub(crate) place: Option<u32>,
    /// Whether it says nothing.
    pub(crate) light: bool,
    /// Whether it is food, on the menu or not.
    pub(crate) food: bool,
    /// Whether categories are called so in part.
    pub(crate) sorts: bool,
    /// Whether a pause is before it.
    pub(crate) pause: bool,
}

/// The longest run.
const SPAN_WORDS_MAX: usize = 14;
/// How little a word of a menu must differ from what was said.
const ALIKE_MIN: f64 = 0.84;
/// What runs cost, so that few long ones are taken.
const COST: u32 = 5;
const COST_NAME: u32 = 4;
const COST_LONG_NAME: u32 = 2;
const COST_LIGHT: u32 = 6;
const COST_UNKNOWN: u32 = 50;

impl Span<'_> {
    /// Whether it does that.
    pub(crate) fn is(&self, sign: &Sign) -> bool {
        self.signs.contains(sign)
    }

    /// Whether anything is known of it.
    pub(crate) fn is_known(&self) -> bool {
        !self.signs.is_empty()
            || self.phrase.is_some()
            || self.combo.is_some()
            || self.number.is_some()
            || self.place.is_some()
            || self.light
            || self.food
            || self.sorts
    }
}

/// The runs of all words, one after the other.
pub(crate) fn cover(cx: Cx<'_>) -> Vec<Span<'_>> {
    let count = cx.tokens.len();
    let words: Vec<Option<usize>> = cx.tokens.iter().map(|token| menu_word(cx, token)).collect();
    let mut best: Vec<(u32, Option<Span<'_>>)> = vec![(0, None); count + 1];
    for start in (0..count).rev() {
        let (mut cost, mut chosen) = (u32::MAX, None);
        each(cx, &words, start, |span| {
            let own = if span.light && span.signs.is_empty() && span.phrase.is_none() {
                COST_LIGHT
            } else if span.end - start > 2 && span.phrase.is_some_and(is_exact) {
                COST_LONG_NAME
            } else if span.combo.is_some() || span.end - start > 1 && span.phrase.is_some_and(is_exact) {
                COST_NAME
            } else if span.is_known() {
                COST
            } else {
                COST_UNKNOWN
            };
            let all = own + best[span.end].0;
            if all <= cost {
                (cost, chosen) = (all, Some(span));
            }
        });
        best[start] = (cost, chosen);
    }
    let mut spans = Vec::with_capacity(count);
    let mut at = 0;
    while let Some(span) = best.get(at).and_then(|(_, span)| *span) {
        at = span.end;
        match spans.last_mut().filter(|before| says_its_sort(cx, before, &span)) {
            Some(before) => (before.end, before.signs) = (span.end, &[]),
            None => spans.push(span),
        }
    }
    spans
}

/// "shoyu bowl": whether a word behind a name says only of which sort it is.
fn says_its_sort(cx: Cx<'_>, name: &Span<'_>, next: &Span<'_>) -> bool {
    let token = &cx.tokens[next.start];
    let entries =
        name.phrase.map(|phrase| if phrase.entries.is_empty() { &phrase.partial } else { &phrase.entries });
    let is_alone = next.end == next.start + 1 && !next.pause && next.signs.is_empty();
    let is_exact =
        next.phrase.is_some_and(|phrase| !phrase.entries.is_empty() || !phrase.modifiers.is_empty());
    let names_items = name.signs.iter().all(|sign| matches!(sign, Sign::Allergen(_)));
    is_alone
        && !is_exact
        && names_items
        && !cx.language.is_plural(&token.word)
        && entries.is_some_and(|entries| {
            !entries.is_empty() && entries.iter().any(|entry| names::is_of_sort(cx, *entry, &token.fold))
        })
}

/// Everything that can begin at a word, shorter runs first.
fn each<'a>(cx: Cx<'a>, words: &[Option<usize>], start: usize, mut found: impl FnMut(Span<'a>)) {
    let tokens = cx.tokens;
    let queries = cx.language.queries();
    let (mut asking, mut naming) = (Some(Queries::ROOT), Some(0));
    for end in start + 1..=tokens.len().min(start + SPAN_WORDS_MAX) {
        let (at, token) = (end - 1, &tokens[end - 1]);
        if at > start && token.pause {
            break;
        }
        asking = asking.and_then(|node| queries.step(node, queries.id(&token.word)?));
        naming = naming.and_then(|node| cx.index.step(node, words[at]?));
        let signs = asking.map_or(&[][..], |node| queries.signs(node));
        let begins = |sign: &Sign| matches!(sign, Sign::Hard | Sign::Wonders);
        let signs = if signs.iter().all(begins) { &[][..] } else { signs };
        let phrase = naming.and_then(|node| cx.index.end(node)).map(|at| cx.index.phrase(at));
        let alone = at == start;
        let light = alone && token.id.is_some_and(|id| cx.language.is_plainly_light(id));
        let phrase = phrase.filter(|phrase| (is_exact(phrase) || !light) && says(phrase));
        // "which sides", where a menu calls a group so.
        let asks = end > start + 1
            && (is_question_word(cx, &tokens[start])
                || tokens[start..end].iter().any(|token| joins(cx, token)));
        let phrase =
            phrase.filter(|phrase| !asks || !phrase.entries.is_empty() || !phrase.modifiers.is_empty());
        let number = cx.language.number(token).filter(|_| alone);
        let combo = (end == start + 2).then(|| combo(cx, &tokens[start..end])).flatten();
        let place = cx.language.place(token.id).filter(|_| alone);
        if alone || !signs.is_empty() || phrase.is_some() || combo.is_some() {
            let pause = start > 0 && tokens[start].pause;
            let food = alone && cx.language.lexicon().sort(&token.fold).is_some();
            let unknown = alone && signs.is_empty() && phrase.is_none() && number.is_none() && !light;
            let definite =
                || start > 0 && cx.language.roles_by(tokens[start - 1].id).contains(&Word::Definite);
            let extreme = || cx.index.extreme(&token.fold).is_some() && definite();
            let sorts = unknown && (names::is_sort(cx, &token.fold) || extreme());
            found(Span { start, end, signs, phrase, combo, number, place, light, food, sorts, pause });
        }
        if asking.is_none() && naming.is_none() && end > start + 1 {
            break;
        }
    }
}

/// Whether any run of words can be a part of a question. Looks at no menu, so that an order pays little for it.
pub(crate) fn may_ask(queries: &Queries, tokens: &[Token]) -> bool {
    let ids: Vec<Option<u32>> = tokens.iter().map(|token| queries.id(&token.word)).collect();
    let (mut may, mut on) = (false, false);
    let asks = (0..ids.len()).any(|start| {
        let mut node = Queries::ROOT;
        for (at, id) in ids.iter().enumerate().skip(start) {
            let pauses = at > start && tokens[at].pause;
            let Some(next) = id.filter(|_| !pauses).and_then(|id| queries.step(node, id)) else {
                return false;
            };
            node = next;
            may |= queries.signs(node).contains(&Sign::May);
            on |= queries.signs(node).contains(&Sign::In);
            // "And" asks of something else only after an answer.
            if queries.signs(node).iter().any(|sign| sign.asks() && *sign != Sign::AsTo) {
                return true;
            }
        }
        false
    });
    // "Can I get" asks of something on something.
    asks || may && on
}

/// Whether words begin as only questions do.
pub(crate) fn is_hard(cx: Cx<'_>, start: usize) -> bool {
    begins(cx, start, &Sign::Wonders) || begins(cx, start, &Sign::Hard) && !is_command(cx, start)
}

/// Whether they begin with a phrase that does that.
pub(crate) fn begins(cx: Cx<'_>, start: usize, sign: &Sign) -> bool {
    let queries = cx.language.queries();
    let mut node = Queries::ROOT;
    for token in &cx.tokens[start..] {
        let Some(next) = queries.id(&token.word).and_then(|word| queries.step(node, word)) else { break };
        node = next;
        if queries.signs(node).contains(sign) {
            return true;
        }
    }
    false
}

/// "do the slaw", but "do the fries have salt": whether nothing but a name stands behind what chooses.
fn is_command(cx: Cx<'_>, start: usize) -> bool {
    let roles = |token: &Token| cx.language.roles_by(token.id);
    let says_little = |role: &Word| matches!(role, Word::Definite | Word::Filler | Word::Instead);
    let mut rest = cx.tokens[start + 1..].iter().take_while(|token| !token.pause).peekable();
    let chooses = roles(&cx.tokens[start]).contains(&Word::Edit(Edit::Choose)) && rest.peek().is_some();
    chooses && rest.all(|token| cx.index.word(&token.fold).is_some() || roles(token).iter().any(says_little))
}

/// Whether one of its words points at something: "what's that".
pub(crate) fn points(cx: Cx<'_>, span: &Span<'_>) -> bool {
    cx.tokens[span.start..span.end].iter().any(|token| does(cx, token, &Sign::Last))
}

/// "the mocha I've got on there": whether words behind a name say that whoever speaks has it.
pub(crate) fn becomes_mine(cx: Cx<'_>, start: usize) -> bool {
    let queries = cx.language.queries();
    let mut node = Queries::ROOT;
    cx.tokens[start..].iter().any(|token| {
        let next = queries.id(&token.word).and_then(|word| queries.step(node, word));
        node = next.unwrap_or(Queries::ROOT);
        next.is_some_and(|next| queries.signs(next).contains(&Sign::Mine))
    })
}

/// "how much extra is it": whether the price that is asked for is what has to be paid more.
pub(crate) fn says_more(cx: Cx<'_>, span: &Span<'_>) -> bool {
    let price = span.signs.iter().any(|sign| matches!(sign, Sign::Select(Select::Price)));
    price && cx.tokens[span.start..span.end].iter().any(|token| does(cx, token, &Sign::Upcharge))
}

/// Whether a word points at something.
pub(crate) fn is_pointer(cx: Cx<'_>, at: usize) -> bool {
    does(cx, &cx.tokens[at], &Sign::Last)
}

/// Whether a word says that it is of whoever speaks.
pub(crate) fn is_mine(cx: Cx<'_>, at: usize) -> bool {
    does(cx, &cx.tokens[at], &Sign::Mine)
}

/// The menu's word for a word: itself, or the only one that is written almost so.
fn menu_word(cx: Cx<'_>, token: &Token) -> Option<usize> {
    let known = cx.index.word(&token.fold);
    let of_the_language = || token.id.is_some() || cx.language.queries().id(&token.word).is_some();
    if known.is_some() || token.value.is_some() || of_the_language() {
        return known;
    }
    let near = cx.index.neighbours(&token.fold);
    near.first().filter(|(_, alike)| *alike >= ALIKE_MIN).map(|(word, _)| *word)
}

/// Whether something is on something: a menu may call a group "On the fries", or "Milk in it".
fn joins(cx: Cx<'_>, token: &Token) -> bool {
    does(cx, token, &Sign::In)
}

fn does(cx: Cx<'_>, token: &Token, sign: &Sign) -> bool {
    let queries = cx.language.queries();
    let node = queries.id(&token.word).and_then(|word| queries.step(Queries::ROOT, word));
    node.is_some_and(|node| queries.signs(node).contains(sign))
}

/// Whether it asks which: "what".
pub(crate) fn is_question_word(cx: Cx<'_>, token: &Token) -> bool {
    does(cx, token, &Sign::Which)
}

fn says(phrase: &Phrase) -> bool {
    is_exact(phrase)
        || !phrase.partial.is_empty()
        || !phrase.partial_modifiers.is_empty()
        || phrase.partial_group.is_some()
}

/// Whether it is the whole name of something.
pub(crate) fn is_exact(phrase: &Phrase) -> bool {
    !phrase.entries.is_empty()
        || !phrase.modifiers.is_empty()
        || !phrase.sizes.is_empty()
        || phrase.category.is_some()
        || phrase.group.is_some()
}

/// "number two", "combo two", "the second set".
fn combo(cx: Cx<'_>, words: &[Token]) -> Option<usize> {
    let [sign, number_word] = words else { return None };
    if let Some(number) = cx.language.place(sign.id).filter(|_| does(cx, number_word, &Sign::Combos)) {
        return cx.index.combo_of_number(number);
    }
    let roles = cx.language.roles_by(sign.id);
    let signs = roles.contains(&Word::NumberSign) || roles.contains(&Word::Combo);
    let number = cx.language.number(number_word).filter(|_| signs)?;
    cx.index.combo_of_number(number)
}
