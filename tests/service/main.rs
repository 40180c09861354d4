//! The real binary, started, asked, cut off and killed.

mod bad_input;
mod bad_link;
mod command_line;
mod crash;
mod deployment;
mod docs;
mod emitters;
mod enrich;
mod failover;
mod fitted;
mod house_check;
mod http;
mod late;
mod limits;
mod live;
mod llm;
mod long_numbers;
mod menu_commands;
mod power_cut;
mod redis;
mod replay;
mod secrets;
mod support;
mod tickets_command;
mod topology;
mod verify;
