//! The rules of the game as options: how the board program plays it.

use komadai_notation::EnteringKingRule;
use komadai_rules::{
    GameId, ImpasseCredit, PawnDropCheck, PerpetualCheck, Repetition, RuleSet, Stalemate,
};

use super::command::shorten;

/// Rules that differ from the game's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RuleOptions {
    /// Keys and values of [`RuleSet::set`]; they belong to the game that is chosen.
    changes: Vec<(&'static str, String)>,
    /// Its credit counts unless `Impasse Credit` says otherwise.
    entering: EnteringKingRule,
    /// Plies after which a game is drawn; 0 for no limit.
    max_plies: u32,
}

impl Default for RuleOptions {
    fn default() -> Self {
        RuleOptions {
            changes: Vec::new(),
            entering: EnteringKingRule::CSA_27,
            max_plies: 0,
        }
    }
}

/// The value that leaves a rule as the game has it.
const OWN: &str = "default";
const MAX_PLIES: u32 = 100_000;
/// Full moves of the rule of fifty moves.
const N_MOVES: u16 = 1_000;

/// Options that take one of several values: name, key of the rule, values.
fn choices() -> [(&'static str, &'static str, Vec<&'static str>); 5] {
    let names = |names: &mut dyn Iterator<Item = &'static str>| names.collect();
    [
        (
            "Repetition",
            "repetition",
            names(&mut Repetition::ALL.iter().map(|v| v.name())),
        ),
        (
            "Perpetual Check",
            "perpetual-check",
            names(&mut PerpetualCheck::ALL.iter().map(|v| v.name())),
        ),
        (
            "Stalemate",
            "stalemate",
            names(&mut Stalemate::ALL.iter().map(|v| v.name())),
        ),
        (
            "Pawn Drop Check",
            "pawn-drop-check",
            names(&mut PawnDropCheck::ALL.iter().map(|v| v.name())),
        ),
        (
            "Impasse Credit",
            "impasse-credit",
            names(&mut ImpasseCredit::ALL.iter().map(|v| v.name())),
        ),
    ]
}

impl RuleOptions {
    /// Names and descriptions of the options.
    pub(super) fn list(&self) -> Vec<(&'static str, String)> {
        let now = self.entering.name;
        let names = EnteringKingRule::ALL.map(|rule| format!(" var {}", rule.name));
        let names = names.concat();
        let most = self.max_plies;
        let mut listed = vec![
            ("EnteringKingRule", format!("combo default {now}{names}")),
            (
                "MaxMovesToDraw",
                format!("spin default {most} min 0 max {MAX_PLIES}"),
            ),
        ];
        for (name, _, values) in choices() {
            let values: String = values.iter().map(|v| format!(" var {v}")).collect();
            listed.push((name, format!("combo default {OWN} var {OWN}{values}")));
        }
        listed.push((
            "N Move Rule",
            format!("spin default -1 min -1 max {N_MOVES}"),
        ));
        listed
    }

    /// Sets an option, its name in lower case with spaces; `None` if it is none of these.
    pub(super) fn set(
        &mut self,
        game: GameId,
        name: &str,
        value: &str,
    ) -> Option<Result<(), String>> {
        let refused = |expected: &str| {
            let value = shorten(value);
            Err(format!("{name} must be {expected}, not \"{value}\""))
        };
        Some(match name {
            "enteringkingrule" => match EnteringKingRule::from_name(value) {
                Some(entering) => {
                    self.entering = entering;
                    Ok(())
                }
                None => refused(&EnteringKingRule::ALL.map(|known| known.name).join(", ")),
            },
            "maxmovestodraw" => match value.parse() {
                Ok(plies) if plies <= MAX_PLIES => {
                    self.max_plies = plies;
                    Ok(())
                }
                _ => refused(&format!("a number from 0 to {MAX_PLIES}")),
            },
            "n move rule" => match value.parse::<i32>() {
                Ok(-1) => self.change(game, "n-move-rule", OWN),
                Ok(0) => self.change(game, "n-move-rule", "none"),
                Ok(moves) if (1..=i32::from(N_MOVES)).contains(&moves) => {
                    self.change(game, "n-move-rule", value)
                }
                _ => refused(&format!("a number from -1 to {N_MOVES}")),
            },
            _ => {
                let choices = choices();
                let (_, key, _) = choices
                    .iter()
                    .find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
                self.change(game, key, value)
            }
        })
    }

    fn change(&mut self, game: GameId, key: &'static str, value: &str) -> Result<(), String> {
        if value != OWN {
            let mut tried = RuleSet::default_for(game);
            (tried.set(game, key, value)).map_err(|error| shorten_message(&error.to_string()))?;
        }
        self.changes.retain(|(known, _)| *known != key);
        if value != OWN {
            self.changes.push((key, value.into()));
        }
        Ok(())
    }

    /// Another game has been chosen, whose own rules hold.
    pub(super) fn forget_game(&mut self) {
        self.changes.clear();
    }

    /// The rules that games are played by.
    pub(super) fn rules(&self, game: GameId) -> RuleSet {
        let mut rules = RuleSet::default_for(game);
        for (key, value) in &self.changes {
            // It was accepted when it was set.
            let _ = rules.set(game, key, value);
        }
        if game == GameId::Shogi {
            rules.declaration = self.entering.declaration;
            if !self.changes.iter().any(|(key, _)| *key == "impasse-credit") {
                rules.impasse_credit = self.entering.credit;
            }
        }
        if self.max_plies > 0 {
            rules.max_plies = Some(self.max_plies);
        }
        rules
    }
}

/// One line without control characters, however strange the value.
fn shorten_message(message: &str) -> String {
    message
        .chars()
        .take(200)
        .flat_map(char::escape_debug)
        .collect()
}
