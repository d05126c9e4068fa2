//! Moves as people type them: any notation of the game, in any mixture of scripts, as long as one
//! legal move is meant.

mod completion;
mod normalize;
mod pattern;
mod resolve;
mod san;
mod shogi;

use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, PieceKind, Square, TextStyle, VariantId};

use crate::display::DisplayStyle;
use crate::moves::{move_text, parse_move};

pub use completion::complete_typed_move;

/// Why a typed text is no legal move.
///
/// ```
/// use komadai_notation::{DisplayStyle, TypedMoveError, read_typed_move};
/// use komadai_rules::{AnyPosition, VariantId};
/// let start = AnyPosition::start(VariantId::Shogi);
/// let read = |text| read_typed_move(&start, text, None, DisplayStyle::Western);
/// assert_eq!(read("hello"), Err(TypedMoveError::Unreadable));
/// assert_eq!(read("58金").unwrap_err().to_string(), "this could be 6i5h or 4i5h");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TypedMoveError {
    /// The text is a move in no notation of the game.
    #[error("this is not a move in any notation of the game")]
    Unreadable,
    /// The text fits several legal moves.
    #[error("this could be {}", alternatives(*.variant, .moves))]
    Ambiguous {
        /// The game, for the message.
        variant: VariantId,
        /// The legal moves that fit, at least two.
        moves: Vec<Move>,
    },
    /// The text means one move, which is illegal: [`why_illegal`](AnyPosition::why_illegal) has the
    /// reason.
    #[error("{} is not legal", move_text(*.variant, *.mv))]
    Illegal {
        /// The game, for the message.
        variant: VariantId,
        /// The illegal move.
        mv: Move,
    },
    /// The side to move has no such piece; `None` where the text names no piece and none can go to
    /// the square.
    #[error("no such piece can go there")]
    NoPiece(Option<PieceKind>),
}

/// Move texts with `or` between them.
fn alternatives(variant: VariantId, moves: &[Move]) -> String {
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { " or " });
        text.push_str(&move_text(variant, mv));
    }
    text
}

/// Reads a move as a person types it; `previous` is the target of the move before, for 同. `style` is
/// the one in which the person reads moves: squares in digits are counted as it counts them.
///
/// Reads USI and UCI (`7g7f`, `c3c4`, `P*5e`), Western notation with numbers or letters
/// (`P-76`, `p7f`, `Sx3c+`, `G6i-5h`), Japanese notation with any digits (`７六歩`, `76歩`, `同銀`,
/// `58金右`, `55歩打`, `76歩(77)`), and in Shogun Chess SAN (`Nf3`, `exd6`,
/// `c6=C`, `N@d5`, `O-O`). The text may be longer than the notation requires, and shorter as long as
/// it fits one legal move only. Whether a promotion that is not written is meant is asked
/// ([`TypedMoveError::Ambiguous`]), except in SAN, and in KIF where the origin is written.
///
/// ```
/// use komadai_notation::{DisplayStyle, TypedMoveError, parse_move, parse_position, read_typed_move};
/// use komadai_rules::{VariantId, SetupRules};
///
/// let (game, style) = (VariantId::Shogi, DisplayStyle::Western);
/// let start = parse_position(game, "startpos", SetupRules::Play)?;
/// let pawn = parse_move(game, "7g7f").unwrap();
/// for text in ["7g7f", "P-76", "p7f", "７六歩", "76歩"] {
///     assert_eq!(read_typed_move(&start, text, None, style), Ok(pawn), "{text}");
/// }
/// assert!(matches!(
///     read_typed_move(&start, "58金", None, style),
///     Err(TypedMoveError::Ambiguous { moves, .. }) if moves.len() == 2
/// ));
/// # Ok::<(), komadai_notation::PositionTextError>(())
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
    let game = position.variant();
    let text = normalize::normalize(text);
    // In SAN an upper-case letter is a piece and a lower-case one a file.
    let text_style = game.spec().text_style;
    let lower = match text_style {
        TextStyle::Chess => text.clone(),
        TextStyle::Shogi => text.to_ascii_lowercase(),
    };
    if let Ok(mv) = parse_move(game, &text).or_else(|_| parse_move(game, &lower)) {
        // In SAN a plus after a drop is a check.
        if !(text_style == TextStyle::Chess && mv.is_drop() && mv.is_promotion()) {
            return resolve::resolve_complete(position, mv);
        }
    }
    let pattern = match text_style {
        TextStyle::Chess => san::read(position, &text),
        TextStyle::Shogi => shogi::read(game, style, &text, previous),
    };
    resolve::resolve(position, &pattern.ok_or(TypedMoveError::Unreadable)?)
}
