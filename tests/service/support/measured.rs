//! What is measured of a service while it works.

use std::time::Duration;

use super::Service;

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
