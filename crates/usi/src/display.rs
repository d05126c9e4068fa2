//! Output for people: positions and build information.

use komadai_engine::Score;
use komadai_notation::Dialect;
use komadai_rules::{AnyPosition, Side, Square, TextStyle};

use crate::answer::score;

/// Description of the chosen game in Fairy-Stockfish's format for GUIs.
pub(crate) fn variant(dialect: Dialect, start: &AnyPosition) -> String {
    let game = start.variant();
    let template = match game.spec().text_style {
        TextStyle::Chess => "crazyhouse",
        TextStyle::Shogi => "shogi",
    };
    format!(
        "variant {game} files {} ranks {} pocket {} template {template} startpos {}",
        game.files(),
        game.ranks(),
        game.spec().hand_kinds,
        dialect.position_text(start),
    )
}

pub(crate) fn eval(dialect: Dialect, position: &AnyPosition, value: Score) -> String {
    let side = position.side_to_move();
    let colour = if side == dialect.black() {
        "black"
    } else {
        "white"
    };
    if position.in_check() {
        return format!("eval none for {colour} to move: in check only a search can tell");
    }
    let value = score(value).to_text(dialect);
    format!("eval {value} for {colour} to move, without search")
}

pub(crate) fn compiler() -> String {
    let checks = if cfg!(debug_assertions) {
        "with debug assertions"
    } else {
        "without debug assertions"
    };
    format!(
        "compiler {}, for {}, {checks}; komadai {}",
        env!("KOMADAI_RUSTC"),
        env!("KOMADAI_TARGET"),
        env!("CARGO_PKG_VERSION"),
    )
}

pub(crate) fn board(position: &AnyPosition) -> Vec<String> {
    let game = position.variant();
    let mut lines: Vec<String> = (0..game.ranks())
        .rev()
        .map(|rank| rank_text(position, rank))
        .collect();
    let own = position.to_setup().to_string();
    lines.push(String::new());
    lines.push(format!("game {game}"));
    lines.push(format!("position {own}"));
    let fen = position.fairy_fen();
    if fen != own {
        lines.push(format!("fen {fen}"));
    }
    lines.push(format!("check {}", position.in_check()));
    lines
}

/// Two characters a square: `+` before a promoted piece, its letter in the case of its side.
fn rank_text(position: &AnyPosition, rank: u8) -> String {
    let game = position.variant();
    let mut line = String::new();
    for file in 0..game.files() {
        let square = Square::from_coords(game, file, rank);
        let Some(piece) = square.and_then(|square| position.piece_at(square)) else {
            line.push_str(" .");
            continue;
        };
        let kind = game.spec().kind(piece.kind);
        line.push(if kind.promoted { '+' } else { ' ' });
        line.push(match piece.side {
            Side::First => kind.letter,
            Side::Second => kind.letter.to_ascii_lowercase(),
        });
    }
    line
}
