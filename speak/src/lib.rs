//! Turn to words, deterministic: the same turn is always worded in the same way.
//!
//! ```text
//!   speech ──compose──> statements, one prompt ──language──> text
//! ```
//!
//! What is said is chosen here without words; the words of a language are in one file of its own.

mod compose;
mod english;
mod facts;
mod questions;
mod reply;
mod sentence;
mod statements;
#[cfg(test)]
mod tests;
mod things;

use fsm::dialogue::{Decided, Say, SayKind, Turn};
use fsm::machine::{EventKind, Speech, StateKind, Transition};
use fsm::menu::Menu;
use fsm::order::{LineView, Order, OrderView};
use fsm::query::Fact;

use self::english::English;
use self::reply::Reply;
pub use self::reply::TEXT_CHARS_MAX;
use self::statements::{Language, Statement};

/// The languages, by the first part of a menu's locale. The first one is the fallback.
const LANGUAGES: &[(&str, &dyn Language)] = &[("en", &English)];

/// A decided turn and everything that helps to word it.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// The turn, without its `say`.
    pub turn: &'a Turn,
    /// What is to be said.
    pub speech: &'a [Speech],
    /// The order after the turn.
    pub order: &'a Order,
    /// The lines that went, as they were.
    pub removed: &'a [LineView],
    /// What was said last, for "what was that?".
    pub last_said: Option<&'a str>,
    /// What can be ordered.
    pub menu: &'a Menu,
    /// What a car is greeted with; empty for the language's own greeting.
    pub greeting: &'a str,
}

impl<'a> Wording<'a> {
    /// A turn on which nothing was said before, with the language's own greeting.
    pub fn of(decided: &'a Decided, menu: &'a Menu) -> Self {
        let Decided { turn, speech, order, removed, .. } = decided;
        Self { turn, speech, order, removed, last_said: None, menu, greeting: "" }
    }
}

/// Words a turn. `None` for a turn without an answer: a barge-in without words, a back-channel, a lane that is handed
/// off or left.
pub fn word(wording: &Wording<'_>) -> Option<Say> {
    if wording.speech.is_empty() && !is_acknowledged(wording.turn) {
        return None;
    }
    let speech = worth_saying(wording);
    let kind = speech
        .iter()
        .map(|part| kind_of(part))
        .min_by_key(|kind| rank(*kind))
        .unwrap_or(SayKind::Acknowledge);
    let text = compose::reply(&speech, wording).into_text()?;
    Some(Say { kind, text, choice: None })
}

/// The plural of a name in a menu's language.
pub fn several(locale: &str, name: &str) -> String {
    of_locale(locale).several(name)
}

/// Words what answers a question, without a lane; that it was not understood if there is nothing. In the language of the
/// menu, unless another is asked for that is spoken here.
pub fn answer(facts: &[Fact], order: &OrderView, menu: &Menu, locale: Option<&str>) -> String {
    let language = locale.and_then(spoken).unwrap_or_else(|| of_locale(&menu.locale));
    let mut reply = Reply::new(language);
    for fact in facts::named(facts, order, menu) {
        reply.answer(&fact);
    }
    if reply.tells_nothing() {
        reply.tell(&Statement::NotUnderstood);
    }
    reply.into_text().unwrap_or_default()
}

/// What is said while a reply is late, so that nobody thinks the lane is gone.
pub fn holding(locale: &str) -> Say {
    let text = of_locale(locale).tell(&Statement::OneMoment).text;
    Say { kind: SayKind::Acknowledge, text, choice: None }
}

/// The language of a menu's locale, such as `en-US`.
fn of_locale(locale: &str) -> &'static dyn Language {
    spoken(locale).unwrap_or(LANGUAGES[0].1)
}

/// The same, if it is spoken here.
fn spoken(locale: &str) -> Option<&'static dyn Language> {
    let tag = locale.split(['-', '_']).next().unwrap_or_default();
    LANGUAGES.iter().find(|(prefix, _)| prefix.eq_ignore_ascii_case(tag)).map(|(_, language)| *language)
}

