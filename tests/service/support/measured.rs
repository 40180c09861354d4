//! What is measured of a service while it works.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::{Service, authorization, connected};

/// Within which of these times 99 % are.
pub fn p99(times: &mut [Duration]) -> Duration {
    times.sort();
    times[(times.len() * 99).div_ceil(100) - 1]
}

/// The memory of the service in KiB: `VmRSS` is what it has in use, `VmHWM` what it had at most.
pub fn memory_kib(service: &Service, what: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(':')).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A connection that is kept, as a lane's frontend keeps its own.
pub struct Kept {
    stream: BufReader<TcpStream>,
    /// The address, and the key if it asks for one, as each call says them.
    headers: String,
}

impl Kept {
    pub fn to(address: SocketAddr) -> Self {
        let key = authorization(address).map(|key| format!("authorization: {key}\r\n"));
        let headers = format!("host: {address}\r\n{}", key.unwrap_or_default());
        Self { stream: BufReader::new(connected(address).unwrap()), headers }
    }

    /// Makes a call. Gives its status, and how long it took.
    pub fn call(&mut self, method: &str, path: &str, body: &str) -> (u16, Duration) {
        let (headers, length) = (&self.headers, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let sent = Instant::now();
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut status, mut length) = (None, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            match line.trim_end().split_once(' ') {
                None => break,
                Some(("HTTP/1.1", rest)) => {
                    status = rest.split(' ').next().and_then(|code| code.parse().ok());
                }
                Some((name, value)) if name.eq_ignore_ascii_case("content-length:") => {
                    length = value.parse().unwrap();
                }
                Some(_) => {}
            }
        }
        self.stream.read_exact(&mut vec![0; length]).unwrap();
        (status.expect("a status"), sent.elapsed())
    }
}
