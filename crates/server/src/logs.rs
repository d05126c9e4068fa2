use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::LogFormat;

/// Without `RUST_LOG`. What PostgreSQL remarks on, as that a table is there already, is nothing to act on.
const DEFAULT: &str = "info,sqlx::postgres::notice=warn";

/// Sends logs to standard error, unless the program has set logs up already.
///
/// Field names have dots and units (`clock.stood_ms`). Never logged: cookies and identities,
/// whole game keys (a key opens the game), addresses of people.
pub(crate) fn init(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // They would go to standard error too: where that cannot be written, on a full disk, it would panic.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    // An error only says that there is a subscriber already.
    let _ = match format {
        LogFormat::Text => logs.try_init(),
        LogFormat::Json => logs.json().try_init(),
    };
}
