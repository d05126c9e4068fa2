//! Who attacks what.

use super::bits::Bits;
use super::direction::NO_DIRECTION;
use super::game::Game;
use super::kind::Kind;
use super::piece::Piece;
use super::position::Position;
use super::side::Side;
use super::square::Square;

/// The squares a slider reaches from `from` in one direction, up to and including the first
/// occupied one. The first four directions lead to higher indices.
#[inline(always)]
fn slide<G: Game>(direction: u8, from: Square, occupied: G::Bits) -> G::Bits {
    let ray = G::ray(direction, from);
    let blockers = ray & occupied;
    if direction < 4 {
        ray & blockers.through_first()
    } else {
        ray & blockers.beyond_last()
    }
}

/// The squares strictly between two squares on one line; empty if they share none.
#[inline(always)]
pub(crate) fn between<G: Game>(one: Square, other: Square) -> G::Bits {
    let direction = G::direction(one, other);
    if direction == NO_DIRECTION {
        return G::Bits::EMPTY;
    }
    G::ray(direction, one) & G::ray(direction ^ 4, other)
}

/// Where a piece on `from`, pinned to the king on `king`, may still go: between the king and the
/// pinning piece, or onto that piece. Not beyond it, where only a leap could take it.
#[inline(always)]
pub(crate) fn pin_path<G: Game>(king: Square, from: Square, occupied: G::Bits) -> G::Bits {
    slide::<G>(
        G::direction(king, from),
        king,
        occupied & !G::Bits::of(from),
    )
}

/// Whether this piece on `from` slides as far as `to` on an empty board.
#[inline(always)]
pub(crate) fn slides_to<G: Game>(piece: Piece, from: Square, to: Square) -> bool {
    let direction = G::direction(from, to);
    direction != NO_DIRECTION
        && (G::long_slides(piece.kind, piece.side) >> direction & 1 == 1
            || G::short_slides(piece.kind, piece.side) >> direction & 1 == 1
                && G::near(from).contains(to))
}

/// What a piece attacks by sliding.
#[inline(always)]
fn slides<G: Game>(kind: Kind, side: Side, from: Square, occupied: G::Bits) -> G::Bits {
    let mut attacks = G::Bits::EMPTY;
    let mut directions = G::long_slides(kind, side);
    while directions != 0 {
        attacks |= slide::<G>(directions.trailing_zeros() as u8, from, occupied);
        directions &= directions - 1;
    }
    let mut directions = G::short_slides(kind, side);
    if directions != 0 {
        let mut short = G::Bits::EMPTY;
        while directions != 0 {
            short |= slide::<G>(directions.trailing_zeros() as u8, from, occupied);
            directions &= directions - 1;
        }
        attacks |= short & G::near(from);
    }
    attacks
}

/// What a piece attacks on an empty board; native builds have a table of it.
#[cfg_attr(not(target_arch = "wasm32"), cfg(test))]
pub(crate) fn empty_board_attacks<G: Game>(kind: Kind, side: Side, from: Square) -> G::Bits {
    G::steps(kind, side, from) | slides::<G>(kind, side, from, G::Bits::EMPTY)
}

impl<G: Game> Position<G> {
    /// The squares that a piece of this kind and side attacks from a square when `occupied`
    /// squares block slides; its own men are included.
    ///
    /// ```
    /// use komadai_rules::{Bits, GameId, Kind, Position, Shogi, Side, Square};
    /// let rook = GameId::Shogi.spec().kind_of('R', false).unwrap();
    /// let corner = Square::new(0);
    /// let attacks = Position::<Shogi>::attacks(rook, Side::First, corner, Bits::EMPTY);
    /// assert_eq!(attacks.count(), 16);
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks(kind: Kind, side: Side, from: Square, occupied: G::Bits) -> G::Bits {
        let steps = G::steps(kind, side, from);
        if G::SLIDERS >> kind.index() & 1 == 0 {
            steps
        } else {
            steps | slides::<G>(kind, side, from, occupied)
        }
    }

    /// The pieces of side `by` that attack a square when `occupied` squares block slides.
    ///
    /// Pieces standing on squares that are not `occupied` attack nothing.
    #[must_use]
    pub fn attackers_to(&self, square: Square, by: Side, occupied: G::Bits) -> G::Bits {
        let pieces = self.of_side(by) & occupied;
        let mut attackers = G::Bits::EMPTY;
        for index in 0..G::SPEC.kinds.len() as u8 {
            let kind = Kind::new(index);
            // A piece attacks a square from wherever its turned-around twin on that square would
            // attack it.
            let near = G::reach(kind, !by, square) & pieces & self.of_kind(kind);
            if near.is_empty() {
                continue;
            }
            attackers |= G::steps(kind, !by, square) & near;
            if G::SLIDERS >> index & 1 == 1 {
                for from in near.squares() {
                    if slides_to::<G>(Piece { side: by, kind }, from, square)
                        && (between::<G>(from, square) & occupied).is_empty()
                    {
                        attackers |= G::Bits::of(from);
                    }
                }
            }
        }
        attackers
    }

    /// Whether side `by` attacks a square when `occupied` squares block slides.
    #[must_use]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, occupied: G::Bits) -> bool {
        !self.attackers_to(square, by, occupied).is_empty()
    }

    /// Pieces of `side` that may not leave the line to their king, because an enemy slider stands
    /// behind them.
    pub(crate) fn pinned(&self, side: Side) -> G::Bits {
        let mut pinned = G::Bits::EMPTY;
        let Some(king) = self.king(side) else {
            return pinned;
        };
        let enemy = self.of_side(!side);
        let occupied = self.occupied();
        let mut kinds = G::SLIDERS;
        while kinds != 0 {
            let kind = Kind::new(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            let snipers = G::reach(kind, side, king) & enemy & self.of_kind(kind);
            for sniper in snipers.squares() {
                let piece = Piece { side: !side, kind };
                if !slides_to::<G>(piece, sniper, king) {
                    continue;
                }
                let screen = between::<G>(king, sniper) & occupied;
                if !screen.is_empty() && !screen.has_many() {
                    pinned |= screen & self.of_side(side);
                }
            }
        }
        pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi, Shogun, Torishogi};

    fn reach_is_what_is_attacked_on_an_empty_board<G: Game>() {
        for side in Side::BOTH {
            for kind in (0..G::SPEC.kinds.len() as u8).map(Kind::new) {
                for square in G::ALL.squares() {
                    assert_eq!(
                        G::reach(kind, side, square),
                        empty_board_attacks::<G>(kind, side, square)
                    );
                }
            }
        }
    }

    #[test]
    fn reach_tables_agree_with_what_they_replace() {
        reach_is_what_is_attacked_on_an_empty_board::<Shogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Minishogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Torishogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Shogun>();
    }
}
