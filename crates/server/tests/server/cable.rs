//! A proxy between servers that can be cut or fall silent.

use std::net::SocketAddr;
use std::path::Path;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Whole,
    /// Open and new connections end.
    Cut,
    /// Connections stay, and nothing passes.
    Silent,
}

pub(crate) struct Cable {
    state: watch::Sender<State>,
    _folder: Option<tempfile::TempDir>,
}

impl Cable {
    pub(crate) async fn to_nats(address: &str) -> (Self, String) {
        let target = address.strip_prefix("nats://").expect("an address");
        let target: SocketAddr = target.parse().expect("an address");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let (state, seen) = watch::channel(State::Whole);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let seen = seen.clone();
                tokio::spawn(async move {
                    if let Ok(far) = TcpStream::connect(target).await {
                        join(near.into_split(), far.into_split(), seen).await;
                    }
                });
            }
        });
        let cable = Self {
            state,
            _folder: None,
        };
        (cable, format!("nats://127.0.0.1:{port}"))
    }

    /// The database listens on a Unix socket in a folder. Returns the address of the other end.
    pub(crate) fn to_postgres(address: &str) -> (Self, String) {
        const NAME: &str = ".s.PGSQL.5432";
        let (before, rest) = address.split_once("?host=").expect("an address");
        let (target, after) = rest.split_once('&').expect("a user");
        let target = Path::new(target).join(NAME);
        let folder = tempfile::tempdir().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(NAME)).expect("a socket");
        let (state, seen) = watch::channel(State::Whole);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (seen, target) = (seen.clone(), target.clone());
                tokio::spawn(async move {
                    if let Ok(far) = UnixStream::connect(target).await {
                        join(near.into_split(), far.into_split(), seen).await;
                    }
                });
            }
        });
        let near = format!("{before}?host={}&{after}", folder.path().display());
        let cable = Self {
            state,
            _folder: Some(folder),
        };
        (cable, near)
    }

    pub(crate) fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    pub(crate) fn silence(&self) {
        self.state.send_replace(State::Silent);
    }

    pub(crate) fn mend(&self) {
        self.state.send_replace(State::Whole);
    }
}

async fn join<R, W>(near: (R, W), far: (R, W), mut state: watch::Receiver<State>)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let there = pass(near.0, far.1, state.clone());
    let back = pass(far.0, near.1, state.clone());
    tokio::select! {
        () = there => {}
        () = back => {}
        _ = state.wait_for(|&state| state == State::Cut) => {}
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) {
    let mut bytes = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        let passes = state
            .wait_for(|&state| state != State::Silent)
            .await
            .is_ok();
        if !passes || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}
