//! Moves as people type them: any notation of the game, in any mixture of scripts, as long as one
//! legal move is meant.

mod complete;
mod family;
mod plain;
mod resolve;
mod san;
mod wanted;

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Kind, Move, Square};

use crate::moves::{move_text, parse_move};

pub use complete::complete_typed_move;

/// Why a typed text gave no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TypedMoveError {
    /// It is a move in no notation of the game.
    #[error("this is not a move in any notation of the game")]
    Unreadable,
    /// Several legal moves are written like that; there are at least two.
    #[error("this could be {}", texts(*.game, .moves))]
    Ambiguous {
        /// The game, for the message.
        game: GameId,
        /// The moves.
        moves: Vec<Move>,
    },
    /// It is clear which move is meant, and the rules forbid it:
    /// [`why_illegal`](AnyPosition::why_illegal) says why.
    #[error("{} is not legal", move_text(*.game, *.mv))]
    Illegal {
        /// The game, for the message.
        game: GameId,
        /// The move.
        mv: Move,
    },
    /// The mover has no such man that could go there; `None` where the text named no man.
    #[error("no such piece can go there")]
    Nobody(Option<Kind>),
}

fn texts(game: GameId, moves: &[Move]) -> alloc::string::String {
    let mut text = alloc::string::String::new();
    for (index, &mv) in moves.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { " or " });
        text.push_str(&move_text(game, mv));
    }
    text
}

/// Reads a move as a person types it; `previous` is where the move before went, for 同.
///
/// Understood are USI and UCI (`7g7f`, `c3c4`, `P*5e`), Western notation with numbers or letters
/// (`P-76`, `p7f`, `Sx3c+`, `G6i-5h`), Japanese notation with any digits (`７六歩`, `76歩`, `同銀`,
/// `58金右`, `55歩打`), and in Shogun Chess SAN (`Nf3`, `exd6`, `c6=C`, `N@d5`, `O-O`). More may be
/// said than needed, less as long as one legal move is meant.
///
/// ```
/// use komadai_notation::{TypedMoveError, parse_move, parse_position, read_typed_move};
/// use komadai_rules::{GameId, SetupRules};
///
/// let game = GameId::Shogi;
/// let start = parse_position(game, "startpos", SetupRules::Play)?;
/// let pawn = parse_move(game, "7g7f").unwrap();
/// for text in ["7g7f", "P-76", "p7f", "７六歩", "76歩"] {
///     assert_eq!(read_typed_move(&start, text, None), Ok(pawn), "{text}");
/// }
/// assert!(matches!(
///     read_typed_move(&start, "58金", None),
///     Err(TypedMoveError::Ambiguous { moves, .. }) if moves.len() == 2
/// ));
/// # Ok::<(), komadai_notation::PositionTextError>(())
/// ```
///
/// # Errors
/// Says what is missing, or which move it is that the rules forbid.
pub fn read_typed_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
) -> Result<Move, TypedMoveError> {
    let game = position.game();
    let text = plain::plain(text);
    // In chess a capital letter is a man and a small one a file.
    let small = match game {
        GameId::Shogun => text.clone(),
        _ => text.to_ascii_lowercase(),
    };
    if let Ok(mv) = parse_move(game, &text).or_else(|_| parse_move(game, &small)) {
        // Behind a drop a chess player's plus says check.
        if !(game == GameId::Shogun && mv.is_drop() && mv.is_promotion()) {
            return resolve::exactly(position, mv);
        }
    }
    let wanted = match game {
        GameId::Shogun => san::read(position, &text),
        _ => family::read(game, &text, previous),
    };
    resolve::resolve(position, &wanted.ok_or(TypedMoveError::Unreadable)?)
}
