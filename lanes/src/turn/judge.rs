//! Whether an event can be taken where the lane is.

use fsm::dialogue::Tap;
use fsm::machine::StateKind;

use super::Turning;
use crate::error::LaneError;
use crate::event::{Happening, InvalidEvent, LaneEvent};
use crate::menus::Carte;

impl Turning<'_> {
    /// The event, if it fits the menu and where the lane is.
    pub(super) fn judge<'e>(
        &self,
        event: &'e Result<LaneEvent, InvalidEvent>,
        carte: &Carte,
    ) -> Result<&'e LaneEvent, LaneError> {
        let cursor = self.cursor();
        let event = event.as_ref().map_err(|fault| LaneError::Invalid(fault.clone(), Some(cursor)))?;
        if let Some(fault) = off_the_menu(&event.happening, carte) {
            return Err(LaneError::Invalid(fault, Some(cursor)));
        }
        if let Some(named) = event.session_id.filter(|named| Some(*named) != cursor.session_id) {
            return Err(LaneError::StaleSession { named, cursor });
        }
        let arrives = matches!(event.happening, Happening::CarDetected { .. });
        if self.record.session.kind() == StateKind::Idle {
            // A turn that the frontend has seen was one of a session that is over.
            return if arrives { Ok(event) } else { Err(LaneError::Idle { cursor }) };
        }
        match event.turn {
            Some(named) if named > cursor.turn => Err(LaneError::TurnAhead { named, cursor }),
            Some(_) | None => Ok(event),
        }
    }
}

/// A field that names something which is not on the menu.
fn off_the_menu(happening: &Happening, carte: &Carte) -> Option<InvalidEvent> {
    let menu = &carte.book.menu;
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
