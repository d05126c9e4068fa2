//! How the levels play, game by game, and how strong that makes them.
//!
//! The ratings are measured: `komadai levels GAME` plays the matches and works them out, see
//! `docs/engine.md`. They change with the search and the evaluation.

use komadai_rules::GameId;
use std::fmt;
use std::str::FromStr;

/// What makes an opponent weaker than it could be.
///
/// As text: `depth:nodes:error:whim:blindness`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Habits {
    /// Plies it looks ahead; with 0 it compares positions at a glance.
    pub depth: u32,
    /// Positions it looks at, unless at a glance.
    pub nodes: u64,
    /// How far off its judgement of a move typically is, in centipawns.
    pub error: i32,
    /// In so many moves of a thousand it plays anything legal.
    pub whim: u16,
    /// It overlooks so many mates in one of a thousand.
    pub blindness: u16,
}

impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Habits {
            depth,
            nodes,
            error,
            whim,
            blindness,
        } = self;
        write!(f, "{depth}:{nodes}:{error}:{whim}:{blindness}")
    }
}

/// A text that describes no habits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadHabits;

impl fmt::Display for BadHabits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected DEPTH:NODES:ERROR:WHIM:BLINDNESS, for example 2:300:150:20:0; ERROR is at \
             most 10000, WHIM and BLINDNESS are at most 1000",
        )
    }
}

impl std::error::Error for BadHabits {}

impl FromStr for Habits {
    type Err = BadHabits;

    fn from_str(text: &str) -> Result<Self, BadHabits> {
        let mut words = text.split(':');
        let mut number = |most: u64| {
            let number: u64 = words.next()?.parse().ok()?;
            (number <= most).then_some(number)
        };
        let mut read = || {
            Some(Habits {
                depth: number(100)? as u32,
                nodes: number(u64::MAX)?,
                error: number(10_000)? as i32,
                whim: number(1_000)? as u16,
                blindness: number(1_000)? as u16,
            })
        };
        let habits = read().ok_or(BadHabits)?;
        words.next().is_none().then_some(habits).ok_or(BadHabits)
    }
}

/// A level of one game.
pub(crate) struct Measured {
    pub(crate) habits: Habits,
    pub(crate) rating: i32,
}

/// Levels there are in each game.
pub(crate) const COUNT: usize = 14;

const fn level(
    rating: i32,
    depth: u32,
    nodes: u64,
    error: i32,
    whim: u16,
    blindness: u16,
) -> Measured {
    Measured {
        habits: Habits {
            depth,
            nodes,
            error,
            whim,
            blindness,
        },
        rating,
    }
}

/// A game's levels, the weakest first.
pub(crate) fn of(game: GameId) -> &'static [Measured; COUNT] {
    match game {
        GameId::Shogi => &SHOGI,
        GameId::Minishogi => &MINISHOGI,
        GameId::Torishogi => &TORISHOGI,
        GameId::Shogun => &SHOGUN,
    }
}

static SHOGI: [Measured; COUNT] = [
    level(370, 0, 0, 240, 100, 300),
    level(568, 0, 0, 170, 55, 180),
    level(742, 0, 0, 100, 20, 70),
    level(884, 0, 0, 0, 0, 0),
    level(1_021, 1, 1_000, 540, 75, 130),
    level(1_180, 1, 1_000, 395, 50, 88),
    level(1_346, 1, 1_000, 310, 32, 54),
    level(1_475, 1, 1_000, 215, 16, 10),
    level(1_668, 1, 1_000, 133, 6, 0),
    level(1_801, 1, 1_000, 65, 0, 0),
    level(1_912, 2, 400, 10, 0, 0),
    level(2_077, 3, 500, 0, 0, 0),
    level(2_224, 3, 2_000, 0, 0, 0),
    level(2_404, 4, 2_500, 0, 0, 0),
];

static MINISHOGI: [Measured; COUNT] = [
    level(306, 0, 0, 635, 278, 830),
    level(466, 0, 0, 520, 200, 680),
    level(611, 0, 0, 410, 150, 510),
    level(746, 0, 0, 298, 103, 365),
    level(862, 0, 0, 195, 57, 190),
    level(989, 0, 0, 105, 19, 65),
    level(1_129, 1, 1_000, 350, 38, 75),
    level(1_252, 1, 1_000, 200, 12, 8),
    level(1_375, 2, 400, 110, 0, 0),
    level(1_500, 2, 400, 0, 0, 0),
    level(1_674, 4, 600, 0, 0, 0),
    level(1_789, 5, 3_000, 0, 0, 0),
    level(1_900, 6, 7_000, 0, 0, 0),
    level(2_026, 12, 50_000, 0, 0, 0),
];

static TORISHOGI: [Measured; COUNT] = [
    level(471, 0, 0, 340, 175, 520),
    level(654, 0, 0, 255, 106, 370),
    level(771, 0, 0, 205, 78, 260),
    level(904, 0, 0, 145, 40, 140),
    level(1_101, 0, 0, 85, 14, 50),
    level(1_291, 1, 1_000, 310, 32, 50),
    level(1_406, 1, 1_000, 245, 20, 20),
    level(1_526, 1, 1_000, 195, 12, 3),
    level(1_683, 1, 1_000, 140, 6, 0),
    level(1_862, 1, 1_000, 70, 0, 0),
    level(1_993, 2, 400, 25, 0, 0),
    level(2_112, 2, 400, 0, 0, 0),
    level(2_292, 3, 800, 0, 0, 0),
    level(2_460, 4, 800, 0, 0, 0),
];

static SHOGUN: [Measured; COUNT] = [
    level(405, 0, 0, 462, 184, 665),
    level(568, 0, 0, 338, 139, 493),
    level(771, 0, 0, 218, 86, 293),
    level(970, 0, 0, 115, 28, 90),
    level(1_084, 0, 0, 5, 0, 0),
    level(1_266, 1, 1_000, 405, 55, 100),
    level(1_484, 1, 1_000, 288, 28, 33),
    level(1_647, 1, 1_000, 205, 13, 4),
    level(1_794, 1, 1_000, 125, 4, 0),
    level(1_977, 1, 1_000, 52, 0, 0),
    level(2_165, 2, 400, 0, 0, 0),
    level(2_275, 3, 700, 0, 0, 0),
    level(2_468, 4, 900, 0, 0, 0),
    level(2_649, 4, 2_000, 0, 0, 0),
];
