use komadai_engine::{Level, MAX_THREADS, OutOfMemory};
use komadai_notation::Dialect;
use komadai_rules::VariantId;
use serde_json::{Value, json};
use std::path::PathBuf;

use crate::fingerprint::engine_fingerprint;
use crate::player::Player;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Name in messages.
    pub name: String,
    pub kind: EngineKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineKind {
    Internal {
        player: Player,
        hash_mb: usize,
        /// Threads of a search. Levels below full strength always use one.
        threads: usize,
        /// Milliseconds reserved for the transmission of a move.
        overhead_ms: u64,
    },
    Program {
        dialect: Dialect,
        path: PathBuf,
        args: Vec<String>,
        /// Options of the program, set in this order.
        options: Vec<(String, String)>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineSpecError {
    #[error(
        "unknown engine \"{0}\": expected full, 0 to {levels}, easy, middle, two-ply or random for a \
         player of this program, usi:PATH or uci:PATH for another program",
        levels = Level::HIGHEST
    )]
    Unknown(String),
    #[error("\"{0}\" names no program: expected usi:PATH or uci:PATH")]
    NoPath(String),
    #[error("bad option \"{0}\": expected NAME=VALUE, for example Hash=64")]
    NotAnOption(String),
    #[error("{player} has no option \"{option}\"; it has Hash, Threads and Move Overhead")]
    UnknownOption { player: Player, option: String },
    #[error("{option} must be a whole number from {min} to {max}, not \"{value}\"")]
    BadValue {
        option: &'static str,
        value: String,
        min: u64,
        max: u64,
    },
    #[error("{0} is a player of this program and takes no arguments")]
    NoArguments(Player),
}

impl EngineSpec {
    /// Parses `full` (or another player), `usi:PATH` or `uci:PATH`, with the arguments of the program and
    /// options as `NAME=VALUE`.
    ///
    /// # Errors
    /// The first part that can't be parsed, and what was expected.
    pub fn parse(text: &str, args: &[String], options: &[String]) -> Result<Self, EngineSpecError> {
        let options: Vec<(String, String)> = options
            .iter()
            .map(|option| split_option(option))
            .collect::<Result<_, _>>()?;
        let program = [("usi:", Dialect::Usi), ("uci:", Dialect::Uci)]
            .into_iter()
            .find_map(|(prefix, dialect)| Some((dialect, text.strip_prefix(prefix)?)));
        let Some((dialect, path)) = program else {
            let player: Player = text
                .parse()
                .map_err(|_| EngineSpecError::Unknown(text.into()))?;
            return internal(player, args, &options);
        };
        if path.is_empty() {
            return Err(EngineSpecError::NoPath(text.into()));
        }
        let path = PathBuf::from(path);
        let name = path.file_stem().unwrap_or(path.as_os_str());
        Ok(EngineSpec {
            name: name.to_string_lossy().into_owned(),
            kind: EngineKind::Program {
                dialect,
                path,
                args: args.to_vec(),
                options,
            },
        })
    }

    #[must_use]
    pub fn internal(player: Player) -> Self {
        EngineSpec {
            name: player.to_string(),
            kind: EngineKind::Internal {
                player,
                hash_mb: 64,
                threads: 1,
                overhead_ms: 10,
            },
        }
    }

    /// The engine's entry in the header of a log, which distinguishes it from other engines.
    pub(crate) fn settings(&self, variant: VariantId) -> Result<Value, OutOfMemory> {
        Ok(match &self.kind {
            EngineKind::Internal {
                player,
                hash_mb,
                threads,
                overhead_ms,
            } => {
                let mut settings = json!({
                    "name": self.name,
                    "player": player.to_string(),
                    "engine": engine_fingerprint(variant)?,
                    "hash_mb": hash_mb,
                    "overhead_ms": overhead_ms,
                });
                // Left out for one thread, as in logs of versions without the option.
                if *threads > 1 {
                    settings["threads"] = json!(threads);
                }
                settings
            }
            EngineKind::Program {
                dialect,
                path,
                args,
                options,
            } => json!({
                "name": self.name,
                "program": path.to_string_lossy(),
                "protocol": dialect.name(),
                "args": args,
                "options": options,
            }),
        })
    }
}

