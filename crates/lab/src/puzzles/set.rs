//! File of a variant's puzzles.

use komadai_engine::OutOfMemory;
use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io;

use super::puzzle::{Puzzle, PuzzleKind};
use super::symmetry::symmetric_key;
use crate::json_lines::push_json_line;
use crate::pool::PoolError;

/// Puzzles of one variant, sorted by rating and id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    pub variant: VariantId,
    pub command: String,
    pub seed: u64,
    pub games: u64,
    pub puzzles: Vec<Puzzle>,
}

#[derive(Debug, thiserror::Error)]
pub enum PuzzlesError {
    #[error(
        "line 1: expected a header like {{\"puzzles\":1,\"game\":\"shogi\",\"count\":100,\
         \"command\":\"…\",\"seed\":1,\"games\":500}}: {0}"
    )]
    Header(String),
    #[error("line {line}: {why}")]
    Line { line: usize, why: String },
    #[error("there are {found} puzzles, but line 1 says {expected}")]
    Count { found: usize, expected: usize },
    #[error("the puzzles were mined with {0}; give another file, or the same settings to resume")]
    OtherSettings(String),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted after {games} games; --resume continues")]
    Interrupted { games: u64 },
}

#[derive(Serialize, Deserialize)]
struct Header {
    puzzles: u32,
    game: String,
    count: usize,
    command: String,
    seed: u64,
    games: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    kind: String,
    position: String,
    plies: u32,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<String>,
    themes: Vec<String>,
    rating: u32,
}

const FORMAT: u32 = 1;

/// Greatest number of correct first moves.
pub(crate) const MAX_SOLUTIONS: usize = 3;

impl PuzzleSet {
    /// A set without puzzles or games.
    #[must_use]
    pub fn new(variant: VariantId, seed: u64, command: &str) -> Self {
        PuzzleSet {
            variant,
            command: command.into(),
            seed,
            games: 0,
            puzzles: Vec::new(),
        }
    }

    /// Parses a set: moves must be legal, ids those of the positions, puzzles sorted by rating and id,
    /// and no two equal when mirrored or with colours reversed. [`check_puzzles`](crate::check_puzzles)
    /// verifies the solutions.
    ///
    /// # Errors
    /// The line that can't be used and the reason.
    pub fn parse(text: &str) -> Result<Self, PuzzlesError> {
        let mut rows = text.lines();
        let header: Header = serde_json::from_str(rows.next().unwrap_or_default())
            .map_err(|error| PuzzlesError::Header(error.to_string()))?;
        if header.puzzles != FORMAT {
            let why = format!("format {} is not {FORMAT}", header.puzzles);
            return Err(PuzzlesError::Header(why));
        }
        let variant: VariantId = (header.game.parse())
            .map_err(|_| PuzzlesError::Header(format!("there is no game \"{}\"", header.game)))?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seen: HashMap<u64, usize> = HashMap::new();
        for (line, row) in (2..).zip(rows) {
            let at = |why| PuzzlesError::Line { line, why };
            let puzzle = read_line(variant, row).map_err(at)?;
            if puzzles
                .last()
                .is_some_and(|last| sort_key(last) >= sort_key(&puzzle))
            {
                return Err(at("it is not sorted by rating and id".into()));
            }
            if let Some(other) = seen.insert(symmetric_key(&puzzle.position), line) {
                return Err(at(format!("it is the same position as in line {other}")));
            }
            puzzles.push(puzzle);
        }
        if puzzles.len() != header.count {
            return Err(PuzzlesError::Count {
                found: puzzles.len(),
                expected: header.count,
            });
        }
        Ok(PuzzleSet {
            variant,
            command: header.command,
            seed: header.seed,
            games: header.games,
            puzzles,
        })
    }

