//! Reference player for ratings: alpha-beta to a depth of two plies with a material evaluation.
//!
//! It never changes, so that the ratings of levels stay comparable.

use komadai_engine::{AnyEngine, OutOfMemory};
use komadai_rules::{AnyGame, AnyPosition, Move, Stalemate};

const MATE: i32 = 1_000_000;
const INFINITE: i32 = 2 * MATE;
const DEPTH: u32 = 2;

/// Best move of a two-ply search that evaluates material on the board and in hand. `pick(n)`, a number
/// below `n`, chooses among equal moves. `None` if the game is over.
///
/// # Errors
/// If there is no memory for the tables of the variant.
pub fn two_ply(
    engine: &mut AnyEngine,
    game: &AnyGame,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Result<Option<Move>, OutOfMemory> {
    let stalemate = game.rules().stalemate;
    let mut best = -INFINITE;
    let mut equals: Vec<Move> = Vec::new();
    for mv in game.legal_moves().sorted() {
        let mut after = game.position();
        after.play_unchecked(mv);
        // One below the best score, so that equal scores are exact.
        let beta = 1 - best;
        let score = -alpha_beta(engine, stalemate, &after, DEPTH - 1, -INFINITE, beta)?;
        if score > best {
            best = score;
            equals.clear();
        }
        if score == best {
            equals.push(mv);
        }
    }
    Ok(match equals.len() {
        0 => None,
        n => equals.get(pick(n)).copied(),
    })
}

fn alpha_beta(
    engine: &mut AnyEngine,
    stalemate: Stalemate,
    position: &AnyPosition,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> Result<i32, OutOfMemory> {
    if depth == 0 {
        if position.in_check() && !position.has_legal_move() {
            return Ok(-MATE);
        }
        return engine.material(position);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        let lost = position.in_check() || stalemate == Stalemate::StalematedLoses;
        return Ok(if lost { -MATE - depth as i32 } else { 0 });
    }
    for mv in moves {
        let mut after = *position;
        after.play_unchecked(mv);
        let score = -alpha_beta(engine, stalemate, &after, depth - 1, -beta, -alpha)?;
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    Ok(alpha)
}
