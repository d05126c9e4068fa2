//! Playing levels: opponents of many strengths.

use komadai_rules::{Game, GameId, History, Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

use crate::control::Control;
use crate::engine::Engine;
use crate::games::{self, DEFAULT_SKILLS, LEVEL_COUNT, RatedSkill};
use crate::info::Info;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;
use crate::score::{MATE, Score};
use crate::search_result::SearchResult;
use crate::skill::Skill;

/// A playing level: a number from 1, the weakest, to [`Level::COUNT`], or full strength.
///
/// ```
/// use komadai_engine::Level;
/// use komadai_rules::GameId;
/// let [two, three] = [2, 3].map(|number| Level::numbered(number).unwrap());
/// assert_eq!("3".parse(), Ok(three));
/// assert_eq!(Level::FULL.to_string(), "full");
/// assert!(three.rating(GameId::Shogi) > two.rating(GameId::Shogi));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// No level has this name.
///
/// ```
/// use komadai_engine::{Level, UnknownLevel};
/// assert_eq!("99".parse::<Level>(), Err(UnknownLevel));
/// let text = "unknown level; the levels are 1 to 14, easy, middle and full";
/// assert_eq!(UnknownLevel.to_string(), text);
/// ```
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

/// Nodes of the full level if nothing limits it.
const FULL_NODES: u64 = 200_000;

impl Level {
    /// Number of numbered levels, the same in every game.
    pub const COUNT: u8 = LEVEL_COUNT as u8;
    /// The weakest, also called `easy`.
    pub const EASY: Level = Level(1);
    /// Two thirds of the way up, also called `middle`.
    pub const MIDDLE: Level = Level(Level::COUNT * 2 / 3);
    /// As strong as the limits allow.
    pub const FULL: Level = Level(Level::COUNT + 1);

    /// All levels, weakest first, full strength last.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// assert_eq!(Level::all().count(), usize::from(Level::COUNT) + 1);
    /// assert_eq!((Level::all().next(), Level::all().last()), (Some(Level::EASY), Some(Level::FULL)));
    /// ```
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    /// The level of a number, if there is one.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// assert_eq!(Level::numbered(1), Some(Level::EASY));
    /// assert_eq!((Level::numbered(0), Level::numbered(Level::COUNT + 1)), (None, None));
    /// ```
    #[must_use]
    pub fn numbered(number: u8) -> Option<Level> {
        (1..=Level::COUNT)
            .contains(&number)
            .then_some(Level(number))
    }

    /// Its number; `None` at full strength.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// assert_eq!((Level::EASY.number(), Level::FULL.number()), (Some(1), None));
    /// ```
    #[must_use]
    pub fn number(self) -> Option<u8> {
        (self != Level::FULL).then_some(self.0)
    }

    /// Index of a numbered level, from 0.
    fn index(self) -> Option<usize> {
        self.number().map(|number| usize::from(number) - 1)
    }

    fn rated(self, game: GameId) -> Option<&'static RatedSkill> {
        Some(&games::data(game)?.levels[self.index()?])
    }

    /// How it plays a game; `None` at full strength.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// use komadai_rules::GameId;
    /// let easy = Level::EASY.skill(GameId::Shogi).unwrap();
    /// let top = Level::numbered(Level::COUNT).unwrap().skill(GameId::Shogi).unwrap();
    /// assert!(easy.error_cp > top.error_cp);
    /// assert_eq!(Level::FULL.skill(GameId::Shogi), None);
    /// ```
    #[must_use]
    pub fn skill(self, game: GameId) -> Option<Skill> {
        let index = self.index()?;
        let rated = self.rated(game).map(|rated| rated.skill);
        Some(rated.unwrap_or(DEFAULT_SKILLS[index]))
    }

    /// Its measured rating in a game, in Elo, where the two-ply player has 1,000; `None` at full
    /// strength, which is as good as its limits, and in a game whose levels were not measured.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// use komadai_rules::GameId;
    /// assert!(Level::EASY.rating(GameId::Shogi) < Level::MIDDLE.rating(GameId::Shogi));
    /// assert_eq!(Level::FULL.rating(GameId::Shogi), None);
    /// ```
    #[must_use]
    pub fn rating(self, game: GameId) -> Option<i32> {
        self.rated(game).map(|rated| rated.rating)
    }

    /// The numbered level with the nearest rating; of two equally near the weaker.
    ///
    /// ```
    /// use komadai_engine::Level;
    /// use komadai_rules::GameId;
    /// let rating = Level::MIDDLE.rating(GameId::Shogi).unwrap();
    /// assert_eq!(Level::nearest(GameId::Shogi, rating), Level::MIDDLE);
    /// assert_eq!(Level::nearest(GameId::Shogi, -10_000), Level::EASY);
    /// ```
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

    /// Chooses a move for the side to move; each move of a game should get another seed.
    ///
    /// The move of a numbered level depends only on the game, the seed and a node or depth limit,
    /// whatever the engine has searched before and however large its table is. Its own limits apply
    /// where they are lower. Full strength keeps what the engine has learned, and searches 200,000
    /// nodes if nothing limits it.
    ///
    /// # Errors
    /// There is no memory for the hash table of a numbered level's first search (4 MB).
    ///
    /// ```
    /// use komadai_engine::{Control, Engine, Level, Limits};
    /// use komadai_rules::{GameId, History, Minishogi, Position, RuleSet};
    /// # let rules = RuleSet::default_for(GameId::Minishogi);
    /// # let game = History::new(Position::<Minishogi>::start(), rules);
    /// let mut engine = Engine::new(1).unwrap();
    /// let mut choose = |seed| {
    ///     let (limits, mut control) = (Limits::default(), Control::default());
    ///     Level::EASY.choose(&mut engine, &game, seed, &limits, &mut control).unwrap()
    /// };
    /// // The same seed, the same move.
    /// assert_eq!(choose(7), choose(7));
    /// ```
    pub fn choose<G: Game>(
        self,
        engine: &mut Engine<G>,
        game: &History<G>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        match self.skill(G::ID) {
            Some(skill) => skill.choose(engine, game, seed, limits, control),
            None if limits.is_unlimited() => {
                let limits = Limits {
                    nodes: Some(FULL_NODES),
                    ..limits.clone()
                };
                Ok(engine.search(game, &limits, control))
            }
            None => Ok(engine.search(game, limits, control)),
        }
    }
}

