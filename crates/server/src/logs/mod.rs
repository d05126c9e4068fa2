//! Logs on standard error, bounded: whoever can cause a line can cause it without end.

mod repeats;

use std::io::IsTerminal;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

pub(crate) use self::repeats::report;
use self::repeats::{REPEATS, WithoutRepeats};
use crate::LogFormat;

/// Without `RUST_LOG`. What PostgreSQL remarks on, as that a table is there already, is nothing to act on.
const DEFAULT: &str = "info,sqlx::postgres::notice=warn";

/// Longest text of a client in a log, bytes.
const MAX_TEXT: usize = 100;

/// Sends logs to standard error, unless the program has set logs up already.
///
/// Field names have dots and units (`clock.stood_ms`). Never logged: cookies and identities,
/// whole game keys (a key opens the game), addresses of people.
pub(crate) fn init(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        // They would go to standard error too: where that cannot be written, on a full disk, it would panic.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let logs = tracing_subscriber::registry()
        .with(filter)
        .with(WithoutRepeats(&REPEATS));
    // An error only says that there is a subscriber already.
    let _ = match format {
        LogFormat::Text => logs.with(lines).try_init(),
        LogFormat::Json => logs.with(lines.json()).try_init(),
    };
}

/// What a client sent, as it may stand in a log: cut and escaped.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(MAX_TEXT)];
    let mut text: String = cut.escape_ascii().to_string();
    text.truncate(MAX_TEXT);
    if cut.len() < bytes.len() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_sent_is_cut_and_escaped() {
        assert_eq!(shown(b"games.example.org:8000"), "games.example.org:8000");
        assert_eq!(shown(b"a\nb\x1b[31m\xff"), r"a\nb\x1b[31m\xff");
        let long = shown(&[b'a'; 28_000]);
        assert_eq!(long.len(), MAX_TEXT + '…'.len_utf8());
        assert!(shown(&[0; 100]).len() <= MAX_TEXT);
    }
}
