//! Intervals of the progress lines of long commands.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};

use komadai_usi::program::Stopwatch;

/// Seconds between lines where standard error is not a terminal.
const LINE_EVERY: f64 = 60.0;

/// Times the lines of one command from its start.
pub(crate) struct ProgressLines {
    clock: Stopwatch,
    /// Seconds between lines.
    interval: f64,
    last: Cell<f64>,
}

impl ProgressLines {
    pub(crate) fn every(seconds: f64) -> Self {
        ProgressLines {
            clock: Stopwatch::start(),
            interval: seconds,
            last: Cell::new(0.0),
        }
    }

    /// No lines in a terminal, which shows a bar.
    pub(crate) fn beside_bar() -> Self {
        Self::every(match io::stderr().is_terminal() {
            true => f64::INFINITY,
            false => LINE_EVERY,
        })
    }

    /// Seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// `true` if the interval since the last line is over; the caller then prints one.
    pub(crate) fn is_due(&self) -> bool {
        let now = self.seconds();
        let due = now - self.last.get() >= self.interval;
        if due {
            self.last.set(now);
        }
        due
    }
}
