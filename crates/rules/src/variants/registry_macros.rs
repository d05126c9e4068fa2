//! Macros behind the registry of [`variants`](crate::variants).

/// Declares the variants. Generates their modules, [`VariantId`](crate::VariantId) and the exported
/// macros [`any_enum!`](crate::any_enum), [`match_any!`](crate::match_any),
/// [`match_pair!`](crate::match_pair) and [`match_variant!`](crate::match_variant).
///
/// `test_variants` exist only with `--cfg komadai_test_games`: a feature would add a member to enums that
/// dependants match on.
macro_rules! registry {
    (
        variants { $($(#[$doc:meta])* $Variant:ident in $module:ident;)* }
        test_variants { $($(#[$test_doc:meta])* $Test:ident in $test_module:ident;)* }
    ) => {
        $(pub(crate) mod $module;)*
        $(
            #[cfg(komadai_test_games)]
            pub(crate) mod $test_module;
        )*

        pub(crate) mod registered {
            $(pub use super::$module::$Variant;)*
            $(
                #[cfg(komadai_test_games)]
                pub use super::$test_module::$Test;
            )*
        }

        /// Identifier of a variant.
        ///
        /// ```
        /// use komadai_rules::VariantId;
        /// assert_eq!("torishogi".parse(), Ok(VariantId::Torishogi));
        /// assert_eq!(VariantId::Shogi.squares(), 81);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "kebab-case")
        )]
        pub enum VariantId {
            $($(#[$doc])* $Variant,)*
            $(
                #[cfg(komadai_test_games)]
                $(#[$test_doc])*
                $Test,
            )*
        }

        impl VariantId {
            /// The variants offered to players.
            pub const ALL: [VariantId; [$(stringify!($Variant)),*].len()] = [$(VariantId::$Variant),*];

            /// All variants, test variants included.
            pub const REGISTERED: &'static [VariantId] = &[
                $(VariantId::$Variant,)*
                $(
                    #[cfg(komadai_test_games)]
                    VariantId::$Test,
                )*
            ];

            /// The variant as data.
            #[must_use]
            pub const fn spec(self) -> &'static VariantSpec {
                match self {
                    $(VariantId::$Variant => <registered::$Variant as Variant>::SPEC,)*
                    $(
                        #[cfg(komadai_test_games)]
                        VariantId::$Test => <registered::$Test as Variant>::SPEC,
                    )*
                }
            }
        }

        #[cfg(not(komadai_test_games))]
        export_macros!(($) $($Variant)*);
        #[cfg(komadai_test_games)]
        export_macros!(($) $($Variant)* $($Test)*);
    };
}

/// Generates the exported macros from the list of variants; `$d` stands for a dollar sign.
macro_rules! export_macros {
    (($d:tt) $($Variant:ident)*) => {
        /// Declares an enum over all variants, for programs that choose the variant at run time.
        ///
        /// Each member holds the generic type after `=`, instantiated with its variant. `From` and
        /// `TryFrom` convert to and from the enum, `variant()` returns the variant, and
        /// [`match_any!`](crate::match_any) reaches the inside. A new variant of the registry
        /// appears in all such enums.
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
                    /// The variant.
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
                        /// The actual variant.
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

        /// Evaluates an expression with the inside of an enum declared by
        /// [`any_enum!`](crate::any_enum): `match_any!(AnyPosition, position, p => p.in_check())`.
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

        /// [`match_any!`](crate::match_any) for two enums at once. `else` is the value for
        /// different variants.
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

        /// Evaluates an expression in which a name stands for the type of a variant:
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
