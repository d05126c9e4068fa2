//! The variants, one file each, and their registry.
//!
//! # Adding a variant
//!
//! 1. Write a file like `judkins.rs`: a unit struct, its kinds in order (those that can be in hand,
//!    weak to strong; the king; the promoted kinds), a [`VariantSpec`], and `variant_tables!` with the
//!    smallest bitboard that holds the board.
//! 2. Add a line to the registry below. `VariantId`, `AnyPosition`, `AnyGame` and the macros
//!    `any_enum!`, `match_any!`, `match_pair!` and `match_variant!` follow from it, and so does all
//!    text of positions and moves. A line under `test_variants` exists only with
//!    `RUSTFLAGS="--cfg komadai_test_games"` and is not in `VariantId::ALL`.
//! 3. Compare node counts with another program (`peers/oracle/judkins.mjs`,
//!    `crates/rules/tests/judkins/`). The reference generator in `crates/rules/tests/reference/` is
//!    written separately and must agree.
//! 4. To offer it to players, move its line above `test_variants` and give it pictures, texts and a
//!    guide in `web/`. Until it has a file in `crates/engine/src/variants/`, the engine derives piece
//!    values from the spec.

#[macro_use]
mod registry_macros;

pub(crate) mod kinds;
pub(crate) mod rules;
pub(crate) mod steps;
pub(crate) mod tables_macro;
pub(crate) mod variant_id;

use crate::spec::variant::Variant;
use crate::spec::variant_spec::VariantSpec;

registry! {
    variants {
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
    test_variants {
        /// Judkins Shogi, 6×6.
        Judkins in judkins;
    }
}

pub(crate) mod any;
