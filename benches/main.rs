//! How fast. `cargo xtask bench` runs all of it, `cargo bench --bench speed -- step` a part.

mod menus;
mod parse;
mod redis;
mod restore;
mod scene;
mod step;
mod turn;

use criterion::{criterion_group, criterion_main};

criterion_group!(speed, step::bench, parse::bench, restore::bench, turn::bench, redis::bench);
criterion_main!(speed);
