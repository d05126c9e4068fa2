//! Rate limit of reads from a WebSocket. The library joins the frames of an unfinished message, empty ones too,
//! before they can be counted; this bounds their cost.

use std::io::{self, IoSlice};
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use super::Permit;

/// Reads per second: twice what the longest messages at the highest rate need.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(200).unwrap();
const BURST: NonZeroU32 = NonZeroU32::new(1000).unwrap();

/// A stream whose reads are limited once its connection has become a WebSocket.
pub(super) struct ThrottledReads<S> {
    stream: S,
    permit: Arc<Permit>,
    limit: DefaultDirectRateLimiter,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> ThrottledReads<S> {
    pub(super) fn new(stream: S, permit: Arc<Permit>) -> Self {
        Self {
            stream,
            permit,
            limit: RateLimiter::direct(Quota::per_second(PER_SECOND).allow_burst(BURST)),
            pause: None,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ThrottledReads<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(cx));
            self.pause = None;
        }
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        // The data already read is returned; the next read may wait.
        if self.permit.is_socket()
            && let Err(not_until) = self.limit.check()
        {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            self.pause = Some(Box::pin(tokio::time::sleep(wait)));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ThrottledReads<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::io::{AsyncReadExt, join, repeat, sink};

    use super::super::Admission;
    use super::*;

    async fn at_once(of: u32, is_socket: bool) -> u32 {
        let permit = Admission::new(1, 1).admit(std::net::Ipv4Addr::LOCALHOST.into());
        let permit = Arc::new(permit.expect("a permit"));
        if is_socket {
            permit.becomes_socket();
        }
        let mut reads = ThrottledReads::new(join(repeat(0), sink()), permit);
        let mut byte = [0];
        (0..of)
            .take_while(|_| matches!(reads.read_exact(&mut byte).now_or_never(), Some(Ok(_))))
            .count() as u32
    }

    /// Regression: empty frames of an endless message came at network speed, 26 million a second.
    #[tokio::test]
    async fn reads_of_websockets_are_limited_and_of_requests_are_not() {
        let requests = tokio::task::unconstrained(at_once(5_000, false)).await;
        assert_eq!(requests, 5_000);
        let sockets = tokio::task::unconstrained(at_once(5_000, true)).await;
        assert!((1_000..2_000).contains(&sockets), "{sockets}");
    }
}
