//! Front end of the Komadai engine: sessions in USI and UCI, with options and time management.
//!
//! [`run`] is a whole engine, from lines to lines; [`first_word`] chooses the protocol for GUIs that start
//! a program by its path alone. The program `komadai-engine` is these two on standard input and output.
//!
//! [`komadai_uci`] parses and formats lines; `extension` adds commands outside the protocols. An
//! unreadable line is answered with an `info string` and changes nothing; the readable part of a `go`
//! is searched, because the GUI waits for a move.
//!
//! 1. `session` reads a line. `go` becomes a `job`, whose limits follow from clocks and options (`time`).
//! 2. `search` runs the job in its own thread; `go mate` runs the mate solver (`mate_search`).
//! 3. `answer` turns the engine's reports into messages, which `output` writes and logs.
//!
//! A new option is one entry in `options/table.rs`. Listing, setting, [`options_help`] and the tables of
//! `docs/uci.md` follow from it; `KOMADAI_WRITE_DOCS=1 cargo nextest run -p komadai-usi the_page` writes
//! the tables.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod answer;
mod display;
mod eval_file;
mod extension;
mod info_throttle;
mod job;
mod mate_search;
mod options;
mod output;
#[doc(hidden)]
pub mod program;
mod refusal;
mod search;
mod session;
mod stopwatch;
mod time;

use std::collections::VecDeque;
use std::io::{self, BufRead, Chain, Cursor, Read as _};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

pub use komadai_notation::Dialect;

pub use eval_file::{DEFAULT_EVALUATION, EvaluationError, read_evaluation};
pub use options::options_help;
use output::Output;
pub use refusal::refusal_text;
use session::{Flow, Session};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

/// Greatest length of a line in bytes; a game of many thousand moves fits.
const MAX_LINE: u64 = 1 << 20;
/// Events queued for the session before reading pauses.
const MAX_EVENTS: usize = 256;

enum Event {
    Line(String),
    EndOfInput,
    ReadError(io::Error),
    SearchEnded,
}

/// Runs a session: reads commands from `input` and writes answers, line by line, to `output`, until `quit`
/// or the end of the input.
///
/// Either first word is understood by both protocols; `dialect` is the protocol until then. A search runs
/// in a thread of its own, as does the reading of `input`; none is left at the end, but the reader if
/// `quit` was not the last line.
///
/// ```
/// use std::io;
/// use std::sync::mpsc::channel;
///
/// use komadai_usi::{Dialect, run};
///
/// let (sender, answers) = channel();
/// let output = move |line: &str| sender.send(line.to_owned()).map_err(io::Error::other);
/// run(Dialect::Uci, "uci\nisready\n".as_bytes(), output)?;
/// assert_eq!(answers.iter().last().unwrap(), "readyok");
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
///
/// Returns errors of `input` and `output`, and an error of the kind
/// [`OutOfMemory`](io::ErrorKind::OutOfMemory) if there is no memory for the hash table.
pub fn run(
    dialect: Dialect,
    input: impl BufRead + Send + 'static,
    output: impl FnMut(&str) -> io::Result<()> + Send + 'static,
) -> io::Result<()> {
    let (sender, events) = sync_channel(MAX_EVENTS);
    let search_ended = {
        let sender = sender.clone();
        // If the channel is full, the next line makes the loop look at the queue anyway.
        move || drop(sender.try_send(Event::SearchEnded))
    };
    let mut commands = Commands {
        session: Session::new(dialect, Output::new(output), search_ended)?,
        waiting: VecDeque::new(),
    };
    thread::Builder::new()
        .name("input".into())
        .spawn(move || read_lines(input, &sender))?;
    let mut is_open = true;
    while is_open || !commands.waiting.is_empty() {
        let flow = match events.recv() {
            Ok(Event::Line(line)) => commands.receive(line)?,
            Ok(Event::SearchEnded) => commands.execute_waiting()?,
            Ok(Event::ReadError(error)) => return Err(error),
            Ok(Event::EndOfInput) => {
                is_open = false;
                Flow::Continue
            }
            Err(_) => break,
        };
        if flow == Flow::Quit {
            return Ok(());
        }
    }
    commands.session.end_of_input()
}

/// An input whose first line was read and comes again.
pub type Unread<R> = Chain<Cursor<Vec<u8>>, R>;

/// Reads the first line with a word in it. Returns the protocol that the word names, `usi` or `uci`, and the
/// input from that line on, for [`run`].
///
/// ```
/// use komadai_usi::{Dialect, first_word};
///
/// let (named, input) = first_word("usi\nisready\n".as_bytes())?;
/// assert_eq!(named, Some(Dialect::Usi));
/// assert_eq!(std::io::read_to_string(input)?, "usi\nisready\n");
/// assert_eq!(first_word("help\n".as_bytes())?.0, None);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns errors of `input`.
pub fn first_word<R: BufRead>(mut input: R) -> io::Result<(Option<Dialect>, Unread<R>)> {
    loop {
        let mut line = Vec::new();
        let read = (input.by_ref().take(MAX_LINE)).read_until(b'\n', &mut line)?;
        let mut words = line.split(u8::is_ascii_whitespace);
        let named = match words.find(|word| !word.is_empty()) {
            None if read > 0 => continue,
            Some(b"usi") => Some(Dialect::Usi),
            Some(b"uci") => Some(Dialect::Uci),
            _ => None,
        };
        return Ok((named, Cursor::new(line).chain(input)));
    }
}

fn read_lines(mut input: impl BufRead, sender: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => Event::EndOfInput,
            // Invalid UTF-8 becomes a word that no command has.
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            Err(error) => Event::ReadError(error),
        };
        let is_last = !matches!(event, Event::Line(_));
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

/// A session and the commands queued until its search has ended, as in Stockfish.
struct Commands {
    session: Session,
    waiting: VecDeque<String>,
}

impl Commands {
    /// Executes a line after the queued ones. A command that ends a search is executed at once, unless
    /// a `go` is queued, which it refers to then.
    fn receive(&mut self, line: String) -> io::Result<Flow> {
        let flow = self.execute_waiting()?;
        if flow == Flow::Quit {
            return Ok(flow);
        }
        let interrupts = matches!(word(&line), "stop" | "ponderhit" | "gameover" | "quit")
            && !self.waiting.iter().any(|line| word(line) == "go");
        if interrupts || self.waiting.is_empty() {
            match self.session.execute_line(&line)? {
                Flow::Wait => {}
                flow => return Ok(flow),
            }
        }
        self.waiting.push_back(line);
        Ok(Flow::Continue)
    }

    fn execute_waiting(&mut self) -> io::Result<Flow> {
        while let Some(line) = self.waiting.front() {
            match self.session.execute_line(line)? {
                Flow::Continue => drop(self.waiting.pop_front()),
                Flow::Wait => break,
                Flow::Quit => return Ok(Flow::Quit),
            }
        }
        Ok(Flow::Continue)
    }
}

fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
