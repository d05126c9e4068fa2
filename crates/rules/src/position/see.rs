//! Static exchange evaluation (SEE): material balance of the captures on one square.

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// Piece values for exchanges, in any unit.
///
/// In drop games a captured piece counts twice: its owner loses it and the captor gains it,
/// unpromoted, in hand.
///
/// ```
/// use komadai_rules::{Minishogi, PieceKind, SeeValues};
/// let worth = [100; PieceKind::MAX];
/// let values = SeeValues::new::<Minishogi>(&worth, &worth);
/// // Taking a pawn takes it from one side and gives it to the other.
/// assert_eq!((values.taken[0], values.hand[0], values.promotion[0]), (200, 100, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeValues {
    /// Value of capturing each kind: its value on the board plus that of the piece the captor then
    /// holds.
    pub taken: [i32; PieceKind::MAX],
    /// Gain of each kind by promoting.
    pub promotion: [i32; PieceKind::MAX],
    /// Value of each kind in hand.
    pub hand: [i32; PieceKind::MAX],
}

impl SeeValues {
    /// From the value of each kind on the board and in hand, by [`PieceKind::index`].
    ///
    /// Sums saturate.
    #[must_use]
    pub fn new<V: Variant>(
        board: &[i32; PieceKind::MAX],
        hand: &[i32; PieceKind::MAX],
    ) -> SeeValues {
        let mut values = SeeValues {
            taken: [0; PieceKind::MAX],
            promotion: [0; PieceKind::MAX],
            hand: *hand,
        };
        for (index, kind) in V::SPEC.kinds.iter().enumerate() {
            let held = kind.hand_kind.map_or(0, |held| hand[held.index()]);
            values.taken[index] = board[index].saturating_add(held);
            values.promotion[index] = kind.promotes_to.map_or(0, |promoted| {
                board[promoted.index()].saturating_sub(board[index])
            });
        }
        values
    }
}

impl<V: Variant> Position<V> {
    /// Returns `true` if the exchange that a legal move begins wins at least `threshold`.
    ///
    /// Both sides capture with their least valuable piece and stop when going on would lose. A king
    /// captures only unguarded pieces. Drops, promotions and pins inside the exchange are ignored.
    ///
    /// ```
    /// use komadai_rules::{SeeValues, PieceKind, Minishogi, Position};
    /// let worth = [100; PieceKind::MAX];
    /// let values = SeeValues::new::<Minishogi>(&worth, &worth);
    /// let start = Position::<Minishogi>::start();
    /// // Nothing is en prise at the start: quiet moves lose nothing and win nothing.
    /// let quiet = start.quiet_moves();
    /// assert!(quiet.iter().any(|&mv| start.see_ge(mv, &values, 0)));
    /// assert!(!quiet.iter().any(|&mv| start.see_ge(mv, &values, 1)));
    /// ```
    #[must_use]
    pub fn see_ge(&self, mv: Move, values: &SeeValues, threshold: i32) -> bool {
        let mut swap = self.material_gain(mv, values).saturating_sub(threshold);
        if swap < 0 {
            return false;
        }
        swap = self.material_at_risk(mv, values).saturating_sub(swap);
        if swap <= 0 {
            return true;
        }
        let to = mv.to();
        let mut occupied = self.occupied() | V::Bitboard::from_square(to);
        if let Some(from) = mv.from() {
            occupied &= !V::Bitboard::from_square(from);
            if self.is_en_passant(mv) {
                occupied &= !V::Bitboard::from_square(self.en_passant_victim(to));
            }
        }
        let mut side = self.side;
        let mut won = true;
        // Attackers are looked up once; only the blockers change.
        let mut converging = [None, None];
        let mut attackers = |side: Side, occupied| {
            converging[side.index()]
                .get_or_insert_with(|| self.converging(to, side))
                .past(to, occupied)
        };
        loop {
            side = !side;
            let attacking = attackers(side, occupied);
            let Some((from, kind)) = self.cheapest(attacking, values) else {
                return won;
            };
            won = !won;
            occupied &= !V::Bitboard::from_square(from);
            if kind == V::SPEC.king {
                let guarded = !attackers(!side, occupied).is_empty();
                return won != guarded;
            }
            swap = values.taken[kind.index()].saturating_sub(swap);
            if swap < i32::from(won) {
                return won;
            }
        }
    }

    /// Material that a move wins by itself: the captured piece and the gain of promoting.
    #[must_use]
    pub fn material_gain(&self, mv: Move, values: &SeeValues) -> i32 {
        let Some(from) = mv.from() else { return 0 };
        let to = mv.to();
        let taken = match self.piece_at(to) {
            Some(piece) => values.taken[piece.kind.index()],
            None if self.is_en_passant(mv) => values.taken[0],
            None => 0,
        };
        let promotion = match self.piece_at(from) {
            Some(piece) if mv.is_promotion() => values.promotion[piece.kind.index()],
            _ => 0,
        };
        taken.saturating_add(promotion)
    }

    /// Material lost if the moved piece is captured on its target.
    fn material_at_risk(&self, mv: Move, values: &SeeValues) -> i32 {
        if let Some(kind) = mv.dropped() {
            // Lost from one hand and gained by the other.
            return values.hand[kind.index()].saturating_mul(2);
        }
        let Some(piece) = mv.from().and_then(|from| self.piece_at(from)) else {
            return 0;
        };
        let kind = piece.kind.index();
        if piece.kind == V::SPEC.king {
            return 0;
        }
        let promotion = if mv.is_promotion() {
            values.promotion[kind]
        } else {
            0
        };
        values.taken[kind].saturating_add(promotion)
    }

    /// The least valuable of these pieces; a king comes last.
    fn cheapest(&self, pieces: V::Bitboard, values: &SeeValues) -> Option<(Square, PieceKind)> {
        let cost = |kind: PieceKind| {
            if kind == V::SPEC.king {
                i32::MAX
            } else {
                values.taken[kind.index()]
            }
        };
        pieces
            .squares()
            .map(|square| (square, self.kind_on(square)))
            .min_by_key(|&(_, kind)| cost(kind))
    }
}
