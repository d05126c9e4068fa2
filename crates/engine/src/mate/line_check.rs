//! Verification of mate lines by the rules alone, independent of the solver.

use std::fmt;

use komadai_rules::{Move, Position, Variant};

/// Reason why a line is not a mate. Plies count from 0.
///
/// ```
/// use komadai_engine::{BrokenLine, check_mate_line};
/// use komadai_rules::{Minishogi, Move, Position, Setup, SetupRules, VariantId};
/// # let setup = Setup::parse(VariantId::Minishogi, "4k/5/4G/5/K4 b G 1").unwrap();
/// # let position = Position::<Minishogi>::from_setup(&setup, SetupRules::Mate).unwrap();
/// // A gold near the king and one in hand: two drops mate.
/// let silent = Move::parse(VariantId::Minishogi, "5e5d").unwrap();
/// let broken = check_mate_line(&position, &[silent]).unwrap_err();
/// assert_eq!(broken, BrokenLine::NoCheck { ply: 0 });
/// assert_eq!(broken.to_string(), "move 1 gives no check");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BrokenLine {
    /// A move is not legal.
    Illegal {
        /// Ply of the move.
        ply: usize,
    },
    /// A move of the attacker gives no check.
    NoCheck {
        /// Ply of the move.
        ply: usize,
    },
    /// The defender still has a legal move at the end.
    NoMate {
        /// Length of the checked line, in plies.
        plies: usize,
    },
}

impl fmt::Display for BrokenLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenLine::Illegal { ply } => write!(f, "move {} is not legal", ply + 1),
            BrokenLine::NoCheck { ply } => write!(f, "move {} gives no check", ply + 1),
            BrokenLine::NoMate { plies } => write!(f, "after {plies} moves it is not mate"),
        }
    }
}

impl std::error::Error for BrokenLine {}

/// Replays a mate line: all moves are legal, the attacker's moves give check, and the final
/// position has no legal move.
///
/// # Errors
/// The first fault of the line.
pub fn check_mate_line<V: Variant>(start: &Position<V>, line: &[Move]) -> Result<(), BrokenLine> {
    let mut position = *start;
    for (ply, &mv) in line.iter().enumerate() {
        if position.play(mv).is_err() {
            return Err(BrokenLine::Illegal { ply });
        }
        if ply % 2 == 0 && !position.in_check() {
            return Err(BrokenLine::NoCheck { ply });
        }
    }
    if line.len() % 2 == 0 || position.has_legal_move() {
        return Err(BrokenLine::NoMate { plies: line.len() });
    }
    Ok(())
}
