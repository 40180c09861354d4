//! What an utterance says besides orders and questions, heard from all its words at once.
//!
//! ```text
//! words  -> phrases of acts -> the best cover -> claims -> what is left over
//!           where each can     most words, by    right,    words of other
//!           stand              few phrases       wrong     things: doubt
//! ```
//!
//! Three rules let few phrases cover many sentences: light words do not count around a phrase and where it has `...`;
//! a negation before a claim that something is right or wrong inverts it; and words that mean something else count
//! against every act, most against a yes and a no.

use std::collections::BTreeMap;

use fsm::dialogue::ActKind::{Done, NeedsTime, NeverMind, No, NotRight, Repeat, Unclear, Yes};

use crate::language::{Claim, Cue, Language, Word};
use crate::reading::said::Said;
use crate::tokens::Token;

/// What was heard besides an order.
#[derive(Debug, Default)]
pub(crate) struct Besides {
    pub(crate) cues: Vec<Cue>,
    /// How many words stand in phrases.
    covered: usize,
    /// How many words mean something else.
    heavy: usize,
    /// Where the phrases stand.
    places: Vec<(usize, usize)>,
    /// The highest confidence.
    pub(crate) sure: f64,
}

/// A phrase where it stands.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
    role: Word,
}

/// How many words support what was heard, and how many mean other things.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Words in phrases.
    covered: usize,
    /// The same, with words that say something by themselves counted twice.
    evidence: usize,
    /// Words that mean something else.
    heavy: usize,
}

/// The longest utterance that is read, in words: nobody says an act in more.
const WORDS_MAX: usize = 60;
/// The most words of one phrase, with the words inside it.
const PHRASE_WORDS_MAX: usize = 16;
/// The share of telling words that must support an act without a phrase of it.
const GUESS_SHARE_MIN: f64 = 0.5;
/// The highest confidence of such a guess.
const GUESS_SURE_MAX: f64 = 0.55;

impl Besides {
    /// Hears what is said besides an order.
    pub(crate) fn hear(language: &Language, tokens: &[Token]) -> Self {
        if tokens.len() > WORDS_MAX {
            return Self::default();
        }
        let spans = spans(language, tokens);
        let hearing = Hearing { language, tokens, spans: &spans };
        let cover = hearing.cover();
        hearing.judge(&cover)
    }

    /// As what was said, instead of an order that was not meant.
    pub(crate) fn said(&self) -> Said {
        Said { cues: self.cues.clone(), noise: self.heavy, ..Said::default() }
    }

    /// Whether it is all that the words say.
    pub(crate) fn is_all(&self) -> bool {
        self.heavy == 0 && self.sure >= 1.0
    }

    /// Whether a run is within a phrase.
    pub(crate) fn covers(&self, start: usize, end: usize) -> bool {
        self.places.iter().any(|place| place.0 <= start && end <= place.1)
    }

    /// Whether it explains the utterance better than an order that takes so many words, of which some may be strange.
    pub(crate) fn outweighs(&self, words: usize, strange: bool) -> bool {
        let clear = self.heavy == 0 || !strange && self.heavy * 2 <= self.covered;
        !self.cues.is_empty() && clear && self.covered > words
    }
}

/// Whether an utterance begins as a question that is no phrase of an act.
pub(crate) fn asks(language: &Language, tokens: &[Token]) -> bool {
    let spans = spans(language, tokens);
    let hearing = Hearing { language, tokens, spans: &spans };
    hearing.asks(&hearing.cover())
}

/// Whether a yes is more than a claim that something is right: "that's right" does not answer "would you like ...".
pub(crate) fn agrees(language: &Language, tokens: &[Token]) -> bool {
    let spans = spans(language, tokens);
    let claims: Vec<&Span> = spans.iter().filter(|span| span.role == Word::Claim(Claim::Right)).collect();
    spans.iter().any(|span| {
        let is_claim = |claim: &&Span| match span.role {
            Word::Cue(Cue::Act(Yes)) => span.start <= claim.start && claim.end <= span.end,
            _ => span.start == claim.start && span.end == claim.end,
        };
        matches!(span.role, Word::Cue(Cue::Act(Yes) | Cue::WeakYes | Cue::YesAlone))
            && !claims.iter().any(is_claim)
    })
}

/// Every phrase, wherever it stands.
fn spans(language: &Language, tokens: &[Token]) -> Vec<Span> {
    let ids: Vec<Option<u32>> = tokens.iter().map(|token| token.id).collect();
    let mut spans: Vec<Span> = Vec::new();
    for start in 0..tokens.len() {
        let most = tokens.len().min(start + PHRASE_WORDS_MAX);
        let pause = (start + 1..most).find(|at| tokens[*at].pause).unwrap_or(most);
        language.read_besides(&ids[start..pause], |length, role| {
            spans.push(Span { start, end: start + length, role });
        });
    }
    spans
}

struct Hearing<'a> {
    language: &'a Language,
    tokens: &'a [Token],
    spans: &'a [Span],
}

