//! Moves as people read them. A move is told by the position before it: what it captures, which
//! other men could have gone there, whether it could have promoted, whether it mates.

mod japanese;
mod san;
mod western;

use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Move, Piece, Square};

use crate::moves::move_text;
pub(crate) use japanese::Approach;
pub(crate) use japanese::kind_name as japanese_name;
use western::{Hodges, Origin};

/// How to write a move for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DisplayStyle {
    /// What players outside Japan write. Shogi and Minishogi: `P-76`, `Bx22+`, `B*55`, `N-33=`
    /// (promotion declined), `G49-58` where two golds could. Tori Shogi: `S33`, `Sx33`, `S*33`,
    /// `S11+`. Shogun: `c6=C`, `Rb6=M`, `N@d5`, `P@g5#`, `O-O`.
    #[default]
    Western,
    /// As [`Western`](Self::Western), but Tori Shogi counts its files from the left, as one of the
    /// sources does.
    WesternTopLeft,
    /// Shogi family: `▲７六歩`, `△同角成`. Shogun has no such notation and is written as in
    /// [`Western`](Self::Western).
    Japanese,
    /// The canonical text of programs, [`move_text`].
    Program,
}

/// A move for people; `before` is the position it is made in.
///
/// A move that isn't legal there is written as well as it can be.
///
/// ```
/// use komadai_notation::{DisplayStyle, display_move, parse_move, parse_position};
/// use komadai_rules::{GameId, SetupRules};
///
/// let game = GameId::Shogi;
/// let start = parse_position(game, "startpos", SetupRules::Play)?;
/// let mv = parse_move(game, "7g7f").unwrap();
/// assert_eq!(display_move(&start, mv, DisplayStyle::Western), "P-76");
/// assert_eq!(display_move(&start, mv, DisplayStyle::Japanese), "▲７六歩");
/// # Ok::<(), komadai_notation::PositionTextError>(())
/// ```
#[must_use]
pub fn display_move(before: &AnyPosition, mv: Move, style: DisplayStyle) -> String {
    display_after(before, mv, style, None)
}

/// The moves of a game from `start`, each for people. Here Japanese style can say 同 (to the same
/// square as the move before). Stops before the first move that isn't legal.
#[must_use]
pub fn display_line(start: &AnyPosition, moves: &[Move], style: DisplayStyle) -> Vec<String> {
    let mut position = *start;
    let mut previous = None;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(display_after(&position, mv, style, previous));
        position.play(mv);
        previous = Some(mv.to());
    }
    texts
}

fn display_after(
    before: &AnyPosition,
    mv: Move,
    style: DisplayStyle,
    previous: Option<Square>,
) -> String {
    let game = before.game();
    let written = match (style, game) {
        (DisplayStyle::Program, _) => None,
        (_, GameId::Shogun) => san::write(before, mv),
        (DisplayStyle::Japanese, _) => japanese::write(before, mv, previous),
        (_, GameId::Shogi | GameId::Minishogi) => Hodges::FULL.write(before, mv),
        (DisplayStyle::WesternTopLeft, GameId::Torishogi) => {
            Hodges::bare(Origin::TopLeft).write(before, mv)
        }
        (DisplayStyle::Western, GameId::Torishogi) => {
            Hodges::bare(Origin::TopRight).write(before, mv)
        }
    };
    written.unwrap_or_else(|| move_text(game, mv))
}

/// The squares of all equal men, the moving one left out, that could legally go to the same square.
fn rivals(before: &AnyPosition, mv: Move, piece: Piece) -> Vec<Square> {
    let mut squares = rival_moves(before, mv, piece)
        .filter_map(Move::from)
        .collect::<Vec<_>>();
    // A man may go there with and without promotion.
    squares.dedup();
    squares
}

/// Those of the [`rivals`] that would promote as this move does, or not as it doesn't: where the
/// promotion already tells the moves apart, Western notation says no more.
fn rivals_alike(before: &AnyPosition, mv: Move, piece: Piece) -> Vec<Square> {
    rival_moves(before, mv, piece)
        .filter(|other| other.is_promotion() == mv.is_promotion())
        .filter_map(Move::from)
        .collect()
}

fn rival_moves(before: &AnyPosition, mv: Move, piece: Piece) -> impl Iterator<Item = Move> {
    before.legal_moves().into_iter().filter(move |other| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && other.from().and_then(|from| before.piece_at(from)) == Some(piece)
    })
}

/// Whether the same move with promotion would have been legal.
fn declined_promotion(before: &AnyPosition, mv: Move) -> bool {
    let Some(from) = mv.from() else {
        return false;
    };
    !mv.is_promotion() && before.is_legal(Move::board(from, mv.to(), true))
}
