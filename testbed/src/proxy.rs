//! A link that can be bad: a TCP proxy that delays, cuts and swallows what passes, as a seed decides.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use socket2::SockRef;

use crate::random::Random;

/// The longest that a part is held up.
const DELAY_MS_MAX: u64 = 40;

/// How a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// Everything passes.
    Fair,
    /// Of a hundred parts that pass, a few are late, a few are cut off in the middle, and after a few the connection is
    /// half open: it stands, and nothing passes any more.
    Foul,
    /// Every connection is half open, and those that are used in it stay so.
    Silent,
    /// There is no connection.
    Down,
}

/// A proxy in front of a server on this machine.
#[derive(Debug)]
pub struct FaultProxy {
    /// Its port on 127.0.0.1.
    pub port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    seed: u64,
    server: SocketAddr,
    link: Mutex<Link>,
    faults: [AtomicU64; 4],
}

#[derive(Debug)]
struct Link {
    weather: Weather,
    is_closed: bool,
    /// Both ends of every connection, to cut them.
    ends: Vec<TcpStream>,
}

/// What becomes of a part that passes.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Delay,
    CutRequest,
    CutAnswer,
    HalfOpen,
}

/// Where a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Client,
    Server,
}

impl FaultProxy {
    /// Opens it in fair weather.
    ///
    /// # Panics
    /// If there is no port for it.
    pub fn open(server_port: u16, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let link = Link { weather: Weather::Fair, is_closed: false, ends: Vec::new() };
        let server = SocketAddr::from(([127, 0, 0, 1], server_port));
        let shared = Arc::new(Shared { seed, server, link: Mutex::new(link), faults: Default::default() });
        let proxy = Self { port, shared: shared.clone() };
        thread::spawn(move || {
            for (number, client) in listener.incoming().map_while(Result::ok).enumerate() {
                if shared.link().is_closed {
                    break;
                }
                // A client whose server is not there is hung up on.
                let _ = shared.join(number, client);
            }
        });
        proxy
    }

    /// Changes the weather.
    pub fn set(&self, weather: Weather) {
        let mut link = self.shared.link();
        link.weather = weather;
        if weather == Weather::Down {
            link.cut();
        }
    }

    /// How often what has happened, such as `17 delays, 2 requests cut`.
    pub fn faults(&self) -> String {
        let [delays, requests, answers, half_open] =
            self.shared.faults.each_ref().map(|count| count.load(Ordering::Relaxed));
        format!("{delays} delays, {requests} requests cut, {answers} answers cut, {half_open} half open")
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        {
            let mut link = self.shared.link();
            link.is_closed = true;
            link.cut();
        }
        // Wakes the listener, which ends then.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Link {
    fn cut(&mut self) {
        for end in self.ends.drain(..) {
            reset(&end);
        }
    }
}

impl Shared {
    /// Joins a client to the server with a thread for each direction.
    fn join(self: &Arc<Self>, number: usize, client: TcpStream) -> io::Result<()> {
        let server = TcpStream::connect(self.server)?;
        let mut link = self.link();
        if link.weather == Weather::Down {
            reset(&client);
            return Ok(());
        }
        link.ends.extend([client.try_clone()?, server.try_clone()?]);
        drop(link);
        for (side, from, to) in
            [(Side::Client, client.try_clone()?, server.try_clone()?), (Side::Server, server, client)]
        {
            from.set_nodelay(true)?;
            let shared = self.clone();
            thread::spawn(move || {
                let random = Random::of(shared.seed, &format!("{side:?} {number}"));
                // An end that is cut ends the connection.
                let _ = shared.pass(side, &from, &to, random);
                reset(&from);
                reset(&to);
            });
        }
        Ok(())
    }

    /// Passes what comes from one end to the other until one of them is gone, or a fault ends it.
    fn pass(
        &self,
        side: Side,
        mut from: &TcpStream,
        mut to: &TcpStream,
        mut random: Random,
    ) -> io::Result<()> {
        let mut part = [0; 16 * 1024];
        let mut is_half_open = false;
        loop {
            let length = from.read(&mut part)?;
            if length == 0 {
                return Ok(());
            }
            let weather = self.link().weather;
            // A stream without its middle would be no TCP: from here on, nothing passes.
            is_half_open |= weather == Weather::Silent;
            if is_half_open {
                continue;
            }
            let fault = if weather == Weather::Foul { self.fault(side, &mut random) } else { None };
            match fault {
                Some(Fault::Delay) => {
                    thread::sleep(Duration::from_millis(1 + random.below(DELAY_MS_MAX)));
                    to.write_all(&part[..length])?;
                }
                Some(Fault::CutRequest | Fault::CutAnswer) => {
                    let passed = usize::try_from(random.below(length as u64)).unwrap_or_default();
                    return to.write_all(&part[..passed]);
                }
                Some(Fault::HalfOpen) => is_half_open = true,
                None => to.write_all(&part[..length])?,
            }
        }
    }

    fn fault(&self, side: Side, random: &mut Random) -> Option<Fault> {
        let fault = match (random.below(100), side) {
            (0..20, _) => Fault::Delay,
            (20..24, Side::Client) => Fault::CutRequest,
            (20..24, Side::Server) => Fault::CutAnswer,
            (24..25, _) => Fault::HalfOpen,
            _ => return None,
        };
        self.faults[fault as usize].fetch_add(1, Ordering::Relaxed);
        Some(fault)
    }

    fn link(&self) -> MutexGuard<'_, Link> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a connection for both of its ends at once: the other end's read comes back too.
fn reset(end: &TcpStream) {
    let _ = SockRef::from(end).set_linger(Some(Duration::ZERO));
    let _ = end.shutdown(Shutdown::Both);
}
