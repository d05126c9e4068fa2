//! Pictures of positions for link previews.

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use komadai_play::SettingsError;
use komadai_protocol::ErrorCode;
use komadai_protocol::limits::MAX_POSITION_BYTES;
use komadai_protocol::openapi::SideName;
use komadai_rules::{AnyPosition, PositionTextError, Setup, SetupRules, Side, VariantId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::fault::Fault;
use crate::picture::Subject;
use crate::state::AppState;

/// Characters of positions and their substitutes in addresses, as in links to shared games.
const STANDS_FOR: [(char, char); 5] = [(' ', '_'), ('/', '.'), ('+', '~'), ('[', '('), (']', ')')];

pub(super) fn written(position: &str) -> String {
    let sign = |c| STANDS_FOR.iter().find(|(own, _)| *own == c);
    position
        .chars()
        .map(|c| sign(c).map_or(c, |(_, other)| *other))
        .collect()
}

fn read(text: &str) -> String {
    let sign = |c| STANDS_FOR.iter().find(|(_, other)| *other == c);
    text.chars()
        .map(|c| sign(c).map_or(c, |(own, _)| *own))
        .collect()
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// As in links to shared games. Default: the start.
    position: Option<String>,
    #[param(value_type = Option<SideName>)]
    bottom: Option<Side>,
}

pub(super) fn setup(game: VariantId, position: Option<&str>) -> Result<Setup, SettingsError> {
    let Some(text) = position else {
        return Ok(Setup::start(game));
    };
    if text.len() > MAX_POSITION_BYTES {
        return Err(SettingsError::PositionTooLong);
    }
    match AnyPosition::parse(game, &read(text), SetupRules::Mate) {
        Ok(position) => Ok(position.to_setup()),
        Err(PositionTextError::Text(error)) => Err(SettingsError::PositionText(error)),
        Err(setup @ PositionTextError::Setup(_)) => Err(SettingsError::Impossible(setup)),
    }
}

/// Picture of a position, for previews of links: `home.png`, `shogi.png?position=…&bottom=second`.
#[utoipa::path(
    get,
    path = "/pictures/{name}",
    operation_id = "picture",
    params(("name" = String, Path), PictureQuery),
    responses((status = OK, content_type = "image/png"))
)]
pub(super) async fn show(
    State(state): State<AppState>,
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
    query: Result<Query<PictureQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Fault> {
    let Path(name) = name.map_err(|_| ErrorCode::NotFound)?;
    let Query(query) = query.map_err(|_| ErrorCode::BadRequest)?;
    let name = name.strip_suffix(".png").ok_or(ErrorCode::NotFound)?;
    let subject = if name == "home" {
        Subject::Home
    } else {
        let game: VariantId = name.parse().map_err(|_| ErrorCode::NotFound)?;
        let setup = setup(game, query.position.as_deref())?;
        Subject::Position(Box::new(setup), query.bottom.unwrap_or(Side::First))
    };
    let png = state.pictures.of(subject).await?;
    Ok((
        [
            (CONTENT_TYPE, "image/png"),
            // Not immutable: the art may change.
            (CACHE_CONTROL, "public, max-age=86400"),
            // Chat programs may embed it.
            (
                HeaderName::from_static("cross-origin-resource-policy"),
                "cross-origin",
            ),
        ],
        png,
    )
        .into_response())
}
