//! From an utterance to acts: what it does to the order, what it asks, and what it says besides.

use fsm::acts::{Act, Acts, Op, Reason, Target};
use fsm::ids::ItemId;
use fsm::kind::Expectation;
use fsm::question::QuestionKind;

use super::besides::Besides;
use super::confidence::{Doubts, Hearing};
use super::draft::{Draft, Said, Statement, Subject};
use super::index::Index;
use super::language::{Cue, Language, TopicWord, Word};
use super::lattice::{Edge, Lattice, Role};
use super::resolve::{self, Context, Resolved};
use super::search::{self, Reading};
use super::tokens::{self, Token};
use super::walk;
use crate::Utterance;

/// Everything that was found on the way from the text to the acts.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) tokens: Vec<Token>,
    pub(super) lattice: Lattice,
    /// The best first; at most two.
    pub(super) readings: Vec<Reading>,
    /// What makes the acts doubtful.
    pub(super) doubts: Doubts,
    /// How many steps the search took.
    pub(super) followed: usize,
    pub(super) acts: Acts,
}

/// The agent's name.
pub(super) const AGENT: &str = "grammar";

/// One word in so many may mean nothing before names that are not plain count for nothing either.
const NOISE_SHARE_MAX: usize = 3;
/// So many other words may stand beside what is not on the menu before it was not ordered.
const TOLD_WORDS_MAX: usize = 3;
/// How sure acts are at most among words that mean nothing here.
const LOST_SURE_MAX: f64 = 0.4;

/// Hears an utterance.
pub(super) fn hear(utterance: Utterance<'_>) -> Heard {
    let (menu, index): (_, &Index) = (&utterance.book.menu, &utterance.book.index);
    let language = index.language();
    let tokens = tokens::tokenize(language, utterance.text);
    let tokens = tokens::without_stutters(language, tokens, |token| index.is_doubled(&token.fold));
    let lattice = Lattice::of(index, &tokens);
    let search::Found { readings, followed } =
        search::search(menu, index, &tokens, &lattice, utterance.order);
    let mut doubts = Doubts::default();
    let acts = match readings.first() {
        Some(reading) if !tokens.is_empty() => {
            let kept = kept(utterance);
            let (order, question) = (utterance.order, utterance.question);
            let cx = Context { menu, index, order, question, kept: kept.as_ref() };
            let said = walk::walk(cx, &tokens, &lattice, reading);
            let (said, sure) = meant(language, &tokens, &lattice, reading, said);
            let lost = is_lost(language, &tokens, &lattice, reading, &said);
            let resolved = if lost || is_far_fetched(&tokens, &lattice, reading, &said) {
                Resolved::default()
            } else {
                resolve::resolve(cx, &said)
            };
            let (lattice, said, resolved_of) = (&lattice, &said, &resolved);
            doubts =
                Doubts::of(Hearing { tokens: &tokens, lattice, reading, said, resolved: resolved_of, order });
            let confidence = doubts.confidence().min(sure);
            let mut acts = acts(utterance, &said, resolved, confidence);
            if lost && acts.acts.iter().any(is_consequential) {
                acts.confidence = confidence.min(LOST_SURE_MAX);
                acts.acts.retain(|act| !is_answer(act));
                if acts.acts.is_empty() {
                    acts.acts.push(Act::Unclear);
                }
            }
            acts
        }
        _ => Acts { acts: vec![Act::Unclear], confidence: 0.0, agent: AGENT.to_owned() },
    };
    Heard { tokens, lattice, readings, doubts, followed, acts }
}

/// What was said, or what is said besides if that explains the words better: "can you say that again" is no order.
/// With how sure that is at most.
fn meant(
    language: &Language,
    tokens: &[Token],
    lattice: &Lattice,
    reading: &Reading,
    said: Said,
) -> (Said, f64) {
    let edges = || reading.steps.iter().map(|step| &lattice.edges[step.edge]);
    let mut said = said;
    if edges().rev().find(|edge| names(edge) || waits(edge)).is_some_and(names) {
        said.cues.retain(|cue| *cue != Cue::NeedsTime);
    }
    let plain = said.noise == 0 && said.cues.is_empty();
    if plain && edges().any(names) {
        return (said, 1.0);
    }
    let besides = Besides::hear(language, tokens);
    if edges().any(|edge| names(edge) && !besides.covers(edge.start, edge.end)) {
        return (said, 1.0);
    }
    let orders = !said.statements.is_empty()
        || !said.strange.is_empty()
        || !said.questions.is_empty()
        || said.number.is_some()
        || said.ordinal.is_some();
    let words = edges().filter(|edge| orders_or_asks(&edge.role)).map(|edge| edge.end - edge.start).sum();
    let strange = !said.strange.is_empty() || edges().any(|edge| edge.sure < 1.0);
    if !orders || besides.outweighs(words, strange) { (besides.said(), besides.sure) } else { (said, 1.0) }
}

