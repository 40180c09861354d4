//! The real binary on a port and a data folder of its own, with its lanes and tickets.
//!
//! This file is long because every test of the service starts, calls and stops it through this one file.

mod call;
mod measured;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use testbed::Host;
use uuid::Uuid;

pub use self::call::{
    Answer, answer, ask, authorization, call, call_with_key, call_without_key, connected, send_request,
    try_call,
};
pub use self::measured::{Kept, memory_kib, p99};

/// Longer than anything takes on a busy machine. It only ends a test that would otherwise never end.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How long a question that is asked again and again waits in between.
const ASK_AGAIN: Duration = Duration::from_millis(5);

/// `carhop` with nothing of this process's configuration.
pub fn carhop(arguments: &[&str]) -> Command {
    carhop_on(&Host::here(), arguments)
}

fn carhop_on(host: &Host, arguments: &[&str]) -> Command {
    let mut command = host.command(env!("CARGO_BIN_EXE_carhop"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARHOP_") {
            command.env_remove(name);
        }
    }
    // Tests try wrong keys until they are right.
    command.args(arguments).env("CARHOP_LOG", "error").env("CARHOP_WRONG_KEYS_PER_MINUTE", "0");
    command.stdin(Stdio::null());
    command
}

/// Asks until there is an answer.
#[track_caller]
pub fn awaited<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(started.elapsed() < PATIENCE, "{what} never came");
        thread::sleep(ASK_AGAIN);
    }
}

