use alloc::vec::Vec;

use crate::position::Position;
use crate::position::castling::CastlingPath;
use crate::position::setup::{Setup, SetupRules};
use crate::position::setup_check;
use crate::position::setup_problem::{SetupErrors, SetupProblem};
use crate::spec::variant::Variant;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::{CastlingRights, CastlingSide};
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

pub(crate) fn position<V: Variant>(
    setup: &Setup,
    rules: SetupRules,
) -> Result<Position<V>, SetupErrors> {
    let mut problems = setup_check::problems(setup, V::SPEC, rules);
    let mut position = Position::<V>::empty();
    // With a wrong board or wrong kings, further problems would be noise.
    let hopeless = |p: &SetupProblem| matches!(p.code(), "wrong-board" | "no-king" | "many-kings");
    if !problems.iter().any(hopeless) {
        put_pieces(&mut position, setup);
        add_history(&mut position, setup, &mut problems);
    }
    if problems.is_empty() {
        Ok(position)
    } else {
        Err(SetupErrors {
            variant: V::ID,
            problems,
        })
    }
}

/// Puts pieces on the board and into the hands, except kinds that cannot be there.
fn put_pieces<V: Variant>(position: &mut Position<V>, setup: &Setup) {
    for (index, piece) in setup.board.iter().enumerate() {
        let Some(piece) = *piece else { continue };
        let square = Square::new(index as u8);
        if piece.kind.index() < V::SPEC.kinds.len() {
            position.put_piece(piece, square);
        }
        if piece.kind == V::SPEC.king {
            position.kings[piece.side.index()] = Some(square);
        }
    }
    for side in Side::BOTH {
        let hand = &setup.hands[side.index()][..V::SPEC.hand_kinds as usize];
        for (index, &count) in hand.iter().enumerate() {
            // A hand holds at most 127 of a kind; the setup check reports larger counts.
            for _ in 0..count.min(127) {
                position.add_to_hand(PieceKind::new(index as u8), side);
            }
        }
    }
}

/// Sets the state left by earlier moves: side to move, castling rights, en passant square.
fn add_history<V: Variant>(
    position: &mut Position<V>,
    setup: &Setup,
    problems: &mut Vec<SetupProblem>,
) {
    if setup.side == Side::Second {
        position.flip_side();
    }
    position.move_number = setup.move_number.max(1);
    if let Some(king) = position.king(!position.side) {
        let checkers = position.attackers_to(king, position.side, position.occupied());
        if !checkers.is_empty() {
            problems.push(SetupProblem::OpponentInCheck {
                king,
                checkers: checkers.squares().collect(),
            });
        }
    }
    position.scan_all();
    if V::SPEC.fen_counters {
        position.halfmove_clock = setup.halfmove_clock;
    }
    let castling = usable_castling(position, setup.castling);
    position.set_castling(castling);
    if V::SPEC.chess_pawns {
        if let Some(square) = setup.en_passant {
            if may_have_been_passed(position, square) {
                position.double_push_square = Some(square);
                position.offer_en_passant(square);
            } else {
                problems.push(SetupProblem::EnPassant { square });
            }
        }
    }
}

/// Claimed rights whose king and rook are at home.
fn usable_castling<V: Variant>(position: &Position<V>, claimed: CastlingRights) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    let Some(castling) = V::SPEC.castling else {
        return rights;
    };
    for side in Side::BOTH {
        let rook = Piece {
            side,
            kind: castling.rook,
        };
        for wing in CastlingSide::BOTH {
            let at_home = CastlingPath::new::<V>(side, wing).is_some_and(|path| {
                position.king(side) == Some(path.king_from)
                    && position.piece_at(path.rook_from) == Some(rook)
            });
            if claimed.has(side, wing) && at_home {
                rights = rights.with(side, wing);
            }
        }
    }
    rights
}

/// Returns `true` if an enemy pawn may just have passed over the square by a double step.
fn may_have_been_passed<V: Variant>(position: &Position<V>, square: Square) -> bool {
    let them = !position.side;
    let forward = if them == Side::First { 1 } else { -1 };
    let passable = V::Tables::second_rank(them).shift(forward);
    if !square.is_on(V::ID) || !passable.contains(square) {
        return false;
    }
    let pawn = Piece {
        side: them,
        kind: PieceKind::PAWN,
    };
    let passed = position.en_passant_victim(square);
    let origin = Square::new((2 * square.index() - passed.index()) as u8);
    let empty = V::Bitboard::from_square(square) | V::Bitboard::from_square(origin);
    position.piece_at(passed) == Some(pawn) && (position.occupied() & empty).is_empty()
}

impl<V: Variant> Position<V> {
    /// Hand key from scratch, to check the incremental one.
    #[cfg(test)]
    pub(crate) fn hand_key_from_scratch(&self) -> u64 {
        let mut key = 0_u64;
        for side in Side::BOTH {
            for (kind, count) in self.hand(side).iter() {
                key = key
                    .wrapping_add(V::Tables::hand_key(kind, side).wrapping_mul(u64::from(count)));
            }
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shogi, VariantId};

    #[test]
    fn start_positions_and_handicaps_are_legal() {
        use crate::AnyPosition;
        for variant in VariantId::ALL {
            AnyPosition::from_setup(&Setup::start(variant), SetupRules::Play).unwrap();
            for handicap in variant.spec().handicaps {
                let setup = Setup::handicap(variant, handicap.id).unwrap();
                AnyPosition::from_setup(&setup, SetupRules::Play).unwrap();
            }
        }
    }

    #[test]
    fn hand_keys_are_sums() {
        let mut setup = Setup::empty(VariantId::Shogi);
        let king = VariantId::Shogi.spec().king;
        for (side, square) in [(Side::First, 0), (Side::Second, 80)] {
            setup.board[square] = Some(Piece { side, kind: king });
        }
        setup.hands[0][0] = 3;
        setup.hands[1][6] = 2;
        let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
        assert_eq!(position.hand_key, position.hand_key_from_scratch());
    }
}
