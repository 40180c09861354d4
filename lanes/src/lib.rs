//! One lane's life: load, step, commit, act.

pub mod store;
