//! `komadai-lab`: experiments on engines. Each subcommand has a module.

mod args;
mod data;
mod evaluation;
mod failure;
mod games;
mod interrupt;
mod levels;
mod matches;
mod mates;
mod output;
mod progress_lines;
mod puzzles;
mod selfplay;
mod train;

use std::process::ExitCode;

use clap::Parser as _;
use komadai_usi::Dialect;
use komadai_usi::program::{print_line, stdin};

use args::{Command, Lab};
use failure::Failure;

fn main() -> ExitCode {
    match run(Lab::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Match(args) => matches::run(&args),
        Command::Pace(args) => matches::run_pace(&args),
        Command::Openings(args) => matches::run_openings(&args),
        Command::Games(args) => games::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Data(args) => data::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Mates(args) => mates::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Usi => Ok(komadai_usi::run(Dialect::Usi, stdin(), print_line)?),
        Command::Uci => Ok(komadai_usi::run(Dialect::Uci, stdin(), print_line)?),
    }
}
