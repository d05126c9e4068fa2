//! A kind of piece as data: letters, movement, promotion.

use crate::types::piece_kind::PieceKind;

/// Restricts a step to captures or to quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepUse {
    /// To an empty square or to capture.
    Both,
    /// Only to an empty square (a chess pawn forward).
    Quiet,
    /// Only to capture (a chess pawn diagonally).
    Capture,
}

/// One step of a piece: `dx` squares to the mover's right and `dy` forward.
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
    /// Maximum length over empty squares: 1 for a step or a leap, 2 for the eagle's short slide,
    /// [`Step::SLIDE`] for any distance.
    pub max: u8,
    /// Restriction to captures or quiet moves.
    pub only: StepUse,
}

impl Step {
    /// [`max`](Step::max) of a slide of any length.
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
#[non_exhaustive]
pub struct PieceKindSpec {
    /// Capital letter of the unpromoted piece.
    pub letter: char,
    /// Letter of a promoted kind besides its `+` form, as in SAN.
    pub alias: Option<char>,
    /// Name in Japanese notation, if the variant has one.
    pub kanji: Option<&'static str>,
    /// `true` for a promoted kind, written with a `+` before the letter.
    pub promoted: bool,
    /// Directions and reach of its moves.
    pub moves: &'static [Step],
    /// The promoted kind, if it promotes.
    pub promotes_to: Option<PieceKind>,
    /// The kind in the captor's hand; `None` for kings.
    pub hand_kind: Option<PieceKind>,
    /// Maximum number of this promoted kind per side on the board.
    pub board_limit: Option<u8>,
    /// Number of this unpromoted kind in a set, both sides together; 0 for promoted kinds.
    pub set_size: u8,
    /// Points in an impasse count.
    pub impasse_points: u8,
}
