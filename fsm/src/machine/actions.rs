//! One method for each action, of the same name. Each takes a state's data and returns the data of the state that the
//! action leads to.

mod edits;
mod questions;
mod tickets;

pub(crate) use self::questions::Asks;

use super::crew_alert::CrewAlert;
use super::cx::{Cx, Next};
use super::effect::{Effect, Speech};
use super::ended::{End, Ended};
use super::event::{ALLERGIES_MAX, Allergies, Arrival, Chat, Code, Handoff, Said, Unclear};
use super::exchange::Answered;
use super::state::{Active, Clarifying, Closing, Confirming, Idle, Ordering, State, Submitted, Thinking};
use crate::menu::{Allergen, Topic};
use crate::order::{OpenOrder, OrderStatus};
use crate::query::{self, Asking, Grounds};
use crate::ticket::TicketStatus;

impl Idle {
    pub(crate) fn open_session(self, cx: &mut Cx<'_>, arrival: &Arrival) -> Ordering {
        cx.visit.begin(arrival, cx.now.at);
        Ordering { order: OpenOrder::begin(cx.visit.order_id(), cx.policy.menu) }
    }
}

impl Ordering {
    pub(crate) fn greet(self, cx: &mut Cx<'_>, arrival: &Arrival) -> Self {
        if cx.policy.rules.greeting.is_some() {
            cx.speak(Speech::Greet(arrival.welcome.greeting.clone()));
        }
        self
    }
}

/// Actions that say something and leave the state's data alone.
pub(crate) trait Talks: Active + Sized {
    fn acknowledge<E>(self, cx: &mut Cx<'_>, _: &E) -> Self {
        cx.speak(Speech::Acknowledge);
        self
    }

    fn answer_menu(self, cx: &mut Cx<'_>, asking: &Asking) -> Self {
        let turn = cx.visit.turn;
        // What no menu says is asked beside something else, which stays in mind.
        let before = cx.visit.answered.take().filter(|before| before.turn == turn);
        let known = before.as_ref().map(|before| &before.before);
        let grounds = Grounds::of(cx.policy, cx.now.at, self.order(), cx.from, known);
        let grounds = Grounds { avoided: &cx.visit.allergies, ..grounds };
        let (facts, now) = query::answer(asking, &grounds);
        let unknown = query::unknown_of(&facts, self.order(), cx.policy.menu);
        if !unknown.is_empty() {
            cx.tell_crew(CrewAlert::AllergensUnknown { items: unknown });
        }
        let before = before.filter(|_| asking.topic == Topic::Other).map(|before| before.before);
        let before = before.unwrap_or(now);
        cx.visit.answered = Some(Answered { turn: turn.saturating_add(1), before });
        note_extras(cx, asking);
        cx.speak(Speech::Answer(facts));
        self
    }

    fn nudge(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        cx.visit.nudges = cx.visit.nudges.saturating_add(1);
        cx.speak(Speech::Nudge);
        self
    }

    fn set_thinking(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        cx.speak(Speech::TakeYourTime);
        self
    }

    fn give_pattern_hint<E>(self, cx: &mut Cx<'_>, _: &E) -> Self {
        cx.speak(Speech::Hint(self.question_kind()));
        self
    }
}

/// Notes what was asked for that the house gives for nothing. Where the ticket was made before, the crew is told.
fn note_extras(cx: &mut Cx<'_>, asking: &Asking) {
    let (Some(query), Some(house)) = (&asking.query, cx.policy.house) else { return };
    let is_news = cx.visit.notes.take(house.extras_of(query));
    if is_news && cx.visit.order_number.is_some() {
        cx.tell_crew(CrewAlert::WantsExtras { names: cx.visit.notes.unsent().to_vec() });
    }
}

impl Talks for Ordering {}
impl Talks for Thinking {}
impl Talks for Clarifying<OpenOrder> {}
impl Talks for Clarifying<Submitted> {}
impl Talks for Confirming {}
impl Talks for Closing {}

impl<B> Clarifying<B> {
    pub(crate) fn repeat_question<E>(self, cx: &mut Cx<'_>, _: &E) -> Self {
        cx.speak(Speech::RepeatQuestion);
        self
    }
}

/// In confirming, `repeat_question` also remembers that something was unclear.
impl Confirming {
    pub(crate) fn repeat_question<E: RepeatsFor>(mut self, cx: &mut Cx<'_>, event: &E) -> Self {
        self.was_unclear |= E::IS_UNCLEAR;
        cx.speak(event.question());
        self
    }
}

/// An event that makes the lane repeat its question.
pub(crate) trait RepeatsFor {
    const IS_UNCLEAR: bool;

