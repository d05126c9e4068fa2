//! The machinery behind the list of games in [`variants`](crate::variants).

/// Declares the games. Generates their modules, [`GameId`](crate::GameId) and the exported macros
/// [`any_enum!`](crate::any_enum), [`match_any!`](crate::match_any),
/// [`match_pair!`](crate::match_pair) and [`match_game!`](crate::match_game).
///
/// `test_games` exist only with the cargo feature `test-games`.
macro_rules! registry {
    (
        games { $($(#[$doc:meta])* $Game:ident in $module:ident;)* }
        test_games { $($(#[$test_doc:meta])* $Test:ident in $test_module:ident;)* }
    ) => {
        $(pub(crate) mod $module;)*
        $(
            #[cfg(feature = "test-games")]
            pub(crate) mod $test_module;
        )*

        /// The games as types.
        pub(crate) mod games {
            $(pub use super::$module::$Game;)*
            $(
                #[cfg(feature = "test-games")]
                pub use super::$test_module::$Test;
            )*
        }

        /// Names a game.
        ///
        /// ```
        /// use komadai_rules::GameId;
        /// assert_eq!("torishogi".parse(), Ok(GameId::Torishogi));
        /// assert_eq!(GameId::Shogi.squares(), 81);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $($(#[$doc])* $Game,)*
            $(
                #[cfg(feature = "test-games")]
                $(#[$test_doc])*
                $Test,
            )*
        }

        impl GameId {
            /// The games that are offered to players.
            pub const ALL: [GameId; [$(stringify!($Game)),*].len()] = [$(GameId::$Game),*];

            /// Every game there is, those behind the feature `test-games` too.
            pub const REGISTERED: &'static [GameId] = &[
                $(GameId::$Game,)*
                $(
                    #[cfg(feature = "test-games")]
                    GameId::$Test,
                )*
            ];

            /// The game as data.
            ///
            /// ```
            /// use komadai_rules::GameId;
            /// assert_eq!(GameId::Shogi.spec().title, "Shogi");
            /// assert!(GameId::Shogun.spec().draw_by_agreement);
            /// ```
            #[must_use]
            pub const fn spec(self) -> &'static GameSpec {
                match self {
                    $(GameId::$Game => <games::$Game as Game>::SPEC,)*
                    $(
                        #[cfg(feature = "test-games")]
                        GameId::$Test => <games::$Test as Game>::SPEC,
                    )*
                }
            }
        }

        #[cfg(not(feature = "test-games"))]
        export_macros!(($) $($Game)*);
        #[cfg(feature = "test-games")]
        export_macros!(($) $($Game)* $($Test)*);
    };
}

/// Generates the exported macros from the list of games. `$d` stands for a dollar sign in them.
macro_rules! export_macros {
    (($d:tt) $($Game:ident)*) => {
        /// Declares an enum with one variant per game, for programs that learn the game at run time.
        ///
        /// Each variant holds what is given after `=`, for its game. There is a `From` for each and a
        /// `TryFrom` back, and `game()` is the game. [`match_any!`](crate::match_any) reaches the inside.
        /// A new game appears in all such enums by itself.
        ///
        /// ```
        /// use komadai_rules::{AnyPosition, Game, GameId, Position, match_any};
        ///
        /// #[derive(Debug)]
        /// pub struct Counter<G: Game>(Position<G>);
        ///
        /// komadai_rules::any_enum! {
        ///     /// A counter for any game.
        ///     #[derive(Debug)]
        ///     pub enum AnyCounter = Counter;
        /// }
        ///
        /// fn counter(start: AnyPosition) -> AnyCounter {
        ///     match_any!(AnyPosition, start, start => Counter(start).into())
        /// }
        ///
        /// let counter = counter(AnyPosition::start(GameId::Shogi));
        /// assert_eq!(counter.game(), GameId::Shogi);
        /// assert_eq!(match_any!(AnyCounter, counter, c => c.0.count_legal_moves()), 30);
        /// ```
        #[macro_export]
        macro_rules! any_enum {
            ($d(#[$d meta:meta])* $d vis:vis enum $d Any:ident = $d Inner:ident;) => {
                $d(#[$d meta])*
                $d vis enum $d Any {
                    $(
                        #[doc = concat!("Of `", stringify!($Game), "`.")]
                        $Game($d Inner<$crate::$Game>),
                    )*
                }

                impl $d Any {
                    /// Which game this is, as every enum of `any_enum!` says it.
                    ///
                    /// ```
                    /// use komadai_rules::{AnyPosition, GameId};
                    /// assert_eq!(AnyPosition::start(GameId::Shogun).game(), GameId::Shogun);
                    /// ```
                    #[must_use]
                    $d vis const fn game(&self) -> $crate::GameId {
                        match self {
                            $($d Any::$Game(_) => $crate::GameId::$Game,)*
                        }
                    }
                }

                $(
                    impl From<$d Inner<$crate::$Game>> for $d Any {
                        fn from(inner: $d Inner<$crate::$Game>) -> Self {
                            $d Any::$Game(inner)
                        }
                    }

                    impl<'a> TryFrom<&'a $d Any> for &'a $d Inner<$crate::$Game> {
                        /// The game that it is of instead.
                        type Error = $crate::GameId;

                        fn try_from(any: &'a $d Any) -> Result<Self, $crate::GameId> {
                            match any {
                                $d Any::$Game(inner) => Ok(inner),
                                other => Err(other.game()),
                            }
                        }
                    }
                )*
            };
        }

        /// Evaluates an expression with the inside of an enum that
        /// [`any_enum!`](crate::any_enum) declared, whatever the game:
        /// `match_any!(AnyPosition, position, p => p.in_check())`.
        ///
        /// ```
        /// use komadai_rules::{AnyPosition, GameId, match_any};
        /// let position = AnyPosition::start(GameId::Torishogi);
        /// assert!(!match_any!(AnyPosition, position, inner => inner.in_check()));
        /// ```
        #[macro_export]
        macro_rules! match_any {
            ($d Any:ident, $d value:expr, $d inner:pat => $d result:expr) => {
                match $d value {
                    $($d Any::$Game($d inner) => $d result,)*
                }
            };
        }

        /// As [`match_any!`](crate::match_any) for two enums at once. What follows `else` is the
        /// value where they are of different games.
        ///
        /// ```
        /// use komadai_rules::{AnyPosition, GameId, match_pair};
        /// let [one, other] = [GameId::Shogi, GameId::Shogun].map(AnyPosition::start);
        /// let same = match_pair!((AnyPosition, one, a), (AnyPosition, other, b) => a == b, else false);
        /// assert!(!same);
        /// ```
        #[macro_export]
        macro_rules! match_pair {
            (($d One:ident, $d one:expr, $d a:pat), ($d Other:ident, $d other:expr, $d b:pat) => $d result:expr, else $d otherwise:expr) => {
                match ($d one, $d other) {
                    $(($d One::$Game($d a), $d Other::$Game($d b)) => $d result,)*
                    _ => $d otherwise,
                }
            };
        }

        /// Evaluates an expression in which a name stands for the type of a game:
        /// `match_game!(id, G => Position::<G>::start().into())`.
        ///
        /// ```
        /// use komadai_rules::{GameId, Position, match_game};
        /// let id = GameId::Shogun;
        /// assert_eq!(match_game!(id, G => Position::<G>::start().count_legal_moves()), 20);
        /// ```
        #[macro_export]
        macro_rules! match_game {
            ($d id:expr, $d G:ident => $d result:expr) => {
                match $d id {
                    $($crate::GameId::$Game => {
                        type $d G = $crate::$Game;
                        $d result
                    })*
                }
            };
        }
    };
}
