//! Legal moves, by construction: what is generated is legal, and nothing is tried out except at
//! most one pawn drop that might mate and captures in passing.

use core::ops::ControlFlow;

use super::attacks::{between, pin_path, slides_to};
use super::bits::Bits;
use super::game::Game;
use super::kind::Kind;
use super::moves::{Move, MoveList};
use super::piece::Piece;
use super::position::Position;
use super::side::Side;
use super::square::Square;

/// Moves of one piece, or drops of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet<B: Bits> {
    /// Moves of a piece on the board.
    Board {
        /// Where it stands.
        from: Square,
        /// What it is.
        kind: Kind,
        /// Where it may go without promoting.
        plain: B,
        /// Where it may go and promote.
        promote: B,
    },
    /// Drops of a kind in hand.
    Drop {
        /// The kind.
        kind: Kind,
        /// Where it may be dropped.
        to: B,
    },
}

impl<B: Bits> MoveSet<B> {
    /// How many moves these are.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            MoveSet::Board { plain, promote, .. } => (plain.count() + promote.count()) as usize,
            MoveSet::Drop { to, .. } => to.count() as usize,
        }
    }

    /// Whether there is no move in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `f` with every move, promotions first.
    #[inline(always)]
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        match *self {
            MoveSet::Board {
                from,
                plain,
                promote,
                ..
            } => {
                for to in promote.squares() {
                    f(Move::board(from, to, true));
                }
                for to in plain.squares() {
                    f(Move::board(from, to, false));
                }
            }
            MoveSet::Drop { kind, to } => {
                for to in to.squares() {
                    f(Move::drop(kind, to));
                }
            }
        }
    }
}

/// What is known of a position before any move is generated.
pub(crate) struct Generator<'a, G: Game> {
    pub(crate) position: &'a Position<G>,
    pub(crate) us: Side,
    /// Where a piece other than the king must arrive: anywhere but on own men, or in the way of
    /// the one checker, or nowhere at all in double check.
    target: G::Bits,
    pinned: G::Bits,
    occupied: G::Bits,
}

impl<'a, G: Game> Generator<'a, G> {
    #[inline]
    pub(crate) fn new(position: &'a Position<G>) -> Self {
        let us = position.side;
        let mut target = G::ALL & !position.of_side(us);
        if position.in_check() {
            target &= position.answers_to_check();
        }
        Generator {
            position,
            us,
            target,
            pinned: position.pinned(us),
            occupied: position.occupied(),
        }
    }

