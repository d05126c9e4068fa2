//! The variants, one file each, and their registry.
//!
//! A new variant is a file with its [`VariantSpec`] and a line in the registry.

#[macro_use]
mod registry_macros;

pub(crate) mod kinds;
pub(crate) mod rules;
pub(crate) mod steps;
pub(crate) mod variant_id;

use crate::spec::variant::Variant;
use crate::spec::variant_spec::VariantSpec;

registry! {
    games {
        /// Shogi, 9×9.
        Shogi in shogi;
        /// Minishogi, 5×5.
        Minishogi in minishogi;
        /// Tori Shogi, 7×7.
        Torishogi in torishogi;
        /// Shogun Chess, 8×8.
        Shogun in shogun;
    }
    // Variants not offered to players, which prove that code above the registry names no variant.
    test_games {
        /// Judkins Shogi, 6×6.
        Judkins in judkins;
    }
}

pub(crate) mod any;
