//! Middleware that counts and times requests.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use super::assets::is_file;
use super::policy::Page;
use crate::state::AppState;

/// Outermost, so that refused requests count too.
pub(super) async fn measured(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let begun = state.games.time.passed();
    let template = template_of(&request);
    let is_file = is_file(request.uri().path());
    let response = next.run(request).await;
    let route = template.unwrap_or_else(|| {
        let is_page = response.extensions().get::<Page>().is_some();
        let what = match (is_file, is_page) {
            (true, _) => "file",
            (false, true) => "page",
            (false, false) => "other",
        };
        what.to_owned()
    });
    let took = state.games.time.passed().saturating_sub(begun);
    let status = response.status().as_u16();
    state.games.metrics.http.answered(route, status, took);
    response
}

fn template_of(request: &Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?;
    let method = request.method();
    let is_known = [Method::GET, Method::HEAD, Method::POST, Method::DELETE].contains(method);
    let method = if is_known { method.as_str() } else { "other" };
    Some(format!("{method} {}", path.as_str()))
}
