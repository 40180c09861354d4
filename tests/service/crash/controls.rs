//! Whether the harness would see it: the same checks of a service that saves and sends in the wrong order.
//!
//! The service is this test binary, started again as a child: the lanes of the real one on a store that puts the steps
//! of a commit into another order. It dies at a fail point; a second child goes on with what is stored, and looks.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::{env, fs};

use fsm::ids::LaneKey;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::pos::FileEmitter;
use lanes::pos::emitter::{Emitter, NoEmitter};
use lanes::service::{Lanes, Parts};
use lanes::step;
use lanes::store::{OutboxStore as _, SqliteStore};
use parse::Languages;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use uuid::Uuid;

use super::check;
use super::lives::SIGKILL;
use super::order::{InOrder, Order};
use crate::support::{at_once, awaited};

/// What a child is told by: its folder, its order, and what the customer does after the crash.
const FOLDER: &str = "CONTROL_FOLDER";
const ORDER: &str = "CONTROL_ORDER";
const CUSTOMER: &str = "CONTROL_CUSTOMER";

/// What a customer does after a crash: says again what was not answered, or drives off.
const CUSTOMERS: [&str; 2] = ["stays", "leaves"];

#[test]
fn a_turn_that_is_saved_with_its_messages_and_then_sent_loses_and_doubles_nothing() {
    assert_eq!(caught(Order::Right), Vec::<String>::new());
}

#[test]
fn a_message_that_is_sent_before_its_turn_is_saved_is_caught() {
    let caught = caught(Order::SendBeforeSave);
    assert!(!caught.is_empty());
    println!("caught at {caught:?}");
}

#[test]
fn a_turn_that_is_saved_before_its_messages_is_caught() {
    let caught = caught(Order::SaveBeforeOutbox);
    assert!(!caught.is_empty());
    println!("caught at {caught:?}");
}

/// Lets a service with such an order die at every point around its writes and its sends, as often as it gets there.
/// Gives the points after which the POS does not have what was ordered.
fn caught(order: Order) -> Vec<String> {
    let points = ["before-commit", "after-commit", "before-send", "after-send"];
    let caught =
        at_once(CUSTOMERS, |customer| points.map(|point| caught_at(order, point, customer)).concat());
    caught.concat()
}

fn caught_at(order: Order, point: &str, customer: &str) -> Vec<String> {
    let mut caught = Vec::new();
    for nth in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let point = format!("{point}:{nth}");
        let first = child(order, customer, folder.path(), Some(&point));
        if first.status.success() {
            break;
        }
        assert_eq!(first.status.signal(), Some(SIGKILL), "{}", told(&first));
        let second = child(order, customer, folder.path(), None);
        if !second.status.success() {
            let told = told(&second);
            assert!(told.contains(check::WRONG_TICKETS), "{told}");
            caught.push(format!("{point}, the customer {customer}"));
        }
    }
    caught
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

fn child(order: Order, customer: &str, folder: &Path, dies_at: Option<&str>) -> Output {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "crash::controls::a_child_of_the_controls", "--ignored", "--nocapture"]);
    child.env(FOLDER, folder).env(ORDER, <&str>::from(order)).env(CUSTOMER, customer).stdin(Stdio::null());
    child.env_remove("CARHOP_DIE_AT");
    child.envs(dies_at.map(|point| ("CARHOP_DIE_AT", point)));
    child.output().unwrap()
}

/// One life of the service, with its only customer.
#[test]
#[ignore = "the controls start it"]
fn a_child_of_the_controls() {
    let folder = env::var_os(FOLDER).unwrap();
    let folder = Path::new(&folder);
    let order = env::var(ORDER).unwrap().parse::<Order>().unwrap();
    let dies_at = env::var("CARHOP_DIE_AT").ok();
    if let Some(point) = &dies_at {
        step::arm(point).unwrap();
    }
    let leaves = dies_at.is_none() && env::var(CUSTOMER).unwrap() == "leaves";

    let runtime = Runtime::new().unwrap();
    let tickets = folder.join("tickets.jsonl");
    let pos = FileEmitter::open(&tickets).unwrap();
    let saved = SqliteStore::open(&folder.join("carhop.db")).unwrap();
    let store = Arc::new(InOrder { order, saved, pos: pos.clone() });
    let lanes = runtime.block_on(open(store.clone()));
    let emitter: Box<dyn Emitter> = match order {
        // There is nothing left to send.
        Order::SendBeforeSave => Box::new(NoEmitter),
        Order::Right | Order::SaveBeforeOutbox => Box::new(pos),
    };
    runtime.block_on(async { lanes.start_outbox(emitter.into()) });

    let said =
        ["two cheeseburgers", "that's all", "yes"].map(|text| json!({ "type": "utterance", "text": text }));
    let arrived = take(&runtime, &lanes, 1, json!({ "type": "car_detected" })).unwrap();
    if leaves {
        take(&runtime, &lanes, 9, json!({ "type": "car_left" }));
    } else {
        for (event, id) in said.into_iter().zip(2..) {
            take(&runtime, &lanes, id, event);
        }
    }
    let lane = lane();
    awaited("the POS", || runtime.block_on(store.oldest_message(&lane)).unwrap().is_none().then_some(()));

    let session = arrived["session_id"].as_str().unwrap().parse().unwrap();
    let audit = runtime.block_on(lanes.audit(session)).unwrap();
    let created = check::created(audit.entries.iter().map(|entry| &*entry.turn));
    let messages: Vec<_> = fs::read_to_string(&tickets).unwrap().lines().map(str::to_owned).collect();
    check::tickets(&messages, &created);
    runtime.block_on(lanes.close());
}

async fn open(store: Arc<InOrder>) -> Lanes {
    let menu = serde_json::from_str(include_str!("../../../fixtures/menus/burger.json")).unwrap();
    let menu = ActiveMenu::read(menu, &Languages::default()).unwrap();
    Lanes::open(Parts::new(store, menu)).await.unwrap()
}

/// Sends an event, again if it was sent before the crash. Gives its turn; none if the lane is idle.
fn take(runtime: &Runtime, lanes: &Lanes, id: u128, mut event: Value) -> Option<Value> {
    event["id"] = json!(Uuid::from_u128(id));
    let event = ReceivedEvent::read(&event).unwrap();
    let answer = runtime.block_on(lanes.take(&lane(), event));
    answer.ok().map(|answer| serde_json::from_str(&answer.turn).unwrap())
}

fn lane() -> LaneKey {
    LaneKey::new("d1", "1").unwrap()
}
