//! A real Redis server on a free port, gone with the test.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lanes::store::{Durability, RedisSettings, RedisStore};
use tempfile::TempDir;

/// How long a server may take to start.
const START_MAX: Duration = Duration::from_secs(10);

/// A running server.
pub struct RedisServer {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl RedisServer {
    /// Starts a server with these options and waits until it answers.
    pub fn start(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .args(["--dir", folder.path().to_str().unwrap()])
            .args(options)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is installed");
        let server = Self { process, port, _folder: folder };
        server.wait_until_up();
        server
    }

    /// Where the server is.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// A store in it that needs no durability.
    pub async fn store(&self) -> RedisStore {
        let settings = RedisSettings { durability: Durability::Memory, ..RedisSettings::default() };
        RedisStore::open(&self.url(), settings).await.unwrap()
    }

    /// A server says so when it listens, but only to its log: a connection that is taken says it too.
    fn wait_until_up(&self) {
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < START_MAX, "redis-server does not listen on {}", self.port);
            std::thread::yield_now();
        }
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
