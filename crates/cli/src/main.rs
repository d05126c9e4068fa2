//! `komadai`: what players and hosts run, in one program. Each subcommand has a module; `docs/` and the
//! help texts of [`args`] document the interfaces that other programs may rely on.

mod args;
mod backup;
mod bench;
#[cfg(target_os = "linux")]
mod chaos;
mod convert;
mod failure;
mod first_word;
mod groups;
mod interrupt;
mod lab;
mod load;
mod mate;
mod output;
mod perft;
mod position;
mod serve;

use std::process::ExitCode;

use clap::FromArgMatches as _;
use komadai_usi::Dialect;
use komadai_usi::program::{print_line, stdin};

use args::{Command, Komadai};
use failure::Failure;

fn main() -> ExitCode {
    if let Some(pointer) = lab::pointer(std::env::args_os().nth(1)) {
        return Failure::Input(pointer).report();
    }
    let given = Komadai::from_arg_matches(&groups::command().get_matches());
    let Some(command) = given.unwrap_or_else(|error| error.exit()).command else {
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
        Command::Usi => Ok(komadai_usi::run(Dialect::Usi, stdin(), print_line)?),
        Command::Uci => Ok(komadai_usi::run(Dialect::Uci, stdin(), print_line)?),
        Command::Bench(args) => bench::run(&args),
        Command::Mate(args) => mate::run(&args),
    }
}
