//! Queries about legal moves: lists, counts, existence, and the legality of one move.

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
    /// Gives all wanted legal moves to the sink.
    #[inline(always)]
    pub(crate) fn generate<S: Sink<V>>(&self, want: Want, sink: &mut S) -> ControlFlow<()> {
        if V::Tables::COMPACT {
            // There, code is fetched before it runs: once for both sides.
            Generator::<V, 2>::new(self).run(want, sink)
        } else if self.side == Side::First {
            Generator::<V, 0>::new(self).run(want, sink)
        } else {
            Generator::<V, 1>::new(self).run(want, sink)
        }
    }

    /// Adds all wanted legal moves to a list.
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

    /// The same where code is to be small: one generator for whatever is wanted, one move at a time.
    #[inline(never)]
    fn list_in_one_place(&self, want: Want, list: &mut MoveList) {
        let _ = self.generate(want, &mut OneByOne(list));
    }

    /// All legal moves.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, Position};
    /// assert_eq!(Position::<Minishogi>::start().legal_moves().len(), 14);
    /// ```
    // Inlined, so that the list is made where it is kept; a list returned from a call is copied.
    #[inline(always)]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_legal_moves(&mut list);
        list
    }

    /// Adds all legal moves to a list, which spares copying it. Moves beyond
    /// [`MAX_MOVES`](crate::MAX_MOVES) are left out; no position alone has so many.
    ///
    /// ```
    /// use komadai_rules::{Minishogi, MoveList, Position};
    /// let start = Position::<Minishogi>::start();
    /// let mut list = MoveList::new();
    /// start.list_legal_moves(&mut list);
    /// assert_eq!(list.sorted(), start.legal_moves().sorted());
    /// ```
    #[inline(never)]
    pub fn list_legal_moves(&self, list: &mut MoveList) {
        self.list(Want::All, list);
    }

    /// The legal moves that capture or promote.
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

    /// Adds the legal moves that capture or promote to a list, which saves a copy. Moves beyond
    /// [`MAX_MOVES`](crate::MAX_MOVES) are left out; no position alone has so many.
    ///
    /// ```
    /// use komadai_rules::{Position, Torishogi};
    /// let start = Position::<Torishogi>::start();
    /// let mut list = start.quiet_moves();
    /// start.list_captures_and_promotions(&mut list);
    /// assert_eq!(list.sorted(), start.legal_moves().sorted());
    /// ```
    #[inline(never)]
    pub fn list_captures_and_promotions(&self, list: &mut MoveList) {
        self.list(Want::Noisy, list);
    }

    /// The legal moves that neither capture nor promote: quiet moves on the board and drops.
    ///
    /// ```
    /// use komadai_rules::{Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.quiet_moves().len(), start.legal_moves().len());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_quiet_moves(&mut list);
        list
    }

    /// Adds the legal moves that neither capture nor promote to a list, which spares copying it.
    /// Moves beyond [`MAX_MOVES`](crate::MAX_MOVES) are left out; no position alone has so many.
    ///
    /// ```
    /// use komadai_rules::{Position, Torishogi};
    /// let start = Position::<Torishogi>::start();
    /// let mut list = start.captures_and_promotions();
    /// start.list_quiet_moves(&mut list);
    /// assert_eq!(list.sorted(), start.legal_moves().sorted());
    /// ```
    #[inline(never)]
    pub fn list_quiet_moves(&self, list: &mut MoveList) {
        self.list(Want::Quiet, list);
    }

    /// How many legal moves there are, without listing them.
    ///
    /// ```
    /// use komadai_rules::{Position, Torishogi};
    /// let start = Position::<Torishogi>::start();
    /// assert_eq!(start.count_legal_moves(), start.legal_moves().len());
    /// ```
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        if V::Tables::COMPACT {
            return self.legal_moves().len();
        }
        let mut count = Count::default();
        let _ = self.generate(Want::All, &mut count);
        count.0 as usize
    }

    /// Whether there is a legal move.
    ///
    /// ```
    /// use komadai_notation::parse_setup;
    /// use komadai_rules::{VariantId, Minishogi, Position, SetupRules};
    /// # let text = "4k/4G/4G/5/K4 w - 1"; // mated
    /// let setup = parse_setup(VariantId::Minishogi, text).unwrap();
    /// let mated = Position::<Minishogi>::from_setup(&setup, SetupRules::Play).unwrap();
    /// assert!(mated.in_check() && !mated.has_legal_move());
    /// ```
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if V::Tables::COMPACT {
            return !self.legal_moves().is_empty();
        }
        self.generate(Want::All, &mut Any).is_break()
    }

    /// Where the side to move could drop a piece of this kind if it held one.
    ///
    /// ```
    /// use komadai_rules::{Bitboard, PieceKind, Position, Shogi};
    /// // There is a pawn on every file.
    /// assert!(Position::<Shogi>::start().drop_squares(PieceKind::PAWN).is_empty());
    /// ```
    #[must_use]
    pub fn drop_squares(&self, kind: PieceKind) -> V::Bitboard {
        Generator::<V, 2>::new(self).drops_of(kind)
    }

    /// Whether a move is legal, whatever bits it is made of.
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
    pub fn is_legal(&self, m: Move) -> bool {
        let to = m.to();
        if !to.is_on(V::ID) {
            return false;
        }
        let generator = Generator::<V, 2>::new(self);
        if let Some(kind) = m.dropped() {
            // Only one way to write each drop is a move.
            return m == Move::drop(kind, to)
                && kind.index() < V::SPEC.hand_kinds as usize
                && self.hand(self.side).count(kind) > 0
                && generator.drops_of(kind).contains(to);
        }
        let Some(from) = m.from() else { return false };
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if piece.side != self.side {
            return false;
        }
        if piece.kind == V::SPEC.king {
            return !m.is_promotion() && generator.king(from).contains(to);
        }
        // Apart, so that of the two sets only the one that is asked for is made.
        let reach = generator.pseudo_legal_destinations(from, piece.kind);
        if m.is_promotion() {
            generator.legal(from, piece.kind, reach).1.contains(to)
        } else {
            generator.legal(from, piece.kind, reach).0.contains(to)
        }
    }
}
