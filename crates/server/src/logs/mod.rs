//! Bounded logs on standard error: a client that can cause one line can cause it endlessly.

mod repeats;

use std::io::IsTerminal;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

pub(crate) use self::repeats::report;
use self::repeats::{REPEATS, WithoutRepeats};
use crate::LogFormat;

/// Default filter. PostgreSQL's notices, such as existing tables, need no action.
const DEFAULT: &str = "info,sqlx::postgres::notice=warn";

/// Longest client text in a log, bytes.
const MAX_TEXT: usize = 100;

/// Installs the subscriber, unless the program already has one.
///
/// Field names have dots and units (`clock.stood_ms`). Never logged: cookies, identities, addresses of people,
/// whole game keys (a key opens the game).
pub(crate) fn init(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        // Internal errors go to standard error too and panic if that cannot be written, as on a full disk.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let logs = tracing_subscriber::registry()
        .with(filter)
        .with(WithoutRepeats(&REPEATS));
    // The only error is an existing subscriber.
    let _ = match format {
        LogFormat::Text => logs.with(lines).try_init(),
        LogFormat::Json => logs.with(lines.json()).try_init(),
    };
}

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
    fn client_text_is_cut_and_escaped() {
        assert_eq!(shown(b"games.example.org:8000"), "games.example.org:8000");
        assert_eq!(shown(b"a\nb\x1b[31m\xff"), r"a\nb\x1b[31m\xff");
        let long = shown(&[b'a'; 28_000]);
        assert_eq!(long.len(), MAX_TEXT + '…'.len_utf8());
        assert!(shown(&[0; 100]).len() <= MAX_TEXT);
    }
}
