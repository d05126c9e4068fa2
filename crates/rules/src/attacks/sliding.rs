//! Who attacks what.

use crate::movegen::generator::unrolled;
use crate::position::Position;
use crate::spec::game::Game;
use crate::types::bitboard::Bitboard;
use crate::types::direction::NO_DIRECTION;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// The squares a slider reaches from `from` in one direction, up to and including the first
/// occupied one. The first four directions lead to higher indices.
#[inline(always)]
fn slide<G: Game>(direction: u8, from: Square, occupied: G::Bitboard) -> G::Bitboard {
    let ray = G::ray(direction, from);
    let blockers = ray & occupied;
    if direction < 4 {
        ray & blockers.up_to_lsb()
    } else {
        ray & blockers.above_msb()
    }
}

/// The squares strictly between two squares on one line; empty if they share none.
#[inline(always)]
pub(crate) fn between<G: Game>(one: Square, other: Square) -> G::Bitboard {
    let direction = G::direction(one, other);
    if direction == NO_DIRECTION {
        return G::Bitboard::EMPTY;
    }
    G::ray(direction, one) & G::ray(direction ^ 4, other)
}

/// Where a piece on `from`, pinned to the king on `king`, may still go: between the king and the
/// pinning piece, or onto that piece. Not beyond it, where only a leap could take it.
#[inline(always)]
pub(crate) fn pin_path<G: Game>(king: Square, from: Square, occupied: G::Bitboard) -> G::Bitboard {
    slide::<G>(
        G::direction(king, from),
        king,
        occupied & !G::Bitboard::from_square(from),
    )
}

/// Whether this piece on `from` slides as far as `to` on an empty board.
#[inline(always)]
pub(crate) fn slides_to<G: Game>(piece: Piece, from: Square, to: Square) -> bool {
    let direction = G::direction(from, to);
    direction != NO_DIRECTION
        && (G::long_slides(piece.kind, piece.side) >> direction & 1 == 1
            || G::short_slides(piece.kind, piece.side) >> direction & 1 == 1
                && G::king_distance_two(from).contains(to))
}

/// What a piece attacks by sliding.
#[inline(always)]
fn slides<G: Game>(
    kind: PieceKind,
    side: Side,
    from: Square,
    occupied: G::Bitboard,
) -> G::Bitboard {
    slides_along::<G>(
        G::long_slides(kind, side),
        G::short_slides(kind, side),
        from,
        occupied,
    )
}

/// What is attacked by sliding in some directions, given as bits: any distance in `long` ones, at
/// most two squares in `short` ones. Quick where the compiler knows the directions.
#[inline(always)]
pub(crate) fn slides_along<G: Game>(
    long: u8,
    short: u8,
    from: Square,
    occupied: G::Bitboard,
) -> G::Bitboard {
    let mut attacks = G::Bitboard::EMPTY;
    // In the browser every ray is searched by itself.
    let both_ways = if cfg!(small) { 0 } else { long & long >> 4 };
    #[cfg(not(small))]
    {
        let mut axis = 0;
        while axis < 4 {
            if both_ways >> axis & 1 == 1 {
                attacks |= G::line_attacks(axis, from, occupied);
            }
            axis += 1;
        }
    }
    let one_way = long & !(both_ways | both_ways << 4);
    attacks |= rays::<G>(one_way, from, occupied);
    if short != 0 {
        attacks |= rays::<G>(short, from, occupied) & G::king_distance_two(from);
    }
    attacks
}

/// What is attacked in some directions, given as bits.
#[inline(always)]
fn rays<G: Game>(directions: u8, from: Square, occupied: G::Bitboard) -> G::Bitboard {
    let mut attacks = G::Bitboard::EMPTY;
    if directions != 0 {
        let mut direction = 0;
        while direction < 8 {
            if directions >> direction & 1 == 1 {
                attacks |= slide::<G>(direction, from, occupied);
            }
            direction += 1;
        }
    }
    attacks
}

/// What a piece attacks by sliding on an empty board.
#[cfg(small)]
pub(crate) fn empty_board_slides<G: Game>(
    kind: PieceKind,
    side: Side,
    from: Square,
) -> G::Bitboard {
    slides::<G>(kind, side, from, G::Bitboard::EMPTY)
}

