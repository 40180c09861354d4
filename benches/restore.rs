//! A session of ten lines from the JSON that it is stored as.

use std::hint::black_box;

use criterion::Criterion;
use fsm::machine::Session;

use crate::scene::Scene;

/// What a lane that was not in memory costs beside the read.
pub fn bench(criterion: &mut Criterion) {
    let session = Scene::open().ten_lines();
    let json = serde_json::to_string(&session).unwrap();
    assert_eq!(serde_json::from_str::<Session>(&json).unwrap(), session);
    criterion.bench_function("restore", |bencher| {
        bencher.iter(|| serde_json::from_str::<Session>(black_box(&json)).unwrap());
    });
}
