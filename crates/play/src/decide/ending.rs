//! Ends by an act: abort, claim, declaration, agreement.

use komadai_protocol::{EndReason, ErrorCode, EventBody, GameOutcome, Status};
use komadai_rules::{Declaration, Outcome, Side, Unavailable};

use super::{Decision, on_turn};
use crate::command::{Arrival, CommandError};
use crate::state::GameState;

/// End of the game with the clocks stopped.
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

/// End by a draw, an impasse or a declaration, judged by the rules.
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
    Ok(Decision::event(end(state, now_ms, ended.into())))
}

/// Aborts the game; while a seat is free, withdraws the invitation.
pub(super) fn abort(
    state: &GameState,
    side: Side,
    arrival: &Arrival<'_>,
) -> Result<Decision, CommandError> {
    let reason = match state.status() {
        Status::Waiting => EndReason::Cancelled,
        Status::Ended => return Err(ErrorCode::GameOver.into()),
        Status::Playing if state.may_abort() || may_claim(state, side, arrival) => {
            EndReason::Aborted
        }
        Status::Playing => return Err(ErrorCode::AbortNotPossible.into()),
    };
    Ok(end_without_move(state, arrival, None, reason))
}

pub(super) fn claim_victory(
    state: &GameState,
    side: Side,
    arrival: &Arrival<'_>,
) -> Result<Decision, CommandError> {
    match state.status() {
        Status::Waiting => Err(ErrorCode::NotStarted.into()),
        Status::Ended => Err(ErrorCode::GameOver.into()),
        Status::Playing if may_claim(state, side, arrival) => Ok(end_without_move(
            state,
            arrival,
            Some(side),
            EndReason::Abandoned,
        )),
        Status::Playing => Err(ErrorCode::ClaimNotPossible.into()),
    }
}

/// `true` if the opponent is to move and has been away for long enough.
fn may_claim(state: &GameState, side: Side, arrival: &Arrival<'_>) -> bool {
    let from_ms = state.claim_from_ms(arrival.opponent_away_since_ms);
    state.side() != side && from_ms.is_some_and(|from_ms| from_ms <= arrival.now_ms)
}

fn end_without_move(
    state: &GameState,
    arrival: &Arrival<'_>,
    winner: Option<Side>,
    reason: EndReason,
) -> Decision {
    let outcome = GameOutcome {
        winner,
        reason,
        ply: state.ply(),
    };
    Decision::event(end(state, arrival.now_ms, outcome))
}

pub(super) fn declare(
    state: &GameState,
    side: Side,
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
