//! `komadai backup` and `komadai restore`.

use std::future::Future;

use komadai_server::{BackupArgs, BackupError, Contents, RestoreArgs};
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
