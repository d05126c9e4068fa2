//! What a command becomes. Nothing here changes a state or a database.

use komadai_notation::{move_text, parse_move, square_name};
use komadai_protocol::limits::{MAX_MOVE_BYTES, MAX_OFFERS};
use komadai_protocol::{
    EndReason, ErrorCode, EventBody, GameOutcome, Offer, OfferKind, RuleCode, SideName, Status,
};
use komadai_rules::{AnyGame, Declaration, IllegalMove, Impasse, Move};

use super::names::{game_id, outcome, rule_code};
use super::request::Command;
use super::state::GameState;

/// What is to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// These events; the one of that index is the command's own.
    Events { events: Vec<EventBody>, own: usize },
    /// Another game is to be made, then `rematch` appended.
    Rematch,
    /// This premove is to be kept, or none.
    Premove(Option<Held>),
}

/// A premove that waits for its turn. Only the side that is not to move can have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) side: SideName,
    pub(super) ply: u32,
    /// Canonical.
    pub(super) text: String,
    /// The command's id.
    pub(super) id: String,
}

/// Why nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deny {
    pub(super) code: ErrorCode,
    pub(super) rule: Option<RuleCode>,
    pub(super) squares: Vec<String>,
    pub(super) message: String,
}

impl From<ErrorCode> for Deny {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            rule: None,
            squares: Vec::new(),
            message: code.meaning().into(),
        }
    }
}

fn event(body: EventBody) -> Result<Decision, Deny> {
    Ok(Decision::Events {
        events: vec![body],
        own: 0,
    })
}

/// A command of the player of `side` (nobody: a watcher) that arrived at `now`, with the lag
/// credit `one_way` measured for the socket. `id` is the command's.
pub(super) fn decide(
    state: &GameState,
    side: Option<SideName>,
    id: &str,
    now: i64,
    one_way: u32,
    command: &Command,
) -> Result<Decision, Deny> {
    let side = side.ok_or(ErrorCode::NotAPlayer)?;
    match command {
        Command::Move { ply, text } => a_move(state, side, id, now, one_way, *ply, text),
        Command::Premove { ply, text } => premove(state, side, id, now, one_way, *ply, text),
        Command::CancelPremove => Ok(Decision::Premove(None)),
        Command::Resign => match state.status() {
            Status::Waiting => end(
                state,
                now,
                GameOutcome {
                    winner: None,
                    reason: EndReason::Cancelled,
                    ply: state.ply(),
                },
            ),
            Status::Playing => end(
                state,
                now,
                GameOutcome {
                    winner: Some(side.other()),
                    reason: EndReason::Resignation,
                    ply: state.ply(),
                },
            ),
            Status::Ended => Err(ErrorCode::GameOver.into()),
        },
        Command::Offer(kind) => offer(state, side, now, *kind),
        Command::Answer(kind, accept) => answer(state, side, now, *kind, *accept),
        Command::Declare { ply } => declare(state, side, now, *ply),
    }
}

