//! A network that delays, drops, doubles, reorders and cuts. It knows WebSocket frames and loses whole ones: what is
//! between two ends of TCP loses no single bytes.

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

/// Mean life of a connection, milliseconds, between one tenth and twice of it.
const LIFE_MS: u64 = 12_000;
/// Of a thousand frames so many are dropped, doubled, held back behind the next one.
const DROPPED: u64 = 6;
const DOUBLED: u64 = 10;
const HELD: u64 = 10;
/// A frame that is held back waits so long for another one.
const HELD_FOR: Duration = Duration::from_millis(100);
/// Of a thousand requests so many are cut off.
const REQUESTS_CUT: u64 = 10;

/// What was done to the messages.
#[derive(Debug, Default)]
pub(super) struct Counts {
    connections: AtomicU64,
    cut: AtomicU64,
    frames: AtomicU64,
    dropped: AtomicU64,
    doubled: AtomicU64,
    reordered: AtomicU64,
}

/// What was done to the messages.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Troubles {
    /// Connections.
    pub connections: u64,
    /// Of those, cut in the middle.
    pub cut: u64,
    /// Messages, both ways.
    pub frames: u64,
    /// Of those, lost.
    pub dropped: u64,
    /// Given twice.
    pub doubled: u64,
    /// Given after the one that came later.
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

/// What all connections share.
pub(super) struct Proxy {
    pub(super) seed: u64,
    /// Each connection goes to one of them, and to another one if that is not there.
    pub(super) servers: Vec<SocketAddr>,
    pub(super) time: Time,
    pub(super) wire: Wire,
    pub(super) counts: Counts,
}

/// Takes connections until the task is dropped.
pub(super) async fn relay(listener: TcpListener, proxy: Arc<Proxy>) {
    for number in 0.. {
        match listener.accept().await {
            Ok((client, _)) => drop(tokio::spawn(serve(proxy.clone(), client, number))),
            // Too many open files, for a moment.
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
    // Both sockets are closed when this is dropped, whatever was on its way.
    if tokio::time::timeout(life, relayed).await.is_err() {
        count(&proxy.counts.cut);
    }
}

/// A connection to one of the servers that take any.
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

/// One direction of a connection.
struct Way {
    from: BufReader<OwnedReadHalf>,
    to: OwnedWriteHalf,
    dice: Dice,
    delay_ms: u64,
    /// To the server.
    is_up: bool,
}

/// A frame, and when it goes on, microseconds.
type Waiting = (Frame, u64);

impl Way {
    fn delay_ms(&mut self) -> u64 {
        self.delay_ms + self.dice.between(0, 1 + self.delay_ms / 4)
    }

    async fn delay(&mut self) {
        let ms = self.delay_ms();
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    /// Passes frames on until an end breaks. Reading waits for no delay: what comes is noted when it comes.
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

/// The end of a direction, where things go wrong.
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
