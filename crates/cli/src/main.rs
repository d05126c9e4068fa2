//! `komadai`: server, engine and tools in one program. Each subcommand has a module; `docs/` and the
//! help texts of [`args`] document the interfaces that other programs may rely on.

mod args;
mod backup;
mod bench;
#[cfg(target_os = "linux")]
mod chaos;
mod convert;
mod data;
mod eval_file;
mod failure;
mod first_word;
mod games;
mod interrupt;
mod levels;
mod load;
mod matches;
mod mate;
mod mates;
mod output;
mod perft;
mod position;
mod progress_lines;
mod protocol;
mod puzzles;
mod selfplay;
mod serve;
mod stopwatch;
mod train;

use std::process::ExitCode;

use clap::Parser as _;
use komadai_notation::Dialect;

use args::{Command, Komadai};
use failure::Failure;

fn main() -> ExitCode {
    let Some(command) = Komadai::parse().command else {
        return first_word::run();
    };
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(args) => serve::run(*args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Rebuild(args) => backup::rebuild(&args),
        Command::Load(args) => load::run(&args),
        #[cfg(target_os = "linux")]
        Command::Chaos(args) => chaos::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Position(args) => position::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Usi => protocol::run(Dialect::Usi),
        Command::Uci => protocol::run(Dialect::Uci),
        Command::Bench(args) => bench::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Openings(args) => matches::run_openings(&args),
        Command::Pace(args) => matches::run_pace(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Mate(args) => mate::run(&args),
        Command::Mates(args) => mates::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Data(args) => data::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Levels(args) => levels::run(&args),
    }
}
