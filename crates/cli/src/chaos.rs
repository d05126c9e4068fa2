use std::path::PathBuf;

use clap::Args;
use komadai_load::chaos::ChaosPlan;
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::interrupt::asked_to_end;
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct ChaosArgs {
    /// Random seed of games, faults and network disturbances
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Minimum number of games; more are played until all faults have happened
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Concurrent games, each with two players
    #[arg(long, value_name = "N", default_value_t = 20)]
    at_once: u64,
    /// Number of times to kill the server (SIGKILL) and start it again
    #[arg(long, value_name = "N", default_value_t = 5)]
    kills: u32,
    /// Number of times to pause the server (SIGSTOP), every third time for longer than a lease
    #[arg(long, value_name = "N", default_value_t = 2)]
    pauses: u32,
    /// Number of times the disk is full for a while [default: 1, 0 with several servers]
    #[arg(long, value_name = "N")]
    full_disks: Option<u32>,
    /// Number of times to kill the server and start it again with the host's clock set back
    #[arg(long, value_name = "N", default_value_t = 2)]
    clocks_back: u32,
    /// Number of times to terminate the server (SIGTERM) and start it again
    #[arg(long, value_name = "N", default_value_t = 1)]
    restarts: u32,
    /// Servers that share the games; several use a PostgreSQL database of their own, with NATS between
    /// them
    #[arg(long, value_name = "N", default_value_t = 1)]
    copies: u32,
    /// With several servers: number of times to stop PostgreSQL and start it again
    #[arg(long, value_name = "N", default_value_t = 0)]
    database_restarts: u32,
    /// With several servers: number of times to stop NATS and start it again
    #[arg(long, value_name = "N", default_value_t = 0)]
    nats_restarts: u32,
    /// Seconds after which nothing new is begun
    #[arg(long, value_name = "S", default_value_t = 60)]
    limit: u64,
    /// Database of the server [default: a temporary one]
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Write the journals of the clients to this file, a line of JSON for each game
    #[arg(long, value_name = "FILE")]
    journals: Option<PathBuf>,
    /// Write the result to this file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl ChaosArgs {
    fn plan(&self) -> ChaosPlan {
        ChaosPlan {
            seed: self.seed,
            games: self.games,
            at_once: self.at_once,
            kills: self.kills,
            pauses: self.pauses,
            full_disks: self.full_disks.unwrap_or(u32::from(self.copies == 1)),
            clocks_back: self.clocks_back,
            restarts: self.restarts,
            copies: self.copies,
            database_restarts: self.database_restarts,
            nats_restarts: self.nats_restarts,
            limit_s: self.limit,
            database: self.database.clone(),
            journals: self.journals.clone(),
        }
    }
}

pub(crate) fn run(args: &ChaosArgs) -> Result<(), Failure> {
    for place in [&args.json, &args.journals] {
        output::check_place(place.as_deref())?;
    }
    let plan = args.plan();
    plan.check()?;
    let program = std::env::current_exe()?;
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(async {
        let asked_to_end = asked_to_end()?;
        Ok::<_, Failure>(komadai_load::chaos::chaos(plan, &program, asked_to_end).await?)
    })?;
    output::report(args.json.as_deref(), &report)?;
    if report.is_clean() {
        Ok(())
    } else {
        Err(Failure::Chaos)
    }
}
