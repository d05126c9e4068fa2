//! `komadai usi` and `komadai uci`: the engine behind the protocols of GUIs.
//!
//! [`komadai_uci`] parses and formats lines; [`extension`] adds commands outside the protocols. An
//! unreadable line is answered with an `info string` and changes nothing; the readable part of a `go`
//! is searched, because the GUI waits for a move.
//!
//! 1. `session` reads a line. `go` becomes a `job`, whose `limits` follow from clocks and options.
//! 2. `search` runs the job in its own thread; `go mate` runs the mate solver (`mate_search`).
//! 3. `answer` turns the engine's reports into messages, which `output` writes and logs.
//!
//! A new option is one entry in `options/table.rs`. Listing, setting, `--help` and the tables of
//! `docs/uci.md` follow from it; `KOMADAI_WRITE_DOCS=1 cargo nextest run -p komadai the_page` writes
//! the tables.

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

use std::collections::VecDeque;
use std::io::{self, BufRead as _};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use komadai_notation::Dialect;

use crate::failure::Failure;
pub(crate) use options::help as options_help;
use session::{Flow, Session};

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

pub(crate) fn run(dialect: Dialect) -> Result<(), Failure> {
    let (sender, events) = sync_channel(MAX_EVENTS);
    let search_ended = {
        let sender = sender.clone();
        // If the channel is full, the next line makes the loop look at the queue anyway.
        move || drop(sender.try_send(Event::SearchEnded))
    };
    let mut commands = Commands {
        session: Session::new(dialect, search_ended)?,
        waiting: VecDeque::new(),
    };
    thread::Builder::new()
        .name("input".into())
        .spawn(move || read_lines(&sender))?;
    let mut is_open = true;
    while is_open || !commands.waiting.is_empty() {
        let flow = match events.recv() {
            Ok(Event::Line(line)) => commands.receive(line)?,
            Ok(Event::SearchEnded) => commands.execute_waiting()?,
            Ok(Event::ReadError(error)) => return Err(error.into()),
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
    Ok(commands.session.end_of_input()?)
}

fn read_lines(sender: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let event = match io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line) {
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
