//! Who uses the connections, so that the async runtime is not held up: a thread for each, and for a write that finds its
//! connection free the thread that asks for it.

use std::sync::Arc;

use rusqlite::{Connection, ffi};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::block_in_place;

use super::files::Files;
use super::thread::{Thread, stopped};
use crate::store::{Result, StoreError};

/// How many writes share one transaction, and so one sync of the disk.
const BATCHED_WRITES_MAX: usize = 64;

type Write = Box<dyn FnOnce(&Connection) -> Result<()> + Send>;
type Read = Box<dyn FnOnce(&Connection) + Send>;

/// What writes, for one at a time in the order in which they came. It is gone after a write that panicked, and after a sync
/// that the disk failed.
type Turnstile = Arc<Mutex<Option<Writing>>>;

/// The connection that writes, and what it writes to.
struct Writing {
    connection: Connection,
    files: Files,
}

/// Writes, many writes in one transaction where there are many.
pub(super) struct Writer {
    thread: Thread<WriteRequest>,
    connection: Turnstile,
}

/// The thread that reads.
pub(super) struct Reader(Thread<Read>);

struct WriteRequest {
    write: Write,
    answer: oneshot::Sender<Result<()>>,
}

impl Writer {
    pub fn start(connection: Connection, files: Files) -> Result<Self> {
        let connection = Arc::new(Mutex::new(Some(Writing { connection, files })));
        let shared = connection.clone();
        let thread = Thread::start("store-writer", move |requests| write_batches(&shared, requests))?;
        Ok(Self { thread, connection })
    }

    /// Writes, and returns once it is on disk. After an error nothing of it is stored.
    ///
    /// A write that is alone is done by this thread: to wake another and to be woken by it takes longer than a fast disk.
    pub async fn write(&self, write: impl FnOnce(&Connection) -> Result<()> + Send + 'static) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        let request = WriteRequest { write: Box::new(write), answer };
        // A queued write comes first: the lock is handed to the thread that waits for it. Whoever queues holds no lock, or a
        // full queue would wait for the thread, and the thread for the lock.
        if may_block()
            && let Ok(mut connection) = self.connection.try_lock()
        {
            block_in_place(|| write_batch(&mut connection, vec![request]));
        } else {
            self.thread.request(request).await?;
        }
        answered.await.map_err(|_| stopped())?
    }
}

/// Whether the runtime moves its other tasks away from a thread that blocks.
fn may_block() -> bool {
    Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
}

impl Reader {
    pub fn start(connection: Connection) -> Result<Self> {
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
        read: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let read_once = move |connection: &Connection| {
            let snapshot = connection.unchecked_transaction().map_err(StoreError::from);
            // Nobody waits for the answer if the caller has gone, which is fine.
            let _ = answer.send(snapshot.and_then(|snapshot| read(&snapshot)));
        };
        self.0.request(Box::new(read_once)).await?;
        answered.await.map_err(|_| stopped())?
    }
}

fn write_batches(connection: &Turnstile, mut requests: mpsc::Receiver<WriteRequest>) {
    while let Some(first) = requests.blocking_recv() {
        let mut connection = connection.blocking_lock();
        let mut batch = vec![first];
        while batch.len() < BATCHED_WRITES_MAX
            && let Ok(next) = requests.try_recv()
        {
            batch.push(next);
        }
        write_batch(&mut connection, batch);
    }
}

/// Writes all in one transaction, and answers each once that is on disk.
///
/// A write that fails is undone alone, the others stay. If the transaction as a whole fails, all get its error.
fn write_batch(open: &mut Option<Writing>, batch: Vec<WriteRequest>) {
    // A write that panics leaves none. Those who wait for an answer get none then.
    let Some(mut writing) = open.take() else { return };
    if let Err(error) = writing.files.still_there() {
        tracing::error!(%error, "nothing is stored");
        *open = Some(writing);
        for request in batch {
            let _ = request.answer.send(Err(StoreError::Unavailable(error.to_string())));
        }
        return;
    }
    let mut answers = Vec::with_capacity(batch.len());
    let written = write_all(&writing.connection, batch, &mut answers);
    *open = Some(writing);
    if let Err(error) = &written {
        tracing::error!(%error, "a batch of writes was not stored");
        if is_failed_sync(error) {
            // What the disk did not take may still look written, so that another try would prove nothing.
            tracing::error!(
                "the disk does not keep what is written to it: nothing more is stored until a restart"
            );
            *open = None;
        }
    }
    for (answer, result) in answers {
        let result = match &written {
            Ok(()) => result,
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        };
        // Nobody waits for the answer if the caller has gone, which is fine.
        let _ = answer.send(result);
    }
}

