//! The evaluation's tables, filled once.

use komadai_rules::{Bits, ExchangeValues, Game, Kind, Square};

use super::{Layout, weights};
use crate::values;

/// More kinds than any game has.
pub(crate) const MAX_KINDS: usize = 16;

/// Values by kind, and the geometry of one game's board.
pub(crate) struct Evaluator<G: Game> {
    pub(crate) board: [i32; MAX_KINDS],
    pub(crate) hand: [i32; MAX_KINDS],
    /// What men count when they are taken, promoted or dropped to be taken.
    pub(crate) exchange: ExchangeValues,
    pub(super) layout: Layout,
    /// In the order of the layout: sums, then units of danger.
    pub(super) weights: Vec<i16>,
    /// `[kind]`: whether it slides, so that what it attacks depends on what stands in its way
    pub(super) slides: [bool; MAX_KINDS],
    kinds: usize,
    squares: usize,
    /// `[king][square]`
    relation: Vec<u16>,
    /// `[square]`: the square and its neighbours
    ring: Vec<G::Bits>,
}

impl<G: Game> Evaluator<G> {
    pub(crate) fn new() -> Self {
        let layout = Layout::of::<G>();
        let mut it = Evaluator {
            board: [0; MAX_KINDS],
            hand: [0; MAX_KINDS],
            exchange: ExchangeValues::new::<G>(&[0; MAX_KINDS], &[0; MAX_KINDS]),
            layout,
            weights: weights::read(weights::of_game(G::ID)),
            slides: [false; MAX_KINDS],
            kinds: layout.kinds,
            squares: layout.squares,
            relation: Vec::with_capacity(layout.squares * layout.squares),
            ring: Vec::with_capacity(layout.squares),
        };
        // A file of another length would be one of another game: nothing is known then.
        it.weights.resize(layout.sums() + layout.units(), 0);
        for kind in it.kinds() {
            let man = values::of_man(G::ID, kind);
            it.board[kind.index()] = man.board;
            it.hand[kind.index()] = man.hand;
            let moves = G::SPEC.kinds[kind.index()].moves;
            it.slides[kind.index()] = moves.iter().any(|step| step.max > 1);
        }
        it.exchange = ExchangeValues::new::<G>(&it.board, &it.hand);
        for king in squares::<G>() {
            for square in squares::<G>() {
                it.relation.push(layout.relation::<G>(king, square) as u16);
            }
            let near = |square: &Square| king_steps::<G>(king, *square) <= 1;
            let ring = squares::<G>().filter(near).map(G::Bits::of);
            it.ring
                .push(ring.fold(G::Bits::EMPTY, |some, one| some | one));
        }
        it
    }

    /// All kinds of the game.
    #[inline]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Kind> + use<G> {
        (0..self.kinds as u8).map(Kind::new)
    }

    /// See [`Layout::relation`].
    #[inline]
    pub(super) fn relation(&self, king: Square, square: Square) -> usize {
        usize::from(self.relation[king.index() * self.squares + square.index()])
    }

    #[inline]
    pub(super) fn ring(&self, king: Square) -> G::Bits {
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
