//! Playing levels: limited search and random mistakes, with measured ratings.

use komadai_rules::{Game, Variant, VariantId};
use std::fmt;
use std::str::FromStr;

use crate::control::Control;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::out_of_memory::OutOfMemory;
use crate::search_result::SearchResult;
use crate::skill::Skill;
use crate::variants::{self, DEFAULT_SKILLS, LEVEL_COUNT, RatedSkill};

/// A playing level: a number from 0, the weakest, to [`Level::HIGHEST`], or full strength.
///
/// Level 0 is for children: it often leaves pieces that it could capture, and mates only if all its
/// moves do.
///
/// ```
/// use komadai_engine::Level;
/// use komadai_rules::VariantId;
/// let [two, three] = [2, 3].map(|number| Level::numbered(number).unwrap());
/// assert_eq!("3".parse(), Ok(three));
/// assert_eq!(Level::FULL.to_string(), "full");
/// assert!(three.rating(VariantId::Shogi) > two.rating(VariantId::Shogi));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// Error of parsing an unknown level name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown level; the levels are 0 to {}, easy, middle and full",
            Level::HIGHEST
        )
    }
}

impl std::error::Error for UnknownLevel {}

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

/// Node limit at full strength if the caller sets no limit.
const FULL_NODES: u64 = 200_000;

impl Level {
    /// Number of the strongest numbered level, the same in every variant.
    pub const HIGHEST: u8 = LEVEL_COUNT as u8 - 1;
    /// Level 0, for children.
    pub const WEAKEST: Level = Level(0);
    /// The weakest level that plays to win, also called `easy`.
    pub const EASY: Level = Level(1);
    /// Two thirds of the way up, also called `middle`.
    pub const MIDDLE: Level = Level(Level::HIGHEST * 2 / 3);
    /// As strong as the limits allow.
    pub const FULL: Level = Level(Level::HIGHEST + 1);

    /// All levels, weakest first, full strength last.
    pub fn all() -> impl Iterator<Item = Level> {
        (0..=Level::FULL.0).map(Level)
    }

    /// The level with a number, up to [`Level::HIGHEST`].
    #[must_use]
    pub fn numbered(number: u8) -> Option<Level> {
        (number <= Level::HIGHEST).then_some(Level(number))
    }

    /// Number of the level; `None` at full strength.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        (self != Level::FULL).then_some(self.0)
    }

    fn index(self) -> Option<usize> {
        self.number().map(usize::from)
    }

    fn rated(self, variant: VariantId) -> Option<&'static RatedSkill> {
        Some(&variants::data(variant)?.levels[self.index()?])
    }

    /// Skill of the level in a variant; `None` at full strength.
    #[must_use]
    pub fn skill(self, variant: VariantId) -> Option<Skill> {
        let index = self.index()?;
        let rated = self.rated(variant).map(|rated| rated.skill);
        Some(rated.unwrap_or(DEFAULT_SKILLS[index]))
    }

    /// Measured Elo rating in a variant, where the two-ply player has 1,000. `None` at full
    /// strength and for variants whose levels have not been measured.
    #[must_use]
    pub fn rating(self, variant: VariantId) -> Option<i32> {
        self.rated(variant).map(|rated| rated.rating)
    }

    /// The numbered level with the nearest rating, the weaker on a tie.
    #[must_use]
    pub fn nearest(variant: VariantId, rating: i32) -> Level {
        let distance = |level: &Level| {
            level
                .rating(variant)
                .map_or(i32::MAX, |own| (own - rating).abs())
        };
        (0..=Level::HIGHEST)
            .map(Level)
            .min_by_key(distance)
            .unwrap_or(Level::EASY)
    }

    /// Chooses a move for the side to move. Each move of a game should get its own seed.
    ///
    /// The move of a numbered level depends only on the game, the evaluation, the seed and a node
    /// or depth limit, not on earlier searches or the size of the transposition table. The level's
    /// own limits apply where they are lower. Full strength uses the engine's search state, and
    /// 200,000 nodes if nothing limits it.
    ///
    /// # Errors
    /// Out of memory for the transposition table of a numbered level's first search (4 MB).
    ///
    /// ```
    /// use komadai_engine::{Control, Engine, Level, Limits};
    /// use komadai_rules::{VariantId, Game, Minishogi, Position, RuleSet};
    /// # let rules = RuleSet::default_for(VariantId::Minishogi);
    /// # let game = Game::new(Position::<Minishogi>::start(), rules);
    /// let mut engine = Engine::new(1).unwrap();
    /// let mut choose = |seed| {
    ///     let (limits, mut control) = (Limits::default(), Control::default());
    ///     Level::EASY.choose(&mut engine, &game, seed, &limits, &mut control).unwrap()
    /// };
    /// // The same seed, the same move.
    /// assert_eq!(choose(7), choose(7));
    /// ```
    pub fn choose<V: Variant>(
        self,
        engine: &mut Engine<V>,
        game: &Game<V>,
        seed: u64,
        limits: &Limits,
        control: &mut Control<'_>,
    ) -> Result<SearchResult, OutOfMemory> {
        match self.skill(V::ID) {
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
