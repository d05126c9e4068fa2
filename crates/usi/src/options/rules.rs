//! Rules of the game from the options.

use komadai_notation::Dialect;
use komadai_rules::{Declaration, RuleError, RuleSet};

use super::table::Options;

impl Options {
    /// Rules of the GUI. UCI cannot express a declaration.
    pub(crate) fn rules(&self, dialect: Dialect) -> RuleSet {
        // Setting an option has rejected invalid values.
        let rules = self.checked_rules();
        let mut rules = rules.unwrap_or_else(|_| RuleSet::default_for(self.game));
        if dialect == Dialect::Uci {
            rules.declaration = Declaration::Off;
        }
        rules
    }

    /// The rules, or the error for a value that the game lacks.
    pub(super) fn checked_rules(&self) -> Result<RuleSet, RuleError> {
        let mut rules = RuleSet::default_for(self.game);
        let entering = self.entering_king_rule;
        for (key, value) in [
            ("declaration", entering.declaration.name()),
            ("impasse-credit", entering.credit.name()),
        ] {
            // GUIs set this option in every game; most games have no such rule.
            let _ = rules.set(self.game, key, value);
        }
        if self.max_moves_to_draw > 0 {
            rules.max_plies = Some(self.max_moves_to_draw);
        }
        for (key, choice) in [
            ("repetition", &self.repetition),
            ("perpetual-check", &self.perpetual_check),
            ("stalemate", &self.stalemate),
            ("pawn-drop-check", &self.pawn_drop_check),
            ("impasse-credit", &self.impasse_credit),
        ] {
            if let Some(value) = &choice.0 {
                rules.set(self.game, key, value)?;
            }
        }
        match self.n_move_rule {
            ..0 => {}
            0 => rules.set(self.game, "n-move-rule", "none")?,
            moves => rules.set(self.game, "n-move-rule", &moves.to_string())?,
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{ImpasseCredit, VariantId};

    use super::super::tests::set as set_option;
    use super::*;

    #[test]
    fn rules_are_set_for_the_chosen_game() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            set_option(&mut options, Dialect::Usi, name, value).expect("a good value");
            options.rules(Dialect::Usi)
        };
        let rules = set("EnteringKingRule", "CSARule24");
        assert_eq!(rules.declaration, Declaration::Jsa24);
        let rules = set("EnteringKingRule", "csarule27h");
        let expected = (Declaration::Csa27, ImpasseCredit::Uwate);
        assert_eq!((rules.declaration, rules.impasse_credit), expected);
        let rules = set("EnteringKingRule", "CSARule27");
        assert_eq!(rules.impasse_credit, ImpasseCredit::None);
        // The option for the credit itself has precedence.
        let rules = set("Impasse_Credit", "uwate");
        assert_eq!(rules.impasse_credit, ImpasseCredit::Uwate);
        let rules = set("EnteringKingRule", "NoEnteringKing");
        assert_eq!(rules.declaration, Declaration::Off);
        assert_eq!(set("MaxMovesToDraw", "256").max_plies, Some(256));
        assert_eq!(set("MaxMovesToDraw", "0").max_plies, None);
        set("USI_Variant", "minishogi");
        let rules = set("Repetition", "sente-loses-4");
        assert_eq!(rules.repetition.name(), "sente-loses-4");
        let minishogi = RuleSet::default_for(VariantId::Minishogi);
        assert_eq!(set("Repetition", "default"), minishogi);
        set("Perpetual_Check", "none");
    }

    #[test]
    fn another_game_has_its_own_rules() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            set_option(&mut options, Dialect::Usi, name, value).expect("a good value");
            options.rules(Dialect::Usi)
        };
        set("Perpetual_Check", "none");
        let shogun = RuleSet::default_for(VariantId::Shogun);
        assert_eq!(set("USI_Variant", "shogun"), shogun);
        assert_eq!(set("N_Move_Rule", "0").n_move_rule, None);
        assert_eq!(set("N_Move_Rule", "-1").n_move_rule, Some(50));
        assert_eq!(set("USI_Variant", "shogi").declaration, Declaration::Csa27);
        assert_eq!(options.rules(Dialect::Uci).declaration, Declaration::Off);
    }
}
