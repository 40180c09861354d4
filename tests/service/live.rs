//! Those who follow: the socket of a lane and the events of a drive-thru.

pub mod client;
mod load;
mod nodes;
mod socket;
mod stream;
