//! What stores promise of passes.

use jiff::{SignedDuration, Timestamp};
use lanes::store::{Pass, Store};

fn pass(seconds: i64) -> Pass {
    let expires = Timestamp::now() + SignedDuration::from_secs(seconds);
    Pass { key_id: "3f9a1c20".to_owned(), grant: None, expires }
}

pub async fn a_pass_is_kept_until_its_time_is_up(store: &dyn Store) {
    let (long, over) = (pass(600), pass(-1));
    let part = Pass { grant: Some("{\"scope\":\"crew\", \"drive_thru\":\"d1\"}".to_owned()), ..long.clone() };
    store.put_pass("one", long.clone()).await.unwrap();
    store.put_pass("part", part.clone()).await.unwrap();
    store.put_pass("over", over).await.unwrap();
    for _ in 0..2 {
        assert_eq!(store.pass("one").await.unwrap(), Some(long.clone()));
        assert_eq!(store.pass("part").await.unwrap(), Some(part.clone()));
    }
    assert_eq!(store.take_pass("part").await.unwrap(), Some(part));
    assert_eq!(store.pass("none").await.unwrap(), None);
    let gone = async || store.pass("over").await.unwrap().is_none();
    while !gone().await {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.take_pass("over").await.unwrap(), None);
}

pub async fn a_pass_is_taken_once(store: &dyn Store) {
    store.put_pass("one", pass(600)).await.unwrap();
    let taken = tokio::join!(store.take_pass("one"), store.take_pass("one"), store.take_pass("one"));
    let taken = [taken.0, taken.1, taken.2].map(|taken| taken.unwrap().is_some());
    assert_eq!(taken.iter().filter(|taken| **taken).count(), 1);
    assert_eq!(store.pass("one").await.unwrap(), None);
}
