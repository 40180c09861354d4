//! The confidence of what was heard: lower for guesses, for words that fit badly, and for lines that look unintended.
//!
//! Every doubt has a weight, which the language pack tells ([`DoubtWeights`]); a logistic curve turns their sum into how
//! often such answers are right.

mod looks;
mod numbers;
mod weights;

use std::fmt;

use fsm::menu::Menu;
use fsm::order::{NewLine, Op, Order, Reason, Target, Unresolved};

pub use self::weights::{Doubt, DoubtWeights};
use crate::accounting::{Account, Fate};
use crate::language::{Cue, Language, Sort, Word};
use crate::reading::lattice::{Edge, Lattice, Role, points_at_the_order};
use crate::reading::said::{Said, Statement};
use crate::reading::search::Reading;
use crate::resolve::Resolved;
use crate::tokens::Token;

/// The confidence of a plain phrase that is not an order.
const SURE: f64 = 0.98;
/// The confidence if nothing was heard.
const NOTHING: f64 = 0.2;
/// The confidence of what applies nothing, and only asks or tells.
const ASKS: f64 = 0.7;
/// How badly a run may fit without raising a doubt, in hundredths of a word.
const FIT_LOSS_MAX: i32 = 12;
/// What a plain word of an order is worth in a reading, in hundredths of a word.
const PLAIN_WORD: f64 = 100.0;
/// The share that the words may be worth less together without raising a doubt.
const THIN_MAX: f64 = 0.03;
/// With fewer words, the fit is not judged.
const THIN_WORDS_MIN: usize = 4;

/// So many words that mean nothing here, between two pauses, make a remark of what is named among them.
const REMARK_WORDS_MIN: usize = 3;

/// The doubts about what was heard.
#[derive(Clone, Debug)]
pub(crate) struct Doubts {
    /// Each with its value: 1, or how much of it there is.
    found: Vec<(Doubt, f64)>,
    /// Whether the curve says how sure it is: only of what changes an order.
    by_curve: bool,
    /// How sure it is at most.
    sure_max: f64,
    weights: DoubtWeights,
}

impl Default for Doubts {
    fn default() -> Self {
        Self { found: Vec::new(), by_curve: false, sure_max: 1.0, weights: DoubtWeights::default() }
    }
}

/// What doubts are looked for in.
#[derive(Clone, Copy)]
pub(crate) struct Hearing<'a> {
    pub(crate) tokens: &'a [Token],
    pub(crate) lattice: &'a Lattice,
    pub(crate) reading: &'a Reading,
    /// The second best one, which says something else.
    pub(crate) rival: Option<&'a Reading>,
    pub(crate) said: &'a Said,
    pub(crate) resolved: &'a Resolved,
    pub(crate) order: Option<&'a Order>,
    /// Whether a question is open.
    pub(crate) asked: bool,
    /// What became of the words.
    pub(crate) account: &'a Account,
    pub(crate) menu: &'a Menu,
    pub(crate) language: &'a Language,
}

impl Hearing<'_> {
    /// Whether something is there to go on about. Where an order is known, "large, no ice" is about its last line; where a
    /// question is open, it answers.
    fn goes_on(&self) -> bool {
        self.asked || self.order.is_some_and(|order| !order.lines().is_empty())
    }
}

impl Doubts {
    /// Finds every doubt.
    pub(crate) fn of(hearing: Hearing<'_>) -> Self {
        let weights = hearing.language.doubt_weights().clone();
        let mut doubts = Self { weights, ..Self::default() };
        let Resolved { ops, unresolved } = hearing.resolved;
        if !ops.is_empty() {
            doubts.by_curve = true;
            doubts.words(hearing);
            doubts.lines(hearing);
            doubts.looks(hearing);
        } else if !unresolved.is_empty() {
            doubts.at_most(ASKS);
        } else {
            doubts.at_most(besides(hearing));
        }
        doubts
    }

