//! A way between two programs that can be made bad: slow, silent, one-sided, cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How the way is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// As if it were not there.
    Open,
    /// Everything takes so much longer, in both directions.
    Slow(Duration),
    /// Nothing gets through, and nobody is told: connections stay, and new ones are taken and lead nowhere.
    Held,
    /// What the one who connected says is lost; what it is told arrives. Since no network loses a part of what is said and goes on, connections are
    /// cut when this is over.
    HalfOpen,
    /// Connections are cut, and new ones at once again.
    Cut,
}

/// Takes connections and carries them on to somewhere else.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    to: SocketAddr,
    way: Mutex<Way>,
    streams: Mutex<Vec<TcpStream>>,
    is_over: AtomicBool,
}

/// How often is looked whether the way is open again.
const LOOK_EVERY: Duration = Duration::from_millis(5);

impl Proxy {
    /// An open way to this address.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub fn to(to: SocketAddr) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (way, streams) = (Mutex::new(Way::Open), Mutex::default());
        let shared = Arc::new(Shared { to, way, streams, is_over: AtomicBool::new(false) });
        let carrier = Arc::clone(&shared);
        thread::spawn(move || carrier.accept(&listener));
        Proxy { address, shared }
    }

    /// Where to connect.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on the way is like this. What was held arrives when it is open.
    pub fn set(&self, way: Way) {
        let before = std::mem::replace(&mut *self.shared.way.lock().unwrap_or_else(PoisonError::into_inner), way);
        if way == Way::Cut || before == Way::HalfOpen {
            self.shared.cut();
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, SeqCst);
        self.shared.cut();
        // Lets the thread that takes connections see it.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn way(&self) -> Way {
        *self.way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cut(&self) {
        for stream in self.streams.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn accept(self: &Arc<Shared>, listener: &TcpListener) {
        for near in listener.incoming() {
            if self.is_over.load(SeqCst) {
                return;
            }
            let Ok(near) = near else { continue };
            if self.way() == Way::Cut {
                continue;
            }
            let Ok(far) = TcpStream::connect(self.to) else { continue };
            let ends = [&near, &far].map(|stream| stream.try_clone().expect("a socket"));
            self.streams.lock().unwrap_or_else(PoisonError::into_inner).extend(ends);
            let [near_again, far_again] = [&near, &far].map(|stream| stream.try_clone().expect("a socket"));
            let (there, back) = (Arc::clone(self), Arc::clone(self));
            thread::spawn(move || there.carry(near, far, true));
            thread::spawn(move || back.carry(far_again, near_again, false));
        }
    }

    /// Carries what comes in one direction, until somebody ends it.
    fn carry(&self, mut from: TcpStream, mut to: TcpStream, is_there: bool) {
        let mut bytes = vec![0; 64 << 10];
        // Small messages go at once, as they came.
        let _ = to.set_nodelay(true);
        while let Ok(count) = from.read(&mut bytes) {
            if count == 0 {
                break;
            }
            while self.way() == Way::Held && !self.is_over.load(SeqCst) {
                thread::sleep(LOOK_EVERY);
            }
            match self.way() {
                Way::Cut => break,
                Way::HalfOpen if is_there => continue,
                Way::Slow(delay) => thread::sleep(delay),
                Way::Open | Way::Held | Way::HalfOpen => {}
            }
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        for stream in [from, to] {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::time::Instant;

    use super::*;

    /// Says everything back, line by line.
    fn echo() -> SocketAddr {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::spawn(move || {
                    let mut lines = BufReader::new(stream.try_clone().expect("a socket"));
                    let (mut line, mut stream) = (String::new(), stream);
                    while lines.read_line(&mut line).is_ok_and(|count| count > 0) {
                        if stream.write_all(line.as_bytes()).is_err() {
                            return;
                        }
                        line.clear();
                    }
                });
            }
        });
        address
    }

    /// What is heard back within a moment.
    fn said(stream: &mut BufReader<TcpStream>, word: &str) -> Option<String> {
        stream.get_mut().write_all(word.as_bytes()).ok()?;
        heard(stream)
    }

    fn heard(stream: &mut BufReader<TcpStream>) -> Option<String> {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|count| *count > 0).map(|_| line)
    }

    fn connected(proxy: &Proxy) -> BufReader<TcpStream> {
        let stream = TcpStream::connect(proxy.address()).expect("connected");
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a patience");
        BufReader::new(stream)
    }

    #[test]
    fn a_way_is_as_bad_as_it_is_told_to_be() {
        let proxy = Proxy::to(echo());
        let mut stream = connected(&proxy);
        assert_eq!(said(&mut stream, "a\n").as_deref(), Some("a\n"));
        proxy.set(Way::Slow(Duration::from_millis(30)));
        let begin = Instant::now();
        assert_eq!(said(&mut stream, "b\n").as_deref(), Some("b\n"));
        assert!(begin.elapsed() >= Duration::from_millis(60), "there and back");
        proxy.set(Way::Held);
        assert_eq!(said(&mut stream, "c\n"), None);
        proxy.set(Way::Open);
        assert_eq!(heard(&mut stream).as_deref(), Some("c\n"), "what was held arrives");
        proxy.set(Way::HalfOpen);
        assert_eq!(said(&mut stream, "d\n"), None);
        proxy.set(Way::Open);
        assert_eq!(said(&mut stream, "e\n"), None, "nothing goes on where something was lost");
        let mut stream = connected(&proxy);
        assert_eq!(said(&mut stream, "e\n").as_deref(), Some("e\n"));
        proxy.set(Way::Cut);
        assert_eq!(said(&mut stream, "f\n"), None);
        assert_eq!(said(&mut connected(&proxy), "g\n"), None);
        proxy.set(Way::Open);
        assert_eq!(said(&mut connected(&proxy), "h\n").as_deref(), Some("h\n"));
    }
}
