use axum::Json;
use axum::extract::State;
use komadai_protocol::{Me, PROTOCOL_VERSION, ResultList};

use crate::fault::Fault;
use crate::identity::OptionalCaller;
use crate::request::Player;
use crate::state::AppState;

/// The caller, the protocol's version and the reach of links.
#[utoipa::path(get, path = "/api/me", operation_id = "me", responses((status = OK, body = Me)))]
pub(super) async fn show(
    State(state): State<AppState>,
    OptionalCaller(caller): OptionalCaller,
) -> Result<Json<Me>, Fault> {
    of(&state, caller.map(|caller| caller.player)).await
}

pub(super) async fn of(state: &AppState, player: Option<Player>) -> Result<Json<Me>, Fault> {
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

/// The caller's wins, losses, draws and rating in each game.
#[utoipa::path(get, path = "/api/results", operation_id = "results", responses((status = OK, body = ResultList)))]
pub(super) async fn results(
    State(state): State<AppState>,
    OptionalCaller(caller): OptionalCaller,
) -> Result<Json<ResultList>, Fault> {
    let results = match caller {
        Some(caller) => {
            let player = caller.player.id;
            let games = &state.games;
            let now_ms = games.time.date_ms();
            games.store.results_of(player.as_str(), now_ms).await?
        }
        None => Vec::new(),
    };
    Ok(Json(ResultList { results }))
}
