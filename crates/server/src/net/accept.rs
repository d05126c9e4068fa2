//! Accept loop and HTTP connections.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use super::reads::ThrottledReads;
use super::{Admission, Permit};
use crate::ServeError;
use crate::metrics::{Metrics, Refused};

const BACKLOG: u32 = 1024;
/// Longest wait for the head of a request, also on an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
pub(crate) const MAX_HEAD_BYTES: usize = 32 * 1024;
/// Connections whose peer has not read for this long are closed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after an accept error that is not of one connection, as when descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 0\r\n\r\n";

/// Listens on the address that `option` names.
pub(crate) fn listen(address: SocketAddr, option: &'static str) -> Result<TcpListener, ServeError> {
    let bound = || {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        // On Windows this would share the port with another program.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    bound().map_err(|error: io::Error| match error.kind() {
        ErrorKind::AddrInUse => ServeError::PortTaken { address, option },
        _ => ServeError::Listen {
            address,
            option,
            error,
        },
    })
}

/// Serves connections until `stop`, then waits for the open ones.
pub(crate) async fn accept_connections(
    listener: TcpListener,
    router: Router,
    admission: Admission,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match admission.admit(peer.ip()) {
                Ok(permit) => {
                    let serve = connection(stream, peer, router.clone(), permit, stop.clone());
                    connections.spawn(serve);
                }
                Err(full) => {
                    tracing::debug!(reason = ?full, "connection.refused");
                    metrics.refused(Refused::Connections);
                    let _ = stream.try_write(REFUSAL);
                }
            },
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(error = %error, "connection.accept failed");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    permit: Permit,
    stop: CancellationToken,
) {
    // Moves are small and must not be delayed (Nagle).
    let _ = stream.set_nodelay(true);
    // A request upgraded to a WebSocket holds the permit after this function has returned.
    let permit = Arc::new(permit);
    let mut stream = TimeoutStream::new(ThrottledReads::new(stream, permit.clone()));
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(permit.clone());
        router.clone().oneshot(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut serving = pin!(serving);
    let result = tokio::select! {
        result = serving.as_mut() => result,
        () = stop.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(error = %error, "connection.ended");
    }
}
