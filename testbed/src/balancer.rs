//! A proxy in front of equal nodes.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Hands each connection to the next of its nodes that takes it. Dropping it closes its port.
#[derive(Debug)]
pub struct Balancer {
    /// Where it listens.
    pub address: SocketAddr,
    is_closed: Arc<AtomicBool>,
}

impl Balancer {
    /// Opens it in front of these nodes.
    ///
    /// # Panics
    /// If there is no port for it.
    pub fn open(nodes: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = is_closed.clone();
        thread::spawn(move || {
            for (connection, client) in listener.incoming().map_while(Result::ok).enumerate() {
                if closed.load(Ordering::Relaxed) {
                    return;
                }
                let from_next_on = nodes.iter().cycle().skip(connection % nodes.len()).take(nodes.len());
                // Where no node is, the client's connection is closed.
                if let Some(node) = from_next_on.map(TcpStream::connect).find_map(Result::ok) {
                    join(&client, &node).expect("a thread for each direction");
                }
            }
        });
        Self { address, is_closed }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        // It looks when the next connection comes.
        let _ = TcpStream::connect(self.address);
    }
}

/// Passes on what one says to the other, both ways, until they stop.
fn join(client: &TcpStream, node: &TcpStream) -> io::Result<()> {
    for (from, to) in [(client, node), (node, client)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        thread::spawn(move || {
            // An end that is cut off is passed on too.
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
    }
    Ok(())
}
