//! Progress of a match on standard error: a bar in a terminal, otherwise a line now and then.

use indicatif::{ProgressBar, ProgressStyle};
use komadai_lab::{Sprt, Standing};

use super::report;
use crate::output;
use crate::progress_lines::ProgressLines;

pub(super) struct Progress {
    bar: ProgressBar,
    lines: ProgressLines,
}

impl Progress {
    pub(super) fn new(games: u32) -> Self {
        let bar = ProgressBar::new(u64::from(games));
        let template = "{wide_bar} {pos}/{len} {elapsed_precise} (left {eta})\n{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress {
            bar,
            lines: ProgressLines::beside_bar(),
        }
    }

    /// Excludes games of the log from the speed.
    pub(super) fn begin(&self, standing: &Standing, sprt: Option<&Sprt>) {
        if standing.games() > 0 {
            let games = standing.games();
            let all = self.bar.length().unwrap_or_default();
            let more = u64::from(games) < all && standing.verdict.is_none();
            self.note(&format!("the log {}", output::has_games(games, more)));
        }
        self.bar.set_position(u64::from(standing.games()));
        self.bar.reset_eta();
        self.bar.set_message(report::short(standing, sprt));
    }

    pub(super) fn update(&self, standing: &Standing, sprt: Option<&Sprt>) {
        self.bar.set_position(u64::from(standing.games()));
        self.bar.set_message(report::short(standing, sprt));
        if self.lines.is_due() {
            self.note(&report::short(standing, sprt));
        }
    }

    pub(super) fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
