//! What the engine says about a search and about a position.

use komadai_engine::{Bound, Info, Score};
use komadai_notation::{Dialect, fairy_fen, setup_text};
use komadai_rules::{AnyPosition, GameId, Side, Square};

use super::score;

/// One iteration as an `info` line, `wdl` with the chances to win, draw and lose.
pub(super) fn info(dialect: Dialect, game: GameId, info: &Info, wdl: bool) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.rank,
        score::text(dialect, info.score),
    );
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if wdl {
        let [win, draw, loss] = info.score.win_draw_loss(game);
        line.push_str(&format!(" wdl {win} {draw} {loss}"));
    }
    line.push_str(&format!(" nodes {}", info.nodes));
    if let Some(nps) = (info.nodes * 1000).checked_div(info.time_ms) {
        line.push_str(&format!(" nps {nps}"));
    }
    line.push_str(&format!(
        " hashfull {} time {}",
        info.hashfull, info.time_ms
    ));
    if !info.pv.is_empty() {
        line.push_str(" pv");
        for &mv in &info.pv {
            line.push(' ');
            line.push_str(&dialect.move_text(game, mv));
        }
    }
    line
}

/// What board programs want to know about the game that was chosen, in Fairy-Stockfish's words.
pub(super) fn variant(dialect: Dialect, start: &AnyPosition) -> String {
    let game = start.game();
    let template = match game {
        GameId::Shogun => "crazyhouse",
        GameId::Shogi | GameId::Minishogi | GameId::Torishogi => "shogi",
    };
    format!(
        "info string variant {game} files {} ranks {} pocket {} template {template} startpos {}",
        game.files(),
        game.ranks(),
        game.spec().hand_kinds,
        dialect.position_text(start),
    )
}

/// What a position looks like without a search.
pub(super) fn eval(dialect: Dialect, position: &AnyPosition, score: Score) -> String {
    let side = position.side_to_move();
    let colour = if side == dialect.black() {
        "black"
    } else {
        "white"
    };
    if position.in_check() {
        return format!("eval none for {colour} to move: in check only a search says more");
    }
    format!("eval {score} for {colour} to move, without a search")
}

/// What the program was made with, and for what.
pub(super) fn compiler() -> String {
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

/// The board for people, and the position in every spelling.
pub(super) fn board(position: &AnyPosition) -> Vec<String> {
    let game = position.game();
    let mut lines = Vec::new();
    for rank in (0..game.ranks()).rev() {
        let mut line = String::new();
        for file in 0..game.files() {
            let piece =
                Square::from_coords(game, file, rank).and_then(|square| position.piece_at(square));
            match piece {
                Some(piece) => {
                    let kind = game.spec().kind(piece.kind);
                    line.push(if kind.promoted { '+' } else { ' ' });
                    line.push(match piece.side {
                        Side::First => kind.letter,
                        Side::Second => kind.letter.to_ascii_lowercase(),
                    });
                }
                None => line.push_str(" ."),
            }
        }
        lines.push(line);
    }
    let own = setup_text(&position.to_setup());
    lines.push(String::new());
    lines.push(format!("game {game}"));
    lines.push(format!("position {own}"));
    let fen = fairy_fen(position);
    if fen != own {
        lines.push(format!("fen {fen}"));
    }
    lines.push(format!("check {}", position.in_check()));
    lines
}
