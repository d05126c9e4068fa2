//! Opens a game from JavaScript's values: position, moves, rules.

use std::collections::BTreeMap;

use komadai_rules::{AnyGame, SetupRules};

use crate::error::Error;
use crate::read::{read_game, read_move, read_setup, rule_set};

/// A game from a position (see [`read_position`](crate::read_position)), with these rules, after
/// these moves.
///
/// # Errors
/// Any part can't be read, or a move is illegal; the error has the number of moves before it.
pub fn open_game(
    game: &str,
    position: &str,
    moves: &[String],
    rules: &BTreeMap<String, String>,
) -> Result<AnyGame, Error> {
    open_setup(game, position, SetupRules::Play, moves, rules)
}

/// [`open_game`] with a choice of rules for the setup.
pub fn open_setup(
    game: &str,
    position: &str,
    setup: SetupRules,
    moves: &[String],
    rules: &BTreeMap<String, String>,
) -> Result<AnyGame, Error> {
    let id = read_game(game)?;
    let mut game = AnyGame::new(read_setup(id, position, setup)?, rule_set(id, rules)?);
    for (ply, text) in moves.iter().enumerate() {
        let played = read_move(id, text).and_then(|mv| {
            game.play(mv)
                .map_err(|error| Error::of_play(id, error).about(text))
        });
        played.map_err(|error| error.after_moves(ply))?;
    }
    Ok(game)
}
