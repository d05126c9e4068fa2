use core::fmt;
use core::str::FromStr;

use crate::variants::VariantId;

impl VariantId {
    /// Name in commands, protocols and files: `shogi`, `minishogi`, `torishogi`, `shogun`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// Number of files (columns).
    #[must_use]
    pub const fn files(self) -> u8 {
        self.spec().files
    }

    /// Number of ranks (rows).
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.spec().ranks
    }

    /// Number of squares.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.files() as usize * self.ranks() as usize
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No variant has this name.
///
/// ```
/// use komadai_rules::{VariantId, UnknownVariant};
/// assert_eq!("xiangqi".parse::<VariantId>(), Err(UnknownVariant));
/// assert_eq!(
///     UnknownVariant.to_string(),
///     "unknown game; the games are shogi, minishogi, torishogi and shogun",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownVariant;

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown game; the games are ")?;
        for (index, variant) in VariantId::ALL.iter().enumerate() {
            f.write_str(match index {
                0 => "",
                _ if index + 1 == VariantId::ALL.len() => " and ",
                _ => ", ",
            })?;
            f.write_str(variant.name())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownVariant {}

impl FromStr for VariantId {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        VariantId::REGISTERED
            .iter()
            .copied()
            .find(|variant| variant.name() == text)
            .ok_or(UnknownVariant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_unknown_game_is_answered_with_the_names_of_the_games() {
        assert_eq!(
            UnknownVariant.to_string(),
            "unknown game; the games are shogi, minishogi, torishogi and shogun"
        );
    }

    #[test]
    fn names_are_unique_and_read_back() {
        for &variant in VariantId::REGISTERED {
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(variant.spec().id, variant);
        }
    }
}
