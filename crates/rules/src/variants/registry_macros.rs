//! The machinery behind the list of games in [`variants`](crate::variants).

/// Declares the games. Generates their modules, [`VariantId`](crate::VariantId) and the exported macros
/// [`any_enum!`](crate::any_enum), [`match_any!`](crate::match_any),
/// [`match_pair!`](crate::match_pair) and [`match_variant!`](crate::match_variant).
///
/// `test_games` exist only with the cargo feature `test-games`.
macro_rules! registry {
    (
        games { $($(#[$doc:meta])* $Variant:ident in $module:ident;)* }
        test_games { $($(#[$test_doc:meta])* $Test:ident in $test_module:ident;)* }
    ) => {
        $(pub(crate) mod $module;)*
        $(
            #[cfg(feature = "test-games")]
            pub(crate) mod $test_module;
        )*

        /// The games as types.
        pub(crate) mod games {
            $(pub use super::$module::$Variant;)*
            $(
                #[cfg(feature = "test-games")]
                pub use super::$test_module::$Test;
            )*
        }

        /// Names a game.
        ///
        /// ```
        /// use komadai_rules::VariantId;
        /// assert_eq!("torishogi".parse(), Ok(VariantId::Torishogi));
        /// assert_eq!(VariantId::Shogi.squares(), 81);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum VariantId {
            $($(#[$doc])* $Variant,)*
            $(
                #[cfg(feature = "test-games")]
                $(#[$test_doc])*
                $Test,
            )*
        }

        impl VariantId {
            /// The games that are offered to players.
            pub const ALL: [VariantId; [$(stringify!($Variant)),*].len()] = [$(VariantId::$Variant),*];

            /// Every game there is, those behind the feature `test-games` too.
            pub const REGISTERED: &'static [VariantId] = &[
                $(VariantId::$Variant,)*
                $(
                    #[cfg(feature = "test-games")]
                    VariantId::$Test,
                )*
            ];

            /// The game as data.
            ///
            /// ```
            /// use komadai_rules::VariantId;
            /// assert_eq!(VariantId::Shogi.spec().title, "Shogi");
            /// assert!(VariantId::Shogun.spec().draw_by_agreement);
            /// ```
            #[must_use]
            pub const fn spec(self) -> &'static VariantSpec {
                match self {
                    $(VariantId::$Variant => <games::$Variant as Variant>::SPEC,)*
                    $(
                        #[cfg(feature = "test-games")]
                        VariantId::$Test => <games::$Test as Variant>::SPEC,
                    )*
                }
            }
        }

        #[cfg(not(feature = "test-games"))]
        export_macros!(($) $($Variant)*);
        #[cfg(feature = "test-games")]
        export_macros!(($) $($Variant)* $($Test)*);
    };
}

/// Generates the exported macros from the list of games. `$d` stands for a dollar sign in them.
macro_rules! export_macros {
    (($d:tt) $($Variant:ident)*) => {
        /// Declares an enum with one variant per game, for programs that learn the game at run time.
        ///
        /// Each variant holds what is given after `=`, for its game. There is a `From` for each and a
        /// `TryFrom` back, and `variant()` is the game. [`match_any!`](crate::match_any) reaches the inside.
        /// A new game appears in all such enums by itself.
        ///
        /// ```
        /// use komadai_rules::{AnyPosition, Variant, VariantId, Position, match_any};
        ///
        /// #[derive(Debug)]
        /// pub struct Counter<V: Variant>(Position<V>);
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
        /// let counter = counter(AnyPosition::start(VariantId::Shogi));
        /// assert_eq!(counter.variant(), VariantId::Shogi);
        /// assert_eq!(match_any!(AnyCounter, counter, c => c.0.count_legal_moves()), 30);
        /// ```
        #[macro_export]
        macro_rules! any_enum {
            ($d(#[$d meta:meta])* $d vis:vis enum $d Any:ident = $d Inner:ident;) => {
                $d(#[$d meta])*
                $d vis enum $d Any {
                    $(
                        #[doc = concat!("Of `", stringify!($Variant), "`.")]
                        $Variant($d Inner<$crate::$Variant>),
                    )*
                }

                impl $d Any {
                    /// Which game this is, as every enum of `any_enum!` says it.
                    ///
                    /// ```
                    /// use komadai_rules::{AnyPosition, VariantId};
                    /// assert_eq!(AnyPosition::start(VariantId::Shogun).variant(), VariantId::Shogun);
                    /// ```
                    #[must_use]
                    $d vis const fn variant(&self) -> $crate::VariantId {
                        match self {
                            $($d Any::$Variant(_) => $crate::VariantId::$Variant,)*
                        }
                    }
                }

                $(
                    impl From<$d Inner<$crate::$Variant>> for $d Any {
                        fn from(inner: $d Inner<$crate::$Variant>) -> Self {
                            $d Any::$Variant(inner)
                        }
                    }

                    impl<'a> TryFrom<&'a $d Any> for &'a $d Inner<$crate::$Variant> {
                        /// The game that it is of instead.
                        type Error = $crate::VariantId;

                        fn try_from(any: &'a $d Any) -> Result<Self, $crate::VariantId> {
                            match any {
                                $d Any::$Variant(inner) => Ok(inner),
                                other => Err(other.variant()),
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
        /// use komadai_rules::{AnyPosition, VariantId, match_any};
        /// let position = AnyPosition::start(VariantId::Torishogi);
        /// assert!(!match_any!(AnyPosition, position, inner => inner.in_check()));
        /// ```
        #[macro_export]
        macro_rules! match_any {
            ($d Any:ident, $d value:expr, $d inner:pat => $d result:expr) => {
                match $d value {
                    $($d Any::$Variant($d inner) => $d result,)*
                }
            };
        }

        /// As [`match_any!`](crate::match_any) for two enums at once. What follows `else` is the
        /// value where they are of different games.
        ///
        /// ```
        /// use komadai_rules::{AnyPosition, VariantId, match_pair};
        /// let [one, other] = [VariantId::Shogi, VariantId::Shogun].map(AnyPosition::start);
        /// let same = match_pair!((AnyPosition, one, a), (AnyPosition, other, b) => a == b, else false);
        /// assert!(!same);
        /// ```
        #[macro_export]
        macro_rules! match_pair {
            (($d One:ident, $d one:expr, $d a:pat), ($d Other:ident, $d other:expr, $d b:pat) => $d result:expr, else $d otherwise:expr) => {
                match ($d one, $d other) {
                    $(($d One::$Variant($d a), $d Other::$Variant($d b)) => $d result,)*
                    _ => $d otherwise,
                }
            };
        }

        /// Evaluates an expression in which a name stands for the type of a game:
        /// `match_variant!(id, V => Position::<V>::start().into())`.
        ///
        /// ```
        /// use komadai_rules::{VariantId, Position, match_variant};
        /// let id = VariantId::Shogun;
        /// assert_eq!(match_variant!(id, V => Position::<V>::start().count_legal_moves()), 20);
        /// ```
        #[macro_export]
        macro_rules! match_variant {
            ($d id:expr, $d V:ident => $d result:expr) => {
                match $d id {
                    $($crate::VariantId::$Variant => {
                        type $d V = $crate::$Variant;
                        $d result
                    })*
                }
            };
        }
    };
}
