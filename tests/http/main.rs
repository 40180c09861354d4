//! The interface over HTTP, asked of the real binary.

#[path = "../support/mod.rs"]
mod support;

mod events;
mod lanes;
mod menus;
mod operations;
mod tickets;