/// Whether a run asks for time. That is over when something is ordered after it: "let me think, okay, a coke".
fn waits(edge: &Edge) -> bool {
    edge.role == Role::Word(Word::Cue(Cue::NeedsTime))
}

/// Whether a run is plainly something of the menu.
fn names(edge: &Edge) -> bool {
    let of_the_menu = match edge.role {
        Role::Entry { .. }
        | Role::Modifier(_)
        | Role::Size(_)
        | Role::Category(_)
        | Role::Group(_)
        | Role::NoSuchNumber => true,
        Role::Amount(_) | Role::Number(_) | Role::Word(_) | Role::Again | Role::Unknown => false,
    };
    of_the_menu && edge.sure >= 1.0
}

/// Whether a run says what is to be done to the order, or asks something.
fn orders_or_asks(role: &Role) -> bool {
    match role {
        Role::Word(word) => matches!(
            word,
            Word::Topic(_)
                | Word::Remove
                | Word::Take
                | Word::Off
                | Word::Make
                | Word::Swap
                | Word::Clear
                | Word::Same
                | Word::Another
                | Word::All
                | Word::Both
                | Word::Pronoun
                | Word::Ordinal(_)
                | Word::Negation
                | Word::Plain
                | Word::Combo
        ),
        Role::Amount(_) | Role::Number(_) => true,
        _ => false,
    }
}

/// What was said of the item that is asked about, read once more.
fn kept(utterance: Utterance<'_>) -> Option<Draft> {
    let is_asked = utterance.question.is_some_and(|question| question.kind == QuestionKind::WhichItem);
    let about = utterance.about.filter(|about| is_asked && about.reason == Reason::Ambiguous)?;
    let (menu, index): (_, &Index) = (&utterance.book.menu, &utterance.book.index);
    let tokens = tokens::tokenize(index.language(), &about.text);
    let lattice = Lattice::of(index, &tokens);
    let reading = search::search(menu, index, &tokens, &lattice, None).readings.into_iter().next()?;
    let cx = Context { menu, index, order: None, question: None, kept: None };
    let said = walk::walk(cx, &tokens, &lattice, &reading);
    let named = said.statements.into_iter().find_map(|statement| match statement {
        Statement::Add(draft) => Some(draft),
        Statement::Change(_) | Statement::Remove { .. } | Statement::Clear | Statement::Nothing => None,
    });
    named.or_else(|| {
        let (category, draft) = said.categories.into_iter().next()?;
        Some(Draft { entries: cx.items_of(category).collect(), ..draft })
    })
}

fn acts(utterance: Utterance<'_>, said: &Said, resolved: Resolved, confidence: f64) -> Acts {
    let mut acts = Vec::new();
    let mut resolved = resolved;
    if takes_back(utterance, said)
        && resolved.unresolved.is_empty()
        && resolved.ops.len() == 1
        && said.statements.len() == 1
    {
        resolved.ops.retain(|op| !matches!(op, Op::Remove { target: Target::Referent { .. }, .. }));
    }
    let orders = !resolved.ops.is_empty() || !resolved.unresolved.is_empty();
    let Resolved { mut ops, unresolved } = resolved;
    answer_for_the_line(utterance, said, &mut ops);
    // Who is asked for is nothing to order: "get me a barista, a live one".
    let orders = orders && !(ops.is_empty() && said.cues.contains(&Cue::Human));
    if orders {
        acts.push(Act::Order { ops: ops.clone(), unresolved });
    }
    for asked in &said.questions {
        let mut items: Vec<ItemId> = Vec::new();
        for entry in &asked.entries {
            let item = utterance.book.menu.items[utterance.book.index.main(*entry)].id.clone();
            if !items.contains(&item) {
                items.push(item);
            }
        }
        // What was asked about is not had: that is the answer.
        if items.is_empty() && !said.strange.is_empty() {
            continue;
        }
        if items.is_empty() {
            items.extend(pointed_at(utterance, said, asked.topic, &ops));
        }
        acts.push(Act::MenuQuestion { topic: asked.topic.topic(), items });
    }
    let asks = !said.questions.is_empty();
    acts.extend(cues(utterance, said, orders || asks));
    if acts.is_empty() {
        acts.push(Act::Unclear);
    }
    Acts { acts, confidence, agent: AGENT.to_owned() }
}

