//! The trait that generic code takes a variant through.

use core::fmt::Debug;
use core::hash::Hash;

use crate::spec::variant_spec::VariantSpec;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::variants::VariantId;

/// A variant, as a zero-sized type.
///
/// A variant is its [`VariantSpec`]; its tables are made from the spec at compile time. Sealed: the
/// variants are those of this crate. To add one, write a file like
/// `crates/rules/src/variants/judkins.rs` of the repository, the variant of the tests, and a line in the
/// registry beside it.
///
/// ```
/// use komadai_rules::{Variant, Position};
///
/// fn branching<V: Variant>() -> (&'static str, usize) {
///     (V::SPEC.name, Position::<V>::start().legal_moves().len())
/// }
///
/// assert_eq!(branching::<komadai_rules::Minishogi>(), ("minishogi", 14));
/// ```
pub trait Variant: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Set of squares of this board, in the smallest integer that holds them.
    type Bitboard: Bitboard;
    /// Lookup tables. The type is private, which seals the trait.
    #[doc(hidden)]
    type Tables: VariantTables<Bitboard = Self::Bitboard>;

    /// Variant as a value.
    const ID: VariantId;
    /// Board, pieces and rule options.
    const SPEC: &'static VariantSpec;
}

/// Mailbox: one byte per square.
pub(crate) type Board<V> = <<V as Variant>::Tables as VariantTables>::Board;
