use std::path::PathBuf;

use clap::Args;
use komadai_load::{ClockChoice, LoadError, LoadPlan, ROW_HEAD, Row};
use komadai_rules::VariantId;
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::interrupt::asked_to_end;
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// Live games, each with two players
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Duration of the measurement after the games have begun, seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Mean time between the moves of a game, milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    every: u64,
    /// Watchers of the first game
    #[arg(long, value_name = "N", default_value_t = 0)]
    watchers: u64,
    /// Cut each socket at random about this often, seconds, and connect it again
    #[arg(long, value_name = "S")]
    reconnect_every: Option<u64>,
    /// Time in which the games begin, seconds
    #[arg(long, value_name = "S", default_value_t = 10)]
    ramp_up: u64,
    /// Random seed of moves, times and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Loopback addresses of the clients, from 127.0.0.2 on
    #[arg(long, value_name = "N", default_value_t = 32)]
    sources: u32,
    /// One game instead of all four
    #[arg(long, value_name = "GAME")]
    game: Option<VariantId>,
    /// Clocks: mixed, none, MAIN, MAIN+INCREMENT or MAIN/PERIODxCOUNT, seconds
    #[arg(long, value_name = "CLOCK", default_value_t = ClockChoice::Mixed)]
    clock: ClockChoice,
    /// A running server whose limits allow the load [default: one is started]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Process id of that server, to measure its memory and processor time
    #[arg(long, value_name = "PID", requires = "url")]
    pid: Option<u32>,
    /// Database of the server that is started [default: a temporary one]
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    database: Option<PathBuf>,
    /// Kill the started server at the end, and check what the next one has kept
    #[arg(long, conflicts_with = "url")]
    kill: bool,
    /// Write the result to this file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl LoadArgs {
    fn plan(&self) -> LoadPlan {
        LoadPlan {
            games: self.games,
            seconds: self.seconds,
            every_ms: self.every,
            watchers: self.watchers,
            reconnect_every_s: self.reconnect_every,
            ramp_up_s: self.ramp_up,
            seed: self.seed,
            sources: self.sources,
            game: self.game,
            clock: self.clock,
            url: self.url.clone(),
            pid: self.pid,
            database: self.database.clone(),
            kill: self.kill,
        }
    }
}

pub(crate) fn run(args: &LoadArgs) -> Result<(), Failure> {
    output::check_place(args.json.as_deref())?;
    let plan = args.plan();
    plan.check()?;
    let program = std::env::current_exe()?;
    let mut head = Some(ROW_HEAD);
    // The run and its exit status survive a reader of the table that goes away.
    let mut show = |row: &Row| {
        if let Some(head) = head.take() {
            drop(output::line(head));
        }
        drop(output::line(&row.to_string()));
    };
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(async {
        let asked_to_end = asked_to_end()?;
        Ok::<_, Failure>(komadai_load::run(plan, &program, &mut show, asked_to_end).await?)
    })?;
    output::report(args.json.as_deref(), &report)?;
    if report.nothing_lost() {
        Ok(())
    } else {
        Err(Failure::Lost)
    }
}

/// A run that cannot be made has status 2: status 1 means that a move is missing.
impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Input(error.to_string())
    }
}
