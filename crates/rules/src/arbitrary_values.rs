//! The feature `arbitrary`: any value that the types can hold, for fuzzers. Setups have a board of
//! the right size and kinds of their variant, and most of them break the rules.

use alloc::vec::Vec;

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::position::setup::Setup;
use crate::types::castling_rights::{CastlingRights, CastlingSide};
use crate::types::moves::Move;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;

impl<'a> Arbitrary<'a> for VariantId {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.choose(VariantId::REGISTERED).copied()
    }
}

impl<'a> Arbitrary<'a> for Side {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.choose(&Side::BOTH).copied()
    }
}

impl<'a> Arbitrary<'a> for PieceKind {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u8::arbitrary(u).map(PieceKind::new)
    }
}

impl<'a> Arbitrary<'a> for Piece {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Piece {
            side: u.arbitrary()?,
            kind: u.arbitrary()?,
        })
    }
}

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u8::arbitrary(u).map(Square::new)
    }
}

impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u16::arbitrary(u).map(Move::from_raw)
    }
}

impl<'a> Arbitrary<'a> for CastlingRights {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut rights = CastlingRights::NONE;
        for side in Side::BOTH {
            for wing in CastlingSide::BOTH {
                if u.arbitrary()? {
                    rights = rights.with(side, wing);
                }
            }
        }
        Ok(rights)
    }
}

impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let variant = VariantId::arbitrary(u)?;
        let spec = variant.spec();
        let mut setup = Setup::empty(variant);
        let board: Result<Vec<Option<Piece>>> = (0..variant.squares())
            .map(|_| piece(u, spec.kinds.len()))
            .collect();
        setup.board = board?;
        for hand in &mut setup.hands {
            for kind in spec.hand_order {
                hand[kind.index()] = u.int_in_range(0..=spec.kind(*kind).set_size)?;
            }
        }
        setup.side = u.arbitrary()?;
        if spec.castling.is_some() {
            setup.castling = u.arbitrary()?;
            let square = u.int_in_range(0..=variant.squares())?;
            setup.en_passant = (square < variant.squares()).then(|| Square::new(square as u8));
            setup.halfmove_clock = u.arbitrary()?;
        }
        setup.move_number = u.int_in_range(1..=u32::MAX)?;
        Ok(setup)
    }
}

/// A piece of one of the first `kinds` kinds, or an empty square three times out of four.
fn piece(u: &mut Unstructured<'_>, kinds: usize) -> Result<Option<Piece>> {
    if !u.ratio(1, 4)? {
        return Ok(None);
    }
    let kind = PieceKind::new(u.int_in_range(0..=kinds - 1)? as u8);
    let side = u.arbitrary()?;
    Ok(Some(Piece { side, kind }))
}
