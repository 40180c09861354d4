//! How much one caller may take, so that there is enough for the others.
//!
//! What is limited in time has a [`Rate`], what is held has [`Places`]. Whoever has too much is refused, told when to come
//! again, and counted; nobody waits for them.

mod address;
mod places;
mod rate;
mod wrong_tries;

use std::num::NonZero;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use fsm::ids::LaneKey;

use self::rate::Rate;
use self::wrong_tries::WrongTries;
use super::limit::Limit;
use super::problem::Problem;
use crate::config::LimitOptions;
use crate::keys::Keyring;

pub use self::address::Address;
pub use self::places::{Full, Place, Places};

/// How many connections callers have at once.
const CONNECTIONS_MAX: usize = 4096;
/// How many sockets and streams there are at once, of all callers together.
const READERS_MAX: usize = 2048;

/// How many large bodies are on their way or read at once, of all callers together and of one.
const LARGE_BODIES_MAX: usize = 16;
const CALLER_LARGE_BODIES_MAX: NonZero<usize> = NonZero::new(4).unwrap();

/// How many wrong codes a minute come from all addresses together: in the five minutes of one, three thousand of the 850 billion
/// that it could be.
const WRONG_CODES_PER_MINUTE: NonZero<u32> = NonZero::new(600).unwrap();

/// Who has sockets and streams open, or sends large bodies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Whoever has a key, by its id.
    Key(String),
    /// Whoever is at an address, where nobody is asked for a key.
    At(Address),
}

/// What all callers share, and who has how much of it.
pub struct Limits {
    rates: RwLock<Arc<Rates>>,
    readers: Arc<Places<Holder>>,
    large_bodies: Arc<Places<Holder>>,
    connections: Arc<Places<Address>>,
    /// Whether everybody comes from the address of a proxy.
    behind_proxy: bool,
    keys: Keyring,
}

/// What is limited in time.
struct Rates {
    key_calls: Option<Rate<String>>,
    lane_events: Option<Rate<LaneKey>>,
    holds_lanes_without_keys: bool,
    /// None where everybody comes from the address of a proxy.
    wrong_keys: Option<WrongTries<Address>>,
    wrong_codes: WrongTries<()>,
}

impl Rates {
    fn of(options: &LimitOptions, behind_proxy: bool) -> Arc<Self> {
        Arc::new(Self {
            key_calls: options.key_calls().map(Rate::of),
            lane_events: options.lane_events().map(Rate::of),
            holds_lanes_without_keys: options.holds_lanes_without_keys(),
            wrong_keys: options.wrong_keys().filter(|_| !behind_proxy).map(WrongTries::new),
            wrong_codes: WrongTries::new(WRONG_CODES_PER_MINUTE),
        })
    }
}

impl Limits {
    /// The limits as they are configured.
    pub fn new(options: &LimitOptions, behind_proxy: bool, keys: Keyring) -> Self {
        let limits = Self {
            rates: RwLock::new(Rates::of(options, behind_proxy)),
            readers: Places::new(READERS_MAX),
            large_bodies: Places::new(LARGE_BODIES_MAX),
            connections: Places::new(CONNECTIONS_MAX),
            behind_proxy,
            keys,
        };
        limits.large_bodies.set_each_max(Some(CALLER_LARGE_BODIES_MAX));
        limits.set_places(options);
        limits
    }

    /// Has other limits from now on. Who has more than is allowed keeps it.
    pub fn replace(&self, options: &LimitOptions) {
        *self.rates.write().unwrap_or_else(PoisonError::into_inner) = Rates::of(options, self.behind_proxy);
        self.set_places(options);
    }

    fn set_places(&self, options: &LimitOptions) {
        self.readers.set_each_max(options.caller_readers());
        self.connections.set_each_max(options.address_connections().filter(|_| !self.behind_proxy));
    }

    /// The places for connections, by address.
    pub fn connections(&self) -> Arc<Places<Address>> {
        self.connections.clone()
    }

