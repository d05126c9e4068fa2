//! Addresses and what is behind them, one noun per file.

mod address;
mod assets;
mod fault;
mod games;
mod guard;
mod head;
mod health;
mod join;
mod key;
mod me;
mod name;
mod pictures;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use komadai_protocol::ErrorCode;
use komadai_protocol::limits::MAX_BODY_BYTES;
use tower_http::catch_panic::CatchPanicLayer;

pub(crate) use address::ClientAddress;
pub(crate) use assets::has_pages;
pub(crate) use fault::{Body, Fault, OptionalBody};
pub(crate) use guard::origin_is_ours;

use crate::identity::identify;
use crate::state::AppState;
use crate::ws;

/// Every address of the server but those of pages and files: method and path.
///
/// A test asks each of them as the wrong person.
pub const ENDPOINTS: [(&str, &str); 10] = [
    ("GET", "/api/me"),
    ("GET", "/api/games"),
    ("POST", "/api/games"),
    ("GET", "/api/games/{id}"),
    ("POST", "/api/games/{id}/join"),
    ("POST", "/api/games/{id}/name"),
    ("GET", "/ws"),
    ("GET", "/pictures/{name}"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
];

/// What answers at an address of [`ENDPOINTS`].
fn endpoint(method: &str, path: &str) -> MethodRouter<AppState> {
    match (method, path) {
        ("GET", "/api/me") => get(me::show),
        ("GET", "/api/games") => get(games::list),
        ("POST", "/api/games") => post(games::create),
        ("GET", "/api/games/{id}") => get(games::show),
        ("POST", "/api/games/{id}/join") => post(join::join),
        ("POST", "/api/games/{id}/name") => post(name::rename),
        ("GET", "/ws") => get(ws::open),
        ("GET", "/pictures/{name}") => get(pictures::show),
        ("GET", "/healthz") => get(health::show),
        ("GET", "/readyz") => get(health::ready),
        _ => MethodRouter::new(),
    }
}

/// Every address of the server.
pub(crate) fn router(state: AppState) -> Router {
    let [mut api, mut other] = [(); 2].map(|()| Router::new());
    for (method, path) in ENDPOINTS {
        let answer = endpoint(method, path);
        if let Some(path) = path.strip_prefix("/api") {
            api = api.route(path, answer);
        } else {
            other = other.route(path, answer);
        }
    }
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), identify))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            guard::same_origin,
        ))
        .layer(middleware::from_fn(guard::timeout));
    other
        .nest("/api", api)
        .fallback(assets::serve)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(middleware::from_fn_with_state(state.clone(), guard::rate))
        .layer(middleware::from_fn_with_state(state.clone(), guard::host))
        .layer(middleware::from_fn(guard::headers))
        .with_state(state)
}

pub(crate) async fn not_found() -> Fault {
    ErrorCode::NotFound.into()
}

async fn wrong_method() -> Fault {
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed)
}