type Answers = Vec<(oneshot::Sender<Result<()>>, Result<()>)>;

fn write_all(
    connection: &Connection,
    batch: Vec<WriteRequest>,
    answers: &mut Answers,
) -> rusqlite::Result<()> {
    let is_alone = batch.len() == 1;
    let mut requests = batch.into_iter();
    let written = (|| {
        run(connection, "BEGIN IMMEDIATE")?;
        for WriteRequest { write, answer } in requests.by_ref() {
            if !is_alone {
                run(connection, "SAVEPOINT before_write")?;
            }
            let result = write(connection);
            let is_failed = result.is_err();
            answers.push((answer, result));
            if is_alone && is_failed {
                return Ok(());
            }
            // A full disk undoes the whole transaction: then this fails, and the batch with it.
            if is_failed {
                run(connection, "ROLLBACK TO before_write")?;
            }
            if !is_alone {
                run(connection, "RELEASE before_write")?;
            }
        }
        run(connection, "COMMIT")
    })();
    // Those that were not reached get the result of the transaction.
    answers.extend(requests.map(|request| (request.answer, Ok(()))));
    // What is not committed by now is not stored.
    if !connection.is_autocommit() {
        run(connection, "ROLLBACK")?;
    }
    written
}

/// Runs a statement that is prepared once.
fn run(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

fn is_failed_sync(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc as sync;

    use futures_util::future::join_all;

    use super::super::thread::QUEUED_REQUESTS_MAX;
    use super::*;

    #[tokio::test]
    async fn a_conflict_undoes_itself_and_not_the_others_of_its_batch() {
        let (_folder, writer, reader) = threads();
        let results = one_batch(&writer, vec![put(&[1]), put(&[2, 1]), put(&[3])]).await;
        assert!(matches!(results[..], [Ok(()), Err(StoreError::Conflict), Ok(())]), "{results:?}");
        assert_eq!(kept(&reader).await, [1, 3]);
    }

    #[tokio::test]
    async fn a_batch_that_cannot_be_committed_is_answered_unavailable_whole() {
        let (_folder, writer, reader) = threads();
        // A reference that is checked at the end lets every write of the batch pass, and the commit fail.
        let dangling = |connection: &Connection| -> Result<()> {
            connection.execute("INSERT INTO refers VALUES (404)", [])?;
            Ok(())
        };
        let results = one_batch(&writer, vec![put(&[1]), Box::new(dangling), put(&[1])]).await;
        assert!(
            results.iter().all(|result| matches!(result, Err(StoreError::Unavailable(_)))),
            "{results:?}"
        );
        assert_eq!(kept(&reader).await, [0; 0]);
        writer.write(put(&[2])).await.unwrap();
        assert_eq!(kept(&reader).await, [2]);
    }

    #[tokio::test]
    async fn a_write_that_does_not_fit_is_unavailable_until_there_is_room() {
        let (_folder, writer, reader) = threads();
        let pages = |connection: &Connection, pages_max: u32| -> Result<()> {
            connection.query_row(&format!("PRAGMA max_page_count = {pages_max}"), [], |_| Ok(()))?;
            Ok(())
        };
        let much = |connection: &Connection| -> Result<()> {
            connection.execute("CREATE TABLE much AS SELECT zeroblob(1000000)", [])?;
            Ok(())
        };
        writer.write(move |connection| pages(connection, 10)).await.unwrap();
        assert!(matches!(writer.write(much).await, Err(StoreError::Unavailable(_))));
        writer.write(put(&[1])).await.unwrap();
        writer.write(move |connection| pages(connection, 10_000)).await.unwrap();
        writer.write(much).await.unwrap();
        assert_eq!(kept(&reader).await, [1]);
    }

    #[tokio::test]
    async fn a_reader_does_not_wait_for_the_writer() {
        let (_folder, writer, reader) = threads();
        let (resume, resumed) = sync::channel::<()>();
        let writing = writer.write(move |connection| {
            put(&[1])(connection)?;
            let _ = resumed.recv();
            Ok(())
        });
        let reading = async {
            let before = kept(&reader).await;
            drop(resume);
            before
        };
        let (written, before) = tokio::join!(writing, reading);
        written.unwrap();
        assert_eq!(before, [0; 0]);
        assert_eq!(kept(&reader).await, [1]);
    }

    #[tokio::test]
    async fn a_thread_that_panicked_is_unavailable_and_does_not_hang() {
        let (_folder, writer, reader) = threads();
        for _ in 0..2 {
            let result = writer.write(|_| panic!("on purpose")).await;
            assert!(matches!(result, Err(StoreError::Unavailable(_))));
            let result = reader.read(|_| -> Result<(), _> { panic!("on purpose") }).await;
            assert!(matches!(result, Err(StoreError::Unavailable(_))));
        }
    }

    #[tokio::test]
    async fn a_queue_that_is_full_is_written_and_does_not_hang() {
        const ROUNDS: usize = 400;
        let (_folder, writer, reader) = threads();
        let writer = &writer;
        // More than fit, the first of them at once, so that there are some that find the connection free and no room.
        for round in 0..ROUNDS {
            let number = |one: usize| i64::try_from(round * 1_000 + one).unwrap();
            let written =
                join_all((0..=2 * QUEUED_REQUESTS_MAX).map(|one| writer.write(put(&[number(one)])))).await;
            assert!(written.iter().all(Result::is_ok), "{written:?}");
        }
        assert_eq!(kept(&reader).await.len(), ROUNDS * (2 * QUEUED_REQUESTS_MAX + 1));
    }

    #[tokio::test]
    async fn what_is_queued_is_written_before_the_threads_end() {
        let (_folder, writer, reader) = threads();
        for number in 0..100 {
            let (answer, _) = oneshot::channel();
            writer.thread.request(WriteRequest { write: put(&[number]), answer }).await.unwrap();
        }
        drop(writer);
        assert_eq!(kept(&reader).await.len(), 100);
    }

    fn threads() -> (tempfile::TempDir, Writer, Reader) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers.db");
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "PRAGMA journal_mode = wal; PRAGMA foreign_keys = on;
                 CREATE TABLE numbers (number INTEGER PRIMARY KEY);
                 CREATE TABLE refers (number REFERENCES numbers DEFERRABLE INITIALLY DEFERRED);",
            )
            .unwrap();
        let reader = Reader::start(Connection::open(&path).unwrap()).unwrap();
        (folder, Writer::start(connection, Files::of(&path)).unwrap(), reader)
    }

    fn put<const N: usize>(numbers: &[i64; N]) -> Write {
        let numbers = *numbers;
        Box::new(move |connection| {
            for number in numbers {
                connection.execute("INSERT INTO numbers VALUES (?)", [number])?;
            }
            Ok(())
        })
    }

    async fn kept(reader: &Reader) -> Vec<i64> {
        let all = |connection: &Connection| {
            let mut numbers = connection.prepare("SELECT number FROM numbers ORDER BY number")?;
            Ok(numbers.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        };
        reader.read(all).await.unwrap()
    }

    /// Writes all in the batch after one that holds the thread until they are queued.
    async fn one_batch(writer: &Writer, writes: Vec<Write>) -> Vec<Result<()>> {
        let (resume, resumed) = sync::channel::<()>();
        let (started, starts) = oneshot::channel();
        let (answer, held) = oneshot::channel();
        let hold: Write = Box::new(move |_| {
            let _ = started.send(());
            let _ = resumed.recv();
            Ok(())
        });
        writer.thread.request(WriteRequest { write: hold, answer }).await.unwrap();
        starts.await.unwrap();
        let mut answers = Vec::new();
        for write in writes {
            let (answer, answered) = oneshot::channel();
            writer.thread.request(WriteRequest { write, answer }).await.unwrap();
            answers.push(answered);
        }
        drop(resume);
        held.await.unwrap().unwrap();
        let mut results = Vec::new();
        for answered in answers {
            results.push(answered.await.unwrap());
        }
        results
    }
}
