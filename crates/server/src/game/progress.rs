use komadai_play::GameState;
use komadai_store::Progress;

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
