use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use komadai_protocol::{ErrorCode, GameKey};

use crate::fault::Fault;

/// Game key in the path of a request.
pub(super) struct GamePath(pub(super) GameKey);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        // Invalid UTF-8 is the key of no game.
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ErrorCode::NoSuchGame)?;
        Ok(Self(GameKey(id)))
    }
}
