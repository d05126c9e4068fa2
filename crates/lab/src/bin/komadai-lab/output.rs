//! Standard output and error without panics on a broken pipe, and files with errors that name the file.

use std::io::{self, Write as _};
use std::path::Path;

use komadai_usi::program;
pub(crate) use komadai_usi::program::print_line as line;

use crate::failure::Failure;

/// Writes a remark to standard error. If that fails, the result can still be written.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "komadai-lab: {text}");
}

/// Checks before long work that its result can be written to the file, if one is given.
pub(crate) fn check_place(path: Option<&Path>) -> Result<(), Failure> {
    program::check_place(path).map_err(Failure::Input)
}

pub(crate) fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

/// [`check_place`], and refuses to overwrite a file without `overwrite`.
pub(crate) fn check_new_file(path: Option<&Path>, overwrite: bool) -> Result<(), Failure> {
    check_place(path)?;
    match path {
        Some(path) if path.exists() && !overwrite => Err(Failure::Input(format!(
            "{} exists: give --overwrite to overwrite it",
            path.display()
        ))),
        _ => Ok(()),
    }
}

pub(crate) fn text(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    if let Some(path) = path {
        return file(path, text.as_bytes());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

pub(crate) fn has_games(games: u32, more: bool) -> String {
    let then = if more {
        "resuming after them"
    } else {
        "nothing is left to play"
    };
    format!("has {games} games: {then}")
}
