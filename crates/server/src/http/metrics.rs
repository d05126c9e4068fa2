//! Metrics, on a port of their own.

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::not_found;
use crate::state::AppState;

pub(crate) fn metrics_router(state: AppState) -> Router {
    Router::new()
        .route("/metrics", get(show))
        .fallback(not_found)
        .with_state(state)
}

async fn show(State(state): State<AppState>) -> Response {
    match state.games.metrics.text(&state.games.time) {
        Ok(text) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(CONTENT_TYPE, kind)], text).into_response()
        }
        Err(_) => not_found().await.into_response(),
    }
}
