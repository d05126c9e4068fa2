//! Which weight of an evaluation lies where in its file.

use komadai_rules::{PieceKind, Square, Variant};

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
/// assert_eq!(layout.placed(PieceKind::PAWN, 0), layout.tempo() + 1);
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
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!((layout.kinds, layout.squares), (10, 25));
    /// ```
    #[must_use]
    pub const fn of<V: Variant>() -> Self {
        Layout {
            kinds: V::SPEC.kinds.len(),
            squares: V::ID.squares(),
            files: V::ID.files() as usize,
            ranks: V::ID.ranks() as usize,
        }
    }

    /// How many offsets there are between two squares.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// // Four files and four ranks to either side.
    /// assert_eq!(Layout::of::<Minishogi>().relations(), 9 * 9);
    /// ```
    #[must_use]
    pub const fn relations(&self) -> usize {
        (2 * self.files - 1) * (2 * self.ranks - 1)
    }

    /// Offset of `square` from `king`: files to the right and ranks ahead, in one number below
    /// [`relations`](Self::relations).
    ///
    /// ```
    /// use komadai_rules::{Minishogi, Square};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let square = Square::new(12);
    /// // The same square is in the middle of all offsets; one ahead is the next.
    /// assert_eq!(layout.relation::<Minishogi>(square, square), 40);
    /// assert_eq!(layout.relation::<Minishogi>(square, Square::new(13)), 41);
    /// ```
    #[must_use]
    pub fn relation<V: Variant>(&self, king: Square, square: Square) -> usize {
        let files =
            usize::from(square.file(V::ID)) + self.files - 1 - usize::from(king.file(V::ID));
        let ranks =
            usize::from(square.rank(V::ID)) + self.ranks - 1 - usize::from(king.rank(V::ID));
        files * (2 * self.ranks - 1) + ranks
    }

    /// Being the side to move.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// assert_eq!(Layout::of::<Minishogi>().tempo(), 0);
    /// ```
    #[must_use]
    pub const fn tempo(&self) -> usize {
        0
    }

    /// A piece on a square.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// // A weight for each of 25 squares, kind after kind.
    /// assert_eq!(layout.placed(PieceKind::new(1), 3) - layout.placed(PieceKind::PAWN, 3), 25);
    /// ```
    #[must_use]
    pub const fn placed(&self, kind: PieceKind, square: usize) -> usize {
        1 + kind.index() * self.squares + square
    }

    /// A piece at an offset from its own king.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let first = layout.own_king(PieceKind::PAWN, 0);
    /// assert_eq!(layout.own_king(PieceKind::new(1), 0) - first, layout.relations());
    /// ```
    #[must_use]
    pub const fn own_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.placed(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// A piece at an offset from the enemy king.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let first = layout.own_king(PieceKind::PAWN, 0);
    /// let weights = layout.kinds * layout.relations();
    /// assert_eq!(layout.enemy_king(PieceKind::PAWN, 0) - first, weights);
    /// ```
    #[must_use]
    pub const fn enemy_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.own_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// All weights of a piece on a square, with both kings as its own side sees them. A king has
    /// only the weight of its square.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind, Square};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let at = Square::new(12);
    /// // Where it stands, and seen from the one king that there is.
    /// let weights = layout.piece_weights::<Minishogi>(PieceKind::PAWN, at, Some(at), None);
    /// let expected = [layout.placed(PieceKind::PAWN, 12), layout.own_king(PieceKind::PAWN, 40)];
    /// assert!(weights.eq(expected));
    /// ```
    pub fn piece_weights<V: Variant>(
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

    /// All weights of so many pieces of a kind in hand.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let expected = [0, 1].map(|nth| layout.in_hand(PieceKind::PAWN, nth));
    /// assert!(layout.hand_weights(PieceKind::PAWN, 2).eq(expected));
    /// ```
    pub fn hand_weights(&self, kind: PieceKind, count: u8) -> impl Iterator<Item = usize> + use<> {
        let it = *self;
        (0..usize::from(count)).map(move |nth| it.in_hand(kind, nth))
    }

    /// A sliding piece that attacks so many squares not occupied by its own side.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::{Layout, MAX_MOBILITY};
    /// let layout = Layout::of::<Minishogi>();
    /// let rook = PieceKind::new(4);
    /// assert_eq!(layout.mobility(rook, 3), layout.mobility(rook, 0) + 3);
    /// assert_eq!(layout.mobility(rook, 99), layout.mobility(rook, MAX_MOBILITY));
    /// ```
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
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::{HAND_STEPS, Layout};
    /// let layout = Layout::of::<Minishogi>();
    /// let pawn = PieceKind::PAWN;
    /// assert_eq!(layout.in_hand(pawn, 1), layout.in_hand(pawn, 0) + 1);
    /// assert_eq!(layout.in_hand(pawn, 17), layout.in_hand(pawn, HAND_STEPS - 1));
    /// ```
    #[must_use]
    pub const fn in_hand(&self, kind: PieceKind, nth: usize) -> usize {
        let nth = if nth < HAND_STEPS {
            nth
        } else {
            HAND_STEPS - 1
        };
        self.mobility(PieceKind::new(self.kinds as u8), 0) + kind.index() * HAND_STEPS + nth
    }

    /// A hanging piece, attacked and not defended, of the side that is not to move.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.hanging(PieceKind::new(1)), layout.hanging(PieceKind::PAWN) + 2);
    /// ```
    #[must_use]
    pub const fn hanging(&self, kind: PieceKind) -> usize {
        self.in_hand(PieceKind::new(self.kinds as u8), 0) + kind.index() * 2
    }

    /// A hanging piece of the side to move, which can still save it.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let other = layout.hanging(PieceKind::PAWN);
    /// assert_eq!(layout.hanging_to_move(PieceKind::PAWN), other + 1);
    /// ```
    #[must_use]
    pub const fn hanging_to_move(&self, kind: PieceKind) -> usize {
        self.hanging(kind) + 1
    }

    /// Number of sums.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// let last = PieceKind::new(layout.kinds as u8 - 1);
    /// assert_eq!(layout.sums(), layout.hanging_to_move(last) + 1);
    /// ```
    #[must_use]
    pub const fn sums(&self) -> usize {
        self.hanging(PieceKind::new(self.kinds as u8))
    }

    /// Danger from a piece for each square of the king ring that it attacks.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.attack(PieceKind::new(4)), 4);
    /// ```
    #[must_use]
    pub const fn attack(&self, kind: PieceKind) -> usize {
        kind.index()
    }

    /// Danger from a piece in hand, growing with the holes in the king ring.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.waiting(PieceKind::new(4)), layout.kinds + 4);
    /// ```
    #[must_use]
    pub const fn waiting(&self, kind: PieceKind) -> usize {
        self.kinds + kind.index()
    }

    /// Danger from a piece in hand for each safe check: a square on which it would give check and
    /// could not be captured.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, PieceKind};
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.check(PieceKind::new(4)), 2 * layout.kinds + 4);
    /// ```
    #[must_use]
    pub const fn check(&self, kind: PieceKind) -> usize {
        2 * self.kinds + kind.index()
    }

    /// Danger from a weak square: in the king ring, attacked, and defended by the king alone.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// // The first of the units that belong to no kind.
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.weak(), 3 * layout.kinds);
    /// ```
    #[must_use]
    pub const fn weak(&self) -> usize {
        3 * self.kinds
    }

    /// Danger from a hole: an empty square of the king ring that the king alone defends.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.hole(), layout.weak() + 1);
    /// ```
    #[must_use]
    pub const fn hole(&self) -> usize {
        3 * self.kinds + 1
    }

    /// Danger from a flight square of the king; negative.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.escape(), layout.weak() + 2);
    /// ```
    #[must_use]
    pub const fn escape(&self) -> usize {
        3 * self.kinds + 2
    }

    /// Constant danger.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.always(), layout.weak() + 3);
    /// ```
    #[must_use]
    pub const fn always(&self) -> usize {
        3 * self.kinds + 3
    }

    /// Danger from the enemy being to move.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// let layout = Layout::of::<Minishogi>();
    /// assert_eq!(layout.turn() + 1, layout.units());
    /// ```
    #[must_use]
    pub const fn turn(&self) -> usize {
        3 * self.kinds + 4
    }

    /// Number of units.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::Layout;
    /// // Three for each of ten kinds, and five more.
    /// assert_eq!(Layout::of::<Minishogi>().units(), 35);
    /// ```
    #[must_use]
    pub const fn units(&self) -> usize {
        3 * self.kinds + COMMON_UNITS
    }

    /// Number of all weights.
    ///
    /// ```
    /// use komadai_rules::Minishogi;
    /// use komadai_engine::tuning::{Layout, encode_weights};
    /// let layout = Layout::of::<Minishogi>();
    /// // Two bytes for each weight of the file.
    /// let file = encode_weights(&vec![0.0; layout.sums()], &vec![0.0; layout.units()]);
    /// assert_eq!(file.len(), 2 * layout.len());
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no layout is empty")]
    pub const fn len(&self) -> usize {
        self.sums() + self.units()
    }
}