    fn rates(&self) -> Arc<Rates> {
        self.rates.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts a call with a key.
    ///
    /// # Errors
    /// If there were too many.
    pub fn call(&self, key_id: &str) -> Result<(), Problem> {
        let rates = self.rates();
        let Some(rate) = &rates.key_calls else { return Ok(()) };
        rate.take(&key_id.to_owned()).map_err(|wait| {
            Limit::KeyCalls.hit();
            let detail = format!("one key has {rate}; ask again");
            Problem::new(429, "too-many-calls", detail).come_again_after(wait)
        })
    }

    /// Whether a key from an address is looked at.
    ///
    /// # Errors
    /// If there were too many wrong ones lately.
    pub fn try_key(&self, address: Address) -> Result<(), Problem> {
        let rates = self.rates();
        let Some(wrong_keys) = &rates.wrong_keys else { return Ok(()) };
        wrong_keys.may_try(&address).map_err(too_many_wrong_keys)
    }

    /// Counts a wrong key from an address. Gives what it is answered.
    pub fn wrong_key(&self, address: Address) -> Problem {
        if let Some(wrong_keys) = &self.rates().wrong_keys {
            wrong_keys.count(address);
        }
        tracing::info!(%address, "a key that is not valid was refused");
        Problem::no_key()
    }

    /// Whether a code from an address is looked at. It counts as wrong until it is known to be right.
    ///
    /// # Errors
    /// If there were too many wrong ones lately, or wrong keys from there.
    pub fn try_code(&self, address: Address) -> Result<(), Problem> {
        let rates = self.rates();
        let wrong_keys = rates.wrong_keys.as_ref();
        wrong_keys.map_or(Ok(()), |keys| keys.take(address)).map_err(too_many_wrong_keys)?;
        rates.wrong_codes.take(()).map_err(|wait| {
            Limit::WrongCodes.hit();
            let detail = "too many wrong codes came from everywhere; come again, or use a key";
            Problem::new(429, "too-many-wrong-codes", detail).come_again_after(wait)
        })
    }

    /// Forgets a code from an address that was right.
    pub fn right_code(&self, address: Address) {
        let rates = self.rates();
        rates.wrong_keys.iter().for_each(|keys| keys.give_back(&address));
        rates.wrong_codes.give_back(&());
    }

    /// What a wrong code from an address is answered: the same as a wrong key.
    pub fn wrong_code(&self, address: Address) -> Problem {
        tracing::info!(%address, "a code that is not valid was refused");
        Problem::no_key()
    }

    /// Counts an event of a lane, before it is taken.
    ///
    /// # Errors
    /// If the lane has had too many.
    pub fn event(&self, lane: &LaneKey) -> Result<(), Problem> {
        let rates = self.rates();
        let holds = rates.holds_lanes_without_keys || !self.keys.is_open();
        let Some(rate) = rates.lane_events.as_ref().filter(|_| holds) else { return Ok(()) };
        rate.take(lane).map_err(|wait| {
            Limit::LaneEvents.hit();
            let detail = format!("one lane has {rate}; send the same event again");
            Problem::new(429, "too-many-events", detail).come_again_after(wait)
        })
    }

    /// A place among the sockets and streams, for who has a key, or else is at an address.
    ///
    /// # Errors
    /// If the caller has too many, or all together.
    pub fn reader(&self, key_id: Option<&str>, address: Address) -> Result<Place<Holder>, Problem> {
        self.readers.take(self.holder(key_id, address)).map_err(|full| match full {
            Full::OfHolder => {
                Limit::CallerReaders.hit();
                Problem::new(429, "too-many-readers", "close sockets and streams that are not needed")
            }
            Full::OfAll => {
                Limit::Readers.hit();
                Problem::too_many_readers(format!("{READERS_MAX} read already; come again"))
            }
        })
    }

    /// A place for a large body, for who has a key, or else is at an address.
    ///
    /// # Errors
    /// If the caller sends too many at once, or all together.
    pub fn large_body(&self, key_id: Option<&str>, address: Address) -> Result<Place<Holder>, Problem> {
        self.large_bodies.take(self.holder(key_id, address)).map_err(|full| match full {
            Full::OfHolder => {
                Limit::CallerLargeBodies.hit();
                let detail =
                    format!("one caller sends {CALLER_LARGE_BODIES_MAX} large bodies at once; send it again");
                Problem::new(429, "too-many-large-bodies", detail)
            }
            Full::OfAll => {
                Limit::LargeBodies.hit();
                Problem::too_many_large_bodies(format!("{LARGE_BODIES_MAX} are sent already; send it again"))
            }
        })
    }

    fn holder(&self, key_id: Option<&str>, address: Address) -> Option<Holder> {
        let of_key = key_id.map(|id| Holder::Key(id.to_owned()));
        of_key.or(Some(Holder::At(address)).filter(|_| !self.behind_proxy))
    }

    /// Forgets whoever has taken nothing lately.
    pub fn forget_the_quiet(&self) {
        let rates = self.rates();
        rates.key_calls.iter().for_each(Rate::forget_the_quiet);
        rates.lane_events.iter().for_each(Rate::forget_the_quiet);
        rates.wrong_keys.iter().for_each(WrongTries::forget_the_quiet);
    }
}

fn too_many_wrong_keys(wait: Duration) -> Problem {
    Limit::WrongKeys.hit();
    let detail = "too many wrong keys or codes came from this address; correct it and come again";
    Problem::new(429, "too-many-wrong-keys", detail).come_again_after(wait)
}
