//! Decisions on commands. Nothing here changes a state.

mod ending;
mod moves;
mod offers;

use komadai_protocol::{EndReason, ErrorCode, EventBody, GameOutcome, Status};
use komadai_rules::{Reason, Side};

use crate::command::{Arrival, Command, CommandError};
use crate::premove::HeldPremove;
use crate::state::GameState;

pub(crate) use ending::end;
pub(crate) use moves::play_held_premove;
use moves::{MoveInput, play_move};
pub(crate) use offers::{agree, possible, take_back};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Events to append; `command_event` is the index of the command's own.
    Events {
        events: Vec<EventBody>,
        command_event: usize,
    },
    /// Make another game, then append `rematch`.
    Rematch,
    /// Hold this premove, or none.
    Premove(Option<HeldPremove>),
}

impl Decision {
    fn event(body: EventBody) -> Self {
        Self::Events {
            events: vec![body],
            command_event: 0,
        }
    }
}

/// Start of the first clock by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstClock {
    /// After furigoma, where there was one.
    AfterToss,
    /// Not by this move: furigoma is still shown, and the page starts the clock afterwards.
    Held,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) first_clock: FirstClock,
    /// Uncharged server time of the running turn.
    pub(crate) server_ms: u32,
}

pub(crate) fn decide(
    state: &GameState,
    arrival: &Arrival<'_>,
    allowance: Allowance,
    command: &Command,
) -> Result<Decision, CommandError> {
    let side = arrival.side.ok_or(ErrorCode::NotAPlayer)?;
    let now_ms = arrival.now_ms;
    let input = |ply, text| MoveInput {
        side,
        id: arrival.id,
        now_ms,
        one_way_ms: arrival.one_way_ms,
        allowance,
        ply,
        text,
    };
    match command {
        Command::Move { ply, text } => play_move(state, &input(*ply, text)),
        Command::Premove { ply, text } => moves::premove(state, &input(*ply, text)),
        Command::CancelPremove => Ok(Decision::Premove(None)),
        Command::Resign => resign(state, side, now_ms),
        Command::Abort => ending::abort(state, side, arrival),
        Command::ClaimVictory => ending::claim_victory(state, side, arrival),
        Command::Offer(kind) => offers::offer(state, side, now_ms, *kind),
        Command::Accept(kind) => offers::accept(state, side, now_ms, *kind),
        Command::Decline(kind) => offers::decline(state, side, *kind),
        Command::Declare { ply } => ending::declare(state, side, now_ms, *ply),
    }
}

fn resign(state: &GameState, side: Side, now_ms: i64) -> Result<Decision, CommandError> {
    let (winner, reason) = match state.status() {
        Status::Waiting => (None, EndReason::Cancelled),
        // A rated game counts once both sides have moved.
        Status::Playing if state.settings.rated && state.clocks_wait() => {
            (None, EndReason::Aborted)
        }
        Status::Playing => (Some(!side), EndReason::Rules(Reason::Resignation)),
        Status::Ended => return Err(ErrorCode::GameOver.into()),
    };
    let outcome = GameOutcome {
        winner,
        reason,
        ply: state.ply(),
    };
    Ok(Decision::event(end(state, now_ms, outcome)))
}

/// Checks that the game goes on and that `side` is to play move `ply`.
pub(crate) fn on_turn(state: &GameState, side: Side, ply: u32) -> Result<(), CommandError> {
    match state.status() {
        Status::Waiting => return Err(ErrorCode::NotStarted.into()),
        Status::Ended => return Err(ErrorCode::GameOver.into()),
        Status::Playing => {}
    }
    if state.side() != side {
        return Err(ErrorCode::NotYourTurn.into());
    }
    if state.ply() != ply {
        return Err(ErrorCode::WrongPly.into());
    }
    Ok(())
}
