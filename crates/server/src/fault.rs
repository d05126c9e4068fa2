//! The error answer of HTTP requests.

use std::time::Duration;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use komadai_protocol::{ApiError, ErrorCode, NameProblem};

use komadai_play::SettingsError;

use crate::game::code_of;
use crate::rate::RateLimited;

#[derive(Clone, Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    body: ApiError,
    retry_after_s: Option<u64>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, code: ErrorCode) -> Self {
        Self {
            status,
            body: ApiError {
                code,
                message: code.meaning().into(),
                field: None,
                offset: None,
                retry_after_ms: None,
                problems: Vec::new(),
                squares: Vec::new(),
            },
            retry_after_s: None,
        }
    }

    pub(crate) fn programs_are_not_rated() -> Self {
        let mut fault = Self::new(StatusCode::FORBIDDEN, ErrorCode::RatedNotPossible);
        fault.body.field = Some("rated".into());
        fault.message("programs play no rated games".into())
    }

    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after_s = Some(wait.as_secs() + 1);
        self.body.retry_after_ms = u32::try_from(wait.as_millis()).ok();
        self
    }

    pub(crate) fn message(mut self, message: String) -> Self {
        self.body.message = message;
        self
    }
}

impl From<ErrorCode> for Fault {
    fn from(code: ErrorCode) -> Self {
        let status = match code {
            ErrorCode::NoSuchGame | ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::OwnInvitation
            | ErrorCode::GameFull
            | ErrorCode::GameOver
            | ErrorCode::TooManyGames
            | ErrorCode::TooManyChallenges
            | ErrorCode::TooManySessions
            | ErrorCode::TooManyOffers
            | ErrorCode::TooManyPending
            | ErrorCode::TooManyTokens => StatusCode::CONFLICT,
            ErrorCode::NotSignedIn | ErrorCode::BadToken => StatusCode::UNAUTHORIZED,
            ErrorCode::ForeignOrigin
            | ErrorCode::MissingScope
            | ErrorCode::BadCode
            | ErrorCode::SessionTooNew
            | ErrorCode::NotInvited => StatusCode::FORBIDDEN,
            ErrorCode::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::TooManyRequests | ErrorCode::TooManyAborts => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            ErrorCode::ShuttingDown | ErrorCode::StorageFailed => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Self::new(status, code)
    }
}

impl From<SettingsError> for Fault {
    fn from(error: SettingsError) -> Self {
        let (problems, squares) = error.problems();
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            body: ApiError {
                code: error.code(),
                message: error.to_string(),
                field: Some(error.field()),
                offset: error.offset(),
                retry_after_ms: None,
                problems,
                squares,
            },
            retry_after_s: None,
        }
    }
}

impl From<NameProblem> for Fault {
    fn from(problem: NameProblem) -> Self {
        let mut fault = Self::new(StatusCode::UNPROCESSABLE_ENTITY, problem.code());
        fault.body.field = Some("name".into());
        fault.message(problem.to_string())
    }
}

impl From<RateLimited> for Fault {
    fn from(refused: RateLimited) -> Self {
        Self::from(ErrorCode::TooManyRequests).retry_after(refused.wait)
    }
}

impl From<komadai_store::StoreError> for Fault {
    fn from(error: komadai_store::StoreError) -> Self {
        tracing::error!(error = %error, "http.store failed");
        code_of(&error).into()
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
        let wait = self
            .retry_after_s
            .map(|s| (RETRY_AFTER, HeaderValue::from(s)));
        let wait = HeaderMap::from_iter(wait);
        (self.status, headers, wait, Json(self.body)).into_response()
    }
}
