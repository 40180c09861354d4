//! A whole turn in memory, from the event to the answer.

use std::sync::Arc;

use criterion::{Criterion, Throughput};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lanes::store::MemoryStore;
use rules::RuleBook;
use tokio::runtime::Runtime;

use crate::stand::{LANES, Stand};
use crate::{house_rules, on_worker};

/// How many rules a house has, where it has many.
const RULES: usize = 200;

/// Aim: less than half of what a commit to a fast disk takes; with many rules of the house 10 µs more at most.
pub fn bench(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let memory = runtime.block_on(Stand::open(Arc::new(MemoryStore::default())));

    let mut group = criterion.benchmark_group("turn");
    group.bench_function("in memory", |bencher| bencher.iter_custom(on_worker(&runtime, turns_of(&memory))));
    let rules = house_rules::document(RULES);
    let ruled = runtime.block_on(Stand::open_with(Arc::new(MemoryStore::default()), Some(rules.clone())));
    group.bench_function("in memory, 200 rules", |bencher| {
        bencher.iter_custom(on_worker(&runtime, turns_of(&ruled)));
    });
    group.throughput(Throughput::Elements(LANES));
    group.bench_function("in memory, 64 lanes", |bencher| {
        bencher.iter_custom(on_worker(&runtime, rounds_of(&memory)));
    });
    group.finish();
    runtime.block_on(memory.close());
    runtime.block_on(ruled.close());

    // Aim: 300 ms.
    criterion.bench_function("rules/read 200", |bencher| bencher.iter(|| RuleBook::read(&rules).unwrap()));
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
