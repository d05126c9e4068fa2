//! How the program is asked to end: by Ctrl-C, or by SIGTERM from whoever runs it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Builder;

/// Done when the program is asked to end.
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
pub(crate) fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Then only the system can end it.
            std::future::pending::<()>().await;
        }
    })
}

/// A flag that is set when the program is asked to end, for work that looks at it now and then.
pub(crate) fn flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let asked = {
        let _inside = runtime.enter();
        asked_to_end()?
    };
    let raised = Arc::clone(&flag);
    // It ends with the program.
    std::thread::spawn(move || {
        runtime.block_on(asked);
        raised.store(true, Ordering::Relaxed);
    });
    Ok(flag)
}
