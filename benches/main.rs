//! How fast. `cargo xtask bench` runs all of it, `cargo bench --bench speed -- step` a part.

mod house_rules;
mod menus;
mod parse;
mod query;
mod redis;
mod restore;
mod scene;
mod stand;
mod step;
mod turn;

use std::time::{Duration, Instant};

use criterion::{criterion_group, criterion_main};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::runtime::Runtime;

/// The service's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures where the service's work is done, on a worker of the runtime. Each round begins as an event does, with
/// something to read on a socket.
fn on_worker<F>(
    runtime: &Runtime,
    work: impl Fn() -> F + Clone + Send + 'static,
) -> impl FnMut(u64) -> Duration
where
    F: Future<Output: Send> + Send,
{
    move |rounds| {
        let work = work.clone();
        let task = runtime.spawn(async move {
            let (mut lane, mut service) = UnixStream::pair().unwrap();
            let began = Instant::now();
            for _ in 0..rounds {
                lane.write_all(b"event").await.unwrap();
                let mut event = [0; 64];
                assert_eq!(service.read(&mut event).await.unwrap(), 5);
                work().await;
            }
            began.elapsed()
        });
        runtime.block_on(task).unwrap()
    }
}

criterion_group!(speed, step::bench, parse::bench, query::bench, restore::bench, turn::bench, redis::bench);
criterion_main!(speed);