    /// Says that it is no surer than this.
    pub(crate) fn at_most(&mut self, sure: f64) {
        self.sure_max = self.sure_max.min(sure);
    }

    /// The confidence, 0 to 1.
    pub(crate) fn confidence(&self) -> f64 {
        self.confidence_by(|_| true)
    }

    /// The confidence if it looked like a plain order.
    pub(crate) fn confidence_but_for_looks(&self) -> f64 {
        self.confidence_by(|doubt| !doubt.is_of_looks())
    }

    fn confidence_by(&self, counts: impl Fn(Doubt) -> bool) -> f64 {
        let found = self.found.iter().filter(|(doubt, _)| counts(*doubt));
        if self.by_curve { self.weights.confidence(found.copied()).min(self.sure_max) } else { self.sure_max }
    }

    /// Each doubt with its value, and how sure it is at most; none where no curve says how sure it is.
    pub(crate) fn found(&self) -> Option<(&[(Doubt, f64)], f64)> {
        self.by_curve.then_some((self.found.as_slice(), self.sure_max))
    }

    /// Whether it is doubtful which share of something the words are about.
    pub(crate) fn is_about_shares(&self) -> bool {
        let shares = [Doubt::SharedByParts, Doubt::ShareLeftOpen];
        self.found.iter().any(|(doubt, _)| shares.contains(doubt))
    }

    /// Doubts about words that were guessed, fit badly where they are, or say too little together.
    fn words(&mut self, hearing: Hearing<'_>) {
        let guessed: f64 = edges(hearing).map(|edge| 1.0 - edge.sure).sum();
        self.doubt(Doubt::Guessed, guessed > 0.0);
        self.amount(Doubt::GuessedWords, guessed);
        let (strain, thin) = fit(hearing);
        self.doubt(Doubt::Strained, strain > 0.0);
        self.amount(Doubt::StrainedWords, strain);
        self.doubt(Doubt::Thin, thin > THIN_MAX);
        self.amount(Doubt::ThinShare, if thin > THIN_MAX { thin } else { 0.0 });
        let corrects =
            |edge: &&Edge| matches!(edge.role, Role::Word(Word::Correction | Word::WeakCorrection));
        self.doubt(Doubt::Remark, has_remark(hearing));
        self.doubt(Doubt::SharedByParts, !hearing.said.halved && is_shared_by_parts(hearing));
        self.doubt(Doubt::ShareLeftOpen, hearing.said.open_share);
        self.doubt(Doubt::Corrected, edges(hearing).any(|edge| corrects(&edge)));
    }

    /// Doubts about lines that were probably not meant.
    fn lines(&mut self, hearing: Hearing<'_>) {
        // What is known not to be on the menu, and is told or asked about, is no doubt.
        let is_known = |part: &Unresolved| match part.reason {
            Reason::NotAllowed => {
                hearing.said.told.contains(&part.text)
                    || hearing.account.left.contains(&part.text)
                    || is_size(hearing, &part.text)
            }
            Reason::NotOnMenu => !edges(hearing).any(|edge| edge.role == Role::Unknown),
            _ => false,
        };
        let doubted = hearing.resolved.unresolved.iter().filter(|part| !is_known(part));
        let open = |reason: Reason| doubted.clone().any(|part| part.reason == reason);
        self.doubt(Doubt::NotAllowed, open(Reason::NotAllowed));
        self.doubt(Doubt::Ambiguous, open(Reason::Ambiguous));
        self.doubt(Doubt::NotOnTheMenu, open(Reason::NotOnMenu));
        let ops = hearing.resolved.ops.iter();
        let adds: Vec<&NewLine> =
            ops.clone().filter_map(|op| if let Op::Add(line) = op { Some(line) } else { None }).collect();
        let bare =
            |line: &NewLine| line.size.is_none() && line.modifiers.is_empty() && line.components.is_empty();
        let twin = |line: &&&NewLine| {
            bare(line) && adds.iter().any(|other| !std::ptr::eq(*other, **line) && other.item == line.item)
        };
        // Shares told apart by what each must have are meant to be two lines: "two kids meals, one with nuggets".
        let is_share = |said: &Statement| matches!(said, Statement::Add(line) if line.chosen_share);
        let shares = hearing.said.statements.iter().any(is_share);
        let twins = if shares { 0.0 } else { count(adds.iter().filter(twin).count()) };
        self.amount(Doubt::SameTwice, twins);
        self.doubt(Doubt::ItemLeft, hearing.account.leaves_an_item);
        self.doubt(Doubt::CorrectedInVain, hearing.account.corrects_in_vain);
        self.doubt(Doubt::NotSaid, hearing.account.adds_unsaid);
        self.doubt(Doubt::AnotherPart, tells_before_a_part(hearing));
        self.doubt(Doubt::NumberLost, numbers::counts_nothing(hearing));
        let unnamed = ops.filter(
            |op| matches!(op, Op::Modify(change) if matches!(change.target, Target::Referent { .. })),
        );
        let of_nothing = !hearing.goes_on() && !points_at_the_order(edges(hearing).map(|edge| &edge.role));
        let unnamed = if of_nothing { count(unnamed.count()) } else { 0.0 };
        self.amount(Doubt::OfNothingNamed, unnamed);
    }

