//! Finds, for each of the four games, one game worth playing in a browser: at least 40 plies to a
//! natural end, with captures and drops of both sides, a promotion and (where the game lets one
//! choose) a declined one, and refused moves of many kinds on the way.
//!
//! The search is deterministic: the same rules give the same files. `--check` writes nothing and
//! fails when a committed file differs from what is found.

mod playout;
mod random;
mod refusals;
mod script;
mod worth;

use std::path::PathBuf;
use std::process::ExitCode;

use komadai_rules::VariantId;

use script::Script;

const PLAYOUTS: u64 = 3_000;

fn main() -> ExitCode {
    let check = std::env::args().any(|arg| arg == "--check");
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let mut stale = false;
    for game in VariantId::ALL {
        let path = folder.join(format!("{game}.json"));
        let Some(script) = best(game) else {
            eprintln!("{game}: none of {PLAYOUTS} playouts is worth playing");
            return ExitCode::FAILURE;
        };
        let text = script.to_json();
        if check {
            let same = std::fs::read_to_string(&path).is_ok_and(|committed| committed == text);
            println!("{game}: {}", if same { "as committed" } else { "differs" });
            stale |= !same;
        } else if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        } else {
            println!("{script}");
        }
    }
    if stale {
        eprintln!("run `npm run games` in e2e/ and look at what changed");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The most varied playout.
fn best(variant: VariantId) -> Option<Script> {
    (0..PLAYOUTS)
        .filter_map(|seed| playout::play(variant, seed))
        .filter_map(Script::of)
        .max_by_key(|script| (script.worth, u64::MAX - script.seed))
}
