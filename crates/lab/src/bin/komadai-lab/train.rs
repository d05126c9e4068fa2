use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use komadai_engine::nnue::Net;
use komadai_lab::{NetData, NetEpoch, NetPlan, NetStep, NetTrainer, net_curve_svg};
use komadai_rules::VariantId;

use crate::failure::Failure;
use crate::progress_lines::ProgressLines;
use crate::{interrupt, output};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  komadai-lab train torishogi --data tori.kmds --output tori.nnue
  komadai-lab train torishogi --data tori-1.kmds tori-2.kmds --games 20000 \\
    --checkpoint tori.checkpoint --resume --output tori.nnue --curve tori.svg
  komadai-lab train torishogi --data tori-3.kmds --from tori.nnue --learning-rate 0.0003 --output next.nnue")]
pub(crate) struct TrainArgs {
    /// shogi, minishogi, torishogi or shogun
    #[arg(value_name = "GAME")]
    pub(crate) game: VariantId,
    /// Files written by `komadai-lab selfplay`
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) data: Vec<PathBuf>,
    /// Output file for the net with the lowest held-out loss
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Number of games to use of each file [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Net to start from instead of random weights; `--l1` is its number of columns
    #[arg(long, value_name = "NET", conflicts_with = "l1")]
    pub(crate) from: Option<PathBuf>,
    /// Columns of the first layer, a multiple of 32
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.l1)]
    pub(crate) l1: usize,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.epochs)]
    pub(crate) epochs: u32,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.batch)]
    pub(crate) batch: usize,
    /// Peak learning rate; it falls along a half wave of the cosine
    #[arg(long, value_name = "X", default_value_t = DEFAULTS.learning_rate)]
    pub(crate) learning_rate: f32,
    /// Weight decay of AdamW
    #[arg(long, value_name = "X", default_value_t = DEFAULTS.weight_decay)]
    pub(crate) decay: f32,
    /// Weight decay of the rows of single king buckets [default: that of all others]
    #[arg(long, value_name = "X")]
    pub(crate) bucket_decay: Option<f32>,
    /// Share of the game results in the target; the rest is search scores
    #[arg(long, value_name = "X", default_value_t = DEFAULTS.result_weight)]
    pub(crate) lambda: f32,
    /// Centipawns per unit of the logistic function [default: the best predictor of the results]
    #[arg(long, value_name = "X")]
    pub(crate) scale: Option<f32>,
    /// Stop after this many epochs without a lower held-out loss
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.patience)]
    pub(crate) patience: u32,
    /// Random seed of the initial weights and of the order of positions
    #[arg(long, default_value_t = DEFAULTS.seed)]
    pub(crate) seed: u64,
    /// Number of threads; the net does not depend on it
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// File for the state of training
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Minutes between checkpoints; there is also one after each epoch
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) checkpoint_every: u32,
    /// Resume from the checkpoint if there is one
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    /// Output file for a chart of the losses (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
}

const DEFAULTS: NetPlan = NetPlan::DEFAULT;

const LINE_EVERY: f64 = 10.0;

pub(crate) fn run(args: &TrainArgs) -> Result<(), Failure> {
    for path in [
        Some(&args.output),
        args.checkpoint.as_ref(),
        args.curve.as_ref(),
    ] {
        output::check_place(path.map(PathBuf::as_path))?;
    }
    // Checked before the data, which take long to read.
    let first = args.from.as_deref().map(read_net).transpose()?;
    let first = first.as_ref();
    plan(args, first, 1.0)
        .check()
        .map_err(|error| Failure::Input(error.to_string()))?;
    let stop = interrupt::flag()?;
    let data = read(args)?;
    let scale = args.scale.unwrap_or_else(|| data.best_scale());
    let mut trainer = begin(args, &data, first, plan(args, first, scale))?;
    let mut log = Log::default();
    log.line(&format!(
        "positions {} held-out {} bytes-each {} features {} buckets {} scale {scale}",
        data.training_positions(),
        data.validation_positions(),
        data.bytes_per_position(),
        data.layout().features(),
        data.layout().buckets(),
    ));
    let mut pace = Pace::new(trainer.steps(&data).0);
    let mut epochs = Vec::new();
    loop {
        if stop.load(Ordering::Relaxed) {
            save(args, &trainer, &data)?;
            return Err(Failure::Interrupted(match &args.checkpoint {
                Some(_) => "interrupted; the same command with --resume goes on",
                None => "interrupted; without --checkpoint nothing was kept",
            }));
        }
        match trainer.step(&data)? {
            NetStep::Batch { positions, loss } => {
                pace.add(positions, loss);
                pace.report(trainer.steps(&data));
                if pace.is_checkpoint_due(args.checkpoint_every) {
                    save(args, &trainer, &data)?;
                }
            }
            NetStep::Epoch(epoch) => {
                log.line(&epoch_line(&epoch));
                epochs.push(epoch);
                output::file(&args.output, &trainer.net(&data)?)?;
                save(args, &trainer, &data)?;
            }
            NetStep::Done => break,
        }
    }
    finish(args, &trainer, &data, &epochs, &mut log)?;
    Ok(log.written?)
}

