//! Reading what JavaScript passes in.

use js_sys::{Array, Object};
use komadai_notation::{TextErrorKind, parse_move, parse_position, parse_square};
use komadai_rules::{AnyPosition, GameId, Move, RuleSet, Setup, SetupRules, Side, Square};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Error;

/// A game by its name.
///
/// # Errors
///
/// No game has this name.
pub fn read_game(name: &str) -> Result<GameId, Error> {
    name.parse().map_err(|_| {
        let known: Vec<_> = GameId::ALL.iter().map(|game| game.name()).collect();
        Error::new(
            "unknown-game",
            format!("no such game; the games are {}", known.join(", ")),
        )
        .about(name)
    })
}

/// A side by its name.
///
/// # Errors
///
/// It is neither `first` nor `second`.
pub fn read_side(name: &str) -> Result<Side, Error> {
    Side::BOTH
        .into_iter()
        .find(|side| side.name() == name)
        .ok_or_else(|| Error::new("unknown-side", "a side is first or second").about(name))
}

/// A square in either spelling.
///
/// # Errors
///
/// The board has no such square.
pub fn read_square(game: GameId, text: &str) -> Result<Square, Error> {
    Ok(parse_square(game, text)?)
}

/// A move in either spelling. It need not be legal.
///
/// # Errors
///
/// The text is not a move.
pub fn read_move(game: GameId, text: &str) -> Result<Move, Error> {
    Ok(parse_move(game, text)?)
}

/// A position: empty text for the start, `handicap:<id>`, or any position text.
///
/// # Errors
///
/// The game has no such handicap, the text can't be read, or no such position can arise.
pub fn read_position(game: GameId, text: &str) -> Result<AnyPosition, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(AnyPosition::start(game));
    }
    let Some(id) = text.strip_prefix("handicap:") else {
        return parse_position(game, text, SetupRules::Play)
            .map_err(|error| Error::of_position(&error));
    };
    Setup::handicap(game, id)
        .and_then(|setup| AnyPosition::from_setup(&setup, SetupRules::Play).ok())
        .ok_or_else(|| {
            let known: Vec<_> = game
                .spec()
                .handicaps
                .iter()
                .map(|handicap| handicap.id)
                .collect();
            Error::new(
                "unknown-handicap",
                match known.is_empty() {
                    true => format!("{game} has no handicaps"),
                    false => format!("no such handicap; {game} has {}", known.join(", ")),
                },
            )
            .about(id)
        })
}

/// Rule options from an object `{ key: value }`; `undefined` and `null` are no options.
///
/// # Errors
///
/// It is no such object, or the game has no such option or value.
pub fn read_rules(game: GameId, options: &JsValue) -> Result<RuleSet, Error> {
    let mut rules = RuleSet::default_for(game);
    if options.is_undefined() || options.is_null() {
        return Ok(rules);
    }
    let no_rules = || Error::new("bad-rules", "rules are an object of texts by rule name");
    let options: &Object = options.dyn_ref().ok_or_else(no_rules)?;
    for entry in Object::entries(options).iter() {
        let entry: Array = entry.unchecked_into();
        let value = entry.get(1);
        if value.is_undefined() {
            continue;
        }
        match (entry.get(0).as_string(), value.as_string()) {
            (Some(key), Some(value)) => rules.set(game, &key, &value)?,
            _ => return Err(no_rules()),
        }
    }
    Ok(rules)
}

/// The code of a text that is no move; for errors about moves that are no text at all.
pub(crate) const BAD_MOVE: &str = TextErrorKind::BadMove.code();