impl Hearing<'_> {
    /// The phrases of acts that cover most words, with as few phrases as possible; alternatives share their place.
    fn cover(&self) -> Vec<Span> {
        let count = self.tokens.len();
        let mut worth = vec![0_i32; count + 1];
        let mut choice: Vec<Option<usize>> = vec![None; count];
        let mut left = self.spans.len();
        for at in (0..count).rev() {
            worth[at] = worth[at + 1] - if self.is_light(at) { 0 } else { 2 };
            while let Some(number) = left.checked_sub(1).filter(|number| self.spans[*number].start == at) {
                left = number;
                let span = &self.spans[number];
                if !self.is_heard(span) {
                    continue;
                }
                let words = i32::try_from(span.end - span.start).unwrap_or_default();
                let with = worth[span.end] + 2 * words - 1;
                let longer = choice[at].is_some_and(|chosen: usize| self.spans[chosen].end < span.end);
                if with > worth[at] || with == worth[at] && longer {
                    worth[at] = with;
                    choice[at] = Some(number);
                }
            }
        }
        let mut cover = Vec::new();
        let mut at = 0;
        while at < count {
            let Some(best) = choice[at].map(|number| self.spans[number]) else {
                at += 1;
                continue;
            };
            let same = |span: &&Span| span.start == best.start && span.end == best.end && self.is_heard(span);
            cover.extend(self.spans.iter().filter(same));
            at = best.end;
        }
        cover
    }

    fn is_heard(&self, span: &Span) -> bool {
        match span.role {
            Word::Cue(_) => !is_alone(span) || self.stands_alone(span),
            _ => false,
        }
    }

    /// Whether only words that say nothing stand beside a phrase.
    fn stands_alone(&self, span: &Span) -> bool {
        let mut others = (0..span.start).chain(span.end..self.tokens.len());
        others.all(|at| {
            let token = &self.tokens[at];
            let between = token.id.is_some_and(|id| self.language.is_between(id));
            let mut roles = self.language.roles_of(&token.word).iter();
            between || roles.any(|role| *role == Word::Filler || *role == span.role)
        })
    }

    fn is_light(&self, at: usize) -> bool {
        self.tokens[at].id.is_some_and(|id| self.language.is_light(id))
    }

    /// What the phrases and claims mean, against the words that mean something else.
    fn judge(&self, cover: &[Span]) -> Besides {
        let claim = self.claim(cover);
        let weights = self.weigh(cover, claim.is_some());
        let Weights { covered, heavy, .. } = weights;
        let asks = self.asks(cover);
        let mut cues = self.acts(cover, claim);
        cues.retain(|cue| {
            if *cue == Cue::Act(Done) {
                heavy <= covered
            } else if cue.is_answer() {
                !asks && (heavy == 0 || heavy <= covered && self.begins_with(*cue, cover))
            } else {
                heavy <= weights.evidence
            }
        });
        if cues.is_empty() && !asks {
            let (cue, sure) = self.guess().unzip();
            let (cues, sure) = (cue.into_iter().collect(), sure.unwrap_or(1.0));
            return Besides { cues, covered, heavy, sure, places: Vec::new() };
        }
        let places = cover.iter().map(|span| (span.start, span.end)).collect();
        Besides { cues, covered, heavy, places, sure: 1.0 }
    }

    /// The acts of the phrases, and what is claimed.
    fn acts(&self, cover: &[Span], claim: Option<Cue>) -> Vec<Cue> {
        let says = |span: &&Span| {
            // "okay, done": an okay means less than what it stands beside.
            let ends = span.role == Word::Cue(Cue::Act(Done));
            let okay = |other: &Span| {
                let same = |known: &Span| (known.start, known.end) == (other.start, other.end);
                cover.iter().any(|known| known.role == Word::Cue(Cue::WeakYes) && same(known))
            };
            let elsewhere = cover.iter().any(|other| other.start != span.start && !(ends && okay(other)));
            let thin = elsewhere && span.end == span.start + 1 && self.is_light(span.start);
            !(thin && cue(span).is_some_and(gives_way))
        };
        let mut cues: Vec<Cue> = cover.iter().filter(says).filter_map(cue).collect();
        if cues.is_empty() {
            cues.extend(cover.iter().filter_map(cue));
        }
        match claim {
            Some(Cue::Act(NotRight)) => {
                cues.retain(|cue| !matches!(cue, Cue::Act(Yes) | Cue::WeakYes | Cue::Nothing));
                cues.push(Cue::Act(NotRight));
            }
            Some(claim) => {
                let plainly =
                    |span: &Span| span.role == Word::Cue(Cue::Act(NotRight)) && span.end > span.start + 1;
                let wrong = cover.iter().any(plainly);
                cues.retain(|cue| *cue != Cue::Act(No) && (wrong || *cue != Cue::Act(NotRight)));
                cues.extend(cues.is_empty().then_some(claim));
            }
            None => {}
        }
        cues
    }

    /// How many words support what was heard, and how many mean other things.
    fn weigh(&self, cover: &[Span], claimed: bool) -> Weights {
        let mut in_phrase = vec![false; self.tokens.len()];
        let claims = self.spans.iter().filter(|span| claimed && is_claim(span));
        for span in cover.iter().chain(claims) {
            in_phrase[span.start..span.end].fill(true);
        }
        let places = || in_phrase.iter().enumerate();
        let covered = in_phrase.iter().filter(|within| **within).count();
        let telling = cover.iter().flat_map(|span| span.start..span.end).filter(|at| !self.is_light(*at));
        Weights {
            covered,
            evidence: covered + telling.count(),
            heavy: places().filter(|(at, within)| !**within && !self.is_light(*at)).count(),
        }
    }

    /// Whether a plain yes or no is said first: then it answers, whatever else is said.
    fn begins_with(&self, cue: Cue, cover: &[Span]) -> bool {
        matches!(cue, Cue::Act(Yes | No | NotRight))
            && cover.iter().any(|span| span.role == Word::Cue(cue) && self.begins(span))
    }

    /// The act that the telling words suggest, if no phrase is said: each word votes for the acts that have a phrase
    /// with it, with more weight the fewer they are. Half of the words must vote for the act, and it is never a yes, a
    /// no or another answer.
    fn guess(&self) -> Option<(Cue, f64)> {
        let mut scores: BTreeMap<Cue, f64> = BTreeMap::new();
        let telling = self.tokens.iter().enumerate().filter(|(at, _)| !self.is_light(*at));
        let mut count = 0.0;
        for (_, token) in telling {
            count += 1.0;
            let acts = token.id.map_or(&[][..], |id| self.language.acts_of(id));
            for cue in acts {
                #[expect(clippy::cast_precision_loss, reason = "there are few acts")]
                let share = 1.0 / acts.len() as f64;
                *scores.entry(*cue).or_default() += share;
            }
        }
        scores.retain(|cue, _| !cue.is_answer());
        let (cue, score) = scores.into_iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let share = score / count;
        (share >= GUESS_SHARE_MIN).then_some((cue, GUESS_SURE_MAX * share))
    }

    /// Whether a phrase is the first thing that is said.
    fn begins(&self, span: &Span) -> bool {
        (0..span.start).all(|at| self.tokens[at].id.is_some_and(|id| self.language.is_between(id)))
    }

    /// Whether the utterance begins as a question that is not part of an act's phrase.
    fn asks(&self, cover: &[Span]) -> bool {
        self.spans.iter().any(|span| {
            span.role == Word::Claim(Claim::Asks)
                && self.begins(span)
                && !cover.iter().any(|other| other.start <= span.start && span.start < other.end)
        })
    }

    /// What is claimed of what was said: that it is right or wrong, inverted by a negation before it.
    fn claim(&self, cover: &[Span]) -> Option<Cue> {
        let settled = |span: &Span| {
            let over = |other: &&Span| other.start <= span.start && span.end <= other.end;
            cover.iter().filter(over).any(|over| match cue(over) {
                Some(Cue::Act(Yes | No) | Cue::WeakYes | Cue::Nothing) => false,
                Some(Cue::Act(NotRight)) => over.end > over.start + 1,
                _ => true,
            })
        };
        let (mut is_wrong, mut not, mut end) = (None, false, 0);
        for span in self.spans.iter().filter(|span| is_claim(span) && !settled(span)) {
            if span.start < end {
                continue;
            }
            // A negation counts only in its own clause.
            not &= !(end..=span.start).any(|at| self.tokens[at].pause);
            end = span.end;
            match span.role {
                Word::Claim(Claim::Not) => not = !not,
                Word::Claim(Claim::Good) if !not => {}
                role => {
                    let wrong = (role == Word::Claim(Claim::Wrong)) != std::mem::take(&mut not);
                    is_wrong = Some(is_wrong.unwrap_or_default() || wrong);
                }
            }
        }
        is_wrong.map(|wrong| if wrong { Cue::Act(NotRight) } else { Cue::Act(Yes) })
    }
}

/// Whether a phrase is a part of a claim.
fn is_claim(span: &Span) -> bool {
    matches!(span.role, Word::Claim(Claim::Right | Claim::Wrong | Claim::Good | Claim::Not))
}

/// The act of a phrase.
fn cue(span: &Span) -> Option<Cue> {
    match span.role {
        Word::Cue(cue) => Some(cue.alone().unwrap_or(cue)),
        _ => None,
    }
}

/// Whether a phrase is heard only if nothing else is said.
fn is_alone(span: &Span) -> bool {
    matches!(span.role, Word::Cue(cue) if cue.alone().is_some())
}

/// Whether an act that is only one light word, such as "looking", gives way to what else is said.
fn gives_way(cue: Cue) -> bool {
    matches!(cue, Cue::Act(NeedsTime | Done | Unclear | NeverMind | Repeat | NotRight))
}
