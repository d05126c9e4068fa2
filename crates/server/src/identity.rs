//! Who somebody is: a guest with a random identity in a signed cookie.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};

use komadai_protocol::{NameProblem, PlayerInfo, player_name};
use komadai_store::SecretHash;

use crate::game::Player;
use crate::http::Fault;
use crate::random::{self, PLAYER_LETTERS};
use crate::state::AppState;

const COOKIE: &str = "komadai";
/// How long a browser keeps the cookie, seconds.
const KEEP_SECONDS: i64 = 400 * 24 * 60 * 60;

impl Player {
    /// The same person under the name they give themselves, if they do.
    ///
    /// # Errors
    /// The name cannot be shown to others.
    pub(crate) fn called(self, name: Option<&str>) -> Result<Self, NameProblem> {
        let name = name.map(player_name).transpose()?.flatten();
        Ok(Self {
            info: self.info.called(name),
            ..self
        })
    }

    fn guest(id: String) -> Self {
        // The identity itself stays secret; four of its letters do not give it away.
        let info = PlayerInfo {
            name: id[..4].to_owned(),
            guest: true,
        };
        Self {
            id: id.into(),
            info,
        }
    }
}

/// Who sends a request, as far as it says.
///
/// # Errors
/// The database failed: nobody is to be given another identity for that.
pub(crate) async fn from_headers(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<Option<Player>, Fault> {
    let Some(player) = from_cookie(headers, &state.cookie_key) else {
        return Ok(None);
    };
    // Cookies made before there were sessions carry the secret of one.
    let secret = SecretHash::of(player.id.as_str());
    let games = &state.games;
    let session = games.store.session(&secret, games.time.now_ms()).await?;
    Ok(Some(match session {
        Some((_, row)) => Player {
            id: row.id.into(),
            info: row.info,
        },
        None => player,
    }))
}

/// The identity a cookie carries, if its signature is right.
fn from_cookie(headers: &HeaderMap, key: &Key) -> Option<Player> {
    let jar = SignedCookieJar::from_headers(headers, key.clone());
    let id = jar.get(COOKIE)?.value().to_owned();
    let good = id.len() == PLAYER_LETTERS && id.bytes().all(|b| b.is_ascii_alphanumeric());
    good.then(|| Player::guest(id))
}

/// Gives everybody who makes or joins a game an identity. Looking at something gives none: an answer that comes
/// late would replace the identity that a request in the meantime was given.
pub(crate) async fn identify(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    match from_headers(request.headers(), &state).await {
        Ok(Some(player)) => {
            request.extensions_mut().insert(player);
            return next.run(request).await;
        }
        Ok(None) => {}
        Err(fault) => return fault.into_response(),
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let player = Player::guest(random::word(PLAYER_LETTERS));
    let cookie = Cookie::build((COOKIE, player.id.as_str().to_owned()))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(state.links.secure)
        .path("/")
        .max_age(time::Duration::seconds(KEEP_SECONDS))
        .build();
    let jar = SignedCookieJar::new(state.cookie_key.clone()).add(cookie);
    request.extensions_mut().insert(player);
    let response = next.run(request).await;
    // Who is refused becomes nobody.
    match response.status().is_success() {
        true => (jar, response).into_response(),
        false => response,
    }
}

/// Somebody who only looks, with an identity or without.
pub(crate) struct Visitor(pub(crate) Option<Player>);

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Player>().cloned()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Player {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| komadai_protocol::ErrorCode::Internal.into())
    }
}
