//! Which weight of an evaluation lies where in its file.

use komadai_rules::{Game, PieceKind, Square};

/// A man in hand after so many of its kind counts as the last of these.
pub const HAND_STEPS: usize = 4;
/// Squares that a man attacks are told apart up to this many.
pub const MOST_MOBILITY: usize = 20;
/// Danger units that belong to no kind of man.
const LONE_UNITS: usize = 5;

/// Where the weights of one game lie: first those that add up, then the units of danger.
///
/// Squares are seen by the man's own side: those of the second side are turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Kinds of men.
    pub kinds: usize,
    /// Squares of the board.
    pub squares: usize,
    /// Files.
    pub files: usize,
    /// Ranks.
    pub ranks: usize,
}

impl Layout {
    /// That of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Layout {
            kinds: G::SPEC.kinds.len(),
            squares: G::ID.squares(),
            files: G::ID.files() as usize,
            ranks: G::ID.ranks() as usize,
        }
    }

    /// How many ways one square can lie to another.
    #[must_use]
    pub const fn relations(&self) -> usize {
        (2 * self.files - 1) * (2 * self.ranks - 1)
    }

    /// How `square` lies to `king`: files to the right and ranks ahead, in one number.
    #[must_use]
    pub fn relation<G: Game>(&self, king: Square, square: Square) -> usize {
        let files =
            usize::from(square.file(G::ID)) + self.files - 1 - usize::from(king.file(G::ID));
        let ranks =
            usize::from(square.rank(G::ID)) + self.ranks - 1 - usize::from(king.rank(G::ID));
        files * (2 * self.ranks - 1) + ranks
    }

    /// The right to move.
    #[must_use]
    pub const fn tempo(&self) -> usize {
        0
    }

    /// A man on a square.
    #[must_use]
    pub const fn placed(&self, kind: PieceKind, square: usize) -> usize {
        1 + kind.index() * self.squares + square
    }

    /// A man near its own king.
    #[must_use]
    pub const fn own_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.placed(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// A man near the enemy king.
    #[must_use]
    pub const fn their_king(&self, kind: PieceKind, relation: usize) -> usize {
        self.own_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * self.relations()
            + relation
    }

    /// All that counts for where a man stands, with both kings as its own side sees them; a king is
    /// only placed.
    pub fn standing<G: Game>(
        &self,
        kind: PieceKind,
        at: Square,
        own: Option<Square>,
        theirs: Option<Square>,
    ) -> impl Iterator<Item = usize> + use<G> {
        let it = *self;
        let relation = move |king: Option<Square>| {
            let king = king.filter(|_| kind != G::SPEC.king)?;
            Some(it.relation::<G>(king, at))
        };
        let own = relation(own).map(|relation| it.own_king(kind, relation));
        let theirs = relation(theirs).map(|relation| it.their_king(kind, relation));
        [Some(it.placed(kind, at.index())), own, theirs]
            .into_iter()
            .flatten()
    }

    /// All that counts for so many men of a kind in hand.
    pub fn held(&self, kind: PieceKind, count: u8) -> impl Iterator<Item = usize> + use<> {
        let it = *self;
        (0..usize::from(count)).map(move |nth| it.in_hand(kind, nth))
    }

    /// A man that attacks so many squares not held by its own side.
    #[must_use]
    pub const fn mobility(&self, kind: PieceKind, count: usize) -> usize {
        let count = if count < MOST_MOBILITY {
            count
        } else {
            MOST_MOBILITY
        };
        self.their_king(PieceKind::new(self.kinds as u8), 0)
            + kind.index() * (MOST_MOBILITY + 1)
            + count
    }

    /// The `nth` man of a kind in hand, from 0.
    #[must_use]
    pub const fn in_hand(&self, kind: PieceKind, nth: usize) -> usize {
        let nth = if nth < HAND_STEPS {
            nth
        } else {
            HAND_STEPS - 1
        };
        self.mobility(PieceKind::new(self.kinds as u8), 0) + kind.index() * HAND_STEPS + nth
    }

    /// A man that is attacked and that no other man guards, of the side to move or of the other.
    #[must_use]
    pub const fn loose(&self, kind: PieceKind, to_move: bool) -> usize {
        self.in_hand(PieceKind::new(self.kinds as u8), 0) + kind.index() * 2 + to_move as usize
    }

    /// How many weights add up.
    #[must_use]
    pub const fn sums(&self) -> usize {
        self.loose(PieceKind::new(self.kinds as u8), false)
    }

    /// Danger from a man for each square beside the king that it attacks.
    #[must_use]
    pub const fn attack(&self, kind: PieceKind) -> usize {
        kind.index()
    }

    /// Danger from a man in hand, the more the more holes there are beside the king.
    #[must_use]
    pub const fn waiting(&self, kind: PieceKind) -> usize {
        self.kinds + kind.index()
    }

    /// Danger from a man in hand for each square on which it would give check and not be taken.
    #[must_use]
    pub const fn check(&self, kind: PieceKind) -> usize {
        2 * self.kinds + kind.index()
    }

    /// Danger from a square beside the king that is attacked and that only the king guards.
    #[must_use]
    pub const fn weak(&self) -> usize {
        3 * self.kinds
    }

    /// Danger from an empty square beside the king that only the king guards.
    #[must_use]
    pub const fn hole(&self) -> usize {
        3 * self.kinds + 1
    }

    /// Danger from a square to which the king may go: less than nothing.
    #[must_use]
    pub const fn escape(&self) -> usize {
        3 * self.kinds + 2
    }

    /// Danger there always is.
    #[must_use]
    pub const fn always(&self) -> usize {
        3 * self.kinds + 3
    }

    /// Danger from it being the enemy's turn.
    #[must_use]
    pub const fn turn(&self) -> usize {
        3 * self.kinds + 4
    }

    /// How many units of danger there are.
    #[must_use]
    pub const fn units(&self) -> usize {
        3 * self.kinds + LONE_UNITS
    }
}
