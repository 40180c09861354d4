//! Readers that are slow: what they are told of, and what they are told that they are not.

use std::sync::Arc;

use agents::chain::Chain;
use agents::grammar::Languages;
use fsm::ids::LaneKey;
use jiff::Timestamp;
use lanes::event::Envelope;
use lanes::feed::{Begin, Missing, News, Reader};
use lanes::house::Houses;
use lanes::menus::Carte;
use lanes::service::{Lanes, Parts};
use lanes::store::{FEED_ENTRIES_KEPT, MemoryStore};
use serde_json::{Value, json};
use uuid::Uuid;

/// More turns than are kept for readers, and than are read from the store in one go.
const MANY: u32 = 600;

async fn lanes() -> Lanes {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/menus/burger.json");
    let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let languages = Languages::default();
    let menu = Carte::read(document, &languages).unwrap();
    let chain = Arc::new(Chain::new(None));
    let parts = Parts {
        store: Arc::new(MemoryStore::default()),
        parser: chain.clone(),
        generator: chain,
        houses: Houses::default(),
        languages,
        menu,
        clock: Arc::new(Timestamp::now),
    };
    Lanes::open(parts).await.unwrap()
}

fn lane() -> LaneKey {
    LaneKey::new("d1", "1").unwrap()
}

/// Takes these turns: a car, and then barge-ins.
async fn take(lanes: &Lanes, turns: impl IntoIterator<Item = u32>) {
    for turn in turns {
        let id = Uuid::from_u128(turn.into());
        let event = match turn {
            1 => json!({ "id": id, "type": "car_detected" }),
            _ => json!({ "id": id, "type": "barge_in" }),
        };
        lanes.take(&lane(), Envelope::read(&event).unwrap()).await.unwrap();
    }
}

async fn next_turn(reader: &mut Reader) -> u32 {
    match reader.next().await.news {
        News::Turn(record) => record.seq,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_reader_that_is_slow_is_told_of_every_turn_by_the_store() {
    let lanes = lanes().await;
    take(&lanes, 1..=1).await;
    let mut of_lane = lanes.follow_lane(&lane(), Begin::Session).await.unwrap();
    let mut of_drive_thru = lanes.follow_drive_thru("d1", Begin::Now).await.unwrap();
    assert_eq!(next_turn(&mut of_lane).await, 1);
    take(&lanes, 2..=2).await;
    assert_eq!((next_turn(&mut of_lane).await, next_turn(&mut of_drive_thru).await), (2, 2));
    take(&lanes, 3..=MANY).await;
    for expected in 3..=MANY {
        assert_eq!(next_turn(&mut of_lane).await, expected);
        assert_eq!(next_turn(&mut of_drive_thru).await, expected);
    }
    lanes.close().await;
}

#[tokio::test]
async fn a_reader_that_is_slower_than_the_store_is_told_that_something_is_missing() {
    let lanes = lanes().await;
    take(&lanes, 1..=1).await;
    let mut reader = lanes.follow_lane(&lane(), Begin::Now).await.unwrap();
    take(&lanes, 2..=2).await;
    assert_eq!(next_turn(&mut reader).await, 2);
    let last = 2 + 2 * u32::try_from(FEED_ENTRIES_KEPT).unwrap();
    take(&lanes, 3..=last).await;
    assert!(matches!(reader.next().await.news, News::Resync(Missing::TooOld)));
    take(&lanes, [last + 1]).await;
    assert_eq!(next_turn(&mut reader).await, last + 1);
    lanes.close().await;
}
