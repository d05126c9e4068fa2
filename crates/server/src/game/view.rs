use komadai_play::{GameState, PlayerId};
use komadai_protocol::{Seat, Snapshot, Status};
use komadai_store::Progress;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) may_join: bool,
    pub(crate) snapshot: Snapshot,
}

impl View {
    pub(crate) fn new(state: &GameState, player: Option<&PlayerId>, snapshot: Snapshot) -> Self {
        let side = player.and_then(|player| state.side_of(player));
        Self {
            seat: Seat::from(side),
            may_join: side.is_none() && state.status() == Status::Waiting,
            snapshot,
        }
    }
}

pub(super) fn progress(state: &GameState) -> Progress {
    let id = |player: Option<komadai_play::Player>| Some(player?.id?.into_string());
    Progress {
        status: state.status(),
        players: state.players().clone().map(id),
        side: state.side(),
        ply: state.ply(),
        outcome: state.outcome(),
        clock_runs: state.is_timed(),
    }
}
