//! The evaluation's tables, filled once from [`crate::values`].

use komadai_rules::{Bits, ExchangeValues, Game, Kind, Side, Square};

use crate::values::{self, GameValues, Man};

/// More kinds than any game has.
pub(crate) const MAX_KINDS: usize = 16;
/// Distances a man's nearness to a king is told apart by.
const DISTANCES: usize = 9;

/// Values by kind, square and distance for one game.
pub(crate) struct Evaluator<G: Game> {
    pub(crate) values: &'static GameValues,
    pub(crate) board: [i32; MAX_KINDS],
    pub(crate) hand: [i32; MAX_KINDS],
    /// What men count when they are taken, promoted or dropped to be taken.
    pub(crate) exchange: ExchangeValues,
    pub(super) mobility: [i32; MAX_KINDS],
    pub(super) attack: [i32; MAX_KINDS],
    pub(super) threat: [i32; MAX_KINDS],
    hunt: [[i32; DISTANCES]; MAX_KINDS],
    guard: [[i32; DISTANCES]; MAX_KINDS],
    kinds: usize,
    squares: usize,
    /// `[side][kind][square]`
    placed: Vec<i32>,
    /// `[square][square]`, in king's steps
    distance: Vec<u8>,
    /// `[square]`: the square and its neighbours
    ring: Vec<G::Bits>,
    /// `[side][kind][square]`: whence such a man may attack the ring of a king on `square`
    reach: Vec<G::Bits>,
}

impl<G: Game> Evaluator<G> {
    pub(crate) fn new() -> Self {
        let values = values::of_game(G::ID);
        let spec = G::SPEC;
        let (kinds, squares) = (spec.kinds.len(), G::ID.squares());
        let mut it = Evaluator {
            values,
            board: [0; MAX_KINDS],
            hand: [0; MAX_KINDS],
            exchange: ExchangeValues::new::<G>(&[0; MAX_KINDS], &[0; MAX_KINDS]),
            mobility: [0; MAX_KINDS],
            attack: [0; MAX_KINDS],
            threat: [0; MAX_KINDS],
            hunt: [[0; DISTANCES]; MAX_KINDS],
            guard: [[0; DISTANCES]; MAX_KINDS],
            kinds,
            squares,
            placed: vec![0; 2 * kinds * squares],
            distance: vec![0; squares * squares],
            ring: Vec::with_capacity(squares),
            reach: Vec::with_capacity(2 * kinds * squares),
        };
        for kind in it.kinds() {
            it.set_kind(kind);
        }
        it.exchange = ExchangeValues::new::<G>(&it.board, &it.hand);
        it.set_geometry();
        it
    }

    /// All kinds of the game.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Kind> + use<G> {
        (0..self.kinds as u8).map(Kind::new)
    }

    fn set_kind(&mut self, kind: Kind) {
        let i = kind.index();
        let man = row::<G>(self.values, kind);
        self.board[i] = man.board;
        self.hand[i] = man.hand;
        self.mobility[i] = man.mobility;
        self.attack[i] = man.attack;
        self.threat[i] = man.threat;
        for d in 0..DISTANCES {
            let near = 4 - (d as i32).clamp(1, 4);
            self.hunt[i][d] = man.hunt * near / 3;
            self.guard[i][d] = man.guard * near / 3;
        }
        for side in Side::BOTH {
            for square in squares::<G>() {
                let value = man.board + self.placement(&man, side, square);
                let slot = self.slot(side, kind, square);
                self.placed[slot] = value;
            }
        }
    }

    fn placement(&self, man: &Man, side: Side, square: Square) -> i32 {
        let (file, rank) = (i32::from(square.file(G::ID)), i32::from(square.rank(G::ID)));
        let (files, ranks) = (i32::from(G::ID.files()), i32::from(G::ID.ranks()));
        let advance = match side {
            Side::First => rank,
            Side::Second => ranks - 1 - rank,
        };
        // Steps from the nearer edge; `half` at the middle file.
        let inward = file.min(files - 1 - file);
        let half = (files - 1) / 2;
        if man.name == "K" {
            let aside = if advance <= 1 { half - inward } else { 0 };
            return self.values.king_aside * aside / half - self.values.king_forward * advance;
        }
        man.forward * advance + man.centre * inward / half
    }

    fn set_geometry(&mut self) {
        for a in squares::<G>() {
            let near = |b: &Square| king_steps::<G>(a, *b) <= 1;
            self.ring.push(
                squares::<G>()
                    .filter(near)
                    .map(G::Bits::of)
                    .fold(G::Bits::EMPTY, |x, y| x | y),
            );
            for b in squares::<G>() {
                self.distance[a.index() * self.squares + b.index()] = king_steps::<G>(a, b);
            }
        }
        for side in Side::BOTH {
            for kind in self.kinds() {
                let seen: Vec<G::Bits> = squares::<G>()
                    .map(|from| G::reach(kind, side, from))
                    .collect();
                for king in squares::<G>() {
                    let ring = self.ring[king.index()];
                    let from = squares::<G>()
                        .filter(|from| !(seen[from.index()] & ring).is_empty())
                        .map(G::Bits::of)
                        .fold(G::Bits::EMPTY, |x, y| x | y);
                    self.reach.push(from);
                }
            }
        }
    }

    #[inline]
    fn slot(&self, side: Side, kind: Kind, square: Square) -> usize {
        (side.index() * self.kinds + kind.index()) * self.squares + square.index()
    }

    #[inline]
    pub(super) fn placed(&self, side: Side, kind: Kind, square: Square) -> i32 {
        self.placed[self.slot(side, kind, square)]
    }

    #[inline]
    fn steps(&self, a: Square, b: Square) -> usize {
        usize::from(self.distance[a.index() * self.squares + b.index()])
    }

    #[inline]
    pub(super) fn hunting(&self, kind: Kind, square: Square, their_king: Square) -> i32 {
        self.hunt[kind.index()][self.steps(square, their_king)]
    }

    #[inline]
    pub(super) fn guarding(&self, kind: Kind, square: Square, own_king: Square) -> i32 {
        self.guard[kind.index()][self.steps(square, own_king)]
    }

    #[inline]
    pub(super) fn ring(&self, king: Square) -> G::Bits {
        self.ring[king.index()]
    }

    #[inline]
    pub(super) fn reach(&self, side: Side, kind: Kind, king: Square) -> G::Bits {
        self.reach[self.slot(side, kind, king)]
    }
}

fn squares<G: Game>() -> impl Iterator<Item = Square> {
    (0..G::ID.squares() as u8).map(Square::new)
}

fn king_steps<G: Game>(a: Square, b: Square) -> u8 {
    let files = a.file(G::ID).abs_diff(b.file(G::ID));
    files.max(a.rank(G::ID).abs_diff(b.rank(G::ID)))
}

fn row<G: Game>(values: &GameValues, kind: Kind) -> Man {
    let spec = &G::SPEC.kinds[kind.index()];
    let is = |man: &&Man| {
        let mut name = man.name.chars().rev();
        name.next() == Some(spec.letter) && name.next().is_some() == spec.promoted
    };
    *values
        .men
        .iter()
        .find(is)
        .expect("the values list every man of the game")
}
