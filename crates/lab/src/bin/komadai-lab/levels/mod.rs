mod args;
mod document;

use std::io;

use indicatif::{ProgressBar, ProgressStyle};
use komadai_lab::{LadderFile, LadderPlan, LevelRecord, level_tables, run_ladder};

pub(crate) use args::LevelsArgs;

use crate::failure::Failure;
use crate::progress_lines::ProgressLines;
use crate::{interrupt, output};

pub(crate) fn run(args: &LevelsArgs) -> Result<(), Failure> {
    if let Some(folder) = &args.document {
        return document::run(folder);
    }
    let game = args.played.ok_or_else(|| Failure::missing("the game"))?;
    let path = args
        .log
        .as_deref()
        .ok_or_else(|| Failure::missing("--log FILE"))?;
    let mut plan = LadderPlan::levels(game);
    if !args.players.is_empty() {
        plan.players.clone_from(&args.players);
    }
    plan.games = args.games;
    plan.seed = args.seed;
    plan.concurrency = args.concurrency;

    output::check_place(args.record.as_deref())?;
    let stop = interrupt::flag()?;
    let mut file = LadderFile::open(path, &plan)?;
    let bar = ProgressBar::new(plan.pairings().len() as u64 * u64::from(plan.games));
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed_precise} (left {eta})")
    {
        bar.set_style(style);
    }
    let lines = ProgressLines::beside_bar();
    let ended = run_ladder(&plan, &mut file, &stop, &mut |_, left| {
        let all = bar.length().unwrap_or(0);
        bar.set_position(all.saturating_sub(left as u64));
        if lines.is_due() {
            output::note(&format!("{left} of {all} games left"));
        }
    });
    bar.finish_and_clear();
    ended?;

    let mut command = format!(
        "komadai-lab levels {game} --log {game}.jsonl --games {}",
        plan.games
    );
    for player in &args.players {
        command.push_str(&format!(" --player {player}"));
    }
    if plan.seed != 1 {
        command.push_str(&format!(" --seed {}", plan.seed));
    }
    let record = LevelRecord::of(&plan, command, file.games());
    if let Some(path) = &args.record {
        let mut text = serde_json::to_string_pretty(&record).map_err(io::Error::other)?;
        text.push('\n');
        output::file(path, text.as_bytes())?;
    }
    output::line(level_tables(&[record]).trim_end())?;
    Ok(())
}
