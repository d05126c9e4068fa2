//! Deserialisation of JavaScript values with serde.
//!
//! `serde_wasm_bindgen`'s deserialiser makes a module much larger: its errors describe values, for
//! which it links the formatting of numbers and of any JavaScript value, and every type can be read
//! from several kinds of source. Here an error only says that the shape is wrong, and a value must
//! be of the type's own kind: enums with fields (`tag`, `flatten`) are not supported.
//!
//! Structures are read in one of two ways. [`ByName`] is serde's usual one: the type matches each
//! property's name. [`InOrder`] looks up each field of the type and passes the values as a
//! sequence, a third of the code; it ignores unknown properties and supports no `default` and no
//! `alias`.

use std::fmt::{self, Display};
use std::marker::PhantomData;

use js_sys::{Array, Object, Reflect};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use wasm_bindgen::{JsCast, JsValue};

#[derive(Debug)]
pub(crate) struct ShapeError;

impl Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value has another shape")
    }
}

impl std::error::Error for ShapeError {}

/// The default implementations would link the formatting of their arguments.
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

/// Strategy of reading structures.
pub(crate) trait ReadStruct: Sized {
    fn read_struct<'de, V: Visitor<'de>>(
        object: Object,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError>;
}

/// The type matches the names of the properties.
pub(crate) enum ByName {}

impl ReadStruct for ByName {
    fn read_struct<'de, V: Visitor<'de>>(
        object: Object,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        visitor.visit_map(Properties::<ByName>::of(&object))
    }
}

/// The fields of the type are looked up in order.
pub(crate) enum InOrder {}

impl ReadStruct for InOrder {
    fn read_struct<'de, V: Visitor<'de>>(
        object: Object,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        let mut left = fields;
        let value = visitor.visit_seq(Fields {
            object,
            left: &mut left,
        })?;
        // An alias is a name without a field: the values after it would be shifted.
        match left {
            [] => Ok(value),
            _ => Err(ShapeError),
        }
    }
}

pub(crate) struct ValueDeserializer<S>(JsValue, PhantomData<S>);

impl<S> ValueDeserializer<S> {
    pub(crate) fn new(value: JsValue) -> ValueDeserializer<S> {
        ValueDeserializer(value, PhantomData)
    }
}

/// The object; an error for arrays and other values.
#[inline(never)]
fn object(value: JsValue) -> Result<Object, ShapeError> {
    if value.is_instance_of::<Array>() {
        return Err(ShapeError);
    }
    value.dyn_into().map_err(|_| ShapeError)
}

#[inline(never)]
fn array(value: JsValue) -> Result<Array, ShapeError> {
    value.dyn_into().map_err(|_| ShapeError)
}

#[inline(never)]
fn string(value: JsValue) -> Result<String, ShapeError> {
    value.as_string().ok_or(ShapeError)
}

#[inline(never)]
fn integer(value: JsValue) -> Result<i64, ShapeError> {
    /// Beyond 2^53 integers are not exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value.as_f64() {
        Some(number) if number.abs() <= EXACT && number.trunc() == number => Ok(number as i64),
        _ => Err(ShapeError),
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

impl<'de, S: ReadStruct> Deserializer<'de> for ValueDeserializer<S> {
    type Error = ShapeError;

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_bool(self.0.as_bool().ok_or(ShapeError)?)
    }

    integers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_u8 deserialize_u16
    deserialize_u32 deserialize_u64 }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_i64(integer(self.0)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_f64(self.0.as_f64().ok_or(ShapeError)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_string(string(self.0)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_str(&string(self.0)?)
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
        visitor.visit_seq(Values::<S> {
            array: array(self.0)?,
            next: 0,
            how: PhantomData,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        visitor.visit_map(Properties::<S>::of(&object(self.0)?))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        S::read_struct(object(self.0)?, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        visitor.visit_enum(Variant(self.0))
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

struct Values<S> {
    array: Array,
    next: u32,
    how: PhantomData<S>,
}

impl<'de, S: ReadStruct> SeqAccess<'de> for Values<S> {
    type Error = ShapeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        if self.next == self.array.length() {
            return Ok(None);
        }
        self.next += 1;
        let value = ValueDeserializer::<S>::new(self.array.get(self.next - 1));
        seed.deserialize(value).map(Some)
    }
}

/// The fields of a structure; a missing field is `undefined`.
struct Fields<'a> {
    object: Object,
    left: &'a mut &'static [&'static str],
}

impl Fields<'_> {
    #[inline(never)]
    fn next_value(&mut self) -> Option<JsValue> {
        let (name, left) = self.left.split_first()?;
        *self.left = left;
        Some(Reflect::get(&self.object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED))
    }
}

impl<'de> SeqAccess<'de> for Fields<'_> {
    type Error = ShapeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        match self.next_value() {
            Some(value) => seed
                .deserialize(ValueDeserializer::<InOrder>::new(value))
                .map(Some),
            None => Ok(None),
        }
    }
}

/// The properties of an object; `undefined` properties are left out.
struct Properties<S> {
    entries: Array,
    next: u32,
    value: JsValue,
    how: PhantomData<S>,
}

impl<S> Properties<S> {
    fn of(object: &Object) -> Properties<S> {
        Properties {
            entries: Object::entries(object),
            next: 0,
            value: JsValue::UNDEFINED,
            how: PhantomData,
        }
    }

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

impl<'de, S: ReadStruct> MapAccess<'de> for Properties<S> {
    type Error = ShapeError;

    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        match self.next_key() {
            Some(key) => seed.deserialize(ValueDeserializer::<S>::new(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, ShapeError> {
        seed.deserialize(ValueDeserializer::<S>::new(self.value.clone()))
    }
}

/// An enum written as the name of its variant.
struct Variant(JsValue);

impl<'de> EnumAccess<'de> for Variant {
    type Error = ShapeError;
    type Variant = UnitOnly;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, UnitOnly), ShapeError> {
        let name = string(self.0)?;
        Ok((
            seed.deserialize(name.as_str().into_deserializer())?,
            UnitOnly,
        ))
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
