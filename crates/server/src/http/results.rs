use axum::Json;
use axum::extract::State;
use komadai_protocol::ResultList;

use crate::fault::Fault;
use crate::identity::OptionalCaller;
use crate::state::AppState;

pub(super) async fn list(
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
