//! After a standstill pages show running clocks with too little time left: they are shown anew.

use super::registry::GameRegistry;
use super::request::Request;

/// Standstills of this length together are worth a message to everybody at the boards, milliseconds.
const SHOWN_MS: i64 = 500;

impl GameRegistry {
    /// Has every running clock shown again, if the server has stood still for long enough since that was done. `shown_ms`
    /// is how long it had stood then.
    pub(super) fn show_clocks_after_standstill(&self, shown_ms: &mut i64) {
        let stood_ms = self.time.stood_ms(self.time.now_ms());
        if stood_ms - *shown_ms < SHOWN_MS {
            return;
        }
        *shown_ms = stood_ms;
        for (_, mailbox) in self.referees() {
            // One that is full is about to say more than this.
            let _ = mailbox.try_put(self.envelope(Request::StoodStill).0);
        }
    }
}
