//! What the outbox does with a message when it is not known whether the POS has it.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, TicketStatus};
use jiff::Timestamp;
use lanes::menus::ActiveMenu;
use lanes::pos::PosReport;
use lanes::pos::emitter::{EmitError, Emitter, Semantics};
use lanes::service::{Lanes, Parts};
use lanes::store::{Commit, MemoryStore, OutboxStore as _, TicketRecord, TicketStore as _, TurnStore as _};
use parse::Languages;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::menus::burger;
use crate::samples::{created, first_turn, id, lane};

/// A POS that takes a message and then hangs up. It can be asked whether it has one, and would make it twice.
struct HangsUp {
    semantics: Semantics,
    made: Arc<Mutex<Vec<Uuid>>>,
    tries: mpsc::UnboundedSender<()>,
}

#[async_trait]
impl Emitter for HangsUp {
    fn semantics(&self) -> Semantics {
        self.semantics
    }

    async fn emit(&self, _: &LaneKey, _: i64, message: &Message) -> Result<Option<PosReport>, EmitError> {
        self.tries.send(()).unwrap();
        let ticket_id = message.body.ticket_id();
        let mut made = self.made.lock().unwrap();
        if self.semantics == Semantics::Queryable && made.contains(&ticket_id) {
            return Ok(None);
        }
        made.push(ticket_id);
        Err(EmitError::unknown("it hung up"))
    }
}

/// What becomes of a ticket once it was tried so often, and what the POS has made.
async fn after(tries: usize, semantics: Semantics, left_open: bool) -> (TicketRecord, Vec<Uuid>) {
    let store = Arc::new(MemoryStore::default());
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    if left_open {
        let entry = store.oldest_message(&lane("1")).await.unwrap().unwrap();
        store.claim(&entry, Timestamp::MAX, Timestamp::UNIX_EPOCH).await.unwrap().unwrap();
    }
    let menu = ActiveMenu::read(burger("Burgers"), &Languages::default()).unwrap();
    let lanes = Lanes::open(Parts::new(store.clone(), menu)).await.unwrap();
    let (tried, mut seen) = mpsc::unbounded_channel();
    let made = Arc::new(Mutex::new(Vec::new()));
    lanes.start_outbox(Arc::new(HangsUp { semantics, made: made.clone(), tries: tried }));
    for _ in 0..tries {
        seen.recv().await.unwrap();
    }
    lanes.close().await;
    let made = made.lock().unwrap().clone();
    (store.ticket(id(50)).await.unwrap().unwrap(), made)
}

#[tokio::test]
async fn a_message_is_made_once_where_the_pos_is_asked_first() {
    // A process that ended while it sent the message does not count as a try that failed.
    for left_open in [false, true] {
        let (ticket, made) = after(2, Semantics::Queryable, left_open).await;
        assert_eq!(made, [id(50)]);
        let happened: Vec<_> = ticket.history.iter().map(|note| note.what.as_str()).collect();
        assert_eq!((ticket.status, happened), (TicketStatus::Pending, vec!["failed", "delivered"]));
    }
}

#[tokio::test]
async fn a_message_is_tried_once_where_nobody_can_be_asked() {
    let (ticket, made) = after(1, Semantics::Blind, false).await;
    assert_eq!((ticket.status, made), (TicketStatus::Dead, vec![id(50)]));
}
