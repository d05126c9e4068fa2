//! Order of the classical evaluation's weights in their file.

use komadai_rules::{PieceKind, Square, Variant};

/// Pieces of a kind in hand with weights of their own; further ones share the last weight.
pub(super) const HAND_STEPS: usize = 4;
/// Squares of mobility with weights of their own; further ones share the last weight.
const MAX_MOBILITY: usize = 20;
/// Danger units that belong to no kind of piece.
const COMMON_UNITS: usize = 5;

/// Indices of the weights of one variant: first the sums, in fractions of a centipawn, then the
/// danger units. Methods from [`tempo`](Self::tempo) to [`hanging_to_move`](Self::hanging_to_move)
/// are indices into the sums, methods from [`attack`](Self::attack) on into the units.
///
/// Squares are seen from the piece's own side: the second side's are rotated by 180°.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Promoted kinds and the king included.
    pub(super) kinds: usize,
    pub(super) squares: usize,
    pub(super) files: usize,
    pub(super) ranks: usize,
}

impl Layout {
    pub(super) const fn of<V: Variant>() -> Self {
        Layout {
            kinds: V::SPEC.kinds.len(),
            squares: V::ID.squares(),
            files: V::ID.files() as usize,
            ranks: V::ID.ranks() as usize,
        }
    }

    /// Number of offsets between two squares.
    pub(super) const fn relations(&self) -> usize {
        (2 * self.files - 1) * (2 * self.ranks - 1)
    }

    /// Index of the offset from `king` to `square`, below [`relations`](Self::relations).
    pub(super) fn relation<V: Variant>(&self, king: Square, square: Square) -> usize {
        let files =
            usize::from(square.file(V::ID)) + self.files - 1 - usize::from(king.file(V::ID));
        let ranks =
            usize::from(square.rank(V::ID)) + self.ranks - 1 - usize::from(king.rank(V::ID));
        files * (2 * self.ranks - 1) + ranks
    }

    /// Side to move.
    pub(super) const fn tempo(&self) -> usize {
        0
    }

    pub(super) const fn placed(&self, kind: PieceKind, square: usize) -> usize {
        1 + kind.index() * self.squares + square
    }

    /// A piece at an offset from its own king.
    pub(super) const fn own_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.placed(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// A piece at an offset from the enemy king.
    pub(super) const fn enemy_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.own_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// All weights of a piece on a square, given both kings seen from its own side. A king has only
    /// the weight of its square.
    pub(super) fn piece_weights<V: Variant>(
        &self,
        kind: PieceKind,
        at: Square,
        own: Option<Square>,
        enemy: Option<Square>,
    ) -> impl Iterator<Item = usize> + use<V> {
        let it = *self;
        let relation = move |king: Option<Square>| {
            let king = king.filter(|_| kind != V::SPEC.king)?;
            Some(it.relation::<V>(king, at))
        };
        let own = relation(own).map(|relation| it.own_king(kind, relation));
        let enemy = relation(enemy).map(|relation| it.enemy_king(kind, relation));
        [Some(it.placed(kind, at.index())), own, enemy]
            .into_iter()
            .flatten()
    }

    pub(super) fn hand_weights(
        &self,
        kind: PieceKind,
        count: u8,
    ) -> impl Iterator<Item = usize> + use<> {
        let it = *self;
        (0..usize::from(count)).map(move |nth| it.in_hand(kind, nth))
    }

    /// Mobility of a slider: the squares it attacks that its own side does not occupy.
    pub(super) const fn mobility(&self, kind: PieceKind, count: usize) -> usize {
        let count = if count < MAX_MOBILITY {
            count
        } else {
            MAX_MOBILITY
        };
        self.enemy_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * (MAX_MOBILITY + 1)
            + count
    }

    /// The `nth` piece of a kind in hand, from 0.
    pub(super) const fn in_hand(&self, kind: PieceKind, nth: usize) -> usize {
        let nth = if nth < HAND_STEPS {
            nth
        } else {
            HAND_STEPS - 1
        };
        self.mobility(PieceKind::new(self.kinds as u8), 0) + kind.index() * HAND_STEPS + nth
    }

    /// A hanging piece, attacked and not defended, of the side that is not to move.
    pub(super) const fn hanging(&self, kind: PieceKind) -> usize {
        self.in_hand(PieceKind::new(self.kinds as u8), 0) + kind.index() * 2
    }

    /// A hanging piece of the side to move, which can still save it.
    pub(super) const fn hanging_to_move(&self, kind: PieceKind) -> usize {
        self.hanging(kind) + 1
    }

    pub(super) const fn sums(&self) -> usize {
        self.hanging(PieceKind::new(self.kinds as u8))
    }

    /// Danger from a piece for each square of the king ring that it attacks.
    pub(super) const fn attack(&self, kind: PieceKind) -> usize {
        kind.index()
    }

    /// Danger from a piece in hand; grows with the holes in the king ring.
    pub(super) const fn waiting(&self, kind: PieceKind) -> usize {
        self.kinds + kind.index()
    }

    /// Danger from a piece in hand for each safe check: a drop that gives check and cannot be
    /// captured.
    pub(super) const fn check(&self, kind: PieceKind) -> usize {
        2 * self.kinds + kind.index()
    }

    /// Danger from a weak square: in the king ring, attacked, and defended by the king alone.
    pub(super) const fn weak(&self) -> usize {
        3 * self.kinds
    }

    /// Danger from a hole: an empty square of the king ring that the king alone defends.
    pub(super) const fn hole(&self) -> usize {
        3 * self.kinds + 1
    }

    /// Danger from a flight square of the king; negative.
    pub(super) const fn escape(&self) -> usize {
        3 * self.kinds + 2
    }

    /// Constant danger.
    pub(super) const fn always(&self) -> usize {
        3 * self.kinds + 3
    }

    /// Danger from the enemy being to move.
    pub(super) const fn turn(&self) -> usize {
        3 * self.kinds + 4
    }

    pub(super) const fn units(&self) -> usize {
        3 * self.kinds + COMMON_UNITS
    }

    pub(super) const fn len(&self) -> usize {
        self.sums() + self.units()
    }
}
