//! `komadai usi` and `komadai uci`: the engine behind the two protocols of board programs.
//!
//! One loop serves both; [`Dialect`] and [`score`] hold what differs. A line that can't be
//! understood is answered with an `info string` and changes nothing; of a `go` what can be understood
//! is searched, because whoever sends it waits for a move.

mod command;
mod go;
mod go_words;
mod info_lines;
mod no_effect;
mod options;
mod rule_options;
mod score;
mod search;
mod session;
mod show;
mod wire;

use std::io::{self, BufRead as _};

use komadai_notation::Dialect;

use crate::failure::Failure;
use session::{Flow, Session};

/// Longest line that is read; a game of many thousand moves fits.
const MAX_LINE: u64 = 1 << 20;

/// Reads commands from standard input until `quit` or the end of the input.
pub(crate) fn run(dialect: Dialect) -> Result<(), Failure> {
    let mut session = Session::new(dialect)?;
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(session.end_of_input()?);
        }
        // What isn't UTF-8 becomes a word that no command has.
        match session.line(&String::from_utf8_lossy(&line))? {
            Flow::Continue => {}
            Flow::Quit => return Ok(()),
        }
    }
}
