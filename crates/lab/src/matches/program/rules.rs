//! The rules of a match in the words of programs: which options say them, and how.

use komadai_notation::EnteringKingRule;
use komadai_rules::{GameId, ImpasseCredit, RuleSet};

use super::options::{self, Offered};

/// What a program is told of the rules: option and value, for each that it offers with that value.
///
/// Shogi programs say how a king enters by `EnteringKingRule` and after how many plies a game is
/// drawn by `MaxMovesToDraw`. The others are named as ours are: the rule `perpetual-check` by the
/// option `Perpetual Check`.
pub(super) fn told<'o>(
    rules: &RuleSet,
    game: GameId,
    offered: &'o [Offered],
) -> Vec<(&'o Offered, String)> {
    let pairs = rules.pairs(game);
    let said = pairs.iter().filter_map(|(key, value)| {
        let number = |none: &str| value.replace("none", none);
        let (name, values) = match *key {
            "declaration" => ("EnteringKingRule".into(), entering(rules)),
            "max-plies" => ("MaxMovesToDraw".into(), vec![number("0")]),
            "n-move-rule" => (title(key), vec![number("0")]),
            _ => (title(key), vec![value.clone()]),
        };
        let option = options::find(offered, &name)?;
        let value = values.iter().find_map(|value| option.taken(value).ok())?;
        Some((option, value))
    });
    said.collect()
}

/// The names of a rule of declaration, the most exact one first, then that without the credit for a
/// handicap.
fn entering(rules: &RuleSet) -> Vec<String> {
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
    fn rules_are_said_to_those_who_know_their_names_and_values() {
        let lines = [
            "option name Repetition type combo default default var default var sente-loses-4",
            "option name Perpetual_Check type combo default none var none",
            "option name MaxMovesToDraw type spin default 0 min 0 max 100000",
            "option name N Move Rule type spin default -1 min -1 max 1000",
            "option name EnteringKingRule type combo default CSARule27 var CSARule27 var CSARule27H var CSARule24",
        ];
        let offered: Vec<Offered> = lines
            .iter()
            .filter_map(|line| options::read(line))
            .collect();
        let told = |game, key, value| {
            let mut rules = RuleSet::default_for(game);
            rules.set(game, key, value).expect("a rule");
            let told = told(&rules, game, &offered);
            let words = told
                .iter()
                .map(|(option, value)| format!("{}={value}", option.name));
            words.collect::<Vec<_>>()
        };
        assert_eq!(
            told(GameId::Minishogi, "repetition", "sente-loses-4"),
            ["Repetition=sente-loses-4", "MaxMovesToDraw=0"]
        );
        assert_eq!(
            told(GameId::Shogi, "declaration", "jsa-24"),
            ["EnteringKingRule=CSARule24", "MaxMovesToDraw=0"]
        );
        // With and without the credit for a handicap, where the program tells them apart.
        assert_eq!(
            told(GameId::Shogi, "declaration", "csa-27"),
            ["EnteringKingRule=CSARule27H", "MaxMovesToDraw=0"]
        );
        let mut plain = RuleSet::default_for(GameId::Shogi);
        plain.declaration = Declaration::Csa27;
        plain.impasse_credit = ImpasseCredit::None;
        assert_eq!(entering(&plain), ["CSARule27"]);
        assert_eq!(
            told(GameId::Shogun, "max-plies", "300"),
            [
                "Perpetual_Check=none",
                "N Move Rule=50",
                "MaxMovesToDraw=300"
            ]
        );
    }
}