fn finish(
    args: &TrainArgs,
    trainer: &NetTrainer,
    data: &NetData,
    epochs: &[NetEpoch],
    log: &mut Log,
) -> Result<(), Failure> {
    let net = trainer.net(data)?;
    output::file(&args.output, &net)?;
    if let Some(path) = &args.curve {
        let title = format!(
            "Training {} on {} positions",
            args.game,
            data.training_positions()
        );
        output::file(path, net_curve_svg(&title, epochs).as_bytes())?;
    }
    log.line(&format!(
        "constant held-out {:.6}",
        data.constant_loss(trainer.plan())
    ));
    if let Some((epoch, loss)) = trainer.best() {
        log.line(&format!("best epoch {epoch} quantised {loss:.6}"));
    }
    log.line(&format!(
        "net {} bytes {}",
        args.output.display(),
        net.len()
    ));
    Ok(())
}

fn plan(args: &TrainArgs, first: Option<&Net>, scale: f32) -> NetPlan {
    NetPlan {
        l1: first.map_or(args.l1, Net::l1),
        epochs: args.epochs,
        batch: args.batch,
        learning_rate: args.learning_rate,
        weight_decay: args.decay,
        bucket_decay: args.bucket_decay,
        result_weight: args.lambda,
        scale: args.scale.unwrap_or(scale),
        patience: args.patience,
        seed: args.seed,
        ..DEFAULTS
    }
}

fn read_net(path: &Path) -> Result<Net, Failure> {
    let bad = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
    Net::from_bytes(&bytes).map_err(|error| bad(error.to_string()))
}

fn read(args: &TrainArgs) -> Result<NetData, Failure> {
    let games = args.games.unwrap_or(u32::MAX);
    let data = NetData::read(args.game, &args.data, games, &mut |positions| {
        if positions.is_multiple_of(1_000_000) {
            output::note(&format!("{positions} positions read"));
        }
    })?;
    Ok(data)
}

/// Starts from random weights, a net, or the checkpoint.
fn begin(
    args: &TrainArgs,
    data: &NetData,
    first: Option<&Net>,
    plan: NetPlan,
) -> Result<NetTrainer, Failure> {
    let threads = usize::from(args.threads);
    let new = match first {
        Some(net) => NetTrainer::from_net(data, net, plan, threads),
        None => NetTrainer::new(data, plan, threads),
    };
    let new = new.map_err(|error| Failure::Input(error.to_string()))?;
    let path = args
        .checkpoint
        .as_deref()
        .filter(|path| args.resume && path.exists());
    let Some(path) = path else {
        return Ok(new);
    };
    let bad = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
    let trainer = NetTrainer::resume(data, &bytes, *new.plan(), threads);
    let trainer = trainer.map_err(|error| bad(error.to_string()))?;
    output::note(&format!(
        "{}: {} epochs are done",
        path.display(),
        trainer.epochs()
    ));
    Ok(trainer)
}

/// Writes the checkpoint atomically.
fn save(args: &TrainArgs, trainer: &NetTrainer, data: &NetData) -> Result<(), Failure> {
    let Some(path) = &args.checkpoint else {
        return Ok(());
    };
    let mut new = path.clone().into_os_string();
    new.push(".new");
    let new = Path::new(&new);
    output::file(new, &trainer.checkpoint(data))?;
    std::fs::rename(new, path)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

fn epoch_line(epoch: &NetEpoch) -> String {
    format!(
        "epoch {:3} training {:.6} held-out {:.6} quantised {:.6}",
        epoch.number, epoch.training, epoch.held_out, epoch.quantised
    )
}

struct Log {
    written: io::Result<()>,
}

impl Default for Log {
    fn default() -> Self {
        Log { written: Ok(()) }
    }
}

impl Log {
    fn line(&mut self, text: &str) {
        if self.written.is_ok() {
            self.written = output::line(text);
        }
    }
}

struct Pace {
    lines: ProgressLines,
    first_step: u64,
    positions: u64,
    loss: f64,
    last_checkpoint: f64,
}

impl Pace {
    fn new(first_step: u64) -> Self {
        Pace {
            lines: ProgressLines::every(LINE_EVERY),
            first_step,
            positions: 0,
            loss: 0.0,
            last_checkpoint: 0.0,
        }
    }

    fn add(&mut self, positions: usize, loss: f64) {
        self.positions += positions as u64;
        self.loss = match self.loss {
            0.0 => loss,
            before => before + (loss - before) / 20.0,
        };
    }

    /// Prints a line every [`LINE_EVERY`] seconds: part done, loss of the last batches, speed, seconds
    /// left.
    fn report(&mut self, (done, all): (u64, u64)) {
        if !self.lines.is_due() {
            return;
        }
        let seconds = self.lines.seconds();
        let steps = (done - self.first_step).max(1) as f64;
        let left = seconds / steps * (all.saturating_sub(done)) as f64;
        let share = 100.0 * done as f64 / all.max(1) as f64;
        output::note(&format!(
            "{share:.1} % loss {:.6}, {:.0} positions a second, {:.0} s left",
            self.loss,
            self.positions as f64 / seconds.max(1e-3),
            left
        ));
    }

    fn is_checkpoint_due(&mut self, minutes: u32) -> bool {
        let seconds = self.lines.seconds();
        let due = seconds - self.last_checkpoint >= f64::from(minutes.max(1)) * 60.0;
        if due {
            self.last_checkpoint = seconds;
        }
        due
    }
}
