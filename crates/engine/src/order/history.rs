//! What earlier parts of the search learned about moves.

use std::marker::PhantomData;

use komadai_rules::{Game, Move, PieceKind, Position, Side};

use super::{Arrival, Arrived, Before, Manner, is_noisy};
use crate::score::MAX_PLY;

/// Counters stay within plus and minus this.
const MOST: i32 = 8_192;

/// Success counters of moves, killers and replies.
pub(crate) struct Histories<G: Game> {
    /// `[side][origin][to]`
    quiet: Vec<i16>,
    /// `[ply][2]`
    killers: Vec<[Move; 2]>,
    /// `[side][kind][to]`: what refuted that man's arrival there
    replies: Vec<Move>,
    /// `[side][kind][to][kind captured]`
    captures: Vec<i16>,
    /// `[arrival][way]`: how moves fared after an earlier one. An arrival is side, kind and square
    /// of that one; a way is kind and square of this one, drops counted as kinds of their own.
    follow: Vec<i16>,
    game: PhantomData<G>,
}

impl<G: Game> Histories<G> {
    pub(crate) fn new() -> Self {
        let squares = G::ID.squares();
        Histories {
            quiet: vec![0; 2 * Manner::routes::<G>()],
            killers: vec![[Move::NONE; 2]; MAX_PLY + 2],
            replies: vec![Move::NONE; 2 * PieceKind::MAX * squares],
            captures: vec![0; 2 * PieceKind::MAX * squares * PieceKind::MAX],
            follow: vec![0; Manner::ways::<G>() * Manner::ways::<G>()],
            game: PhantomData,
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
    pub(crate) fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    /// What refuted the last move earlier.
    #[inline]
    pub(crate) fn reply(&self, last: Arrival) -> Move {
        last.map_or(Move::NONE, |last| self.replies[Self::reply_slot(last)])
    }

    #[inline(always)]
    fn reply_slot(arrived: Arrived) -> usize {
        let kind = arrived.side() * PieceKind::MAX + arrived.kind().index();
        kind * G::ID.squares() + arrived.square().index()
    }

    #[inline]
    fn capture_slot(position: &Position<G>, mv: Move) -> usize {
        let kind = |square| position.piece_at(square).map_or(0, |man| man.kind.index());
        let mover = mv.from().map_or(0, kind);
        let to = position.side_to_move().index() * PieceKind::MAX + mover;
        (to * G::ID.squares() + mv.to().index()) * PieceKind::MAX + kind(mv.to())
    }

    /// How this capture or promotion has fared.
    #[inline]
    pub(crate) fn capture(&self, position: &Position<G>, mv: Move) -> i32 {
        i32::from(self.captures[Self::capture_slot(position, mv)])
    }

    /// `best`, a capture or promotion, refuted the position; those of its sort in `tried` did not.
    pub(crate) fn reward_capture(
        &mut self,
        position: &Position<G>,
        depth: i32,
        best: Option<Move>,
        tried: &[Move],
    ) {
        let bonus = bonus(depth);
        if let Some(best) = best {
            let slot = Self::capture_slot(position, best);
            nudge(&mut self.captures[slot], bonus);
        }
        let failed = |mv: &&Move| Some(**mv) != best && is_noisy(position, **mv);
        for &mv in tried.iter().filter(failed) {
            let slot = Self::capture_slot(position, mv);
            nudge(&mut self.captures[slot], -bonus);
        }
    }

    /// Where the counters after an arrival begin.
    #[inline(always)]
    fn row(arrived: Arrived) -> usize {
        let kind = arrived.side() * G::SPEC.kinds.len() + arrived.kind().index();
        (kind * G::ID.squares() + arrived.square().index()) * Manner::ways::<G>()
    }

    /// How quiet moves of a side have fared, by themselves and after the last two moves.
    #[inline(always)]
    pub(crate) fn merits(&self, side: Side, before: &Before) -> Merits<'_> {
        let after = |arrival: Arrival| match arrival {
            Some(arrived) => &self.follow[Self::row(arrived)..][..Manner::ways::<G>()],
            None => &[],
        };
        Merits {
            quiet: &self.quiet[side.index() * Manner::routes::<G>()..][..Manner::routes::<G>()],
            after: [after(before[0]), after(before[1])],
        }
    }

    /// `best` refuted the position; the quiet moves in `tried` before it did not.
    pub(crate) fn reward(
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
            let slot = Self::reply_slot(last);
            self.replies[slot] = best;
        }
    }

    fn learn(&mut self, position: &Position<G>, mv: Move, bonus: i32, before: &Before) {
        let manner = Manner::of(position, mv);
        let side = position.side_to_move().index() * Manner::routes::<G>();
        nudge(&mut self.quiet[side + manner.route], bonus);
        for arrived in before.iter().flatten() {
            nudge(&mut self.follow[Self::row(*arrived) + manner.way], bonus);
        }
    }
}

/// See [`Histories::merits`].
pub(crate) struct Merits<'h> {
    quiet: &'h [i16],
    /// The rows of the last two moves; empty where there was none.
    after: [&'h [i16]; 2],
}

impl Merits<'_> {
    #[inline(always)]
    pub(crate) fn of(&self, manner: Manner) -> i32 {
        let after = |row: &[i16]| i32::from(row.get(manner.way).copied().unwrap_or(0));
        i32::from(self.quiet[manner.route]) + after(self.after[0]) + after(self.after[1])
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
