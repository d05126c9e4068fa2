//! Typed moves, in any notation of the variant and any mixture of scripts.
//!
//! The text becomes a `MovePattern` (piece, origin, target, drop, promotion, marks), which is compared
//! with the legal moves. One match is the move, several are an error that lists them. Without a match
//! the error has the illegal move that was meant, for `why_illegal`.

mod completion;
mod cursor;
mod normalize;
mod pattern;
mod resolve;
mod san;
mod shogi;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, PieceKind, Square, TextStyle, VariantId};

use crate::display::DisplayStyle;

pub use completion::complete_typed_move;

/// Error of [`read_typed_move`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TypedMoveError {
    /// The text is a move in no notation of the variant.
    #[error("this is not a move in any notation of the game")]
    Unreadable,
    /// The text matches several legal moves.
    #[error("this could be {}", alternatives(*.variant, .moves))]
    Ambiguous {
        /// The variant, for the message.
        variant: VariantId,
        /// The matching legal moves, at least two.
        moves: Vec<Move>,
    },
    /// The text means one move, which is illegal: [`why_illegal`](AnyPosition::why_illegal) has the
    /// reason.
    #[error("{} is not legal", .mv.display(*.variant))]
    Illegal {
        /// The variant, for the message.
        variant: VariantId,
        /// The illegal move.
        mv: Move,
    },
    /// The side to move has no such piece; `None` where the text names no piece and no piece can
    /// reach the square.
    #[error("no such piece can go there")]
    NoPiece(Option<PieceKind>),
}

/// Move texts with `or` between them.
fn alternatives(variant: VariantId, moves: &[Move]) -> String {
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { " or " });
        text.push_str(&mv.display(variant).to_string());
    }
    text
}

/// Reads a typed move. `previous` is the target of the preceding move, for 同, `style` the player's
/// display style: it sets how files are counted.
///
/// Reads USI and UCI (`7g7f`, `c3c4`, `P*5e`), Western notation with numbers or letters (`P-76`,
/// `p7f`, `Sx3c+`, `G6i-5h`), Japanese notation with any digits (`７六歩`, `76歩`, `同銀`, `58金右`,
/// `55歩打`, `76歩(77)`), and in Shogun Chess SAN (`Nf3`, `exd6`, `c6=C`, `N@d5`, `O-O`). The text may
/// be longer than the notation requires, and shorter as long as it matches one legal move only. A
/// promotion that the text leaves open is [`TypedMoveError::Ambiguous`], except in SAN, and in KIF
/// where the origin is written.
///
/// ```
/// use komadai_notation::{DisplayStyle, TypedMoveError, read_typed_move};
/// use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
///
/// let (variant, style) = (VariantId::Shogi, DisplayStyle::Western);
/// let start = AnyPosition::parse(variant, "startpos", SetupRules::Play)?;
/// let pawn = Move::parse(variant, "7g7f").unwrap();
/// for text in ["7g7f", "P-76", "p7f", "７六歩", "76歩"] {
///     assert_eq!(read_typed_move(&start, text, None, style), Ok(pawn), "{text}");
/// }
/// assert!(matches!(
///     read_typed_move(&start, "58金", None, style),
///     Err(TypedMoveError::Ambiguous { moves, .. }) if moves.len() == 2
/// ));
/// # Ok::<(), komadai_rules::PositionTextError>(())
/// ```
///
/// # Errors
/// See [`TypedMoveError`].
pub fn read_typed_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
    style: DisplayStyle,
) -> Result<Move, TypedMoveError> {
    let variant = position.variant();
    let text = normalize::normalize(text);
    // In SAN an upper-case letter is a piece and a lower-case letter a file.
    let text_style = variant.spec().text_style;
    let lower = match text_style {
        TextStyle::Chess => text.clone(),
        TextStyle::Shogi => text.to_ascii_lowercase(),
    };
    if let Ok(mv) = Move::parse(variant, &text).or_else(|_| Move::parse(variant, &lower)) {
        // In SAN a plus after a drop is a check.
        if !(text_style == TextStyle::Chess && mv.is_drop() && mv.is_promotion()) {
            return resolve::resolve_complete(position, mv);
        }
    }
    let pattern = match text_style {
        TextStyle::Chess => san::read(position, &text),
        TextStyle::Shogi => shogi::read(variant, style, &text, previous),
    };
    resolve::resolve(position, &pattern.ok_or(TypedMoveError::Unreadable)?)
}
