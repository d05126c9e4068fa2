//! History heuristics: butterfly, continuation and capture history, killer moves and counter moves,
//! as on the chess programming wiki.

use std::collections::TryReserveError;
use std::marker::PhantomData;

use komadai_rules::{Move, PieceKind, Position, Side, Variant};

use super::{MoveIndex, PieceTo, PreviousMoves, is_noisy};
use crate::memory::try_vec;
use crate::params::{
    HISTORY_BONUS_LINEAR, HISTORY_BONUS_QUADRATIC, MAX_HISTORY, MAX_HISTORY_BONUS,
};
use crate::score::MAX_PLY;

/// History tables, killer moves and counter moves of one search thread.
pub(crate) struct Histories<V: Variant> {
    /// Butterfly history: `[side][from][to]`
    quiet: Vec<i16>,
    /// `[ply][2]`
    killers: Vec<[Move; 2]>,
    /// `[side][kind][to]` of the last move: the quiet move that refuted it
    counter_moves: Vec<Move>,
    /// `[side][kind][to][captured kind]`
    captures: Vec<i16>,
    /// `[side, kind, to of an earlier move][kind, to of this one]`
    continuation: Vec<i16>,
    variant: PhantomData<V>,
}

impl<V: Variant> Histories<V> {
    pub(crate) fn new() -> Result<Self, TryReserveError> {
        let squares = V::ID.squares();
        let piece_tos = MoveIndex::piece_to_len::<V>();
        Ok(Histories {
            quiet: try_vec(0, 2 * MoveIndex::from_to_len::<V>())?,
            killers: try_vec([Move::NONE; 2], MAX_PLY + 2)?,
            counter_moves: try_vec(Move::NONE, 2 * PieceKind::MAX * squares)?,
            captures: try_vec(0, 2 * PieceKind::MAX * squares * PieceKind::MAX)?,
            continuation: try_vec(0, piece_tos * piece_tos)?,
            variant: PhantomData,
        })
    }

    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.killers.fill([Move::NONE; 2]);
        self.counter_moves.fill(Move::NONE);
        self.captures.fill(0);
        self.continuation.fill(0);
    }

    /// Ages the tables before a search: clears the killers, whose plies no longer fit, and halves
    /// the butterfly history.
    pub(crate) fn age(&mut self) {
        self.killers.fill([Move::NONE; 2]);
        for entry in &mut self.quiet {
            *entry /= 2;
        }
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    /// The quiet move that last refuted the previous move.
    #[inline]
    pub(crate) fn counter_move(&self, previous: Option<PieceTo>) -> Move {
        previous.map_or(Move::NONE, |it| self.counter_moves[Self::counter_index(it)])
    }

    #[inline(always)]
    fn counter_index(previous: PieceTo) -> usize {
        let piece = previous.side() * PieceKind::MAX + previous.kind().index();
        piece * V::ID.squares() + previous.square().index()
    }

    #[inline]
    fn capture_index(position: &Position<V>, mv: Move) -> usize {
        let kind = |square| position.piece_at(square).map_or(0, |it| it.kind.index());
        let moved = mv.from().map_or(0, kind);
        let piece = position.side_to_move().index() * PieceKind::MAX + moved;
        (piece * V::ID.squares() + mv.to().index()) * PieceKind::MAX + kind(mv.to())
    }

    #[inline]
    pub(crate) fn capture_score(&self, position: &Position<V>, mv: Move) -> i32 {
        i32::from(self.captures[Self::capture_index(position, mv)])
    }

    /// After a beta cutoff: raises the noisy move `best`, lowers the noisy moves tried before it.
    pub(crate) fn update_captures(
        &mut self,
        position: &Position<V>,
        depth: i32,
        best: Option<Move>,
        tried: &[Move],
    ) {
        let bonus = history_bonus(depth);
        if let Some(best) = best {
            update_entry(
                &mut self.captures[Self::capture_index(position, best)],
                bonus,
            );
        }
        let failed = |mv: &&Move| Some(**mv) != best && is_noisy(position, **mv);
        for &mv in tried.iter().filter(failed) {
            update_entry(
                &mut self.captures[Self::capture_index(position, mv)],
                -bonus,
            );
        }
    }

    /// Index of the continuation history row of a move.
    #[inline(always)]
    fn continuation_row(previous: PieceTo) -> usize {
        let piece = previous.side() * V::SPEC.kinds.len() + previous.kind().index();
        (piece * V::ID.squares() + previous.square().index()) * MoveIndex::piece_to_len::<V>()
    }

    /// Rows of butterfly and continuation history for the quiet moves of a node.
    #[inline(always)]
    pub(crate) fn quiet_scores(&self, side: Side, previous: &PreviousMoves) -> QuietScores<'_> {
        let row = |piece_to: Option<PieceTo>| match piece_to {
            Some(it) => {
                &self.continuation[Self::continuation_row(it)..][..MoveIndex::piece_to_len::<V>()]
            }
            None => &[],
        };
        let len = MoveIndex::from_to_len::<V>();
        QuietScores {
            butterfly: &self.quiet[side.index() * len..][..len],
            continuation: [row(previous[0]), row(previous[1])],
        }
    }

    /// After a beta cutoff by the quiet move `best`: raises it, lowers the quiet moves tried before
    /// it, and makes it a killer and the counter move of the previous move.
    pub(crate) fn update_quiets(
        &mut self,
        position: &Position<V>,
        ply: usize,
        depth: i32,
        best: Move,
        tried: &[Move],
        previous: &PreviousMoves,
    ) {
        let bonus = history_bonus(depth);
        self.update_quiet(position, best, bonus, previous);
        let failed = |mv: &&Move| **mv != best && !is_noisy(position, **mv);
        for &mv in tried.iter().filter(failed) {
            self.update_quiet(position, mv, -bonus, previous);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
        if let Some(last) = previous[0] {
            self.counter_moves[Self::counter_index(last)] = best;
        }
    }

    fn update_quiet(
        &mut self,
        position: &Position<V>,
        mv: Move,
        bonus: i32,
        previous: &PreviousMoves,
    ) {
        let index = MoveIndex::new(position, mv);
        let side = position.side_to_move().index() * MoveIndex::from_to_len::<V>();
        update_entry(&mut self.quiet[side + index.from_to], bonus);
        for piece_to in previous.iter().flatten() {
            let row = Self::continuation_row(*piece_to);
            update_entry(&mut self.continuation[row + index.piece_to], bonus);
        }
    }
}

pub(crate) struct QuietScores<'h> {
    butterfly: &'h [i16],
    /// Rows of the last move and the one before; empty where there was none.
    continuation: [&'h [i16]; 2],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(crate) fn score(&self, index: MoveIndex) -> i32 {
        let in_row = |row: &[i16]| i32::from(row.get(index.piece_to).copied().unwrap_or(0));
        i32::from(self.butterfly[index.from_to])
            + in_row(self.continuation[0])
            + in_row(self.continuation[1])
    }
}

fn history_bonus(depth: i32) -> i32 {
    let bonus = HISTORY_BONUS_QUADRATIC * depth * depth + HISTORY_BONUS_LINEAR * depth;
    bonus.min(MAX_HISTORY_BONUS)
}

/// History gravity: the nearer an entry is to its bound, the smaller its step.
fn update_entry(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    let new = old + bonus - old * bonus.abs() / MAX_HISTORY;
    *entry = new.clamp(-MAX_HISTORY, MAX_HISTORY) as i16;
}
