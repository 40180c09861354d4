//! A POS that is called, honours ids, and answers as badly as a POS can.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use socket2::SockRef;

use crate::random::Random;

/// How many answers of one POS come too late: each holds a caller up until it has no more patience.
const SLOW_ANSWERS_MAX: u64 = 2;

/// A receiver of webhooks. What becomes of the n-th try of a message is decided by the seed, the message's id and n.
#[derive(Debug)]
pub struct HostilePos {
    /// Where it is called.
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    seed: u64,
    is_closed: AtomicBool,
    book: Mutex<Book>,
}

/// What it remembers.
#[derive(Debug, Default)]
struct Book {
    /// The bodies in the order in which they came first, once for each id.
    taken: Vec<String>,
    /// Where in it the body of an id is.
    places: BTreeMap<String, usize>,
    tries: BTreeMap<String, u32>,
    answers: BTreeMap<Answer, u64>,
    /// Ids that came again with another body.
    forged: Vec<String>,
}

/// How it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    /// It takes the message and says so.
    Accepted,
    /// It does not take it now: 503.
    Busy,
    /// It takes it and resets the connection.
    Reset,
    /// It takes it and says nothing for as long as the caller waits.
    Slow,
    /// It takes it and says something that is no answer.
    Garbage,
}

/// What it says instead of an answer: no HTTP, an answer that is cut off, one without a word on the ticket.
const GARBAGE: [&str; 3] = [
    "\u{1}\u{2}\u{3} 200 fine\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{\"status\": \"acc",
    "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>",
];

impl HostilePos {
    /// Opens it.
    ///
    /// # Panics
    /// If there is no port for it.
    pub fn open(seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared { seed, is_closed: AtomicBool::new(false), book: Mutex::default() });
        let pos = Self { address, shared: shared.clone() };
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if shared.is_closed.load(Ordering::Relaxed) {
                    break;
                }
                let shared = shared.clone();
                // A caller that is killed leaves half a request or takes no answer.
                thread::spawn(move || drop(shared.serve(stream)));
            }
        });
        pos
    }

    /// The messages that it has, in the order in which they came first.
    pub fn messages(&self) -> Vec<String> {
        self.shared.book().taken.clone()
    }

    /// The ids that came again with another body.
    pub fn forged(&self) -> Vec<String> {
        self.shared.book().forged.clone()
    }

    /// How it has answered, such as `Accepted 17, Busy 2`.
    pub fn answers(&self) -> String {
        let book = self.shared.book();
        let counts = book.answers.iter().map(|(answer, count)| format!("{answer:?} {count}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

impl Drop for HostilePos {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
        // Wakes the listener, which ends then.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        let (id, body) = read(&mut stream)?;
        let (answer, mut random) = self.decide(&id, body);
        match answer {
            Answer::Accepted => say(&mut stream, "200 OK", r#"{"status":"accepted","pos_reference":"A-1"}"#),
            Answer::Busy => say(&mut stream, "503 Service Unavailable", ""),
            Answer::Reset => SockRef::from(&stream).set_linger(Some(Duration::ZERO)),
            // It comes back once the caller has hung up.
            Answer::Slow => stream.read(&mut [0]).map(drop),
            Answer::Garbage => {
                let garbage =
                    GARBAGE[usize::try_from(random.below(GARBAGE.len() as u64)).unwrap_or_default()];
                stream.write_all(garbage.as_bytes())
            }
        }
    }

    /// Takes a message, or not. Once it is taken, it is not taken again.
    fn decide(&self, id: &str, body: String) -> (Answer, Random) {
        let mut book = self.book();
        let nth = book.tries.entry(id.to_owned()).or_default();
        *nth += 1;
        let mut random = Random::of(self.seed, &format!("{id} {nth}"));
        let slow = book.answers.get(&Answer::Slow).copied().unwrap_or_default();
        let answer = match random.below(100) {
            0..10 => Answer::Busy,
            10..20 => Answer::Reset,
            20..25 if slow < SLOW_ANSWERS_MAX => Answer::Slow,
            25..30 => Answer::Garbage,
            _ => Answer::Accepted,
        };
        *book.answers.entry(answer).or_default() += 1;
        if answer != Answer::Busy {
            book.take(id, body);
        }
        (answer, random)
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn take(&mut self, id: &str, body: String) {
        match self.places.get(id) {
            Some(place) if self.taken[*place] == body => {}
            Some(_) => self.forged.push(id.to_owned()),
            None => {
                self.places.insert(id.to_owned(), self.taken.len());
                self.taken.push(body);
            }
        }
    }
}

/// Reads a whole request. Gives its `webhook-id` and its body.
fn read(stream: &mut TcpStream) -> io::Result<(String, String)> {
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 4096];
        let read = stream.read(&mut part)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&part[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let header = |name: &str| {
            let headers = head.lines().filter_map(|line| line.split_once(": "));
            headers.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        };
        let length: usize =
            header("content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
        if body.len() >= length {
            return Ok((header("webhook-id").unwrap_or_default().to_owned(), body.to_owned()));
        }
    }
}

fn say(stream: &mut TcpStream, status: &str, body: &str) -> io::Result<()> {
    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}
