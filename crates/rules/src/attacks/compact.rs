//! Tables of steps and rays; slides are computed. Used by the engine's WASM module.

use core::marker::PhantomData;

/// A variant with compact tables, for native tests. In WebAssembly with the feature `small` the
/// variant itself has them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compact<V>(PhantomData<V>);

/// Implements [`VariantTables`](crate::spec::variant_tables::VariantTables) with tables of steps
/// and rays. Used by [`variant_tables!`](crate::variants::tables_macro::variant_tables).
macro_rules! compact_tables {
    ($spec:expr, $bits:ident, $n:literal, $k:literal) => {
        /// Tables of steps and rays.
        pub enum CompactTables {}

        const _: () = {
            use $crate::spec::tables::StepRows;

            const STEP_ROWS: StepRows<$k> = StepRows::shared::<$n>(&$spec);
            static STEPS: [[[$bits; $n]; STEP_ROWS.count]; 2] = sides(STEP_ROWS.table(&$spec));

            impl VariantTables for CompactTables {
                common_tables!();

                const COMPACT: bool = true;
                const ONE_BY_ONE: bool = false;

                #[inline(always)]
                fn steps(kind: PieceKind, side: Side, from: Square) -> $bits {
                    STEPS[side.index()][STEP_ROWS.row[kind.index()] as usize][from.index()]
                }
                stored_rays!();
            }
        };
    };
}

pub(crate) use compact_tables;
