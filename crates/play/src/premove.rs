//! The premove held for the side that is not to move.

use komadai_protocol::{EventBody, Premove};
use komadai_rules::Side;

use crate::decide::{
    Allowance, Decision, FirstClock, MoveInput, check_legal, on_turn, play_move, read_move,
};
use crate::state::GameState;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldPremove {
    pub(crate) side: Side,
    pub(crate) ply: u32,
    /// The move as canonical text.
    pub(crate) text: String,
    /// Id of the command that set it.
    pub(crate) id: String,
}

impl HeldPremove {
    /// The owner, who alone may see the premove.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    pub(crate) fn to_wire(&self) -> Premove {
        Premove {
            ply: self.ply,
            text: self.text.clone(),
        }
    }
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
