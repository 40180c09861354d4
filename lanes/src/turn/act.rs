//! Carries out what a turn decided, once the turn is stored. The one place that does.

use fsm::machine::Effect;
use fsm::ticket::{MessageBody, TicketStatus};

use super::commit::Committed;
use crate::meters;
use crate::pos::wakeups::Wakeups;

/// Acts on the effects of a turn that is committed.
pub(super) fn act(wakeups: &Wakeups, committed: &Committed) {
    let lane = committed.lane();
    for effect in committed.effects() {
        match effect {
            // The words and the stop go out with the answer, which is the stored turn.
            Effect::Speak(_) => metrics::counter!("carhop_replies_total").increment(1),
            Effect::CancelSpeech => metrics::counter!("carhop_barge_ins_total").increment(1),
            // The message was stored with the turn under its own key; the outbox only needs to look.
            Effect::Deliver(message) => {
                metrics::counter!("carhop_messages_total", "type" => message.body.kind()).increment(1);
                match message.body {
                    MessageBody::Created(_) => meters::ticket(TicketStatus::Pending),
                    MessageBody::Voided(_) => meters::ticket(TicketStatus::Voided),
                    MessageBody::PaymentRetry(_) => {}
                }
                wakeups.add(lane.clone());
            }
            Effect::CallCrew { session_id, reason } => {
                metrics::counter!("carhop_hand_offs_total", "reason" => reason.to_string()).increment(1);
                tracing::warn!(
                    drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), session.id = %session_id, ?reason,
                    "the crew is wanted",
                );
            }
            Effect::TellCrew { session_id, alert } => {
                let kind = meters::crew_alert(alert);
                tracing::warn!(
                    drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), session.id = %session_id, kind,
                    "the crew is told something",
                );
            }
            // When that is was stored with the turn, where any process finds it.
            Effect::Wake(_) | Effect::Watch(_) => {}
            Effect::ReleaseLane => {
                tracing::info!(drive_thru.id = lane.drive_thru(), lane.id = lane.lane(), "the lane is free");
            }
        }
    }
}
