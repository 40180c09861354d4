//! The deterministic parser alone, on orders of five, twelve and twenty words.

use std::hint::black_box;

use agents::Utterance;
use agents::grammar::read;
use criterion::Criterion;
use fsm::acts::Act;
use fsm::kind::{Expectation, StateKind};

use crate::scene::Scene;

const ORDERS: [(&str, &str); 3] = [
    ("5 words", "two cheeseburgers with no pickles"),
    ("12 words", "can i get two cheeseburgers with no pickles and a large coke"),
    (
        "20 words",
        "can i get two cheeseburgers with no pickles and a large coke and then some fries and a chocolate shake",
    ),
];

/// Aim: below 50 µs at twelve words.
pub fn bench(criterion: &mut Criterion) {
    let scene = Scene::open();
    let mut group = criterion.benchmark_group("parse");
    for (name, text) in ORDERS {
        assert_eq!(format!("{} words", text.split(' ').count()), name);
        let utterance = Utterance {
            text,
            state: StateKind::Ordering,
            expectation: Expectation::FreeFormOrdering,
            question: None,
            order: None,
            book: &scene.book,
        };
        assert!(matches!(read(utterance).acts[..], [Act::Order { .. }]));
        group.bench_function(name, |bencher| bencher.iter(|| read(black_box(utterance))));
    }
    group.finish();
}
