use komadai_protocol::limits::MAX_MOVE_BYTES;
use komadai_protocol::{ErrorCode, EventBody, GameOutcome, Status};
use komadai_rules::{IllegalMove, Move, Reason, Side};

use super::{Allowance, Decision, FirstClock, on_turn};
use crate::clock::{Credit, GameClock, MoveTime};
use crate::command::CommandError;
use crate::premove::HeldPremove;
use crate::state::GameState;

#[derive(Clone, Copy, Debug)]
pub(super) struct MoveInput<'a> {
    pub(super) side: Side,
    pub(super) id: &'a str,
    pub(super) now_ms: i64,
    pub(super) one_way_ms: u32,
    pub(super) allowance: Allowance,
    pub(super) ply: u32,
    pub(super) text: &'a str,
}

/// Plays a move, with the end that it may bring about.
pub(super) fn play_move(
    state: &GameState,
    input: &MoveInput<'_>,
) -> Result<Decision, CommandError> {
    on_turn(state, input.side, input.ply)?;
    let played = read_move(state, input.text)?;
    if state.game.rules().illegal_move == IllegalMove::Reject {
        check_legal(state, played)?;
    }
    let mut events = Vec::with_capacity(3);
    let mut clock = state.clock.clone();
    events.extend(start_clock(state, input, &mut clock));
    let time = press(state, input, &mut clock)?;

    let ended = (state.game.outcome_after(played)).map_err(|error| CommandError {
        message: error.to_string(),
        ..ErrorCode::IllegalMove.into()
    })?;
    let command_event = events.len();
    // An illegal move that loses is not played on the board.
    if ended.is_none_or(|ended| ended.reason != Reason::IllegalMove) {
        events.push(EventBody::Move {
            ply: input.ply,
            side: input.side,
            text: played.display(state.settings.game).to_string(),
            id: input.id.to_owned(),
            spent_ms: time.spent_ms,
            lag_ms: time.lag_ms,
            server_ms: time.server_ms,
            premove: false,
            clock: clock.as_ref().map(|clock| clock.state(input.now_ms)),
        });
    }
    if let Some(outcome) = ended.map(GameOutcome::from) {
        if let Some(clock) = &mut clock {
            clock.stop(input.now_ms);
        }
        events.push(EventBody::Ended {
            outcome,
            clock: clock.as_ref().map(|clock| clock.state(input.now_ms)),
        });
    }
    Ok(Decision::Events {
        events,
        command_event,
    })
}

/// Event that starts the first clock, if the move does.
fn start_clock(
    state: &GameState,
    input: &MoveInput<'_>,
    clock: &mut Option<GameClock>,
) -> Option<EventBody> {
    let is_held = input.allowance.first_clock == FirstClock::Held;
    if state.started || is_held || state.clocks_wait() {
        return None;
    }
    if let Some(clock) = clock {
        clock.start(input.side, state.first_clock_ms(input.now_ms));
    }
    Some(EventBody::Started {
        clock: clock.as_ref().map(|clock| clock.state(input.now_ms)),
    })
}

fn press(
    state: &GameState,
    input: &MoveInput<'_>,
    clock: &mut Option<GameClock>,
) -> Result<MoveTime, CommandError> {
    let Some(clock) = clock else {
        return Ok(MoveTime::default());
    };
    if state.clocks_wait() {
        if state.ply() == 1 {
            let from_ms = state.first_move_from_ms.unwrap_or(input.now_ms);
            clock.start(!input.side, from_ms.max(input.now_ms));
        }
        return Ok(MoveTime::default());
    }
    let credit = Credit {
        lag_ms: state.lag.get(input.side).available_ms(input.one_way_ms),
        server_ms: input.allowance.server_ms,
    };
    clock
        .press(input.now_ms, credit)
        .map_err(|_| ErrorCode::OutOfTime.into())
}

fn read_move(state: &GameState, text: &str) -> Result<Move, CommandError> {
    if text.len() > MAX_MOVE_BYTES {
        return Err(ErrorCode::BadMove.into());
    }
    Move::parse(state.settings.game, text).map_err(|error| CommandError {
        message: error.to_string(),
        ..ErrorCode::BadMove.into()
    })
}

fn check_legal(state: &GameState, played: Move) -> Result<(), CommandError> {
    let Some(refusal) = state.game.why_illegal(played) else {
        return Ok(());
    };
    Err(CommandError {
        code: ErrorCode::IllegalMove,
        rule: Some(refusal.code),
        message: refusal.to_string(),
        squares: refusal
            .squares
            .iter()
            .map(|square| square.display(state.settings.game).to_string())
            .collect(),
    })
}

/// Holds a premove. If its turn came while the message was under way it is played as a move, but
/// never loses for being illegal: the sender could not know the position.
pub(super) fn premove(state: &GameState, input: &MoveInput<'_>) -> Result<Decision, CommandError> {
    if state.status() == Status::Playing && state.side() != input.side {
        let played = read_move(state, input.text)?;
        if input.ply != state.ply() + 1 {
            return Err(ErrorCode::WrongPly.into());
        }
        return Ok(Decision::Premove(Some(HeldPremove {
            side: input.side,
            ply: input.ply,
            text: played.display(state.settings.game).to_string(),
            id: input.id.to_owned(),
        })));
    }
    on_turn(state, input.side, input.ply)?;
    check_legal(state, read_move(state, input.text)?)?;
    play_move(state, input)
}

/// Events of a held premove on its owner's turn, if it is legal. It is played at the moment the
/// opponent's move arrived, so that it costs no time.
pub(crate) fn play_held_premove(
    state: &GameState,
    held: &HeldPremove,
    now_ms: i64,
    first_clock: FirstClock,
) -> Option<Vec<EventBody>> {
    on_turn(state, held.side, held.ply).ok()?;
    check_legal(state, read_move(state, &held.text).ok()?).ok()?;
    let input = MoveInput {
        side: held.side,
        id: &held.id,
        now_ms,
        one_way_ms: 0,
        allowance: Allowance {
            first_clock,
            server_ms: 0,
        },
        ply: held.ply,
        text: &held.text,
    };
    let Ok(Decision::Events { mut events, .. }) = play_move(state, &input) else {
        return None;
    };
    for event in &mut events {
        if let EventBody::Move { premove, .. } = event {
            *premove = true;
        }
    }
    Some(events)
}
