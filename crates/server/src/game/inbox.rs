use tokio::sync::{mpsc, oneshot};

use super::request::{Request, Response};

/// A request and who waits for the answer.
#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) request: Request,
    pub(super) reply: oneshot::Sender<Response>,
    /// Another server sent it here: it goes no further.
    pub(super) is_forwarded: bool,
    /// When it came in, milliseconds on the time line of this server.
    pub(super) since_ms: i64,
}

/// What a referee is asked, in order.
pub(super) struct Inbox {
    envelopes: mpsc::Receiver<Envelope>,
    /// Taken out and given back: the next one.
    returned: Option<Envelope>,
}

impl Inbox {
    pub(super) fn new(envelopes: mpsc::Receiver<Envelope>) -> Self {
        Self {
            envelopes,
            returned: None,
        }
    }

    /// The next one; `None` once it is closed and empty.
    pub(super) async fn recv(&mut self) -> Option<Envelope> {
        match self.returned.take() {
            Some(envelope) => Some(envelope),
            None => self.envelopes.recv().await,
        }
    }

    /// Puts one back that could not be answered here.
    pub(super) fn put_back(&mut self, envelope: Envelope) {
        self.returned = Some(envelope);
    }

    /// Takes nothing in any more. What is in it stays.
    pub(super) fn close(&mut self) {
        self.envelopes.close();
    }
}
