//! Standard output without panics: a reader that goes away is an error like any other.

use std::io::{self, Write as _};

/// Writes one line and flushes it.
pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}
