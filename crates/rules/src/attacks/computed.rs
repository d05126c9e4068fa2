//! Attacks computed from the spec without tables: the smallest and slowest set. Used by the rules
//! WASM module, which every page loads.

use core::marker::PhantomData;

/// A variant with computed attacks, for native tests. In WebAssembly with the feature `tiny` the
/// variant itself has them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Computed<V>(PhantomData<V>);

/// Implements [`VariantTables`](crate::spec::variant_tables::VariantTables) without tables for
/// attacks. Used by [`variant_tables!`](crate::variants::tables_macro::variant_tables).
macro_rules! computed_tables {
    () => {
        /// No tables for attacks.
        pub enum ComputedTables {}

        impl VariantTables for ComputedTables {
            common_tables!();

            const COMPACT: bool = true;
            const ONE_BY_ONE: bool = true;
        }
    };
}

pub(crate) use computed_tables;
