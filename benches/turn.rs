//! A whole turn, from the event to the answer: in memory, on SQLite, and what SQLite alone takes for the same bytes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use fsm::ids::LaneKey;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::{MemoryStore, SqliteStore, Store};
use parse::Languages;
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{on_worker, scene};

/// How many lanes take turns at once.
pub const LANES: u64 = 64;

/// Aim: a durable turn within 1.3 times a bare commit of the same bytes.
pub fn bench(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    // Beside what is built, so that it is a disk and not a file system in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let memory = runtime.block_on(Stand::open(Arc::new(MemoryStore::default())));
    let sqlite = Arc::new(SqliteStore::open(&folder.path().join("turns.db")).unwrap());
    let sqlite = runtime.block_on(Stand::open(sqlite));
    let bytes = runtime.block_on(sqlite.bytes_of_a_turn());

    let mut group = criterion.benchmark_group("turn");
    group.bench_function("in memory", |bencher| bencher.iter_custom(on_worker(&runtime, turns_of(&memory))));
    group.bench_function("on SQLite", |bencher| bencher.iter_custom(on_worker(&runtime, turns_of(&sqlite))));
    bare_commit(&mut group, folder.path(), bytes);
    group.throughput(Throughput::Elements(LANES));
    group.bench_function("in memory, 64 lanes", |bencher| {
        bencher.iter_custom(on_worker(&runtime, rounds_of(&memory)));
    });
    group.bench_function("on SQLite, 64 lanes", |bencher| {
        bencher.iter_custom(on_worker(&runtime, rounds_of(&sqlite)));
    });
    group.finish();
    runtime.block_on(async {
        memory.close().await;
        sqlite.close().await;
    });
}

/// As many bytes as a turn stores, in one row.
fn bare_commit(group: &mut BenchmarkGroup<'_, WallTime>, folder: &Path, bytes: usize) {
    let connection = Connection::open(folder.join("bare.db")).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE turns (turn BLOB) STRICT;",
        )
        .unwrap();
    let turn = vec![b'x'; bytes];
    let mut insert = connection.prepare("INSERT INTO turns (turn) VALUES (?1)").unwrap();
    group.bench_function("bare commit of the same bytes", |bencher| {
        bencher.iter(|| insert.execute([&turn]).unwrap());
    });
}

/// A burger stand with a car at each lane, whose orders have ten lines.
pub struct Stand {
    store: Arc<dyn Store>,
    lanes: Lanes,
    rounds: AtomicU64,
}

impl Stand {
    pub async fn open(store: Arc<dyn Store>) -> Arc<Self> {
        let menu = ActiveMenu::read(scene::document(), &Languages::default()).unwrap();
        let lanes = Lanes::open(Parts::new(store.clone(), menu)).await.unwrap();
        let stand = Arc::new(Self { store, lanes, rounds: AtomicU64::new(0) });
        stand.round(|_| json!({ "type": "car_detected" })).await;
        for item in scene::ITEMS {
            stand.round(|_| json!({ "type": "tap", "act": "add_item", "item": item })).await;
        }
        stand
    }

    /// One turn on one lane, which changes the order and leaves it as long as it was.
    pub async fn turn(&self) -> Arc<str> {
        let round = self.rounds.fetch_add(1, Ordering::Relaxed);
        self.take(0, round, change(round)).await
    }

    /// The same on every lane at once.
    pub async fn turn_on_each(self: &Arc<Self>) {
        self.round(change).await;
    }

    pub async fn close(&self) {
        self.lanes.close().await;
    }

    async fn round(self: &Arc<Self>, event: impl Fn(u64) -> Value) {
        let round = self.rounds.fetch_add(1, Ordering::Relaxed);
        let mut turns = JoinSet::new();
        for lane in 0..LANES {
            let (stand, event) = (self.clone(), event(round));
            turns.spawn(async move { stand.take(lane, round, event).await });
        }
        turns.join_all().await;
    }

    async fn take(&self, lane: u64, round: u64, mut event: Value) -> Arc<str> {
        event["id"] = json!(Uuid::from_u64_pair(lane, round));
        let lane = LaneKey::new("d1", &lane.to_string()).unwrap();
        self.lanes.take(&lane, ReceivedEvent::read(&event).unwrap()).await.unwrap().turn
    }

    /// What the store keeps of one turn: the event, the turn, the session after it.
    async fn bytes_of_a_turn(&self) -> usize {
        let turn: Value = serde_json::from_str(&self.turn().await).unwrap();
        assert_eq!(turn["order"]["lines"].as_array().unwrap().len(), scene::ITEMS.len());
        assert_eq!(turn["transitions"][0]["row"], "S01");
        assert_eq!(turn["diffs"][0]["op"], "change");
        let lane = self.store.lane(&LaneKey::new("d1", "0").unwrap()).await.unwrap();
        let log = self.store.audit(lane.session.session_id().unwrap()).await.unwrap().unwrap();
        let entry = log.entries.last().unwrap();
        serde_json::to_string(&*lane.session).unwrap().len() + entry.event.len() + entry.turn.len()
    }
}

/// One turn on one lane.
pub fn turns_of(stand: &Arc<Stand>) -> impl Fn() -> BoxFuture<'static, Arc<str>> + Clone + Send + 'static {
    let stand = stand.clone();
    move || {
        let stand = stand.clone();
        async move { stand.turn().await }.boxed()
    }
}

/// One turn on every lane at once.
pub fn rounds_of(stand: &Arc<Stand>) -> impl Fn() -> BoxFuture<'static, ()> + Clone + Send + 'static {
    let stand = stand.clone();
    move || {
        let stand = stand.clone();
        async move { stand.turn_on_each().await }.boxed()
    }
}

/// "Make that two" and "make that three" in turn.
fn change(round: u64) -> Value {
    let count = if round.is_multiple_of(2) { "two" } else { "three" };
    json!({ "type": "utterance", "text": format!("make that {count}") })
}
