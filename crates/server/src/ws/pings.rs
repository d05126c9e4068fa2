use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::random;

/// Letters of a nonce: 71 bits.
const NONCE_LETTERS: usize = 12;

/// Unanswered pings, oldest first. A nonce keeps clients from answering before the ping has arrived.
#[derive(Default)]
pub(super) struct Pings {
    sent: Mutex<VecDeque<(String, i64)>>,
}

impl Pings {
    /// Records a ping and returns its nonce. Times are on the counted line, milliseconds, so standstills do not
    /// count as latency.
    pub(super) fn send(&self, now_ms: i64) -> String {
        let nonce = random::word(NONCE_LETTERS);
        self.sent().push_back((nonce.clone(), now_ms));
        nonce
    }

    /// The round trip of a ping, milliseconds. Each ping counts once, and an answer discards all earlier pings.
    pub(super) fn answered(&self, nonce: &str, now_ms: i64) -> Option<u32> {
        let mut sent = self.sent();
        let place = sent.iter().position(|(of, _)| of == nonce)?;
        let (_, sent_ms) = sent.drain(..=place).next_back()?;
        u32::try_from(now_ms.saturating_sub(sent_ms)).ok()
    }

    pub(super) fn unanswered(&self) -> usize {
        self.sent().len()
    }

    fn sent(&self) -> MutexGuard<'_, VecDeque<(String, i64)>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_counts_once_and_only_to_a_ping_that_was_sent() {
        let pings = Pings::default();
        let [first, second, third] = [1_000, 1_100, 1_200].map(|ms| pings.send(ms));
        assert_eq!(pings.answered("", 1_300), None);
        assert_eq!(pings.answered("1000", 60_000), None, "an invented stamp");
        assert_eq!(pings.answered(&second, 1_350), Some(250));
        assert_eq!(pings.answered(&second, 9_000), None, "twice");
        assert_eq!(pings.answered(&first, 9_000), None, "after a later one");
        assert_eq!(pings.unanswered(), 1);
        assert_eq!(pings.answered(&third, 1_201), Some(1));
        assert_eq!(pings.unanswered(), 0);
    }
}
