//! Symmetries of positions: mirrored, or with colours reversed.

use komadai_rules::{
    AnyPosition, CastlingRights, CastlingSide, Hand, Piece, PieceKind, Setup, SetupRules, Side,
    Square, Step, TextStyle, VariantId,
};

/// Key that is equal for a position, its mirror image, and both with colours reversed.
pub(crate) fn symmetric_key(position: &AnyPosition) -> u64 {
    let reversed = reversed(position);
    let mirrored = mirrored(position);
    let both = reversed.as_ref().and_then(self::mirrored);
    let others = [reversed, mirrored, both].into_iter().flatten();
    let key = others.map(|other| other.key()).min();
    key.map_or(position.key(), |key| key.min(position.key()))
}

/// Mirrors the files. `None` if castling is possible or the variant's moves are not symmetric.
pub(crate) fn mirrored(position: &AnyPosition) -> Option<AnyPosition> {
    if !position.castling().is_none() {
        return None;
    }
    let variant = position.variant();
    let across = |square: Square| {
        let file = variant.files() - 1 - square.file(variant);
        Square::from_coords(variant, file, square.rank(variant))
    };
    transformed(position, &across, &|side, kind| {
        Some(Piece {
            side,
            kind: mirrored_kind(variant, kind)?,
        })
    })
}

/// Reverses the colours, including the side to move.
pub(crate) fn reversed(position: &AnyPosition) -> Option<AnyPosition> {
    let variant = position.variant();
    let over = |square: Square| match variant.spec().text_style {
        TextStyle::Shogi => Some(square.rotate_180(variant)),
        // King and queen keep their wings.
        TextStyle::Chess => {
            let rank = variant.ranks() - 1 - square.rank(variant);
            Square::from_coords(variant, square.file(variant), rank)
        }
    };
    transformed(position, &over, &|side, kind| {
        Some(Piece { side: !side, kind })
    })
}

fn transformed(
    position: &AnyPosition,
    square: &dyn Fn(Square) -> Option<Square>,
    piece: &dyn Fn(Side, PieceKind) -> Option<Piece>,
) -> Option<AnyPosition> {
    let from = position.to_setup();
    let mut to = Setup::empty(from.variant);
    for (index, stands) in from.board.iter().enumerate() {
        let Some(stands) = *stands else { continue };
        let square = square(Square::new(index as u8))?;
        to.board[square.index()] = Some(piece(stands.side, stands.kind)?);
    }
    for side in Side::BOTH {
        for index in 0..Hand::KINDS {
            let held = piece(side, PieceKind::new(index as u8))?;
            let count = from.hands[side.index()][index];
            to.hands[held.side.index()][held.kind.index()] = count;
        }
    }
    let king = from.variant.spec().king;
    let turned = |side: Side| piece(side, king).map(|piece| piece.side);
    to.side = turned(from.side)?;
    to.castling = CastlingRights::NONE;
    for side in Side::BOTH {
        for wing in CastlingSide::BOTH {
            if from.castling.has(side, wing) {
                to.castling = to.castling.with(turned(side)?, wing);
            }
        }
    }
    to.en_passant = match from.en_passant {
        Some(passed) => Some(square(passed)?),
        None => None,
    };
    (to.halfmove_clock, to.move_number) = (from.halfmove_clock, from.move_number);
    AnyPosition::from_setup(&to, SetupRules::Mate).ok()
}

/// The kind with mirrored moves: itself for most, the other quail for a quail.
fn mirrored_kind(variant: VariantId, kind: PieceKind) -> Option<PieceKind> {
    let kinds = variant.spec().kinds;
    if kind.index() >= kinds.len() {
        return Some(kind);
    }
    let wanted = &kinds[kind.index()];
    let fits = |index: &usize| {
        let other = &kinds[*index];
        other.promoted == wanted.promoted
            && other.set_size == wanted.set_size
            && other.promotes_to.is_some() == wanted.promotes_to.is_some()
            && are_mirrored(wanted.moves, other.moves)
    };
    let own = Some(kind.index()).filter(fits);
    let found = own.or_else(|| (0..kinds.len()).find(fits));
    found.map(|index| PieceKind::new(index as u8))
}

fn are_mirrored(one: &[Step], other: &[Step]) -> bool {
    let mirrored = |step: &Step| Step {
        dx: -step.dx,
        ..*step
    };
    one.len() == other.len() && one.iter().all(|step| other.contains(&mirrored(step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn positions(variant: VariantId) -> Vec<AnyPosition> {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut position = AnyPosition::start(variant);
        let mut positions = vec![position];
        for _ in 0..400 {
            let moves = position.legal_moves().sorted();
            if moves.is_empty() {
                position = AnyPosition::start(variant);
                continue;
            }
            position.play_unchecked(moves[rng.next_u64() as usize % moves.len()]);
            positions.push(position);
        }
        positions
    }

    #[test]
    fn as_many_moves_are_legal_in_a_mirror_and_with_colours_reversed() {
        for variant in VariantId::ALL {
            let mut mirrors = 0;
            for position in positions(variant) {
                let count = position.perft(2).unwrap();
                let other = reversed(&position).unwrap();
                assert_eq!(other.perft(2).unwrap(), count, "{variant}");
                assert_eq!(reversed(&other).unwrap().key(), position.key(), "{variant}");
                assert_eq!(symmetric_key(&other), symmetric_key(&position));
                if let Some(mirror) = mirrored(&position) {
                    mirrors += 1;
                    assert_eq!(mirror.perft(2).unwrap(), count, "{variant}");
                    assert_eq!(
                        mirrored(&mirror).unwrap().key(),
                        position.key(),
                        "{variant}"
                    );
                    assert_eq!(symmetric_key(&mirror), symmetric_key(&position));
                }
            }
            assert!(mirrors > 100, "{variant}: {mirrors}");
        }
    }

    #[test]
    fn castling_rights_have_no_mirror_and_change_sides() {
        let start = AnyPosition::start(VariantId::Shogun);
        assert_eq!(mirrored(&start), None);
        let mut next = start;
        next.play_unchecked(start.legal_moves().sorted()[0]);
        let reversed = reversed(&next).unwrap();
        assert!(!reversed.castling().is_none());
        assert_eq!(reversed.side_to_move(), Side::First);
    }
}
