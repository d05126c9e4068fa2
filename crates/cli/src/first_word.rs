//! The program without a subcommand: GUIs that can start a path and nothing else.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::process::ExitCode;

use clap::CommandFactory as _;
use komadai_notation::Dialect;

use crate::args::Komadai;
use crate::protocol;

/// A GUI on the other end of a pipe says `usi` or `uci` first. Everybody else gets the help.
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

/// The protocol that the first word of the input belongs to. The word is left in the input.
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
