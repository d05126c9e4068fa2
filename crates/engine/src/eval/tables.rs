//! The evaluation's tables, filled once.

use komadai_rules::{Bitboard, Game, PieceKind, SeeValues, Square};

use super::sums::Sums;
use super::{Layout, weights};
use crate::values;

/// More units of danger than any game has.
const MOST_UNITS: usize = 64;

/// Values by kind, and the geometry of one game's board.
pub(crate) struct Evaluator<G: Game> {
    pub(crate) board: [i32; PieceKind::MAX],
    pub(crate) hand: [i32; PieceKind::MAX],
    /// What men count when they are taken, promoted or dropped to be taken.
    pub(crate) exchange: SeeValues,
    /// Those that add up, in the order of the layout.
    pub(super) weights: Vec<i16>,
    /// What is summed up of them beforehand.
    pub(super) summed: Sums,
    /// Units of danger, in the order of the layout.
    pub(super) units: [i32; MOST_UNITS],
    /// `[square]`: the square and its neighbours
    ring: Vec<G::Bitboard>,
}

impl<G: Game> Evaluator<G> {
    /// Where the weights of this game lie.
    pub(super) const LAYOUT: Layout = Layout::of::<G>();

    pub(crate) fn new() -> Self {
        const { assert!(Self::LAYOUT.units() <= MOST_UNITS) };
        let layout = Self::LAYOUT;
        let mut weights = weights::read(weights::of_game(G::ID));
        // A file of another length would be one of another game: nothing is known then.
        weights.resize(layout.sums() + layout.units(), 0);
        let mut units = [0; MOST_UNITS];
        for (to, from) in units.iter_mut().zip(weights.drain(layout.sums()..)) {
            *to = i32::from(from);
        }
        let mut it = Evaluator {
            board: [0; PieceKind::MAX],
            hand: [0; PieceKind::MAX],
            exchange: SeeValues::new::<G>(&[0; PieceKind::MAX], &[0; PieceKind::MAX]),
            summed: Sums::new::<G>(&weights),
            weights,
            units,
            ring: Vec::with_capacity(layout.squares),
        };
        for kind in it.kinds() {
            let man = values::of_man(G::ID, kind);
            it.board[kind.index()] = man.board;
            it.hand[kind.index()] = man.hand;
        }
        it.exchange = SeeValues::new::<G>(&it.board, &it.hand);
        for king in squares::<G>() {
            let near = |square: &Square| king_steps::<G>(king, *square) <= 1;
            let ring = squares::<G>().filter(near).map(G::Bitboard::from_square);
            it.ring
                .push(ring.fold(G::Bitboard::EMPTY, |some, one| some | one));
        }
        it
    }

    /// All kinds of the game.
    #[inline]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<G> {
        (0..G::SPEC.kinds.len() as u8).map(PieceKind::new)
    }

    #[inline]
    pub(super) fn ring(&self, king: Square) -> G::Bitboard {
        self.ring[king.index()]
    }
}

fn squares<G: Game>() -> impl Iterator<Item = Square> {
    (0..G::ID.squares() as u8).map(Square::new)
}

fn king_steps<G: Game>(a: Square, b: Square) -> u8 {
    let files = a.file(G::ID).abs_diff(b.file(G::ID));
    files.max(a.rank(G::ID).abs_diff(b.rank(G::ID)))
}
