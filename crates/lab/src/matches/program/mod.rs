//! Engines that are programs: any that speaks USI or UCI.

mod child;
mod info;
mod options;
mod rules;

use komadai_notation::{Dialect, parse_move};
use komadai_rules::{GameId, RuleSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::contestant::{Answer, Contestant, Fault, Said, Thought, Turn};
use child::{Conversation, Silence, printable};
use options::Offered;

/// Why a program cannot play.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system cannot start it.
    #[error("cannot start {path}: {source}")]
    Spawn {
        /// The program.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It ended before it was ready.
    #[error("{path} ended when it was sent \"{sent}\": {how}")]
    Ended {
        /// The program.
        path: String,
        /// The command it should have answered.
        sent: &'static str,
        /// How it ended.
        how: String,
    },
    /// It does not answer.
    #[error("{path} did not answer \"{sent}\" within {seconds} s; does it speak this protocol?")]
    NoAnswer {
        /// The program.
        path: String,
        /// The command it should have answered.
        sent: &'static str,
        /// How long it was waited for.
        seconds: u64,
    },
    /// It has no such option.
    #[error("{path} has no option \"{option}\"; it has {known}")]
    UnknownOption {
        /// The program.
        path: String,
        /// What was asked for.
        option: String,
        /// What it offers.
        known: String,
    },
    /// One of our own players, which has no room for its hash table.
    #[error(transparent)]
    NoMemory(#[from] komadai_engine::NoMemory),
    /// The option cannot be set so.
    #[error("{path}: its option \"{option}\" is {expected}, not \"{value}\"")]
    BadValue {
        /// The program.
        path: String,
        /// The option, as the program calls it.
        option: String,
        /// What was asked for.
        value: String,
        /// What it says it may be.
        expected: String,
    },
    /// It does not play this game.
    #[error("{path} does not offer {game}: {why}")]
    OtherGames {
        /// The program.
        path: String,
        /// The game of the match.
        game: GameId,
        /// What it offers, and what may help.
        why: String,
    },
}

/// What may be waited for before a game begins: engines load their networks then.
const READY_MS: u64 = 30_000;
/// How long a program whose time is over may take to answer `stop`.
const STOP_MS: u64 = 1_000;
/// How often a program that ended between games is started again before that is given up.
const STARTS: usize = 3;

/// A program and what it takes to start it again.
pub(crate) struct Program {
    game: GameId,
    rules: RuleSet,
    dialect: Dialect,
    path: PathBuf,
    args: Vec<String>,
    options: Vec<(String, String)>,
    running: Option<Conversation>,
}

impl Program {
    pub(crate) fn new(
        game: GameId,
        rules: RuleSet,
        dialect: Dialect,
        path: &Path,
        args: &[String],
        options: &[(String, String)],
    ) -> Self {
        Program {
            game,
            rules,
            dialect,
            path: path.into(),
            args: args.to_vec(),
            options: options.to_vec(),
            running: None,
        }
    }

    fn path_text(&self) -> String {
        self.path.display().to_string()
    }

    /// Starts it, sets its options, picks the game.
    fn start(&self, halt: &AtomicBool) -> Result<Conversation, Fault> {
        let path = self.path_text();
        let mut talk = Conversation::start(&self.path, &self.args)
            .map_err(|source| Fault::Start(StartError::Spawn { path, source }))?;
        let mut offered = self.introduce(&mut talk, halt)?;
        for (name, value) in &self.options {
            let option = options::find(&offered, name).ok_or_else(|| {
                let names: Vec<String> = offered.iter().map(|o| printable(&o.name)).collect();
                Fault::Start(StartError::UnknownOption {
                    path: self.path_text(),
                    option: name.clone(),
                    known: names.join(", "),
                })
            })?;
            let value = self.taken(&offered, option, value)?;
            set_option(&talk, option, &value);
        }
        // An option may have brought further games.
        if !self.options.is_empty() && !self.offers_game(&offered) {
            offered = self.introduce(&mut talk, halt)?;
        }
        self.pick_game(&talk, &offered)?;
        self.say_rules(&talk, &offered);
        Ok(talk)
    }

    /// A value as the program spells it. Which games there are may hang on another option: that is seen
    /// when the game is chosen.
    fn taken(&self, offered: &[Offered], option: &Offered, value: &str) -> Result<String, Fault> {
        if Program::variant_option(offered) == Some(option) {
            return Ok(value.into());
        }
        option.taken(value).map_err(|expected| {
            Fault::Start(StartError::BadValue {
                path: self.path_text(),
                option: printable(&option.name),
                value: value.into(),
                expected: printable(&expected),
            })
        })
    }

    /// Says the rules of the match, as far as the program has options for them. Choosing the game may
    /// have undone what was said of them before, so given options are given once more.
    fn say_rules(&self, talk: &Conversation, offered: &[Offered]) {
        for (option, value) in rules::told(&self.rules, self.game, offered) {
            let mut given = self.options.iter().rev();
            let meant = |name: &str| options::find(offered, name) == Some(option);
            let given = given.find(|(name, _)| meant(name));
            let given = given.and_then(|(_, value)| option.taken(value).ok());
            set_option(talk, option, &given.unwrap_or(value));
        }
    }

    /// The greeting, which lists the options.
    fn introduce(&self, talk: &mut Conversation, halt: &AtomicBool) -> Result<Vec<Offered>, Fault> {
        let (sent, done) = match self.dialect {
            Dialect::Usi => ("usi", "usiok"),
            Dialect::Uci => ("uci", "uciok"),
        };
        let mut offered = Vec::new();
        talk.say(sent);
        self.wait_for(talk, sent, done, halt, &mut |line| {
            offered.extend(options::read(line));
        })?;
        Ok(offered)
    }

    fn variant_option(offered: &[Offered]) -> Option<&Offered> {
        options::find(offered, "UCI_Variant").or_else(|| options::find(offered, "USI_Variant"))
    }

    fn offers_game(&self, offered: &[Offered]) -> bool {
        Program::variant_option(offered).is_some_and(|option| {
            option.values.is_empty() || option.values.iter().any(|v| v == self.game.name())
        })
    }

    fn pick_game(&self, talk: &Conversation, offered: &[Offered]) -> Result<(), Fault> {
        let missing = |why: String| {
            Fault::Start(StartError::OtherGames {
                path: self.path_text(),
                game: self.game,
                why,
            })
        };
        match Program::variant_option(offered) {
            Some(option) if self.offers_game(offered) => {
                set_option(talk, option, self.game.name());
                Ok(())
            }
            Some(option) => Err(missing(format!(
                "it is not among the values of {}; an option such as VariantPath may add it",
                option.name
            ))),
            // Programs for Shogi alone have no choice to offer.
            None if self.game == GameId::Shogi && self.dialect == Dialect::Usi => Ok(()),
            None => Err(missing("it has no option UCI_Variant".into())),
        }
    }

    /// Waits for a line, handing the lines before it to `hear`.
    fn wait_for(
        &self,
        talk: &mut Conversation,
        sent: &'static str,
        done: &str,
        halt: &AtomicBool,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        let until = talk.now_ms() + READY_MS;
        loop {
            match talk.next_line(until, halt) {
                Ok(line) if line.text.trim() == done => return Ok(()),
                Ok(line) => hear(&line.text),
                Err(Silence::Halted) => return Err(Fault::Halted),
                Err(Silence::Ended) => {
                    return Err(Fault::Start(StartError::Ended {
                        path: self.path_text(),
                        sent,
                        how: talk.last_words(),
                    }));
                }
                Err(Silence::Late) => {
                    talk.give_up();
                    return Err(Fault::Start(StartError::NoAnswer {
                        path: self.path_text(),
                        sent,
                        seconds: READY_MS / 1_000,
                    }));
                }
            }
        }
    }

    fn ready(&self, talk: &mut Conversation, halt: &AtomicBool) -> Result<(), Fault> {
        let is_ready = |talk: &mut Conversation| {
            talk.say("isready");
            self.wait_for(talk, "isready", "readyok", halt, &mut |_| ())
        };
        // USI asks before the game is announced, UCI after it.
        match self.dialect {
            Dialect::Usi => {
                is_ready(talk)?;
                talk.say("usinewgame");
                Ok(())
            }
            Dialect::Uci => {
                talk.say("ucinewgame");
                is_ready(talk)
            }
        }
    }

    fn read_answer(&self, line: &str) -> Answer {
        let word = line.split_whitespace().nth(1).unwrap_or_default();
        match word {
            "resign" => Answer::Resign,
            "win" => Answer::Declare,
            "(none)" | "none" | "0000" => Answer::Nothing,
            _ => match parse_move(self.game, word) {
                Ok(mv) => Answer::Move(mv),
                Err(error) => Answer::Unreadable(printable(word), printable(&error.to_string())),
            },
        }
    }

    /// Its time is over: what it does when it is told to stop says what is wrong with it.
    fn too_late(&mut self, turn: &Turn<'_>, asked_ms: u64) -> Fault {
        let Some(talk) = &mut self.running else {
            return Fault::Halted;
        };
        talk.say("stop");
        let until = talk.now_ms() + STOP_MS;
        loop {
            match talk.next_line(until, turn.halt) {
                Ok(line) if is_best_move(&line.text) => {
                    let used_ms = line.at_ms.saturating_sub(asked_ms);
                    return match turn.time.budget_ms(Default::default()) {
                        Some(_) => Fault::Late(used_ms),
                        None => Fault::Stall(format!(
                            "no move within {} ms; it answered after {used_ms} ms",
                            turn.deadline_ms
                        )),
                    };
                }
                Ok(_) => {}
                Err(Silence::Halted) => return Fault::Halted,
                Err(Silence::Ended) => return self.crash(),
                Err(Silence::Late) => {
                    talk.give_up();
                    self.running = None;
                    return Fault::Stall(format!(
                        "no move within {} ms, nor within {STOP_MS} ms of being told to stop",
                        turn.deadline_ms
                    ));
                }
            }
        }
    }

    fn crash(&mut self) -> Fault {
        let how = self.running.take().map(|mut talk| talk.last_words());
        Fault::Crash(how.unwrap_or_default())
    }
}

fn is_best_move(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

fn set_option(talk: &Conversation, option: &Offered, value: &str) {
    let name = &option.name;
    if option.is_button() {
        talk.say(&format!("setoption name {name}"));
    } else {
        talk.say(&format!("setoption name {name} value {value}"));
    }
}

impl Contestant for Program {
    fn new_game(&mut self, halt: &AtomicBool) -> Result<(), Fault> {
        let mut starts = 0;
        loop {
            let mut talk = match self.running.take() {
                Some(talk) => talk,
                None => {
                    starts += 1;
                    self.start(halt)?
                }
            };
            match self.ready(&mut talk, halt) {
                Ok(()) => {
                    self.running = Some(talk);
                    return Ok(());
                }
                Err(Fault::Start(_)) if starts < STARTS => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Fault> {
        let Some(talk) = &mut self.running else {
            return Err(Fault::Crash("it is not running".into()));
        };
        let mut position = format!(
            "position {} {}",
            self.dialect.position_word(),
            self.dialect.position_text(&turn.game.start())
        );
        for (index, &mv) in turn.game.moves().iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&self.dialect.move_text(self.game, mv));
        }
        talk.forget_lines();
        talk.say(&position);
        let asked_ms = talk.now_ms();
        talk.say(&turn.time.go(self.dialect, turn.clocks));
        let mut said = Said::default();
        loop {
            match talk.next_line(asked_ms + turn.deadline_ms, turn.halt) {
                Ok(line) if is_best_move(&line.text) => {
                    return Ok(Thought {
                        answer: self.read_answer(&line.text),
                        used_ms: line.at_ms.saturating_sub(asked_ms),
                        said,
                    });
                }
                Ok(line) => info::hear(&mut said, &line.text),
                Err(Silence::Halted) => return Err(Fault::Halted),
                Err(Silence::Ended) => return Err(self.crash()),
                Err(Silence::Late) => return Err(self.too_late(turn, asked_ms)),
            }
        }
    }

    fn game_over(&mut self, won: Option<bool>) {
        if let (Some(talk), Dialect::Usi) = (&self.running, self.dialect) {
            talk.say(match won {
                Some(true) => "gameover win",
                Some(false) => "gameover lose",
                None => "gameover draw",
            });
        }
    }
}
