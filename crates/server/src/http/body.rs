//! JSON bodies of requests.

use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use komadai_protocol::ErrorCode;
use serde::de::DeserializeOwned;

use crate::fault::Fault;

pub(crate) struct Body<T>(pub(crate) T);

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        if !is_json(request.headers()) {
            // Also rejects HTML forms of other sites.
            return Err(Fault::from(ErrorCode::BadRequest)
                .message("the request needs the content type application/json".into()));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error| {
            if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Fault::from(ErrorCode::BodyTooLarge)
            } else {
                Fault::from(ErrorCode::BadRequest)
            }
        })?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| Fault::from(ErrorCode::BadRequest).message(error.to_string()))
    }
}

pub(crate) struct OptionalBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalBody<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        if !request.headers().contains_key(CONTENT_TYPE) && request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        let Body(value) = Body::from_request(request, state).await?;
        Ok(Self(value))
    }
}