fn split_option(text: &str) -> Result<(String, String), EngineSpecError> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().into(), value.trim().into()))
        }
        _ => Err(EngineSpecError::NotAnOption(text.into())),
    }
}

fn internal(
    player: Player,
    args: &[String],
    options: &[(String, String)],
) -> Result<EngineSpec, EngineSpecError> {
    if !args.is_empty() {
        return Err(EngineSpecError::NoArguments(player));
    }
    let mut spec = EngineSpec::internal(player);
    let EngineKind::Internal {
        hash_mb,
        threads,
        overhead_ms,
        ..
    } = &mut spec.kind
    else {
        return Ok(spec);
    };
    for (name, value) in options {
        match name.to_ascii_lowercase().replace('_', " ").as_str() {
            "hash" | "usi hash" => *hash_mb = number("Hash", value, 1, 4096)? as usize,
            "threads" => *threads = number("Threads", value, 1, MAX_THREADS as u64)? as usize,
            "move overhead" => *overhead_ms = number("Move Overhead", value, 0, 10_000)?,
            _ => {
                let option = name.clone();
                return Err(EngineSpecError::UnknownOption { player, option });
            }
        }
    }
    Ok(spec)
}

fn number(option: &'static str, value: &str, min: u64, max: u64) -> Result<u64, EngineSpecError> {
    let parsed = value.parse().ok();
    parsed
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| EngineSpecError::BadValue {
            option,
            value: value.into(),
            min,
            max,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, args: &[&str], options: &[&str]) -> Result<EngineSpec, EngineSpecError> {
        let own = |list: &[&str]| list.iter().map(|s| (*s).to_string()).collect::<Vec<_>>();
        EngineSpec::parse(text, &own(args), &own(options))
    }

    #[test]
    fn players_and_programs_are_parsed() {
        let spec = parse("full", &[], &["Hash=16", "threads=2", "move_overhead = 50"]).unwrap();
        let EngineKind::Internal {
            player,
            hash_mb,
            threads,
            overhead_ms,
        } = spec.kind
        else {
            panic!("{spec:?}");
        };
        assert_eq!(player.to_string(), "full");
        assert_eq!((hash_mb, threads, overhead_ms), (16, 2, 50));

        let spec = parse("uci:/opt/a b/engine.bin", &["-x"], &["Eval File=n=1.bin"]).unwrap();
        assert_eq!(spec.name, "engine");
        let EngineKind::Program {
            dialect,
            args,
            options,
            ..
        } = spec.kind
        else {
            panic!();
        };
        assert_eq!(
            (dialect, args.as_slice()),
            (Dialect::Uci, &["-x".to_string()][..])
        );
        assert_eq!(options, [("Eval File".to_string(), "n=1.bin".to_string())]);
    }

    #[test]
    fn bad_descriptions_say_what_is_expected() {
        for (text, args, options, part) in [
            ("godlike", &[][..], &[][..], "expected full, 0 to 16, easy"),
            ("usi:", &[], &[], "usi:PATH"),
            ("full", &[], &["Hash"], "NAME=VALUE"),
            ("full", &[], &["=3"], "NAME=VALUE"),
            (
                "full",
                &[],
                &["Book=no"],
                "it has Hash, Threads and Move Overhead",
            ),
            ("full", &[], &["Threads=0"], "from 1 to 256, not \"0\""),
            ("full", &[], &["Hash=0"], "from 1 to 4096, not \"0\""),
            ("easy", &["-x"], &[], "takes no arguments"),
        ] {
            let error = parse(text, args, options).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
