//! Work that keeps a processor busy for a while: it is done beside the runtime's threads, and only a little of it at once,
//! so that turns that take less go on meanwhile.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use fsm::dialogue::Acts;
use parse::Utterance;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task::block_in_place;

/// The longest text, in bytes, that is read where it is waited for: handing it on would take longer.
const SHORT_BYTES_MAX: usize = 300;

/// One processor less than there are, so that one is left for everything else.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, NonZero::get);
    Semaphore::new(processors.saturating_sub(1).max(1))
});

/// Reads an utterance; a long one beside the runtime's threads.
pub async fn read(utterance: Utterance<'_>) -> Acts {
    if utterance.text.len() <= SHORT_BYTES_MAX && utterance.recognized.alternatives.is_empty() {
        return parse::read(utterance);
    }
    beside(|| parse::read(utterance)).await
}

/// Does work beside the runtime's threads, once there is a place for it.
pub async fn beside<T>(work: impl FnOnce() -> T) -> T {
    let _place = PLACES.acquire().await;
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => block_in_place(work),
        // There is no other thread that could go on meanwhile.
        _ => work(),
    }
}