    fn doubt(&mut self, doubt: Doubt, is: bool) {
        self.amount(doubt, if is { 1.0 } else { 0.0 });
    }

    fn amount(&mut self, doubt: Doubt, value: f64) {
        if value > 0.0 {
            self.found.push((doubt, value));
        }
    }
}

impl fmt::Display for Doubts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weighed = self.found.iter().map(|(doubt, value)| (doubt.name(), self.weights.of(*doubt) * value));
        let weighed: Vec<_> = weighed.filter(|(_, weight)| *weight != 0.0).collect();
        write!(f, "{}", if weighed.is_empty() { "no doubts" } else { "doubts" })?;
        for (name, weight) in weighed {
            write!(f, ", {name} {weight:.2}")?;
        }
        Ok(())
    }
}

/// Whether something of the menu is named among so many other words between two pauses that it was probably only talked
/// about: "he won't eat it if there are pickles anywhere".
fn has_remark(hearing: Hearing<'_>) -> bool {
    let runs: Vec<&Edge> = edges(hearing).collect();
    let is_remark = |clause: &[&Edge]| {
        let of = |is: fn(&Role) -> bool| clause.iter().filter(|edge| is(&edge.role)).count();
        let noise = of(|role| matches!(role, Role::Unknown | Role::Word(Word::Common)));
        let choices = of(|role| matches!(role, Role::Modifier(_)));
        let items = of(|role| matches!(role, Role::Entry { .. }));
        let wants = of(|role| matches!(role, Role::Word(Word::Want | Word::Add)));
        let please = Word::Cue(Cue::YesAlone);
        let mut words = clause.iter().flat_map(|edge| &hearing.tokens[edge.start..edge.end]);
        let begs = words.any(|token| hearing.language.roles_by(token.id).contains(&please));
        choices + items > 0 && wants == 0 && !begs && noise >= REMARK_WORDS_MIN
    };
    runs.chunk_by(|_, next| !hearing.tokens[next.start].pause).any(is_remark)
}

/// "a shrimp egg roll": whether food is told of that stands right before what is called by a part of its name.
fn tells_before_a_part(hearing: Hearing<'_>) -> bool {
    let runs: Vec<(&Edge, &Fate)> = edges(hearing).zip(&hearing.account.fates).collect();
    runs.windows(2).any(|pair| {
        let [(food, told), (item, act)] = pair else { return false };
        let is_food = matches!(food.role, Role::Modifier(_) | Role::Term(Sort::Food) | Role::Unknown);
        let is_part = matches!(item.role, Role::Entry { called, .. } if called.is_part());
        is_food && is_part && **told == Fate::Told && **act == Fate::Act && !hearing.tokens[item.start].pause
    })
}

