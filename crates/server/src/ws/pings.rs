//! Pings that measure the round trip.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::random;

/// Letters of a nonce: 71 bits.
const NONCE_LETTERS: usize = 12;

/// The pings of a connection that wait for their answer, oldest first. Each has a nonce: nobody can answer one that
/// has not come.
#[derive(Default)]
pub(super) struct Pings {
    sent: Mutex<VecDeque<(String, i64)>>,
}

impl Pings {
    /// The nonce of a ping that is sent at that moment of the counted line, milliseconds: a standstill of the server is
    /// no time on the way.
    pub(super) fn send(&self, now_ms: i64) -> String {
        let nonce = random::word(NONCE_LETTERS);
        self.sent().push_back((nonce.clone(), now_ms));
        nonce
    }

    /// The round trip of the ping that is answered at that moment, milliseconds. Each ping is answered once, and
    /// those before it no more.
    pub(super) fn answered(&self, nonce: &str, now_ms: i64) -> Option<u32> {
        let mut sent = self.sent();
        let place = sent.iter().position(|(of, _)| of == nonce)?;
        let (_, sent_ms) = sent.drain(..=place).next_back()?;
        u32::try_from(now_ms.saturating_sub(sent_ms)).ok()
    }

    /// How many wait.
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