/// What "how much is it" is about: what was just ordered, else the line in question, else the one last mentioned.
fn pointed_at(utterance: Utterance<'_>, said: &Said, topic: TopicWord, ops: &[Op]) -> Option<ItemId> {
    let of_an_item = match topic {
        TopicWord::Price
        | TopicWord::Contents
        | TopicWord::Sizes
        | TopicWord::Calories
        | TopicWord::Allergens => true,
        TopicWord::Availability | TopicWord::Recommendation | TopicWord::Combo | TopicWord::Order => false,
    };
    if !of_an_item || said.asks_of_modifier || said.noise > 0 || !said.categories.is_empty() {
        return None;
    }
    let ordered = ops.iter().rev().find_map(|op| match op {
        Op::Add(line) => Some(&line.item),
        Op::Remove { .. } | Op::Modify(_) | Op::Replace { .. } | Op::Clear => None,
    });
    let of_line = || {
        let order = utterance.order?;
        let question = utterance.question.and_then(|question| question.line_id);
        Some(&order.line(question.or(order.referent())?)?.item)
    };
    ordered.or_else(of_line).cloned()
}

/// "never mind, just a coffee" while a line's question is open takes the place of that line.
fn answer_for_the_line(utterance: Utterance<'_>, said: &Said, ops: &mut [Op]) {
    let line_id = utterance.question.and_then(|question| question.line_id);
    let (true, Some(line_id)) = (said.cues.contains(&Cue::NeverMind), line_id) else { return };
    if let Some(op) = ops.iter_mut().find(|op| matches!(op, Op::Add(_)))
        && let Op::Add(line) = op
    {
        *op = Op::Replace { target: Target::Line { line_id }, with: line.clone() };
    }
}

/// What was said besides ordering and asking: one of them, the one that says most.
fn cues(utterance: Utterance<'_>, said: &Said, orders: bool) -> Vec<Act> {
    let offers = utterance.question.is_some_and(|question| {
        matches!(
            question.kind,
            QuestionKind::ConfirmChange | QuestionKind::PaymentRetry | QuestionKind::Replacement
        )
    });
    let answers = offers || utterance.expectation == Expectation::YesNoOrChanges;
    let awaited = answers || utterance.expectation == Expectation::SingleAnswer;
    let has = |cue: Cue| said.cues.contains(&cue);
    if has(Cue::Human) {
        return vec![Act::Human];
    }
    let mut acts = Vec::new();
    if orders {
        // "yeah, can I get a coffee" answers nothing where no answer is awaited.
        let awaited = awaited || utterance.question.is_some();
        let answered = said.answers && (awaited || said.goes_on);
        let takes_away =
            said.statements.iter().any(|said| matches!(said, Statement::Remove { .. } | Statement::Clear));
        if has(Cue::NeverMind) && !said.just && !takes_away {
            acts.push(Act::NeverMind);
        }
        if has(Cue::NotRight) {
            acts.push(Act::NotRight);
        } else if has(Cue::Done) {
            acts.push(Act::Done);
        } else if has(Cue::No) && answered {
            acts.push(Act::No);
        } else if has(Cue::Yes) && answered {
            acts.push(Act::Yes);
        } else if said.waits {
            acts.push(Act::NeedsTime);
        }
        return acts;
    }
    let one = if has(Cue::NotRight) {
        Act::NotRight
    } else if has(Cue::Repeat) {
        Act::Repeat
    } else if has(Cue::NeverMind) || takes_back(utterance, said) {
        Act::NeverMind
    } else if has(Cue::Done) && !(answers && has(Cue::Yes)) {
        Act::Done
    } else if has(Cue::Nothing) {
        nothing(utterance.expectation)
    } else if has(Cue::Unclear) && (answers || !has(Cue::NeedsTime)) {
        Act::Unclear
    } else if has(Cue::NeedsTime) {
        Act::NeedsTime
    } else if has(Cue::No) {
        Act::No
    } else if has(Cue::Yes) || has(Cue::WeakYes) && !has(Cue::SmallTalk) && (awaited || said.noise == 0) {
        Act::Yes
    } else if has(Cue::SmallTalk) {
        Act::SmallTalk
    } else if has(Cue::BackChannel) {
        Act::BackChannel
    } else {
        return acts;
    };
    acts.push(one);
    acts
}

