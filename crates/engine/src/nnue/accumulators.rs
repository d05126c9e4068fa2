//! Accumulators of the current line.
//!
//! Making a move only records its feature changes. An accumulator is computed lazily when its
//! position is evaluated: incrementally from the nearest earlier one, or, after a change of king
//! bucket, from the last one computed for that bucket (refresh cache, also called Finny table).

use std::collections::TryReserveError;
use std::sync::Arc;

use komadai_rules::{Bitboard, Hand, Piece, PieceKind, Position, Side, Square, Variant};

use super::aligned::Aligned;
use super::changes::{Changes, Item};
use super::format::Net;
use super::kernels::InstructionSet;
use super::layout::Orientation;
use super::reference::centipawns;
use crate::memory::{try_vec, try_with_capacity};
use crate::score::MAX_PLY;

/// Positions of the longest line.
const PLIES: usize = MAX_PLY + 2;
/// Upper bound on the features of a position.
const MAX_FEATURES: usize = 128;

#[derive(Clone, Copy)]
struct Entry {
    /// Feature changes of the last move.
    changes: Changes,
    orientations: [Orientation; 2],
    /// `[side]`: its accumulator is up to date.
    computed: [bool; 2],
}

/// Position for which the accumulator of a bucket was last computed.
#[derive(Clone, Copy)]
struct Cached<V: Variant> {
    by_side: [V::Bitboard; 2],
    by_kind: [V::Bitboard; PieceKind::MAX],
    hands: [Hand; 2],
}

/// Accumulators of one search thread.
pub(crate) struct Accumulators<V: Variant> {
    net: Arc<Net>,
    instructions: InstructionSet,
    /// `[ply]`
    entries: Vec<Entry>,
    /// `[ply][side][l1]`
    values: Aligned,
    /// `[side][mirrored][bucket]`
    cached: Vec<Cached<V>>,
    /// `[side][mirrored][bucket][l1]`
    cached_values: Aligned,
    /// Scratch lists of a refresh; empty between calls.
    added: Vec<usize>,
    removed: Vec<usize>,
}

impl<V: Variant> Accumulators<V> {
    /// The net must be one of the variant `V`.
    pub(crate) fn new(net: Arc<Net>) -> Result<Self, TryReserveError> {
        let l1 = net.l1();
        let entry = Entry {
            changes: Changes::NONE,
            orientations: [Orientation::default(); 2],
            computed: [false; 2],
        };
        let nothing = Cached {
            by_side: [V::Bitboard::EMPTY; 2],
            by_kind: [V::Bitboard::EMPTY; PieceKind::MAX],
            hands: [Hand::EMPTY; 2],
        };
        let places = 2 * 2 * net.layout().buckets();
        let mut cached_values = Aligned::zeros(places * l1)?;
        for values in cached_values.chunks_exact_mut(l1) {
            values.copy_from_slice(net.feature_biases());
        }
        Ok(Accumulators {
            instructions: InstructionSet::detect(),
            entries: try_vec(entry, PLIES)?,
            values: Aligned::zeros(PLIES * 2 * l1)?,
            cached: try_vec(nothing, places)?,
            cached_values,
            added: try_with_capacity(MAX_FEATURES)?,
            removed: try_with_capacity(MAX_FEATURES)?,
            net,
        })
    }

    /// Overrides the detected instruction set.
    #[cfg(test)]
    pub(super) fn set_instructions(&mut self, set: InstructionSet) {
        self.instructions = set;
    }

    pub(crate) fn begin(&mut self, root: &Position<V>) {
        let layout = self.net.layout();
        self.entries[0] = Entry {
            changes: Changes::NONE,
            orientations: Side::BOTH.map(|side| layout.orientation_in(root, side)),
            computed: [false; 2],
        };
    }

    /// Records a move to the square `to` from the position at `ply`.
    #[inline]
    pub(crate) fn play(
        &mut self,
        before: &Position<V>,
        after: &Position<V>,
        to: Square,
        ply: usize,
    ) {
        let layout = self.net.layout();
        let same_kings = Side::BOTH.map(|side| before.king(side) == after.king(side)) == [true; 2];
        let orientations = if same_kings {
            self.entries[ply].orientations
        } else {
            Side::BOTH.map(|side| layout.orientation_in(after, side))
        };
        self.entries[ply + 1] = Entry {
            changes: Changes::between(before, after, to),
            orientations,
            computed: [false; 2],
        };
    }

    /// Records a null move at `ply`.
    #[inline]
    pub(crate) fn play_null_move(&mut self, ply: usize) {
        self.entries[ply + 1] = Entry {
            changes: Changes::NONE,
            computed: [false; 2],
            ..self.entries[ply]
        };
    }

    /// Evaluation of the position at `ply`, in centipawns for its side to move.
    pub(crate) fn evaluate(&mut self, position: &Position<V>, ply: usize) -> i32 {
        for side in Side::BOTH {
            self.compute(position, side, ply);
        }
        let width = self.net.width();
        let hands = Side::BOTH.map(|side| position.hand(side).total());
        let bucket = self.net.layout().output_bucket(hands[0] + hands[1]);
        let (ours, theirs) = self.net.output_chunks(bucket);
        let us = position.side_to_move();
        let dot = |side, weights| {
            let values = &self.values.chunks()[place(ply, side, width)..][..width];
            self.instructions.screlu_dot(values, weights)
        };
        let sum = dot(us, ours) + dot(!us, theirs);
        centipawns(sum, self.net.output_biases()[bucket])
    }

