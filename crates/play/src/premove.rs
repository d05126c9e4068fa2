//! The premove that waits for the opponent's move.

use komadai_protocol::{EventBody, Premove, SideName};

use crate::decide::{
    Allowance, Decision, FirstClock, MoveInput, check_legal, on_turn, play_move, read_move,
};
use crate::state::GameState;

/// A premove that waits for its turn. Only the side that is not to move can have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldPremove {
    pub(crate) side: SideName,
    pub(crate) ply: u32,
    /// Canonical.
    pub(crate) text: String,
    /// The id of the command that set it.
    pub(crate) id: String,
}

impl HeldPremove {
    /// Whose it is. Nobody else may see it.
    pub(crate) fn side(&self) -> SideName {
        self.side
    }

    /// The premove as its owner sees it.
    pub(crate) fn to_wire(&self) -> Premove {
        Premove {
            ply: self.ply,
            text: self.text.clone(),
        }
    }
}

/// What becomes of a premove when the turn is its owner's: its events if it is legal, made in the
/// moment the opponent's move arrived, so that it costs nothing.
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
