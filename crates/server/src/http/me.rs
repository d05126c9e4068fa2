use axum::Json;
use axum::extract::State;
use komadai_protocol::{Me, PROTOCOL_VERSION};

use super::Fault;
use crate::game::Player;
use crate::state::AppState;

/// `GET /api/me`
pub(super) async fn show(State(state): State<AppState>, player: Player) -> Result<Json<Me>, Fault> {
    Ok(Json(Me {
        unfinished: state.games.store.unfinished_of(player.id.as_str()).await?,
        player: player.info,
        protocol: PROTOCOL_VERSION,
        reach: state.links.reach,
        origin: state.links.origin.clone(),
    }))
}
