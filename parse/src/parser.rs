//! From an utterance to acts: what it does to the order, what it asks, and what it says besides.

mod another_of;
mod apportioned;
mod asked;
mod besides;
mod choice;
mod clauses;
mod contradicted;
mod cues;
mod declined;
mod each_gets;
mod fallback;
mod follows;
mod for_all;
mod headed;
mod joined;
mod lines;
mod listening;
mod manners;
mod mentioned;
mod nameless;
mod offered;
mod offers;
mod pointed;
pub(crate) mod questions;
mod rephrased;
mod reread;
mod said_of;
mod second_look;
mod sentences;
mod sizes_of_one;
mod some;
mod talk;
mod unchanged;
mod which_has;
mod without_a_name;

use fsm::dialogue::ActKind::{Human, NeverMind, No};
use fsm::dialogue::{Act, ActClass, Acts};
use fsm::ids::ItemId;
use fsm::order::{Op, Target};

use crate::Utterance;
use crate::accounting::{self, Account};
use crate::asking;
use crate::confidence::{Doubts, Hearing};
use crate::correction;
use crate::index::Index;
use crate::language::{ANSWERS, Cue, Word};
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::reading::said::Said;
use crate::reading::search::{self, Reading};
use crate::reading::{self, apposition, asides, first_no, kinds, meant, overheard, walk, weighed};
use crate::resolve::{self, Context, Resolved};
use crate::tokens::{self, Token};

/// Everything that was found on the way from the text to the acts.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) lattice: Lattice,
    /// The best first; at most two.
    pub(crate) readings: Vec<Reading>,
    /// What became of the words of the best one.
    pub(crate) account: Account,
    /// What makes the acts doubtful.
    pub(crate) doubts: Doubts,
    /// How many steps the search took.
    pub(crate) followed: usize,
    /// How many letters of the words are of questions that were understood.
    pub(crate) asked: usize,
    pub(crate) acts: Acts,
}

/// The agent's name.
pub(crate) const AGENT: &str = "grammar";

/// How sure it is that an utterance is only an aside.
const ASIDE_SURE: f64 = 0.9;
/// How sure it is that somebody does without what is not there.
const DECLINED_SURE: f64 = 0.9;
/// How sure acts are at most among words that mean nothing here.
const LOST_SURE_MAX: f64 = 0.4;

/// Parses an utterance.
pub(crate) fn parse(utterance: Utterance<'_>) -> Parsed {
    let mut parsed = first_look(utterance);
    if let Some(text) = another_of::as_one(utterance, &parsed.tokens) {
        return parse(Utterance { text: &text, ..utterance });
    }
    let read = |text: &str| first_look(Utterance { text, ..utterance });
    if let Some(acts) = second_look::look(utterance, &parsed, read) {
        (parsed.acts, parsed.account) = (acts, Account::default());
    }
    parsed
}

/// Parses an utterance by the grammars.
fn first_look(utterance: Utterance<'_>) -> Parsed {
    let answered = utterance.answered.map(|asking| asking.in_full(&utterance.book.menu));
    let utterance = Utterance { answered: answered.as_ref(), ..utterance };
    match mentioned::by_a_question(utterance) {
        Some((order, line_id)) => {
            let mut parsed = parse_on(Utterance { order: Some(&order), ..utterance });
            mentioned::pin(&mut parsed.acts.acts, line_id);
            parsed
        }
        None => {
            let mut parsed = of_all(utterance);
            let asks = |reading: &Reading| begins_with_a_question(&parsed.lattice, reading);
            if !parsed.readings.first().is_some_and(asks)
                && let Some(acts) = besides::each_by_itself(utterance, &parsed.acts, of_all)
            {
                (parsed.acts, parsed.account) = (acts, Account::default());
            }
            mentioned::decline(utterance, &mut parsed.acts.acts);
            parsed
        }
    }
}

/// Parses an utterance with all that is said before it.
fn of_all(utterance: Utterance<'_>) -> Parsed {
    let parsed = of_a_line(utterance);
    manners::without_correction(utterance, &parsed, of_a_line).unwrap_or(parsed)
}

