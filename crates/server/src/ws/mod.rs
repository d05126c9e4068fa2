//! WebSockets. The reader stamps messages and submits commands to the referee; the connection does everything
//! else, so that nothing the server sends delays a move.

mod client;
mod command;
mod connection;
mod pings;
mod reader;
mod topics;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::WebSocket;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_channel::mpsc;
use futures_util::StreamExt;
use komadai_protocol::ErrorCode;

use self::client::Client;
use crate::client_address::ClientAddress;
use crate::fault::Fault;
use crate::identity::{self, Caller};
use crate::metrics::Refused;
use crate::net::Permit;
use crate::rate::RateLimited;
use crate::request::Request;
use crate::state::AppState;

/// Buffers of a socket, bytes; the defaults cost 128 KiB.
const BUFFER_BYTES: usize = 512;
/// Messages up to this length, bytes, are read completely before they are refused, so that the client can read
/// the refusal.
const MAX_READ_BYTES: usize = 64 * 1024;
/// Queue length between reader and connection.
const INBOX_SIZE: usize = 16;

const FULL_WAIT: Duration = Duration::from_secs(10);

/// The WebSocket. The cookie or token of the request identifies the caller.
#[utoipa::path(get, path = "/ws", operation_id = "socket", responses((status = SWITCHING_PROTOCOLS)))]
pub(crate) async fn open(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Extension(permit): Extension<Arc<Permit>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return Fault::from(ErrorCode::BadRequest).into_response();
    };
    if !state.links.are_origin_of(&headers) {
        return Fault::from(ErrorCode::ForeignOrigin).into_response();
    }
    if state.stop.is_cancelled() {
        return Fault::from(ErrorCode::ShuttingDown).into_response();
    }
    let Ok(socket_permit) = state.socket_permits.admit(address) else {
        state.games.metrics.refused(Refused::Connections);
        return Fault::from(RateLimited { wait: FULL_WAIT }).into_response();
    };
    let caller = match identity::caller_of(&headers, &state).await {
        Ok(caller) => caller,
        Err(fault) => return fault.into_response(),
    };
    permit.becomes_socket();
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES)
        .on_upgrade(async move |socket| {
            let permits = (permit, socket_permit);
            serve(state, socket, caller, address, permits);
        })
}

/// Serves a socket in its own tasks, which take half the memory of the upgrade's task.
fn serve(
    state: AppState,
    socket: WebSocket,
    caller: Option<Caller>,
    address: IpAddr,
    permits: impl Send + 'static,
) {
    let open = state.games.metrics.socket();
    let (sink, stream) = socket.split();
    let (incoming, inbox) = mpsc::channel(INBOX_SIZE);
    let credential = caller.as_ref().and_then(Caller::credential);
    let in_use = credential.map(|id| state.credentials.enter(id));
    let ended = in_use.as_ref().map(|it| it.ended.clone());
    let ended = ended.unwrap_or_default();
    let client = Arc::new(Client::new(caller, address, state.socket_id(), ended));
    let (sockets, games) = (state.sockets.clone(), state.games.clone());
    let reader = reader::read(stream, incoming, client.clone(), games.clone());
    let reader = tokio::spawn(reader);
    let connection = connection::Connection::new(state, sink, client.clone());
    sockets.spawn(async move {
        let (_permits, _open, _in_use) = (permits, open, in_use);
        connection.run(inbox).await;
        // Leave games only after the reader has ended, so that it cannot enter another one.
        reader.abort();
        let _ = reader.await;
        let socket = client.socket;
        for game in client.games() {
            let leave = Request::Leave { socket };
            Box::pin(games.notify(&game, leave)).await;
        }
    });
}
