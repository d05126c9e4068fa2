//! The values that rule options can have.

macro_rules! option_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The value as it is written, in kebab case.
            ///
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
    /// What happens when a position recurs: 千日手 in Shogi (`docs/rules/shogi.md#repetition`), and the
    /// section of that name of each other game.
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
        /// Who brings about the third occurrence loses.
        CreatorLoses3 = "creator-loses-3",
        /// Who brings about the fourth occurrence loses.
        CreatorLoses4 = "creator-loses-4",
        /// The third occurrence is a draw.
        Draw3 = "draw-3",
    }
}

impl Repetition {
    /// At which occurrence of a position this rule speaks.
    ///
    /// ```
    /// use komadai_rules::Repetition;
    /// assert_eq!(Repetition::Draw4.occurrences(), 4);
    /// assert_eq!(Repetition::StarterMustVary3.occurrences(), 3);
    /// ```
    #[must_use]
    pub const fn occurrences(self) -> u32 {
        match self {
            Repetition::Draw4 | Repetition::SenteLoses4 | Repetition::CreatorLoses4 => 4,
            Repetition::StarterMustVary3 | Repetition::CreatorLoses3 | Repetition::Draw3 => 3,
        }
    }
}

option_enum! {
    /// Whether giving check with every move of a repetition loses (連続王手の千日手,
    /// `docs/rules/shogi.md#repetition`). If both sides did, it is an ordinary repetition.
    ///
    /// ```
    /// use komadai_rules::{VariantId, PerpetualCheck, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Minishogi);
    /// assert_eq!(rules.perpetual_check, PerpetualCheck::CheckerLoses);
    /// ```
    PerpetualCheck {
        /// It does.
        CheckerLoses = "checker-loses",
        /// It is nothing special.
        None = "none",
    }
}

option_enum! {
    /// Whether players may agree that the game is an impasse (持将棋,
    /// `docs/rules/shogi.md#impasse`).
    ///
    /// ```
    /// use komadai_rules::{VariantId, Impasse, RuleSet};
    /// assert_eq!(RuleSet::default_for(VariantId::Shogi).impasse, Impasse::Agreement24);
    /// assert_eq!(RuleSet::default_for(VariantId::Minishogi).impasse, Impasse::Off);
    /// ```
    Impasse {
        /// Both kings entered, both agree: fewer than 24 points lose.
        Agreement24 = "agreement-24",
        /// No.
        Off = "off",
    }
}

option_enum! {
    /// Whether a player may declare an entered king (入玉宣言, `docs/rules/shogi.md#impasse`).
    ///
    /// ```
    /// use komadai_rules::{Declaration, VariantId, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.declaration, Declaration::Off);
    /// rules.set(VariantId::Shogi, "declaration", "csa-27").unwrap();
    /// assert_eq!(rules.declaration, Declaration::Csa27);
    /// ```
    Declaration {
        /// No.
        Off = "off",
        /// 28 points win for the first side, 27 for the second, fewer lose: the rule of amateurs and
        /// of the Computer Shogi Association.
        Csa27 = "csa-27",
        /// 31 points win, 24 to 30 draw, fewer lose, and only before move 500: the rule of the Japan
        /// Shogi Association's professionals.
        Jsa24 = "jsa-24",
    }
}

option_enum! {
    /// What an illegal move (反則) does; in tournaments over the board it loses.
    ///
    /// ```
    /// use komadai_rules::{VariantId, IllegalMove, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.illegal_move, IllegalMove::Reject);
    /// rules.set(VariantId::Shogi, "illegal-move", "loses").unwrap();
    /// assert_eq!(rules.illegal_move, IllegalMove::Loses);
    /// ```
    IllegalMove {
        /// It is refused.
        Reject = "reject",
        /// It loses.
        Loses = "loses",
    }
}

option_enum! {
    /// What having no legal move without being in check means (`docs/rules/`, "How a game ends").
    ///
    /// ```
    /// use komadai_rules::{VariantId, RuleSet, Stalemate};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.stalemate, Stalemate::StalematedLoses);
    /// ```
    Stalemate {
        /// That side loses.
        StalematedLoses = "stalemated-loses",
        /// A draw.
        Draw = "draw",
    }
}

option_enum! {
    /// Whether a pawn may be dropped with check.
    ///
    /// ```
    /// use komadai_rules::{VariantId, PawnDropCheck, RuleSet};
    /// let mut rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.pawn_drop_check, PawnDropCheck::Allowed);
    /// rules.set(VariantId::Shogi, "pawn-drop-check", "forbidden").unwrap();
    /// assert_eq!(rules.pawn_drop_check, PawnDropCheck::Forbidden);
    /// ```
    PawnDropCheck {
        /// Yes.
        Allowed = "allowed",
        /// No (the literal wording of one source).
        Forbidden = "forbidden",
    }
}

option_enum! {
    /// Who is credited with the pieces that a handicap removed, in an impasse count
    /// (`docs/rules/shogi.md#impasse`).
    ///
    /// ```
    /// use komadai_rules::{VariantId, ImpasseCredit, RuleSet};
    /// let rules = RuleSet::default_for(VariantId::Shogi);
    /// assert_eq!(rules.impasse_credit, ImpasseCredit::Uwate);
    /// ```
    ImpasseCredit {
        /// The giver of the handicap.
        Uwate = "uwate",
        /// Nobody.
        None = "none",
    }
}

option_enum! {
    /// The options of a [`RuleSet`](crate::RuleSet), by the names that [`RuleSet::set`](crate::RuleSet::set) reads.
    ///
    /// ```
    /// use komadai_rules::{VariantId, RuleKey};
    /// assert!(VariantId::Shogi.spec().rule_keys.contains(&RuleKey::Impasse));
    /// assert!(!VariantId::Shogun.spec().rule_keys.contains(&RuleKey::Impasse));
    /// ```
    RuleKey {
        /// Whether a pawn drop may mate: `forbidden`, which no game lets players change.
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
