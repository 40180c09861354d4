//! Whether an event can be taken where the lane is.

use fsm::dialogue::Tap;
use fsm::machine::{Session, StateKind};

use crate::error::{Cursor, LaneError};
use crate::event::{Happening, InvalidEvent, LaneEvent};
use crate::menus::ActiveMenu;

/// The event, if it fits the menu and where the lane is.
pub(super) fn judge<'e>(
    event: &'e Result<LaneEvent, InvalidEvent>,
    session: &Session,
    menu: &ActiveMenu,
) -> Result<&'e LaneEvent, LaneError> {
    let cursor = Cursor::of(session);
    let event = event.as_ref().map_err(|fault| LaneError::Invalid(fault.clone(), Some(cursor)))?;
    if let Some(fault) = off_the_menu(&event.happening, menu) {
        return Err(LaneError::Invalid(fault, Some(cursor)));
    }
    if let Some(named) = event.session_id.filter(|named| Some(*named) != cursor.session_id) {
        return Err(LaneError::StaleSession { named, cursor });
    }
    let arrives = matches!(event.happening, Happening::CarDetected { .. });
    if session.kind() == StateKind::Idle {
        // A turn that the frontend has seen was one of a session that is over.
        return if arrives { Ok(event) } else { Err(LaneError::Idle { cursor }) };
    }
    match event.turn {
        Some(named) if named > cursor.turn => Err(LaneError::TurnAhead { named, cursor }),
        Some(_) | None => Ok(event),
    }
}

/// A field that names something which is not on the menu.
fn off_the_menu(happening: &Happening, menu: &ActiveMenu) -> Option<InvalidEvent> {
    let menu = &menu.book.menu;
    let (item, size) = match happening {
        Happening::OutOfStock { item } => (item, None),
        Happening::Tap { tap: Tap::AddItem { item, size, .. }, .. } => (item, size.as_ref()),
        Happening::CarDetected { .. }
        | Happening::Utterance { .. }
        | Happening::BargeIn
        | Happening::Silence
        | Happening::CarLeft
        | Happening::Tap { .. }
        | Happening::Crew(_) => return None,
    };
    let Some(known) = menu.item(item) else {
        return Some(InvalidEvent::no_such_item(item));
    };
    let wrong = size.filter(|size| known.size(size).is_none())?;
    Some(InvalidEvent::new("size", format!("`{item}` has no size `{wrong}`")))
}