/// The game is going on, and that side is to move its ply.
fn on_turn(state: &GameState, side: SideName, ply: u32) -> Result<(), Deny> {
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

fn a_move(
    state: &GameState,
    side: SideName,
    id: &str,
    now: i64,
    one_way: u32,
    ply: u32,
    text: &str,
) -> Result<Decision, Deny> {
    on_turn(state, side, ply)?;
    let game = game_id(state.settings.game);
    let played = read_move(state, text)?;
    if state.game.rules().illegal_move == IllegalMove::Reject {
        check_legal(state, played)?;
    }

    let mut clock = state.clock.clone();
    let mut events = Vec::with_capacity(3);
    if !state.started {
        if let Some(clock) = &mut clock {
            clock.start(side, now);
        }
        events.push(EventBody::Started {
            clock: clock.as_ref().map(|clock| clock.state(now)),
        });
    }
    let (mut spent_ms, mut lag_ms) = (0, 0);
    if let Some(clock) = &mut clock {
        let credit = state.lag.get(side).available(one_way);
        let pressed = clock.press(now, credit).map_err(|_| ErrorCode::OutOfTime)?;
        (spent_ms, lag_ms) = (pressed.spent, pressed.lag);
    }
    let mut after = state.game.clone();
    let ended = after.play(played).map_err(|error| Deny {
        message: error.to_string(),
        ..ErrorCode::IllegalMove.into()
    })?;
    let own = events.len();
    // A move that loses because it is illegal is not on the board afterwards.
    if after.losing_illegal_move().is_none() {
        events.push(EventBody::Move {
            ply,
            side,
            text: move_text(game, played),
            id: id.to_owned(),
            spent_ms,
            lag_ms,
            premove: false,
            clock: clock.as_ref().map(|clock| clock.state(now)),
        });
    }
    if let Some(ended) = ended.and_then(outcome) {
        if let Some(clock) = &mut clock {
            clock.stop(now);
        }
        events.push(EventBody::Ended {
            outcome: ended,
            clock: clock.as_ref().map(|clock| clock.state(now)),
        });
    }
    Ok(Decision::Events { events, own })
}

fn read_move(state: &GameState, text: &str) -> Result<Move, Deny> {
    if text.len() > MAX_MOVE_BYTES {
        return Err(ErrorCode::BadMove.into());
    }
    parse_move(game_id(state.settings.game), text).map_err(|error| Deny {
        message: error.to_string(),
        ..ErrorCode::BadMove.into()
    })
}

fn check_legal(state: &GameState, played: Move) -> Result<(), Deny> {
    let Some(refusal) = state.game.why_illegal(played) else {
        return Ok(());
    };
    let game = game_id(state.settings.game);
    Err(Deny {
        code: ErrorCode::IllegalMove,
        rule: rule_code(refusal.code),
        message: refusal.to_string(),
        squares: refusal
            .squares
            .iter()
            .map(|at| square_name(game, *at))
            .collect(),
    })
}

/// A move that is to wait for its turn. If its turn came while it travelled it is a move like any
/// other, except that it is never one that loses for being illegal: it was meant for a position
/// that could not be known.
fn premove(
    state: &GameState,
    side: SideName,
    id: &str,
    now: i64,
    one_way: u32,
    ply: u32,
    text: &str,
) -> Result<Decision, Deny> {
    if state.status() == Status::Playing && state.side() != side {
        let played = read_move(state, text)?;
        if ply != state.ply() + 1 {
            return Err(ErrorCode::WrongPly.into());
        }
        return Ok(Decision::Premove(Some(Held {
            side,
            ply,
            text: move_text(game_id(state.settings.game), played),
            id: id.to_owned(),
        })));
    }
    on_turn(state, side, ply)?;
    check_legal(state, read_move(state, text)?)?;
    a_move(state, side, id, now, one_way, ply, text)
}

/// What becomes of a premove when the turn is its owner's: its events if it is legal, made in the
/// moment the opponent's move arrived, so that it costs nothing.
pub(super) fn reply(state: &GameState, held: &Held, now: i64) -> Option<Vec<EventBody>> {
    on_turn(state, held.side, held.ply).ok()?;
    check_legal(state, read_move(state, &held.text).ok()?).ok()?;
    let decision = a_move(state, held.side, &held.id, now, 0, held.ply, &held.text);
    let Ok(Decision::Events { mut events, .. }) = decision else {
        return None;
    };
    for event in &mut events {
        if let EventBody::Move { premove, .. } = event {
            *premove = true;
        }
    }
    Some(events)
}

/// The end of the game, with the clocks stopped.
pub(super) fn end(state: &GameState, now: i64, outcome: GameOutcome) -> Result<Decision, Deny> {
    let mut clock = state.clock.clone();
    if let Some(clock) = &mut clock {
        clock.stop(now);
    }
    event(EventBody::Ended {
        outcome,
        clock: clock.as_ref().map(|clock| clock.state(now)),
    })
}

/// Whether that can be offered (or accepted) now at all.
fn possible(state: &GameState, by: SideName, kind: OfferKind) -> Result<(), Deny> {
    match (kind, state.status()) {
        (OfferKind::Rematch, Status::Ended) => {
            let cancelled = state
                .outcome
                .is_some_and(|outcome| outcome.reason == EndReason::Cancelled);
            if cancelled || state.rematch.is_some() {
                return Err(ErrorCode::OfferNotPossible.into());
            }
            return Ok(());
        }
        (OfferKind::Rematch, _) => return Err(ErrorCode::GameNotOver.into()),
        (_, Status::Waiting) => return Err(ErrorCode::NotStarted.into()),
        (_, Status::Ended) => return Err(ErrorCode::GameOver.into()),
        (_, Status::Playing) => {}
    }
    match kind {
        OfferKind::Takeback => match plies_to_take_back(state, by) {
            Some(_) => Ok(()),
            None => Err(ErrorCode::NothingToTakeBack.into()),
        },
        OfferKind::Draw => match state.game.clone().agree_draw() {
            Ok(_) => Ok(()),
            Err(error) => Err(Deny {
                message: error.to_string(),
                ..ErrorCode::OfferNotPossible.into()
            }),
        },
        OfferKind::Impasse => {
            let entered = state.game.impasse().both_entered;
            if state.game.rules().impasse != Impasse::Off && entered {
                Ok(())
            } else {
                Err(ErrorCode::OfferNotPossible.into())
            }
        }
        OfferKind::Rematch => Ok(()),
    }
}

/// How many moves go back when that side takes its last move back.
fn plies_to_take_back(state: &GameState, by: SideName) -> Option<u32> {
    let plies = if state.side() == by { 2 } else { 1 };
    (state.ply() >= plies).then_some(plies)
}

fn offer(state: &GameState, by: SideName, now: i64, kind: OfferKind) -> Result<Decision, Deny> {
    possible(state, by, kind)?;
    match state.offer(kind) {
        Some(standing) if standing.by == by => Err(ErrorCode::AlreadyOffered.into()),
        // Both want the same; each wants its own move back, though.
        Some(standing) if kind != OfferKind::Takeback => accept(state, now, standing),
        _ if *state.offers_made.get(by) >= MAX_OFFERS => Err(Deny {
            message: "offered too often: wait for the next move".into(),
            ..ErrorCode::OfferNotPossible.into()
        }),
        _ => event(EventBody::Offered {
            offer: Offer { offer: kind, by },
        }),
    }
}

fn answer(
    state: &GameState,
    by: SideName,
    now: i64,
    kind: OfferKind,
    yes: bool,
) -> Result<Decision, Deny> {
    let waits = |standing: &&Offer| standing.offer == kind && (!yes || standing.by != by);
    let Some(standing) = state.offers.iter().find(waits).copied() else {
        return Err(ErrorCode::NothingOffered.into());
    };
    if !yes {
        return event(EventBody::Declined { offer: kind, by });
    }
    possible(state, standing.by, kind)?;
    accept(state, now, standing)
}

fn accept(state: &GameState, now: i64, standing: Offer) -> Result<Decision, Deny> {
    let agreed = |ended: Result<komadai_rules::Outcome, komadai_rules::Unavailable>| {
        let ended = ended.map_err(|error| Deny {
            message: error.to_string(),
            ..ErrorCode::OfferNotPossible.into()
        })?;
        end(state, now, outcome(ended).ok_or(ErrorCode::Internal)?)
    };
    match standing.offer {
        OfferKind::Takeback => {
            let plies =
                plies_to_take_back(state, standing.by).ok_or(ErrorCode::NothingToTakeBack)?;
            let ply = state.ply() - plies;
            let mut clock = state.clock.clone();
            if let Some(clock) = &mut clock
                && let Some(left) = state.clock_before.get(ply as usize)
            {
                clock.restore(*left);
                clock.start(standing.by, now);
            }
            event(EventBody::TakenBack {
                ply,
                clock: clock.as_ref().map(|c| c.state(now)),
            })
        }
        OfferKind::Draw => agreed(state.game.clone().agree_draw()),
        OfferKind::Impasse => agreed(state.game.clone().agree_impasse()),
        OfferKind::Rematch => Ok(Decision::Rematch),
    }
}

fn declare(state: &GameState, side: SideName, now: i64, ply: u32) -> Result<Decision, Deny> {
    on_turn(state, side, ply)?;
    let mut game: AnyGame = state.game.clone();
    if game.rules().declaration == Declaration::Off {
        return Err(ErrorCode::DeclarationNotPossible.into());
    }
    let ended = game.declare().map_err(|error| Deny {
        message: error.to_string(),
        ..ErrorCode::DeclarationNotPossible.into()
    })?;
    end(state, now, outcome(ended).ok_or(ErrorCode::Internal)?)
}
