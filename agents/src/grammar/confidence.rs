//! How sure what was heard of an order is: what was guessed, what was left over, and what speaks for another reading.

use std::fmt;

use fsm::acts::{Op, Reason, Target};

use super::draft::Said;
use super::language::Word;
use super::lattice::{Lattice, Role};
use super::resolve::Resolved;
use super::search::Reading;
use super::tokens::Token;

/// What makes a reading of an order doubtful; everything is nothing in a plain one.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    /// Words that were guessed, each by how far it is from what it is taken for.
    pub(super) guessed: f64,
    /// How badly runs fit what stands around them, in words.
    pub(super) strain: f64,
    /// Words that mean nothing here, and their share of all.
    pub(super) noise: f64,
    pub(super) noise_share: f64,
    /// Words of an order that were taken for plain English.
    pub(super) common: f64,
    /// Sizes and modifiers that the item cannot have.
    pub(super) not_allowed: f64,
    /// Names that several things have.
    pub(super) ambiguous: f64,
    /// Names of things that are not on the menu.
    pub(super) strange: f64,
    /// Changes of nothing that was named.
    pub(super) unnamed: f64,
    /// Two lines of one thing, of which one has nothing said of it.
    pub(super) twins: f64,
    /// Yes or no and the like in the middle of an order.
    pub(super) answers: f64,
    /// Corrections within the sentence.
    pub(super) corrections: f64,
    /// How many words there are, in tens.
    pub(super) length: f64,
    /// Lines beyond the first.
    pub(super) lines: f64,
    /// How little the words say on the whole: 0 if all of them are plain.
    pub(super) thin: f64,
}

impl Signals {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred words at most")]
    pub(super) fn of(
        tokens: &[Token],
        lattice: &Lattice,
        reading: &Reading,
        said: &Said,
        resolved: &Resolved,
    ) -> Self {
        let edges = || reading.steps.iter().map(|step| &lattice.edges[step.edge]);
        let words = tokens.len().max(1) as f64;
        let count =
            |reason: Reason| resolved.unresolved.iter().filter(|part| part.reason == reason).count() as f64;
        let adds: Vec<_> = resolved
            .ops
            .iter()
            .filter_map(|op| if let Op::Add(line) = op { Some(line) } else { None })
            .collect();
        let bare = |at: usize| {
            let line = adds[at];
            line.size.is_none() && line.modifiers.is_empty() && line.components.is_empty()
        };
        let twins = (0..adds.len()).filter(|one| {
            let other = (0..adds.len()).any(|other| other != *one && adds[other].item == adds[*one].item);
            bare(*one) && other
        });
        let points = |word: &Word| {
            matches!(word, Word::Pronoun | Word::Make | Word::All | Word::Both | Word::Same | Word::Just)
        };
        let pointed = edges().any(|edge| matches!(&edge.role, Role::Word(word) if points(word)));
        let unnamed = resolved.ops.iter().filter(|op| {
            matches!(op, Op::Modify(change) if matches!(change.target, Target::Referent { .. })) && !pointed
        });
        let corrects = |edge: &&super::lattice::Edge| {
            matches!(edge.role, Role::Word(Word::Correction | Word::WeakCorrection))
        };
        let strain: i32 = reading.steps.iter().map(|step| (-step.fit - FIT_LOSS_MAX).max(0)).sum();
        let plain = tokens.len() as f64 * PLAIN_WORD;
        Self {
            guessed: edges().map(|edge| 1.0 - edge.sure).sum(),
            strain: f64::from(strain) / 100.0,
            noise: said.noise as f64,
            noise_share: said.noise as f64 / words,
            common: edges().filter(|edge| edge.role == Role::Word(Word::Common)).count() as f64,
            not_allowed: count(Reason::NotAllowed),
            ambiguous: count(Reason::Ambiguous),
            strange: count(Reason::NotOnMenu),
            unnamed: unnamed.count() as f64,
            twins: twins.count() as f64,
            answers: said.cues.len() as f64,
            corrections: edges().filter(corrects).count() as f64,
            length: words / 10.0,
            lines: (resolved.ops.len() as f64 - 1.0).max(0.0),
            thin: ((plain - f64::from(reading.score)) / plain).clamp(0.0, 1.0),
        }
    }
}

/// What a run may fit worse than well and still be plain, in hundredths of a word.
const FIT_LOSS_MAX: i32 = 12;
/// What a plain word of an order is worth in a reading, in hundredths of a word.
const PLAIN_WORD: f64 = 100.0;

impl fmt::Display for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            ("guessed", self.guessed),
            ("strain", self.strain),
            ("noise", self.noise),
            ("noise_share", self.noise_share),
            ("common", self.common),
            ("not_allowed", self.not_allowed),
            ("ambiguous", self.ambiguous),
            ("strange", self.strange),
            ("unnamed", self.unnamed),
            ("twins", self.twins),
            ("answers", self.answers),
            ("corrections", self.corrections),
            ("length", self.length),
            ("lines", self.lines),
            ("thin", self.thin),
        ];
        for (name, value) in all {
            write!(f, " {name}={value:.3}")?;
        }
        Ok(())
    }
}
