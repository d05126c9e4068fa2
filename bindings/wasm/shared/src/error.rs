//! Errors that JavaScript can tell apart.

use js_sys::Reflect;
use komadai_notation::{PositionTextError, TextError};
use komadai_rules::{GameId, PlayError, Refusal, RuleError, Square, Unavailable};
use wasm_bindgen::JsValue;

use crate::object::{Object, keys};

/// Something that JavaScript asked for and cannot have. Becomes a JavaScript `Error` with the
/// properties of `KomadaiError` in the declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    code: &'static str,
    message: String,
    offset: Option<usize>,
    text: Option<String>,
    squares: Option<(GameId, Vec<Square>)>,
    ply: Option<usize>,
}

impl Error {
    /// An error with nothing but a stable name in kebab case and a message in English: what is
    /// wrong, where, and what would be right.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Error {
        Error(Box::new(Parts {
            code,
            message: message.into(),
            offset: None,
            text: None,
            squares: None,
            ply: None,
        }))
    }

    /// The offending text.
    #[must_use]
    pub fn about(mut self, text: &str) -> Error {
        self.0.text = Some(text.to_owned());
        self
    }

    /// How many moves of a list were good before the one this error is about.
    #[must_use]
    pub fn after_moves(mut self, ply: usize) -> Error {
        self.0.ply = Some(ply);
        self
    }

    fn at(mut self, offset: usize) -> Error {
        self.0.offset = Some(offset);
        self
    }

    fn showing(mut self, game: GameId, squares: Vec<Square>) -> Error {
        self.0.squares = Some((game, squares));
        self
    }

    /// A move was not played.
    #[must_use]
    pub fn of_play(game: GameId, error: PlayError) -> Error {
        match error {
            PlayError::Over => Error::new("game-over", error.to_string()),
            PlayError::Illegal(refusal) => {
                Error::new(refusal.code.name(), refusal.to_string()).showing(game, refusal.squares)
            }
        }
    }

    /// A position is impossible or its text can't be read.
    #[must_use]
    pub fn of_position(error: &PositionTextError) -> Error {
        match error {
            PositionTextError::Text(text) => text.clone().into(),
            PositionTextError::Setup(errors) => Error::new(error.code(), error.to_string())
                .showing(
                    errors.game,
                    errors
                        .problems
                        .iter()
                        .flat_map(|problem| problem.squares())
                        .collect(),
                ),
        }
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Error {
        Error::new(error.kind.code(), error.to_string())
            .about(&error.text)
            .at(error.offset)
    }
}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Error {
        let message = error.to_string();
        match error {
            RuleError::UnknownKey { key, .. } => Error::new("unknown-rule", message).about(&key),
            RuleError::UnknownValue { value, .. } => {
                Error::new("unknown-rule-value", message).about(&value)
            }
        }
    }
}

impl From<Unavailable> for Error {
    fn from(error: Unavailable) -> Error {
        let code = match error {
            Unavailable::Over => "game-over",
            Unavailable::NotInRules => "not-in-rules",
            Unavailable::KingsNotEntered => "kings-not-entered",
        };
        Error::new(code, error.to_string())
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        let error = *error.0;
        let object: JsValue = js_sys::Error::new(&error.message).into();
        let set = |key: &str, value: JsValue| {
            // An Error that was just made takes any property.
            let _ = Reflect::set(&object, &JsValue::from_str(key), &value);
        };
        set("code", error.code.into());
        if let Some(offset) = error.offset {
            set("offset", (offset as u32).into());
        }
        if let Some(text) = error.text {
            set("text", text.into());
        }
        if let Some((game, squares)) = error.squares {
            set("squares", keys(game, &squares));
        }
        if let Some(ply) = error.ply {
            set("ply", (ply as u32).into());
        }
        object
    }
}

/// A refusal as a plain object: `{ code, message, squares }`.
#[must_use]
pub fn refusal_object(game: GameId, refusal: &Refusal) -> Object {
    Object::new()
        .with("code", refusal.code.name())
        .with("message", refusal.to_string())
        .with("squares", keys(game, &refusal.squares))
}
