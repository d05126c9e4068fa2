//! Code shared by `komadai-engine`, `komadai` and `komadai-lab`. No part of the API: it changes without notice.

use std::io::{self, BufReader, Stdin, Write as _};
use std::path::Path;

use komadai_engine::BenchLine;
use komadai_rules::{RuleSet, VariantId};

pub use crate::stopwatch::Stopwatch;

/// Standard input, for [`run`](crate::run) and [`first_word`](crate::first_word).
#[must_use]
pub fn stdin() -> BufReader<Stdin> {
    BufReader::new(io::stdin())
}

/// Writes a line to standard output at once. Does not panic on a broken pipe.
pub fn print_line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

/// The line of a position of the bench.
#[must_use]
pub fn bench_line(found: &BenchLine) -> String {
    let BenchLine {
        variant,
        nodes,
        position,
    } = found;
    format!("{variant} nodes {nodes} position {position}")
}

/// Checks before long work that its result can be written to the file, if one is given.
pub fn check_place(path: Option<&Path>) -> Result<(), String> {
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
    Err(format!("cannot write {}: {why}", path.display()))
}

/// Applies changes `KEY=VALUE` to the rules of a game.
pub fn change_rules(
    variant: VariantId,
    mut rules: RuleSet,
    changes: &[String],
) -> Result<RuleSet, String> {
    for change in changes {
        let (key, value) = change.split_once('=').ok_or_else(|| {
            format!("bad rule \"{change}\": expected KEY=VALUE, for example repetition=draw-4")
        })?;
        rules
            .set(variant, key.trim(), value.trim())
            .map_err(|error| format!("bad rule \"{change}\" for {variant}: {error}"))?;
    }
    Ok(rules)
}
