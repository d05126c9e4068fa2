use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_protocol::{NotificationList, ReadNotifications};

use super::Body;
use crate::fault::Fault;
use crate::identity::{Caller, OptionalCaller};
use crate::state::AppState;

/// The newest notifications of the caller, and how far they are read.
#[utoipa::path(
    get,
    path = "/api/notifications",
    operation_id = "notifications",
    responses((status = OK, body = NotificationList))
)]
pub(super) async fn list(
    State(state): State<AppState>,
    OptionalCaller(caller): OptionalCaller,
) -> Result<Json<NotificationList>, Fault> {
    let Some(Caller { player, .. }) = caller else {
        return Ok(Json(NotificationList {
            notifications: Vec::new(),
            read_up_to: 0,
        }));
    };
    Ok(Json(state.games.notifications(player.id.as_str()).await?))
}

/// Marks notifications as read, on all devices of the player. The mark never goes back.
#[utoipa::path(
    post,
    path = "/api/notifications/read",
    operation_id = "readNotifications",
    request_body = ReadNotifications,
    responses((status = NO_CONTENT))
)]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Body(ReadNotifications { up_to }): Body<ReadNotifications>,
) -> Result<StatusCode, Fault> {
    let player = caller.player.id;
    let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
    state
        .games
        .store
        .read_notifications(player.as_str(), up_to)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
