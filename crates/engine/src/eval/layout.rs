//! Which weight of an evaluation lies where in its file.

use komadai_rules::{Game, PieceKind, Square};

/// Pieces of a kind in hand have weights of their own up to this many; further ones count as the last.
pub const HAND_STEPS: usize = 4;
/// Mobility has weights of its own up to this many squares.
pub const MAX_MOBILITY: usize = 20;
/// Units of danger that belong to no kind of piece.
const COMMON_UNITS: usize = 5;

/// Where the weights of one game lie: first those that add up, in parts of a centipawn, then the units of
/// danger. Methods from [`tempo`](Self::tempo) to [`hanging`](Self::hanging) are indices of sums, methods
/// from [`attack`](Self::attack) on are indices of units.
///
/// Squares are seen by the piece's own side: those of the second side are turned by 180°.
///
/// ```
/// use komadai_engine::tuning::Layout;
/// use komadai_rules::{PieceKind, Minishogi};
/// let layout = Layout::of::<Minishogi>();
/// assert_eq!(layout.placed(PieceKind::new(0), 0), layout.tempo() + 1);
/// assert_eq!(layout.len(), layout.sums() + layout.units());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Kinds of pieces, promoted ones and the king included.
    pub kinds: usize,
    /// Squares of the board.
    pub squares: usize,
    /// Files.
    pub files: usize,
    /// Ranks.
    pub ranks: usize,
}

impl Layout {
    /// The layout of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Layout {
            kinds: G::SPEC.kinds.len(),
            squares: G::ID.squares(),
            files: G::ID.files() as usize,
            ranks: G::ID.ranks() as usize,
        }
    }

    /// How many offsets there are between two squares.
    #[must_use]
    pub const fn relations(&self) -> usize {
        (2 * self.files - 1) * (2 * self.ranks - 1)
    }

    /// Offset of `square` from `king`: files to the right and ranks ahead, in one number below
    /// [`relations`](Self::relations).
    #[must_use]
    pub fn relation<G: Game>(&self, king: Square, square: Square) -> usize {
        let files =
            usize::from(square.file(G::ID)) + self.files - 1 - usize::from(king.file(G::ID));
        let ranks =
            usize::from(square.rank(G::ID)) + self.ranks - 1 - usize::from(king.rank(G::ID));
        files * (2 * self.ranks - 1) + ranks
    }

    /// Being the side to move.
    #[must_use]
    pub const fn tempo(&self) -> usize {
        0
    }

    /// A piece on a square.
    #[must_use]
    pub const fn placed(&self, kind: PieceKind, square: usize) -> usize {
        1 + kind.index() * self.squares + square
    }

    /// A piece at an offset from its own king.
    #[must_use]
    pub const fn own_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.placed(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// A piece at an offset from the enemy king.
    #[must_use]
    pub const fn enemy_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.own_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// All weights of a piece on a square, with both kings as its own side sees them. A king has
    /// only the weight of its square.
    pub fn piece_weights<G: Game>(
        &self,
        kind: PieceKind,
        at: Square,
        own: Option<Square>,
        enemy: Option<Square>,
    ) -> impl Iterator<Item = usize> + use<G> {
        let it = *self;
        let relation = move |king: Option<Square>| {
            let king = king.filter(|_| kind != G::SPEC.king)?;
            Some(it.relation::<G>(king, at))
        };
        let own = relation(own).map(|relation| it.own_king(kind, relation));
        let enemy = relation(enemy).map(|relation| it.enemy_king(kind, relation));
        [Some(it.placed(kind, at.index())), own, enemy]
            .into_iter()
            .flatten()
    }

    /// All weights of so many pieces of a kind in hand.
    pub fn hand_weights(&self, kind: PieceKind, count: u8) -> impl Iterator<Item = usize> + use<> {
        let it = *self;
        (0..usize::from(count)).map(move |nth| it.in_hand(kind, nth))
    }

    /// A sliding piece that attacks so many squares not occupied by its own side.
    #[must_use]
    pub const fn mobility(&self, kind: PieceKind, count: usize) -> usize {
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
    #[must_use]
    pub const fn in_hand(&self, kind: PieceKind, nth: usize) -> usize {
        let nth = if nth < HAND_STEPS {
            nth
        } else {
            HAND_STEPS - 1
        };
        self.mobility(PieceKind::new(self.kinds as u8), 0) + kind.index() * HAND_STEPS + nth
    }

    /// A hanging piece: attacked and not defended, of the side to move or of the other.
    #[must_use]
    pub const fn hanging(&self, kind: PieceKind, to_move: bool) -> usize {
        self.in_hand(PieceKind::new(self.kinds as u8), 0) + kind.index() * 2 + to_move as usize
    }

    /// Number of sums.
    #[must_use]
    pub const fn sums(&self) -> usize {
        self.hanging(PieceKind::new(self.kinds as u8), false)
    }

    /// Danger from a piece for each square of the king ring that it attacks.
    #[must_use]
    pub const fn attack(&self, kind: PieceKind) -> usize {
        kind.index()
    }

    /// Danger from a piece in hand, growing with the holes in the king ring.
    #[must_use]
    pub const fn waiting(&self, kind: PieceKind) -> usize {
        self.kinds + kind.index()
    }

    /// Danger from a piece in hand for each safe check: a square on which it would give check and
    /// could not be captured.
    #[must_use]
    pub const fn check(&self, kind: PieceKind) -> usize {
        2 * self.kinds + kind.index()
    }

    /// Danger from a weak square: in the king ring, attacked, and defended by the king alone.
    #[must_use]
    pub const fn weak(&self) -> usize {
        3 * self.kinds
    }

    /// Danger from a hole: an empty square of the king ring that the king alone defends.
    #[must_use]
    pub const fn hole(&self) -> usize {
        3 * self.kinds + 1
    }

    /// Danger from a flight square of the king; negative.
    #[must_use]
    pub const fn escape(&self) -> usize {
        3 * self.kinds + 2
    }

    /// Constant danger.
    #[must_use]
    pub const fn always(&self) -> usize {
        3 * self.kinds + 3
    }

    /// Danger from the enemy being to move.
    #[must_use]
    pub const fn turn(&self) -> usize {
        3 * self.kinds + 4
    }

    /// Number of units.
    #[must_use]
    pub const fn units(&self) -> usize {
        3 * self.kinds + COMMON_UNITS
    }

    /// Number of all weights.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no layout is empty")]
    pub const fn len(&self) -> usize {
        self.sums() + self.units()
    }
}
