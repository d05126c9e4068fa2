//! The feature `serde`. Enums are written by their names, squares, kinds and moves as the numbers of
//! `index()` and `raw()`, setups as their text beside the variant.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::types::moves::Move;
use crate::types::piece_kind::PieceKind;
use crate::types::square::Square;

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.index() as u8).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Square::new)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u16::deserialize(deserializer).map(Move::from_raw)
    }
}

impl Serialize for PieceKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.index() as u8).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PieceKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        if usize::from(index) < PieceKind::MAX {
            return Ok(PieceKind::new(index));
        }
        let given = Unexpected::Unsigned(u64::from(index));
        Err(D::Error::invalid_value(
            given,
            &"the index of a kind, from 0 to 15",
        ))
    }
}

#[cfg(feature = "text")]
mod setup {
    use alloc::string::{String, ToString as _};

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::position::setup::Setup;
    use crate::variants::VariantId;

    #[derive(Serialize, Deserialize)]
    struct SetupText {
        variant: VariantId,
        position: String,
    }

    impl Serialize for Setup {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let (variant, position) = (self.variant, self.to_string());
            SetupText { variant, position }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Setup {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let SetupText { variant, position } = SetupText::deserialize(deserializer)?;
            Setup::parse(variant, &position).map_err(D::Error::custom)
        }
    }
}
