use komadai_engine::{AnyEngine, Control, Limits};
use komadai_rules::{AnyGame, AnyPosition, Move};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::atomic::{AtomicBool, Ordering};

use super::file::SelfPlayError;
use super::game::{ScoredMove, SelfPlayEnd, SelfPlayGame};
use super::plan::SelfPlayPlan;
use crate::games::derive_seed;
use crate::matches::{Adjudication, Adjudicator, Decision};

const START_NODES: u64 = 1_000;
/// Hard limit of a search as a multiple of its nodes, even within an iteration.
const MAX_NODES_FACTOR: u64 = 10;

/// Plays one game; `None` if it was cancelled.
///
/// # Errors
/// If the engine makes no legal move.
pub(super) fn play_one(
    plan: &SelfPlayPlan,
    number: u32,
    engine: &mut AnyEngine,
    cancel: &AtomicBool,
) -> Result<Option<SelfPlayGame>, SelfPlayError> {
    let mut rng = ChaCha8Rng::seed_from_u64(derive_seed(plan.seed, u64::from(number)));
    let Some(mut game) = start(plan, engine, &mut rng, cancel) else {
        return Ok(None);
    };
    let random = game.moves().to_vec();
    let mut adjudicator = Adjudicator::new(Adjudication {
        win: Some(plan.win),
        draw: None,
    });
    let limits = Limits {
        soft_nodes: Some(plan.nodes),
        nodes: Some(plan.nodes.saturating_mul(MAX_NODES_FACTOR)),
        ..Limits::default()
    };
    let mut moves = Vec::new();
    engine.clear();
    let (winner, end) = loop {
        if let Some(outcome) = game.outcome() {
            break (outcome.winner, SelfPlayEnd::Rules);
        }
        let side = game.position().side_to_move();
        let Some(found) = search(engine, &game, &limits, cancel) else {
            return Ok(None);
        };
        let score = found.score.centipawns();
        let mv = play(&mut game, number, found.best)?;
        // Scores stay below 32,000.
        moves.push(ScoredMove {
            mv,
            score: score as i16,
        });
        if game.outcome().is_some() {
            continue;
        }
        if let Some(plies) = found.score.mate_plies() {
            let winner = if plies > 0 { side } else { !side };
            break (Some(winner), SelfPlayEnd::MateFound);
        }
        if let Some(Decision::Win(winner)) = adjudicator.update(side, Some(score), game.ply()) {
            break (Some(winner), SelfPlayEnd::Adjudication);
        }
    };
    Ok(Some(SelfPlayGame {
        number,
        random,
        moves,
        winner,
        end,
    }))
}

fn play(game: &mut AnyGame, number: u32, found: Option<Move>) -> Result<Move, SelfPlayError> {
    let id = game.variant();
    let how = match found {
        None => "made no move".into(),
        // Under some rules `play` ends the game for an illegal move; here it is an error.
        Some(mv) => match game.why_illegal(mv).map(|refusal| refusal.to_string()) {
            Some(why) => format!("played {}: {why}", mv.display(id)),
            None => match game.play(mv) {
                Ok(_) => return Ok(mv),
                Err(why) => format!("played {}: {why}", mv.display(id)),
            },
        },
    };
    Err(SelfPlayError::Engine {
        game: number,
        ply: game.ply(),
        how,
        moves: game
            .moves()
            .iter()
            .map(|&mv| mv.display(id).to_string())
            .collect(),
    })
}

/// `None` if the search was cancelled.
fn search(
    engine: &mut AnyEngine,
    game: &AnyGame,
    limits: &Limits,
    cancel: &AtomicBool,
) -> Option<komadai_engine::SearchResult> {
    let mut control = Control {
        stop: Some(cancel),
        ..Control::default()
    };
    let found = engine.search(game, limits, &mut control);
    let found = found.expect("the engine is of this game");
    (!cancel.load(Ordering::Relaxed)).then_some(found)
}

fn start(
    plan: &SelfPlayPlan,
    engine: &mut AnyEngine,
    rng: &mut ChaCha8Rng,
    cancel: &AtomicBool,
) -> Option<AnyGame> {
    let limits = Limits::nodes(START_NODES);
    loop {
        let span = u64::from(plan.max_random_plies - plan.min_random_plies) + 1;
        let plies = plan.min_random_plies + (rng.next_u64() % span) as u32;
        let Some(game) = random_game(plan, plies, rng) else {
            continue;
        };
        engine.clear();
        let score = search(engine, &game, &limits, cancel)?.score.centipawns();
        if score.abs() <= plan.max_start_score {
            return Some(game);
        }
    }
}

/// A game after random legal moves; `None` if it is over.
fn random_game(plan: &SelfPlayPlan, plies: u32, rng: &mut ChaCha8Rng) -> Option<AnyGame> {
    let mut game = AnyGame::new(AnyPosition::start(plan.variant), plan.rules());
    for _ in 0..plies {
        let moves = game.legal_moves().sorted();
        let pick = rng.next_u64() % (moves.len() as u64).max(1);
        game.play(*moves.get(pick as usize)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::{Move, VariantId};

    #[test]
    fn an_engine_without_a_legal_move_is_an_error() {
        let plan = SelfPlayPlan::new(VariantId::Shogi, 1);
        let mut game = AnyGame::new(AnyPosition::start(plan.variant), plan.rules());
        let mv = |text| Move::parse(plan.variant, text).unwrap();
        assert!(play(&mut game, 3, Some(mv("7g7f"))).is_ok());
        for (found, part) in [(None, "made no move"), (Some(mv("7g7f")), "played 7g7f: ")] {
            let error = play(&mut game, 3, found).unwrap_err().to_string();
            assert!(error.starts_with("game 3, ply 1: the engine "), "{error}");
            assert!(error.contains(part), "{error}");
            assert!(error.ends_with("before it [\"7g7f\"]"), "{error}");
            assert_eq!(game.ply(), 1);
        }
    }
}