    #[must_use]
    pub fn text(&self) -> String {
        let header = Header {
            puzzles: FORMAT,
            game: self.variant.name().into(),
            count: self.puzzles.len(),
            command: self.command.clone(),
            seed: self.seed,
            games: self.games,
        };
        let mut text = String::new();
        push_json_line(&mut text, &header);
        for puzzle in &self.puzzles {
            push_json_line(&mut text, &line_of(puzzle));
        }
        text
    }

    pub(super) fn add(&mut self, puzzles: Vec<Puzzle>) {
        self.puzzles.extend(puzzles);
        self.puzzles.sort_by_cached_key(sort_key);
    }
}

fn sort_key(puzzle: &Puzzle) -> (u32, String) {
    (puzzle.rating, puzzle.id())
}

fn line_of(puzzle: &Puzzle) -> Line {
    let variant = puzzle.position.variant();
    let texts = |moves: &[Move]| {
        moves
            .iter()
            .map(|&mv| mv.display(variant).to_string())
            .collect()
    };
    Line {
        id: puzzle.id(),
        kind: puzzle.kind.name().into(),
        position: puzzle.position.to_string(),
        plies: puzzle.plies(),
        moves: texts(&puzzle.moves),
        solutions: texts(&puzzle.solutions),
        themes: puzzle
            .themes
            .iter()
            .map(|theme| theme.name().into())
            .collect(),
        rating: puzzle.rating,
    }
}

fn read_line(variant: VariantId, text: &str) -> Result<Puzzle, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let kind: PuzzleKind = parsed(&line.kind)?;
    let rules = match kind {
        PuzzleKind::Mate => SetupRules::Mate,
        PuzzleKind::Tactic | PuzzleKind::Defence => SetupRules::Play,
    };
    let position = AnyPosition::parse(variant, &line.position, rules).map_err(|e| e.to_string())?;
    let moves = read_moves(variant, &line.moves)?;
    play_all(&position, &moves)?;
    let solutions = read_moves(variant, &line.solutions)?;
    for &mv in &solutions {
        play_all(&position, &[mv])?;
    }
    let themes = line.themes.iter().map(|name| parsed(name));
    let puzzle = Puzzle {
        kind,
        position,
        moves,
        solutions,
        themes: themes.collect::<Result<_, _>>()?,
        rating: line.rating,
    };
    if puzzle.plies() != line.plies || line.plies.is_multiple_of(2) {
        let moves = puzzle.plies();
        return Err(format!(
            "it has {moves} moves, but \"plies\" is {}",
            line.plies
        ));
    }
    check_solutions(&puzzle)?;
    if puzzle.id() != line.id {
        return Err(format!("its id is {}, not \"{}\"", puzzle.id(), line.id));
    }
    Ok(puzzle)
}

fn parsed<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn read_moves(variant: VariantId, words: &[String]) -> Result<Vec<Move>, String> {
    let read = |word: &String| Move::parse(variant, word).map_err(|e| format!("\"{word}\": {e}"));
    words.iter().map(read).collect()
}

fn play_all(start: &AnyPosition, moves: &[Move]) -> Result<(), String> {
    let mut position = *start;
    for &mv in moves {
        position.play(mv).map_err(|refusal| {
            let word = mv.display(start.variant()).to_string();
            format!("\"{word}\" is illegal: {}", refusal.code)
        })?;
    }
    Ok(())
}

fn check_solutions(puzzle: &Puzzle) -> Result<(), String> {
    let solutions = &puzzle.solutions;
    if solutions.is_empty() {
        return Ok(());
    }
    let distinct = (solutions.iter().enumerate()).all(|(i, mv)| !solutions[..i].contains(mv));
    match distinct
        && (2..=MAX_SOLUTIONS).contains(&solutions.len())
        && solutions.contains(&puzzle.moves[0])
    {
        true => Ok(()),
        false => Err(format!(
            "\"solutions\" must be 2 to {MAX_SOLUTIONS} different moves, with the first move of the line \
             among them, or missing"
        )),
    }
}
