//! Openings: balanced lines from which matches begin.
//!
//! A set is a JSON Lines file. The first line is a header:
//! `{"openings":1,"game":"shogi","count":500,"command":"komadai-lab openings shogi …"}`; each other line is
//! an opening: `{"moves":"7g7f 3c3d","score":12}` with the moves from the start position (or from a
//! `"position"` of its own) in the variant's notation and the engine's score of the position reached, in
//! centipawns for the side to move.

mod generate;

use komadai_engine::fnv1a;
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, VariantId};
use serde::{Deserialize, Serialize};
use std::path::Path;

use crate::json_lines::{push_json_line, texts_of};

pub use generate::{OpeningsPlan, generate_openings};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    pub start: AnyPosition,
    pub moves: Vec<Move>,
    /// Score of the position reached, in centipawns for the side to move.
    pub score: i32,
}

impl Opening {
    /// The game after the moves, under default rules.
    pub(crate) fn play(&self) -> AnyGame {
        let mut game = AnyGame::new(self.start, RuleSet::default_for(self.start.variant()));
        for &mv in &self.moves {
            // Legal: checked when the set was parsed.
            let _ = game.play(mv);
        }
        game
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningSet {
    variant: VariantId,
    command: String,
    lines: Vec<Opening>,
    fingerprint: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    #[error("cannot read the openings {name}: {source}")]
    Read {
        name: String,
        source: std::io::Error,
    },
    #[error(
        "{name} is not a file of openings: its first line must be like \
         {{\"openings\":1,\"game\":\"shogi\",\"count\":500,\"command\":\"…\"}}: {why}"
    )]
    Header { name: String, why: String },
    #[error("there are no built-in openings of {0}: give a file")]
    NoBuiltIn(VariantId),
    #[error("{name} has openings of {found}, not of {wanted}")]
    OtherVariant {
        name: String,
        found: String,
        wanted: VariantId,
    },
    #[error("{name}, line {line}: {why}")]
    Line {
        name: String,
        line: usize,
        why: String,
    },
    #[error("{name} has {found} openings, but its first line says {expected}")]
    Count {
        name: String,
        found: usize,
        expected: usize,
    },
    /// Too few distinct balanced openings were found.
    #[error(
        "only {} of {wanted} openings found in {tries} tries: ask for fewer, or allow more \
         plies or a higher score",
        .found.len()
    )]
    TooFew {
        found: Vec<Opening>,
        wanted: usize,
        /// Random openings tried.
        tries: u64,
    },
    #[error(transparent)]
    OutOfMemory(#[from] komadai_engine::OutOfMemory),
    #[error("interrupted with {} of {wanted} openings found", .found.len())]
    Interrupted { found: Vec<Opening>, wanted: usize },
}

impl OpeningsError {
    /// Openings found before generation ended early.
    #[must_use]
    pub fn found(&self) -> &[Opening] {
        match self {
            OpeningsError::TooFew { found, .. } | OpeningsError::Interrupted { found, .. } => found,
            _ => &[],
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    openings: u32,
    game: String,
    count: usize,
    command: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: String,
    score: i32,
}

const FORMAT: u32 = 1;

/// Built-in sets; each header names its variant.
const BUILT_IN: &[&str] = &[
    include_str!("../../openings/shogi.jsonl"),
    include_str!("../../openings/minishogi.jsonl"),
    include_str!("../../openings/torishogi.jsonl"),
    include_str!("../../openings/shogun.jsonl"),
];

impl OpeningSet {
    /// # Errors
    /// If the variant has no built-in set.
    pub fn built_in(variant: VariantId) -> Result<Self, OpeningsError> {
        let text = texts_of(variant, BUILT_IN).next();
        let text = text.ok_or(OpeningsError::NoBuiltIn(variant))?;
        OpeningSet::parse(variant, "built-in", text)
    }

    /// # Errors
    /// If the file or one of its lines can't be used.
    pub fn read(variant: VariantId, path: &Path) -> Result<Self, OpeningsError> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => OpeningSet::parse(variant, &name, &text),
            Err(source) => Err(OpeningsError::Read { name, source }),
        }
    }

    /// Parses a file; `name` stands for it in messages.
    ///
    /// # Errors
    /// The line that can't be used and the reason.
    pub fn parse(variant: VariantId, name: &str, text: &str) -> Result<Self, OpeningsError> {
        let mut rows = text.lines();
        let header = rows.next().unwrap_or_default();
        let bad_header = |why: String| OpeningsError::Header {
            name: name.into(),
            why,
        };
        let header: Header = serde_json::from_str(header).map_err(|e| bad_header(e.to_string()))?;
        if header.openings != FORMAT {
            let why = format!("format {} is not {FORMAT}", header.openings);
            return Err(bad_header(why));
        }
        if header.game != variant.name() {
            return Err(OpeningsError::OtherVariant {
                name: name.into(),
                found: header.game,
                wanted: variant,
            });
        }
        let mut lines = Vec::new();
        for (index, row) in rows.enumerate() {
            let opening = read_line(variant, row).map_err(|why| OpeningsError::Line {
                name: name.into(),
                line: index + 2,
                why,
            })?;
            lines.push(opening);
        }
        if lines.len() != header.count || lines.is_empty() {
            return Err(OpeningsError::Count {
                name: name.into(),
                found: lines.len(),
                expected: header.count,
            });
        }
        Ok(OpeningSet {
            variant,
            command: header.command,
            lines,
            fingerprint: fnv1a::hash(text.as_bytes()),
        })
    }

    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.variant
    }

    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// At least one opening.
    #[must_use]
    pub fn lines(&self) -> &[Opening] {
        &self.lines
    }

    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

#[must_use]
pub fn openings_text(variant: VariantId, command: &str, lines: &[Opening]) -> String {
    let header = Header {
        openings: FORMAT,
        game: variant.name().into(),
        count: lines.len(),
        command: command.into(),
    };
    let mut text = String::new();
    push_json_line(&mut text, &header);
    for opening in lines {
        let moves: Vec<String> = opening
            .moves
            .iter()
            .map(|&mv| mv.display(variant).to_string())
            .collect();
        let own_start = opening.start != AnyPosition::start(variant);
        let line = Line {
            position: own_start.then(|| opening.start.to_string()),
            moves: moves.join(" "),
            score: opening.score,
        };
        push_json_line(&mut text, &line);
    }
    text
}

/// Parses an opening: its moves are legal, and the game is not over after them.
fn read_line(variant: VariantId, text: &str) -> Result<Opening, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let start = match &line.position {
        Some(text) => {
            AnyPosition::parse(variant, text, SetupRules::Play).map_err(|e| e.to_string())?
        }
        None => AnyPosition::start(variant),
    };
    let mut played = AnyGame::new(start, RuleSet::default_for(variant));
    for (index, word) in line.moves.split_whitespace().enumerate() {
        let number = index + 1;
        let mv =
            Move::parse(variant, word).map_err(|e| format!("move {number} \"{word}\": {e}"))?;
        (played.play(mv)).map_err(|e| format!("move {number} \"{word}\": {e}"))?;
    }
    if let Some(outcome) = played.outcome() {
        return Err(format!("the game is over after it: {}", outcome.reason));
    }
    Ok(Opening {
        start,
        moves: played.moves().to_vec(),
        score: line.score,
    })
}
