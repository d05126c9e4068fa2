//! What a game is to the generic code.

use core::fmt::Debug;
use core::hash::Hash;

use crate::spec::game_spec::GameSpec;
use crate::spec::game_tables::GameTables;
use crate::types::bitboard::Bitboard;
use crate::variants::GameId;

/// A game, as a type without values of its own.
///
/// A game is its [`GameSpec`]; what makes it fast is made from that at compile time. Sealed: games
/// are those of the registry.
///
/// ```
/// use komadai_rules::{Game, Position};
///
/// fn branching<G: Game>() -> (&'static str, usize) {
///     (G::SPEC.name, Position::<G>::start().legal_moves().len())
/// }
///
/// assert_eq!(branching::<komadai_rules::Minishogi>(), ("minishogi", 14));
/// ```
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// A set of squares of this game's board, in the smallest integer that holds them.
    type Bitboard: Bitboard;
    /// The tables of the game. What they are is nobody else's business, which also seals the trait.
    #[doc(hidden)]
    type Tables: GameTables<Bitboard = Self::Bitboard>;

    /// Which game.
    const ID: GameId;
    /// The game as data.
    const SPEC: &'static GameSpec;
}

/// The mailbox of a game: one byte per square.
pub(crate) type Board<G> = <<G as Game>::Tables as GameTables>::Board;
