//! Language models that fail, lie and are obeyed by nobody: all against a server that answers as it is told.

mod enriching;
mod faults;
mod injections;
mod readings;
mod replies;
mod requests;
mod specialists;
mod support;
mod wrongful;
