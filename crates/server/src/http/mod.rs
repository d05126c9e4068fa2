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
use axum::routing::{get, post};
use axum::{Router, middleware};
use komadai_protocol::ErrorCode;
use komadai_protocol::limits::MAX_BODY_BYTES;
use tower_http::catch_panic::CatchPanicLayer;

pub(crate) use address::of as client_address;
pub(crate) use assets::has_pages;
pub(crate) use fault::{Body, Fault, OptionalBody};
pub(crate) use guard::origin_is_ours;

use crate::identity::identify;
use crate::state::AppState;
use crate::ws;

/// Every address of the server.
pub(crate) fn router(state: AppState) -> Router {
    let api = Router::new()
        .route("/me", get(me::show))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::show))
        .route("/games/{id}/join", post(join::join))
        .route("/games/{id}/name", post(name::rename))
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(state.clone(), identify))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            guard::same_origin,
        ))
        .layer(middleware::from_fn(guard::timeout));
    let counted = Router::new()
        .nest("/api", api)
        .route("/ws", get(ws::open))
        .route("/pictures/{name}", get(pictures::show))
        .layer(middleware::from_fn_with_state(state.clone(), guard::rate));
    Router::new()
        .merge(counted)
        .route("/healthz", get(health::show))
        .route("/readyz", get(health::ready))
        .fallback(assets::serve)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(CatchPanicLayer::custom(guard::panicked))
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
