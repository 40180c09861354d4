//! The real binary, started, asked, cut off and killed.

mod bad_input;
mod command_line;
mod crash;
mod http;
mod limits;
mod support;
mod tickets_command;
