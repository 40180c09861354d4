//! Takes drive-thru orders: see the README for what it is and how to use it.

mod cli;
mod client;
mod config;
mod emitters;
mod eval;
mod exit;
mod http;
mod languages;
mod menus;
mod model;
mod parse;
mod parsers;
mod replay;
mod serve;
mod talk;
mod tickets;
mod verify;

use std::process::ExitCode;

/// A turn makes a few hundred small allocations, some of which another thread frees.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("carhop: {error:#}");
            exit::CANNOT_RUN.into()
        }
    }
}
