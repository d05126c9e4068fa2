use std::io;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use komadai_lab::{MiningPlan, PuzzleKind, PuzzleSet, WantedPuzzles, mine_puzzles};
use komadai_rules::VariantId;

use super::args::MiningArgs;
use super::check::read;
use crate::failure::Failure;
use crate::progress_lines::ProgressLines;
use crate::{interrupt, output};

pub(super) fn run(args: &MiningArgs) -> Result<(), Failure> {
    let game = args.game.ok_or_else(|| Failure::missing("the game"))?;
    let path = args.out.as_deref();
    let path = path.ok_or_else(|| Failure::missing("--out FILE"))?;
    let plan = MiningPlan {
        variant: game,
        seed: args.seed,
        wanted: WantedPuzzles::spread(args.count, &args.kinds),
        threads: args.threads,
        max_games: args.games,
    };
    let mut set = begin(args, game, path)?;
    let stop = interrupt::flag()?;
    let bar = bar(plan.wanted.total());
    let lines = ProgressLines::beside_bar();
    let ended = mine_puzzles(&plan, &mut set, &stop, &mut |set| {
        save(path, set)?;
        let text = progress(&plan, set);
        if lines.is_due() {
            output::note(&text);
        }
        bar.set_position(set.puzzles.len() as u64);
        bar.set_message(text);
        Ok(())
    });
    bar.finish_and_clear();
    ended?;
    save(path, &set)?;
    output::line(&progress(&plan, &set))?;
    Ok(())
}

fn begin(args: &MiningArgs, variant: VariantId, path: &Path) -> Result<PuzzleSet, Failure> {
    let kinds: Vec<&str> = (PuzzleKind::ALL.into_iter())
        .filter(|kind| args.kinds.contains(kind))
        .map(PuzzleKind::name)
        .collect();
    let mut command = format!("komadai-lab puzzles {variant} --count {}", args.count);
    if kinds.len() < PuzzleKind::ALL.len() {
        command += &format!(" --kinds {}", kinds.join(","));
    }
    command += &format!(" --seed {}", args.seed);
    if let Some(games) = args.games {
        command += &format!(" --games {games}");
    }
    if !path.exists() {
        output::check_place(Some(path))?;
        return Ok(PuzzleSet::new(variant, args.seed, &command));
    }
    if !args.resume {
        return Err(Failure::Input(format!(
            "{} exists: give --resume to go on with it, or another file",
            path.display()
        )));
    }
    let mut set = read(path)?;
    set.command = command;
    Ok(set)
}

/// Replaces the file atomically.
fn save(path: &Path, set: &PuzzleSet) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    std::fs::write(&beside, set.text())?;
    std::fs::rename(&beside, path)
}

fn progress(plan: &MiningPlan, set: &PuzzleSet) -> String {
    let missing = plan.wanted.missing(&set.puzzles);
    let slots = plan.wanted.by_name().zip(missing.by_name());
    let counts = slots.filter(|((_, wanted), _)| *wanted > 0);
    let counts =
        counts.map(|((name, wanted), (_, left))| format!("{name}: {}/{wanted}", wanted - left));
    let counts = counts.collect::<Vec<_>>().join(", ");
    format!(
        "{} puzzles from {} games ({counts})",
        set.puzzles.len(),
        set.games
    )
}

fn bar(wanted: usize) -> ProgressBar {
    let bar = ProgressBar::new(wanted as u64);
    let template = "{wide_bar} {pos}/{len} {elapsed_precise} (left {eta})\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
