//! Legal move lists, counts, existence, and legality of one move.

use core::ops::ControlFlow;

use crate::movegen::generator::{Generator, Want};
use crate::movegen::sink::{Any, Count, OneByOne, Sink};
use crate::position::Position;
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::move_list::MoveList;
use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;

impl<V: Variant> Position<V> {
    #[inline(always)]
    pub(crate) fn generate<S: Sink<V>>(&self, want: Want, sink: &mut S) -> ControlFlow<()> {
        if V::Tables::COMPACT {
            // Small code: one generator for both sides.
            Generator::<V, 2>::new(self).run(want, sink)
        } else if self.side == Side::First {
            Generator::<V, 0>::new(self).run(want, sink)
        } else {
            Generator::<V, 1>::new(self).run(want, sink)
        }
    }

    #[inline(always)]
    pub(crate) fn list(&self, want: Want, list: &mut MoveList) {
        if V::Tables::ONE_BY_ONE {
            self.list_in_one_place(want, list);
        } else {
            list.write(|writer| {
                let _ = self.generate(want, writer);
            });
        }
    }

    /// [`list`](Position::list) for small code: one generator for every `want`.
    #[inline(never)]
    fn list_in_one_place(&self, want: Want, list: &mut MoveList) {
        let _ = self.generate(want, &mut OneByOne(list));
    }

    /// All legal moves.
    // Inlined so that the list is built in place; a returned list would be copied.
    #[inline(always)]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_legal_moves(&mut list);
        list
    }

    /// Appends all legal moves, which saves a copy. Moves beyond [`MAX_MOVES`](crate::MAX_MOVES)
    /// are dropped; one position never has so many.
    #[inline(never)]
    pub fn list_legal_moves(&self, list: &mut MoveList) {
        self.list(Want::All, list);
    }

    /// Legal moves that capture or promote.
    ///
    /// ```
    /// use komadai_rules::{Position, Torishogi};
    /// // In Tori Shogi swallows face each other from the first move on.
    /// assert_eq!(Position::<Torishogi>::start().captures_and_promotions().len(), 2);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn captures_and_promotions(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_captures_and_promotions(&mut list);
        list
    }

    /// Appends the legal moves that capture or promote, as
    /// [`list_legal_moves`](Position::list_legal_moves) does.
    #[inline(never)]
    pub fn list_captures_and_promotions(&self, list: &mut MoveList) {
        self.list(Want::Noisy, list);
    }

    /// Legal moves that neither capture nor promote: quiet moves on the board and drops.
    #[inline(always)]
    #[must_use]
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_quiet_moves(&mut list);
        list
    }

    /// Appends the legal moves that neither capture nor promote, as
    /// [`list_legal_moves`](Position::list_legal_moves) does.
    #[inline(never)]
    pub fn list_quiet_moves(&self, list: &mut MoveList) {
        self.list(Want::Quiet, list);
    }

    /// Number of legal moves, counted without a list.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        if V::Tables::COMPACT {
            return self.legal_moves().len();
        }
        let mut count = Count::default();
        let _ = self.generate(Want::All, &mut count);
        count.0 as usize
    }

    /// Returns `true` if there is a legal move.
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if V::Tables::COMPACT {
            return !self.legal_moves().is_empty();
        }
        self.generate(Want::All, &mut Any).is_break()
    }

    /// Legal drops of this kind as if the side to move held one.
    #[must_use]
    pub fn drop_squares(&self, kind: PieceKind) -> V::Bitboard {
        Generator::<V, 2>::new(self).drops_of(kind)
    }

    /// Returns `true` if a move is legal; takes any 16 bits.
    ///
    /// ```
    /// use komadai_rules::{Move, Position, Shogi, Square};
    /// let start = Position::<Shogi>::start();
    /// let pawn = Square::new(20); // 7g
    /// assert!(start.is_legal(Move::normal(pawn, Square::new(21))));
    /// assert!(!start.is_legal(Move::normal(pawn, Square::new(22))));
    /// // Any sixteen bits may be asked about.
    /// assert!((0..=u16::MAX).filter(|&raw| start.is_legal(Move::from_raw(raw))).count() == 30);
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let to = mv.to();
        if !to.is_on(V::ID) {
            return false;
        }
        let generator = Generator::<V, 2>::new(self);
        if let Some(kind) = mv.dropped() {
            // Only one encoding of each drop is a move.
            return mv == Move::drop(kind, to)
                && kind.index() < V::SPEC.hand_kinds as usize
                && self.hand(self.side).count(kind) > 0
                && generator.drops_of(kind).contains(to);
        }
        let Some(from) = mv.from() else { return false };
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if piece.side != self.side {
            return false;
        }
        if piece.kind == V::SPEC.king {
            return !mv.is_promotion() && generator.king(from).contains(to);
        }
        // Separate calls, so that only the set that is asked for is computed.
        let reach = generator.pseudo_legal_destinations(from, piece.kind);
        if mv.is_promotion() {
            generator.legal(from, piece.kind, reach).1.contains(to)
        } else {
            generator.legal(from, piece.kind, reach).0.contains(to)
        }
    }
}
