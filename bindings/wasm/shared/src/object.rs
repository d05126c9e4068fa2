//! Plain JavaScript objects and arrays.

use js_sys::{Array, Reflect};
use komadai_notation::usi_square;
use komadai_rules::{GameId, Square};
use wasm_bindgen::JsValue;

/// A plain JavaScript object in the making.
#[derive(Clone, Debug)]
pub struct Object(js_sys::Object);

impl Object {
    /// `{}`
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "an empty object is never a default value"
    )]
    pub fn new() -> Object {
        Object(js_sys::Object::new())
    }

    /// Adds a property.
    #[must_use]
    pub fn with(self, key: &str, value: impl Into<JsValue>) -> Object {
        self.set(key, value);
        self
    }

    /// Adds a property; `None` becomes `null`.
    #[must_use]
    pub fn with_or_null(self, key: &str, value: Option<impl Into<JsValue>>) -> Object {
        let value = value.map_or(JsValue::NULL, Into::into);
        self.with(key, value)
    }

    /// Adds a property that is left out when there is no value.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<JsValue>>) -> Object {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a property.
    pub fn set(&self, key: &str, value: impl Into<JsValue>) {
        // Only a frozen object or a proxy would refuse, and this is neither.
        let _ = Reflect::set(&self.0, &JsValue::from_str(key), &value.into());
    }
}

impl From<Object> for JsValue {
    fn from(object: Object) -> JsValue {
        object.0.into()
    }
}

/// A JavaScript array of these values.
pub fn array<T: Into<JsValue>>(values: impl IntoIterator<Item = T>) -> JsValue {
    let array = Array::new();
    for value in values {
        array.push(&value.into());
    }
    array.into()
}

/// Squares by the names that cross this boundary, in an array.
#[must_use]
pub fn keys(game: GameId, squares: &[Square]) -> JsValue {
    array(squares.iter().map(|square| usi_square(game, *square)))
}
