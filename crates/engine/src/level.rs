//! Opponents of many strengths.

use komadai_rules::{Game, GameId, History, Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

use crate::engine::Engine;
use crate::grade::Grade;
use crate::habits::{self, Habits};
use crate::limits::{Control, Limits};
use crate::report::{Info, SearchResult};
use crate::score::{MATE, Score};

/// How strong an opponent is: a number from 1, the weakest, to [`Level::COUNT`], or full strength.
///
/// ```
/// use komadai_engine::Level;
/// use komadai_rules::GameId;
/// assert_eq!("3".parse(), Ok(Level::numbered(3).unwrap()));
/// assert_eq!(Level::FULL.to_string(), "full");
/// assert!(Level::numbered(2).unwrap().rating(GameId::Shogi) > Level::numbered(1).unwrap().rating(GameId::Shogi));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// No level has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown level; the levels are 1 to {}, easy, middle and full",
            Level::COUNT
        )
    }
}

impl std::error::Error for UnknownLevel {}

/// The number, or `full`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("full"),
        }
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        match text {
            "easy" => Ok(Level::EASY),
            "middle" => Ok(Level::MIDDLE),
            "full" => Ok(Level::FULL),
            number => (number.parse().ok())
                .and_then(Level::numbered)
                .ok_or(UnknownLevel),
        }
    }
}

/// What the full level looks at if nobody limits it.
const FULL_NODES: u64 = 200_000;

impl Level {
    /// How many numbered levels there are in each game.
    pub const COUNT: u8 = habits::COUNT as u8;
    /// The weakest, also called `easy`.
    pub const EASY: Level = Level(1);
    /// Two thirds of the way up, also called `middle`.
    pub const MIDDLE: Level = Level(Level::COUNT * 2 / 3);
    /// As strong as the limits allow.
    pub const FULL: Level = Level(Level::COUNT + 1);

    /// All levels, weakest first, full strength last.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    /// The level of a number, if there is one.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Level> {
        (1..=Level::COUNT)
            .contains(&number)
            .then_some(Level(number))
    }

    /// Its number; `None` at full strength.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        (self != Level::FULL).then_some(self.0)
    }

    /// How it plays a game; `None` at full strength.
    #[must_use]
    pub fn habits(self, game: GameId) -> Option<Habits> {
        self.number()
            .map(|number| habits::of(game)[usize::from(number) - 1].habits)
    }

    /// Its measured strength in a game, in Elo, where the two-ply player has 1,000; `None` at full
    /// strength, which is as good as its limits.
    #[must_use]
    pub fn rating(self, game: GameId) -> Option<i32> {
        self.number()
            .map(|number| habits::of(game)[usize::from(number) - 1].rating)
    }

    /// Its rating as a grade.
    #[must_use]
    pub fn grade(self, game: GameId) -> Option<Grade> {
        self.rating(game).map(Grade::of)
    }

    /// The numbered level whose rating is nearest; of two equally near the weaker.
    #[must_use]
    pub fn nearest(game: GameId, rating: i32) -> Level {
        let distance = |level: &Level| {
            level
                .rating(game)
                .map_or(i32::MAX, |own| (own - rating).abs())
        };
        (1..=Level::COUNT)
            .map(Level)
            .min_by_key(distance)
            .unwrap_or(Level::EASY)
    }

    /// Chooses a move for the side to move; the seed of each move should differ.
    ///
    /// A numbered level's move depends on the game, the seed and a node or depth limit alone,
    /// whatever the engine has searched before and however large its table is. It keeps to its own
    /// limits where they are lower. Full strength goes on from what the engine knows, and searches
    /// 200,000 positions if there are no limits.
    pub fn choose<G: Game>(
        self,
        engine: &mut Engine<G>,
        game: &History<G>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        match self.habits(G::ID) {
            Some(habits) => habits.choose(engine, game, seed, limits, control),
            None if limits.is_unlimited() => {
                let limits = Limits {
                    nodes: Some(FULL_NODES),
                    ..limits.clone()
                };
                engine.search(game, &limits, control)
            }
            None => engine.search(game, limits, control),
        }
    }
}

