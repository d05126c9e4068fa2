//! Legal move generation by construction. Only captures en passant and at most one pawn drop that
//! might mate are made to test them.

use core::ops::ControlFlow;

use crate::attacks::queries::{between, pin_path, slides_to};
use crate::macros::unrolled;
use crate::movegen::sink::Sink;
use crate::position::Position;
use crate::spec::piece_spec::StepUse;
use crate::spec::step_sets::{MAX_CLASSES, StepSet};
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    All,
    Noisy,
    /// Neither captures nor promotions: drops and quiet moves on the board.
    Quiet,
}

/// Generator state of one position.
///
/// `SIDE` is the index of the side to move, or 2 for small code that reads the side at run time.
pub(crate) struct Generator<'a, V: Variant, const SIDE: usize> {
    position: &'a Position<V>,
    /// Targets of pieces other than the king: not own pieces; in check only the checker and
    /// interposition squares; none in double check.
    target: V::Bitboard,
    occupied: V::Bitboard,
    enemy: V::Bitboard,
}

impl<'a, V: Variant, const SIDE: usize> Generator<'a, V, SIDE> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position<V>) -> Self {
        let side = if SIDE == 2 {
            position.side
        } else {
            Side::BOTH[SIDE]
        };
        let mut target = V::Tables::ALL & !position.by_side(side);
        if position.in_check() {
            target &= position.answers_to_check();
        }
        Generator {
            position,
            target,
            occupied: position.occupied(),
            enemy: position.by_side(!side),
        }
    }

    #[inline(always)]
    fn us(&self) -> Side {
        if SIDE == 2 {
            self.position.side
        } else {
            Side::BOTH[SIDE]
        }
    }

    #[inline(always)]
    pub(crate) fn run<S: Sink<V>>(&self, want: Want, sink: &mut S) -> ControlFlow<()> {
        if !self.target.is_empty() {
            self.piece_moves(want, sink)?;
            if want != Want::Noisy {
                self.drops(sink)?;
            }
        }
        self.king_moves(want, sink)
    }

    /// Moves of pieces other than the king. Unpinned steppers that cannot promote move set-wise,
    /// the others one by one.
    #[inline(always)]
    fn piece_moves<S: Sink<V>>(&self, want: Want, sink: &mut S) -> ControlFlow<()> {
        let us = self.us();
        let position = self.position;
        let own = position.by_side(us);
        if V::Tables::COMPACT {
            for from in (own & !position.by_kind(V::SPEC.king)).squares() {
                let kind = position.kind_on(from);
                let to = self.pseudo_legal_destinations(from, kind);
                self.moves_of(want, from, kind, to, sink)?;
            }
            return ControlFlow::Continue(());
        }
        let free = own & !position.pinned;
        // One loop per kind, so that its slide directions are compile-time constants.
        macro_rules! sliders {
            ($index:literal) => {
                if const { V::Tables::SLIDERS >> $index & 1 == 1 } {
                    let kind = const { PieceKind::new($index) };
                    for from in (free & position.by_kind(kind)).squares() {
                        let reach = Position::<V>::attacks(kind, us, from, self.occupied);
                        self.moves_of(want, from, kind, reach & self.target, sink)?;
                    }
                }
            };
        }
        unrolled!(sliders: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        // Steppers that may promote at once go one by one. So do pawns that may capture en passant,
        // because the rank from which they do borders on the zone.
        let mut single = V::Bitboard::EMPTY;
        macro_rules! promotable {
            ($index:literal) => {
                if const { V::Tables::STEPPER_KINDS & V::Tables::PROMOTABLE & 1 << $index != 0 } {
                    let kind = const { PieceKind::new($index) };
                    single |= position.by_kind(kind) & V::Tables::promotion_candidates(kind, us);
                }
            };
        }
        unrolled!(promotable: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        let steppers = free & !position.by_kinds(V::Tables::SLIDERS | 1 << V::SPEC.king.index());
        self.step_moves(want, steppers & !single, sink)?;
        for from in (steppers & single).squares() {
            let kind = position.kind_on(from);
            let reach = if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
                position.pawn_destinations(from, us)
            } else {
                V::Tables::steps(kind, us, from)
            };
            self.moves_of(want, from, kind, reach & self.target, sink)?;
        }
        for from in (own & position.pinned).squares() {
            let kind = position.kind_on(from);
            self.moves_of(want, from, kind, self.pinned_reach(from, kind), sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Targets of a pinned piece: along the line of its pin.
    #[cold]
    #[inline(never)]
    fn pinned_reach(&self, from: Square, kind: PieceKind) -> V::Bitboard {
        let us = self.us();
        let reach = if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
            self.position.pawn_destinations(from, us)
        } else {
            Position::<V>::attacks(kind, us, from, self.occupied)
        };
        match self.position.king(us) {
            Some(king) => reach & self.target & pin_path::<V::Tables>(king, from, self.occupied),
            None => V::Bitboard::EMPTY,
        }
    }

    /// Emits the wanted moves of one piece to these squares.
    #[inline(always)]
    fn moves_of<S: Sink<V>>(
        &self,
        want: Want,
        from: Square,
        kind: PieceKind,
        to: V::Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let (mut normal, mut promote) = self.legal(from, kind, to);
        match want {
            Want::All => {}
            Want::Noisy => normal &= self.captures(from, kind),
            Want::Quiet => {
                normal &= !self.captures(from, kind);
                promote = V::Bitboard::EMPTY;
            }
        }
        sink.piece(from, normal, promote)
    }

    #[inline(always)]
    fn captures(&self, from: Square, kind: PieceKind) -> V::Bitboard {
        if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
            if let Some(square) = self.position.en_passant {
                return self.enemy
                    | V::Bitboard::from_square(square) & V::Tables::steps(kind, self.us(), from);
            }
        }
        self.enemy
    }

    /// Steps of pieces that are not pinned and cannot promote, one shift per kind of step.
    #[inline(always)]
    fn step_moves<S: Sink<V>>(
        &self,
        want: Want,
        pieces: V::Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut classes = [V::Bitboard::EMPTY; MAX_CLASSES];
        macro_rules! class {
            ($index:literal) => {
                if const { V::Tables::STEPPER_CLASSES[$index] != 0 } {
                    classes[$index] = self
                        .position
                        .by_kinds(const { V::Tables::STEPPER_CLASSES[$index] })
                        & pieces;
                }
            };
        }
        unrolled!(class: 0 1 2 3 4 5 6 7);
        let target = match want {
            Want::All => self.target,
            Want::Noisy => self.target & self.enemy,
            Want::Quiet => self.target & !self.enemy,
        };
        macro_rules! set {
            ($index:literal) => {
                if const { V::Tables::STEP_SETS[0][$index].classes != 0 } {
                    let set = if SIDE == 2 {
                        V::Tables::STEP_SETS[self.us().index()][$index]
                    } else {
                        const { V::Tables::STEP_SETS[SIDE & 1][$index] }
                    };
                    self.step_set(&set, &classes, target, sink)?;
                }
            };
        }
        unrolled!(set: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
        if V::SPEC.chess_pawns && want != Want::Noisy {
            self.double_steps(self.position.by_kind(PieceKind::PAWN) & pieces, sink)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn step_set<S: Sink<V>>(
        &self,
        set: &StepSet<V::Bitboard>,
        classes: &[V::Bitboard; MAX_CLASSES],
        target: V::Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut pieces = V::Bitboard::EMPTY;
        let mut class = 0;
        while class < MAX_CLASSES {
            if set.classes >> class & 1 == 1 {
                pieces |= classes[class];
            }
            class += 1;
        }
        let mut to = pieces.shift(set.delta) & (target & set.into);
        match set.only {
            StepUse::Both => {}
            StepUse::Quiet => to &= !self.enemy,
            StepUse::Capture => to &= self.enemy,
        }
        sink.steps(set.delta, to)
    }

    #[inline(always)]
    fn double_steps<S: Sink<V>>(&self, pawns: V::Bitboard, sink: &mut S) -> ControlFlow<()> {
        let delta = if self.us() == Side::First { 1 } else { -1 };
        let empty = !self.occupied;
        let home = pawns & V::Tables::second_rank(self.us());
        let once = home.shift(delta) & empty;
        sink.steps(2 * delta, once.shift(delta) & empty & self.target)
    }

    /// Legal targets of an own piece other than the king: without and with promotion.
    #[inline(always)]
    pub(crate) fn destinations(&self, from: Square, kind: PieceKind) -> (V::Bitboard, V::Bitboard) {
        self.legal(from, kind, self.pseudo_legal_destinations(from, kind))
    }

    /// Targets of an own piece other than the king by its movement and its pin, except captures en
    /// passant.
    #[inline(always)]
    pub(crate) fn pseudo_legal_destinations(&self, from: Square, kind: PieceKind) -> V::Bitboard {
        let us = self.us();
        if self.position.pinned.contains(from) {
            return self.pinned_reach(from, kind);
        }
        let reach = if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
            self.position.pawn_destinations(from, us)
        } else {
            Position::<V>::attacks(kind, us, from, self.occupied)
        };
        reach & self.target
    }

    /// Splits pseudo-legal targets of a piece into legal moves without and with promotion.
    #[inline(always)]
    pub(crate) fn legal(
        &self,
        from: Square,
        kind: PieceKind,
        to: V::Bitboard,
    ) -> (V::Bitboard, V::Bitboard) {
        let us = self.us();
        let (mut normal, promote) = self.position.split_promotions(from, kind, us, to);
        if V::SPEC.chess_pawns && kind == PieceKind::PAWN {
            if let Some(square) = self.position.en_passant {
                // Some pawn can legally capture en passant, but perhaps not this one. Captures en
                // passant never promote.
                if V::Tables::steps(kind, us, from).contains(square)
                    && self.position.may_capture_en_passant(from, square)
                {
                    normal |= V::Bitboard::from_square(square);
                }
            }
        }
        (normal, promote)
    }

    #[inline(always)]
    fn king_moves<S: Sink<V>>(&self, want: Want, sink: &mut S) -> ControlFlow<()> {
        let Some(from) = self.position.king(self.us()) else {
            return ControlFlow::Continue(());
        };
        let wanted = match want {
            Want::All => V::Tables::ALL,
            Want::Noisy => self.enemy,
            Want::Quiet => !self.enemy,
        };
        sink.piece(from, self.king_within(from, wanted), V::Bitboard::EMPTY)
    }

    #[inline]
    pub(crate) fn king(&self, from: Square) -> V::Bitboard {
        self.king_within(from, V::Tables::ALL)
    }

    /// Legal moves of the own king within `wanted`.
    #[inline(always)]
    fn king_within(&self, from: Square, wanted: V::Bitboard) -> V::Bitboard {
        let us = self.us();
        let mut to = V::Tables::steps(V::SPEC.king, us, from) & !self.position.by_side(us) & wanted;
        if !to.is_empty() {
            to &= !self.danger(from);
        }
        if V::SPEC.castling.is_some()
            && !self.position.in_check()
            && !self.position.castling.is_none()
        {
            to |= self.position.castlings(us) & wanted;
        }
        to
    }

    /// Squares attacked by the enemy once the own king is lifted; exact beside the king only.
    #[inline(always)]
    fn danger(&self, king: Square) -> V::Bitboard {
        let (us, them) = (self.us(), !self.us());
        let position = self.position;
        if V::Tables::COMPACT {
            let occupied = self.occupied ^ V::Bitboard::from_square(king);
            let mut danger = V::Bitboard::EMPTY;
            for from in self.enemy.squares() {
                danger |= Position::<V>::attacks(position.kind_on(from), them, from, occupied);
            }
            return danger;
        }
        let mut near = V::Tables::king_zone_steps(us, king);
        macro_rules! group {
            ($index:literal) => {
                if const { V::Tables::SLIDE_GROUPS[$index] != 0 } {
                    near |= position.by_kinds(const { V::Tables::SLIDE_GROUPS[$index] })
                        & V::Tables::king_zone_slides($index, us, king);
                }
            };
        }
        unrolled!(group: 0 1 2 3);
        near &= self.enemy;
        let mut danger = V::Bitboard::EMPTY;
        if near.is_empty() {
            return danger;
        }
        for from in (near & !position.by_kinds(V::Tables::SLIDERS)).squares() {
            danger |= V::Tables::steps(position.kind_on(from), them, from);
        }
        // The king's target only shortens rays beyond it, so lifting the king is enough.
        let occupied = self.occupied ^ V::Bitboard::from_square(king);
        macro_rules! sliders {
            ($index:literal) => {
                if const { V::Tables::SLIDERS >> $index & 1 == 1 } {
                    let kind = const { PieceKind::new($index) };
                    for from in (near & position.by_kind(kind)).squares() {
                        danger |= Position::<V>::attacks(kind, them, from, occupied);
                    }
                }
            };
        }
        unrolled!(sliders: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        danger
    }

    #[inline(always)]
    fn drops<S: Sink<V>>(&self, sink: &mut S) -> ControlFlow<()> {
        let us = self.us();
        let hand = self.position.hand(us);
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let empty = self.target & !self.occupied & V::Tables::drop_region(us);
        let held = hand.held();
        if V::Tables::COMPACT {
            for kind in held.kinds() {
                sink.drops(held.only(kind), self.drops_of(kind))?;
            }
            return ControlFlow::Continue(());
        }
        macro_rules! group {
            ($index:literal) => {
                if const { V::Tables::DROP_GROUPS[$index] != 0 } {
                    let kind = const {
                        PieceKind::new(V::Tables::DROP_GROUPS[$index].trailing_zeros() as u8)
                    };
                    sink.drops(
                        held.among(const { V::Tables::DROP_GROUPS[$index] }),
                        empty & !V::Tables::immobile_squares(kind, us),
                    )?;
                }
            };
        }
        unrolled!(group: 0 1 2 3);
        let pawn = held.among(1);
        if !pawn.is_empty() {
            sink.drops(pawn, self.pawn_drops(empty))?;
        }
        ControlFlow::Continue(())
    }

    /// Legal targets of a pawn drop within `empty`.
    #[inline(always)]
    fn pawn_drops(&self, empty: V::Bitboard) -> V::Bitboard {
        let us = self.us();
        let mut to = empty
            & !V::Tables::immobile_squares(PieceKind::PAWN, us)
            & !self.position.full_files(us);
        if V::SPEC.pawn_drop_mate_illegal {
            if let Some(square) = self.position.mating_pawn_square(us) {
                if to.contains(square) && self.position.pawn_drop_mates(square) {
                    to ^= V::Bitboard::from_square(square);
                }
            }
        }
        to
    }

    /// Legal drops of a kind in hand.
    pub(crate) fn drops_of(&self, kind: PieceKind) -> V::Bitboard {
        let us = self.us();
        let empty = self.target & !self.occupied & V::Tables::drop_region(us);
        if kind == PieceKind::PAWN {
            self.pawn_drops(empty)
        } else {
            empty & !V::Tables::immobile_squares(kind, us)
        }
    }
}

impl<V: Variant> Position<V> {
    /// Targets with which a piece other than the king answers a check: the checker, and the squares
    /// between if it slides.
    pub(crate) fn answers_to_check(&self) -> V::Bitboard {
        let Some(king) = self.king(self.side) else {
            return V::Tables::ALL;
        };
        if self.checkers.more_than_one() {
            return V::Bitboard::EMPTY;
        }
        let checker = self.checkers.lsb();
        let Some(piece) = self.piece_at(checker) else {
            return V::Tables::ALL;
        };
        // Only a slide can be blocked, not a leap that happens to lie on a line.
        if slides_to::<V::Tables>(piece, checker, king) {
            between::<V::Tables>(king, checker) | self.checkers
        } else {
            self.checkers
        }
    }
}
