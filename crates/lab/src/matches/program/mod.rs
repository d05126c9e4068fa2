//! Engines as programs that speak USI or UCI.

mod go;
mod process;
mod rules;
mod search_info;
mod start;

use komadai_notation::Dialect;
use komadai_rules::{RuleSet, VariantId};
use komadai_uci::{
    BestMove, EngineMessage, EngineMessageError, GameResult, GuiMessage, Protocol, SetPosition,
    excerpt,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::contestant::{Answer, Contestant, Fault, SearchInfo, SearchReply, SearchRequest};
use process::{EngineProcess, ReadError};
pub use start::StartError;

/// Milliseconds that a program whose time is over may take to answer `stop`.
const STOP_MS: u64 = 1_000;
/// Attempts to restart a program that ended between games.
const MAX_STARTS: usize = 3;

/// A program and the settings to start it again.
pub(crate) struct Program {
    protocol: Protocol,
    rules: RuleSet,
    path: PathBuf,
    args: Vec<String>,
    options: Vec<(String, String)>,
    process: Option<EngineProcess>,
}

type BestMoveLine = Result<BestMove, EngineMessageError>;

impl Program {
    pub(crate) fn new(
        variant: VariantId,
        rules: RuleSet,
        dialect: Dialect,
        path: &Path,
        args: &[String],
        options: &[(String, String)],
    ) -> Self {
        Program {
            protocol: Protocol::new(dialect, variant),
            rules,
            path: path.into(),
            args: args.to_vec(),
            options: options.to_vec(),
            process: None,
        }
    }

    /// Classifies a program whose time is over by its reaction to `stop`.
    fn too_late(&mut self, request: &SearchRequest<'_>, asked_ms: u64) -> Fault {
        let Some(process) = &mut self.process else {
            return Fault::Cancelled;
        };
        process.send(&GuiMessage::Stop);
        let until = process.now_ms() + STOP_MS;
        loop {
            match process.next_message(until, request.cancel) {
                Ok(received) if best_move(&received.message).is_some() => {
                    let used_ms = received.at_ms.saturating_sub(asked_ms);
                    return match request.time.budget_ms(Default::default()) {
                        Some(_) => Fault::Late(used_ms),
                        None => Fault::Stall(format!(
                            "no move within {} ms; it answered after {used_ms} ms",
                            request.deadline_ms
                        )),
                    };
                }
                Ok(_) => {}
                Err(ReadError::Cancelled) => return Fault::Cancelled,
                Err(ReadError::Ended) => return self.crash(),
                Err(ReadError::Timeout) => {
                    process.set_unresponsive();
                    self.process = None;
                    return Fault::Stall(format!(
                        "no move within {} ms, nor within {STOP_MS} ms of `stop`",
                        request.deadline_ms
                    ));
                }
            }
        }
    }

    fn crash(&mut self) -> Fault {
        let process = self.process.take();
        let how = process.map(|mut process| process.exit_diagnostics());
        Fault::Crash(how.unwrap_or_default())
    }
}

/// The content of a `bestmove`, parsed or not; `None` for another message.
fn best_move(message: &Result<EngineMessage, EngineMessageError>) -> Option<BestMoveLine> {
    match message {
        Ok(EngineMessage::BestMove(best)) => Some(Ok(*best)),
        Err(error @ EngineMessageError::BestMove { .. }) => Some(Err(error.clone())),
        _ => None,
    }
}

fn answer(best: BestMoveLine) -> Answer {
    match best {
        Ok(BestMove::Move { best, .. }) => Answer::Move(best),
        Ok(BestMove::Resign) => Answer::Resign,
        Ok(BestMove::DeclareWin) => Answer::Declare,
        Ok(BestMove::NoMove) => Answer::NoMove,
        Err(EngineMessageError::BestMove { text, source }) => {
            Answer::Unparsable(text, excerpt(&source.to_string(), 200))
        }
        Err(error) => Answer::Unparsable(String::new(), error.to_string()),
    }
}

impl Contestant for Program {
    fn new_game(&mut self, cancel: &AtomicBool) -> Result<(), Fault> {
        let mut starts = 0;
        loop {
            let (mut process, is_new) = match self.process.take() {
                Some(process) => (process, false),
                None => {
                    starts += 1;
                    (self.start(cancel)?, true)
                }
            };
            match self.make_ready(&mut process, cancel) {
                Ok(()) => {
                    // Errors after the first search are about a search.
                    if let Some(said) = process.error.take().filter(|_| is_new) {
                        let path = self.path_text();
                        return Err(Fault::Start(StartError::OptionFailed { path, said }));
                    }
                    self.process = Some(process);
                    return Ok(());
                }
                Err(Fault::Start(_)) if starts < MAX_STARTS => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, Fault> {
        let dialect = self.protocol.dialect;
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash("it is not running".into()));
        };
        process.discard_lines();
        process.send(&GuiMessage::Position(Box::new(SetPosition {
            start: request.game.start(),
            moves: request.game.moves().to_vec(),
            bad_move: None,
        })));
        let asked_ms = process.now_ms();
        let go = go::go(request.time, dialect, request.clocks);
        process.send(&GuiMessage::Go(go));
        let mut info = SearchInfo::default();
        loop {
            match process.next_message(asked_ms + request.deadline_ms, request.cancel) {
                Ok(received) => {
                    if let Ok(EngineMessage::Info(said)) = &received.message {
                        search_info::update(&mut info, said, dialect);
                    }
                    if let Some(best) = best_move(&received.message) {
                        return Ok(SearchReply {
                            answer: answer(best),
                            used_ms: received.at_ms.saturating_sub(asked_ms),
                            info,
                        });
                    }
                }
                Err(ReadError::Cancelled) => return Err(Fault::Cancelled),
                Err(ReadError::Ended) => return Err(self.crash()),
                Err(ReadError::Timeout) => return Err(self.too_late(request, asked_ms)),
            }
        }
    }

    fn game_over(&mut self, won: Option<bool>) {
        if let (Some(process), Dialect::Usi) = (&self.process, self.protocol.dialect) {
            let result = match won {
                Some(true) => GameResult::Win,
                Some(false) => GameResult::Lose,
                None => GameResult::Draw,
            };
            process.send(&GuiMessage::GameOver(Some(result)));
        }
    }
}
