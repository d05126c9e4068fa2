//! What earlier parts of the search learned about moves.

use komadai_rules::{Game, Kind, Move, Piece, Position, Side};

use super::is_noisy;
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
    /// `[side][kind][to][kind captured]`
    captures: Vec<i16>,
    /// `[arrival][manner]`: how moves fared after an earlier one. An arrival is side, kind and square
    /// of that one; a manner is kind and square of this one, drops counted as kinds of their own.
    follow: Vec<i16>,
    kinds: usize,
    manners: usize,
}

/// A man that has arrived somewhere by one of the last moves, and where.
pub(crate) type Arrival = Option<(Piece, usize)>;

/// The last move and the one before it, as far as there were any.
pub(crate) type Before = [Arrival; 2];

impl Histories {
    pub(crate) fn new<G: Game>() -> Self {
        let squares = G::ID.squares();
        let origins = squares + MAX_KINDS;
        let kinds = G::SPEC.kinds.len();
        // Each kind twice: moved, and dropped.
        let manners = 2 * kinds * squares;
        Histories {
            squares,
            origins,
            quiet: vec![0; 2 * origins * squares],
            killers: vec![[Move::NONE; 2]; MAX_PLY + 2],
            replies: vec![Move::NONE; 2 * MAX_KINDS * squares],
            captures: vec![0; 2 * MAX_KINDS * squares * MAX_KINDS],
            follow: vec![0; 2 * kinds * squares * manners],
            kinds,
            manners,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.killers.fill([Move::NONE; 2]);
        self.replies.fill(Move::NONE);
        self.captures.fill(0);
        self.follow.fill(0);
    }

    /// Before a new search: killers belong to plies that have moved on, the counters of quiet moves
    /// fade, the others stay.
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

    #[inline]
    fn capture_slot<G: Game>(&self, position: &Position<G>, mv: Move) -> usize {
        let kind = |square| position.piece_at(square).map_or(0, |man| man.kind.index());
        let mover = mv.from().map_or(0, kind);
        let to = position.side_to_move().index() * MAX_KINDS + mover;
        (to * self.squares + mv.to().index()) * MAX_KINDS + kind(mv.to())
    }

    /// How this capture or promotion has fared.
    #[inline]
    pub(crate) fn capture<G: Game>(&self, position: &Position<G>, mv: Move) -> i32 {
        i32::from(self.captures[self.capture_slot(position, mv)])
    }

    /// `best`, a capture or promotion, refuted the position; those of its sort in `tried` did not.
    pub(crate) fn reward_capture<G: Game>(
        &mut self,
        position: &Position<G>,
        depth: i32,
        best: Option<Move>,
        tried: &[Move],
    ) {
        let bonus = bonus(depth);
        if let Some(best) = best {
            let slot = self.capture_slot(position, best);
            nudge(&mut self.captures[slot], bonus);
        }
        let failed = |mv: &&Move| Some(**mv) != best && is_noisy(position, **mv);
        for &mv in tried.iter().filter(failed) {
            let slot = self.capture_slot(position, mv);
            nudge(&mut self.captures[slot], -bonus);
        }
    }

    /// Where the counters after an arrival begin.
    #[inline]
    fn row(&self, (piece, to): (Piece, usize)) -> usize {
        let kind = piece.side.index() * self.kinds + piece.kind.index();
        (kind * self.squares + to) * self.manners
    }

    #[inline]
    fn manner<G: Game>(&self, position: &Position<G>, mv: Move) -> usize {
        let kind = match (mv.from(), mv.dropped()) {
            (Some(from), _) => position.piece_at(from).map_or(0, |man| man.kind.index()),
            (None, dropped) => self.kinds + dropped.map_or(0, Kind::index),
        };
        kind * self.squares + mv.to().index()
    }

    /// How a quiet move has fared, by itself and after the last two moves.
    #[inline]
    pub(crate) fn merit<G: Game>(&self, position: &Position<G>, mv: Move, before: &Before) -> i32 {
        let manner = self.manner(position, mv);
        let after = |arrival: &Arrival| match *arrival {
            Some(arrival) => i32::from(self.follow[self.row(arrival) + manner]),
            None => 0,
        };
        self.quiet(position.side_to_move(), mv) + after(&before[0]) + after(&before[1])
    }

    /// `best` refuted the position; the quiet moves in `tried` before it did not.
    pub(crate) fn reward<G: Game>(
        &mut self,
        position: &Position<G>,
        ply: usize,
        depth: i32,
        best: Move,
        tried: &[Move],
        before: &Before,
    ) {
        let bonus = bonus(depth);
        self.learn(position, best, bonus, before);
        let failed = |mv: &&Move| **mv != best && !is_noisy(position, **mv);
        for &mv in tried.iter().filter(failed) {
            self.learn(position, mv, -bonus, before);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        if let Some(last) = before[0] {
            let slot = self.reply_slot(last);
            self.replies[slot] = best;
        }
    }

    fn learn<G: Game>(&mut self, position: &Position<G>, mv: Move, bonus: i32, before: &Before) {
        let slot = self.slot(position.side_to_move(), mv);
        nudge(&mut self.quiet[slot], bonus);
        let manner = self.manner(position, mv);
        for arrival in before.iter().flatten() {
            let slot = self.row(*arrival) + manner;
            nudge(&mut self.follow[slot], bonus);
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1_600)
}

/// The nearer to the limit, the smaller the step: counters never overflow.
fn nudge(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    let new = old + bonus - old * bonus.abs() / MOST;
    *counter = new.clamp(-MOST, MOST) as i16;
}
