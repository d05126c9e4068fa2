use axum::Json;
use axum::extract::State;
use komadai_protocol::{Me, PROTOCOL_VERSION};

use super::Fault;
use crate::identity::Visitor;
use crate::state::AppState;

/// `GET /api/me`
pub(super) async fn show(
    State(state): State<AppState>,
    Visitor(player): Visitor,
) -> Result<Json<Me>, Fault> {
    let unfinished = match &player {
        Some(player) => state.games.store.unfinished_of(player.id.as_str()).await?,
        None => 0,
    };
    Ok(Json(Me {
        unfinished,
        player: player.map(|player| player.info),
        protocol: PROTOCOL_VERSION,
        reach: state.links.reach,
        origin: state.links.origin.clone(),
    }))
}
