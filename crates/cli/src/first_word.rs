//! The program without a subcommand: for GUIs that start a path without arguments.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use komadai_usi::program::{print_line, stdin};

use crate::failure::Failure;
use crate::groups;

/// Runs the protocol if standard input is a pipe that begins with `usi` or `uci`; otherwise prints the
/// help.
pub(crate) fn run() -> ExitCode {
    if !io::stdin().is_terminal()
        && let Ok((Some(dialect), input)) = komadai_usi::first_word(stdin())
    {
        return match komadai_usi::run(dialect, input, print_line) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::from(error).report(),
        };
    }
    eprint!("{}", groups::command().render_help());
    ExitCode::from(Failure::INPUT_STATUS)
}
