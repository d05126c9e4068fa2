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
mod openapi;
mod pictures;
mod policy;
mod seat;
mod sessions;
mod tokens;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::{Router, middleware};
use komadai_protocol::limits::MAX_BODY_BYTES;
use komadai_protocol::{ErrorCode, Scope};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

pub(crate) use assets::has_pages;
use body::{Body, OptionalBody};
pub(crate) use metrics::metrics_router;
pub use openapi::openapi;

use crate::fault::Fault;
use crate::identity::{Access, identify};
use crate::state::AppState;
use crate::ws;

/// Access rule, and the part of the document and of the router that the handler's declaration makes.
type Route = (Access, UtoipaMethodRouter<AppState>);

/// All routes except pages and files. Handlers declare method, path, parameters and types.
#[rustfmt::skip]
fn routes() -> Vec<Route> {
    const READ: Access = Access::Scope(Scope::Read);
    const PLAY: Access = Access::Scope(Scope::Play);
    const BECOMING: Access = Access::Becoming(Scope::Play);
    vec![
        (READ,              routes!(me::show)),
        (READ,              routes!(games::list)),
        (BECOMING,          routes!(games::create)),
        (READ,              routes!(me::results)),
        (READ,              routes!(notifications::list)),
        (PLAY,              routes!(notifications::read)),
        (READ,              routes!(games::show)),
        (BECOMING,          routes!(seat::join)),
        (PLAY,              routes!(seat::rename)),
        (Access::Session,   routes!(sessions::list)),
        (Access::Everybody, routes!(sessions::begin)),
        (Access::Session,   routes!(sessions::end_others)),
        (Access::Session,   routes!(sessions::next)),
        (Access::Session,   routes!(sessions::end)),
        (Access::Session,   routes!(sessions::code)),
        (Access::Session,   routes!(tokens::list)),
        (Access::Session,   routes!(tokens::create)),
        (Access::Session,   routes!(tokens::revoke)),
        (Access::Everybody, routes!(openapi::show)),
        (Access::Everybody, routes!(ws::open)),
        (Access::Everybody, routes!(pictures::show)),
        (Access::Everybody, routes!(health::show)),
        (Access::Everybody, routes!(health::ready)),
    ]
}

pub(crate) fn router(state: AppState) -> Router {
    let [mut api, mut other] = [(); 2].map(|()| Router::new());
    for (access, (_, declared, route)) in routes() {
        let gate = (state.clone(), access);
        let answer = route.layer(middleware::from_fn_with_state(gate, identify));
        for path in declared.paths.keys() {
            if let Some(path) = path.strip_prefix("/api") {
                api = api.route(path, answer.clone());
            } else {
                other = other.route(path, answer.clone());
            }
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
