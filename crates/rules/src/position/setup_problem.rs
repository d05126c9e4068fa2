use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::types::piece::Piece;
use crate::types::piece_kind::PieceKind;
use crate::types::side::Side;
use crate::types::square::Square;
use crate::variants::VariantId;

/// A problem of a setup.
///
/// ```
/// use komadai_rules::{
///     VariantId, Minishogi, PieceKind, Position, Setup, SetupProblem, SetupRules,
/// };
/// let mut setup = Setup::start(VariantId::Minishogi);
/// setup.hands[0][0] = 3;
/// let errors = Position::<Minishogi>::from_setup(&setup, SetupRules::Play).unwrap_err();
/// let expected = SetupProblem::OverSet { kind: PieceKind::PAWN, count: 5, set: 2 };
/// assert_eq!(errors.problems, [expected]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupProblem {
    /// The board has the wrong number of squares.
    WrongBoard {
        /// Squares in the setup.
        given: usize,
        /// Squares of the variant's board.
        expected: usize,
    },
    /// A piece of a kind that the variant lacks.
    UnknownKind {
        /// Its square; `None` in hand.
        square: Option<Square>,
    },
    /// A side has no king.
    NoKing {
        /// Side without a king.
        side: Side,
    },
    /// A side has several kings.
    ManyKings {
        /// Side with several kings.
        side: Side,
        /// Squares of its kings.
        squares: Vec<Square>,
    },
    /// More unpromoted pawns (swallows) of one side on a file than the rules permit.
    PawnsOnFile {
        /// Owner of the pawns.
        side: Side,
        /// Squares of all its unpromoted pawns on the file.
        squares: Vec<Square>,
        /// Permitted number.
        limit: u8,
    },
    /// A piece that could never move again.
    DeadPiece {
        /// Piece without moves on an empty board.
        piece: Piece,
        /// Square of the piece.
        square: Square,
    },
    /// More pieces of a kind on one side than the rules permit (Shogun Chess: one queen, mortar,
    /// archbishop, general).
    OverLimit {
        /// Owner of the pieces.
        side: Side,
        /// Limited kind.
        kind: PieceKind,
        /// Squares of all its pieces of the kind.
        squares: Vec<Square>,
    },
    /// A king or a promoted piece in hand.
    NotForHand {
        /// Holder of the piece.
        side: Side,
        /// King or promoted kind.
        kind: PieceKind,
    },
    /// More pieces of a kind than the set contains, board and hands together.
    OverSet {
        /// The unpromoted kind.
        kind: PieceKind,
        /// Pieces on the board and in both hands, promoted ones included.
        count: u32,
        /// Pieces in the variant's set.
        set: u8,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// The king's square.
        king: Square,
        /// The attackers' squares.
        checkers: Vec<Square>,
    },
    /// No pawn can just have passed over this square.
    EnPassant {
        /// En passant square of the setup.
        square: Square,
    },
}

impl SetupProblem {
    /// Stable name, in kebab case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SetupProblem::WrongBoard { .. } => "wrong-board",
            SetupProblem::UnknownKind { .. } => "unknown-kind",
            SetupProblem::NoKing { .. } => "no-king",
            SetupProblem::ManyKings { .. } => "many-kings",
            SetupProblem::PawnsOnFile { .. } => "pawns-on-file",
            SetupProblem::DeadPiece { .. } => "dead-piece",
            SetupProblem::OverLimit { .. } => "over-limit",
            SetupProblem::NotForHand { .. } => "not-for-hand",
            SetupProblem::OverSet { .. } => "over-set",
            SetupProblem::OpponentInCheck { .. } => "opponent-in-check",
            SetupProblem::EnPassant { .. } => "en-passant",
        }
    }

    /// Squares that show the problem.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            SetupProblem::ManyKings { squares, .. }
            | SetupProblem::PawnsOnFile { squares, .. }
            | SetupProblem::OverLimit { squares, .. } => squares.clone(),
            SetupProblem::DeadPiece { square, .. } | SetupProblem::EnPassant { square } => {
                vec![*square]
            }
            SetupProblem::UnknownKind { square } => square.iter().copied().collect(),
            SetupProblem::OpponentInCheck { king, checkers } => {
                let mut squares = vec![*king];
                squares.extend(checkers);
                squares
            }
            SetupProblem::WrongBoard { .. }
            | SetupProblem::NoKing { .. }
            | SetupProblem::NotForHand { .. }
            | SetupProblem::OverSet { .. } => Vec::new(),
        }
    }

    fn write(&self, variant: VariantId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |kind: PieceKind| {
            let spec = variant.spec().kind(kind);
            (if spec.promoted { "+" } else { "" }, spec.letter)
        };
        match self {
            SetupProblem::WrongBoard { given, expected } => {
                write!(f, "the board has {given} squares instead of {expected}")
            }
            SetupProblem::UnknownKind { .. } => f.write_str("a piece that this game does not have"),
            SetupProblem::NoKing { side } => write!(f, "the {side} side has no king"),
            SetupProblem::ManyKings { side, squares } => {
                write!(
                    f,
                    "the {side} side has {} kings instead of one",
                    squares.len()
                )
            }
            SetupProblem::PawnsOnFile {
                side,
                squares,
                limit,
            } => write!(
                f,
                "the {side} side has {} unpromoted {} on one file, at most {limit} may stand there",
                squares.len(),
                variant.spec().kind(PieceKind::PAWN).letter,
            ),
            SetupProblem::DeadPiece { piece, .. } => write!(
                f,
                "a {} of the {} side stands where it could never move",
                name(piece.kind).1,
                piece.side
            ),
            SetupProblem::OverLimit {
                side,
                kind,
                squares,
            } => {
                let (plus, letter) = name(*kind);
                write!(
                    f,
                    "the {side} side has {} {plus}{letter}, at most one is allowed",
                    squares.len()
                )
            }
            SetupProblem::NotForHand { side, kind } => {
                let (plus, letter) = name(*kind);
                write!(
                    f,
                    "{plus}{letter} cannot be in hand (of the {side} side): kings never, captured pieces only unpromoted"
                )
            }
            SetupProblem::OverSet { kind, count, set } => {
                write!(
                    f,
                    "{count} {} (promoted ones and hands included), the set has only {set}",
                    name(*kind).1
                )
            }
            SetupProblem::OpponentInCheck { .. } => {
                f.write_str("the side that is not to move is in check")
            }
            SetupProblem::EnPassant { .. } => {
                f.write_str("no pawn can just have passed over the en passant square")
            }
        }
    }
}

/// All problems of a setup; never empty.
///
/// ```
/// use komadai_rules::{VariantId, Position, Setup, SetupRules, Shogi};
/// let setup = Setup::empty(VariantId::Shogi);
/// let errors = Position::<Shogi>::from_setup(&setup, SetupRules::Play).unwrap_err();
/// assert_eq!(errors.to_string(), "the first side has no king; the second side has no king");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetupErrors {
    /// Variant of the setup.
    pub variant: VariantId,
    /// All problems, not only the first.
    pub problems: Vec<SetupProblem>,
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            problem.write(self.variant, f)?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}
