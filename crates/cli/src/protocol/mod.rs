//! `komadai usi` and `komadai uci`: the engine behind the two protocols of GUIs.
//!
//! Lines are read and written by [`komadai_uci`]; [`extension`] adds the commands that are no part of
//! either protocol. A line that cannot be read is answered with an `info string` and changes nothing;
//! of a `go` whatever can be read is searched, because the GUI waits for a move.

mod answer;
mod display;
mod extension;
mod info_throttle;
mod job;
mod limits;
mod mate_search;
mod options;
mod output;
mod search;
mod session;

use std::io::{self, BufRead as _};

use komadai_notation::Dialect;

use crate::failure::Failure;
pub(crate) use options::help as options_help;
use session::{Flow, Session};

/// Bytes of the longest line that is read; a game of many thousand moves fits.
const MAX_LINE: u64 = 1 << 20;

/// Executes commands from standard input until `quit` or the end of the input.
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
        match session.execute_line(&String::from_utf8_lossy(&line))? {
            Flow::Continue => {}
            Flow::Quit => return Ok(()),
        }
    }
}
