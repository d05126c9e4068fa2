//! Results on standard output and in files.

use std::fmt::Display;
use std::path::Path;

use komadai_usi::program;
pub(crate) use komadai_usi::program::print_line as line;
use serde::Serialize;

use crate::failure::Failure;

/// Checks before long work that its result can be written to the file, if one is given.
pub(crate) fn check_place(path: Option<&Path>) -> Result<(), Failure> {
    program::check_place(path).map_err(Failure::Input)
}

/// Prints a report, after writing it as JSON to a file if one is named.
pub(crate) fn report<R: Serialize + Display>(
    json: Option<&Path>,
    report: &R,
) -> Result<(), Failure> {
    if let Some(path) = json {
        let json =
            serde_json::to_string_pretty(report).map_err(|error| Failure::Io(error.into()))?;
        std::fs::write(path, format!("{json}\n"))
            .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))?;
    }
    line(&report.to_string())?;
    Ok(())
}
