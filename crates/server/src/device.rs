//! The browser of a request: a signed cookie that outlives sessions, so that two players of one browser are
//! never rated against each other. Stored beside a player as a keyed hash only.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_play::PlayerId;
use komadai_store::StoreError;

use crate::cookies::lasting_cookie;
use crate::keyed_hash::keyed_hash;
use crate::random::{self, SECRET_LETTERS};
use crate::state::AppState;

const COOKIE: &str = "komadai-device";

pub(crate) struct Device {
    known: Option<String>,
    /// `false` for programs with a token.
    is_browser: bool,
}

impl Device {
    fn of(headers: &HeaderMap, state: &AppState) -> Self {
        let jar = SignedCookieJar::from_headers(headers, state.cookie_key.clone());
        Self {
            known: jar.get(COOKIE).map(|cookie| cookie.value().to_owned()),
            is_browser: !headers.contains_key(AUTHORIZATION),
        }
    }

    pub(crate) fn known_hash(&self, state: &AppState) -> Option<String> {
        let known = self.known.as_deref().filter(|_| self.is_browser)?;
        Some(keyed_hash(state, "device", known))
    }

    /// Records that the player used this browser. Returns the device cookie.
    pub(crate) async fn note(
        &mut self,
        player: &PlayerId,
        state: &AppState,
    ) -> Result<SignedCookieJar, StoreError> {
        let jar = SignedCookieJar::new(state.cookie_key.clone());
        if !self.is_browser {
            return Ok(jar);
        }
        let id = self
            .known
            .get_or_insert_with(|| random::word(SECRET_LETTERS));
        let hash = keyed_hash(state, "device", id);
        state
            .games
            .store
            .note_device(player.as_str(), &hash)
            .await?;
        Ok(jar.add(lasting_cookie(COOKIE, id.clone(), state)))
    }
}

impl FromRequestParts<AppState> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, state))
    }
}
