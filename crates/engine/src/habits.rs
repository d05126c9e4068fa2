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
    level(480, 0, 0, 265, 112, 330),
    level(644, 0, 0, 196, 68, 215),
    level(776, 0, 0, 134, 34, 110),
    level(969, 0, 0, 0, 0, 0),
    level(1_120, 1, 1_000, 540, 75, 130),
    level(1_269, 1, 1_000, 395, 50, 88),
    level(1_469, 1, 1_000, 310, 32, 54),
    level(1_617, 1, 1_000, 248, 22, 25),
    level(1_773, 1, 1_000, 168, 9, 2),
    level(1_944, 1, 1_000, 110, 2, 0),
    level(2_073, 2, 400, 40, 0, 0),
    level(2_192, 3, 430, 0, 0, 0),
    level(2_375, 3, 1_300, 0, 0, 0),
    level(2_568, 4, 2_000, 0, 0, 0),
];

static MINISHOGI: [Measured; COUNT] = [
    level(300, 0, 0, 635, 278, 830),
    level(473, 0, 0, 520, 200, 680),
    level(607, 0, 0, 410, 150, 510),
    level(756, 0, 0, 298, 103, 365),
    level(858, 0, 0, 195, 57, 190),
    level(1_011, 0, 0, 105, 19, 65),
    level(1_137, 1, 1_000, 350, 38, 75),
    level(1_307, 1, 1_000, 200, 12, 8),
    level(1_446, 2, 400, 108, 0, 0),
    level(1_590, 2, 400, 0, 0, 0),
    level(1_691, 4, 550, 0, 0, 0),
    level(1_800, 5, 1_050, 0, 0, 0),
    level(1_913, 6, 5_000, 0, 0, 0),
    level(1_997, 20, 250_000, 0, 0, 0),
];

static TORISHOGI: [Measured; COUNT] = [
    level(376, 0, 0, 332, 170, 505),
    level(565, 0, 0, 255, 106, 370),
    level(733, 0, 0, 190, 72, 235),
    level(906, 0, 0, 134, 36, 126),
    level(1_067, 0, 0, 83, 13, 46),
    level(1_266, 1, 1_000, 340, 36, 58),
    level(1_472, 1, 1_000, 260, 22, 23),
    level(1_618, 1, 1_000, 205, 13, 4),
    level(1_778, 1, 1_000, 148, 6, 0),
    level(1_949, 1, 1_000, 90, 0, 0),
    level(2_095, 2, 400, 27, 0, 0),
    level(2_223, 2, 400, 0, 0, 0),
    level(2_401, 3, 800, 0, 0, 0),
    level(2_571, 5, 950, 0, 0, 0),
];

static SHOGUN: [Measured; COUNT] = [
    level(369, 0, 0, 432, 168, 615),
    level(541, 0, 0, 327, 134, 478),
    level(684, 0, 0, 230, 94, 315),
    level(876, 0, 0, 133, 35, 112),
    level(1_071, 0, 0, 12, 0, 0),
    level(1_269, 1, 1_000, 405, 54, 99),
    level(1_442, 1, 1_000, 312, 32, 40),
    level(1_598, 1, 1_000, 224, 16, 5),
    level(1_776, 1, 1_000, 148, 6, 0),
    level(1_969, 1, 1_000, 70, 0, 0),
    level(2_139, 2, 400, 0, 0, 0),
    level(2_292, 3, 640, 0, 0, 0),
    level(2_466, 4, 980, 0, 0, 0),
    level(2_611, 4, 1_700, 0, 0, 0),
];
