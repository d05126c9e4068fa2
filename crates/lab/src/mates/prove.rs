//! Mates by checks, proved by exhaustive search.

use komadai_rules::{AnyPosition, Move};

/// Whether the side to move has a mate in at most `plies` plies with nothing but checks.
///
/// ```
/// use komadai_lab::mates_within;
/// use komadai_notation::parse_position;
/// use komadai_rules::{GameId, SetupRules};
///
/// let text = "4k/5/4P/5/K4 b G 1";
/// let position = parse_position(GameId::Minishogi, text, SetupRules::Play).unwrap();
/// assert!(mates_within(&position, 1));
/// ```
#[must_use]
pub fn mates_within(position: &AnyPosition, plies: u32) -> bool {
    if position.mate_in_one().is_some() {
        return plies >= 1;
    }
    plies >= 3 && checks(position).any(|(_, child)| is_mated(&child, plies - 1))
}

/// The checks that begin a mate in at most `plies` plies, themselves included.
#[must_use]
pub fn mating_moves(position: &AnyPosition, plies: u32) -> Vec<Move> {
    let mating = checks(position).filter(|(_, child)| is_mated(child, plies.saturating_sub(1)));
    mating.map(|(mv, _)| mv).collect()
}

/// The legal moves that give check, and the positions after them.
fn checks(position: &AnyPosition) -> impl Iterator<Item = (Move, AnyPosition)> {
    let after = |mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        (mv, child)
    };
    let moves = position.legal_moves().sorted();
    moves
        .into_iter()
        .map(after)
        .filter(|(_, child)| child.in_check())
}

/// Whether every evasion leads to a mate within `plies` plies.
fn is_mated(position: &AnyPosition, plies: u32) -> bool {
    let moves = position.legal_moves();
    if plies == 0 {
        return moves.is_empty();
    }
    moves.sorted().into_iter().all(|mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        mates_within(&child, plies - 1)
    })
}
