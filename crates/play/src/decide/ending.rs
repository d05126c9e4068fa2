//! How a game ends by an act: resignation, declaration, agreement.

use komadai_protocol::{ErrorCode, EventBody, GameOutcome, SideName};
use komadai_rules::{Declaration, Outcome, Unavailable};

use super::{Decision, on_turn};
use crate::command::CommandError;
use crate::names::outcome;
use crate::state::GameState;

/// The end of the game, with the clocks stopped.
pub(crate) fn end(state: &GameState, now_ms: i64, outcome: GameOutcome) -> EventBody {
    let mut clock = state.clock.clone();
    if let Some(clock) = &mut clock {
        clock.stop(now_ms);
    }
    EventBody::Ended {
        outcome,
        clock: clock.as_ref().map(|clock| clock.state(now_ms)),
    }
}

/// The end that an act of the rules brings about.
pub(super) fn end_by(
    state: &GameState,
    now_ms: i64,
    ended: Result<Outcome, Unavailable>,
    refused: ErrorCode,
) -> Result<Decision, CommandError> {
    let ended = ended.map_err(|error| CommandError {
        message: error.to_string(),
        ..refused.into()
    })?;
    let ended = outcome(ended).ok_or(ErrorCode::Internal)?;
    Ok(Decision::event(end(state, now_ms, ended)))
}

/// A declaration of entering kings.
pub(super) fn declare(
    state: &GameState,
    side: SideName,
    now_ms: i64,
    ply: u32,
) -> Result<Decision, CommandError> {
    on_turn(state, side, ply)?;
    if state.game.rules().declaration == Declaration::Off {
        return Err(ErrorCode::DeclarationNotPossible.into());
    }
    let ended = state.game.declaration_outcome();
    end_by(state, now_ms, ended, ErrorCode::DeclarationNotPossible)
}
