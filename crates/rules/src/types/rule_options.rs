macro_rules! option_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)*
        }

        impl $name {
            /// All values.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Name of the value, in kebab case.
            #[doc = concat!(
                "```\nuse komadai_rules::", stringify!($name), ";\n",
                $("assert_eq!(", stringify!($name), "::", stringify!($variant), ".name(), \"", $text, "\");\n",)*
                "```"
            )]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

option_enum! {
    /// Effect of a repeated position: 千日手 in Shogi (`docs/rules/shogi.md#repetition`), and the same
    /// section of the other variants.
    ///
    /// ```
    /// use komadai_rules::{VariantId, Repetition, RuleSet};
    /// assert_eq!(RuleSet::default_for(VariantId::Shogi).repetition, Repetition::Draw4);
    /// assert_eq!(
    ///     RuleSet::default_for(VariantId::Torishogi).repetition,
    ///     Repetition::StarterMustVary3,
    /// );
    /// ```
    Repetition {
        /// The fourth occurrence is a draw.
        Draw4 = "draw-4",
        /// The fourth occurrence loses for the first side (Minishogi tournaments).
        SenteLoses4 = "sente-loses-4",
        /// From the third occurrence on, the side that began the cycle must vary or lose.
        StarterMustVary3 = "starter-must-vary-3",
        /// The side that brings about the third occurrence loses.
        CreatorLoses3 = "creator-loses-3",
        /// The side that brings about the fourth occurrence loses.
        CreatorLoses4 = "creator-loses-4",
        /// The third occurrence is a draw.
        Draw3 = "draw-3",
    }
}

impl Repetition {
    /// Number of occurrences from which the rule applies.
    #[must_use]
    pub const fn occurrences(self) -> u32 {
        match self {
            Repetition::Draw4 | Repetition::SenteLoses4 | Repetition::CreatorLoses4 => 4,
            Repetition::StarterMustVary3 | Repetition::CreatorLoses3 | Repetition::Draw3 => 3,
        }
    }
}

option_enum! {
    /// Effect of check with every move of a repetition (連続王手の千日手,
    /// `docs/rules/shogi.md#repetition`). If both sides gave check throughout, it is an ordinary
    /// repetition.
    PerpetualCheck {
        /// The checking side loses.
        CheckerLoses = "checker-loses",
        /// Treated as an ordinary repetition.
        None = "none",
    }
}

option_enum! {
    /// Impasse by agreement (持将棋, `docs/rules/shogi.md#impasse`).
    Impasse {
        /// If both kings have entered and both players agree, a side with fewer than 24 points
        /// loses.
        Agreement24 = "agreement-24",
        /// Not available.
        Off = "off",
    }
}

option_enum! {
    /// Declaration of an entered king (入玉宣言, `docs/rules/shogi.md#impasse`).
    ///
    /// ```
    /// use komadai_rules::{Declaration, VariantId, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.declaration, Declaration::Off);
    /// rules.set(VariantId::Shogi, "declaration", "csa-27").unwrap();
    /// assert_eq!(rules.declaration, Declaration::Csa27);
    /// ```
    Declaration {
        /// Not available.
        Off = "off",
        /// 28 points win for the first side, 27 for the second, fewer lose: the rule of amateurs
        /// and of the Computer Shogi Association.
        Csa27 = "csa-27",
        /// 31 points win, 24 to 30 draw, fewer lose, up to move 500: the rule of the Japan Shogi
        /// Association for professionals.
        Jsa24 = "jsa-24",
    }
}

option_enum! {
    /// Effect of an illegal move (反則); in tournaments over the board it loses.
    IllegalMove {
        /// The move is refused and the game goes on.
        Reject = "reject",
        /// The player of the move loses.
        Loses = "loses",
    }
}

option_enum! {
    /// Effect of having no legal move without being in check (`docs/rules/`, "How a game ends").
    Stalemate {
        /// The stalemated side loses.
        StalematedLoses = "stalemated-loses",
        /// The game is drawn.
        Draw = "draw",
    }
}

option_enum! {
    /// Pawn drops that give check.
    PawnDropCheck {
        /// A pawn may be dropped with check, but not with mate.
        Allowed = "allowed",
        /// Forbidden (the literal wording of one source).
        Forbidden = "forbidden",
    }
}

option_enum! {
    /// Credit for the pieces that a handicap removed, in an impasse count
    /// (`docs/rules/shogi.md#impasse`).
    ImpasseCredit {
        /// Credited to the giver of the handicap.
        Uwate = "uwate",
        /// Credited to neither side.
        None = "none",
    }
}

option_enum! {
    /// Options of a [`RuleSet`](crate::RuleSet), under the names that
    /// [`RuleSet::set`](crate::RuleSet::set) takes.
    ///
    /// ```
    /// use komadai_rules::{VariantId, RuleKey};
    /// assert!(VariantId::Shogi.spec().rule_keys.contains(&RuleKey::Impasse));
    /// assert!(!VariantId::Shogun.spec().rule_keys.contains(&RuleKey::Impasse));
    /// ```
    #[non_exhaustive]
    RuleKey {
        /// Pawn drops that mate: `forbidden`, which players cannot change.
        PawnDropMate = "pawn-drop-mate",
        /// [`RuleSet::pawn_drop_check`](crate::RuleSet::pawn_drop_check).
        PawnDropCheck = "pawn-drop-check",
        /// [`RuleSet::repetition`](crate::RuleSet::repetition).
        Repetition = "repetition",
        /// [`RuleSet::perpetual_check`](crate::RuleSet::perpetual_check).
        PerpetualCheck = "perpetual-check",
        /// [`RuleSet::impasse`](crate::RuleSet::impasse).
        Impasse = "impasse",
        /// [`RuleSet::impasse_credit`](crate::RuleSet::impasse_credit).
        ImpasseCredit = "impasse-credit",
        /// [`RuleSet::declaration`](crate::RuleSet::declaration).
        Declaration = "declaration",
        /// [`RuleSet::illegal_move`](crate::RuleSet::illegal_move).
        IllegalMove = "illegal-move",
        /// [`RuleSet::stalemate`](crate::RuleSet::stalemate).
        Stalemate = "stalemate",
        /// [`RuleSet::n_move_rule`](crate::RuleSet::n_move_rule).
        NMoveRule = "n-move-rule",
        /// [`RuleSet::max_plies`](crate::RuleSet::max_plies).
        MaxPlies = "max-plies",
    }
}
