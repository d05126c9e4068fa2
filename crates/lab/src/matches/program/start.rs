//! Starts a program: identification, options, game and rules.

use komadai_notation::Dialect;
use komadai_rules::VariantId;
use komadai_uci::{EngineMessage, GuiMessage, OptionDeclaration, OptionKind, SetOption, excerpt};
use std::sync::atomic::AtomicBool;

use super::process::{EngineProcess, ReadError};
use super::{Fault, Program, rules};

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
    /// One of our own players, for whose hash table there is no memory.
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
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
    /// It could not do what an option asks for, and would play with other settings than the log says.
    #[error("{path}: {said}")]
    OptionFailed {
        /// The program.
        path: String,
        /// What it says.
        said: String,
    },
    /// It does not play this game.
    #[error("{path} does not offer {game}: {why}")]
    OtherGames {
        /// The program.
        path: String,
        /// The game of the match.
        game: VariantId,
        /// What it offers, and what may help.
        why: String,
    },
}

/// How long a program may take to answer before a game: engines load their networks then.
const READY_MS: u64 = 30_000;

/// Text from a program in a message of ours.
fn printable(text: &str) -> String {
    excerpt(text, 200)
}

/// The error that an `info string` reports: Stockfish and programs like it begin such a line with `ERROR:`.
fn reported_error(message: &EngineMessage) -> Option<&str> {
    match message {
        EngineMessage::Info(info) => info
            .string
            .as_deref()
            .filter(|text| text.starts_with("ERROR:")),
        _ => None,
    }
}

fn set_option(option: &OptionDeclaration, value: Option<String>) -> GuiMessage {
    let name = option.name.clone();
    GuiMessage::SetOption(SetOption { name, value })
}

fn variant_option(declared: &[OptionDeclaration]) -> Option<&OptionDeclaration> {
    OptionDeclaration::find(declared, "UCI_Variant")
        .or_else(|| OptionDeclaration::find(declared, "USI_Variant"))
}

impl Program {
    pub(super) fn path_text(&self) -> String {
        self.path.display().to_string()
    }

    /// Starts it, sets its options, chooses the game.
    pub(super) fn start(&self, cancel: &AtomicBool) -> Result<EngineProcess, Fault> {
        let path = self.path_text();
        let mut process = EngineProcess::start(&self.path, &self.args, self.protocol)
            .map_err(|source| Fault::Start(StartError::Spawn { path, source }))?;
        let mut declared = self.identify(&mut process, cancel)?;
        for (name, value) in &self.options {
            let option = OptionDeclaration::find(&declared, name)
                .ok_or_else(|| self.unknown_option(name, &declared))?;
            let value = self.spell_value(&declared, option, value)?;
            process.send(&set_option(option, value));
        }
        // An option may have added games. A program for one game is not asked again: some know `usi` once.
        let has_variants = variant_option(&declared).is_some();
        if !self.options.is_empty() && has_variants && !self.offers_game(&declared) {
            declared = self.identify(&mut process, cancel)?;
        }
        self.choose_game(&process, &declared)?;
        self.set_rules(&process, &declared);
        Ok(process)
    }

    fn unknown_option(&self, name: &str, declared: &[OptionDeclaration]) -> Fault {
        let names: Vec<String> = declared.iter().map(|o| printable(&o.name)).collect();
        Fault::Start(StartError::UnknownOption {
            path: self.path_text(),
            option: name.into(),
            known: names.join(", "),
        })
    }

    /// A value as the program spells it: programs ignore values that they do not have, and would play
    /// with other settings than the log says. Which games there are may depend on another option: that is
    /// checked when the game is chosen.
    fn spell_value(
        &self,
        declared: &[OptionDeclaration],
        option: &OptionDeclaration,
        value: &str,
    ) -> Result<Option<String>, Fault> {
        if variant_option(declared) == Some(option) {
            return Ok(Some(value.into()));
        }
        option.spell_value(value).map_err(|error| {
            Fault::Start(StartError::BadValue {
                path: self.path_text(),
                option: printable(&option.name),
                value: value.into(),
                expected: printable(&error.expected.to_string()),
            })
        })
    }

