//! The confidence of what was heard: lower for guesses, for words that fit badly, and for lines that look unintended.
//!
//! Every doubt has a weight, which the language pack tells ([`DoubtWeights`]); a logistic curve turns their sum into how
//! often such answers are right.

mod weights;

use std::fmt;

use fsm::ids::SizeId;
use fsm::menu::{Item, Menu};
use fsm::order::{NewLine, Op, Order, Reason, Target, Unresolved};

pub use self::weights::{Doubt, DoubtWeights};
use crate::accounting::Account;
use crate::language::{Cue, Language, Sort, Word};
use crate::reading::lattice::{Edge, Lattice, Role, counts_people, points_at_the_order};
use crate::reading::said::{Said, Statement};
use crate::reading::search::Reading;
use crate::resolve::Resolved;
use crate::tokens::{self, Token};

/// The confidence of a plain phrase that is not an order.
const SURE: f64 = 0.98;
/// The confidence if nothing was heard.
const NOTHING: f64 = 0.2;
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

/// Into how many kinds a number can be split.
const SHARES_MAX: usize = 6;

/// The doubts about what was heard.
#[derive(Clone, Debug)]
pub(crate) struct Doubts {
    /// Each with its value: 1, or how much of it there is.
    found: Vec<(Doubt, f64)>,
    /// Whether the curve says how sure it is: only of an order.
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

impl Doubts {
    /// Finds every doubt.
    pub(crate) fn of(hearing: Hearing<'_>) -> Self {
        let weights = hearing.language.doubt_weights().clone();
        let mut doubts = Self { weights, ..Self::default() };
        doubts.by_curve = !hearing.resolved.ops.is_empty() || !hearing.resolved.unresolved.is_empty();
        if doubts.by_curve {
            doubts.words(hearing);
            doubts.lines(hearing);
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
        let order = || self.weights.confidence(self.found.iter().copied());
        if self.by_curve { order().min(self.sure_max) } else { self.sure_max }
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
        self.doubt(Doubt::Remark, !hearing.resolved.ops.is_empty() && has_remark(hearing));
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
        let applies = !hearing.resolved.ops.is_empty();
        self.doubt(Doubt::ItemLeft, applies && hearing.account.leaves_an_item);
        self.doubt(Doubt::CorrectedInVain, hearing.account.corrects_in_vain);
        self.doubt(Doubt::NotSaid, hearing.account.adds_unsaid);
        self.doubt(Doubt::NumberLost, counts_nothing(hearing));
        // Where an order is known, "large, no ice" goes on about its last line; where a question is open, it answers.
        let known = hearing.asked || hearing.order.is_some_and(|order| !order.lines().is_empty());
        let unnamed = ops.filter(
            |op| matches!(op, Op::Modify(change) if matches!(change.target, Target::Referent { .. })),
        );
        let of_nothing = !known && !points_at_the_order(edges(hearing).map(|edge| &edge.role));
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

/// Whether a number above one was said that nothing was ordered by and nothing is asked about with.
fn counts_nothing(hearing: Hearing<'_>) -> bool {
    let is_taken_back = |edge: &Edge| {
        matches!(
            edge.role,
            Role::Word(Word::Correction | Word::WeakCorrection | Word::Just) | Role::Number(0)
        )
    };
    if edges(hearing).any(is_taken_back) {
        return false;
    }
    let mut used: Vec<u32> = Vec::new();
    for op in &hearing.resolved.ops {
        match op {
            Op::Add(line) => line_numbers(line, &mut used),
            Op::Replace { with, .. } => line_numbers(with, &mut used),
            Op::Remove { quantity, .. } => used.extend(quantity),
            Op::Modify(change) => {
                used.extend(change.quantity.iter().chain(&change.split));
                used.extend(change.modifiers.iter().map(|pick| pick.quantity));
            }
            Op::Correct(_) | Op::Clear => return false,
        }
    }
    let asked = hearing.resolved.unresolved.iter().flat_map(|part| part.text.split(' '));
    let asked: Vec<&str> = asked.collect();
    let total: u32 = used.iter().sum();
    used.extend(shared(hearing));
    let runs: Vec<&Edge> = edges(hearing).collect();
    let wants = runs.iter().any(|run| run.role == Role::Word(Word::Want));
    runs.iter().enumerate().any(|(at, edge)| {
        let Role::Number(number @ 2..) = edge.role else { return false };
        let mut words = hearing.tokens[edge.start..edge.end].iter();
        let is_asked = words.all(|token| asked.contains(&token.word.as_str()));
        if counts_people(runs[..at].iter().map(|run| &run.role)) {
            return false;
        }
        // "twenty four ounces"
        let measures = runs
            .get(at + 1)
            .is_some_and(|next| matches!(next.role, Role::Term(_) | Role::Word(Word::Common)));
        // "can I get a couple of forks", where there are none
        let of_asked = runs.get(at + 1).is_some_and(|next| {
            let mut words = hearing.tokens[next.start..next.end].iter();
            let is_plain = next.role == Role::Term(Sort::Food) || wants && hearing.resolved.ops.is_empty();
            next.role.is_strange() && is_plain && words.all(|token| asked.contains(&token.word.as_str()))
        });
        let is_known = is_asked || of_asked || measures;
        !used.contains(&number) && total != number && !is_known && !names_size(hearing, number)
    })
}

/// Whether words are those of a size: of one that the item does not have, the customer is told.
fn is_size(hearing: Hearing<'_>, text: &str) -> bool {
    edges(hearing).filter(|edge| matches!(edge.role, Role::Size(_))).any(|edge| {
        let words = hearing.tokens[edge.start..edge.end].iter().map(|token| token.word.as_str());
        words.eq(text.split(' '))
    })
}

/// Whether a number is in the name of a size that was ordered: "ten wings".
fn names_size(hearing: Hearing<'_>, number: u32) -> bool {
    let ordered = hearing.resolved.ops.iter().flat_map(|op| match op {
        Op::Add(line) | Op::Replace { with: line, .. } => line_sizes(line),
        Op::Modify(change) => change.size.iter().collect(),
        Op::Remove { .. } | Op::Correct(_) | Op::Clear => Vec::new(),
    });
    let ordered: Vec<&SizeId> = ordered.collect();
    let items = hearing.menu.items.iter().flat_map(Item::sizes);
    let mut sizes = items.chain(hearing.menu.combos.iter().flat_map(|combo| &combo.sizes));
    let digits = number.to_string();
    let says_it =
        |name: &String| tokens::tokenize(hearing.language, name).iter().any(|token| token.fold == digits);
    sizes.any(|size| {
        ordered.contains(&&size.id) && std::iter::once(&size.name).chain(&size.aliases).any(says_it)
    })
}

fn line_sizes(line: &NewLine) -> Vec<&SizeId> {
    line.size.iter().chain(line.components.iter().filter_map(|part| part.size.as_ref())).collect()
}

/// How many are added of each item, and of each few lines in a row: a line may be split into shares, of one item or of
/// several kinds.
fn shared(hearing: Hearing<'_>) -> Vec<u32> {
    let adds =
        hearing.resolved.ops.iter().filter_map(|op| if let Op::Add(line) = op { Some(line) } else { None });
    let adds: Vec<&NewLine> = adds.collect();
    let of_item = |line: &&NewLine| -> u32 {
        adds.iter().filter(|other| other.item == line.item).map(|line| line.quantity).sum()
    };
    let in_a_row = (0..adds.len()).flat_map(|from| {
        let quantities = adds[from..].iter().take(SHARES_MAX).map(|line| line.quantity);
        quantities.scan(0_u32, |sum, quantity| {
            *sum = sum.saturating_add(quantity);
            Some(*sum)
        })
    });
    adds.iter().map(of_item).chain(in_a_row).collect()
}

fn line_numbers(line: &NewLine, used: &mut Vec<u32>) {
    let parts = line.components.iter().flat_map(|part| &part.modifiers);
    used.push(line.quantity);
    used.extend(line.modifiers.iter().chain(parts).map(|pick| pick.quantity));
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
