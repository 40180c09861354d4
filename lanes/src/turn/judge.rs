//! Whether an event can be taken where the lane is.

use fsm::machine::{Session, StateKind};
use fsm::menu::Menu;

use super::full;
use crate::error::{Cursor, LaneError};
use crate::event::{EventRequest, InvalidEvent, LaneEvent, OutOfStock};
use crate::menus::ActiveMenu;

/// The event, if it fits the menu and where the lane is.
pub(super) fn judge<'e>(
    request: &'e Result<EventRequest, InvalidEvent>,
    session: &Session,
    menu: &ActiveMenu,
) -> Result<&'e EventRequest, LaneError> {
    let cursor = Cursor::of(session);
    let request = request.as_ref().map_err(|fault| LaneError::Invalid(fault.clone(), Some(cursor)))?;
    if let Some(fault) = off_the_menu(&request.event, session, &menu.book.menu) {
        return Err(LaneError::Invalid(fault, Some(cursor)));
    }
    if let Some(named) = request.head.session_id.filter(|named| Some(*named) != cursor.session_id) {
        return Err(LaneError::StaleSession { named, cursor });
    }
    let arrives = matches!(request.event, LaneEvent::CarDetected(_));
    if session.kind() == StateKind::Idle {
        // A turn that the frontend has seen was one of a session that is over.
        return if arrives { Ok(request) } else { Err(LaneError::Idle { cursor }) };
    }
    if full::refuses(&request.event, session) {
        return Err(LaneError::SessionFull { cursor });
    }
    match request.head.turn {
        Some(named) if named > cursor.turn => Err(LaneError::TurnAhead { named, cursor }),
        Some(_) | None => Ok(request),
    }
}

/// A field that names something which is not on the menu.
fn off_the_menu(event: &LaneEvent, session: &Session, menu: &Menu) -> Option<InvalidEvent> {
    match event {
        LaneEvent::OutOfStock(OutOfStock { item }) if menu.item(&item.0).is_none() => {
            Some(InvalidEvent::no_such_item(&item.0))
        }
        LaneEvent::Tap(touch) => touch.tap.off_the_menu(menu, session.order()),
        LaneEvent::CarDetected(_)
        | LaneEvent::Utterance(_)
        | LaneEvent::BargeIn
        | LaneEvent::Silence(_)
        | LaneEvent::OutOfStock(_)
        | LaneEvent::CarLeft
        | LaneEvent::Crew(_) => None,
    }
}
