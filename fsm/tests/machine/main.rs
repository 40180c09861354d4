//! The machine from outside: its rules as conversations, every row and refusal, and walks by chance.

mod acts;
mod allergens;
mod conversations;
mod corrections;
mod explained;
mod hostile_parser;
mod house_rules;
mod kitchen;
mod lane;
mod menus;
mod prices;
mod rows;
mod support;
mod tickets;
mod walk;