/// Whether a turn whose rows say nothing still gets an answer: "never mind" to a question does, "mhm", a car that the
/// frontend greets and what the POS says do not.
fn is_acknowledged(turn: &Turn) -> bool {
    let is_left_unsaid = |row: &Transition| {
        matches!(
            row.event,
            EventKind::CarDetected
                | EventKind::SmallTalk
                | EventKind::TicketAcknowledged
                | EventKind::TicketRejected
                | EventKind::PaymentProblem
                | EventKind::TicketUnanswered
                | EventKind::HandoffUnanswered
        )
    };
    let mut rows = turn.transitions.iter().filter(|row| row.event != EventKind::BargeIn).peekable();
    let is_ours = turn.handoff.is_none() && turn.state != StateKind::Idle;
    // A customer who speaks or taps always gets an answer; other refused events may get none.
    let is_refused = !turn.refused.is_empty() && !turn.acts.is_empty();
    is_ours && (is_refused || rows.peek().is_some()) && !rows.any(is_left_unsaid)
}

/// Repeats the last reply only if nothing has happened since, leaves "take your time" to a nudge, and tells refusals
/// after what was done.
fn worth_saying<'a>(wording: &Wording<'a>) -> Vec<&'a Speech> {
    let Wording { turn, speech, .. } = *wording;
    let happens = |row: &Transition| !matches!(row.event, EventKind::BargeIn | EventKind::UserAsksRepeat);
    let says_more = speech.iter().any(|part| *part != Speech::RepeatLast);
    let moves_on = says_more || turn.transitions.iter().any(happens);
    let nudges = speech.contains(&Speech::Nudge);
    let is_left_out = |part: &Speech| match part {
        Speech::RepeatLast => moves_on,
        Speech::TakeYourTime => nudges,
        _ => false,
    };
    let mut said: Vec<&Speech> = speech.iter().filter(|part| !is_left_out(part)).collect();
    said.sort_by_key(|part| match part {
        Speech::Changes | Speech::LeftOut(_) => 0,
        Speech::Refuse(_) => 1,
        _ => 2,
    });
    said
}

/// The kind of a reply that says only this.
fn kind_of(part: &Speech) -> SayKind {
    match part {
        Speech::HandOff => SayKind::HandOff,
        Speech::Ask(_) | Speech::AskWhetherYes => SayKind::Ask,
        Speech::Summarize => SayKind::Summarize,
        Speech::Close | Speech::Window => SayKind::Close,
        Speech::Answer(..) => SayKind::Answer,
        Speech::Hint(_) => SayKind::Hint,
        Speech::Nudge => SayKind::Nudge,
        Speech::RepeatLast | Speech::RepeatQuestion => SayKind::Repeat,
        Speech::Greet(_) => SayKind::Greet,
        Speech::Changes
        | Speech::Undone
        | Speech::Acknowledge
        | Speech::SmallTalk
        | Speech::Sorry
        | Speech::TakeYourTime
        | Speech::Kept
        | Speech::LeftOut(_)
        | Speech::Refuse(_)
        | Speech::PaymentRetry
        | Speech::CodeNoted
        | Speech::AllergyNoted(_)
        | Speech::OnlyCode => SayKind::Acknowledge,
    }
}

/// The rank of a kind; a reply that says several things has the lowest.
fn rank(kind: SayKind) -> u8 {
    match kind {
        SayKind::HandOff => 0,
        SayKind::Ask => 1,
        SayKind::Summarize => 2,
        SayKind::Close => 3,
        SayKind::Answer => 4,
        SayKind::Hint => 5,
        SayKind::Nudge => 6,
        SayKind::Repeat => 7,
        SayKind::Greet => 8,
        SayKind::Acknowledge => 9,
    }
}
