//! How a stage is counted.

use std::hint::black_box;

/// How often a stage is taken before it is counted, so that what is made once is there.
const BEFORE: usize = 3;
/// How often it is counted.
pub const TIMES: usize = 20;

/// Takes a stage, so that its instructions are counted.
pub fn count(mut work: impl FnMut()) {
    for _ in 0..BEFORE {
        work();
    }
    counted(&mut || (0..TIMES).for_each(|_| work()));
}

/// Callgrind counts what is called in here, and finds it by its name.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
    // So that it returns here, and is not left by a jump into the work.
    black_box(TIMES);
}
