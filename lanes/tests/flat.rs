//! What does not grow: the bytes that a turn on SQLite writes, and the memory of the process. Ten times and more of it where there
//! is a night's time.

use std::path::PathBuf;
use std::sync::Arc;

use fsm::ids::LaneKey;
use lanes::event::ReceivedEvent;
use lanes::limits::TURNS_MAX;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::SqliteStore;
use parse::Languages;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;
use uuid::Uuid;

/// Over how many turns bytes are counted.
const COUNTED: u64 = 100;
/// How many lanes take turns at once.
const AT_ONCE: u64 = 64;
/// How much the memory may grow while turns are taken, in bytes. What the allocator keeps for later is part of it.
const GROWTH_MAX: u64 = 32 << 20;

/// A burger stand on SQLite.
struct Stand {
    lanes: Lanes,
    path: PathBuf,
    _folder: TempDir,
}

impl Stand {
    async fn open() -> Arc<Self> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
        let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let menu = ActiveMenu::read(document, &Languages::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carhop.db");
        let store = Arc::new(SqliteStore::open(&path).unwrap());
        let lanes = Lanes::open(Parts::new(store, menu)).await.unwrap();
        Arc::new(Self { lanes, path, _folder: folder })
    }

    /// A lane's turn of that number, beginning with 1: cars that order a cookie, change their minds, and leave as the last of so
    /// many turns.
    async fn turn(&self, lane: u64, number: u64, of_a_car: u64) {
        let event = match number % of_a_car {
            1 => json!({ "type": "car_detected" }),
            2 => json!({ "type": "utterance", "text": "a cookie" }),
            0 => json!({ "type": "car_left" }),
            odd if odd % 2 == 1 => json!({ "type": "utterance", "text": "make that two" }),
            _ => json!({ "type": "utterance", "text": "make that three" }),
        };
        let mut event = event;
        event["id"] = json!(Uuid::from_u64_pair(lane, number));
        let lane = LaneKey::new("d1", &lane.to_string()).unwrap();
        self.lanes.take(&lane, ReceivedEvent::read(&event).unwrap()).await.unwrap();
    }

    /// The bytes that turns of a lane from that number on add to the write-ahead log.
    async fn bytes_of(&self, lane: u64, from: u64, of_a_car: u64) -> u64 {
        let reader = Connection::open(&self.path).unwrap();
        reader.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        // Somebody reads meanwhile, so that the log is not written into the file, and only grows.
        reader.execute_batch("BEGIN; SELECT * FROM sqlite_schema").unwrap();
        for number in from..from + COUNTED {
            self.turn(lane, number, of_a_car).await;
        }
        let log = self.path.with_file_name("carhop.db-wal").metadata().unwrap().len();
        drop(reader);
        log
    }

    /// Takes the same number of turns on each of so many lanes, in no order among them.
    async fn turns_on_each(self: &Arc<Self>, lanes: u64, numbers: std::ops::Range<u64>, of_a_car: u64) {
        let mut at_once = JoinSet::new();
        for worker in 0..AT_ONCE {
            let (stand, numbers) = (self.clone(), numbers.clone());
            at_once.spawn(async move {
                for lane in (worker..lanes).step_by(usize::try_from(AT_ONCE).unwrap()) {
                    for number in numbers.clone() {
                        stand.turn(lane, number, of_a_car).await;
                    }
                }
            });
        }
        at_once.join_all().await;
    }
}

#[tokio::test]
async fn a_turn_writes_as_much_late_in_its_session_as_early() {
    let stand = Stand::open().await;
    let of_a_car = u64::from(TURNS_MAX);
    for number in 1..15 {
        stand.turn(1, number, of_a_car).await;
    }
    let early = stand.bytes_of(1, 15, of_a_car).await;
    let late = of_a_car - COUNTED - 2;
    for number in 15 + COUNTED..late {
        stand.turn(1, number, of_a_car).await;
    }
    let late = stand.bytes_of(1, late, of_a_car).await;
    println!("{} bytes a turn early in a session, {} late", early / COUNTED, late / COUNTED);
    assert!(late * 10 <= early * 11, "{late} {early}");
    stand.lanes.close().await;
}

#[tokio::test]
async fn a_turn_writes_as_much_late_on_its_lane_as_early() {
    let of_a_car = 20;
    let turns: u64 = if testbed::is_nightly() { 200_000 } else { 4_000 };
    let stand = Stand::open().await;
    for number in 1..=COUNTED {
        stand.turn(1, number, of_a_car).await;
    }
    let early = stand.bytes_of(1, 1 + COUNTED, of_a_car).await;
    for number in 1 + 2 * COUNTED..turns {
        stand.turn(1, number, of_a_car).await;
    }
    let late = stand.bytes_of(1, turns, of_a_car).await;
    println!("{} bytes a turn early on a lane, {} after {turns}", early / COUNTED, late / COUNTED);
    assert!(late * 10 <= early * 11, "{late} {early}");
    stand.lanes.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_memory_of_the_process_does_not_grow_with_its_turns() {
    let (idle, busy, turns) = if testbed::is_nightly() { (20_000, 2_000, 500) } else { (1_000, 200, 50) };
    let of_a_car = 10;
    let stand = Stand::open().await;
    let started = resident();
    stand.turns_on_each(idle, 1..of_a_car + 1, of_a_car).await;
    stand.turns_on_each(busy, of_a_car + 1..2 * of_a_car + 1, of_a_car).await;
    let before = resident();
    stand.turns_on_each(busy, 2 * of_a_car + 1..turns + 1, of_a_car).await;
    let after = resident();
    println!(
        "{} KB with no lane, {} KB with {idle} idle ones, {} KB after {} turns more",
        started >> 10,
        before >> 10,
        after >> 10,
        busy * (turns - 2 * of_a_car)
    );
    assert!(after < before + GROWTH_MAX, "{before} {after}");
    stand.lanes.close().await;
}

/// The memory that this process has in use, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}
