use std::path::Path;

use indicatif::ProgressBar;
use komadai_lab::{PuzzleCheck, PuzzleKind, PuzzleSet, check_puzzles};

use super::args::CheckArgs;
use crate::failure::Failure;
use crate::output;

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let set = read(&args.file)?;
    let check = PuzzleCheck {
        force_plies: args.force,
        ..PuzzleCheck::default()
    };
    let bar = ProgressBar::new(set.puzzles.len() as u64);
    let mut wrong = Vec::new();
    check_puzzles(&set, &check, &mut |index, problem| {
        bar.inc(1);
        wrong.extend(problem.map(|why| (index, why)));
    })?;
    bar.finish_and_clear();
    for (index, why) in &wrong {
        // The header is line 1.
        output::line(&format!("line {}: {why}", index + 2))?;
    }
    let counts = PuzzleKind::ALL.map(|kind| {
        let count = set
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.kind == kind)
            .count();
        format!("{kind} {count}")
    });
    output::line(&format!(
        "{} {} wrong {}",
        set.variant,
        counts.join(" "),
        wrong.len()
    ))?;
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Failure::Reported),
    }
}

pub(super) fn read(path: &Path) -> Result<PuzzleSet, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    PuzzleSet::parse(&text).map_err(|error| Failure::Input(format!("{}, {error}", path.display())))
}
