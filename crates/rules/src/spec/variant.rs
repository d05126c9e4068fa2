//! What a game is to the generic code.

use core::fmt::Debug;
use core::hash::Hash;

use crate::spec::variant_spec::VariantSpec;
use crate::spec::variant_tables::VariantTables;
use crate::types::bitboard::Bitboard;
use crate::variants::VariantId;

/// A game, as a type without values of its own.
///
/// A game is its [`VariantSpec`]; what makes it fast is made from that at compile time. Sealed: games
/// are those of the registry.
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
    /// A set of squares of this game's board, in the smallest integer that holds them.
    type Bitboard: Bitboard;
    /// The tables of the game. What they are is nobody else's business, which also seals the trait.
    #[doc(hidden)]
    type Tables: VariantTables<Bitboard = Self::Bitboard>;

    /// Which game.
    const ID: VariantId;
    /// The game as data.
    const SPEC: &'static VariantSpec;
}

/// The mailbox of a game: one byte per square.
pub(crate) type Board<V> = <<V as Variant>::Tables as VariantTables>::Board;
