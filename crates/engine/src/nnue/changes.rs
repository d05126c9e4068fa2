//! Feature changes of a move, independent of the perspective.

use komadai_rules::{Bitboard, Hand, Piece, PieceKind, Position, Side, Square, Variant};

/// Maximum of features that a move adds or removes: a capture removes two pieces from the board,
/// adds one to it and one to the hand; castling moves two pieces.
const MAX_ITEMS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    OnBoard(Piece, Square),
    /// The `nth` piece of a kind in a side's hand.
    InHand(Side, PieceKind, u8),
}

/// Fixed-capacity list of features.
#[derive(Clone, Copy, Debug)]
pub(super) struct Items {
    items: [Item; MAX_ITEMS],
    len: u8,
}

impl Items {
    const EMPTY: Items = Items {
        items: [Item::InHand(Side::First, PieceKind::PAWN, 0); MAX_ITEMS],
        len: 0,
    };

    /// `false` if the list is full.
    fn push(&mut self, item: Item) -> bool {
        let place = self.items.get_mut(usize::from(self.len));
        let has_room = place.is_some();
        if let Some(place) = place {
            *place = item;
            self.len += 1;
        }
        has_room
    }

    pub(super) fn as_slice(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }
}

/// Difference between the features of two positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    pub(super) added: Items,
    pub(super) removed: Items,
    /// Too many changes for the lists: the accumulator must be refreshed.
    pub(super) overflow: bool,
}

impl Changes {
    pub(super) const NONE: Changes = Changes {
        added: Items::EMPTY,
        removed: Items::EMPTY,
        overflow: false,
    };

    /// Changes by a move to the square `to`.
    #[inline]
    pub(super) fn between<V: Variant>(
        before: &Position<V>,
        after: &Position<V>,
        to: Square,
    ) -> Changes {
        let mut changes = Changes::NONE;
        // A capture leaves its square occupied.
        let squares = (before.occupied() ^ after.occupied()) | V::Bitboard::from_square(to);
        let mut has_room = true;
        for square in squares.squares() {
            if let Some(piece) = before.piece_at(square) {
                has_room &= changes.removed.push(Item::OnBoard(piece, square));
            }
            if let Some(piece) = after.piece_at(square) {
                has_room &= changes.added.push(Item::OnBoard(piece, square));
            }
        }
        let us = before.side_to_move();
        let [old, new] = [before.hand(us), after.hand(us)];
        if old != new {
            has_room &= changes.push_hand(us, old, new);
        }
        changes.overflow = !has_room;
        changes
    }

    /// Records one piece more or less in a hand; `false` if the list is full.
    #[inline]
    fn push_hand(&mut self, side: Side, old: Hand, new: Hand) -> bool {
        let first_byte = (old.bits() ^ new.bits()).trailing_zeros() / 8;
        let kind = PieceKind::new(first_byte as u8);
        let item = |nth| Item::InHand(side, kind, nth);
        let (before, after) = (old.count(kind), new.count(kind));
        if before < after {
            self.added.push(item(before))
        } else {
            self.removed.push(item(after))
        }
    }
}
