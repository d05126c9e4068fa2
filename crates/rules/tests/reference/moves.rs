//! Make and test: every move is tried on a copy of the board.

use super::position::{At, RefPiece, RefPosition};
use super::tables::Law;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum RefMove {
    Board { from: At, to: At, promote: bool },
    Drop { letter: char, to: At },
}

impl RefMove {
    pub(crate) fn to(self) -> At {
        match self {
            RefMove::Board { to, .. } | RefMove::Drop { to, .. } => to,
        }
    }

    pub(crate) fn is_promotion(self) -> bool {
        matches!(self, RefMove::Board { promote: true, .. })
    }

    /// En passant included.
    pub(crate) fn is_capture(self, p: &RefPosition) -> bool {
        matches!(self, RefMove::Board { .. })
            && (p.at(self.to()).is_some() || self.is_en_passant(p))
    }

    pub(crate) fn is_en_passant(self, p: &RefPosition) -> bool {
        let RefMove::Board { from, to, .. } = self else {
            return false;
        };
        p.jumped == Some(to)
            && from.0 != to.0
            && p.at(from)
                .is_some_and(|piece| piece.letter == 'P' && !piece.promoted)
    }

    pub(crate) fn is_castling(self, p: &RefPosition) -> bool {
        let RefMove::Board { from, to, .. } = self else {
            return false;
        };
        p.at(from).is_some_and(|piece| piece.letter == 'K') && (from.0 - to.0).abs() == 2
    }

    /// USI in the shogi family, UCI in Shogun.
    pub(crate) fn text(self, p: &RefPosition) -> String {
        match self {
            RefMove::Board { from, to, promote } => {
                let plus = if promote { "+" } else { "" };
                format!("{}{}{plus}", p.square(from), p.square(to))
            }
            RefMove::Drop { letter, to } => {
                let sign = if p.law == Law::Shogun { '@' } else { '*' };
                format!("{letter}{sign}{}", p.square(to))
            }
        }
    }
}

impl RefPosition {
    /// Squares on which a piece on `from` captures or guards, blockers considered.
    pub(crate) fn reach(&self, from: At, piece: RefPiece) -> Vec<At> {
        let sign = if piece.side == 0 { 1 } else { -1 };
        let mut squares = Vec::new();
        for (dx, dy, reach) in self.law.lines(piece.letter, piece.promoted) {
            let mut at = from;
            for _ in 0..reach {
                at = (at.0 + sign * dx, at.1 + sign * dy);
                if !self.on_board(at) {
                    break;
                }
                squares.push(at);
                if self.at(at).is_some() {
                    break;
                }
            }
        }
        squares
    }

    /// Pieces of `side` that attack a square; pinned pieces attack too.
    pub(crate) fn attackers(&self, target: At, side: usize) -> Vec<At> {
        let mut from = Vec::new();
        for (at, piece) in self.pieces(side) {
            if self.reach(at, piece).contains(&target) {
                from.push(at);
            }
        }
        from
    }

    pub(crate) fn attacked(&self, target: At, side: usize) -> bool {
        !self.attackers(target, side).is_empty()
    }

    pub(crate) fn checkers(&self, side: usize) -> Vec<At> {
        self.king(side)
            .map_or(Vec::new(), |king| self.attackers(king, 1 - side))
    }

    pub(crate) fn in_check(&self) -> bool {
        !self.checkers(self.turn).is_empty()
    }