/// "Half chocolate half vanilla": whether a measure is said again, each time right before what is put on something.
fn is_shared_by_parts(hearing: Hearing<'_>) -> bool {
    let runs: Vec<&Edge> = edges(hearing).collect();
    let measures = runs.windows(2).filter(|pair| {
        let measure = matches!(pair[0].role, Role::Size(_) | Role::Term(Sort::Measure));
        let what = match pair[1].role {
            Role::Modifier(_) | Role::Term(Sort::Preparation) => true,
            Role::Entry { called, .. } => called.is_part(),
            _ => false,
        };
        measure && what && !hearing.tokens[pair[1].start].pause
    });
    let words: Vec<&str> = measures.map(|pair| hearing.tokens[pair[0].start].fold.as_str()).collect();
    words.iter().enumerate().any(|(at, word)| words[..at].contains(word))
}

/// Whether words are those of a size: of one that the item does not have, the customer is told.
fn is_size(hearing: Hearing<'_>, text: &str) -> bool {
    edges(hearing).filter(|edge| matches!(edge.role, Role::Size(_))).any(|edge| {
        let words = hearing.tokens[edge.start..edge.end].iter().map(|token| token.word.as_str());
        words.eq(text.split(' '))
    })
}

/// The confidence of questions and answers: words that mean nothing here lower it.
fn besides(hearing: Hearing<'_>) -> f64 {
    let said = hearing.said;
    let takes_back = said.statements.iter().any(|statement| matches!(statement, Statement::Remove { .. }));
    if !takes_back && said.cues.is_empty() {
        return NOTHING;
    }
    let mut sure = SURE;
    for edge in edges(hearing).filter(|edge| edge.sure < 1.0) {
        sure *= 0.55 + 0.45 * edge.sure;
    }
    let noise = count(said.noise) / count(hearing.tokens.len().max(1));
    (sure - 0.6 * noise).clamp(0.0, 1.0)
}

/// How badly runs fit their neighbours, in words, and the share that they are worth less than plain words. Leaves out
/// what is judged elsewhere: unknown words, fillers, cues, corrections, and what an item cannot have.
fn fit(hearing: Hearing<'_>) -> (f64, f64) {
    let left_out = |role: &Role| {
        matches!(
            role,
            Role::Unknown
                | Role::Term(_)
                | Role::Word(
                    Word::Common | Word::Filler | Word::Cue(_) | Word::Correction | Word::WeakCorrection
                )
        )
    };
    let steps = hearing.reading.steps.iter();
    let runs = steps.map(|step| (&hearing.lattice.edges[step.edge], step.fit));
    let runs: Vec<(&Edge, i32)> = runs.filter(|(edge, _)| !left_out(&edge.role)).collect();
    let not_allowed = hearing
        .resolved
        .unresolved
        .iter()
        .any(|part| part.reason == Reason::NotAllowed && !hearing.said.told.contains(&part.text));
    let words = runs.iter().map(|(edge, _)| edge.end - edge.start).sum::<usize>();
    if not_allowed || words < THIN_WORDS_MIN {
        return (0.0, 0.0);
    }
    let strain: i32 = runs.iter().map(|(_, fit)| (-fit - FIT_LOSS_MAX).max(0)).sum();
    let worth: i32 = runs.iter().map(|(edge, fit)| edge.score + fit).sum();
    let thin = 1.0 - f64::from(worth) / (PLAIN_WORD * count(words));
    (f64::from(strain) / PLAIN_WORD, thin.clamp(0.0, 1.0))
}

fn edges(hearing: Hearing<'_>) -> impl Iterator<Item = &Edge> {
    hearing.reading.steps.iter().map(move |step| &hearing.lattice.edges[step.edge])
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
fn count(number: usize) -> f64 {
    number as f64
}