/// Parses an utterance, and finds the line that it is said of.
fn of_a_line(utterance: Utterance<'_>) -> Parsed {
    if let Some((order, line_id)) = mentioned::last_that_is_left(utterance) {
        let mut parsed = of_a_line(Utterance { order: Some(&order), ..utterance });
        if !mentioned::takes_it_off(&parsed.acts.acts) {
            mentioned::pin(&mut parsed.acts.acts, line_id);
            return parsed;
        }
    }
    let parsed = parse_on(utterance);
    said_of::another_line(utterance, &parsed, parse_on).unwrap_or(parsed)
}

/// Parses an utterance on the order as it has it.
fn parse_on(utterance: Utterance<'_>) -> Parsed {
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let tokens = tokens::tokenize(language, utterance.text);
    let spoken = tokens.len();
    let named = |token: &Token| index.word(&token.fold).is_some();
    let tokens = manners::without(utterance, tokens, named);
    let tokens = overheard::without_a_call(language, tokens);
    let tokens = overheard::without_questions_to_others(language, tokens, named);
    let tokens = overheard::without_what_is_denied(language, tokens);
    let tokens = asides::without_a_wait(language, tokens);
    let tokens = talk::without_talk(utterance, tokens);
    let tokens = unchanged::without(utterance, tokens);
    let tokens = tokens::without_stutters(language, tokens, |token| index.is_doubled(&token.fold));
    if let Some(parsed) = contradicted::in_its_place(utterance, &tokens) {
        return parsed;
    }
    let mut tokens = tokens;
    if let Some(parsed) = fallback::one_of_two(utterance, &mut tokens) {
        return parsed;
    }
    let ordered = utterance.order.is_some_and(|order| !order.lines().is_empty());
    let tokens = first_no::with_pause(language, tokens, ordered);
    let tokens = asides::without_hesitations(language, tokens);
    let tokens = weighed::without_denials(language, tokens);
    let tokens = tokens::without_stutters(language, tokens, |token| index.is_doubled(&token.fold));
    let tokens = apposition::joined(&utterance.book.menu, index, tokens);
    let rest = asides::without_outer(language, &tokens);
    let is_all = rest.len() == tokens.len() || asking::may_ask(utterance, rest);
    let tokens = if is_all { tokens } else { rest.to_vec() };
    let several = sentences::sentences(&tokens).nth(1).map(|_| tokens.clone());
    let asked = asking::read(utterance, &tokens);
    let is_question = asked.is_some() && reading::besides::asks(language, &tokens);
    if utterance.question.is_some()
        && !is_question
        && let Some(parsed) = without_a_name::read(utterance, &tokens)
    {
        return parsed;
    }
    let mut parsed = match asked {
        Some(heard) => asked::with_questions(utterance, &tokens, &heard),
        None => without_questions(utterance, tokens, spoken),
    };
    if let Some(acts) = several.and_then(|tokens| sentences::instead(utterance, &tokens, &parsed.acts)) {
        (parsed.acts, parsed.account) = (acts, Account::default());
    } else if let Some(acts) = lines::sure_ones(utterance, &parsed) {
        (parsed.acts, parsed.account) = (acts, Account::default());
    }
    parsed
}

