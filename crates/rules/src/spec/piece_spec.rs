//! A kind of piece as data: letters, movement, promotion.

use crate::types::piece_kind::PieceKind;

/// When a step may be used.
///
/// ```
/// use komadai_rules::{VariantId, PieceKind, StepUse};
/// // A chess pawn goes straight and takes diagonally.
/// let pawn = VariantId::Shogun.spec().kind(PieceKind::PAWN);
/// assert!(pawn.moves.iter().all(|it| (it.dx == 0) == (it.only == StepUse::Quiet)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepUse {
    /// To an empty square or to capture.
    Both,
    /// Only to an empty square (a chess pawn forward).
    Quiet,
    /// Only to capture (a chess pawn diagonally).
    Capture,
}

/// One way a piece may go: `dx` squares to the mover's right and `dy` forward.
///
/// ```
/// use komadai_rules::{VariantId, PieceKind, Step, StepUse};
/// let pawn = VariantId::Shogi.spec().kind(PieceKind::PAWN);
/// assert_eq!(pawn.moves, [Step { dx: 0, dy: 1, max: 1, only: StepUse::Both }]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Squares to the mover's right.
    pub dx: i8,
    /// Squares forward.
    pub dy: i8,
    /// How often it may be repeated over empty squares: 1 for a step or a leap, 2 for the eagle's
    /// short slide, [`Step::SLIDE`] for any distance.
    pub max: u8,
    /// When it may be used.
    pub only: StepUse,
}

impl Step {
    /// The `max` of a slide of any length.
    pub const SLIDE: u8 = 255;

    pub(crate) const fn single(dx: i8, dy: i8) -> Step {
        Step {
            dx,
            dy,
            max: 1,
            only: StepUse::Both,
        }
    }

    pub(crate) const fn slide(dx: i8, dy: i8) -> Step {
        Step {
            dx,
            dy,
            max: Step::SLIDE,
            only: StepUse::Both,
        }
    }
}

/// A kind of piece as data.
///
/// ```
/// use komadai_rules::{VariantId, PieceKind, PieceKindSpec};
/// let tokin: &PieceKindSpec = &VariantId::Shogi.spec().kinds[8];
/// assert_eq!((tokin.letter, tokin.promoted, tokin.kanji), ('P', true, Some("と")));
/// assert_eq!(tokin.hand_kind, Some(PieceKind::PAWN));
/// // One queen, mortar, archbishop and general a side.
/// let limits: Vec<u8> = VariantId::Shogun.spec().kinds.iter().filter_map(|kind| kind.board_limit).collect();
/// assert_eq!(limits, [1, 1, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PieceKindSpec {
    /// The capital letter of the unpromoted piece.
    pub letter: char,
    /// A letter of its own that a promoted kind has besides its `+`, as in SAN.
    pub alias: Option<char>,
    /// Its name in Japanese notation, if the game has such a notation.
    pub kanji: Option<&'static str>,
    /// Whether this is a promoted kind, written with a `+` before the letter.
    pub promoted: bool,
    /// How it moves.
    pub moves: &'static [Step],
    /// What it becomes when it promotes.
    pub promotes_to: Option<PieceKind>,
    /// What it is in the hand of its captor; `None` for kings.
    pub hand_kind: Option<PieceKind>,
    /// How many of this promoted kind one side may have on the board.
    pub board_limit: Option<u8>,
    /// How many of this unpromoted kind a set contains, both sides together; 0 for promoted kinds.
    pub set_size: u8,
    /// Points in an impasse count.
    pub impasse_points: u8,
}
