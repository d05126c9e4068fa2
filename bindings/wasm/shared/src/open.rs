//! Opening a game from the outside: position, moves so far, rules.

use js_sys::Array;
use komadai_rules::AnyGame;
use wasm_bindgen::JsValue;

use crate::error::Error;
use crate::read::{BAD_MOVE, read_game, read_move, read_position, read_rules};

/// A game of this name, from this position (see [`read_position`]), with these rules (see
/// [`read_rules`]), after these moves (an array of texts).
///
/// # Errors
///
/// Any part can't be read, or a move can't be played; then the error says how many could.
pub fn open_game(
    game: &str,
    position: &str,
    moves: &Array,
    rules: &JsValue,
) -> Result<AnyGame, Error> {
    let id = read_game(game)?;
    let mut game = AnyGame::new(read_position(id, position)?, read_rules(id, rules)?);
    for (ply, text) in moves.iter().enumerate() {
        let played = match text.as_string() {
            Some(text) => read_move(id, &text).and_then(|m| {
                game.play(m)
                    .map_err(|error| Error::of_play(id, error).about(&text))
            }),
            None => Err(Error::new(BAD_MOVE, "a move is a text")),
        };
        played.map_err(|error| error.after_moves(ply))?;
    }
    Ok(game)
}