/// Parses an utterance that asks nothing, or no question that is understood as one for sure.
fn without_questions(utterance: Utterance<'_>, tokens: Vec<Token>, spoken: usize) -> Parsed {
    let (menu, index): (_, &Index) = (&utterance.book.menu, &utterance.book.index);
    let language = index.language();
    let tokens = talk::without_reason(index, asides::without(language, tokens));
    if let Some(text) = follows::with_what_was_answered(utterance, language, &tokens) {
        return parse(Utterance { text: &text, answered: None, ..utterance });
    }
    if let Some(text) = offered::in_full(utterance, language, &tokens) {
        return parse(Utterance { text: &text, ..utterance });
    }
    let mut lattice = Lattice::of(index, &tokens);
    let search::Found { mut readings, followed } =
        search::search(menu, index, &tokens, &lattice, utterance.order);
    if let Some(reading) = readings.first_mut() {
        kinds::settle(menu, index, &tokens, &mut lattice, reading);
    }
    let (mut doubts, mut account) = (Doubts::default(), Account::default());
    let acts = match readings.first() {
        _ if declined::what_is_missing(utterance, language, &tokens) => {
            Acts::by(AGENT, DECLINED_SURE, vec![Act::NeverMind])
        }
        Some(reading) if !tokens.is_empty() => {
            let kept = reread::kept(utterance);
            let cx = Context { kept: kept.as_ref(), ..Context::of(utterance) };
            let atoms = correction::atoms(index.language(), &tokens, &lattice);
            let answer = apportioned::read(utterance, &tokens, &atoms);
            if let Some(acts) = answer.or_else(|| which_has::read(utterance, cx, &tokens, &atoms)) {
                return Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts };
            }
            let choice = choice::of_what_was_answered(utterance, language, &tokens, &atoms);
            if let Some(order) = choice.or_else(|| each_gets::read(utterance, cx, &tokens)) {
                let acts = Acts::by(AGENT, correction::confidence(&atoms), vec![order]);
                return Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts };
            }
            let one_of_those = follows::orders_what_was_answered(utterance, &lattice, reading);
            if let Some(Resolved { ops, unresolved }) = correction::crossed(cx, &tokens, &atoms) {
                let order = Act::Order { ops, unresolved };
                let acts = Acts::by(AGENT, correction::confidence(&atoms), vec![order]);
                return Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts };
            }
            let of_a_line = some::read(utterance, cx, &tokens, &atoms)
                .or_else(|| pointed::read(utterance, cx, &tokens, &atoms));
            if let Some(parsed) = of_a_line {
                return parsed;
            }
            if !one_of_those && let Some(Resolved { ops, unresolved }) = correction::read(cx, &tokens, &atoms)
            {
                let order = Act::Order { ops, unresolved };
                let acts = Acts::by(AGENT, correction::confidence(&atoms), vec![order]);
                return Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts };
            }
            let joined = for_all::read(utterance, cx, &tokens, &atoms)
                .or_else(|| headed::read(utterance, cx, &tokens, &atoms))
                .or_else(|| sizes_of_one::read(cx, &atoms))
                .or_else(|| joined::with_likeness(utterance, cx, &tokens, &atoms))
                .or_else(|| joined::with_same_kind(utterance, cx, &tokens, &atoms))
                .or_else(|| joined::with_place(utterance, cx, &tokens, &atoms))
                .or_else(|| joined::with_shares(utterance, &tokens, &atoms))
                .or_else(|| joined::with_contrast(utterance, cx, &tokens, &atoms))
                .or_else(|| clauses::corrected_and_done(utterance, cx, &tokens, &atoms))
                .or_else(|| sentences::one_by_one(utterance, cx, &tokens, &atoms))
                .or_else(|| clauses::answered_and_ordered(utterance, cx, &tokens, &atoms))
                .filter(|_| !one_of_those);
            if let Some(acts) = joined {
                return Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts };
            }
            let said = walk::walk(cx, &tokens, &lattice, reading);
            let (said, sure) = meant::meant(language, &tokens, &lattice, reading, said);
            let mut said = said;
            if one_of_those {
                follows::order_it(utterance, &mut said);
            }
            let taken = offers::is_taken(utterance, cx, &tokens, &mut said);
            let names = meant::names_something(&lattice, reading);
            let denies = meant::denies_something(&lattice, reading);
            offers::without_stray_yes(utterance, language, &tokens, &mut said, (taken, names, denies));
            let offered = utterance.offer.filter(|_| taken).and_then(offers::item);
            let cx = Context { offered, ..cx };
            let lost = meant::is_lost(language, &tokens, &lattice, reading, &said);
            let mut resolved = if lost || meant::is_far_fetched(&tokens, &lattice, reading, &said) {
                Resolved::default()
            } else {
                resolve::resolve(cx, &said)
            };
            rephrased::as_a_change(utterance, &atoms, &mut resolved);
            nameless::ask_of_what(cx, &tokens, &lattice, reading, &said, &mut resolved);
            let (tokens, lattice, said) = (&tokens, &lattice, &said);
            let runs: Vec<&Edge> = reading.steps.iter().map(|step| &lattice.edges[step.edge]).collect();
            let orders = !resolved.ops.is_empty() || !resolved.unresolved.is_empty();
            if orders {
                account = accounting::settle(cx, tokens, &runs, said, &mut resolved);
            }
            doubts = Doubts::of(Hearing {
                menu,
                language,
                tokens,
                lattice,
                reading,
                rival: readings.get(1),
                said,
                resolved: &resolved,
                order: cx.order,
                asked: cx.question.is_some(),
                account: &account,
            });
            doubts.at_most(sure);
            let confidence = doubts.confidence();
            let asks = begins_with_a_question(lattice, reading);
            let mut acts = acts(utterance, said, resolved, confidence, asks);
            if utterance.during_speech && listening::only_listens(language, tokens) {
                acts.acts = vec![Act::BackChannel { assents: true }];
            }
            if lost && acts.acts.iter().any(is_consequential) {
                doubts.at_most(LOST_SURE_MAX);
                acts.confidence = doubts.confidence();
                acts.acts.retain(|act| !ANSWERS.contains(&act.kind()));
                if acts.acts.is_empty() {
                    acts.acts.push(Act::Unclear);
                }
            }
            acts
        }
        _ if spoken > 0 => Acts::by(AGENT, ASIDE_SURE, vec![Act::SmallTalk]),
        _ => Acts::by(AGENT, 0.0, vec![Act::Unclear]),
    };
    Parsed { tokens, lattice, readings, account, doubts, followed, asked: 0, acts }
}

