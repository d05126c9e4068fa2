//! The program without a subcommand: for GUIs that start a path without arguments.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::process::ExitCode;

use clap::CommandFactory as _;
use komadai_notation::Dialect;

use crate::args::Komadai;
use crate::protocol;

/// Runs the protocol if standard input is a pipe that begins with `usi` or `uci`; otherwise prints the
/// help.
pub(crate) fn run() -> ExitCode {
    let said = match io::stdin().is_terminal() {
        true => None,
        false => first_word().unwrap_or_default(),
    };
    match said.map(protocol::run) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(failure)) => failure.report(),
        None => {
            eprint!("{}", Komadai::command().render_help());
            ExitCode::from(2)
        }
    }
}

/// Protocol named by the first word of the input, which is left unread.
fn first_word() -> io::Result<Option<Dialect>> {
    let mut input = io::stdin().lock();
    loop {
        let read = input.fill_buf()?;
        let word = read.trim_ascii_start();
        if word.is_empty() && !read.is_empty() {
            let blank = read.len();
            input.consume(blank);
            continue;
        }
        let word = word.split(u8::is_ascii_whitespace).next();
        return Ok(match word {
            Some(b"usi") => Some(Dialect::Usi),
            Some(b"uci") => Some(Dialect::Uci),
            _ => None,
        });
    }
}
