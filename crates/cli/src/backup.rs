//! `komadai backup`, `komadai restore` and `komadai rebuild`.

use std::future::Future;
use std::io::Write as _;

use komadai_server::{
    BackupArgs, BackupError, CaughtUp, Contents, RebuildArgs, Rebuilt, RestoreArgs,
};
use komadai_usi::program::Stopwatch;
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::output;

pub(crate) fn back_up(args: &BackupArgs) -> Result<(), Failure> {
    run(komadai_server::back_up(args))
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<(), Failure> {
    run(komadai_server::restore(args))
}

fn run(copy: impl Future<Output = Result<Contents, BackupError>>) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let Contents {
        games,
        events,
        players,
    } = runtime.block_on(copy)?;
    output::line(&format!("games {games} events {events} players {players}"))?;
    Ok(())
}

const REPORT_EVERY_MS: u64 = 1000;

pub(crate) fn rebuild(args: &RebuildArgs) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let clock = Stopwatch::start();
    let mut reported_ms = 0;
    let progress = |CaughtUp { position, end }| {
        if clock.milliseconds() >= reported_ms + REPORT_EVERY_MS {
            reported_ms = clock.milliseconds();
            let percent = 100 * position / end.max(1);
            let _ = writeln!(std::io::stderr(), "komadai: {percent} % of the events");
        }
    };
    let Rebuilt { reached, set_aside } =
        runtime.block_on(komadai_server::rebuild(args, progress))?;
    for letter in &set_aside {
        let (seq, game, why) = (letter.seq, letter.game.short(), &letter.why);
        let projection = &letter.projection;
        let _ = writeln!(
            std::io::stderr(),
            "komadai: event {seq} of game {game} is left out of {projection}: {why}"
        );
    }
    output::line(&format!("position {}", reached.position))?;
    Ok(())
}