impl Habits {
    /// Chooses a move as one with these habits would; see [`Level::choose`].
    pub fn choose<G: Game>(
        &self,
        engine: &mut Engine<G>,
        game: &History<G>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> SearchResult {
        let mut luck = Luck::new(seed, u64::from(game.ply()));
        let wanted = |mv: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
        let moves: Vec<Move> = (game.legal_moves().sorted().into_iter())
            .filter(wanted)
            .collect();
        if moves.is_empty() {
            return SearchResult::game_over();
        }
        let count = moves.len() as u64;
        let position = game.position();
        if luck.per_mille(self.whim) {
            let any = moves[luck.below(count) as usize];
            return SearchResult::of_move(any, engine.evaluate(position), count);
        }
        if !luck.per_mille(self.blindness) {
            if let Some(mate) = position.mate_in_one_among(|mv| moves.contains(&mv)) {
                return SearchResult::of_move(mate, Score(MATE - 1), count);
            }
        }
        if self.depth == 0 {
            return self.at_a_glance(engine, position, &moves, &mut luck);
        }
        let limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            lines: if self.error > 0 {
                moves.len()
            } else {
                limits.lines
            },
            ..limits.clone()
        };
        if self.error == 0 {
            return engine.search_afresh(game, &limits, control);
        }
        self.misjudging(engine, game, &limits, control, &mut luck)
    }

    /// The move after which the position looks best.
    fn at_a_glance<G: Game>(
        &self,
        engine: &Engine<G>,
        position: &Position<G>,
        moves: &[Move],
        luck: &mut Luck,
    ) -> SearchResult {
        let count = moves.len() as u64;
        let mut best = (i32::MIN, moves[0]);
        for &mv in moves {
            let score = glance(engine, position, mv) + luck.error(self.error);
            if score > best.0 {
                best = (score, mv);
            }
        }
        SearchResult::of_move(best.1, Score::from_centipawns(best.0), count)
    }

    /// Searches every move and then judges each a little wrong.
    fn misjudging<G: Game>(
        &self,
        engine: &mut Engine<G>,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
        luck: &mut Luck,
    ) -> SearchResult {
        // The deepest iteration of each move that was finished.
        let mut judged: Vec<Info> = Vec::new();
        let mut hear = |info: &Info| {
            let same = |known: &&mut Info| known.pv.first() == info.pv.first();
            match judged.iter_mut().find(same) {
                Some(known) => known.clone_from(info),
                None => judged.push(info.clone()),
            }
        };
        let mut quietly = Control {
            now_ms: control.now_ms,
            stop: control.stop,
            on_info: Some(&mut hear),
        };
        let found = engine.search_afresh(game, limits, &mut quietly);
        let mut best: Option<(i32, &Info)> = None;
        for info in &judged {
            let score = info.score.centipawns() + luck.error(self.error);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, info));
            }
        }
        let Some((_, info)) = best else { return found };
        let result = SearchResult {
            best: info.pv.first().copied(),
            ponder: info.pv.get(1).copied(),
            score: info.score,
            bound: info.bound,
            pv: info.pv.clone(),
            ..found
        };
        if let Some(tell) = control.on_info.as_mut() {
            tell(&Info {
                rank: 1,
                ..info.clone()
            });
        }
        result
    }
}

/// What the position looks like right after a move, to one who sees what is taken next on that
/// square and nothing else.
fn glance<G: Game>(engine: &Engine<G>, position: &Position<G>, mv: Move) -> i32 {
    let mut after = *position;
    after.play_unchecked(mv);
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

    fn per_mille(&mut self, share: u16) -> bool {
        self.below(1_000) < u64::from(share)
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
