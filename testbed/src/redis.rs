//! One Redis server.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::network::Host;

/// How long a server may take to start.
const START_MAX: Duration = Duration::from_secs(10);

/// A running server.
#[derive(Debug)]
pub struct RedisServer {
    process: Child,
    host: Host,
    /// Its port.
    pub port: u16,
    /// Gone with it, unless the caller keeps it.
    folder: Option<TempDir>,
}

impl RedisServer {
    /// Starts a server with these options and waits until it answers.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not come up.
    pub fn start(options: &[&str]) -> Self {
        Self::start_on(&Host::here(), options)
    }

    /// The same on any machine, at the usual port where that is not this one.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not come up.
    pub fn start_on(host: &Host, options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self::try_start_in(host, folder.path(), options).unwrap();
        server.folder = Some(folder);
        server
    }

    /// Starts a server on a folder that the caller keeps, and waits until it has loaded what is in it.
    ///
    /// # Errors
    /// That it ended, as it does where it cannot load what is in the folder.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not come up.
    pub fn try_start_in(host: &Host, folder: &Path, options: &[&str]) -> Result<Self, String> {
        let mut server = host.command("redis-server");
        server.args(["--save", "", "--dir", folder.to_str().unwrap()]);
        let mut server = Self::run(host, None, server, 6379, options)?;
        server.wait_until(|server| server.try_ask("PING").is_ok_and(|answer| answer.starts_with("+PONG")))?;
        Ok(server)
    }

    /// Starts a sentinel that watches nothing yet.
    ///
    /// # Panics
    /// If `redis-server` is not installed or does not come up.
    pub fn start_sentinel(host: &Host) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sentinel.conf");
        std::fs::write(&file, "").unwrap();
        let mut server = host.command("redis-server");
        server.arg(file).arg("--sentinel");
        Self::run(host, Some(folder), server, 26379, &[]).unwrap()
    }

    fn run(
        host: &Host,
        folder: Option<TempDir>,
        mut server: Command,
        usual_port: u16,
        options: &[&str],
    ) -> Result<Self, String> {
        let (port, bind) = if host.is_here() { (free_port(), "127.0.0.1") } else { (usual_port, "0.0.0.0") };
        let process = server
            .args(["--port", &port.to_string(), "--bind", bind, "--protected-mode", "no"])
            .args(options)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is installed");
        let mut server = Self { process, host: host.clone(), port, folder };
        // A server says so when it listens, but only to its log: a connection that is taken says it too.
        server.wait_until(|server| TcpStream::connect((server.host.outside, server.port)).is_ok())?;
        Ok(server)
    }

    /// Where the server is: the URL of a store.
    pub fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// Where the server is, such as `127.0.0.1:6379`.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host.address, self.port)
    }

    /// SIGKILL.
    ///
    /// # Panics
    /// If it has ended by itself.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Sends a command of plain words. Gives the first line of the answer, such as `+OK`.
    ///
    /// # Panics
    /// If the server cannot be asked.
    pub fn command(&self, words: &str) -> String {
        self.ask(words).lines().next().unwrap_or_default().to_owned()
    }

    /// Sends a command of plain words. Gives all of the answer, as it comes over the wire.
    ///
    /// # Panics
    /// If the server cannot be asked.
    pub fn ask(&self, words: &str) -> String {
        self.try_ask(words).unwrap()
    }

    /// The same where the server may hang up, as one does that becomes a replica.
    ///
    /// # Errors
    /// What the connection says.
    pub fn try_ask(&self, words: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect((self.host.outside, self.port))?;
        write!(stream, "{words}\r\n")?;
        stream.shutdown(Shutdown::Write)?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text)
    }

    /// SIGSTOP: it keeps its connections and answers nothing.
    ///
    /// # Panics
    /// If it cannot be signalled.
    pub fn pause(&self) {
        self.signal("STOP");
    }

    /// SIGCONT.
    ///
    /// # Panics
    /// If it cannot be signalled.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let kill = format!("kill -{signal} {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Waits for what comes with its start. Gives how it ended, where it did.
    fn wait_until(&mut self, is_so: impl Fn(&Self) -> bool) -> Result<(), String> {
        let start = Instant::now();
        while !is_so(self) {
            if let Some(status) = self.process.try_wait().unwrap() {
                return Err(format!("redis-server on {} ended with {status}", self.port));
            }
            assert!(start.elapsed() < START_MAX, "redis-server does not answer on {}", self.port);
            std::thread::yield_now();
        }
        Ok(())
    }
}

/// A free port of this machine. A cluster's servers talk to each other on one that is 10,000 higher.
fn free_port() -> u16 {
    let free = (0..).find_map(|_| {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        (port < 55_000 && TcpListener::bind(("127.0.0.1", port + 10_000)).is_ok()).then_some(port)
    });
    free.unwrap()
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
