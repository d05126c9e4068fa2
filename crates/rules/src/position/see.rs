//! Static exchange: what is left of a move when both sides go on taking on its square for as long
//! as that pays.

use crate::position::Position;
use crate::spec::variant::Variant;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

/// What pieces are worth in exchanges, in any unit.
///
/// In a game with drops a piece that is taken is lost by one side and gained, unpromoted, by the
/// hand of the other.
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
    /// What each kind counts when it is taken: its worth on the board and that of what the captor
    /// then holds.
    pub taken: [i32; PieceKind::MAX],
    /// What each kind gains by promoting.
    pub promotion: [i32; PieceKind::MAX],
    /// What each kind is worth in hand.
    pub hand: [i32; PieceKind::MAX],
}

impl SeeValues {
    /// From the worth of each kind on the board and in hand, in the order of [`PieceKind::index`].
    ///
    /// Sums beyond the range of `i32` stop at its ends.
    ///
    /// ```
    /// use komadai_rules::{SeeValues, PieceKind, Minishogi};
    /// let values = SeeValues::new::<Minishogi>(&[300; PieceKind::MAX], &[400; PieceKind::MAX]);
    /// // Lost on the board by one side, in the hand of the other.
    /// assert_eq!(values.taken[0], 700);
    /// ```
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
    /// Whether the exchanges begun by a legal move win at least `threshold`.
    ///
    /// Both sides take with their least valuable piece and stop when going on would lose. A king
    /// takes only what is not guarded. Drops, promotions and pins inside the exchange are left
    /// out.
    ///
    /// ```
    /// use komadai_rules::{SeeValues, PieceKind, Minishogi, Position};
    /// let worth = [100; PieceKind::MAX];
    /// let values = SeeValues::new::<Minishogi>(&worth, &worth);
    /// let start = Position::<Minishogi>::start();
    /// // Nothing is en prise at the start: quiet moves lose nothing and win nothing.
    /// let quiet = start.quiet_moves();
    /// assert!(quiet.iter().any(|&m| start.see_ge(m, &values, 0)));
    /// assert!(!quiet.iter().any(|&m| start.see_ge(m, &values, 1)));
    /// ```
    #[must_use]
    pub fn see_ge(&self, m: Move, values: &SeeValues, threshold: i32) -> bool {
        let mut swap = self.material_gain(m, values).saturating_sub(threshold);
        if swap < 0 {
            return false;
        }
        swap = self.material_at_risk(m, values).saturating_sub(swap);
        if swap <= 0 {
            return true;
        }
        let to = m.to();
        let mut occupied = self.occupied() | V::Bitboard::from_square(to);
        if let Some(from) = m.from() {
            occupied &= !V::Bitboard::from_square(from);
            if self.is_en_passant(m) {
                occupied &= !V::Bitboard::from_square(self.en_passant_victim(to));
            }
        }
        let mut side = self.side;
        let mut won = true;
        // Who takes part is looked up once; only what stands in the way changes.
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
                // A king may not take what is guarded.
                let guarded = !attackers(!side, occupied).is_empty();
                return won != guarded;
            }
            swap = values.taken[kind.index()].saturating_sub(swap);
            if swap < i32::from(won) {
                return won;
            }
        }
    }

    /// What a move wins by itself: the piece it takes and what its promotion adds.
    ///
    /// ```
    /// use komadai_rules::{SeeValues, PieceKind, Position, Torishogi};
    /// let start = Position::<Torishogi>::start();
    /// let values = SeeValues::new::<Torishogi>(&[100; PieceKind::MAX], &[100; PieceKind::MAX]);
    /// let takes = start.captures_and_promotions()[0];
    /// assert_eq!(start.material_gain(takes, &values), 200);
    /// ```
    #[must_use]
    pub fn material_gain(&self, m: Move, values: &SeeValues) -> i32 {
        let Some(from) = m.from() else { return 0 };
        let to = m.to();
        let taken = match self.piece_at(to) {
            Some(piece) => values.taken[piece.kind.index()],
            None if self.is_en_passant(m) => values.taken[0],
            None => 0,
        };
        let promotion = match self.piece_at(from) {
            Some(piece) if m.is_promotion() => values.promotion[piece.kind.index()],
            _ => 0,
        };
        taken.saturating_add(promotion)
    }

    /// What is lost if the piece that moved is taken where it arrives.
    fn material_at_risk(&self, m: Move, values: &SeeValues) -> i32 {
        if let Some(kind) = m.dropped() {
            // Out of one hand and into the other.
            return values.hand[kind.index()].saturating_mul(2);
        }
        let Some(piece) = m.from().and_then(|from| self.piece_at(from)) else {
            return 0;
        };
        let kind = piece.kind.index();
        if piece.kind == V::SPEC.king {
            return 0;
        }
        let promotion = if m.is_promotion() {
            values.promotion[kind]
        } else {
            0
        };
        values.taken[kind].saturating_add(promotion)
    }

    /// The least valuable of some pieces, a king last.
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
