//! A POS that is a file: JSON lines, synced, acknowledged at once, so that the service runs alone.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::Message;
use uuid::Uuid;

use super::PosReport;
use super::emitter::{EmitError, Emitter, Semantics, taken};
use crate::private;

/// How many of the newest lines are known again after a restart. Only what was written and not yet marked as
/// delivered can come again, which is a line for each that was being sent.
const KNOWN_LINES_MAX: usize = 10_000;

/// Appends messages to a file.
#[derive(Clone, Debug)]
pub struct FileEmitter(Arc<Mutex<Tickets>>);

#[derive(Debug)]
struct Tickets {
    file: File,
    /// Where the next line begins; what a failed write left behind it is cut off.
    end: u64,
    known: VecDeque<Key>,
    keys: BTreeSet<Key>,
}

type Key = (Uuid, String);

impl FileEmitter {
    /// Opens the file, cuts off a torn last line and learns what is already there.
    ///
    /// # Errors
    /// What the file system says, or that another process writes to the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = private::open(path, OpenOptions::new().create(true).read(true).append(true))?;
        // Two that write would take each other's lines for torn ones.
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("it is in use by another process"),
            TryLockError::Error(error) => error,
        })?;
        let mut tickets = Tickets { file, end: 0, known: VecDeque::new(), keys: BTreeSet::new() };
        tickets.recover()?;
        Ok(Self(Arc::new(Mutex::new(tickets))))
    }
}

#[async_trait]
impl Emitter for FileEmitter {
    fn semantics(&self) -> Semantics {
        Semantics::Idempotent
    }

    async fn emit(&self, _: &LaneKey, _: i64, message: &Message) -> Result<Option<PosReport>, EmitError> {
        let key = (message.body.ticket_id(), message.body.kind().to_owned());
        let line = serde_json::to_string(message).map_err(EmitError::refused)?;
        let tickets = self.0.clone();
        let write = tokio::task::spawn_blocking(move || {
            tickets.lock().unwrap_or_else(PoisonError::into_inner).append(key, line)
        });
        let written = write.await.map_err(EmitError::unknown)?;
        written.map_err(EmitError::unknown)?;
        Ok(taken(&message.body))
    }
}

impl Tickets {
    fn recover(&mut self) -> io::Result<()> {
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        let mut keys = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            self.end += read as u64;
            keys.extend(key_of(&line));
            if keys.len() >= 2 * KNOWN_LINES_MAX {
                keys.drain(..KNOWN_LINES_MAX);
            }
        }
        for key in keys {
            self.learn(key);
        }
        self.cut_tail()
    }

    /// Writes a line that is not there yet, and syncs it.
    fn append(&mut self, key: Key, line: String) -> io::Result<()> {
        if self.keys.contains(&key) {
            return Ok(());
        }
        self.cut_tail()?;
        let line = line + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.end += line.len() as u64;
        self.learn(key);
        Ok(())
    }

    fn cut_tail(&mut self) -> io::Result<()> {
        if self.file.seek(SeekFrom::End(0))? > self.end {
            self.file.set_len(self.end)?;
            self.file.sync_data()?;
        }
        Ok(())
    }

    fn learn(&mut self, key: Key) {
        if self.known.len() >= KNOWN_LINES_MAX
            && let Some(oldest) = self.known.pop_front()
        {
            self.keys.remove(&oldest);
        }
        if self.keys.insert(key.clone()) {
            self.known.push_back(key);
        }
    }
}

/// The key of a line; none for a line that is no message.
fn key_of(line: &[u8]) -> Option<Key> {
    let message: Message = serde_json::from_slice(line).ok()?;
    Some((message.body.ticket_id(), message.body.kind().to_owned()))
}

#[cfg(test)]
mod tests {
    use fsm::ticket::{MessageBody, RetryData};
    use jiff::Timestamp;

    use super::*;

    fn lane() -> LaneKey {
        LaneKey::new("d1", "1").unwrap()
    }

    fn message(number: u128) -> Message {
        let body = MessageBody::PaymentRetry(RetryData { ticket_id: Uuid::from_u128(number) });
        Message { timestamp: Timestamp::UNIX_EPOCH, body }
    }

    fn lines(path: &Path) -> Vec<String> {
        std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn a_message_that_is_there_is_not_written_again_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tickets.jsonl");
        for _ in 0..2 {
            let emitter = FileEmitter::open(&path).unwrap();
            for number in 0..3 {
                assert_eq!(emitter.emit(&lane(), 1, &message(number)).await.unwrap(), None);
            }
        }
        assert_eq!(lines(&path).len(), 3);
    }

    #[tokio::test]
    async fn a_torn_tail_is_cut_and_its_message_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tickets.jsonl");
        FileEmitter::open(&path).unwrap().emit(&lane(), 1, &message(1)).await.unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [whole.as_slice(), &whole[..20]].concat()).unwrap();
        FileEmitter::open(&path).unwrap().emit(&lane(), 1, &message(2)).await.unwrap();
        let keys: Vec<_> = lines(&path).iter().filter_map(|line| key_of(line.as_bytes())).collect();
        assert_eq!(keys.len(), 2);
        assert_eq!(lines(&path).len(), 2);
    }
}
