//! Values across the boundary: serde's data model as JavaScript values.

use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use wasm_bindgen::JsValue;

use crate::error::Error;
use crate::from_value::{ByName, InOrder, ReadStruct, ValueDeserializer};

/// A JavaScript value: structs and maps become objects, `None` becomes `null`, integers become
/// numbers (exact up to 2^53).
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // Data with text keys always serialises; `expect` would link the formatting of values.
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .unwrap_or(JsValue::UNDEFINED)
}

/// Reads a JavaScript value.
///
/// # Errors
/// The value has the wrong shape; the error has this code.
pub fn from_js<T: DeserializeOwned>(value: &JsValue, code: &'static str) -> Result<T, Error> {
    read::<T, ByName>(value, code)
}

/// As [`from_js`], with a third of its code, for types whose fields have neither `default` nor
/// `alias`. Unknown properties are ignored.
///
/// # Errors
/// The value has the wrong shape; the error has this code.
pub fn from_js_in_order<T: DeserializeOwned>(
    value: &JsValue,
    code: &'static str,
) -> Result<T, Error> {
    read::<T, InOrder>(value, code)
}

fn read<T: DeserializeOwned, S: ReadStruct>(
    value: &JsValue,
    code: &'static str,
) -> Result<T, Error> {
    T::deserialize(ValueDeserializer::<S>::new(value.clone())).map_err(|_| {
        Error::new(
            code,
            "the value has another shape than its declaration says",
        )
    })
}

/// A JavaScript object with properties in this order: a map that is never searched.
///
/// Much smaller in a module than a `BTreeMap`, whose code is instantiated for every type of values.
#[derive(Clone, Debug)]
pub struct Record<V>(Vec<(String, V)>);

impl<V> Default for Record<V> {
    fn default() -> Record<V> {
        Record(Vec::new())
    }
}

impl<V> Record<V> {
    pub fn push(&mut self, key: String, value: V) {
        self.0.push((key, value));
    }

    /// The property with this name, default if it is missing.
    pub fn entry(&mut self, key: String) -> &mut V
    where
        V: Default,
    {
        let index = self.0.iter().position(|(known, _)| *known == key);
        let index = index.unwrap_or_else(|| {
            self.0.push((key, V::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

impl<V> FromIterator<(String, V)> for Record<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(properties: I) -> Record<V> {
        Record(properties.into_iter().collect())
    }
}

impl<V: Serialize> Serialize for Record<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