/// "Nothing" declines what was asked or read back; else nothing more is wanted.
fn nothing(expectation: Expectation) -> Act {
    match expectation {
        Expectation::SingleAnswer | Expectation::YesNoOrChanges => Act::No,
        Expectation::FreeFormOrdering
        | Expectation::MenuQuestionsOrWait
        | Expectation::Closing
        | Expectation::None => Act::Done,
    }
}

/// "cancel that" to a summary, of no order that is known.
fn takes_back(utterance: Utterance<'_>, said: &Said) -> bool {
    utterance.order.is_none()
        && utterance.expectation == Expectation::YesNoOrChanges
        && said.statements.iter().any(|statement| matches!(statement, Statement::Remove { .. }))
}

/// Whether what sounds like an order is only a few words of an utterance about something else.
fn is_far_fetched(tokens: &[Token], lattice: &Lattice, reading: &Reading, said: &Said) -> bool {
    let plain = reading.steps.iter().any(|step| {
        let edge = &lattice.edges[step.edge];
        let named = match edge.role {
            Role::Entry { called, .. } => !called.is_part(),
            Role::Modifier(_) => true,
            _ => false,
        };
        named && edge.sure >= 1.0
    });
    let strange: usize = said.strange.iter().map(|(text, _)| text.split(' ').count()).sum();
    !plain && (said.noise + strange) * NOISE_SHARE_MAX >= tokens.len() && said.noise > 0
}

/// Whether so many words mean nothing here that the rest is not meant for a lane either: "coffee keeps me awake at
/// night". What is asked for with so many words bears more of them.
fn is_lost(language: &Language, tokens: &[Token], lattice: &Lattice, reading: &Reading, said: &Said) -> bool {
    let asks_for = said.statements.iter().any(|statement| match statement {
        Statement::Add(draft) => draft.asked_for,
        Statement::Change(change) => change.subject != Subject::Referent || !change.only_picks(),
        Statement::Remove { .. } | Statement::Clear => true,
        Statement::Nothing => false,
    });
    let please = Word::Cue(Cue::YesAlone);
    if tokens.iter().any(|token| language.roles_by(token.id).contains(&please)) {
        return false;
    }
    let strange: usize = said.strange.iter().map(|(text, _)| text.split(' ').count()).sum();
    let only_strange = said.statements.is_empty() && said.questions.is_empty() && strange > 0;
    if only_strange && is_of_other_things(lattice, reading, strange) {
        return true;
    }
    if asks_for {
        said.noise >= 3 && said.noise * 2 >= tokens.len()
    } else {
        said.noise > 0
            && said.noise + strange >= 2
            && (said.noise + strange) * NOISE_SHARE_MAX >= tokens.len()
    }
}

/// Whether what is strange here is not asked for, but told of: "there are two hundred emails in my inbox".
fn is_of_other_things(lattice: &Lattice, reading: &Reading, strange: usize) -> bool {
    let mut words = 0;
    for edge in reading.steps.iter().map(|step| &lattice.edges[step.edge]) {
        match edge.role {
            Role::Word(Word::Want | Word::Add | Word::Cue(_)) => return false,
            Role::Number(_) | Role::Word(Word::Article | Word::And | Word::Or | Word::With) => {}
            _ => words += edge.end - edge.start,
        }
    }
    words.saturating_sub(strange) > TOLD_WORDS_MAX
}

/// Whether it would do harm to take an act for meant that was not.
fn is_consequential(act: &Act) -> bool {
    match act {
        Act::Order { .. }
        | Act::Done
        | Act::MenuQuestion { .. }
        | Act::Yes
        | Act::No
        | Act::NeverMind
        | Act::NotRight
        | Act::Repeat => true,
        Act::NeedsTime | Act::Human | Act::SmallTalk | Act::BackChannel | Act::Unclear => false,
    }
}

/// Whether it answers what the lane asked.
fn is_answer(act: &Act) -> bool {
    matches!(act, Act::Yes | Act::No | Act::NotRight | Act::Done)
}