impl Skill {
    /// Chooses a move as an opponent of this skill; see [`Level::choose`].
    ///
    /// # Errors
    /// There is no memory for the hash table of the first search (4 MB).
    ///
    /// ```
    /// use komadai_engine::{Control, Engine, Limits, Score, Skill};
    /// use komadai_notation::parse_setup;
    /// use komadai_rules::{GameId, History, Minishogi, Position, RuleSet, SetupRules};
    /// # let setup = parse_setup(GameId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
    /// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
    /// // A gold near the king and one in hand: two drops mate.
    /// let game = History::new(position, RuleSet::default_for(GameId::Minishogi));
    /// let mut engine = Engine::new(1).unwrap();
    /// // It looks no ply ahead, but never misses a mate in one.
    /// let skill: Skill = "0:0:0:0:0".parse().unwrap();
    /// let (limits, mut control) = (Limits::default(), Control::default());
    /// let result = skill.choose(&mut engine, &game, 1, &limits, &mut control).unwrap();
    /// assert_eq!(result.score, Score::mate_in(1));
    /// ```
    pub fn choose<G: Game>(
        &self,
        engine: &mut Engine<G>,
        game: &History<G>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        let mut rng = SkillRng::new(seed, u64::from(game.ply()));
        let moves: Vec<Move> = (game.legal_moves().sorted().into_iter())
            .filter(|&mv| limits.allows_root_move(mv))
            .collect();
        if moves.is_empty() {
            return Ok(SearchResult::game_over());
        }
        let count = moves.len() as u64;
        let position = game.position();
        if rng.happens(self.random_move_permille) {
            let random = moves[rng.below(count) as usize];
            let score = engine.evaluate(position);
            return Ok(SearchResult::without_search(random, score, count));
        }
        if !rng.happens(self.missed_mate_permille) {
            if let Some(mate) = position.mate_in_one_among(|mv| moves.contains(&mv)) {
                return Ok(SearchResult::without_search(mate, Score(MATE - 1), count));
            }
        }
        if self.depth == 0 {
            return Ok(self.choose_statically(engine, position, &moves, &mut rng));
        }
        let limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            multi_pv: if self.error_cp > 0 {
                moves.len()
            } else {
                limits.multi_pv
            },
            ..limits.clone()
        };
        if self.error_cp == 0 {
            return engine.search_from_scratch(game, &limits, control);
        }
        self.choose_with_errors(engine, game, &limits, control, &mut rng)
    }

    /// The move with the best static score, errors added.
    fn choose_statically<G: Game>(
        &self,
        engine: &Engine<G>,
        position: &Position<G>,
        moves: &[Move],
        rng: &mut SkillRng,
    ) -> SearchResult {
        let count = moves.len() as u64;
        let mut best = (i32::MIN, moves[0]);
        for &mv in moves {
            let score = static_score(engine, position, mv) + rng.error(self.error_cp);
            if score > best.0 {
                best = (score, mv);
            }
        }
        SearchResult::without_search(best.1, Score::from_centipawns(best.0), count)
    }

    /// Searches every move and adds an error to the score of each.
    fn choose_with_errors<G: Game>(
        &self,
        engine: &mut Engine<G>,
        game: &History<G>,
        limits: &Limits,
        control: &mut Control<'_>,
        rng: &mut SkillRng,
    ) -> Result<SearchResult, OutOfMemory> {
        // The last report of each move.
        let mut searched: Vec<Info> = Vec::new();
        let mut on_info = |info: &Info| {
            let same_move = |known: &&mut Info| known.pv.first() == info.pv.first();
            match searched.iter_mut().find(same_move) {
                Some(known) => known.clone_from(info),
                None => searched.push(info.clone()),
            }
        };
        let mut silent = Control {
            now_ms: control.now_ms,
            stop: control.stop,
            on_info: Some(&mut on_info),
        };
        let result = engine.search_from_scratch(game, limits, &mut silent)?;
        let mut best: Option<(i32, &Info)> = None;
        for info in &searched {
            let score = info.score.centipawns() + rng.error(self.error_cp);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, info));
            }
        }
        let Some((_, info)) = best else {
            return Ok(result);
        };
        control.report(&Info {
            pv_index: 1,
            ..info.clone()
        });
        Ok(SearchResult {
            best: info.pv.first().copied(),
            ponder: info.pv.get(1).copied(),
            score: info.score,
            bound: info.bound,
            pv: info.pv.clone(),
            ..result
        })
    }
}

/// Static evaluation after a move, less a penalty if the moved piece can be won by SEE.
fn static_score<G: Game>(engine: &Engine<G>, position: &Position<G>, mv: Move) -> i32 {
    let mut after = *position;
    after.play_unchecked(mv);
    let score = -engine.evaluate(&after).centipawns();
    if engine.see_ge(position, mv, 0) {
        score
    } else {
        score - HANGING_PENALTY
    }
}

/// Centipawns.
const HANGING_PENALTY: i32 = 250;

/// Random numbers of one move, the same on every machine.
struct SkillRng(ChaCha8Rng);

impl SkillRng {
    fn new(seed: u64, ply: u64) -> Self {
        // Neighbouring seeds and plies must not give the same numbers.
        SkillRng(ChaCha8Rng::seed_from_u64(
            seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        ))
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// Whether an event of this probability happens.
    fn happens(&mut self, permille: u16) -> bool {
        self.below(1_000) < u64::from(permille)
    }

    /// About normally distributed: the sum of four uniform errors.
    fn error(&mut self, typical: i32) -> i32 {
        let spread = 2 * typical as u64 + 1;
        (0..4)
            .map(|_| self.below(spread) as i32 - typical)
            .sum::<i32>()
            * 7
            / 8
    }
}
