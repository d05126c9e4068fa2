//! What earlier parts of the search learned about quiet moves.

use komadai_rules::{Game, Kind, Move, Piece, Side};

use crate::eval::MAX_KINDS;
use crate::score::MAX_PLY;

/// Counters stay within plus and minus this.
const MOST: i32 = 8_192;

/// Success counters of quiet moves, killers and replies.
///
/// A drop has no origin: each kind of man in hand counts as an origin of its own, so that
/// dropping a gold and dropping a pawn on one square are different moves here.
pub(crate) struct Histories {
    squares: usize,
    origins: usize,
    /// `[side][origin][to]`
    quiet: Vec<i16>,
    /// `[ply][2]`
    killers: Vec<[Move; 2]>,
    /// `[side][kind][to]`: what refuted that man's arrival there
    replies: Vec<Move>,
}

impl Histories {
    pub(crate) fn new<G: Game>() -> Self {
        let squares = G::ID.squares();
        let origins = squares + MAX_KINDS;
        Histories {
            squares,
            origins,
            quiet: vec![0; 2 * origins * squares],
            killers: vec![[Move::NONE; 2]; MAX_PLY + 2],
            replies: vec![Move::NONE; 2 * MAX_KINDS * squares],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.killers.fill([Move::NONE; 2]);
        self.replies.fill(Move::NONE);
    }

    /// Before a new search: killers belong to plies that have moved on, counters fade.
    pub(crate) fn age(&mut self) {
        self.killers.fill([Move::NONE; 2]);
        for counter in &mut self.quiet {
            *counter /= 2;
        }
    }

    #[inline]
    fn slot(&self, side: Side, mv: Move) -> usize {
        let origin = match (mv.from(), mv.dropped()) {
            (Some(from), _) => from.index(),
            (None, dropped) => self.squares + dropped.map_or(0, Kind::index),
        };
        (side.index() * self.origins + origin) * self.squares + mv.to().index()
    }

    #[inline]
    pub(crate) fn quiet(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.quiet[self.slot(side, mv)])
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    /// The reply that refuted `last`, the man that arrived at `to`.
    #[inline]
    pub(crate) fn reply(&self, last: Option<(Piece, usize)>) -> Move {
        last.map_or(Move::NONE, |last| self.replies[self.reply_slot(last)])
    }

    fn reply_slot(&self, (piece, to): (Piece, usize)) -> usize {
        (piece.side.index() * MAX_KINDS + piece.kind.index()) * self.squares + to
    }

    /// `best` refuted the position; the quiet moves in `tried` before it did not.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        best: Move,
        tried: &[Move],
        last: Option<(Piece, usize)>,
    ) {
        let bonus = (16 * depth * depth + 32 * depth).min(1_600);
        self.nudge(side, best, bonus);
        for &mv in tried.iter().filter(|&&mv| mv != best) {
            self.nudge(side, mv, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        if let Some(last) = last {
            let slot = self.reply_slot(last);
            self.replies[slot] = best;
        }
    }

    fn nudge(&mut self, side: Side, mv: Move, bonus: i32) {
        let slot = self.slot(side, mv);
        let old = i32::from(self.quiet[slot]);
        // The nearer to the limit, the smaller the step: counters never overflow.
        let new = old + bonus - old * bonus.abs() / MOST;
        self.quiet[slot] = new.clamp(-MOST, MOST) as i16;
    }
}
