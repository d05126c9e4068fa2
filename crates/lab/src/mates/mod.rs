//! Positions with a short mate, to measure how reliably an engine finds it.
//!
//! A set is a JSON Lines file. The first line is a header:
//! `{"mates":1,"game":"shogi","plies":3,"count":100,"command":"komadai-lab mates shogi …"}`; each other line
//! is a problem: `{"position":"…","moves":"S*4c"}` with all first moves of such a mate.

mod generate;
mod prove;

use komadai_engine::{Control, Limits, OutOfMemory};
use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, VariantId};
use serde::{Deserialize, Serialize};

use crate::evaluated_engine::classical_engine;
use crate::json_lines::{push_json_line, texts_of};

pub use generate::{MatesPlan, generate_mates};
pub use prove::{mates_within, mating_moves};

/// A position in which the side to move has a mate by checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateProblem {
    pub position: AnyPosition,
    /// All first moves of a mate of this length.
    pub moves: Vec<Move>,
}

/// Problems of one variant and one length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateSet {
    pub variant: VariantId,
    pub plies: u32,
    pub command: String,
    pub problems: Vec<MateProblem>,
}

#[derive(Debug, thiserror::Error)]
pub enum MatesError {
    #[error(
        "the first line must be like \
         {{\"mates\":1,\"game\":\"shogi\",\"plies\":3,\"count\":100,\"command\":\"…\"}}: {0}"
    )]
    Header(String),
    #[error("line {line}: {why}")]
    Line { line: usize, why: String },
    #[error("there are {found} problems, but the first line says {expected}")]
    Count { found: usize, expected: usize },
    #[error("there are no built-in mates of {0}")]
    NoBuiltIn(VariantId),
    #[error("a mate takes an odd number of plies, at most {MAX_MATE_PLIES}, not {0}")]
    Plies(u32),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    #[error("interrupted")]
    Interrupted,
}

#[derive(Serialize, Deserialize)]
struct Header {
    mates: u32,
    game: String,
    plies: u32,
    count: usize,
    command: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    position: String,
    moves: String,
}

const FORMAT: u32 = 1;

/// Built-in sets; each header names its variant.
const BUILT_IN: &[&str] = &[
    include_str!("../../mates/shogi-3.jsonl"),
    include_str!("../../mates/shogi-5.jsonl"),
    include_str!("../../mates/minishogi-3.jsonl"),
    include_str!("../../mates/minishogi-5.jsonl"),
    include_str!("../../mates/torishogi-3.jsonl"),
    include_str!("../../mates/torishogi-5.jsonl"),
    include_str!("../../mates/shogun-3.jsonl"),
    include_str!("../../mates/shogun-5.jsonl"),
];

impl MateSet {
    /// Built-in sets of a variant: mates in 3 and in 5 plies, a hundred of each.
    ///
    /// # Errors
    /// If there are none.
    pub fn built_in(variant: VariantId) -> Result<Vec<Self>, MatesError> {
        let sets = texts_of(variant, BUILT_IN).map(MateSet::parse);
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        match sets.is_empty() {
            true => Err(MatesError::NoBuiltIn(variant)),
            false => Ok(sets),
        }
    }

    /// Parses a set without checking the mates.
    ///
    /// # Errors
    /// The line that can't be used and the reason.
    pub fn parse(text: &str) -> Result<Self, MatesError> {
        let mut rows = text.lines();
        let header: Header = serde_json::from_str(rows.next().unwrap_or_default())
            .map_err(|error| MatesError::Header(error.to_string()))?;
        if header.mates != FORMAT {
            let why = format!("format {} is not {FORMAT}", header.mates);
            return Err(MatesError::Header(why));
        }
        if !is_mate_length(header.plies) {
            return Err(MatesError::Plies(header.plies));
        }
        let variant: VariantId = (header.game.parse())
            .map_err(|_| MatesError::Header(format!("there is no game \"{}\"", header.game)))?;
        let mut problems = Vec::new();
        for (index, row) in rows.enumerate() {
            let problem = read_line(variant, row).map_err(|why| MatesError::Line {
                line: index + 2,
                why,
            })?;
            problems.push(problem);
        }
        if problems.len() != header.count {
            return Err(MatesError::Count {
                found: problems.len(),
                expected: header.count,
            });
        }
        Ok(MateSet {
            variant,
            plies: header.plies,
            command: header.command,
            problems,
        })
    }

    #[must_use]
    pub fn text(&self) -> String {
        let header = Header {
            mates: FORMAT,
            game: self.variant.name().into(),
            plies: self.plies,
            count: self.problems.len(),
            command: self.command.clone(),
        };
        let mut text = String::new();
        push_json_line(&mut text, &header);
        for problem in &self.problems {
            let moves = problem
                .moves
                .iter()
                .map(|&mv| mv.display(self.variant).to_string());
            let line = Line {
                position: problem.position.to_string(),
                moves: moves.collect::<Vec<_>>().join(" "),
            };
            push_json_line(&mut text, &line);
        }
        text
    }

    /// Searches each problem with this many nodes: plies of the mate found, not necessarily the shortest,
    /// or `None`.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub fn solve(&self, nodes: u64) -> Result<Vec<Option<u32>>, OutOfMemory> {
        let mut engine = classical_engine(self.variant, 16)?;
        let mut solve = |problem: &MateProblem| {
            engine.clear();
            let game = AnyGame::new(problem.position, RuleSet::default_for(self.variant));
            let found = engine.search(&game, &Limits::nodes(nodes), &mut Control::default())?;
            let plies = found.score.mate_plies().filter(|&plies| plies > 0);
            Ok(plies.map(i32::unsigned_abs))
        };
        self.problems.iter().map(&mut solve).collect()
    }
}

/// Greatest length of a problem in plies: fast games rarely have longer ones.
const MAX_MATE_PLIES: u32 = 15;

/// `true` for odd lengths: the attacker moves first and last.
fn is_mate_length(plies: u32) -> bool {
    plies % 2 == 1 && plies <= MAX_MATE_PLIES
}

fn read_line(variant: VariantId, text: &str) -> Result<MateProblem, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let position =
        AnyPosition::parse(variant, &line.position, SetupRules::Play).map_err(|e| e.to_string())?;
    let mut moves = Vec::new();
    for word in line.moves.split_whitespace() {
        let mv = Move::parse(variant, word).map_err(|e| format!("\"{word}\": {e}"))?;
        if !position.is_legal(mv) {
            return Err(format!("\"{word}\" is illegal"));
        }
        moves.push(mv);
    }
    if moves.is_empty() {
        return Err("it has no moves".into());
    }
    Ok(MateProblem { position, moves })
}
