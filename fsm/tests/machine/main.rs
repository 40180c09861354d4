//! The machine from outside: its rules as conversations, every row and refusal, and walks by chance.

mod acts;
mod changes;
mod hostile_parser;
mod lane;
mod menus;
mod orders;
mod prices;
mod rows;
mod rules;
mod stock;
mod support;
mod tickets;
mod walk;
