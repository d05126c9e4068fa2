//! Impasse: entering kings, by 24 or 27 points.

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::rule_set::Declaration;
use crate::types::side::Side;

/// Impasse count of a position (持将棋, `docs/rules/shogi.md#impasse`).
///
/// ```
/// use komadai_rules::{ImpasseCount, Side};
/// let count = ImpasseCount { points: [31, 23], both_entered: true };
/// assert_eq!(count.winner(), Some(Side::First));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImpasseCount {
    /// Points by side: rooks and bishops 5, other pieces 1, kings 0, on the board and in hand, with
    /// the credit for removed pieces.
    pub points: [u32; 2],
    /// `true` if both kings are in the opponent's promotion zone, so that an impasse can be agreed.
    pub both_entered: bool,
}

impl ImpasseCount {
    /// A side with fewer points loses.
    pub const MINIMUM: u32 = 24;

    /// Counts a position; `credit` are points by side for pieces removed by a handicap.
    #[must_use]
    pub fn of<V: Variant>(position: &Position<V>, credit: [u32; 2]) -> ImpasseCount {
        let mut points = credit;
        for side in Side::BOTH {
            points[side.index()] +=
                board_points(position, side, V::Tables::ALL) + hand_points(position, side);
        }
        let both_entered = Side::BOTH.into_iter().all(|side| entered(position, side));
        ImpasseCount {
            points,
            both_entered,
        }
    }

    /// The winner if the players agree on an impasse; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let short = self.points.map(|points| points < Self::MINIMUM);
        match short {
            [true, false] => Some(Side::Second),
            [false, true] => Some(Side::First),
            _ => None,
        }
    }
}

fn entered<V: Variant>(position: &Position<V>, side: Side) -> bool {
    position
        .king(side)
        .is_some_and(|king| V::Tables::zone(side).contains(king))
}

fn board_points<V: Variant>(position: &Position<V>, side: Side, area: V::Bitboard) -> u32 {
    let pieces = position.by_side(side) & area;
    let mut points = 0;
    for (index, spec) in V::SPEC.kinds.iter().enumerate() {
        let count = (pieces & position.by_kind(PieceKind::new(index as u8))).count();
        points += count * u32::from(spec.impasse_points);
    }
    points
}

fn hand_points<V: Variant>(position: &Position<V>, side: Side) -> u32 {
    position
        .hand(side)
        .iter()
        .map(|(kind, count)| {
            u32::from(count) * u32::from(V::SPEC.kinds[kind.index()].impasse_points)
        })
        .sum()
}

/// Last move of the 24-point declaration (Japan Shogi Association).
const LAST_JSA_MOVE: u32 = 500;

/// Result of a declaration of an entered king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// The declaring side wins.
    Win,
    /// The game is drawn.
    Draw,
    /// The conditions are not fulfilled: the declaring side loses.
    Failed,
    /// The rule permits no declaration at this ply.
    Unavailable,
}

/// Judges a declaration by the side to move (`docs/rules/shogi.md#impasse`). `removed` are the
/// points that a handicap took from the second side
/// ([`Game::removed_points`](crate::Game::removed_points)), `ply` the number of moves played.
///
/// ```
/// use komadai_rules::{Declaration, Declared, Position, Shogi, judge_declaration};
/// let start = Position::<Shogi>::start();
/// assert_eq!(judge_declaration(&start, Declaration::Csa27, 0, 0), Declared::Failed);
/// ```
#[must_use]
pub fn judge_declaration<V: Variant>(
    position: &Position<V>,
    rule: Declaration,
    removed: u32,
    ply: u32,
) -> Declared {
    if rule == Declaration::Jsa24 && ply >= LAST_JSA_MOVE {
        return Declared::Unavailable;
    }
    let side = position.side_to_move();
    if !entered(position, side) || position.in_check() {
        return Declared::Failed;
    }
    let zone = V::Tables::zone(side);
    let pieces = position.by_side(side) & zone & !position.by_kind(V::SPEC.king);
    if pieces.count() < 10 {
        return Declared::Failed;
    }
    let points = board_points(position, side, zone) + hand_points(position, side);
    match rule {
        Declaration::Off => Declared::Failed,
        Declaration::Csa27 => {
            let needed = match side {
                Side::First => 28,
                Side::Second => 27_u32.saturating_sub(removed),
            };
            if points >= needed {
                Declared::Win
            } else {
                Declared::Failed
            }
        }
        Declaration::Jsa24 => {
            let points = if side == Side::Second {
                points + removed
            } else {
                points
            };
            match points {
                31.. => Declared::Win,
                24..=30 => Declared::Draw,
                _ => Declared::Failed,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::setup::{Setup, SetupRules};
    use crate::spec::variant_spec::Handicap;
    use crate::{Shogi, VariantId};

    /// Ten pieces and the king in the zone, 28 points with the hand (SH-D1).
    fn entered_king() -> Position<Shogi> {
        let mut setup = Setup::of_handicap(
            VariantId::Shogi,
            &Handicap {
                id: "",
                placement: "+P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k",
                second_pawns: 0,
                first_moves_first: true,
                removed_points: 0,
            },
        );
        let held = |letter| {
            VariantId::Shogi
                .spec()
                .kind_by_letter(letter)
                .unwrap()
                .index()
        };
        for (letter, count) in [('R', 2), ('B', 1), ('P', 3)] {
            setup.hands[0][held(letter)] = count;
        }
        Position::from_setup(&setup, SetupRules::Play).unwrap()
    }

    #[test]
    fn the_24_point_declaration_is_unavailable_from_move_500_on() {
        let position = entered_king();
        let rule = Declaration::Jsa24;
        assert_eq!(judge_declaration(&position, rule, 0, 499), Declared::Draw);
        let start = Position::<Shogi>::start();
        assert_eq!(judge_declaration(&start, rule, 0, 499), Declared::Failed);
        for position in [position, start] {
            let declared = judge_declaration(&position, rule, 0, 500);
            assert_eq!(declared, Declared::Unavailable);
        }
        assert_eq!(
            judge_declaration(&position, Declaration::Csa27, 0, 500),
            Declared::Win
        );
    }
}
