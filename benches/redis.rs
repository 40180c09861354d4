//! A turn on Redis beside its commit alone, and the forms that a commit could have.
//!
//! Everything runs on this machine: the server with `appendfsync everysec`, the turns, and the client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ::redis::aio::{ConnectionManager, ConnectionManagerConfig};
use ::redis::{Client, Pipeline, pipe};
use criterion::{Criterion, Throughput};
use fsm::ids::LaneKey;
use lanes::store::{Commit, Durability, EventRecord, RedisSettings, RedisStore, Store};
use testbed::RedisServer;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::on_worker;
use crate::stand::{LANES, Stand};
use crate::turn::{rounds_of, turns_of};

/// A form without snapshots for so many turns.
const SNAPSHOT_EVERY: u64 = 16;

/// Aims: a turn within 1.25 times its commit alone, and at least 0.8 of the commits' throughput at 64 lanes.
pub fn bench(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    // The log is not rewritten meanwhile, which would take a core of two.
    let server = RedisServer::start(&[
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec",
        "--auto-aof-rewrite-percentage",
        "0",
    ]);
    let store: Arc<dyn Store> = runtime.block_on(store(&server.url()));
    let stand = runtime.block_on(Stand::open(store.clone()));
    let commits = Arc::new(runtime.block_on(Commits::like_a_turn_of(&stand, store)));
    let forms = Arc::new(runtime.block_on(Forms::open(&server.url(), &commits)));

    let mut group = criterion.benchmark_group("redis");
    group.bench_function("turn", |bencher| bencher.iter_custom(on_worker(&runtime, turns_of(&stand))));
    let one = commits.clone();
    let one = move || {
        let commits = one.clone();
        async move { commits.one(0).await }
    };
    group.bench_function("its commit alone", |bencher| bencher.iter_custom(on_worker(&runtime, one.clone())));
    group.throughput(Throughput::Elements(LANES));
    group.bench_function("turns, 64 lanes", |bencher| {
        bencher.iter_custom(on_worker(&runtime, rounds_of(&stand)));
    });
    let all = move || {
        let commits = commits.clone();
        on_each(move |lane| {
            let commits = commits.clone();
            async move { commits.one(lane).await }
        })
    };
    group.bench_function("their commits alone, 64 lanes", |bencher| {
        bencher.iter_custom(on_worker(&runtime, all.clone()));
    });
    for (name, form) in [
        ("SET, XADD, HSET, 64 lanes", Forms::plain as fn(&Forms, u64) -> Pipeline),
        ("the same in MULTI, 64 lanes", Forms::multi),
        ("the event, a snapshot every 16, 64 lanes", Forms::event_alone),
    ] {
        let forms = forms.clone();
        let work = move || {
            let forms = forms.clone();
            on_each(move |lane| {
                let forms = forms.clone();
                async move { forms.send(form(&forms, lane)).await }
            })
        };
        group.bench_function(name, |bencher| bencher.iter_custom(on_worker(&runtime, work.clone())));
    }
    group.finish();
    runtime.block_on(stand.close());
}

async fn store(url: &str) -> Arc<RedisStore> {
    let audit_kept = Duration::from_hours(1);
    let settings = RedisSettings {
        durability: Durability::Everysec,
        audit_kept,
        documents_kept: audit_kept,
        audit_turns_max: 1000,
    };
    Arc::new(RedisStore::open(url, settings).await.unwrap())
}

async fn on_each<F: Future<Output = ()> + Send + 'static>(work: impl Fn(u64) -> F) {
    let mut tasks = JoinSet::new();
    for lane in 0..LANES {
        tasks.spawn(work(lane));
    }
    tasks.join_all().await;
}

/// Commits of as many bytes as a turn's, on lanes of their own.
struct Commits {
    store: Arc<dyn Store>,
    model: Commit,
    versions: Vec<AtomicU64>,
}

