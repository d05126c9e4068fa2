//! Replay of a logged game, to check the log.

use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, SetupRules, Side, VariantId};

use super::log::MatchHeader;
use super::plan::MatchPlan;
use super::played::PlayedGame;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("the log is of \"{0}\", not of shogi, minishogi, torishogi or shogun")]
    Game(String),
    #[error("the log's rule {key}={value}: {why}")]
    Rule {
        key: String,
        value: String,
        why: String,
    },
    #[error("game {game}: bad start: {why}")]
    Start { game: u32, why: String },
    #[error("game {game}, ply {ply}: \"{text}\": {why}")]
    Move {
        game: u32,
        /// Number of the move, from 1.
        ply: usize,
        text: String,
        why: String,
    },
    #[error("game {game}: the log says {logged}, the moves lead to {found}")]
    End {
        game: u32,
        logged: String,
        found: String,
    },
}

/// Plays the moves of a logged game under the log's rules and compares the results.
///
/// # Errors
/// The first difference.
pub fn replay_game(header: &MatchHeader, played: &PlayedGame) -> Result<AnyGame, ReplayError> {
    let id: VariantId =
        (header.game.parse()).map_err(|_| ReplayError::Game(header.game.clone()))?;
    let mut rules = RuleSet::default_for(id);
    for (key, value) in &header.rules {
        rules
            .set(id, key, value)
            .map_err(|error| ReplayError::Rule {
                key: key.clone(),
                value: value.clone(),
                why: error.to_string(),
            })?;
    }
    let number = played.game;
    let start = AnyPosition::parse(id, &played.start, SetupRules::Play).map_err(|error| {
        ReplayError::Start {
            game: number,
            why: error.to_string(),
        }
    })?;
    let mut game = AnyGame::new(start, rules);
    let opening = played.opening_moves.split_whitespace();
    let moves = opening.chain(played.moves.iter().map(|mv| mv.text.as_str()));
    for (index, text) in moves.enumerate() {
        let bad = |why: String| ReplayError::Move {
            game: number,
            ply: index + 1,
            text: text.into(),
            why,
        };
        let mv = Move::parse(id, text).map_err(|error| bad(error.to_string()))?;
        if let Some(refusal) = game.why_illegal(mv) {
            return Err(bad(refusal.to_string()));
        }
        game.play(mv).map_err(|error| bad(error.to_string()))?;
    }
    compare_end(&game, played)?;
    Ok(game)
}

fn compare_end(game: &AnyGame, played: &PlayedGame) -> Result<(), ReplayError> {
    let winner = played.winner.map(|engine| {
        let a = MatchPlan::side_of_a(played.game);
        if MatchPlan::engine_of(played.game, a) == engine {
            a
        } else {
            !a
        }
    });
    let shown = |winner: Option<Side>, reason: &str| match winner {
        Some(side) => format!("{side} wins by {reason}"),
        None => format!("nobody wins, by {reason}"),
    };
    let found = game.outcome();
    let fits = match found {
        Some(outcome) => outcome.winner == winner && outcome.reason.name() == played.reason.name(),
        None => !played.reason.follows_from_moves(),
    };
    if fits {
        return Ok(());
    }
    Err(ReplayError::End {
        game: played.game,
        logged: shown(winner, played.reason.name()),
        found: found.map_or("no end".into(), |outcome| {
            shown(outcome.winner, outcome.reason.name())
        }),
    })
}
