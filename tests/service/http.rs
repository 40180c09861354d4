//! The interface over HTTP, asked of the real binary.

mod ask;
mod asyncapi;
mod events;
mod houses;
mod lanes;
mod long_sessions;
mod menus;
mod openapi;
mod operations;
mod origins;
mod pages;
mod resend_and_void;
mod rules;
mod schemas;
mod sessions;
mod tickets;
mod touches;
