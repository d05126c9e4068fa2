use komadai_protocol::limits::{MAX_OFFERS, MAX_OFFERS_IN_GAME, MAX_TAKEBACKS};
use komadai_protocol::{EndReason, ErrorCode, EventBody, Offer, OfferKind, Status};
use komadai_rules::Side;

use super::Decision;
use super::ending::end_by;
use crate::command::CommandError;
use crate::state::GameState;

/// Checks that `kind` can be offered or accepted now.
pub(crate) fn possible(state: &GameState, by: Side, kind: OfferKind) -> Result<(), CommandError> {
    let not_possible = || CommandError::from(ErrorCode::OfferNotPossible);
    match (kind, state.status()) {
        (OfferKind::Rematch, Status::Ended) => rematch_possible(state),
        (OfferKind::Rematch, _) => Err(ErrorCode::GameNotOver.into()),
        (_, Status::Waiting) => Err(ErrorCode::NotStarted.into()),
        (_, Status::Ended) => Err(ErrorCode::GameOver.into()),
        (OfferKind::Takeback, Status::Playing) if state.settings.rated => Err(CommandError {
            message: "no move is taken back in a rated game".into(),
            ..not_possible()
        }),
        (OfferKind::Takeback, Status::Playing) => match plies_to_take_back(state, by) {
            Some(_) => Ok(()),
            None => Err(ErrorCode::NothingToTakeBack.into()),
        },
        (OfferKind::Draw, Status::Playing) => match state.game.draw_outcome() {
            Ok(_) => Ok(()),
            Err(error) => Err(CommandError {
                message: error.to_string(),
                ..not_possible()
            }),
        },
        (OfferKind::Impasse, Status::Playing) => match state.game.impasse_outcome() {
            Ok(_) => Ok(()),
            Err(_) => Err(not_possible()),
        },
    }
}

fn rematch_possible(state: &GameState) -> Result<(), CommandError> {
    let cancelled = state
        .outcome
        .is_some_and(|outcome| outcome.reason == EndReason::Cancelled);
    if cancelled || state.rematch.is_some() {
        return Err(ErrorCode::OfferNotPossible.into());
    }
    Ok(())
}

/// Plies that a take-back of `by` undoes: back to its last move.
pub(crate) fn plies_to_take_back(state: &GameState, by: Side) -> Option<u32> {
    let plies = if state.side() == by { 2 } else { 1 };
    (state.ply() >= plies).then_some(plies)
}

pub(super) fn offer(
    state: &GameState,
    by: Side,
    now_ms: i64,
    kind: OfferKind,
) -> Result<Decision, CommandError> {
    possible(state, by, kind)?;
    match state.offer(kind) {
        Some(standing) if standing.by == by => Err(ErrorCode::AlreadyOffered.into()),
        // Crossing offers agree, except take-backs: each side means its own move.
        Some(standing) if kind != OfferKind::Takeback => agree(state, now_ms, standing),
        _ if *state.offers_in_game.get(by) >= MAX_OFFERS_IN_GAME => Err(CommandError {
            message: "offered too often in this game".into(),
            ..ErrorCode::OfferNotPossible.into()
        }),
        _ if kind == OfferKind::Takeback && state.taken_back >= MAX_TAKEBACKS => {
            Err(CommandError {
                message: "too many moves have been taken back in this game".into(),
                ..ErrorCode::OfferNotPossible.into()
            })
        }
        _ if *state.offers_made.get(by) >= MAX_OFFERS => Err(CommandError {
            message: "offered too often: wait for the next move".into(),
            ..ErrorCode::OfferNotPossible.into()
        }),
        _ => Ok(Decision::event(EventBody::Offered {
            offer: Offer { offer: kind, by },
        })),
    }
}

pub(super) fn accept(
    state: &GameState,
    by: Side,
    now_ms: i64,
    kind: OfferKind,
) -> Result<Decision, CommandError> {
    let theirs = |standing: &&Offer| standing.offer == kind && standing.by != by;
    let Some(standing) = state.offers.iter().find(theirs).copied() else {
        return Err(ErrorCode::NothingOffered.into());
    };
    possible(state, standing.by, kind)?;
    agree(state, now_ms, standing)
}

pub(super) fn decline(
    state: &GameState,
    by: Side,
    kind: OfferKind,
) -> Result<Decision, CommandError> {
    if state.offer(kind).is_none() {
        return Err(ErrorCode::NothingOffered.into());
    }
    Ok(Decision::event(EventBody::Declined { offer: kind, by }))
}

/// Carries out an offer that both sides agree to.
pub(crate) fn agree(
    state: &GameState,
    now_ms: i64,
    standing: Offer,
) -> Result<Decision, CommandError> {
    let refused = ErrorCode::OfferNotPossible;
    match standing.offer {
        OfferKind::Takeback => {
            let plies =
                plies_to_take_back(state, standing.by).ok_or(ErrorCode::NothingToTakeBack)?;
            Ok(Decision::event(take_back(state, plies, now_ms)))
        }
        OfferKind::Draw => end_by(state, now_ms, state.game.draw_outcome(), refused),
        OfferKind::Impasse => end_by(state, now_ms, state.game.impasse_outcome(), refused),
        OfferKind::Rematch => Ok(Decision::Rematch),
    }
}

/// Takes back up to `plies` moves. Times and periods are those with which the earlier move began,
/// and the clock of its side starts anew.
pub(crate) fn take_back(state: &GameState, plies: u32, now_ms: i64) -> EventBody {
    let ply = state.ply().saturating_sub(plies);
    let side = if (state.ply() - ply) % 2 == 0 {
        state.side()
    } else {
        !state.side()
    };
    let mut clock = state.clock.clone();
    let left = state
        .clock_history
        .as_ref()
        .and_then(|history| history.before(ply as usize));
    if let (Some(clock), Some(left)) = (&mut clock, left) {
        let since = clock.since_ms();
        clock.restore(left);
        if state.started && (state.settings.start_limit_ms.is_none() || ply >= 2) {
            clock.start(side, since.map_or(now_ms, |since| since.max(now_ms)));
        }
    }
    EventBody::TakenBack {
        ply,
        clock: clock.as_ref().map(|clock| clock.state(now_ms)),
    }
}
