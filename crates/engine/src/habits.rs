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
    level(409, 0, 0, 290, 126, 385),
    level(601, 0, 0, 222, 80, 270),
    level(762, 0, 0, 138, 37, 122),
    level(930, 0, 0, 48, 10, 30),
    level(1_099, 1, 1_000, 540, 75, 130),
    level(1_279, 1, 1_000, 395, 50, 88),
    level(1_421, 1, 1_000, 318, 33, 58),
    level(1_576, 1, 1_000, 248, 22, 25),
    level(1_709, 1, 1_000, 168, 9, 2),
    level(1_896, 1, 1_000, 110, 2, 0),
    level(2_043, 2, 400, 40, 0, 0),
    level(2_168, 3, 430, 0, 0, 0),
    level(2_341, 3, 1_300, 0, 0, 0),
    level(2_530, 4, 2_000, 0, 0, 0),
];

static MINISHOGI: [Measured; COUNT] = [
    level(245, 0, 0, 635, 278, 830),
    level(404, 0, 0, 552, 222, 722),
    level(548, 0, 0, 460, 172, 590),
    level(714, 0, 0, 325, 112, 395),
    level(836, 0, 0, 228, 72, 245),
    level(959, 0, 0, 120, 26, 85),
    level(1_067, 1, 1_000, 405, 47, 100),
    level(1_196, 1, 1_000, 283, 26, 45),
    level(1_333, 1, 1_000, 168, 6, 0),
    level(1_460, 2, 400, 92, 0, 0),
    level(1_588, 2, 400, 0, 0, 0),
    level(1_723, 4, 700, 0, 0, 0),
    level(1_845, 5, 2_500, 0, 0, 0),
    level(1_982, 20, 250_000, 0, 0, 0),
];

static TORISHOGI: [Measured; COUNT] = [
    level(418, 0, 0, 338, 175, 516),
    level(573, 0, 0, 262, 112, 382),
    level(729, 0, 0, 204, 79, 265),
    level(870, 0, 0, 155, 50, 165),
    level(1_055, 0, 0, 100, 20, 68),
    level(1_217, 1, 1_000, 388, 44, 78),
    level(1_379, 1, 1_000, 297, 28, 39),
    level(1_552, 1, 1_000, 233, 18, 13),
    level(1_702, 1, 1_000, 182, 10, 1),
    level(1_865, 1, 1_000, 125, 4, 0),
    level(2_042, 1, 1_000, 66, 0, 0),
    level(2_224, 2, 400, 0, 0, 0),
    level(2_333, 3, 560, 0, 0, 0),
    level(2_485, 5, 900, 0, 0, 0),
];

static SHOGUN: [Measured; COUNT] = [
    level(372, 0, 0, 430, 160, 580),
    level(496, 0, 0, 325, 134, 478),
    level(688, 0, 0, 240, 97, 330),
    level(833, 0, 0, 168, 54, 178),
    level(1_028, 0, 0, 79, 24, 67),
    level(1_203, 1, 1_000, 421, 55, 101),
    level(1_384, 1, 1_000, 328, 34, 48),
    level(1_556, 1, 1_000, 241, 19, 8),
    level(1_717, 1, 1_000, 172, 9, 1),
    level(1_845, 1, 1_000, 116, 3, 0),
    level(2_041, 1, 1_000, 51, 0, 0),
    level(2_195, 3, 420, 0, 0, 0),
    level(2_340, 4, 720, 0, 0, 0),
    level(2_468, 4, 1_050, 0, 0, 0),
];
