//! Several lines in one breath that are not sure as a whole. Of "two meatball reubens and a pickle" the pickle is taken, and
//! the other line asked about; a long order of lines that are each sure is taken.

use fsm::dialogue::{Act, Acts};
use fsm::order::{Op, Reason, Unresolved};

use super::joined::{parsed, text};
use super::sentences::SURE_MIN;
use super::{AGENT, Parsed, without_questions};
use crate::Utterance;
use crate::language::Word;
use crate::reading::lattice::{Edge, Role};

/// How sure a line must be that is taken from among doubtful ones, and a clause that is read by itself.
pub(super) const LINE_SURE_MIN: f64 = 0.75;
/// More lines than these are not taken apart.
const LINES_MAX: usize = 12;
/// More words than these have no beginning that is looked for.
const WORDS_MAX: usize = 40;
/// How many beginnings are tried, the longest first.
const BEGINNINGS_MAX: usize = 3;

/// The acts of the lines that are sure, and what to ask about the others; none where all of it depends on each other,
/// nothing of it is sure, or the whole is to be read back.
pub(super) fn sure_ones(utterance: Utterance<'_>, whole: &Parsed) -> Option<Acts> {
    let orders = |act: &Act| matches!(act, Act::Order { .. } | Act::Unclear);
    if whole.acts.confidence >= SURE_MIN
        || utterance.question.is_some()
        || !whole.acts.acts.iter().all(orders)
    {
        return None;
    }
    let reading = whole.readings.first()?;
    let runs: Vec<&Edge> = reading.steps.iter().map(|step| &whole.lattice.edges[step.edge]).collect();
    each_sure_one(utterance, whole, &runs).or_else(|| sure_beginning(utterance, whole, &runs))
}

/// The acts of the beginning that is sure, and what to ask about the rest, which does nothing to the order: "a double burger
/// with no tomato, and could you toast the bun real well".
fn sure_beginning(utterance: Utterance<'_>, whole: &Parsed, runs: &[&Edge]) -> Option<Acts> {
    let [Act::Order { ops: all, .. }] = whole.acts.acts.as_slice() else { return None };
    if whole.tokens.len() > WORDS_MAX {
        return None;
    }
    let lines = Lines { whole, runs };
    let names = |run: &&Edge| matches!(run.role, Role::Entry { .. });
    let goes_on = |at: &usize| lines.may_begin(*at) || runs[*at].role == Role::Word(Word::With);
    let begins = (1..runs.len()).rev().filter(goes_on).take(BEGINNINGS_MAX);
    for at in begins {
        let (beginning, rest) = runs.split_at(at);
        let counts =
            |run: &&Edge| matches!(run.role, Role::Number(_) | Role::Again | Role::Word(Word::Cue(_)));
        let depends = rest.iter().any(names) || rest.iter().any(counts) || has_shares(&[rest]);
        if depends || !beginning.iter().any(names) {
            break;
        }
        let end = beginning.last()?.end;
        // Read once, and not taken apart again: what is read again of each part takes exponential time.
        let heard = without_questions(utterance, whole.tokens[..end].to_vec(), end).acts;
        let [Act::Order { ops, unresolved }] = heard.acts.as_slice() else { continue };
        let adds = !ops.is_empty() && ops.iter().all(|op| matches!(op, Op::Add(_)));
        if adds && ops == all && heard.confidence >= LINE_SURE_MIN {
            let from = rest.iter().find(|run| !is_small(&run.role)).map_or(end, |run| run.start);
            let rest = text(&whole.tokens[from..]);
            let rest = doubtful(rest.trim_start_matches(", ").to_owned());
            let unresolved = unresolved.iter().cloned().chain([rest]).collect();
            return Some(Acts::by(
                AGENT,
                heard.confidence,
                vec![Act::Order { ops: ops.clone(), unresolved }],
            ));
        }
    }
    None
}

/// The acts of the lines that are each sure by themselves.
fn each_sure_one(utterance: Utterance<'_>, whole: &Parsed, runs: &[&Edge]) -> Option<Acts> {
    let lines = Lines { whole, runs }.cut();
    if !(2..=LINES_MAX).contains(&lines.len()) || has_shares(&lines) || whole.doubts.is_about_shares() {
        return None;
    }
    let (mut ops, mut unresolved, mut confidence) = (Vec::new(), Vec::new(), 1.0_f64);
    // Where each is sure by itself, the doubt is how they go together: three times the same burger. What only looks
    // doubtful is taken if its lines come to the same one by one, and asked about as a whole if they do not.
    let only_looks = whole.doubts.confidence_but_for_looks() >= SURE_MIN;
    let mut is_one_doubtful = false;
    for line in lines {
        let (first, end) = (line.first()?, line.last()?.end);
        let words = &whole.tokens[first.start..end];
        let heard = parsed(utterance, words);
        match heard.acts.as_slice() {
            [Act::Order { ops: adds, unresolved: open }]
                if heard.confidence >= LINE_SURE_MIN && adds.iter().all(|op| matches!(op, Op::Add(_))) =>
            {
                ops.extend_from_slice(adds);
                unresolved.extend_from_slice(open);
                confidence = confidence.min(heard.confidence);
            }
            [Act::Order { .. } | Act::Unclear] => {
                is_one_doubtful = true;
                let from = line.iter().find(|run| !is_small(&run.role)).map_or(first.start, |run| run.start);
                let named = text(&whole.tokens[from..end]);
                unresolved.push(doubtful(named.trim_start_matches(", ").to_owned()));
            }
            [Act::SmallTalk | Act::BackChannel { .. }] => {}
            _ => return None,
        }
    }
    let of_whole = matches!(whole.acts.acts.as_slice(), [Act::Order { ops: all, .. }] if ops.iter().all(|op| all.contains(op)));
    let orders = !ops.is_empty();
    let acts = vec![Act::Order { ops, unresolved }];
    let is_the_whole = acts == whole.acts.acts;
    let is_meant = if only_looks { is_the_whole || of_whole && is_one_doubtful } else { is_one_doubtful };
    (orders && is_meant).then(|| Acts::by(AGENT, confidence, acts))
}

