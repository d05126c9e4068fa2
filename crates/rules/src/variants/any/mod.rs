//! Run-time choice of the variant: the only dynamic dispatch of this crate.

use crate::game::Game;
use crate::position::Position;

macro_rules! forward {
    ($any:ident { $($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $result:ty;)* }) => {
        impl $any {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(&self $(, $arg: $type)*) -> $result {
                    match_any!($any, self, inner => inner.$name($($arg),*))
                }
            )*
        }
    };
}

mod game;
mod position;

any_enum! {
    /// A position of any variant.
    ///
    /// ```
    /// use komadai_rules::{AnyPosition, VariantId};
    /// for variant in VariantId::ALL {
    ///     assert!(AnyPosition::start(variant).has_legal_move());
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AnyPosition = Position;
}

any_enum! {
    /// A game of any variant.
    ///
    /// ```
    /// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
    /// let variant = VariantId::Shogun;
    /// let game = AnyGame::new(AnyPosition::start(variant), RuleSet::default_for(variant));
    /// assert_eq!(game.legal_moves().len(), 20);
    /// ```
    #[derive(Clone, Debug)]
    pub enum AnyGame = Game;
}