/// Does the work for each at the same time. Gives what came of each.
pub fn at_once<T: Send, R: Send>(each: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = each.into_iter().map(|it| scope.spawn(move || work(it))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// A service that runs. Dropping it kills it.
pub struct Service {
    pub address: SocketAddr,
    child: Child,
    /// Kept open: a service that cannot print is no service.
    _stdout: BufReader<ChildStdout>,
    folder: Option<TempDir>,
}

impl Service {
    /// Starts on a fresh folder.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts on a fresh folder. Gives the lane `1` of `d1` as well.
    pub fn with_lane() -> (Self, Lane) {
        let service = Self::start();
        let lane = service.lane("1");
        (service, lane)
    }

    /// The same with a car on that lane.
    pub fn with_car() -> (Self, Lane) {
        let (service, lane) = Self::with_lane();
        lane.car();
        (service, lane)
    }

    /// Starts on a fresh folder with variables set.
    pub fn start_with(variables: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut service = Self::start_on(folder.path(), variables);
        service.folder = Some(folder);
        service
    }

    /// Starts on a fresh folder of another machine, with variables set. It is called with a key, as it is not on loopback.
    pub fn start_at(host: &Host, variables: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut create = carhop(&["keys", "create", "tests", "--scope", "admin", "--data"]);
        let key = create.arg(folder.path()).output().unwrap().stdout;
        let listen = format!("{}:0", host.outside);
        let mut command = carhop_on(host, &["serve", "--behind-proxy", "--listen", &listen, "--data"]);
        // Tests drive lanes faster than cars do.
        let unlimited = [("CARHOP_KEY_CALLS_PER_SECOND", "0"), ("CARHOP_LANE_EVENTS_PER_SECOND", "0")];
        command.arg(folder.path()).envs(unlimited).envs(variables.iter().copied());
        let service = Self::listening(command.stdout(Stdio::piped()).spawn().unwrap());
        let mut service = service.unwrap_or_else(|status| panic!("it does not start: {status}"));
        call_with_key(service.address, String::from_utf8(key).unwrap().trim());
        service.folder = Some(folder);
        service
    }

    /// Starts on a folder that the caller keeps.
    pub fn start_on(data: &Path, variables: &[(&str, &str)]) -> Self {
        Self::try_start_on(data, variables).unwrap_or_else(|status| panic!("it does not start: {status}"))
    }

    /// The same where it may end before it listens.
    pub fn try_start_on(data: &Path, variables: &[(&str, &str)]) -> Result<Self, ExitStatus> {
        Self::listening(Self::spawn(data, variables))
    }

    /// Starts on a folder that the caller keeps, with a file for its log and options besides.
    pub fn start_logging(data: &Path, log: File, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        command.arg(data).args(arguments).envs(variables.iter().copied());
        let child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        Self::listening(child).unwrap_or_else(|status| panic!("it does not start: {status}"))
    }

    /// Starts at an address on a folder that the caller keeps, with options besides.
    pub fn start_with_options(data: &Path, listen: &str, options: &[String]) -> Self {
        let mut command = carhop(&["serve", "--listen", listen, "--data"]);
        let child = command.arg(data).args(options).stdout(Stdio::piped()).spawn().unwrap();
        Self::listening(child).unwrap_or_else(|status| panic!("it does not start: {status}"))
    }

    fn listening(mut child: Child) -> Result<Self, ExitStatus> {
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        match line.trim().rsplit_once("://") {
            Some((_, address)) => {
                let address = address.parse().unwrap();
                call_without_key(address);
                Ok(Self { address, child, _stdout: stdout, folder: None })
            }
            None => Err(child.wait().unwrap()),
        }
    }

    /// Starts and does not wait until it listens.
    pub fn spawn(data: &Path, variables: &[(&str, &str)]) -> Child {
        let mut command = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        command.arg(data).envs(variables.iter().copied()).stdout(Stdio::piped()).spawn().unwrap()
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The data folder of a service that was started on a fresh one.
    pub fn data(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    /// Kills it as a crash would, and starts another on the same folder.
    pub fn restarted(self) -> Self {
        self.restarted_with(&[])
    }

    /// The same with variables set.
    pub fn restarted_with(mut self, variables: &[(&str, &str)]) -> Self {
        let folder = self.folder.take();
        let data = folder.as_ref().unwrap().path().to_owned();
        self.kill();
        let mut service = Self::start_on(&data, variables);
        service.folder = folder;
        service
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM. It goes on until it has finished.
    pub fn terminate(&self) {
        let status = Command::new("sh").args(["-c", &format!("kill -TERM {}", self.child.id())]).status();
        assert!(status.unwrap().success());
    }

    /// Waits until it ends by itself.
    pub fn ended(&mut self) -> ExitStatus {
        awaited("the end", || self.child.try_wait().unwrap())
    }

    /// A lane of drive-thru `d1`.
    pub fn lane(&self, lane: &str) -> Lane {
        Lane { address: self.address, path: format!("/v1/drive-thrus/d1/lanes/{lane}") }
    }

    /// A lane of another drive-thru.
    pub fn lane_of(&self, drive_thru: &str, lane: &str) -> Lane {
        Lane { address: self.address, path: format!("/v1/drive-thrus/{drive_thru}/lanes/{lane}") }
    }

    pub fn get(&self, path: &str) -> Answer {
        call(self.address, "GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        call(self.address, "POST", path, &[], body.to_string().as_bytes())
    }

    pub fn put(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        call(self.address, "PUT", path, headers, body.to_string().as_bytes())
    }

    /// Takes an item of a drive-thru off, or puts it back on.
    #[track_caller]
    pub fn set_available(&self, drive_thru: &str, item: &str, available: bool) {
        let path = format!("/v1/drive-thrus/{drive_thru}/items/{item}/availability");
        let availability = json!({ "available": available });
        assert_eq!(self.put(&path, &[], &availability).json(200), availability);
    }

    /// The audit log of the session of a turn.
    #[track_caller]
    pub fn audit(&self, turn: &Value) -> Value {
        let session = turn["session_id"].as_str().unwrap();
        ask(self.address, "GET", &format!("/v1/sessions/{session}/audit"), "").json(200)
    }

    /// The lines of `tickets.jsonl`.
    pub fn tickets(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.data().join("tickets.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// What a day without the POS would do, which no test waits for.
impl Service {
    /// A ticket that is on no way to the POS is dead.
    pub fn give_up(&self, ticket: &Ticket) {
        let id = Uuid::try_parse(&ticket.id).unwrap();
        self.tamper("UPDATE tickets SET status = 'dead' WHERE ticket_id = ?", id);
    }

    /// That a ticket is void was never delivered.
    pub fn give_up_void(&self, ticket: &Ticket) {
        let id = Uuid::try_parse(&ticket.id).unwrap();
        let sql = "INSERT INTO ticket_notes (ticket_id, at, what, detail)
                   VALUES (?, '2026-11-21T20:00:00.000000000Z', 'dead', 'ticket.voided: a day')";
        self.tamper(sql, id);
    }

    /// What was delivered of a ticket waits again, for ever.
    pub fn hold_up(&self, ticket: &Ticket) {
        let sql = "UPDATE outbox SET state = 'pending', next_attempt_at = '9999-01-01T00:00:00.000000000Z'
                   WHERE message ->> '$.data.ticket_id' = ?";
        self.tamper(sql, &ticket.id);
    }

    fn tamper(&self, sql: &str, ticket_id: impl rusqlite::ToSql) {
        let database = rusqlite::Connection::open(self.data().join("carhop.db")).unwrap();
        database.busy_timeout(PATIENCE).unwrap();
        assert_eq!(database.execute(sql, [ticket_id]).unwrap(), 1);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A service whose model takes connections and never answers, so that each reply is late.
pub fn with_a_silent_model() -> (Service, TcpListener) {
    let model = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", model.local_addr().unwrap());
    let service = Service::start_with(&[
        ("CARHOP_LLM_URL", &url),
        ("CARHOP_LLM_MODEL", "none"),
        ("CARHOP_PARSER", "llm_then_grammar"),
        ("CARHOP_AGENTS_DEADLINE_MS", "3000"),
        ("CARHOP_HOLD_AFTER_MS", "100"),
    ]);
    (service, model)
}

/// A ticket of a service.
pub struct Ticket {
    address: SocketAddr,
    pub id: String,
}

impl Ticket {
    /// The ticket of a turn.
    pub fn of(service: &Service, turn: &Value) -> Self {
        let id = turn["ticket"]["ticket_id"].as_str().unwrap().to_owned();
        Self { address: service.address, id }
    }

    /// The ticket as it is now.
    #[track_caller]
    pub fn now(&self) -> Value {
        ask(self.address, "GET", &format!("/v1/tickets/{}", self.id), "").json(200)
    }

    pub fn post(&self, word: &str, body: &Value) -> Answer {
        let path = format!("/v1/tickets/{}/{word}", self.id);
        call(self.address, "POST", &path, &[], body.to_string().as_bytes())
    }

    /// Waits until the newest thing that is known of it is a delivery.
    #[track_caller]
    pub fn delivered(&self) {
        self.last_noted("delivered");
    }

    /// Waits until the newest thing that is known of it is that. Gives the ticket as it is then.
    #[track_caller]
    pub fn last_noted(&self, what: &str) -> Value {
        let last = |ticket: &Value| ticket["history"].as_array()?.last().map(|note| note["what"] == what);
        awaited(what, || Some(self.now()).filter(|ticket| last(ticket) == Some(true)))
    }

    /// Waits until it has a status.
    #[track_caller]
    pub fn until(&self, status: &str) -> Value {
        awaited(status, || Some(self.now()).filter(|now| now["status"] == status))
    }
}

/// One lane of a service.
#[derive(Clone, Debug)]
pub struct Lane {
    pub address: SocketAddr,
    pub path: String,
}

impl Lane {
    /// Sends a body as it is.
    pub fn send(&self, body: &str) -> Answer {
        call(self.address, "POST", &format!("{}/events", self.path), &[], body.as_bytes())
    }

    /// Sends a body until the service can say what comes of it, as a frontend does.
    #[track_caller]
    pub fn ask(&self, body: &str) -> Answer {
        ask(self.address, "POST", &format!("{}/events", self.path), body)
    }

    /// Sends an event, with an id of its own if it has none.
    pub fn event(&self, event: Value) -> Answer {
        self.send(&with_id(event))
    }

    /// Sends an event that is taken, with an id of its own if it has none. Gives its turn.
    #[track_caller]
    pub fn take(&self, event: Value) -> Value {
        self.ask(&with_id(event)).json(200)
    }

    #[track_caller]
    pub fn car(&self) -> Value {
        self.take(json!({ "type": "car_detected" }))
    }

    #[track_caller]
    pub fn say(&self, text: &str) -> Value {
        self.take(json!({ "type": "utterance", "text": text }))
    }

    /// A car orders, is done and confirms. Gives the turn that is closing.
    #[track_caller]
    pub fn confirmed(&self, order: &str) -> Value {
        self.car();
        self.say(order);
        self.say("that's all");
        let turn = self.say("yes");
        assert_eq!(turn["state"], "closing", "{turn:#}");
        turn
    }

    /// The lane as it is now.
    #[track_caller]
    pub fn now(&self) -> Value {
        ask(self.address, "GET", &self.path, "").json(200)
    }

    /// Waits until the POS has the lane's ticket.
    #[track_caller]
    pub fn until_acknowledged(&self) -> Value {
        awaited("acknowledged", || Some(self.now()).filter(|now| now["ticket"]["status"] == "acknowledged"))
    }
}

fn with_id(mut event: Value) -> String {
    if event["id"].is_null() {
        event["id"] = json!(fresh_id());
    }
    event.to_string()
}

/// An id that no other event of this process has.
pub fn fresh_id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    Uuid::from_u128(0xe2e << 64 | u128::from(NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// The rows that a turn took, such as `S01 S03`.
pub fn rows(turn: &Value) -> String {
    let rows = turn["transitions"].as_array().into_iter().flatten();
    rows.filter_map(|transition| transition["row"].as_str()).collect::<Vec<_>>().join(" ")
}

/// What differs from run to run, or with how the parser weighs words.
const VARIABLE: [&str; 9] = [
    "at",
    "timestamp",
    "business_date",
    "id",
    "event_id",
    "session_id",
    "order_id",
    "ticket_id",
    "confidence",
];

/// JSON to look at, without the values that differ from run to run.
pub fn shown(value: &Value) -> String {
    fn redact(value: &mut Value) {
        match value {
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| {
                let is_variable = VARIABLE.contains(&name.as_str()) && !value.is_null();
                if is_variable { *value = json!(format!("[{name}]")) } else { redact(value) }
            }),
            Value::Array(entries) => entries.iter_mut().for_each(redact),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut value = value.clone();
    redact(&mut value);
    serde_json::to_string_pretty(&value).unwrap()
}