/// What a piece attacks on an empty board; native builds have a table of it.
#[cfg_attr(not(small), cfg(test))]
pub(crate) fn empty_board_attacks<G: Game>(
    kind: PieceKind,
    side: Side,
    from: Square,
) -> G::Bitboard {
    G::steps(kind, side, from) | slides::<G>(kind, side, from, G::Bitboard::EMPTY)
}

/// Men of one side that are directed at a square. Some may be both: a step is as good as a slide.
pub(crate) struct Converging<G: Game> {
    /// Those a step or leap away.
    stepping: G::Bitboard,
    /// Those that share a line with it along which they slide.
    sliding: G::Bitboard,
}

impl<G: Game> Converging<G> {
    /// Those that attack the square when `occupied` squares block slides; they stand on such.
    #[inline]
    pub(crate) fn past(&self, square: Square, occupied: G::Bitboard) -> G::Bitboard {
        let mut attackers = self.stepping & occupied;
        for from in (self.sliding & occupied).squares() {
            if (between::<G>(from, square) & occupied).is_empty() {
                attackers |= G::Bitboard::from_square(from);
            }
        }
        attackers
    }
}

impl<G: Game> Position<G> {
    /// The squares that a piece of this kind and side attacks from a square when `occupied`
    /// squares block slides; its own men are included.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, GameId, PieceKind, Position, Shogi, Side, Square};
    /// let rook = GameId::Shogi.spec().kind_by_letter('R').unwrap();
    /// let corner = Square::new(0);
    /// let attacks = Position::<Shogi>::attacks(rook, Side::First, corner, Bitboard::EMPTY);
    /// assert_eq!(attacks.count(), 16);
    /// ```
    #[cfg_attr(small, inline(never))]
    #[cfg_attr(not(small), inline(always))]
    #[must_use]
    pub fn attacks(
        kind: PieceKind,
        side: Side,
        from: Square,
        occupied: G::Bitboard,
    ) -> G::Bitboard {
        let steps = G::steps(kind, side, from);
        if G::SLIDERS >> kind.index() & 1 == 0 {
            steps
        } else {
            steps | slides::<G>(kind, side, from, occupied)
        }
    }

    /// The squares that a piece of this kind and side attacks by sliding, those left out that it
    /// attacks by a step or leap alone. Quick where the compiler knows kind and side.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, GameId, Position, Shogi, Side, Square};
    /// let dragon = GameId::Shogi.spec().promoted_kind_by_letter('R').unwrap();
    /// let slides = Position::<Shogi>::slides(dragon, Side::First, Square::new(0), Bitboard::EMPTY);
    /// assert_eq!(slides.count(), 16);
    /// ```
    #[cfg_attr(small, inline(never))]
    #[cfg_attr(not(small), inline(always))]
    #[must_use]
    pub fn slides(kind: PieceKind, side: Side, from: Square, occupied: G::Bitboard) -> G::Bitboard {
        slides::<G>(kind, side, from, occupied)
    }

    /// The pieces of side `by` that attack a square when `occupied` squares block slides.
    ///
    /// Pieces standing on squares that are not `occupied` attack nothing.
    #[must_use]
    pub fn attackers_to(&self, square: Square, by: Side, occupied: G::Bitboard) -> G::Bitboard {
        self.converging(square, by).past(square, occupied)
    }

    /// The pieces of side `by` that attack a square, or would if nothing stood in their way.
    #[inline]
    pub(crate) fn converging(&self, square: Square, by: Side) -> Converging<G> {
        Converging {
            stepping: self.stepping_at(square, by),
            sliding: self.sliding_at(square, by),
        }
    }

