//! Rules of a match as options of programs.

use komadai_notation::EnteringKingRule;
use komadai_rules::{ImpasseCredit, RuleSet, VariantId};
use komadai_uci::OptionDeclaration;

/// Names and values of the options that declare a value for a rule.
///
/// Shogi programs have `EnteringKingRule` and `MaxMovesToDraw`. The other options have Komadai's names:
/// `Perpetual Check` for the rule `perpetual-check`.
pub(super) fn rule_options<'o>(
    rules: &RuleSet,
    variant: VariantId,
    declared: &'o [OptionDeclaration],
) -> Vec<(&'o OptionDeclaration, String)> {
    let pairs = rules.pairs(variant);
    let options = pairs.iter().filter_map(|(key, value)| {
        let number = |none: &str| value.replace("none", none);
        let (name, values) = match *key {
            "declaration" => ("EnteringKingRule".into(), entering_king_names(rules)),
            "max-plies" => ("MaxMovesToDraw".into(), vec![number("0")]),
            "n-move-rule" => (title(key), vec![number("0")]),
            _ => (title(key), vec![value.clone()]),
        };
        let option = OptionDeclaration::find(declared, &name)?;
        let mut values = values.iter();
        let value = values.find_map(|value| option.spell_value(value).ok()?)?;
        Some((option, value))
    });
    options.collect()
}

/// Option values for a rule of declaration: the exact one first, then the one without credit for a
/// handicap.
fn entering_king_names(rules: &RuleSet) -> Vec<String> {
    let credit = rules.impasse_credit;
    let mut all = EnteringKingRule::ALL.to_vec();
    all.retain(|rule| {
        rule.declaration == rules.declaration
            && [credit, ImpasseCredit::None].contains(&rule.credit)
    });
    all.sort_by_key(|rule| rule.credit != credit);
    all.into_iter().map(|rule| rule.name.into()).collect()
}

/// `perpetual-check` as `Perpetual Check`.
fn title(key: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    key.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use komadai_rules::Declaration;

    use super::*;

    #[test]
    fn rules_are_set_where_the_program_has_the_option_and_the_value() {
        let lines = [
            "name Repetition type combo default default var default var sente-loses-4",
            "name Perpetual_Check type combo default none var none",
            "name MaxMovesToDraw type spin default 0 min 0 max 100000",
            "name N Move Rule type spin default -1 min -1 max 1000",
            "name EnteringKingRule type combo default CSARule27 var CSARule27 var CSARule27H var CSARule24",
        ];
        let declared: Vec<OptionDeclaration> = lines.map(|line| line.parse().unwrap()).into();
        let options = |variant, key, value| {
            let mut rules = RuleSet::default_for(variant);
            rules.set(variant, key, value).expect("a rule");
            let options = rule_options(&rules, variant, &declared).into_iter();
            let texts = options.map(|(option, value)| format!("{}={value}", option.name));
            texts.collect::<Vec<_>>()
        };
        assert_eq!(
            options(VariantId::Minishogi, "repetition", "sente-loses-4"),
            ["Repetition=sente-loses-4", "MaxMovesToDraw=0"]
        );
        assert_eq!(
            options(VariantId::Shogi, "declaration", "jsa-24"),
            ["EnteringKingRule=CSARule24", "MaxMovesToDraw=0"]
        );
        // With and without the credit for a handicap, where the program has both.
        assert_eq!(
            options(VariantId::Shogi, "declaration", "csa-27"),
            ["EnteringKingRule=CSARule27H", "MaxMovesToDraw=0"]
        );
        let mut without_credit = RuleSet::default_for(VariantId::Shogi);
        without_credit.declaration = Declaration::Csa27;
        without_credit.impasse_credit = ImpasseCredit::None;
        assert_eq!(entering_king_names(&without_credit), ["CSARule27"]);
        assert_eq!(
            options(VariantId::Shogun, "max-plies", "300"),
            [
                "Perpetual_Check=none",
                "N Move Rule=50",
                "MaxMovesToDraw=300"
            ]
        );
    }
}
