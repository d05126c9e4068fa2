//! Signals that end the program: Ctrl-C and SIGTERM.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Builder;

/// Completes on the first such signal.
#[cfg(unix)]
pub(crate) fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    use std::future::poll_fn;
    use std::task::Poll;
    use tokio::signal::unix::{SignalKind, signal};

    let mut signals = [
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    ];
    Ok(poll_fn(move |context| {
        let mut received = signals.iter_mut().map(|signal| signal.poll_recv(context));
        if received.any(|signal| signal.is_ready()) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }))
}

#[cfg(not(unix))]
pub(crate) fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without signal handling only the system can end the program.
            std::future::pending::<()>().await;
        }
    })
}

/// Flag for polling code, set by such a signal.
pub(crate) fn flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let asked = {
        let _inside = runtime.enter();
        asked_to_end()?
    };
    let raised = Arc::clone(&flag);
    // The thread ends with the program.
    std::thread::spawn(move || {
        runtime.block_on(asked);
        raised.store(true, Ordering::Relaxed);
    });
    Ok(flag)
}
