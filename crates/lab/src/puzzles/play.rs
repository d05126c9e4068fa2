use komadai_engine::AnyEngine;
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use std::sync::atomic::{AtomicBool, Ordering};

use super::look::{Look, look};
use super::tactic::{LastMove, win_permille};

/// A position of a game and its search.
pub(crate) struct Moment {
    pub(crate) last: LastMove,
    pub(crate) look: Option<Look>,
}

/// Least and greatest number of random moves at the start of a game.
const RANDOM_MOVES: (u64, u64) = (4, 10);
/// Nodes of a search; one of these is drawn for each game.
const NODES: [u64; 3] = [80, 160, 320];
/// Blunders in a hundred moves; one of these is drawn for each player and game.
const BLUNDERS: [u64; 4] = [2, 8, 16, 25];
/// If no mates are wanted, a game ends at these winning chances (‰) of a side, …
const DECIDED: u32 = 985;
/// … held for this many moves.
const DECIDED_MOVES: u32 = 4;
/// Length at which a game is cut off.
const MAX_PLIES: u32 = 250;

/// Plays a game between two players that blunder at random rates, and searches every position, until mate
/// or until the game is decided. `None` if it was cancelled.
pub(crate) fn play(
    variant: VariantId,
    engine: &mut AnyEngine,
    rng: &mut ChaCha8Rng,
    to_the_mate: bool,
    cancel: &AtomicBool,
) -> Option<Vec<Moment>> {
    let mut played = AnyGame::new(AnyPosition::start(variant), RuleSet::default_for(variant));
    let (min, max) = RANDOM_MOVES;
    let random_moves = (min + below(rng, max - min + 1)) as u32;
    let nodes = NODES[below(rng, NODES.len() as u64) as usize];
    let mut draw = || BLUNDERS[below(rng, BLUNDERS.len() as u64) as usize];
    let blunders = [draw(), draw()];
    let mut moments = Vec::new();
    let mut last: Option<LastMove> = None;
    let mut decided = 0;
    engine.clear();
    while played.outcome().is_none() && played.ply() < MAX_PLIES {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let position = played.position();
        let moves = played.legal_moves().sorted();
        let mut mv = moves[below(rng, moves.len() as u64) as usize];
        if played.ply() >= random_moves {
            let look = look(engine, &played, nodes);
            let blunders = below(rng, 100) < blunders[position.side_to_move().index()];
            let second = look.as_ref().and_then(|look| look.second);
            mv = match (&look, blunders, second) {
                (Some(look), false, _) => look.best.mv,
                // Half of the blunders are random moves.
                (_, true, Some(second)) if below(rng, 2) == 0 => second.mv,
                _ => mv,
            };
            let is_decided = look.as_ref().is_some_and(|look| {
                let win = win_permille(variant, look.best.score);
                win >= DECIDED || win <= 1_000 - DECIDED
            });
            decided = if is_decided { decided + 1 } else { 0 };
            moments.extend(last.map(|last| Moment { last, look }));
            if !to_the_mate && decided == DECIDED_MOVES {
                break;
            }
        }
        if played.play(mv).is_err() {
            break;
        }
        last = Some(LastMove {
            before: position,
            after: played.position(),
            captured_on: position.piece_at(mv.to()).map(|_| mv.to()),
        });
    }
    Some(moments)
}

fn below(rng: &mut ChaCha8Rng, n: u64) -> u64 {
    rng.next_u64() % n.max(1)
}