    /// The pieces of side `by` that attack a square by a step or leap.
    #[inline]
    pub(crate) fn stepping_at(&self, square: Square, by: Side) -> G::Bitboard {
        let mut stepping = G::Bitboard::EMPTY;
        // A piece attacks a square from wherever its turned-around twin on that square would
        // attack it.
        if cfg!(small) {
            for index in 0..G::SPEC.kinds.len() as u8 {
                let kind = PieceKind::new(index);
                stepping |= G::steps(kind, !by, square) & self.by_kind(kind);
            }
        } else {
            macro_rules! class {
                ($index:literal) => {
                    if const { G::STEPPER_CLASSES[$index] != 0 } {
                        let kind = const {
                            PieceKind::new(G::STEPPER_CLASSES[$index].trailing_zeros() as u8)
                        };
                        stepping |= G::steps(kind, !by, square)
                            & self.by_kinds(const { G::STEPPER_CLASSES[$index] });
                    }
                };
            }
            unrolled!(class: 0 1 2 3 4 5 6 7);
            macro_rules! single {
                ($index:literal) => {
                    if const { $index < G::SPEC.kinds.len() && G::STEPPER_KINDS >> $index & 1 == 0 }
                    {
                        let kind = const { PieceKind::new($index) };
                        stepping |= G::steps(kind, !by, square) & self.by_kind(kind);
                    }
                };
            }
            unrolled!(single: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        stepping & self.by_side(by)
    }

    /// The pieces of side `by` that slide to a square, or would if nothing stood in their way.
    #[inline]
    pub(crate) fn sliding_at(&self, square: Square, by: Side) -> G::Bitboard {
        const { assert!(G::SLIDE_GROUPS.len() == 4) };
        let mut sliding = G::Bitboard::EMPTY;
        macro_rules! group {
            ($index:literal) => {
                if const { G::SLIDE_GROUPS[$index] != 0 } {
                    sliding |= G::slide_reach($index, !by, square)
                        & self.by_kinds(const { G::SLIDE_GROUPS[$index] });
                }
            };
        }
        unrolled!(group: 0 1 2 3);
        sliding & self.by_side(by)
    }

    /// Whether side `by` attacks a square when `occupied` squares block slides.
    #[must_use]
    pub(crate) fn is_attacked(&self, square: Square, by: Side, occupied: G::Bitboard) -> bool {
        !self.attackers_to(square, by, occupied).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi, Shogun, Torishogi};

    fn reach_is_what_is_attacked_on_an_empty_board<G: Game>() {
        for side in Side::BOTH {
            for kind in (0..G::SPEC.kinds.len() as u8).map(PieceKind::new) {
                for square in G::ALL.squares() {
                    assert_eq!(
                        G::empty_board_attacks(kind, side, square),
                        empty_board_attacks::<G>(kind, side, square)
                    );
                }
            }
        }
    }

    /// The obvious way: one step after another.
    fn walk<G: Game>(directions: u8, from: Square, occupied: G::Bitboard) -> G::Bitboard {
        let mut attacks = G::Bitboard::EMPTY;
        for direction in (0..8_u8).filter(|d| directions >> d & 1 == 1) {
            let mut beyond = G::ray(direction, from);
            while let Some(next) = beyond
                .squares()
                .min_by_key(|next| next.index().abs_diff(from.index()))
            {
                attacks |= G::Bitboard::from_square(next);
                beyond &= G::ray(direction, next);
                if occupied.contains(next) {
                    break;
                }
            }
        }
        attacks
    }

    fn slides_are_walks<G: Game>() {
        let mut seed = 1;
        for round in 0..400 {
            let mut occupied = G::ALL;
            for _ in 0..round % 4 {
                for square in G::ALL.squares() {
                    seed = crate::spec::zobrist::split_mix(seed);
                    if seed & 1 == 0 {
                        occupied &= !G::Bitboard::from_square(square);
                    }
                }
            }
            for from in G::ALL.squares() {
                for directions in (0..G::SPEC.kinds.len() as u8)
                    .map(|kind| G::long_slides(PieceKind::new(kind), Side::First))
                {
                    assert_eq!(
                        slides_along::<G>(directions, 0, from, occupied),
                        walk::<G>(directions, from, occupied),
                        "{directions:b} from {from:?} past {occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn slides_go_as_far_as_walks() {
        slides_are_walks::<Shogi>();
        slides_are_walks::<Minishogi>();
        slides_are_walks::<Torishogi>();
        slides_are_walks::<Shogun>();
    }

    #[test]
    fn reach_tables_agree_with_what_they_replace() {
        reach_is_what_is_attacked_on_an_empty_board::<Shogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Minishogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Torishogi>();
        reach_is_what_is_attacked_on_an_empty_board::<Shogun>();
    }
}
