//! Reading JavaScript values with serde.
//!
//! `serde_wasm_bindgen` has a deserialiser too, which makes a module that every page loads much larger:
//! its errors describe values, for which it links the formatting of numbers and of any JavaScript value,
//! and every type can be read from several kinds of source. Here an error says nothing but that the shape
//! is another one, and a type says what it wants: enums with fields (`tag`, `flatten`) are not read.

use std::fmt::{self, Display};

use js_sys::{Array, Object};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use wasm_bindgen::{JsCast, JsValue};

/// The value has another shape.
#[derive(Debug)]
pub(crate) struct ShapeError;

impl Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value has another shape")
    }
}

impl std::error::Error for ShapeError {}

/// The defaults of these functions would link the formatting of what they are about.
impl de::Error for ShapeError {
    fn custom<T: Display>(_message: T) -> ShapeError {
        ShapeError
    }
    fn invalid_type(_found: Unexpected<'_>, _expected: &dyn Expected) -> ShapeError {
        ShapeError
    }
    fn invalid_value(_found: Unexpected<'_>, _expected: &dyn Expected) -> ShapeError {
        ShapeError
    }
    fn invalid_length(_found: usize, _expected: &dyn Expected) -> ShapeError {
        ShapeError
    }
    fn unknown_variant(_variant: &str, _expected: &'static [&'static str]) -> ShapeError {
        ShapeError
    }
    fn unknown_field(_field: &str, _expected: &'static [&'static str]) -> ShapeError {
        ShapeError
    }
    fn missing_field(_field: &'static str) -> ShapeError {
        ShapeError
    }
    fn duplicate_field(_field: &'static str) -> ShapeError {
        ShapeError
    }
}

/// One value, to be read.
pub(crate) struct ValueDeserializer(JsValue);

impl ValueDeserializer {
    pub(crate) fn new(value: JsValue) -> ValueDeserializer {
        ValueDeserializer(value)
    }
}

macro_rules! integers {
    ($($deserialize:ident)*) => { $(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
            self.deserialize_i64(visitor)
        }
    )* };
}

macro_rules! refused {
    ($($deserialize:ident)*) => { $(
        fn $deserialize<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, ShapeError> {
            Err(ShapeError)
        }
    )* };
}

impl<'de> Deserializer<'de> for ValueDeserializer {
    type Error = ShapeError;

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_bool(self.0.as_bool().ok_or(ShapeError)?)
    }

    integers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_u8 deserialize_u16
    deserialize_u32 deserialize_u64 }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        /// Beyond it not every whole number is a JavaScript number.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        match self.0.as_f64() {
            Some(number) if number.abs() <= EXACT && number.trunc() == number => {
                visitor.visit_i64(number as i64)
            }
            _ => Err(ShapeError),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_f64(self.0.as_f64().ok_or(ShapeError)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_string(self.0.as_string().ok_or(ShapeError)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_str(&self.0.as_string().ok_or(ShapeError)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        let array: Array = self.0.dyn_into().map_err(|_| ShapeError)?;
        visitor.visit_seq(Values { array, next: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        if self.0.is_instance_of::<Array>() {
            return Err(ShapeError);
        }
        let object: Object = self.0.dyn_into().map_err(|_| ShapeError)?;
        visitor.visit_map(Properties {
            entries: Object::entries(&object),
            next: 0,
            value: JsValue::UNDEFINED,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        visitor.visit_enum(Variant(self))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_unit()
    }

    refused! { deserialize_any deserialize_f32 deserialize_char deserialize_bytes
    deserialize_byte_buf deserialize_unit }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _visitor: V,
    ) -> Result<V::Value, ShapeError> {
        Err(ShapeError)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        self.deserialize_seq(visitor)
    }
}

/// The values of an array.
struct Values {
    array: Array,
    next: u32,
}

impl<'de> SeqAccess<'de> for Values {
    type Error = ShapeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        if self.next == self.array.length() {
            return Ok(None);
        }
        self.next += 1;
        let value = ValueDeserializer(self.array.get(self.next - 1));
        seed.deserialize(value).map(Some)
    }
}

/// The properties of an object; one that is `undefined` counts as left out.
struct Properties {
    entries: Array,
    next: u32,
    value: JsValue,
}

impl Properties {
    fn next_key(&mut self) -> Option<JsValue> {
        while self.next < self.entries.length() {
            let entry: Array = self.entries.get(self.next).unchecked_into();
            self.next += 1;
            self.value = entry.get(1);
            if !self.value.is_undefined() {
                return Some(entry.get(0));
            }
        }
        None
    }
}

impl<'de> MapAccess<'de> for Properties {
    type Error = ShapeError;

    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        match self.next_key() {
            Some(key) => seed.deserialize(ValueDeserializer(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, ShapeError> {
        seed.deserialize(ValueDeserializer(self.value.clone()))
    }
}

/// An enum that is written as the name of its variant.
struct Variant(ValueDeserializer);

impl<'de> EnumAccess<'de> for Variant {
    type Error = ShapeError;
    type Variant = UnitOnly;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, UnitOnly), ShapeError> {
        Ok((seed.deserialize(self.0)?, UnitOnly))
    }
}

struct UnitOnly;

impl<'de> VariantAccess<'de> for UnitOnly {
    type Error = ShapeError;

    fn unit_variant(self) -> Result<(), ShapeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        _seed: T,
    ) -> Result<T::Value, ShapeError> {
        Err(ShapeError)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        _visitor: V,
    ) -> Result<V::Value, ShapeError> {
        Err(ShapeError)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, ShapeError> {
        Err(ShapeError)
    }
}