    /// Pseudo-legal moves of the side to move, drop mates included.
    pub(crate) fn candidates(&self) -> Vec<RefMove> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces(self.turn) {
            for to in self.destinations(from, piece) {
                for promote in [false, true] {
                    if self.promotion_allowed(from, to, piece, promote) {
                        moves.push(RefMove::Board { from, to, promote });
                    }
                }
            }
            if piece.letter == 'K' {
                moves.extend(self.castlings(from));
            }
        }
        for &(letter, count) in &self.hands[self.turn] {
            if count == 0 {
                continue;
            }
            for to in self.squares() {
                if self.at(to).is_none() && self.drop_allowed(letter, to) {
                    moves.push(RefMove::Drop { letter, to });
                }
            }
        }
        moves
    }

    /// Candidates that leave the own king unattacked, drop mates included.
    pub(crate) fn safe(&self) -> Vec<RefMove> {
        let mut moves = self.candidates();
        moves.retain(|mv| self.after(*mv).checkers(self.turn).is_empty());
        moves
    }

    pub(crate) fn legal(&self) -> Vec<RefMove> {
        let mut moves = self.safe();
        moves.retain(|mv| !self.is_drop_mate(*mv));
        moves
    }

    /// A pawn (swallow) drop after which the opponent is in check and has no move.
    pub(crate) fn is_drop_mate(&self, mv: RefMove) -> bool {
        let RefMove::Drop { letter, .. } = mv else {
            return false;
        };
        if Some(letter) != self.law.humble() {
            return false;
        }
        let next = self.after(mv);
        next.in_check() && next.safe().is_empty()
    }

    fn destinations(&self, from: At, piece: RefPiece) -> Vec<At> {
        if self.law != Law::Shogun || piece.letter != 'P' || piece.promoted {
            let mut squares = self.reach(from, piece);
            squares.retain(|to| self.at(*to).is_none_or(|other| other.side != piece.side));
            return squares;
        }
        // Chess pawn: straight ahead to empty squares, two of them from its second rank however it
        // got there; diagonally only to capture.
        let forward = if piece.side == 0 { 1 } else { -1 };
        let mut squares = Vec::new();
        let one = (from.0, from.1 + forward);
        if self.on_board(one) && self.at(one).is_none() {
            squares.push(one);
            let two = (from.0, from.1 + 2 * forward);
            if self.height(piece.side, from) == 1 && self.at(two).is_none() {
                squares.push(two);
            }
        }
        for to in self.reach(from, piece) {
            let enemy = self.at(to).is_some_and(|other| other.side != piece.side);
            if enemy || (self.at(to).is_none() && self.jumped == Some(to)) {
                squares.push(to);
            }
        }
        squares
    }

    /// Returns `true` if the move may be made with (or without) promotion.
    pub(crate) fn promotion_allowed(
        &self,
        from: At,
        to: At,
        piece: RefPiece,
        promote: bool,
    ) -> bool {
        let law = self.law;
        let touches = self.in_zone(piece.side, from) || self.in_zone(piece.side, to);
        let can = touches
            && !piece.promoted
            && law.promotes(piece.letter)
            && !(law == Law::Shogun && self.is_shogun_exception(from, to, piece));
        if promote {
            return can;
        }
        let far_end = law.size() - law.dead_ranks(piece.letter);
        let stuck = !piece.promoted && self.height(piece.side, to) >= far_end;
        let must = can && law == Law::Tori;
        !stuck && !must
    }

    /// Shogun: a capture en passant never promotes, and a side has at most one queen, mortar,
    /// archbishop and general.
    fn is_shogun_exception(&self, from: At, to: At, piece: RefPiece) -> bool {
        let en_passant = RefMove::Board {
            from,
            to,
            promote: true,
        }
        .is_en_passant(self);
        let promoted = RefPiece {
            promoted: true,
            ..piece
        };
        let second = piece.letter != 'P'
            && self
                .pieces(piece.side)
                .iter()
                .any(|(_, mv)| *mv == promoted);
        en_passant || second
    }

    fn drop_allowed(&self, letter: char, to: At) -> bool {
        let height = self.height(self.turn, to);
        let size = self.law.size();
        if self.law == Law::Shogun {
            return height < 5;
        }
        if height >= size - self.law.dead_ranks(letter) {
            return false;
        }
        if Some(letter) != self.law.humble() {
            return true;
        }
        let same = Some(RefPiece {
            letter,
            promoted: false,
            side: self.turn,
        });
        let on_file = (0..size).filter(|&y| self.at((to.0, y)) == same).count();
        on_file < self.law.file_limit()
    }

    fn castlings(&self, king: At) -> Vec<RefMove> {
        let mut moves = Vec::new();
        let back = if self.turn == 0 { 0 } else { 7 };
        if self.law != Law::Shogun || king != (4, back) {
            return moves;
        }
        let rook = Some(RefPiece {
            letter: 'R',
            promoted: false,
            side: self.turn,
        });
        let empty = |xs: &[i32]| xs.iter().all(|&x| self.at((x, back)).is_none());
        let calm = |xs: &[i32]| xs.iter().all(|&x| !self.attacked((x, back), 1 - self.turn));
        for (wing, corner, between, path, goal) in [
            (0, 7, vec![5, 6], [4, 5, 6], 6),
            (1, 0, vec![1, 2, 3], [4, 3, 2], 2),
        ] {
            if self.castling[self.turn][wing]
                && self.at((corner, back)) == rook
                && empty(&between)
                && calm(&path)
            {
                moves.push(RefMove::Board {
                    from: king,
                    to: (goal, back),
                    promote: false,
                });
            }
        }
        moves
    }

    /// The position after any move, legal or not.
    pub(crate) fn after(&self, mv: RefMove) -> RefPosition {
        let mut next = self.clone();
        let side = self.turn;
        next.jumped = None;
        next.quiet_plies += 1;
        match mv {
            RefMove::Drop { letter, to } => {
                next.change_hand(side, letter, -1);
                next.put_piece(
                    to,
                    Some(RefPiece {
                        letter,
                        promoted: false,
                        side,
                    }),
                );
                next.quiet_plies = 0;
            }
            RefMove::Board { from, to, promote } => {
                let piece = self.at(from).expect("a piece to move");
                let victim = if mv.is_en_passant(self) {
                    (to.0, from.1)
                } else {
                    to
                };
                if let Some(taken) = self.at(victim) {
                    next.put_piece(victim, None);
                    if taken.letter != 'K' {
                        next.change_hand(side, taken.letter, 1);
                    }
                    next.quiet_plies = 0;
                }
                next.put_piece(from, None);
                next.put_piece(
                    to,
                    Some(RefPiece {
                        promoted: piece.promoted || promote,
                        ..piece
                    }),
                );
                if promote || (piece.letter == 'P' && !piece.promoted) {
                    next.quiet_plies = 0;
                }
                if self.law == Law::Shogun {
                    self.finish_chess_move(&mut next, mv, piece, from, to);
                }
            }
        }
        next.turn = 1 - side;
        // Shogun counts full moves, the shogi family plies.
        if self.law != Law::Shogun || side == 1 {
            next.number += 1;
        }
        next
    }

    fn finish_chess_move(&self, next: &mut Self, mv: RefMove, piece: RefPiece, from: At, to: At) {
        if mv.is_castling(self) {
            let (corner, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = self.at((corner, to.1));
            next.put_piece((corner, to.1), None);
            next.put_piece((beside, to.1), rook);
        }
        if piece.letter == 'P' && !piece.promoted && (to.1 - from.1).abs() == 2 {
            next.jumped = Some((from.0, (from.1 + to.1) / 2));
        }
        // A right is lost when the king or the rook moves, or the rook is captured.
        for (side, back) in [(0, 0), (1, 7)] {
            for (wing, corner) in [(0, 7), (1, 0)] {
                let touched = |at: At| from == at || to == at;
                if touched((4, back)) || touched((corner, back)) {
                    next.castling[side][wing] = false;
                }
            }
        }
    }
}
