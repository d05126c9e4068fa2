//! Pings that measure the round trip.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::random;

/// What a ping carries and its answer repeats: nobody can answer a ping that has not come.
pub(super) type Nonce = [u8; 8];

/// The pings of a connection that wait for their answer, oldest first.
#[derive(Default)]
pub(super) struct Pings {
    sent: Mutex<VecDeque<(Nonce, i64)>>,
}

impl Pings {
    /// A ping that is sent at that moment, milliseconds.
    pub(super) fn send(&self, now_ms: i64) -> Nonce {
        let nonce = random::bytes();
        self.sent().push_back((nonce, now_ms));
        nonce
    }

    /// The round trip of the ping that is answered at that moment, milliseconds. Each ping is answered once, and
    /// those before it no more.
    pub(super) fn answered(&self, payload: &[u8], now_ms: i64) -> Option<u32> {
        let mut sent = self.sent();
        let place = sent.iter().position(|(nonce, _)| nonce == payload)?;
        let (_, sent_ms) = sent.drain(..=place).next_back()?;
        u32::try_from(now_ms.saturating_sub(sent_ms)).ok()
    }

    /// How many wait.
    pub(super) fn unanswered(&self) -> usize {
        self.sent().len()
    }

    fn sent(&self) -> MutexGuard<'_, VecDeque<(Nonce, i64)>> {
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
        assert_eq!(pings.answered(&[0; 8], 1_300), None);
        assert_eq!(
            pings.answered(&1_000_i64.to_be_bytes(), 60_000),
            None,
            "an invented stamp"
        );
        assert_eq!(pings.answered(&second, 1_350), Some(250));
        assert_eq!(pings.answered(&second, 9_000), None, "twice");
        assert_eq!(pings.answered(&first, 9_000), None, "after a later one");
        assert_eq!(pings.unanswered(), 1);
        assert_eq!(pings.answered(&third, 1_201), Some(1));
        assert_eq!(pings.unanswered(), 0);
    }
}
