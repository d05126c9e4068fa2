//! Standard output without panics on a broken pipe, and files with errors that name the file.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

pub(crate) fn line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

pub(crate) fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

/// Checks before long work that its result can be written to the file, if one is given.
pub(crate) fn check_place(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(());
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let why = match folder {
        _ if path.is_dir() => "it is a folder".into(),
        Some(folder) if !folder.is_dir() => format!("there is no folder {}", folder.display()),
        _ => return Ok(()),
    };
    Err(Failure::Input(format!(
        "cannot write {}: {why}",
        path.display()
    )))
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

/// Prints a report, after writing it as JSON to a file if one is named.
pub(crate) fn report<R: Serialize + Display>(
    json: Option<&Path>,
    report: &R,
) -> Result<(), Failure> {
    if let Some(path) = json {
        let json =
            serde_json::to_string_pretty(report).map_err(|error| Failure::Io(error.into()))?;
        file(path, format!("{json}\n").as_bytes())?;
    }
    line(&report.to_string())?;
    Ok(())
}
