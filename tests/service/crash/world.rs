//! What cars know of the world.

use std::net::SocketAddr;
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::support::PATIENCE;

/// Where the service is, if it is, and where its lanes are.
#[derive(Default)]
pub struct World {
    state: Mutex<WorldState>,
    changed: Condvar,
}

#[derive(Default)]
struct WorldState {
    address: Option<SocketAddr>,
    answers: u64,
    drive_thru: u32,
    is_closed: bool,
}

impl World {
    /// The service is there. Gives how many events were answered until now.
    pub fn is_up(&self, address: SocketAddr) -> u64 {
        let mut state = self.state();
        state.address = Some(address);
        self.changed.notify_all();
        state.answers
    }

    pub fn is_down(&self) {
        self.state().address = None;
    }

    /// How many events were answered until now.
    pub fn answers(&self) -> u64 {
        self.state().answers
    }

    pub fn count_answer(&self) {
        self.state().answers += 1;
        self.changed.notify_all();
    }

    pub fn close(&self) {
        self.state().is_closed = true;
    }

    pub fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// The next cars come to another drive-thru, whose lanes nobody has used.
    pub fn open_drive_thru(&self) {
        self.state().drive_thru += 1;
    }

    pub fn drive_thru(&self) -> u32 {
        self.state().drive_thru
    }

    /// Where the service is; waits until it is somewhere.
    pub fn address(&self) -> SocketAddr {
        self.wait_while(|state| state.address.is_none()).address.unwrap()
    }

    pub fn await_answer_after(&self, answers: u64) {
        drop(self.wait_while(|state| state.answers <= answers));
    }

    fn wait_while(&self, condition: impl Fn(&WorldState) -> bool) -> MutexGuard<'_, WorldState> {
        let waited = self.changed.wait_timeout_while(self.state(), PATIENCE, |state| condition(state));
        let (state, waited) = waited.unwrap();
        assert!(!waited.timed_out(), "nothing happens any more");
        state
    }

    fn state(&self) -> MutexGuard<'_, WorldState> {
        self.state.lock().unwrap()
    }
}