    /// How it is asked again.
    fn question(&self) -> Speech {
        Speech::RepeatQuestion
    }
}

impl RepeatsFor for Asking {
    const IS_UNCLEAR: bool = false;
}

impl RepeatsFor for Unclear {
    const IS_UNCLEAR: bool = true;

    fn question(&self) -> Speech {
        match self {
            Self::Yes => Speech::AskWhetherYes,
            Self::Confidence(_) | Self::Nothing | Self::Part(_) => Speech::RepeatQuestion,
        }
    }
}

/// The actions of the rows that every active state has.
impl State {
    pub(crate) fn cancel_tts(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        cx.push(Effect::CancelSpeech);
        Next::Stay
    }

    pub(crate) fn acknowledge(&mut self, cx: &mut Cx<'_>, chat: &Chat) -> Next {
        match chat {
            Chat::SmallTalk => cx.speak(Speech::SmallTalk),
            Chat::Aside => cx.speak(Speech::Acknowledge),
            Chat::Upset => cx.speak(Speech::Sorry),
            Chat::BackChannel => {}
        }
        Next::Stay
    }

    pub(crate) fn repeat_last(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        cx.speak(Speech::RepeatLast);
        Next::Stay
    }

    pub(crate) fn note_code(&mut self, cx: &mut Cx<'_>, code: &Code) -> Next {
        cx.visit.has_code = true;
        cx.tell_crew(CrewAlert::HasCode);
        cx.speak(match code {
            Code::Had => Speech::CodeNoted,
            Code::Only => Speech::OnlyCode,
        });
        Next::Stay
    }

    pub(crate) fn note_allergy(&mut self, cx: &mut Cx<'_>, allergies: &Allergies) -> Next {
        let Allergies(allergens) = allergies;
        let news: Vec<Allergen> =
            allergens.iter().filter(|allergen| !cx.visit.allergies.contains(allergen)).cloned().collect();
        let free = ALLERGIES_MAX.saturating_sub(cx.visit.allergies.len());
        cx.visit.allergies.extend(news.into_iter().take(free));
        cx.tell_crew(CrewAlert::HasAllergy { allergens: cx.visit.allergies.clone() });
        cx.speak(Speech::AllergyNoted(allergens.clone()));
        Next::Stay
    }

    pub(crate) fn hand_off(&mut self, cx: &mut Cx<'_>, reason: &Handoff) -> Next {
        cx.visit.handoff = Some(*reason);
        // A customer who says nothing may be gone without a word of the car.
        if *reason == Handoff::Silence
            && let Some(alert) = CrewAlert::unconfirmed(self, &cx.visit)
        {
            cx.tell_crew(alert);
        }
        cx.push(Effect::CallCrew { session_id: cx.visit.session_id, reason: *reason });
        cx.speak(Speech::HandOff);
        Next::Stay
    }

    /// The customer waits for the crew, who were called.
    pub(crate) fn call_again(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        if let Some(reason) = cx.visit.handoff {
            cx.tell_crew(CrewAlert::HandoffUnanswered { reason });
        }
        Next::Stay
    }

    /// The car is gone.
    pub(crate) fn cleanup(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        leave(self, cx);
        Next::idle()
    }
}

impl Closing {
    pub(crate) fn cleanup(self, cx: &mut Cx<'_>, _: &Said) -> Idle {
        leave(&State::Closing(self), cx);
        Idle::empty()
    }
}

impl Clarifying<Submitted> {
    pub(crate) fn cleanup(self, cx: &mut Cx<'_>, _: &Said) -> Idle {
        leave(&State::ClarifyingTicket(self), cx);
        Idle::empty()
    }
}

/// Keeps what a session leaves behind. What was confirmed stands as it was, on its way to the POS or there; the crew is
/// told what was asked for since.
fn leave(state: &State, cx: &mut Cx<'_>) {
    let Some(order) = state.order() else { return };
    if let Some(alert) = CrewAlert::unconfirmed(state, &cx.visit) {
        cx.tell_crew(alert);
    }
    cx.ended = Some(match state.submitted().or(cx.visit.confirmed.as_deref()) {
        Some(Submitted { order, ticket }) if ticket.status == TicketStatus::Acknowledged => Ended {
            end: End::Completed,
            order: order.clone().place().into_order(),
            status: OrderStatus::Placed,
            ticket: Some(ticket.clone()),
        },
        Some(Submitted { order, ticket }) => Ended {
            end: End::Left,
            order: order.order().clone(),
            status: OrderStatus::Frozen,
            ticket: Some(ticket.clone()),
        },
        None => Ended {
            end: End::Abandoned,
            order: order.clone(),
            status: OrderStatus::Open,
            ticket: cx.visit.previous_ticket.clone(),
        },
    });
}
