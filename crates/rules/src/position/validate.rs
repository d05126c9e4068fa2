//! From a setup to a position (RULES 9.8).

use alloc::vec::Vec;

use crate::movegen::castling::CastlingPath;
use crate::position::Position;
use crate::position::setup::{Setup, SetupRules};
use crate::position::setup_problem::{SetupErrors, SetupProblem};
use crate::spec::game::Game;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::types::castling_rights::{CastlingRights, CastlingSide};
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

pub(crate) fn position<G: Game>(
    setup: &Setup,
    rules: SetupRules,
) -> Result<Position<G>, SetupErrors> {
    let mut validator = Validator {
        setup,
        position: Position::<G>::empty(),
        problems: Vec::new(),
    };
    validator.board();
    validator.hands();
    validator.kings(rules);
    validator.files();
    validator.sets();
    validator.history();
    if validator.problems.is_empty() {
        Ok(validator.position)
    } else {
        Err(SetupErrors {
            game: G::ID,
            problems: validator.problems,
        })
    }
}

struct Validator<'a, G: Game> {
    setup: &'a Setup,
    position: Position<G>,
    problems: Vec<SetupProblem>,
}

impl<G: Game> Validator<'_, G> {
    fn board(&mut self) {
        let expected = G::SPEC.id.squares();
        if self.setup.board.len() != expected || self.setup.game != G::ID {
            self.problems.push(SetupProblem::WrongBoard {
                given: self.setup.board.len(),
                expected,
            });
            return;
        }
        for (index, piece) in self.setup.board.iter().enumerate() {
            let Some(piece) = *piece else { continue };
            let square = Square::new(index as u8);
            if piece.kind.index() >= G::SPEC.kinds.len() {
                let square = Some(square);
                self.problems.push(SetupProblem::UnknownKind { square });
                continue;
            }
            self.position.put_piece(piece, square);
            if G::Tables::immobile_squares(piece.kind, piece.side).contains(square) {
                self.problems
                    .push(SetupProblem::DeadPiece { piece, square });
            }
        }
    }

    fn hands(&mut self) {
        for side in Side::BOTH {
            for (index, &count) in self.setup.hands[side.index()].iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let kind = PieceKind::new(index as u8);
                if index >= G::SPEC.kinds.len() {
                    self.problems
                        .push(SetupProblem::UnknownKind { square: None });
                } else if index >= G::SPEC.hand_kinds as usize {
                    self.problems.push(SetupProblem::NotForHand { side, kind });
                } else {
                    // More than 127 are reported as too many by `sets`, from the setup itself.
                    for _ in 0..count.min(127) {
                        self.position.add_to_hand(kind, side);
                    }
                    debug_assert_eq!(
                        self.position.hand(side),
                        self.position.hand(side).with(kind, count.min(127)),
                        "a hand has one byte a kind"
                    );
                }
            }
        }
    }

    fn kings(&mut self, rules: SetupRules) {
        let mut missing = Vec::new();
        for side in Side::BOTH {
            let kind = G::SPEC.king;
            let kings = self.position.by_piece(Piece { side, kind });
            self.position.kings[side.index()] = kings.first();
            if kings.is_empty() {
                missing.push(SetupProblem::NoKing { side });
            } else if kings.more_than_one() {
                let squares = kings.squares().collect();
                self.problems
                    .push(SetupProblem::ManyKings { side, squares });
            }
        }
        if rules == SetupRules::Play || missing.len() == 2 {
            self.problems.append(&mut missing);
        }
    }

    fn files(&mut self) {
        let Some(limit) = G::SPEC.pawns_per_file.map(|limit| limit.max) else {
            return;
        };
        for side in Side::BOTH {
            let kind = PieceKind::PAWN;
            let pawns = self.position.by_piece(Piece { side, kind });
            for file in 0..G::SPEC.files {
                let squares: Vec<Square> = pawns
                    .squares()
                    .filter(|pawn| pawn.file(G::ID) == file)
                    .collect();
                if squares.len() > limit as usize {
                    self.problems.push(SetupProblem::PawnsOnFile {
                        side,
                        squares,
                        limit,
                    });
                }
            }
        }
    }

    fn sets(&mut self) {
        for (index, spec) in G::SPEC.kinds.iter().enumerate() {
            let kind = PieceKind::new(index as u8);
            if let Some(limit) = spec.limit.map(|limit| limit.max) {
                for side in Side::BOTH {
                    let squares: Vec<Square> = self
                        .position
                        .by_piece(Piece { side, kind })
                        .squares()
                        .collect();
                    if squares.len() > limit as usize {
                        self.problems.push(SetupProblem::OverLimit {
                            side,
                            kind,
                            squares,
                        });
                    }
                }
            }
            // Kings are counted by `kings`.
            if spec.set_size == 0 || kind == G::SPEC.king {
                continue;
            }
            let mut count = 0;
            for (other, other_spec) in G::SPEC.kinds.iter().enumerate() {
                if other_spec.hand_kind == Some(kind) {
                    count += self.position.by_kind(PieceKind::new(other as u8)).count();
                }
            }
            for hand in &self.setup.hands {
                count += u32::from(hand[index]);
            }
            if count > u32::from(spec.set_size) {
                self.problems.push(SetupProblem::OverSet {
                    kind,
                    count,
                    set: spec.set_size,
                });
            }
        }
    }

    /// What depends on moves before this position: whose move it is, castling, en passant.
    fn history(&mut self) {
        // With a wrong board or wrong kings, the rest would only add noise.
        if self
            .problems
            .iter()
            .any(|p| matches!(p.code(), "wrong-board" | "no-king" | "many-kings"))
        {
            return;
        }
        let position = &mut self.position;
        if self.setup.side == Side::Second {
            position.flip_side();
        }
        position.move_number = self.setup.move_number.max(1);
        if let Some(king) = position.king(!position.side) {
            let checkers = position.attackers_to(king, position.side, position.occupied());
            if !checkers.is_empty() {
                self.problems.push(SetupProblem::OpponentInCheck {
                    king,
                    checkers: checkers.squares().collect(),
                });
            }
        }
        position.scan_all();
        if G::SPEC.fen_counters {
            position.halfmove_clock = self.setup.halfmove_clock;
        }
        let castling = usable_castling(position, self.setup.castling);
        position.set_castling(castling);
        if G::SPEC.chess_pawns {
            if let Some(square) = self.setup.en_passant {
                if may_have_been_passed(position, square) {
                    position.double_push_square = Some(square);
                    position.offer_en_passant(square);
                } else {
                    self.problems.push(SetupProblem::EnPassant { square });
                }
            }
        }
    }
}

