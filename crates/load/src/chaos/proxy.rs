//! Proxy that delays, drops, duplicates, reorders and cuts. It works on whole WebSocket frames, since TCP never loses
//! single bytes.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use super::dice::Dice;
use super::frames::{Frame, read_head};
use super::wire::Wire;
use crate::time::Time;

/// Mean lifetime of a connection; actual ones are between 0.1 and 2 times that.
const LIFE_MS: u64 = 12_000;
/// Per mille of frames that are dropped, duplicated, or held back behind the next one.
const DROPPED: u64 = 6;
const DOUBLED: u64 = 10;
const HELD: u64 = 10;
/// Maximum time for which a frame is held back.
const HELD_FOR: Duration = Duration::from_millis(100);
/// Per mille of requests that are cut off.
const REQUESTS_CUT: u64 = 10;

#[derive(Debug, Default)]
pub(super) struct Counts {
    connections: AtomicU64,
    cut: AtomicU64,
    frames: AtomicU64,
    dropped: AtomicU64,
    doubled: AtomicU64,
    reordered: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Troubles {
    pub connections: u64,
    pub cut: u64,
    pub frames: u64,
    pub dropped: u64,
    pub doubled: u64,
    pub reordered: u64,
}

impl Counts {
    pub(super) fn read(&self) -> Troubles {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Troubles {
            connections: read(&self.connections),
            cut: read(&self.cut),
            frames: read(&self.frames),
            dropped: read(&self.dropped),
            doubled: read(&self.doubled),
            reordered: read(&self.reordered),
        }
    }
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

pub(super) struct Proxy {
    pub(super) seed: u64,
    /// Servers; each connection tries them in turn from a different one.
    pub(super) servers: Vec<SocketAddr>,
    pub(super) time: Time,
    pub(super) wire: Wire,
    pub(super) counts: Counts,
}

/// Accepts connections until the task is dropped.
pub(super) async fn relay(listener: TcpListener, proxy: Arc<Proxy>) {
    for number in 0.. {
        match listener.accept().await {
            Ok((client, _)) => drop(tokio::spawn(serve(proxy.clone(), client, number))),
            // Out of descriptors for a moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve(proxy: Arc<Proxy>, client: TcpStream, number: u64) {
    count(&proxy.counts.connections);
    let mut dice = Dice::new(proxy.seed, 1_000_000 + number);
    let life_ms = dice.between(LIFE_MS / 10, LIFE_MS * 2);
    let relayed = connection(&proxy, client, number, &mut dice);
    let life = Duration::from_millis(life_ms);
    // Dropping it closes both sockets, whatever is in flight.
    if tokio::time::timeout(life, relayed).await.is_err() {
        count(&proxy.counts.cut);
    }
}

/// Connects to the first server that accepts.
async fn connect(servers: &[SocketAddr], number: u64) -> io::Result<TcpStream> {
    let mut failed = io::ErrorKind::NotConnected.into();
    for n in 0..servers.len() {
        let server = servers[(number as usize + n) % servers.len()];
        match TcpStream::connect(server).await {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

async fn connection(
    proxy: &Proxy,
    client: TcpStream,
    number: u64,
    dice: &mut Dice,
) -> io::Result<()> {
    let server = connect(&proxy.servers, number).await?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let delay_ms = match dice.between(0, 100) {
        0..60 => dice.between(0, 4),
        60..92 => dice.between(5, 60),
        _ => dice.between(60, 250),
    };
    let mut up = Way {
        from: BufReader::new(from_client),
        to: to_server,
        dice: Dice::new(proxy.seed, dice.between(0, u64::MAX)),
        delay_ms,
        is_up: true,
    };
    let mut down = Way {
        from: BufReader::new(from_server),
        to: to_client,
        dice: Dice::new(proxy.seed, dice.between(0, u64::MAX)),
        delay_ms,
        is_up: false,
    };
    let request = read_head(&mut up.from).await?;
    up.delay().await;
    let text = String::from_utf8_lossy(&request).to_ascii_lowercase();
    if !text.contains("upgrade: websocket") && dice.happens(REQUESTS_CUT) {
        count(&proxy.counts.cut);
        return Ok(());
    }
    up.to.write_all(&request).await?;
    if !text.contains("upgrade: websocket") {
        let (up, down) = tokio::join!(
            copy(&mut up.from, &mut up.to),
            copy(&mut down.from, &mut down.to)
        );
        return up.and(down);
    }
    let answer = read_head(&mut down.from).await?;
    down.delay().await;
    down.to.write_all(&answer).await?;
    tokio::try_join!(up.frames(proxy), down.frames(proxy)).map(drop)
}

async fn copy(from: &mut (impl AsyncRead + Unpin), to: &mut OwnedWriteHalf) -> io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..read]).await?;
    }
}

struct Way {
    from: BufReader<OwnedReadHalf>,
    to: OwnedWriteHalf,
    dice: Dice,
    delay_ms: u64,
    /// Direction: client to server.
    is_up: bool,
}

/// Frame and its forwarding time.
type Waiting = (Frame, u64);

impl Way {
    fn delay_ms(&mut self) -> u64 {
        self.delay_ms + self.dice.between(0, 1 + self.delay_ms / 4)
    }

    async fn delay(&mut self) {
        let ms = self.delay_ms();
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    /// Forwards frames until an end breaks. Reading never waits for a delay, so that timestamps are exact.
    async fn frames(self, proxy: &Proxy) -> io::Result<()> {
        let Self {
            mut from,
            to,
            mut dice,
            delay_ms,
            is_up,
        } = self;
        let (waiting, frames) = mpsc::unbounded_channel();
        let mut onward = Onward {
            to,
            dice: Dice::new(proxy.seed, dice.between(0, u64::MAX)),
            is_up,
            frames,
        };
        let read = async {
            loop {
                let frame = Frame::read(&mut from).await?;
                let now_us = proxy.time.now_us();
                if let (false, Some(text)) = (is_up, frame.text()) {
                    proxy.wire.published(&text, now_us);
                }
                let ms = delay_ms + dice.between(0, 1 + delay_ms / 4);
                if waiting.send((frame, now_us + ms * 1000)).is_err() {
                    return Ok(());
                }
            }
        };
        tokio::try_join!(read, onward.write_all(proxy)).map(drop)
    }
}

/// Output of a direction, where errors are injected.
struct Onward {
    to: OwnedWriteHalf,
    dice: Dice,
    is_up: bool,
    frames: mpsc::UnboundedReceiver<Waiting>,
}

impl Onward {
    async fn write_all(&mut self, proxy: &Proxy) -> io::Result<()> {
        while let Some((frame, due_us)) = self.frames.recv().await {
            proxy.time.sleep_until(due_us).await;
            if frame.text().is_none() {
                self.write(proxy, &frame).await?;
                continue;
            }
            count(&proxy.counts.frames);
            if self.dice.happens(DROPPED) {
                count(&proxy.counts.dropped);
                continue;
            }
            if self.dice.happens(HELD) {
                let next = tokio::time::timeout(HELD_FOR, self.frames.recv()).await;
                if let Ok(Some((next, _))) = next {
                    count(&proxy.counts.reordered);
                    self.write(proxy, &next).await?;
                }
            }
            self.write(proxy, &frame).await?;
            if self.dice.happens(DOUBLED) {
                count(&proxy.counts.doubled);
                self.write(proxy, &frame).await?;
            }
        }
        Ok(())
    }

    async fn write(&mut self, proxy: &Proxy, frame: &Frame) -> io::Result<()> {
        if let (true, Some(text)) = (self.is_up, frame.text()) {
            proxy.wire.forwarded(&text, proxy.time.now_us());
        }
        self.to.write_all(&frame.bytes).await
    }
}
