//! How near a turn on SQLite comes to what SQLite takes to store as many bytes on the same disk, in turns so that a slow minute
//! hurts both alike: `cargo bench --bench sqlite`.

#[expect(dead_code, reason = "it is shared with other benchmarks")]
mod scene;
mod stand;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fsm::ids::LaneKey;
use lanes::store::{SqliteStore, Store};
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::stand::{LANES, Stand};

/// The service's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each is measured.
const ROUNDS: usize = 15;
/// How many turns, or commits, in a round.
const TURNS: u32 = 400;

/// What a round of turns or commits took.
struct Took {
    time: Duration,
    bytes_written: u64,
}

fn main() {
    // Beside what is built, so that it is a disk and not a file system in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = Runtime::new().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.path().join("turns.db")).unwrap());
    let stand = runtime.block_on(Stand::open(store.clone()));
    let bare = Bare::open(&folder, runtime.block_on(bytes_of_a_turn(&stand, &*store)));
    let groups = TURNS / 8;
    let each_lane = groups * u32::try_from(LANES).unwrap();
    let (mut alone, mut many) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let turns =
            took(|| runtime.block_on(on_worker(&stand, TURNS, async |stand| drop(stand.turn().await))));
        alone.push((turns, took(|| (0..TURNS).for_each(|_| bare.commit(1)))));
        let turns =
            took(|| runtime.block_on(on_worker(&stand, groups, async |stand| stand.turn_on_each().await)));
        many.push((turns, took(|| (0..groups).for_each(|_| bare.commit(LANES)))));
    }
    println!("a turn stores {} bytes", bare.row.len());
    println!("a turn alone, and a bare commit: {}", compared(&alone, TURNS));
    println!(
        "a turn of {LANES} lanes at once, and of bare commits in groups of {LANES}: {}",
        compared(&many, each_lane)
    );
    runtime.block_on(stand.close());
}

/// Takes turns on a worker of the runtime, as the service does.
async fn on_worker<F: Future<Output = ()> + Send>(
    stand: &Arc<Stand>,
    rounds: u32,
    turn: impl Fn(Arc<Stand>) -> F + Send + 'static,
) {
    let stand = stand.clone();
    let turns = async move {
        for _ in 0..rounds {
            turn(stand.clone()).await;
        }
    };
    tokio::spawn(turns).await.unwrap();
}

fn took(work: impl FnOnce()) -> Took {
    let (began, before) = (Instant::now(), bytes_written());
    work();
    Took { time: began.elapsed(), bytes_written: bytes_written() - before }
}

/// What this process has written to files and sockets until now.
fn bytes_written() -> u64 {
    let io = fs::read_to_string("/proc/self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("wchar: ")).unwrap().parse().unwrap()
}

/// The medians of both, and how many times as much the turns took.
fn compared(rounds: &[(Took, Took)], turns: u32) -> String {
    let turns = f64::from(turns);
    let median_of = |measure: fn(&Took) -> f64| {
        let pairs = rounds.iter().map(|(turn, bare)| (measure(turn), measure(bare)));
        let (turn, bare): (Vec<_>, Vec<_>) = pairs.clone().unzip();
        (median(turn) / turns, median(bare) / turns, median(pairs.map(|(turn, bare)| turn / bare).collect()))
    };
    let (turn, bare, times) = median_of(|took| took.time.as_secs_f64() * 1e6);
    let (turn_bytes, bare_bytes, times_bytes) = median_of(|took| took.bytes_written as f64);
    format!(
        "{turn:.0} and {bare:.0} us: {times:.2} times; {turn_bytes:.0} and {bare_bytes:.0} bytes written: {times_bytes:.2} times"
    )
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// One prepared insert of as many bytes as a turn stores, on a plain connection.
struct Bare {
    connection: Connection,
    row: Vec<u8>,
}

impl Bare {
    fn open(folder: &TempDir, bytes: usize) -> Self {
        let connection = Connection::open(Path::join(folder.path(), "bare.db")).unwrap();
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE turns (turn BLOB) STRICT;",
            )
            .unwrap();
        Self { connection, row: vec![b'x'; bytes] }
    }

    fn commit(&self, rows: u64) {
        let run = |sql: &str| self.connection.prepare_cached(sql).unwrap().execute([]).unwrap();
        if rows > 1 {
            run("BEGIN IMMEDIATE");
        }
        for _ in 0..rows {
            let mut insert = self.connection.prepare_cached("INSERT INTO turns (turn) VALUES (?1)").unwrap();
            insert.execute([&self.row]).unwrap();
        }
        if rows > 1 {
            run("COMMIT");
        }
    }
}

/// What the store keeps of one turn: the event, the turn, the session after it.
async fn bytes_of_a_turn(stand: &Stand, store: &dyn Store) -> usize {
    let turn: Value = serde_json::from_str(&stand.turn().await).unwrap();
    assert_eq!(turn["order"]["lines"].as_array().unwrap().len(), scene::ITEMS.len());
    assert_eq!(turn["transitions"][0]["row"], "S01");
    assert_eq!(turn["diffs"][0]["op"], "change");
    let lane = store.lane(&LaneKey::new("d1", "0").unwrap()).await.unwrap();
    let log = store.audit(lane.session.session_id().unwrap()).await.unwrap().unwrap();
    let entry = log.entries.last().unwrap();
    serde_json::to_string(&*lane.session).unwrap().len() + entry.event.len() + entry.turn.len()
}
