//! Start of a program: identification, options, variant and rules.

use komadai_notation::Dialect;
use komadai_rules::VariantId;
use komadai_uci::{EngineMessage, GuiMessage, OptionDeclaration, OptionKind, SetOption, excerpt};
use std::sync::atomic::AtomicBool;

use super::process::{EngineProcess, ReadError};
use super::{Fault, Program, rules};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot start {path}: {source}")]
    Spawn {
        path: String,
        source: std::io::Error,
    },
    #[error("{path} ended when it was sent \"{sent}\": {how}")]
    Ended {
        path: String,
        sent: &'static str,
        how: String,
    },
    #[error("{path} did not answer \"{sent}\" within {seconds} s; does it speak this protocol?")]
    NoAnswer {
        path: String,
        sent: &'static str,
        seconds: u64,
    },
    #[error("{path} has no option \"{option}\"; it has {known}")]
    UnknownOption {
        path: String,
        option: String,
        known: String,
    },
    /// A built-in player has no memory for its hash table.
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    #[error("{path}: its option \"{option}\" is {expected}, not \"{value}\"")]
    BadValue {
        path: String,
        option: String,
        value: String,
        expected: String,
    },
    /// The program could not apply an option and would play with other settings than the log says.
    #[error("{path}: {said}")]
    OptionFailed { path: String, said: String },
    #[error("{path} does not offer {variant}: {why}")]
    OtherGames {
        path: String,
        variant: VariantId,
        /// Variants that the program offers, and a hint.
        why: String,
    },
}

/// Milliseconds that a program may take to answer before a game, when engines load their networks.
const READY_MS: u64 = 30_000;

fn printable(text: &str) -> String {
    excerpt(text, 200)
}

/// The error in an `info string`: Stockfish and related programs begin such a line with `ERROR:`.
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
        // An option may have added variants. A program for one variant is not asked again: some answer
        // `usi` only once.
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

    /// The value as the program spells it: programs ignore unknown values and would play with other
    /// settings than the log says. The list of variants may depend on another option: it is checked when
    /// the variant is chosen.
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

    /// Sets the rules of the match, as far as the program has options for them. Choosing the variant may
    /// have reset options, so given ones are set again.
    fn set_rules(&self, process: &EngineProcess, declared: &[OptionDeclaration]) {
        for (option, value) in rules::rule_options(&self.rules, self.protocol.variant, declared) {
            let mut given = self.options.iter().rev();
            let meant = |name: &str| OptionDeclaration::find(declared, name) == Some(option);
            let given = given.find(|(name, _)| meant(name));
            let given = given.and_then(|(_, value)| option.spell_value(value).ok());
            process.send(&set_option(option, given.unwrap_or(Some(value))));
        }
    }

    /// Requests the program's identification, which lists its options.
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
        let variant = self.protocol.variant;
        let missing = |why: String| {
            Fault::Start(StartError::OtherGames {
                path: self.path_text(),
                variant,
                why,
            })
        };
        match variant_option(declared) {
            Some(option) if self.offers_game(declared) => {
                process.send(&set_option(option, Some(variant.name().into())));
                Ok(())
            }
            Some(option) => Err(missing(format!(
                "it is not among the values of {}; an option such as VariantPath may add it",
                printable(&option.name)
            ))),
            // Programs for Shogi alone have no option of variants.
            None if variant == VariantId::Shogi && self.protocol.dialect == Dialect::Usi => Ok(()),
            None => Err(missing("it has no option UCI_Variant".into())),
        }
    }

    /// Waits for a message, passing the messages before it to `on_message`.
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
                // Text for human readers.
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
        // USI sends `isready` before the game is announced, UCI after it.
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
