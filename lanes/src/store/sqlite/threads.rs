//! The two threads that own the connections, so that nothing blocks the async runtime.

use std::mem;
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, TransactionBehavior, ffi};
use tokio::sync::{mpsc, oneshot};

use crate::store::StoreError;

/// How many requests wait for a thread before callers wait to queue theirs.
const QUEUED_REQUESTS_MAX: usize = 256;
/// How many writes share one transaction, and so one sync of the disk.
const BATCHED_WRITES_MAX: usize = 64;

type Write = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;
type Read = Box<dyn FnOnce(&Connection) + Send>;

/// The thread that writes.
pub(super) struct Writer(Thread<WriteRequest>);

/// The thread that reads.
pub(super) struct Reader(Thread<Read>);

struct WriteRequest {
    write: Write,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    pub fn start(connection: Connection) -> Result<Self, StoreError> {
        Thread::start("store-writer", move |requests| write_batches(connection, requests)).map(Self)
    }

    /// Writes, and returns once it is on disk. Of an error nothing is left behind.
    pub async fn write(
        &self,
        write: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.0.request(WriteRequest { write: Box::new(write), answer }).await?;
        answered.await.map_err(|_| stopped())?
    }
}

impl Reader {
    pub fn start(connection: Connection) -> Result<Self, StoreError> {
        let read_all = move |mut requests: mpsc::Receiver<Read>| {
            while let Some(read) = requests.blocking_recv() {
                read(&connection);
            }
        };
        Thread::start("store-reader", read_all).map(Self)
    }

    /// Reads what is committed, all of it as of one moment.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let read_once = move |connection: &Connection| {
            let snapshot = connection.unchecked_transaction().map_err(StoreError::from);
            // Nobody waits for the answer if the caller has gone, which is no fault.
            let _ = answer.send(snapshot.and_then(|snapshot| read(&snapshot)));
        };
        self.0.request(Box::new(read_once)).await?;
        answered.await.map_err(|_| stopped())?
    }
}

fn write_batches(mut connection: Connection, mut requests: mpsc::Receiver<WriteRequest>) {
    let mut batch = Vec::with_capacity(BATCHED_WRITES_MAX);
    while let Some(first) = requests.blocking_recv() {
        batch.push(first);
        while batch.len() < BATCHED_WRITES_MAX
            && let Ok(next) = requests.try_recv()
        {
            batch.push(next);
        }
        let Err(error) = write_batch(&mut connection, &mut batch) else { continue };
        tracing::error!(%error, "store.commit_failed");
        if is_failed_sync(&error) {
            // What the disk did not take may still look written, so that another try would prove nothing.
            tracing::error!(
                "the disk does not keep what is written to it: nothing more is stored until a restart"
            );
            return;
        }
    }
}

/// Writes all in one transaction, and answers each once that is on disk.
///
/// A write that fails is undone by itself; the others stay. Where the transaction as a whole fails, all are told so.
fn write_batch(connection: &mut Connection, batch: &mut Vec<WriteRequest>) -> rusqlite::Result<()> {
    let mut answers = Vec::with_capacity(batch.len());
    let written = write_all(connection, batch.drain(..), &mut answers);
    for (answer, result) in answers {
        let result = match &written {
            Ok(()) => result,
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        };
        // Nobody waits for the answer if the caller has gone, which is no fault.
        let _ = answer.send(result);
    }
    written
}

type Answers = Vec<(oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>)>;

fn write_all(
    connection: &mut Connection,
    batch: impl Iterator<Item = WriteRequest>,
    answers: &mut Answers,
) -> rusqlite::Result<()> {
    let mut requests = batch;
    let written = (|| {
        let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for WriteRequest { write, answer } in requests.by_ref() {
            let savepoint = transaction.savepoint()?;
            let result = write(&savepoint);
            answers.push((answer, result.clone()));
            // A full disk takes back the whole transaction: then this fails, and with it the batch.
            if result.is_ok() { savepoint.commit()? } else { savepoint.finish()? }
        }
        transaction.commit()
    })();
    // Those that were not reached share the fate of the transaction.
    answers.extend(requests.map(|request| (request.answer, Ok(()))));
    written
}

fn is_failed_sync(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC))
}

/// A thread that serves requests until nobody can send any more.
struct Thread<R> {
    /// Empty only while it is dropped.
    requests: Option<mpsc::Sender<R>>,
    handle: Option<JoinHandle<()>>,
}

impl<R: Send + 'static> Thread<R> {
    fn start(name: &str, serve: impl FnOnce(mpsc::Receiver<R>) + Send + 'static) -> Result<Self, StoreError> {
        let (requests, receiver) = mpsc::channel(QUEUED_REQUESTS_MAX);
        let handle = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || serve(receiver))
            .map_err(|error| StoreError::Unavailable(format!("no thread for the store: {error}")))?;
        Ok(Self { requests: Some(requests), handle: Some(handle) })
    }

    /// Queues a request; waits while the queue is full.
    async fn request(&self, request: R) -> Result<(), StoreError> {
        let Some(requests) = &self.requests else { return Err(stopped()) };
        requests.send(request).await.map_err(|_| stopped())
    }
}

impl<R> Drop for Thread<R> {
    fn drop(&mut self) {
        drop(mem::take(&mut self.requests));
        if let Some(handle) = self.handle.take() {
            // A thread that panicked has said so itself, and its callers were told.
            let _ = handle.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("its thread has stopped".to_owned())
}
