//! The games in which puzzles are looked for.

use komadai_engine::AnyEngine;
use komadai_rules::{AnyGame, AnyPosition, RuleSet, VariantId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use std::sync::atomic::{AtomicBool, Ordering};

use super::look::{Look, look};
use super::tactic::{LastMove, win_permille};

/// A position of a game and what was found there.
pub(crate) struct Moment {
    /// The move that led to it.
    pub(crate) last: LastMove,
    pub(crate) look: Option<Look>,
}

/// Random moves at the start of a game: from the first number to the second.
const RANDOM_MOVES: (u64, u64) = (4, 10);
/// Nodes of a search, of which one is drawn for each game.
const NODES: [u64; 3] = [80, 160, 320];
/// Of a hundred moves, how many are blunders: drawn for each player and game.
const BLUNDERS: [u64; 4] = [2, 8, 16, 25];
/// Without mates to look for a game ends when one side wins by so many of a thousand, …
const DECIDED: u32 = 985;
/// … for so many moves.
const DECIDED_MOVES: u32 = 4;
/// Longer games are ended.
const MAX_PLIES: u32 = 250;

/// Plays a game between two players that blunder more or less often, and looks at every position: to the
/// mate, or until it is decided. `None` if it was cancelled.
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
                // One blunder in two is a random move.
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

/// A number below `n`.
fn below(rng: &mut ChaCha8Rng, n: u64) -> u64 {
    rng.next_u64() % n.max(1)
}
