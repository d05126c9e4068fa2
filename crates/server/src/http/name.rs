use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use komadai_protocol::{GamePage, JoinGame};

use super::games::viewed;
use super::key::Key;
use super::{Fault, OptionalBody, address};
use crate::game::{Player, Request};
use crate::rate::Action;
use crate::state::AppState;

/// `POST /api/games/{id}/name`
pub(super) async fn rename(
    State(state): State<AppState>,
    Key(id): Key,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    player: Player,
    OptionalBody(request): OptionalBody<JoinGame>,
) -> Result<Json<GamePage>, Fault> {
    let address = address::of(&headers, peer, state.trust_proxy);
    state.rates.check(Action::Join, address)?;
    let player = player.called(request.name.as_deref())?;
    viewed(&state, &id, Request::Rename { player }).await
}