impl Commits {
    async fn like_a_turn_of(stand: &Stand, store: Arc<dyn Store>) -> Self {
        stand.turn().await;
        let lane = LaneKey::new("d1", "0").unwrap();
        let record = store.lane(&lane).await.unwrap();
        let session_id = record.session.session_id().unwrap();
        let log = store.audit(session_id).await.unwrap().unwrap();
        let audit = log.entries.last().unwrap().clone();
        let nil = Uuid::nil();
        let event = EventRecord { event_id: nil, fingerprint: nil, session_id, turn: audit.seq, seen: None };
        let model = Commit {
            lane,
            expected_version: 0,
            expected_stamp: None,
            stamp: None,
            session: record.session,
            event,
            audit: vec![audit],
            kept: None,
            documents: Vec::new(),
            ended: None,
            tickets: Vec::new(),
            outbox: Vec::new(),
            wake_at: Some(jiff::Timestamp::now()),
            watch: None,
        };
        Self { store, model, versions: (0..LANES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The next commit of a lane.
    async fn one(&self, lane: u64) {
        let version = self.versions[usize::try_from(lane).unwrap()].fetch_add(1, Ordering::Relaxed);
        let mut commit = Commit {
            lane: LaneKey::new("bare", &lane.to_string()).unwrap(),
            expected_version: version,
            ..self.model.clone()
        };
        // Each lane has a session of its own.
        let session_id = Uuid::from_u64_pair(1, lane);
        (commit.event.session_id, commit.audit[0].session_id) = (session_id, session_id);
        commit.event.event_id = Uuid::from_u64_pair(lane, version);
        commit.audit[0].seq = u32::try_from(version + 1).unwrap();
        self.store.commit(commit).await.unwrap();
    }
}

/// What a commit could be instead, each less safe than the script.
struct Forms {
    connection: ConnectionManager,
    session: String,
    event: String,
    turn: String,
    count: AtomicU64,
}

impl Forms {
    async fn open(url: &str, commits: &Commits) -> Self {
        let config = ConnectionManagerConfig::new().set_response_timeout(Some(Duration::from_secs(5)));
        let client = Client::open(url).unwrap();
        let connection = ConnectionManager::new_with_config(client, config).await.unwrap();
        let session = serde_json::to_string(&*commits.model.session).unwrap();
        let audit = &commits.model.audit[0];
        let (event, turn) = (audit.event.to_string(), audit.turn.to_string());
        Self { connection, session, event, turn, count: AtomicU64::new(0) }
    }

    /// Nobody notices a second writer, and a cut leaves half of it.
    fn plain(&self, lane: u64) -> Pipeline {
        let mut pipeline = pipe();
        let id = Uuid::from_u64_pair(lane, self.count.fetch_add(1, Ordering::Relaxed)).to_string();
        pipeline.cmd("SET").arg(format!("form:{{{lane}}}")).arg(&self.session).ignore();
        pipeline.cmd("XADD").arg(format!("log:{{{lane}}}")).arg("MAXLEN").arg("~").arg(1000).arg("*");
        pipeline.arg("event").arg(&self.event).arg("turn").arg(&self.turn).ignore();
        pipeline.cmd("HSET").arg(format!("taken:{{{lane}}}")).arg(id).arg("1").ignore();
        pipeline
    }

    /// Whole or not at all, but nobody notices a second writer.
    fn multi(&self, lane: u64) -> Pipeline {
        let mut pipeline = self.plain(lane);
        pipeline.atomic();
        pipeline
    }

    /// The state is what the events make of the last snapshot.
    fn event_alone(&self, lane: u64) -> Pipeline {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let mut pipeline = pipe();
        pipeline.cmd("XADD").arg(format!("log:{{{lane}}}")).arg("MAXLEN").arg("~").arg(1000).arg("*");
        pipeline.arg("event").arg(&self.event).ignore();
        if (count / LANES).is_multiple_of(SNAPSHOT_EVERY) {
            pipeline.cmd("SET").arg(format!("form:{{{lane}}}")).arg(&self.session).ignore();
        }
        pipeline
    }

    async fn send(&self, pipeline: Pipeline) {
        let () = pipeline.query_async(&mut self.connection.clone()).await.unwrap();
    }
}
