//! Errors with stable codes for JavaScript.

use komadai_rules::{
    PlayError, PositionTextError, Refusal, RuleError, Square, TextError, Unavailable, VariantId,
};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::{square_names, to_js};

/// Error of a call from JavaScript. Becomes a JavaScript `Error` with the properties of
/// [`ErrorDetails`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    details: Box<ErrorDetails>,
}

/// Details of an error beside its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ErrorDetails {
    /// Stable name in kebab case: `nifu`, `unknown-side`, `unknown-rule`, …
    pub code: &'static str,
    /// Offset of the offending part of a text, in bytes of its UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub offset: Option<u32>,
    /// The offending part of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub text: Option<String>,
    /// The squares that explain it, by their USI names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub squares: Option<Vec<String>>,
    /// Number of legal moves of a list before the illegal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ply: Option<u32>,
}

impl Error {
    /// An error with a stable name in kebab case and an English message with fault, place and
    /// remedy.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            details: Box::new(ErrorDetails {
                code,
                offset: None,
                text: None,
                squares: None,
                ply: None,
            }),
        }
    }

    #[must_use]
    pub fn about(mut self, text: &str) -> Error {
        self.details.text = Some(text.to_owned());
        self
    }

    #[must_use]
    pub fn after_moves(mut self, ply: usize) -> Error {
        self.details.ply = u32::try_from(ply).ok();
        self
    }

    fn at(mut self, offset: usize) -> Error {
        self.details.offset = u32::try_from(offset).ok();
        self
    }

    fn showing(mut self, variant: VariantId, squares: &[Square]) -> Error {
        self.details.squares = Some(square_names(variant, squares));
        self
    }

    #[must_use]
    pub fn of_play(variant: VariantId, error: PlayError) -> Error {
        match error {
            PlayError::Over => Error::new("game-over", error.to_string()),
            PlayError::Illegal(refusal) => Error::of_refusal(variant, &refusal),
        }
    }

    #[must_use]
    pub fn of_refusal(variant: VariantId, refusal: &Refusal) -> Error {
        Error::new(refusal.code.name(), refusal.to_string()).showing(variant, &refusal.squares)
    }

    /// The error of a position that is invalid or can't be read.
    #[must_use]
    pub fn of_position(error: &PositionTextError) -> Error {
        match error {
            PositionTextError::Text(text) => text.clone().into(),
            PositionTextError::Setup(errors) => {
                let squares: Vec<Square> = errors
                    .problems
                    .iter()
                    .flat_map(|problem| problem.squares())
                    .collect();
                Error::new(error.code(), error.to_string()).showing(errors.variant, &squares)
            }
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
            Unavailable::DeclarationOver => "declaration-over",
        };
        Error::new(code, error.to_string())
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        let object = js_sys::Error::new(&error.message);
        let details = js_sys::Object::from(to_js(&*error.details));
        js_sys::Object::assign(&object, &details).into()
    }
}
