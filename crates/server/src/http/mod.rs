//! HTTP routes, one noun per file.

mod address;
mod assets;
mod fault;
mod games;
mod guard;
mod head;
mod health;
mod idempotent;
mod join;
mod key;
mod me;
mod measured;
mod name;
mod notifications;
mod pictures;
mod policy;
mod results;
mod sessions;
mod tokens;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Router, middleware};
use komadai_protocol::limits::MAX_BODY_BYTES;
use komadai_protocol::{ErrorCode, Scope};
use tower_http::catch_panic::CatchPanicLayer;

pub(crate) use address::ClientAddress;
pub(crate) use assets::has_pages;
pub(crate) use fault::{Body, Fault, OptionalBody};
pub(crate) use guard::origin_is_ours;

use crate::identity::{Access, identify};
use crate::state::AppState;
use crate::ws;

/// All routes except pages and files: method, path and access rule. A test calls each of them as the wrong
/// caller.
pub const ENDPOINTS: [(&str, &str, Access); 22] = [
    ("GET", "/api/me", Access::Scope(Scope::Read)),
    ("GET", "/api/games", Access::Scope(Scope::Read)),
    ("POST", "/api/games", Access::Becoming(Scope::Play)),
    ("GET", "/api/results", Access::Scope(Scope::Read)),
    ("GET", "/api/notifications", Access::Scope(Scope::Read)),
    (
        "POST",
        "/api/notifications/read",
        Access::Scope(Scope::Play),
    ),
    ("GET", "/api/games/{id}", Access::Scope(Scope::Read)),
    (
        "POST",
        "/api/games/{id}/join",
        Access::Becoming(Scope::Play),
    ),
    ("POST", "/api/games/{id}/name", Access::Scope(Scope::Play)),
    ("GET", "/api/sessions", Access::Session),
    ("POST", "/api/sessions", Access::Everybody),
    ("DELETE", "/api/sessions", Access::Session),
    ("POST", "/api/sessions/next", Access::Session),
    ("DELETE", "/api/sessions/{session}", Access::Session),
    ("POST", "/api/sign-in-code", Access::Session),
    ("GET", "/api/tokens", Access::Session),
    ("POST", "/api/tokens", Access::Session),
    ("DELETE", "/api/tokens/{token}", Access::Session),
    // The handler identifies the caller.
    ("GET", "/ws", Access::Everybody),
    ("GET", "/pictures/{name}", Access::Everybody),
    ("GET", "/healthz", Access::Everybody),
    ("GET", "/readyz", Access::Everybody),
];

fn endpoint(method: &str, path: &str) -> MethodRouter<AppState> {
    match (method, path) {
        ("GET", "/api/me") => get(me::show),
        ("GET", "/api/games") => get(games::list),
        ("POST", "/api/games") => post(games::create),
        ("GET", "/api/results") => get(results::list),
        ("GET", "/api/notifications") => get(notifications::list),
        ("POST", "/api/notifications/read") => post(notifications::read),
        ("GET", "/api/games/{id}") => get(games::show),
        ("POST", "/api/games/{id}/join") => post(join::join),
        ("POST", "/api/games/{id}/name") => post(name::rename),
        ("GET", "/api/sessions") => get(sessions::list),
        ("POST", "/api/sessions") => post(sessions::begin),
        ("DELETE", "/api/sessions") => delete(sessions::end_others),
        ("POST", "/api/sessions/next") => post(sessions::next),
        ("DELETE", "/api/sessions/{session}") => delete(sessions::end),
        ("POST", "/api/sign-in-code") => post(sessions::code),
        ("GET", "/api/tokens") => get(tokens::list),
        ("POST", "/api/tokens") => post(tokens::create),
        ("DELETE", "/api/tokens/{token}") => delete(tokens::revoke),
        ("GET", "/ws") => get(ws::open),
        ("GET", "/pictures/{name}") => get(pictures::show),
        ("GET", "/healthz") => get(health::show),
        ("GET", "/readyz") => get(health::ready),
        _ => MethodRouter::new(),
    }
}

pub(crate) fn router(state: AppState) -> Router {
    let [mut api, mut other] = [(); 2].map(|()| Router::new());
    for (method, path, access) in ENDPOINTS {
        let gate = (state.clone(), access);
        let answer = endpoint(method, path).layer(middleware::from_fn_with_state(gate, identify));
        if let Some(path) = path.strip_prefix("/api") {
            api = api.route(path, answer);
        } else {
            other = other.route(path, answer);
        }
    }
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
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
        .layer(middleware::from_fn_with_state(state.clone(), guard::host))
        .layer(middleware::from_fn(guard::head))
        // Outside everything that queries, logs or renders.
        .layer(middleware::from_fn_with_state(state.clone(), guard::rate))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            guard::headers,
        ))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            measured::measured,
        ))
        .with_state(state)
}

pub(crate) async fn not_found() -> Fault {
    ErrorCode::NotFound.into()
}

async fn wrong_method() -> Fault {
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed)
}
