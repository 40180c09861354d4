//! Sessions that have as many turns as are stored of one: the crew has the lane, and the next car ends them.

use fsm::dialogue::CrewAct;
use fsm::machine::Session;

use crate::event::{Crew, LaneEvent};
use crate::limits::TURNS_MAX;

/// Whether a session takes no event any more, other than one that ends it.
pub(super) fn refuses(event: &LaneEvent, session: &Session) -> bool {
    session.turn() >= TURNS_MAX && !ends(event, session)
}

/// Whether an event is the last that a session takes, with which the crew gets the lane: they have to see to that car.
pub(super) fn calls_the_crew(event: &LaneEvent, session: &Session) -> bool {
    let gives_back = matches!(event, LaneEvent::Crew(Crew { act: CrewAct::GiveBack }));
    let keeps_it = session.handoff().is_some() && !gives_back;
    session.turn() + 1 >= TURNS_MAX && !keeps_it && !ends(event, session)
}

/// As long as nothing was said, another car is the same one.
fn ends(event: &LaneEvent, session: &Session) -> bool {
    match event {
        LaneEvent::CarLeft => true,
        LaneEvent::CarDetected(_) => session.was_heard(),
        LaneEvent::Utterance(_)
        | LaneEvent::BargeIn
        | LaneEvent::Silence(_)
        | LaneEvent::OutOfStock(_)
        | LaneEvent::Tap(_)
        | LaneEvent::Crew(_) => false,
    }
}
