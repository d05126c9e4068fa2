//! Checks of a setup that need no attacks. Not generic over the variant: the code exists once.

use alloc::vec::Vec;

use crate::position::setup::{Setup, SetupRules};
use crate::position::setup_problem::SetupProblem;
use crate::spec::tables::{StepFilter, piece_targets};
use crate::spec::variant_spec::VariantSpec;
use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;

pub(crate) fn problems(
    setup: &Setup,
    spec: &'static VariantSpec,
    rules: SetupRules,
) -> Vec<SetupProblem> {
    let expected = spec.id.squares();
    let fits = setup.board.len() == expected && setup.variant == spec.id;
    let mut check = SetupCheck {
        board: if fits { &setup.board } else { &[] },
        hands: &setup.hands,
        spec,
        problems: Vec::new(),
    };
    if !fits {
        check.problems.push(SetupProblem::WrongBoard {
            given: setup.board.len(),
            expected,
        });
    }
    check.board();
    check.hands();
    check.kings(rules);
    check.files();
    check.sets();
    check.problems
}

struct SetupCheck<'a> {
    /// Empty if the setup's board is not one of this variant.
    board: &'a [Option<Piece>],
    hands: &'a [[u8; PieceKind::MAX]; 2],
    spec: &'static VariantSpec,
    problems: Vec<SetupProblem>,
}

impl SetupCheck<'_> {
    fn board(&mut self) {
        for (index, piece) in self.board.iter().enumerate() {
            let Some(piece) = *piece else { continue };
            let square = Square::new(index as u8);
            let (kind, side) = (piece.kind.index(), piece.side.index());
            if kind >= self.spec.kinds.len() {
                let square = Some(square);
                self.problems.push(SetupProblem::UnknownKind { square });
            } else if piece_targets(self.spec, StepFilter::EVERYTHING, side, kind, index) == 0 {
                self.problems
                    .push(SetupProblem::DeadPiece { piece, square });
            }
        }
    }

    fn hands(&mut self) {
        for side in Side::BOTH {
            for (index, &count) in self.hands[side.index()].iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let kind = PieceKind::new(index as u8);
                if index >= self.spec.kinds.len() {
                    self.problems
                        .push(SetupProblem::UnknownKind { square: None });
                } else if index >= self.spec.hand_kinds as usize {
                    self.problems.push(SetupProblem::NotForHand { side, kind });
                }
            }
        }
    }

    fn squares_of(&self, side: Side, kind: PieceKind) -> Vec<Square> {
        let wanted = Some(Piece { side, kind });
        let squares = (0..self.board.len()).filter(|&index| self.board[index] == wanted);
        squares.map(|index| Square::new(index as u8)).collect()
    }

    fn kings(&mut self, rules: SetupRules) {
        let mut missing = Vec::new();
        for side in Side::BOTH {
            let squares = self.squares_of(side, self.spec.king);
            match squares.len() {
                0 => missing.push(SetupProblem::NoKing { side }),
                1 => {}
                _ => self
                    .problems
                    .push(SetupProblem::ManyKings { side, squares }),
            }
        }
        if rules == SetupRules::Play || missing.len() == 2 {
            self.problems.append(&mut missing);
        }
    }

    fn files(&mut self) {
        let Some(limit) = self.spec.pawns_per_file.map(|limit| limit.max) else {
            return;
        };
        for side in Side::BOTH {
            let pawns = self.squares_of(side, PieceKind::PAWN);
            for file in 0..self.spec.files {
                let on_file = |pawn: &Square| pawn.file(self.spec.id) == file;
                let squares: Vec<Square> = pawns.iter().copied().filter(on_file).collect();
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
        for (index, spec) in self.spec.kinds.iter().enumerate() {
            let kind = PieceKind::new(index as u8);
            if let Some(limit) = spec.board_limit {
                for side in Side::BOTH {
                    let squares = self.squares_of(side, kind);
                    if squares.len() > limit as usize {
                        self.problems.push(SetupProblem::OverLimit {
                            side,
                            kind,
                            squares,
                        });
                    }
                }
            }
            // `kings` counts these.
            if spec.set_size == 0 || kind == self.spec.king {
                continue;
            }
            let of_the_set = |piece: &&Piece| {
                let spec = self.spec.kinds.get(piece.kind.index());
                spec.is_some_and(|spec| spec.hand_kind == Some(kind))
            };
            let mut count = self.board.iter().flatten().filter(of_the_set).count() as u32;
            for hand in self.hands {
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
}
