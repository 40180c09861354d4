//! Takes drive-thru orders: see the README for what it is and how to use it.

mod backup;
mod client;
mod commands;
mod config;
mod http;
mod keys;
mod wiring;

use std::process::ExitCode;

/// A turn makes a few hundred small allocations, some of which another thread frees.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    commands::run()
}