/// Whether a question is the first thing that is said.
fn begins_with_a_question(lattice: &Lattice, reading: &Reading) -> bool {
    let mut roles = reading.steps.iter().map(|step| &lattice.edges[step.edge].role);
    let manners = |role: &&Role| {
        matches!(
            role,
            Role::Word(Word::Filler | Word::And | Word::Cue(Cue::BackChannel { .. } | Cue::WeakYes))
        )
    };
    matches!(roles.find(|role| !manners(role)), Some(Role::Word(Word::Topic(_) | Word::Asks)))
}

fn acts(
    utterance: Utterance<'_>,
    said: &Said,
    resolved: Resolved,
    confidence: f64,
    begins_with_a_question: bool,
) -> Acts {
    let mut acts = Vec::new();
    let mut resolved = resolved;
    if cues::takes_back(utterance, said)
        && resolved.unresolved.is_empty()
        && resolved.ops.len() == 1
        && said.statements.len() == 1
    {
        resolved.ops.retain(|op| !matches!(op, Op::Remove { target: Target::Referent { .. }, .. }));
    }
    let Resolved { mut ops, mut unresolved } = resolved;
    // "forget the Coke, take it off"
    let is_it = |op: &Op| matches!(op, Op::Remove { target: Target::Referent { .. }, .. });
    ops.dedup_by(|next, before| is_it(next) && matches!(before, Op::Remove { .. }));
    reread::count(utterance, &mut unresolved);
    answer_for_the_line(utterance, said, &mut ops);
    // A question never changes an order: "does the cook toast it a bit".
    let changes = |op: &Op| matches!(op, Op::Modify(_) | Op::Remove { .. });
    if begins_with_a_question && ops.iter().all(changes) {
        ops.clear();
    }
    let orders = !ops.is_empty() || !unresolved.is_empty();
    // A person cannot be ordered: "get me a barista, a live one".
    let orders = orders && !(ops.is_empty() && said.has(Human));
    if orders {
        acts.push(Act::Order { ops, unresolved });
    }
    acts.extend(cues::besides(utterance, said, orders));
    if acts.is_empty() {
        acts.push(Act::Unclear);
    }
    Acts::by(AGENT, confidence, acts)
}

/// "never mind, just a coffee" while a line's question is open takes the place of that line, and so does another of its
/// kind after a no: "no, a large Coke".
fn answer_for_the_line(utterance: Utterance<'_>, said: &Said, ops: &mut [Op]) {
    let line_id = utterance.question.and_then(|question| question.line_id);
    let Some(line_id) = line_id.filter(|_| said.has(NeverMind) || said.has(No)) else { return };
    let kind = |item: &ItemId| utterance.book.menu.item(item).map(|item| &item.category);
    let asked = utterance.order.and_then(|order| order.line(line_id));
    if let Some(op) = ops.iter_mut().find(|op| matches!(op, Op::Add(_)))
        && let Op::Add(line) = op
        && (said.has(NeverMind) || asked.is_some_and(|asked| kind(&asked.item) == kind(&line.item)))
    {
        *op = contradicted::in_place_of(line_id, line);
    }
}

/// Whether an act does harm if it was not meant.
fn is_consequential(act: &Act) -> bool {
    match act.kind().class() {
        ActClass::Order | ActClass::Question | ActClass::Answer => true,
        ActClass::Reply => *act != Act::NeedsTime,
        ActClass::Request => *act != Act::Human,
        ActClass::Notice | ActClass::Chat | ActClass::Unclear => false,
    }
}
