//! Sockets. A reader stamps what arrives and hands commands to the referee; the connection does everything else, so
//! that nothing the server sends delays a move.

mod command;
mod connection;
mod pings;
mod reader;

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use komadai_play::PlayerId;
use komadai_protocol::{ErrorCode, GameKey};
use tokio::sync::mpsc;

use self::pings::Pings;
use crate::http::{ClientAddress, Fault, origin_is_ours};
use crate::identity;
use crate::metrics::Refused;
use crate::net::Place;
use crate::rate::TooOften;
use crate::state::AppState;

/// A socket's buffers, bytes: the defaults would cost 128 KiB for each.
const BUFFER_BYTES: usize = 4 * 1024;
/// Messages up to this length, bytes, are read to their end before they are refused, so that
/// the refusal can be read, too.
const MAX_READ_BYTES: usize = 64 * 1024;
/// Messages of one socket that may wait for the connection.
const INBOX_SIZE: usize = 16;

/// When a client may try again that has as many sockets as one may have.
const FULL_WAIT: Duration = Duration::from_secs(10);

/// What reader and connection of a socket share.
struct Client {
    player: Option<PlayerId>,
    /// For limits.
    address: IpAddr,
    /// The game the socket is about, once it has been welcomed.
    game: OnceLock<GameKey>,
    pings: Pings,
}

/// `GET /ws`
pub(crate) async fn open(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return Fault::from(ErrorCode::BadRequest).into_response();
    };
    if !origin_is_ours(&headers, &state.links) {
        return Fault::from(ErrorCode::ForeignOrigin).into_response();
    }
    if state.stop.is_cancelled() {
        return Fault::from(ErrorCode::ShuttingDown).into_response();
    }
    let Ok(socket_place) = state.socket_places.admit(address) else {
        state.games.metrics.refused(Refused::Connections);
        return Fault::from(TooOften { wait: FULL_WAIT }).into_response();
    };
    let player = identity::from_headers(&headers, &state)
        .await
        .map(|player| player.id);
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES)
        .on_upgrade(move |socket| {
            let sockets = state.sockets.clone();
            sockets.track_future(async move {
                // Held as long as the socket is open.
                let _places = (place, socket_place);
                let _open = state.games.metrics.socket();
                let (sink, stream) = socket.split();
                let (incoming, inbox) = mpsc::channel(INBOX_SIZE);
                let client = Arc::new(Client {
                    player,
                    address,
                    game: OnceLock::new(),
                    pings: Pings::default(),
                });
                let games = state.games.clone();
                let reader = tokio::spawn(reader::read(stream, incoming, client.clone(), games));
                connection::Connection::new(state, sink, client)
                    .run(inbox)
                    .await;
                reader.abort();
            })
        })
}
