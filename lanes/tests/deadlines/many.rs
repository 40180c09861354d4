//! Many deadlines that pass while no process looks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agents::rules::Brief;
use agents::{PhraseBook, ResponseGenerator};
use async_trait::async_trait;
use fsm::dialogue::Say;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use lanes::service::{Lanes, Parts};
use lanes::store::{FeedId, FeedItem, MemoryStore, Store};
use parse::Index;
use serde_json::{Value, json};
use speak::Wording;

use crate::world::{World, lane};

const LANES: usize = 1_000;
/// How many cars come in a second: all are there before the first of them would have left.
const CARS_A_SECOND: usize = 10;
/// How many deadlines are seen to at once at most.
const AT_ONCE_MAX: usize = 2;
/// How many turns a customer takes meanwhile.
const TURNS: usize = 40;

/// The book of phrases, which lets others go on before it answers, and counts how many turns ask it at once.
#[derive(Default)]
struct Counting {
    asking: AtomicUsize,
    most: AtomicUsize,
}

#[async_trait]
impl ResponseGenerator for Counting {
    async fn word(&self, wording: Wording<'_>, index: &Index, brief: Brief<'_>) -> Option<Say> {
        let asking = self.asking.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(asking, Ordering::Relaxed);
        tokio::task::yield_now().await;
        self.asking.fetch_sub(1, Ordering::Relaxed);
        PhraseBook.word(wording, index, brief).await
    }
}

/// A process that counts, and how long its customers may be silent: 5 seconds.
async fn process(world: &World) -> (Lanes, Arc<Counting>) {
    let counting = Arc::<Counting>::default();
    let generator = counting.clone();
    let lanes = world.process_of(|mut parts| {
        parts.settings.default.rules.waits.question_open_seconds = Some(5);
        Parts { generator, ..parts }
    });
    (lanes.await, counting)
}

/// The lanes whose deadlines were taken, in that order.
async fn taken(store: &dyn Store) -> Vec<LaneKey> {
    let entries = store.feed("d1", FeedId::START, usize::MAX).await.unwrap();
    let is_deadline = |item: &FeedItem| matches!(item, FeedItem::Turn(record) if record.event.contains(r#""type":"deadline""#));
    entries.into_iter().filter(|entry| is_deadline(&entry.item)).map(|entry| entry.lane).collect()
}

#[tokio::test]
async fn of_many_deadlines_the_oldest_are_seen_to_first_and_few_at_once_and_nobody_waits_for_all_of_them() {
    let mut world = World::new(MemoryStore::default());
    let (before, _) = process(&world).await;
    let mut came_after = BTreeMap::new();
    for number in 0..LANES {
        world.take(&before, &lane(number), &json!({ "type": "car_detected" })).await;
        came_after.insert(lane(number), number / CARS_A_SECOND);
        world.wait(i64::from((number + 1) % CARS_A_SECOND == 0));
    }
    before.close().await;
    world.wait(5);

    let (after, counting) = process(&world).await;
    let store = world.store.clone();
    let now = Timestamp::from_second(world.seconds()).unwrap();
    let all_are_seen_to = async {
        while !store.due(now, 1).await.unwrap().is_empty() {
            after.wake_due().await;
        }
    };
    let customer = async {
        let here = LaneKey::new("d2", "1").unwrap();
        let mut say = async |event: Value| world.take(&after, &here, &event).await;
        say(json!({ "type": "car_detected" })).await;
        for _ in 1..TURNS {
            say(json!({ "type": "utterance", "text": "a cookie" })).await;
        }
        taken(&*store).await.len()
    };
    let ((), taken_meanwhile) = tokio::join!(all_are_seen_to, customer);
    assert!(taken_meanwhile <= AT_ONCE_MAX * TURNS, "{taken_meanwhile} for {TURNS} turns");
    // The customer asks too.
    assert_eq!(counting.most.load(Ordering::Relaxed), AT_ONCE_MAX + 1);

    let taken = taken(&*world.store).await;
    let waited = taken.iter().map(|lane| came_after[lane]).collect::<Vec<_>>();
    assert!(waited.windows(AT_ONCE_MAX + 1).all(|seen_to| seen_to[0] <= seen_to[AT_ONCE_MAX]));
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), LANES);
    assert_eq!(taken.len(), LANES);
}
