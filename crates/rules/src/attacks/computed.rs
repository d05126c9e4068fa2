//! Nothing but what the spec says, computed for each question: the smallest and slowest, for the rules
//! module, which every page loads.

use core::marker::PhantomData;

/// A game with the tables of the rules module, so that they can be tested natively. With the
/// feature `tiny`, in WebAssembly, the game itself has them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Computed<V>(PhantomData<V>);

/// Implements [`VariantTables`](crate::spec::variant_tables::VariantTables) without tables for attacks.
/// Invoked by [`game_tables!`](crate::spec::variant_tables::game_tables).
macro_rules! computed_tables {
    () => {
        /// What the rules module has of tables.
        pub enum ComputedTables {}

        impl VariantTables for ComputedTables {
            common_tables!();

            const COMPACT: bool = true;
            const ONE_BY_ONE: bool = true;
        }
    };
}

pub(crate) use computed_tables;
