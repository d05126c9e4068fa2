//! `komadai serve`.

use std::io;

use komadai_server::{ServeArgs, serve};
use tokio::runtime::Builder;

use crate::failure::Failure;

pub(crate) fn run(args: ServeArgs) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let asked_to_end = end()?;
        Ok(serve(args, asked_to_end).await?)
    })
}

/// Done when the program is asked to end: by Ctrl-C, or by SIGTERM from whoever runs it.
#[cfg(unix)]
fn end() -> io::Result<impl Future<Output = ()>> {
    use std::future::poll_fn;
    use std::task::Poll;
    use tokio::signal::unix::{SignalKind, signal};

    let mut signals = [
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    ];
    Ok(poll_fn(move |context| {
        let mut came = signals.iter_mut().map(|signal| signal.poll_recv(context));
        if came.any(|signal| signal.is_ready()) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }))
}

/// Done when the program is asked to end.
#[cfg(not(unix))]
fn end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Then only the system can end it.
            std::future::pending::<()>().await;
        }
    })
}
