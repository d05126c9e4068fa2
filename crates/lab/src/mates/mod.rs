//! Positions with a short mate, to measure how surely an engine finds it.
//!
//! A set is a file of JSON lines. The first says what it is:
//! `{"mates":1,"game":"shogi","plies":3,"count":100,"command":"komadai mates shogi …"}`; each of the
//! others is a problem: `{"position":"…","moves":"S*4c"}` with all moves that begin such a mate.

mod generate;
mod prove;

use komadai_engine::{AnyEngine, Control, Limits};
use komadai_notation::{move_text, parse_move, parse_position, position_text};
use komadai_rules::{AnyGame, AnyPosition, GameId, Move, RuleSet, SetupRules};
use serde::{Deserialize, Serialize};

pub use generate::{MatesPlan, generate_mates};
pub use prove::{first_moves, mates_within};

/// A position in which the side to move mates by checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateProblem {
    /// The position.
    pub position: AnyPosition,
    /// All checks that lead to a mate of this length.
    pub moves: Vec<Move>,
}

/// Problems of one game and one length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateSet {
    /// The game.
    pub game: GameId,
    /// Plies to the mate.
    pub plies: u32,
    /// The command that made the set.
    pub command: String,
    /// The problems.
    pub problems: Vec<MateProblem>,
}

/// Why problems cannot be used, or not be made.
#[derive(Debug, thiserror::Error)]
pub enum MatesError {
    /// It does not begin like a set of mates.
    #[error(
        "the first line must be like \
         {{\"mates\":1,\"game\":\"shogi\",\"plies\":3,\"count\":100,\"command\":\"…\"}}: {0}"
    )]
    Header(String),
    /// A line that cannot be used.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// There are more or fewer problems than its first line promises.
    #[error("there are {found} problems where the first line promises {promised}")]
    Count {
        /// Problems there are.
        found: usize,
        /// What the first line says.
        promised: usize,
    },
    /// A length that is no mate's.
    #[error("a mate takes 1, 3, 5 or 7 plies, not {0}")]
    Plies(u32),
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

#[derive(Serialize, Deserialize)]
struct Header {
    /// Version of the format.
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

impl MateSet {
    /// The sets that come with the program: mates in 3 and in 5 plies, a hundred of each.
    ///
    /// # Errors
    /// None: the tests read all of them.
    pub fn built_in(game: GameId) -> Result<[Self; 2], MatesError> {
        let (three, five) = match game {
            GameId::Shogi => (
                include_str!("../../mates/shogi-3.jsonl"),
                include_str!("../../mates/shogi-5.jsonl"),
            ),
            GameId::Minishogi => (
                include_str!("../../mates/minishogi-3.jsonl"),
                include_str!("../../mates/minishogi-5.jsonl"),
            ),
            GameId::Torishogi => (
                include_str!("../../mates/torishogi-3.jsonl"),
                include_str!("../../mates/torishogi-5.jsonl"),
            ),
            GameId::Shogun => (
                include_str!("../../mates/shogun-3.jsonl"),
                include_str!("../../mates/shogun-5.jsonl"),
            ),
        };
        Ok([MateSet::parse(three)?, MateSet::parse(five)?])
    }

    /// Reads the text of a set.
    ///
    /// # Errors
    /// Says which line cannot be used and why. Whether the mates are there is not asked.
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
        let game: GameId = (header.game.parse())
            .map_err(|_| MatesError::Header(format!("there is no game \"{}\"", header.game)))?;
        let mut problems = Vec::new();
        for (index, row) in rows.enumerate() {
            let problem = read_line(game, row).map_err(|why| MatesError::Line {
                line: index + 2,
                why,
            })?;
            problems.push(problem);
        }
        if problems.len() != header.count {
            return Err(MatesError::Count {
                found: problems.len(),
                promised: header.count,
            });
        }
        Ok(MateSet {
            game,
            plies: header.plies,
            command: header.command,
            problems,
        })
    }

    /// The text of the set.
    #[must_use]
    pub fn text(&self) -> String {
        let header = Header {
            mates: FORMAT,
            game: self.game.name().into(),
            plies: self.plies,
            count: self.problems.len(),
            command: self.command.clone(),
        };
        let mut text = json(&header);
        for problem in &self.problems {
            let moves = problem.moves.iter().map(|&mv| move_text(self.game, mv));
            text.push_str(&json(&Line {
                position: position_text(&problem.position),
                moves: moves.collect::<Vec<_>>().join(" "),
            }));
        }
        text
    }

    /// What our engine sees of each problem within so many positions: the plies of the mate it found,
    /// which may be longer than it needs to be, or `None` if it found none.
    #[must_use]
    pub fn solve(&self, nodes: u64) -> Vec<Option<u32>> {
        let mut engine = AnyEngine::new(self.game, 16).expect("memory for a small hash table");
        let mut solve = |problem: &MateProblem| {
            engine.clear();
            let game = AnyGame::new(problem.position, RuleSet::default_for(self.game));
            let found = engine.search(&game, &Limits::nodes(nodes), &mut Control::default());
            let found = found.expect("the engine is of this game");
            let plies = found.score.mate_plies().filter(|&plies| plies > 0);
            plies.map(i32::unsigned_abs)
        };
        self.problems.iter().map(&mut solve).collect()
    }
}

/// The side to move moves first and last.
fn is_mate_length(plies: u32) -> bool {
    matches!(plies, 1 | 3 | 5 | 7)
}

fn json(value: &impl Serialize) -> String {
    // Strings and numbers always can be written.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

fn read_line(game: GameId, text: &str) -> Result<MateProblem, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let position =
        parse_position(game, &line.position, SetupRules::Play).map_err(|e| e.to_string())?;
    let mut moves = Vec::new();
    for word in line.moves.split_whitespace() {
        let mv = parse_move(game, word).map_err(|e| format!("\"{word}\": {e}"))?;
        if !position.is_legal(mv) {
            return Err(format!("\"{word}\" is illegal"));
        }
        moves.push(mv);
    }
    if moves.is_empty() {
        return Err("there is no move".into());
    }
    Ok(MateProblem { position, moves })
}
