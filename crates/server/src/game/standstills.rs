//! Correction of displayed clocks after standstills, which clients have counted as thinking time.

use super::registry::GameRegistry;
use crate::request::Request;

/// Total of standstills worth a correction, milliseconds.
const SHOWN_MS: i64 = 500;

impl GameRegistry {
    /// Republishes running clocks if standstills since `shown_ms` exceed [`SHOWN_MS`].
    pub(super) fn show_clocks_after_standstill(&self, shown_ms: &mut i64) {
        let stood_ms = self.time.stood_ms(self.time.now_ms());
        if stood_ms - *shown_ms < SHOWN_MS {
            return;
        }
        *shown_ms = stood_ms;
        for (_, mailbox) in self.referees() {
            // A full mailbox is about to produce newer messages.
            let _ = mailbox.try_put(self.envelope(Request::StoodStill).0);
        }
    }
}
