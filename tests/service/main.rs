//! The real binary, started, asked, cut off and killed.

mod bad_input;
mod command_line;
mod crash;
mod deployment;
mod emitters;
mod http;
mod limits;
mod redis;
#[path = "../../lanes/tests/store/redis_server.rs"]
mod redis_server;
mod support;
mod tickets_command;