/// The claimed rights whose king and rook are at home.
fn usable_castling<G: Game>(position: &Position<G>, claimed: CastlingRights) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    let Some(castling) = G::SPEC.castling else {
        return rights;
    };
    for side in Side::BOTH {
        let rook = Piece {
            side,
            kind: castling.rook,
        };
        for wing in CastlingSide::BOTH {
            let at_home = CastlingPath::new::<G>(side, wing).is_some_and(|path| {
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

/// Whether an enemy pawn may just have gone two squares and passed over this one.
fn may_have_been_passed<G: Game>(position: &Position<G>, square: Square) -> bool {
    let them = !position.side;
    let forward = if them == Side::First { 1 } else { -1 };
    let passable = G::Tables::second_rank(them).shift(forward);
    if !square.is_on(G::ID) || !passable.contains(square) {
        return false;
    }
    let pawn = Piece {
        side: them,
        kind: PieceKind::PAWN,
    };
    let passed = position.passed_pawn(square);
    let origin = Square::new((2 * square.index() - passed.index()) as u8);
    let empty = G::Bitboard::from_square(square) | G::Bitboard::from_square(origin);
    position.piece_at(passed) == Some(pawn) && (position.occupied() & empty).is_empty()
}

impl<G: Game> Position<G> {
    /// The key of both hands, summed anew; for checks of incremental state.
    #[cfg(test)]
    pub(crate) fn hand_key_from_scratch(&self) -> u64 {
        let mut key = 0_u64;
        for side in Side::BOTH {
            for (kind, count) in self.hand(side).iter() {
                key = key
                    .wrapping_add(G::Tables::hand_key(kind, side).wrapping_mul(u64::from(count)));
            }
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Shogi};

    #[test]
    fn start_positions_and_handicaps_are_legal() {
        use crate::AnyPosition;
        for game in GameId::ALL {
            AnyPosition::from_setup(&Setup::start(game), SetupRules::Play).unwrap();
            for handicap in game.spec().handicaps {
                let setup = Setup::handicap(game, handicap.id).unwrap();
                AnyPosition::from_setup(&setup, SetupRules::Play).unwrap();
            }
        }
    }

    #[test]
    fn hand_keys_are_sums() {
        let mut setup = Setup::empty(GameId::Shogi);
        let king = GameId::Shogi.spec().king;
        for (side, square) in [(Side::First, 0), (Side::Second, 80)] {
            setup.board[square] = Some(Piece { side, kind: king });
        }
        setup.hands[0][0] = 3;
        setup.hands[1][6] = 2;
        let position = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap();
        assert_eq!(position.hand_key, position.hand_key_from_scratch());
    }
}