    /// Calls `f` with all legal moves, one set a piece.
    #[inline]
    pub(crate) fn run(
        &self,
        f: &mut impl FnMut(MoveSet<G::Bits>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.target.is_empty() {
            let men = self.position.of_side(self.us) & !self.position.of_kind(G::SPEC.king);
            for from in men.squares() {
                let Some(piece) = self.position.piece_at(from) else {
                    continue;
                };
                let (plain, promote) = self.board(from, piece.kind);
                if !(plain | promote).is_empty() {
                    f(MoveSet::Board {
                        from,
                        kind: piece.kind,
                        plain,
                        promote,
                    })?;
                }
            }
            let empty = self.target & !self.occupied & G::drop_region(self.us);
            if !empty.is_empty() {
                for index in 0..G::SPEC.hand_kinds {
                    let kind = Kind::new(index);
                    if self.position.hand(self.us).count(kind) == 0 {
                        continue;
                    }
                    let to = self.drops(kind);
                    if !to.is_empty() {
                        f(MoveSet::Drop { kind, to })?;
                    }
                }
            }
        }
        if let Some(from) = self.position.king(self.us) {
            let plain = self.king(from);
            if !plain.is_empty() {
                f(MoveSet::Board {
                    from,
                    kind: G::SPEC.king,
                    plain,
                    promote: G::Bits::EMPTY,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Legal moves of a piece of ours other than the king: without and with promotion.
    #[inline(always)]
    pub(crate) fn board(&self, from: Square, kind: Kind) -> (G::Bits, G::Bits) {
        let mut to = if G::SPEC.chess_rules && kind.index() == 0 {
            self.position.pawn_reach(from, self.us)
        } else {
            Position::<G>::attacks(kind, self.us, from, self.occupied)
        };
        to &= self.target;
        if self.pinned.contains(from) {
            // There is a king, or nothing would be pinned.
            if let Some(king) = self.position.king(self.us) {
                to &= pin_path::<G>(king, from, self.occupied);
            }
        }
        let (mut plain, promote) = self.position.split_promotions(from, kind, self.us, to);
        if G::SPEC.chess_rules && kind.index() == 0 {
            if let Some(square) = self.position.en_passant {
                // The square is kept only while some pawn can legally use it, but not every pawn
                // may be that one. Passing captures never promote.
                if G::steps(kind, self.us, from).contains(square)
                    && self.position.may_capture_in_passing(from, square)
                {
                    plain |= G::Bits::of(square);
                }
            }
        }
        (plain, promote)
    }

    /// Legal moves of our king.
    #[inline]
    pub(crate) fn king(&self, from: Square) -> G::Bits {
        let to = G::steps(G::SPEC.king, self.us, from) & !self.position.of_side(self.us);
        let mut plain = to;
        if !to.is_empty() {
            plain &= !self.danger(from, to);
        }
        if G::SPEC.chess_rules && !self.position.in_check() && !self.position.castling.is_none() {
            plain |= self.position.castlings(self.us);
        }
        plain
    }

    /// The squares of `zone` that the enemy attacks once our king has left its square.
    #[inline]
    fn danger(&self, king: Square, zone: G::Bits) -> G::Bits {
        let them = !self.us;
        // A destination of the king only shortens rays beyond it, so lifting the king is enough.
        let occupied = self.occupied ^ G::Bits::of(king);
        let mut danger = G::Bits::EMPTY;
        for from in self.position.of_side(them).squares() {
            let Some(piece) = self.position.piece_at(from) else {
                continue;
            };
            if (G::reach(piece.kind, them, from) & zone).is_empty() {
                continue;
            }
            danger |= Position::<G>::attacks(piece.kind, them, from, occupied);
        }
        danger
    }

    /// Legal drops of a kind that we hold.
    #[inline]
    pub(crate) fn drops(&self, kind: Kind) -> G::Bits {
        let mut to =
            self.target & !self.occupied & G::drop_region(self.us) & !G::dead(kind, self.us);
        if kind.index() == 0 {
            to &= !self.position.full_files(self.us);
            if G::SPEC.pawn_drop_mate_illegal {
                if let Some(square) = self.position.mating_pawn_square(self.us) {
                    if to.contains(square) && self.position.pawn_drop_mates(square) {
                        to ^= G::Bits::of(square);
                    }
                }
            }
        }
        to
    }
}

impl<G: Game> Position<G> {
    /// Calls `f` with all legal moves, one [`MoveSet`] a piece, until it breaks.
    ///
    /// This is the fastest way to look at moves: nothing is copied into a list.
    #[inline]
    pub fn for_each_move_set(
        &self,
        mut f: impl FnMut(MoveSet<G::Bits>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Generator::new(self).run(&mut f)
    }

    /// All legal moves.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, Position};
    /// assert_eq!(Position::<Minishogi>::start().legal_moves().len(), 14);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.for_each_move_set(|set| {
            // MAX_MOVES is more than any position has.
            set.for_each(|m| {
                let _ = list.try_push(m);
            });
            ControlFlow::Continue(())
        });
        list
    }

    /// The legal moves that capture or promote.
    #[must_use]
    pub fn captures_and_promotions(&self) -> MoveList {
        let mut list = MoveList::new();
        let enemy = self.of_side(!self.side);
        let _ = self.for_each_move_set(|set| {
            if let MoveSet::Board {
                from,
                kind,
                plain,
                promote,
            } = set
            {
                let mut captures = enemy;
                if G::SPEC.chess_rules && kind.index() == 0 {
                    if let Some(square) = self.en_passant {
                        captures |= G::Bits::of(square) & G::steps(kind, self.side, from);
                    }
                }
                let noisy = MoveSet::Board {
                    from,
                    kind,
                    plain: plain & captures,
                    promote,
                };
                noisy.for_each(|m| {
                    let _ = list.try_push(m);
                });
            }
            ControlFlow::Continue(())
        });
        list
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.for_each_move_set(|set| {
            count += set.len();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.for_each_move_set(|_| ControlFlow::Break(()))
            .is_break()
    }

    /// Whether a move is legal, whatever bits it is made of.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let to = m.to();
        if !to.is_on(G::ID) {
            return false;
        }
        let generator = Generator::new(self);
        if let Some(kind) = m.dropped() {
            // Only one way to write each drop is a move.
            return m == Move::drop(kind, to)
                && kind.index() < G::SPEC.hand_kinds as usize
                && self.hand(self.side).count(kind) > 0
                && generator.drops(kind).contains(to);
        }
        let Some(from) = m.from() else { return false };
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if piece.side != self.side {
            return false;
        }
        if piece.kind == G::SPEC.king {
            return !m.is_promotion() && generator.king(from).contains(to);
        }
        let (plain, promote) = generator.board(from, piece.kind);
        if m.is_promotion() { promote } else { plain }.contains(to)
    }

    /// Where a piece other than the king can end a check: on the checker, or between if it slides.
    fn answers_to_check(&self) -> G::Bits {
        let Some(king) = self.king(self.side) else {
            return G::ALL;
        };
        if self.checkers.has_many() {
            return G::Bits::EMPTY;
        }
        let checker = self.checkers.first();
        let Some(piece) = self.piece_at(checker) else {
            return G::ALL;
        };
        // A leap that happens to lie on a line cannot be blocked; only a slide can.
        if slides_to::<G>(piece, checker, king) {
            between::<G>(king, checker) | self.checkers
        } else {
            self.checkers
        }
    }

    /// Divides destinations into moves without and with promotion (RULES 1.3, 3.3, 4.3).
    #[inline(always)]
    pub(crate) fn split_promotions(
        &self,
        from: Square,
        kind: Kind,
        side: Side,
        to: G::Bits,
    ) -> (G::Bits, G::Bits) {
        let Some(promoted) = G::SPEC.kinds[kind.index()].promotes_to else {
            return (to, G::Bits::EMPTY);
        };
        let zone = G::zone(side);
        let mut promote = if zone.contains(from) { to } else { to & zone };
        if G::SPEC.promotion_compulsory {
            return (to & !promote, promote);
        }
        if G::SPEC.kinds[promoted.index()].limit.is_some()
            && !self
                .of_piece(Piece {
                    side,
                    kind: promoted,
                })
                .is_empty()
        {
            promote = G::Bits::EMPTY;
        }
        (to & !G::dead(kind, side), promote)
    }

    /// Files on which a side has as many unpromoted pawns as it may.
    #[inline]
    pub(crate) fn full_files(&self, side: Side) -> G::Bits {
        let Some(limit) = G::SPEC.pawns_per_file else {
            return G::Bits::EMPTY;
        };
        let pawns = self.of_side(side) & self.of_kind(Kind::new(0));
        let mut full = G::Bits::EMPTY;
        for pawn in pawns.squares() {
            // Directions 0 and 4 are along the file.
            let file = G::ray(0, pawn) | G::ray(4, pawn) | G::Bits::of(pawn);
            if limit == 1 || (pawns & file).count() >= u32::from(limit) {
                full |= file;
            }
        }
        full
    }

    /// The one square from which a dropped pawn would give check.
    #[inline]
    pub(crate) fn mating_pawn_square(&self, side: Side) -> Option<Square> {
        G::steps(Kind::new(0), !side, self.king(!side)?).any()
    }

    /// Whether dropping a pawn on this square, from which it gives check, mates.
    pub(crate) fn pawn_drop_mates(&self, square: Square) -> bool {
        let mut next = *self;
        next.play(Move::drop(Kind::new(0), square));
        // A pawn's check is adjacent, so no drop can answer it and this goes no deeper.
        !next.has_legal_move()
    }

    /// Where a chess pawn may go, own king aside: forward to empty squares, twice from the second
    /// rank however it got there, and diagonally onto enemies.
    pub(crate) fn pawn_reach(&self, from: Square, side: Side) -> G::Bits {
        let empty = G::ALL & !self.occupied();
        let captures = G::steps(Kind::new(0), side, from) & self.of_side(!side);
        let direction = if side == Side::First { 0 } else { 4 };
        let ahead = G::ray(direction, from);
        let mut quiet = G::Bits::EMPTY;
        let one = ahead & G::steps(G::SPEC.king, side, from) & empty;
        if let Some(next) = one.any() {
            quiet |= one;
            let rank = from.rank(G::ID);
            let second = if side == Side::First {
                rank == 1
            } else {
                rank == G::SPEC.ranks - 2
            };
            if second {
                quiet |= G::ray(direction, next) & G::steps(G::SPEC.king, side, next) & empty;
            }
        }
        captures | quiet
    }

    /// The pawn that is taken when a pawn of the side to move captures in passing on `square`.
    pub(crate) fn passed_pawn(&self, square: Square) -> Square {
        let index = square.index() as u8;
        Square::new(match self.side {
            Side::First => index - 1,
            Side::Second => index + 1,
        })
    }

    /// Whether capturing in passing leaves the own king safe: looked at with both pawns gone.
    pub(crate) fn may_capture_in_passing(&self, from: Square, square: Square) -> bool {
        let Some(king) = self.king(self.side) else {
            return true;
        };
        let taken = G::Bits::of(self.passed_pawn(square));
        let occupied = (self.occupied() & !taken & !G::Bits::of(from)) | G::Bits::of(square);
        !self.is_attacked(king, !self.side, occupied)
    }

    /// The king's destinations when castling, for a side that is not in check.
    fn castlings(&self, side: Side) -> G::Bits {
        let mut to = G::Bits::EMPTY;
        for kingside in [true, false] {
            if self.castling.has(side, kingside) {
                let path = CastlingPath::new::<G>(side, kingside);
                if path.blockers(self).is_empty() && path.attacked(self).is_none() {
                    to |= G::Bits::of(path.king_to);
                }
            }
        }
        to
    }
}

/// The squares of one castling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) side: Side,
    pub(crate) king_from: Square,
    pub(crate) king_over: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
}

impl CastlingPath {
    pub(crate) fn new<G: Game>(side: Side, kingside: bool) -> CastlingPath {
        let rank = match side {
            Side::First => 0,
            Side::Second => G::SPEC.ranks - 1,
        };
        let on = |file: u8| Square::new(file * G::SPEC.ranks + rank);
        let [over, to, rook] = if kingside { [5, 6, 7] } else { [3, 2, 0] };
        CastlingPath {
            side,
            king_from: on(4),
            king_over: on(over),
            king_to: on(to),
            rook_from: on(rook),
        }
    }

    /// What stands between king and rook.
    pub(crate) fn blockers<G: Game>(&self, position: &Position<G>) -> G::Bits {
        between::<G>(self.king_from, self.rook_from) & position.occupied()
    }

    /// The first attacked square that the king would cross or enter.
    pub(crate) fn attacked<G: Game>(&self, position: &Position<G>) -> Option<Square> {
        let occupied = position.occupied() & !G::Bits::of(self.king_from);
        [self.king_over, self.king_to]
            .into_iter()
            .find(|&square| position.is_attacked(square, !self.side, occupied))
    }
}
