//! `step` alone, on an order of ten lines.

use std::hint::black_box;

use criterion::{BatchSize, Criterion};
use fsm::machine::{Event, Said, step};
use fsm::order::{Modification, Op, Recent, Target, plan};

use crate::scene::Scene;

/// Aim: below 1 µs.
pub fn bench(criterion: &mut Criterion) {
    let scene = Scene::open();
    let (policy, session) = (scene.policy(), scene.ten_lines());
    let make_it_two = Op::Modify(Modification { quantity: Some(2), ..Modification::of(Target::REFERENT) });
    let order = session.order().unwrap();
    let change =
        plan(order, &Recent::default(), &[make_it_two], &[], policy.menu, &policy.rules.caps).change.unwrap();
    let events = [
        ("a nudge", Event::Silence(Said)),
        ("a summary", Event::UserSaysDone(Said)),
        ("a change", Event::UtteranceOk(change)),
    ];
    let mut group = criterion.benchmark_group("step");
    for (name, event) in events {
        assert!(step(&policy, &scene.now, &scene.lane, session.clone(), &event).taken.is_ok());
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || session.clone(),
                |session| step(&policy, &scene.now, &scene.lane, session, black_box(&event)),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}