    /// Brings the accumulator of one side at `ply` up to date.
    fn compute(&mut self, position: &Position<V>, side: Side, ply: usize) {
        let orientation = self.entries[ply].orientations[side.index()];
        let mut known = ply;
        while !self.entries[known].computed[side.index()] {
            let entry = &self.entries[known];
            let same = known > 0
                && self.entries[known - 1].orientations[side.index()] == orientation
                && !entry.changes.overflow;
            if !same {
                self.refresh(position, side, ply);
                return;
            }
            known -= 1;
        }
        for at in known + 1..=ply {
            self.update(side, at);
        }
    }

    /// Incremental update: computes the accumulator of one side at `ply` from that at the previous
    /// ply.
    fn update(&mut self, side: Side, ply: usize) {
        let width = self.net.width();
        let entry = &mut self.entries[ply];
        entry.computed[side.index()] = true;
        let orientation = entry.orientations[side.index()];
        let (before, after) = (self.values.chunks_mut()).split_at_mut(2 * ply * width);
        let from = &before[place(ply - 1, side, width)..][..width];
        let to = &mut after[side.index() * width..][..width];
        let net = &*self.net;
        let row = |item: &Item| {
            let feature = feature_of(net, side, orientation, *item)?;
            Some(net.feature_chunks(orientation.bucket, feature))
        };
        let mut added = entry.changes.added.as_slice().iter().filter_map(row);
        let mut removed = entry.changes.removed.as_slice().iter().filter_map(row);
        let set = self.instructions;
        match (
            [added.next(), added.next()],
            [removed.next(), removed.next()],
        ) {
            ([None, None], [None, None]) => to.copy_from_slice(from),
            ([Some(add), None], [Some(sub), None]) => set.add_sub(to, from, [add, sub]),
            ([Some(a), Some(b)], [Some(c), Some(d)]) => set.add2_sub2(to, from, [a, b, c, d]),
            // Not reached by any move of the four variants.
            (added, removed) => {
                to.copy_from_slice(from);
                added.into_iter().flatten().for_each(|row| set.add(to, row));
                (removed.into_iter().flatten()).for_each(|row| set.sub(to, row));
            }
        }
    }

    /// Refresh: computes the accumulator of one side at `ply` from the cached one of the same
    /// bucket.
    fn refresh(&mut self, position: &Position<V>, side: Side, ply: usize) {
        let width = self.net.width();
        let net = &*self.net;
        let orientation = self.entries[ply].orientations[side.index()];
        let mirrored = usize::from(orientation.mirrored);
        let at = (2 * side.index() + mirrored) * net.layout().buckets()
            + usize::from(orientation.bucket);
        let cached = &mut self.cached[at];
        let (added, removed) = (&mut self.added, &mut self.removed);
        cached.differences(position, |item, is_new| {
            if let Some(feature) = feature_of(net, side, orientation, item) {
                if is_new { &mut *added } else { &mut *removed }.push(feature);
            }
        });
        let values = &mut self.cached_values.chunks_mut()[at * width..][..width];
        let row = |feature: usize| net.feature_chunks(orientation.bucket, feature);
        for feature in added.drain(..) {
            self.instructions.add(values, row(feature));
        }
        for feature in removed.drain(..) {
            self.instructions.sub(values, row(feature));
        }
        let place = place(ply, side, width);
        self.values.chunks_mut()[place..][..width].copy_from_slice(values);
        self.entries[ply].computed[side.index()] = true;
    }
}

impl<V: Variant> Cached<V> {
    /// Replaces the cached position and calls `sink` with every feature added (`true`) or removed.
    fn differences(&mut self, position: &Position<V>, mut sink: impl FnMut(Item, bool)) {
        let by_side = Side::BOTH.map(|side| position.by_side(side));
        for kind in (0..V::SPEC.kinds.len() as u8).map(PieceKind::new) {
            let by_kind = position.by_kind(kind);
            let old_by_kind = std::mem::replace(&mut self.by_kind[kind.index()], by_kind);
            for side in Side::BOTH {
                let old = self.by_side[side.index()] & old_by_kind;
                let new = by_side[side.index()] & by_kind;
                let mut each = |squares: V::Bitboard, is_new| {
                    for square in squares.squares() {
                        sink(Item::OnBoard(Piece { side, kind }, square), is_new);
                    }
                };
                each(new & !old, true);
                each(old & !new, false);
            }
        }
        self.by_side = by_side;
        for side in Side::BOTH {
            let new = position.hand(side);
            let old = std::mem::replace(&mut self.hands[side.index()], new);
            if old == new {
                continue;
            }
            for kind in (0..V::SPEC.hand_kinds).map(PieceKind::new) {
                let (old, new) = (old.count(kind), new.count(kind));
                (old..new).for_each(|nth| sink(Item::InHand(side, kind, nth), true));
                (new..old).for_each(|nth| sink(Item::InHand(side, kind, nth), false));
            }
        }
    }
}

/// Index of the first chunk of a side's accumulator.
#[inline(always)]
fn place(ply: usize, side: Side, width: usize) -> usize {
    (2 * ply + side.index()) * width
}

/// Feature index without its bucket; `None` for the perspective's own king.
#[inline]
fn feature_of(net: &Net, perspective: Side, orientation: Orientation, item: Item) -> Option<usize> {
    let layout = net.layout();
    match item {
        Item::OnBoard(piece, square) => {
            layout.piece_feature(perspective, orientation, piece.side, piece.kind, square)
        }
        Item::InHand(side, kind, nth) => {
            Some(layout.hand_feature(perspective, orientation, side, kind, nth))
        }
    }
}
