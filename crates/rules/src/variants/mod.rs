//! The games, one file per game, and the registry that lists them.
//!
//! A new game is a file with its [`VariantSpec`] and a line in the registry.

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
    // Games that prove that the code above the registry knows no game; not offered to players.
    test_games {
        /// Judkins Shogi, 6×6.
        Judkins in judkins;
    }
}

pub(crate) mod any;
