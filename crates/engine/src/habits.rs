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
    level(470, 0, 0, 225, 90, 270),
    level(650, 0, 0, 170, 55, 180),
    level(830, 0, 0, 100, 20, 70),
    level(1_010, 0, 0, 0, 0, 0),
    level(1_190, 1, 1_000, 540, 75, 130),
    level(1_370, 1, 1_000, 430, 55, 100),
    level(1_550, 1, 1_000, 305, 31, 52),
    level(1_730, 1, 1_000, 220, 16, 10),
    level(1_910, 1, 1_000, 140, 6, 0),
    level(2_090, 1, 1_000, 75, 0, 0),
    level(2_270, 2, 400, 0, 0, 0),
    level(2_450, 3, 500, 0, 0, 0),
    level(2_630, 3, 2_000, 0, 0, 0),
    level(2_810, 4, 2_500, 0, 0, 0),
];

static MINISHOGI: [Measured; COUNT] = [
    level(470, 0, 0, 635, 278, 830),
    level(650, 0, 0, 520, 200, 680),
    level(830, 0, 0, 410, 150, 510),
    level(1_010, 0, 0, 310, 108, 380),
    level(1_190, 0, 0, 195, 57, 190),
    level(1_370, 0, 0, 105, 19, 65),
    level(1_550, 1, 1_000, 350, 38, 75),
    level(1_730, 1, 1_000, 200, 12, 8),
    level(1_910, 2, 400, 90, 0, 0),
    level(2_090, 2, 400, 30, 0, 0),
    level(2_270, 3, 700, 0, 0, 0),
    level(2_450, 4, 2_500, 0, 0, 0),
    level(2_630, 6, 6_000, 0, 0, 0),
    level(2_810, 12, 50_000, 0, 0, 0),
];

static TORISHOGI: [Measured; COUNT] = [
    level(470, 0, 0, 340, 175, 520),
    level(650, 0, 0, 255, 106, 370),
    level(830, 0, 0, 205, 78, 260),
    level(1_010, 0, 0, 145, 40, 140),
    level(1_190, 0, 0, 85, 14, 50),
    level(1_370, 1, 1_000, 310, 32, 50),
    level(1_550, 1, 1_000, 245, 20, 20),
    level(1_730, 1, 1_000, 195, 12, 3),
    level(1_910, 1, 1_000, 140, 6, 0),
    level(2_090, 1, 1_000, 70, 0, 0),
    level(2_270, 2, 400, 25, 0, 0),
    level(2_450, 2, 400, 0, 0, 0),
    level(2_630, 3, 500, 0, 0, 0),
    level(2_810, 4, 800, 0, 0, 0),
];

static SHOGUN: [Measured; COUNT] = [
    level(470, 0, 0, 462, 184, 665),
    level(650, 0, 0, 345, 141, 505),
    level(830, 0, 0, 215, 85, 290),
    level(1_010, 0, 0, 115, 28, 90),
    level(1_190, 0, 0, 5, 0, 0),
    level(1_370, 1, 1_000, 375, 48, 82),
    level(1_550, 1, 1_000, 290, 28, 33),
    level(1_730, 1, 1_000, 195, 12, 3),
    level(1_910, 1, 1_000, 120, 4, 0),
    level(2_090, 1, 1_000, 45, 0, 0),
    level(2_270, 2, 400, 15, 0, 0),
    level(2_450, 3, 700, 0, 0, 0),
    level(2_630, 4, 1_000, 0, 0, 0),
    level(2_810, 4, 2_500, 0, 0, 0),
];
