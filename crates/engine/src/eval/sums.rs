//! Weights that always count together, summed up beforehand.
//!
//! Where a man stands, to its own king and to the enemy's, are three weights; which they are depends
//! on the kings alone. So each king's square has a row in which they are found by kind and square.

use komadai_rules::{Game, PieceKind, Square};

use super::Layout;

/// More men of a kind than any hand has.
const MOST_HELD: usize = 128;

/// Sums of weights, in parts of a centipawn as the weights themselves.
pub(super) struct Sums {
    /// Kinds times squares.
    row: usize,
    /// `[own king, or none][kind][square]`: the square and how it lies to the own king
    own: Vec<i32>,
    /// `[enemy king, or none][kind][square]`: how the square lies to the enemy king
    theirs: Vec<i32>,
    /// `[kind][count]`
    hand: Vec<[i32; MOST_HELD]>,
}

/// What the men of one side count, wherever they stand.
pub(super) struct Standing<'s> {
    own: &'s [i32],
    theirs: &'s [i32],
}

impl Sums {
    pub(super) fn new<G: Game>(weights: &[i16]) -> Self {
        let layout = Layout::of::<G>();
        let row = layout.kinds * layout.squares;
        let mut sums = Sums {
            row,
            own: Vec::with_capacity((layout.squares + 1) * row),
            theirs: Vec::with_capacity((layout.squares + 1) * row),
            hand: Vec::with_capacity(layout.kinds),
        };
        let sum = |weights_of: &mut dyn Iterator<Item = usize>| -> i32 {
            weights_of.map(|at| i32::from(weights[at])).sum()
        };
        let kinds = || (0..layout.kinds as u8).map(PieceKind::new);
        let squares = || (0..layout.squares as u8).map(Square::new);
        for king in squares().map(Some).chain([None]) {
            for kind in kinds() {
                for at in squares() {
                    let count = |own, theirs| sum(&mut layout.standing::<G>(kind, at, own, theirs));
                    sums.own.push(count(king, None));
                    sums.theirs.push(count(None, king) - count(None, None));
                }
            }
        }
        for kind in kinds() {
            let held = |count| sum(&mut layout.held(kind, count as u8));
            sums.hand.push(std::array::from_fn(held));
        }
        sums
    }

    /// What men count by where they stand; both kings as the side of the men sees them.
    #[inline(always)]
    pub(super) fn standing<G: Game>(
        &self,
        own: Option<Square>,
        theirs: Option<Square>,
    ) -> Standing<'_> {
        let row = |king: Option<Square>| king.map_or(G::ID.squares(), Square::index) * self.row;
        Standing {
            own: &self.own[row(own)..][..self.row],
            theirs: &self.theirs[row(theirs)..][..self.row],
        }
    }

    /// What so many men of a kind count in hand.
    #[inline(always)]
    pub(super) fn held(&self, kind: PieceKind, count: u8) -> i32 {
        self.hand[kind.index()][usize::from(count) % MOST_HELD]
    }
}

impl Standing<'_> {
    /// What a man counts on a square of its game's board, as its side sees it. The size of the board is a
    /// constant then.
    #[inline(always)]
    pub(super) fn of<G: Game>(&self, kind: PieceKind, at: Square) -> i32 {
        let index = kind.index() * G::ID.squares() + at.index();
        self.own[index] + self.theirs[index]
    }
}
