//! Opponents of three strengths.

use komadai_rules::{Game, GameId, History, Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

use crate::engine::Engine;
use crate::limits::{Control, Limits};
use crate::report::SearchResult;
use crate::score::{MATE, Score};

/// How strong an opponent is.
///
/// ```
/// use komadai_engine::Level;
/// assert_eq!("middle".parse(), Ok(Level::Middle));
/// assert_eq!(Level::Full.name(), "full");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Looks at its own move only, misjudges it, and now and then just moves something.
    Easy,
    /// Looks a few moves ahead and sometimes not at all.
    Middle,
    /// As strong as the limits allow.
    Full,
}

/// No level has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown level; the levels are easy, middle and full")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or(UnknownLevel)
    }
}

/// How the easy level errs, game by game: small boards forgive a shallow look more easily, so there
/// it has to err more to be as easy an opponent.
struct EasyGame {
    /// How far off its judgement of a move typically is, in centipawns.
    error: i32,
    /// One move in so many is any legal move.
    whim: u64,
    /// It sees a mate in one so many times out of ten.
    sees_mate: u64,
}

fn easy_game(game: GameId) -> EasyGame {
    let (error, whim, sees_mate) = match game {
        GameId::Shogi => (240, 9, 7),
        GameId::Minishogi => (520, 5, 3),
        GameId::Torishogi => (280, 8, 6),
        GameId::Shogun => (420, 6, 4),
    };
    EasyGame {
        error,
        whim,
        sees_mate,
    }
}

/// One middle move in so many is made without looking ahead.
const MIDDLE_LAPSE: u64 = 8;
/// What the middle level looks at: no deeper, and no more positions.
const MIDDLE_DEPTH: u32 = 3;
const MIDDLE_NODES: u64 = 4_000;
/// What the full level looks at if nobody limits it.
const FULL_NODES: u64 = 200_000;

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Middle, Level::Full];

    /// The stable name: `easy`, `middle`, `full`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Middle => "middle",
            Level::Full => "full",
        }
    }

    /// Chooses a move for the side to move. The same engine state, game, seed and node or depth
    /// limit give the same move; the seed of each move should differ.
    ///
    /// Easy ignores the limits, middle keeps to its own where they are lower, full searches
    /// 200,000 positions if there are none.
    pub fn choose<G: Game>(
        self,
        engine: &mut Engine<G>,
        game: &History<G>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        let mut luck = Luck::new(seed, u64::from(game.ply()));
        match self {
            Level::Easy => easy(engine, game, &mut luck, true),
            Level::Middle if luck.one_in(MIDDLE_LAPSE) => easy(engine, game, &mut luck, false),
            Level::Middle => engine.search(game, &middle_limits(limits), control),
            Level::Full if limits.is_unlimited() => {
                let limits = Limits {
                    nodes: Some(FULL_NODES),
                    ..limits.clone()
                };
                engine.search(game, &limits, control)
            }
            Level::Full => engine.search(game, limits, control),
        }
    }
}

fn middle_limits(limits: &Limits) -> Limits {
    Limits {
        depth: Some(limits.depth.unwrap_or(MIDDLE_DEPTH).min(MIDDLE_DEPTH)),
        nodes: Some(limits.nodes.unwrap_or(MIDDLE_NODES).min(MIDDLE_NODES)),
        ..limits.clone()
    }
}

/// The easy level's move. `whims` also allows it to play anything at all and to miss mates.
fn easy<G: Game>(
    engine: &Engine<G>,
    game: &History<G>,
    luck: &mut Luck,
    whims: bool,
) -> SearchResult {
    let position = game.position();
    let moves = game.legal_moves().sorted();
    let count = moves.len() as u64;
    let habits = easy_game(G::ID);
    if count == 0 {
        return SearchResult::game_over();
    }
    if !whims || luck.below(10) < habits.sees_mate {
        if let Some(mate) = position.mate_in_one() {
            return SearchResult::of_move(mate, Score(MATE - 1), count);
        }
    }
    if whims && luck.one_in(habits.whim) {
        let any = moves[luck.below(count) as usize];
        return SearchResult::of_move(any, engine.evaluate(position), count);
    }
    let mut best: Option<(i32, Move)> = None;
    for mv in moves {
        let score = glance(engine, position, mv) + luck.error(habits.error);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, mv));
        }
    }
    let (score, mv) = best.expect("there is at least one move");
    SearchResult::of_move(mv, Score::from_centipawns(score), count)
}

/// What the position looks like right after a move, to one who sees what is taken next on that
/// square and nothing else.
fn glance<G: Game>(engine: &Engine<G>, position: &Position<G>, mv: Move) -> i32 {
    let mut after = *position;
    after.play(mv);
    let score = -engine.evaluate(&after).centipawns();
    let safe = engine.wins_at_least(position, mv, 0);
    if safe { score } else { score - HANGING }
}

/// How much a beginner dislikes putting a man where it is lost.
const HANGING: i32 = 250;

/// Random numbers from a seed, the same on every machine.
struct Luck(ChaCha8Rng);

impl Luck {
    fn new(seed: u64, ply: u64) -> Self {
        // Neighbouring seeds and plies must not share their luck.
        Luck(ChaCha8Rng::seed_from_u64(
            seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        ))
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A bell curve's worth of error: four uniform ones added up.
    fn error(&mut self, typical: i32) -> i32 {
        let spread = 2 * typical as u64 + 1;
        (0..4)
            .map(|_| self.below(spread) as i32 - typical)
            .sum::<i32>()
            * 7
            / 8
    }
}