    /// Sets the rules of the match, as far as the program has options for them. Choosing the game may
    /// have reset what was set before, so given options are set once more.
    fn set_rules(&self, process: &EngineProcess, declared: &[OptionDeclaration]) {
        for (option, value) in rules::rule_options(&self.rules, self.protocol.variant, declared) {
            let mut given = self.options.iter().rev();
            let meant = |name: &str| OptionDeclaration::find(declared, name) == Some(option);
            let given = given.find(|(name, _)| meant(name));
            let given = given.and_then(|(_, value)| option.spell_value(value).ok());
            process.send(&set_option(option, given.unwrap_or(Some(value))));
        }
    }

    /// Asks who it is; the answer lists the options.
    fn identify(
        &self,
        process: &mut EngineProcess,
        cancel: &AtomicBool,
    ) -> Result<Vec<OptionDeclaration>, Fault> {
        let dialect = self.protocol.dialect;
        let mut declared = Vec::new();
        process.send(&GuiMessage::Identify(dialect));
        let done = EngineMessage::Identified(dialect);
        self.wait_for(process, dialect.name(), &done, cancel, &mut |message| {
            if let EngineMessage::Option(option) = message {
                declared.push(option);
            }
        })?;
        Ok(declared)
    }

    fn offers_game(&self, declared: &[OptionDeclaration]) -> bool {
        variant_option(declared).is_some_and(|option| match &option.kind {
            OptionKind::Combo { values, .. } if !values.is_empty() => values
                .iter()
                .any(|value| value == self.protocol.variant.name()),
            _ => true,
        })
    }

    fn choose_game(
        &self,
        process: &EngineProcess,
        declared: &[OptionDeclaration],
    ) -> Result<(), Fault> {
        let game = self.protocol.variant;
        let missing = |why: String| {
            Fault::Start(StartError::OtherGames {
                path: self.path_text(),
                game,
                why,
            })
        };
        match variant_option(declared) {
            Some(option) if self.offers_game(declared) => {
                process.send(&set_option(option, Some(game.name().into())));
                Ok(())
            }
            Some(option) => Err(missing(format!(
                "it is not among the values of {}; an option such as VariantPath may add it",
                printable(&option.name)
            ))),
            // Programs for Shogi alone have no choice to offer.
            None if game == VariantId::Shogi && self.protocol.dialect == Dialect::Usi => Ok(()),
            None => Err(missing("it has no option UCI_Variant".into())),
        }
    }

    /// Waits for a message, handing the messages before it to `on_message`.
    fn wait_for(
        &self,
        process: &mut EngineProcess,
        sent: &'static str,
        done: &EngineMessage,
        cancel: &AtomicBool,
        on_message: &mut dyn FnMut(EngineMessage),
    ) -> Result<(), Fault> {
        let until = process.now_ms() + READY_MS;
        let path = || self.path_text();
        loop {
            match process.next_message(until, cancel).map(|line| line.message) {
                Ok(Ok(message)) if message == *done => return Ok(()),
                Ok(Ok(message)) => {
                    if let (None, Some(error)) = (&process.error, reported_error(&message)) {
                        process.error = Some(printable(error));
                    }
                    on_message(message);
                }
                // What engines write for people.
                Ok(Err(_)) => {}
                Err(ReadError::Cancelled) => return Err(Fault::Cancelled),
                Err(ReadError::Ended) => {
                    let how = process.exit_diagnostics();
                    let path = path();
                    return Err(Fault::Start(StartError::Ended { path, sent, how }));
                }
                Err(ReadError::Timeout) => {
                    process.set_unresponsive();
                    return Err(Fault::Start(StartError::NoAnswer {
                        path: path(),
                        sent,
                        seconds: READY_MS / 1_000,
                    }));
                }
            }
        }
    }

    /// Announces a game and waits until the program is ready for it.
    pub(super) fn make_ready(
        &self,
        process: &mut EngineProcess,
        cancel: &AtomicBool,
    ) -> Result<(), Fault> {
        let is_ready = |process: &mut EngineProcess| {
            process.send(&GuiMessage::IsReady);
            let done = EngineMessage::ReadyOk;
            self.wait_for(process, "isready", &done, cancel, &mut |_| ())
        };
        // USI asks before the game is announced, UCI after it.
        match self.protocol.dialect {
            Dialect::Usi => {
                is_ready(process)?;
                process.send(&GuiMessage::NewGame);
                Ok(())
            }
            Dialect::Uci => {
                process.send(&GuiMessage::NewGame);
                is_ready(process)
            }
        }
    }
}