/// Words that nothing is sure of.
fn doubtful(text: String) -> Unresolved {
    Unresolved { text, reason: Reason::Ambiguous, candidates: Vec::new(), quantity: None }
}

/// The runs of an utterance, to be cut into lines.
struct Lines<'a> {
    whole: &'a Parsed,
    runs: &'a [&'a Edge],
}

impl<'a> Lines<'a> {
    fn cut(&self) -> Vec<&'a [&'a Edge]> {
        let mut lines: Vec<&[&Edge]> = Vec::new();
        let mut from = 0;
        for at in 1..self.runs.len() {
            // "two pumps of vanilla, and one of hazelnut in a latte"
            let is_whole = self.runs[from..at].iter().any(|run| names_something(&run.role));
            if is_whole && self.may_begin(at) && self.is_line(at) {
                lines.push(&self.runs[from..at]);
                from = at;
            }
        }
        lines.push(&self.runs[from..]);
        lines
    }

    /// Whether a run follows a pause or a word that goes on, or says that somebody wants something.
    fn may_begin(&self, at: usize) -> bool {
        let goes_on = |role: &Role| matches!(role, Role::Word(Word::And));
        self.whole.tokens[self.runs[at].start].pause && !goes_on(&self.runs[at - 1].role)
            || goes_on(&self.runs[at].role)
            || matches!(self.runs[at].role, Role::Word(Word::Want)) && !goes_on(&self.runs[at - 1].role)
    }

    /// Whether what begins here asks for something by its name: "and a small coffee", not "and extra cheese".
    fn is_line(&self, at: usize) -> bool {
        let ends = (at + 1..self.runs.len()).find(|next| self.may_begin(*next)).unwrap_or(self.runs.len());
        let clause = &self.runs[at..ends];
        let (small, words) = clause.split_at(clause.iter().position(|run| !is_small(&run.role)).unwrap_or(0));
        let wanted = small.iter().any(|run| run.role == Role::Word(Word::Want));
        let counted =
            |run: &&Edge| matches!(run.role, Role::Number(_) | Role::Size(_) | Role::Word(Word::Article));
        (wanted || words.first().is_some_and(counted)) && words.iter().any(|run| names_something(&run.role))
    }
}

/// Words before what is asked for.
fn is_small(role: &Role) -> bool {
    matches!(
        role,
        Role::Word(Word::And | Word::Want | Word::Filler | Word::Definite | Word::Common | Word::Should)
    )
}

fn names_something(role: &Role) -> bool {
    !role.is_counted_kind() && (matches!(role, Role::Entry { .. } | Role::Category(_)) || role.is_strange())
}

/// Whether the numbers of lines share that of one before them, or one takes back or points at another.
fn has_shares(lines: &[&[&Edge]]) -> bool {
    let depends = |run: &&Edge| {
        matches!(
            run.role,
            Role::Again
                | Role::Word(
                    Word::Correction
                        | Word::WeakCorrection
                        | Word::Apology
                        | Word::Swap
                        | Word::Instead
                        | Word::InsteadOf
                        | Word::Pronoun
                        | Word::OfThem
                        | Word::All
                        | Word::Both
                        | Word::Another
                        | Word::Other
                        | Word::Same
                        | Word::Except
                        | Word::Just
                )
        )
    };
    if lines.iter().any(|line| line.iter().any(depends)) {
        return true;
    }
    let number = |run: &&Edge| if let Role::Number(number) = run.role { Some(number) } else { None };
    let numbers: Vec<u32> = lines.iter().flat_map(|line| line.iter().filter_map(number)).collect();
    (0..numbers.len()).any(|at| {
        let mut sum = 0_u32;
        let after = numbers[at + 1..].iter();
        numbers[at] > 1
            && after.take(LINES_MAX).any(|share| {
                sum = sum.saturating_add(*share);
                sum == numbers[at] && *share < sum
            })
    })
}
