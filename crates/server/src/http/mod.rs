//! HTTP routes, one noun per file.

mod assets;
mod body;
mod game_path;
mod games;
mod guard;
mod head;
mod health;
mod idempotent;
mod me;
mod measured;
mod metrics;
mod notifications;
mod pictures;
mod policy;
mod seat;
mod sessions;
mod tokens;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Router, middleware};
use komadai_protocol::limits::MAX_BODY_BYTES;
use komadai_protocol::{ErrorCode, Scope};
use tower_http::catch_panic::CatchPanicLayer;

pub(crate) use assets::has_pages;
use body::{Body, OptionalBody};
pub(crate) use metrics::metrics_router;

use crate::fault::Fault;
use crate::identity::{Access, identify};
use crate::state::AppState;
use crate::ws;

/// Declares [`ENDPOINTS`] and the routes that serve them.
macro_rules! endpoints {
    ($($method:ident $path:literal $access:expr => $handler:path;)*) => {
        /// All routes except pages and files: method, path and access rule. A test calls each of them as the wrong
        /// caller.
        pub const ENDPOINTS: [(&str, &str, Access); [$($path),*].len()] =
            [$((stringify!($method), $path, $access)),*];

        fn routes() -> [(&'static str, Access, MethodRouter<AppState>); ENDPOINTS.len()] {
            [$(($path, $access, on(MethodFilter::$method, $handler))),*]
        }
    };
}

#[rustfmt::skip]
endpoints! {
    GET    "/api/me"                   Access::Scope(Scope::Read)    => me::show;
    GET    "/api/games"                Access::Scope(Scope::Read)    => games::list;
    POST   "/api/games"                Access::Becoming(Scope::Play) => games::create;
    GET    "/api/results"              Access::Scope(Scope::Read)    => me::results;
    GET    "/api/notifications"        Access::Scope(Scope::Read)    => notifications::list;
    POST   "/api/notifications/read"   Access::Scope(Scope::Play)    => notifications::read;
    GET    "/api/games/{id}"           Access::Scope(Scope::Read)    => games::show;
    POST   "/api/games/{id}/join"      Access::Becoming(Scope::Play) => seat::join;
    POST   "/api/games/{id}/name"      Access::Scope(Scope::Play)    => seat::rename;
    GET    "/api/sessions"             Access::Session               => sessions::list;
    POST   "/api/sessions"             Access::Everybody             => sessions::begin;
    DELETE "/api/sessions"             Access::Session               => sessions::end_others;
    POST   "/api/sessions/next"        Access::Session               => sessions::next;
    DELETE "/api/sessions/{session}"   Access::Session               => sessions::end;
    POST   "/api/sign-in-code"         Access::Session               => sessions::code;
    GET    "/api/tokens"               Access::Session               => tokens::list;
    POST   "/api/tokens"               Access::Session               => tokens::create;
    DELETE "/api/tokens/{token}"       Access::Session               => tokens::revoke;
    // The handler identifies the caller.
    GET    "/ws"                       Access::Everybody             => ws::open;
    GET    "/pictures/{name}"          Access::Everybody             => pictures::show;
    GET    "/healthz"                  Access::Everybody             => health::show;
    GET    "/readyz"                   Access::Everybody             => health::ready;
}

pub(crate) fn router(state: AppState) -> Router {
    let [mut api, mut other] = [(); 2].map(|()| Router::new());
    for (path, access, route) in routes() {
        let gate = (state.clone(), access);
        let answer = route.layer(middleware::from_fn_with_state(gate, identify));
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

async fn not_found() -> Fault {
    ErrorCode::NotFound.into()
}

async fn wrong_method() -> Fault {
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed)
}
