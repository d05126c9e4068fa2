//! `komadai tune`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use komadai_lab::{TrainingData, TrainingPlan, curve_svg, train};
use komadai_rules::{PieceKind, VariantId};

use crate::failure::Failure;
use crate::output;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai tune torishogi --data tori.kmds \\
    --output crates/engine/src/games/weights/torishogi.weights --curve docs/engine/torishogi.svg")]
pub(crate) struct TuneArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(value_name = "GAME")]
    pub(crate) game: VariantId,
    /// Files that `komadai selfplay` wrote
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) data: Vec<PathBuf>,
    /// Output file for the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Output file for a chart of the losses (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// Number of epochs
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    #[arg(long, value_name = "N", default_value_t = TrainingPlan::default().epochs)]
    pub(crate) epochs: u32,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = TrainingPlan::default().batch)]
    pub(crate) batch: usize,
    /// Initial learning rate: the maximum change of a weight per step, in centipawns
    #[arg(long, value_name = "X", default_value_t = TrainingPlan::default().learning_rate)]
    pub(crate) learning_rate: f32,
    /// Weight decay towards the mean of a weight's group
    #[arg(long, value_name = "X", default_value_t = TrainingPlan::default().weight_decay)]
    pub(crate) decay: f32,
    /// Share of the game results in the target; the rest is search scores
    #[arg(long, value_name = "X", default_value_t = TrainingPlan::default().result_weight)]
    pub(crate) result_share: f32,
    /// Random seed of the order of positions
    #[arg(long, default_value_t = TrainingPlan::default().seed)]
    pub(crate) seed: u64,
}

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    if !(0.0..=1.0).contains(&args.result_share) {
        return Err(Failure::Input("--result-share is between 0 and 1".into()));
    }
    for (option, value) in [
        ("--learning-rate", args.learning_rate),
        ("--decay", args.decay),
    ] {
        if !(0.0..=1_000.0).contains(&value) {
            return Err(Failure::Input(format!("{option} is between 0 and 1000")));
        }
    }
    if args.batch == 0 {
        return Err(Failure::Input("--batch is at least 1".into()));
    }
    output::check_place(Some(&args.output))?;
    output::check_place(args.curve.as_deref())?;
    let mut reported = 0;
    let data = TrainingData::read(args.game, &args.data, &mut |positions| {
        if positions >= reported + 100_000 {
            reported = positions;
            let _ = writeln!(io::stderr(), "{positions} positions read");
        }
    })?;
    if data.training_positions() == 0 || data.validation_positions() == 0 {
        return Err(Failure::Input(
            "too few positions to train and validate on: at least 50 games are needed".into(),
        ));
    }
    // The weights are written even if nobody reads the output any more.
    let mut written = Ok(());
    let mut print = |line: &str| {
        if written.is_ok() {
            written = output::line(line);
        }
    };
    print(&format!(
        "training positions {} validation positions {}",
        data.training_positions(),
        data.validation_positions()
    ));
    let plan = TrainingPlan {
        epochs: args.epochs,
        batch: args.batch,
        learning_rate: args.learning_rate,
        weight_decay: args.decay,
        result_weight: args.result_share,
        seed: args.seed,
    };
    let mut epochs = Vec::new();
    let model = train(&data, &plan, &mut |epoch| {
        epochs.push(*epoch);
        let line = format!(
            "epoch {:3} training {:.5} validation {:.5} results {:.5}",
            epoch.number, epoch.training, epoch.validation.target, epoch.validation.result
        );
        print(&line);
    });
    output::file(&args.output, &model.bytes())?;
    if let Some(path) = &args.curve {
        let title = format!(
            "Learning {} from {} positions",
            args.game,
            data.training_positions()
        );
        output::file(path, curve_svg(&title, &epochs).as_bytes())?;
    }
    print(&format!("scale {}", model.scale()));
    print("piece: centipawns on the board, in hand");
    let spec = args.game.spec();
    for (index, kind) in spec.kinds.iter().enumerate() {
        let (board, hand) = model.piece_values(PieceKind::new(index as u8));
        let promoted = if kind.promoted { "+" } else { "" };
        print(&format!("{promoted}{} {board:.0} {hand:.0}", kind.letter));
    }
    Ok(written?)
}
