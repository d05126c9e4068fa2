//! Identity of a caller: a player with a public id, authenticated by a browser's session or a program's token.
//!
//! - The first game that a browser makes or joins gives it a player ([`Access::Becoming`]). The session is stored once
//!   the request has succeeded, so a refused request leaves nothing behind.
//! - Later requests find the session by the hash of its secret (signed cookie), or the token (`Authorization`).
//! - Each route names its [`Access`]; a test calls every route as a caller without it.
//! - Seats belong to player ids. The free seat of a game needs the invitation from the address that its maker shares.
//! - An open socket holds its credential (`credentials`) and closes when the credential ends.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_protocol::{ErrorCode, NameProblem, PlayerInfo, PlayerKind, Scope, player_name};
use komadai_store::{NewSession, PlayerRow, SecretHash, StoreError};

use crate::cookies::{KEEP_DAYS, cookie, first_cookie, holds, is_settled, secrets, sets_session};
use crate::fault::Fault;
use crate::random::{self, ID_LETTERS, SECRET_LETTERS};
use crate::request::Player;
use crate::state::AppState;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Age of `seen_at` after which a session is refreshed, milliseconds.
const REFRESH_AFTER_MS: i64 = DAY_MS;
/// Age of the last noted use after which the use of a token is noted again, milliseconds.
const NOTE_AFTER_MS: i64 = 60_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    Session {
        id: String,
    },
    Token {
        id: String,
        scopes: Vec<Scope>,
    },
    /// A new guest. A session is stored once the request succeeds.
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) player: Player,
    pub(crate) by: Credential,
}

/// Access rule of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody, and the caller is not identified.
    Everybody,
    /// Everybody; a token needs the scope.
    Scope(Scope),
    /// `Scope`, and a caller without an identity gets one if the request succeeds.
    Becoming(Scope),
    /// Browsers with a session; no tokens and no anonymous callers.
    Session,
}

impl Access {
    fn fault(self, caller: Option<&Caller>) -> Option<ErrorCode> {
        match (self, caller.map(|caller| &caller.by)) {
            (Self::Session, None | Some(Credential::Nothing)) => Some(ErrorCode::NotSignedIn),
            (Self::Session, Some(Credential::Token { .. })) => Some(ErrorCode::MissingScope),
            (
                Self::Scope(scope) | Self::Becoming(scope),
                Some(Credential::Token { scopes, .. }),
            ) if !scopes.contains(&scope) => Some(ErrorCode::MissingScope),
            _ => None,
        }
    }
}

impl Caller {
    fn new() -> Self {
        let info = PlayerInfo::guest(random::word(ID_LETTERS));
        Self {
            player: Player {
                id: info.id.clone().into(),
                info,
            },
            by: Credential::Nothing,
        }
    }

    fn known(row: PlayerRow, by: Credential) -> Self {
        let mut info = row.info;
        // The row has the kind of the player's latest seat.
        info.kind = match (&by, info.kind) {
            (Credential::Token { .. }, _) => PlayerKind::Program,
            (_, PlayerKind::Program) => PlayerKind::Person,
            (_, kind) => kind,
        };
        Self {
            player: Player {
                id: row.id.into(),
                info,
            },
            by,
        }
    }

    pub(crate) fn is_program(&self) -> bool {
        matches!(self.by, Credential::Token { .. })
    }

    pub(crate) fn may_play(&self) -> bool {
        match &self.by {
            Credential::Token { scopes, .. } => scopes.contains(&Scope::Play),
            Credential::Session { .. } | Credential::Nothing => true,
        }
    }

    pub(crate) fn may_read(&self) -> bool {
        match &self.by {
            Credential::Token { scopes, .. } => scopes.contains(&Scope::Read),
            Credential::Session { .. } | Credential::Nothing => true,
        }
    }

    pub(crate) fn credential(&self) -> Option<&str> {
        match &self.by {
            Credential::Session { id } | Credential::Token { id, .. } => Some(id),
            Credential::Nothing => None,
        }
    }

    /// The player under the given name, if any; programs are marked as such.
    pub(crate) fn named(self, name: Option<&str>) -> Result<Player, NameProblem> {
        let name = name.map(player_name).transpose()?.flatten();
        let program = self.is_program();
        let id = self.player.info.id.clone();
        let mut info = match program && name.is_none() {
            true => self.player.info,
            false => PlayerInfo::guest(id).called(name),
        };
        if program {
            info.kind = PlayerKind::Program;
        }
        Ok(Player {
            id: self.player.id,
            info,
        })
    }
}

/// Identifies the caller by the token or else the session cookie.
pub(crate) async fn caller_of(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<Option<Caller>, Fault> {
    match headers.get(AUTHORIZATION) {
        Some(value) => {
            let secret = value.to_str().ok().and_then(bearer);
            let caller = match secret {
                Some(secret) => by_token(secret, state).await?,
                None => None,
            };
            caller.map(Some).ok_or_else(|| ErrorCode::BadToken.into())
        }
        None => Ok(session_of(headers, state).await?),
    }
}

pub(crate) async fn session_of(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<Option<Caller>, StoreError> {
    let known = known_by(headers, state).await?;
    Ok(known.map(|(caller, _)| caller))
}

async fn known_by(
    headers: &HeaderMap,
    state: &AppState,
) -> Result<Option<(Caller, String)>, StoreError> {
    for secret in secrets(headers, state) {
        if let Some(caller) = by_session(&secret, state).await? {
            return Ok(Some((caller, secret)));
        }
    }
    Ok(None)
}

fn bearer(value: &str) -> Option<&str> {
    let (kind, secret) = value.split_once(' ')?;
    kind.eq_ignore_ascii_case("bearer").then(|| secret.trim())
}

async fn by_token(secret: &str, state: &AppState) -> Result<Option<Caller>, StoreError> {
    let store = &state.games.store;
    let now_ms = state.games.time.date_ms();
    let Some((row, player)) = store.token(&SecretHash::of(secret), now_ms).await? else {
        return Ok(None);
    };
    let scopes = row.scopes.iter().map(|name| Scope::of_name(name));
    // A scope of a later version.
    let Some(scopes) = scopes.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    if row.used_at_ms.is_none_or(|at| now_ms - at >= NOTE_AFTER_MS) {
        store.note_token_use(&row.id, now_ms).await?;
    }
    let by = Credential::Token { id: row.id, scopes };
    Ok(Some(Caller::known(player, by)))
}

async fn by_session(secret: &str, state: &AppState) -> Result<Option<Caller>, StoreError> {
    let store = &state.games.store;
    let now_ms = state.games.time.date_ms();
    let Some((row, player)) = store.session(&SecretHash::of(secret), now_ms).await? else {
        return Ok(None);
    };
    if now_ms - row.seen_at_ms >= REFRESH_AFTER_MS {
        let until_ms = now_ms + KEEP_DAYS * DAY_MS;
        store.refresh_session(&row.id, now_ms, until_ms).await?;
    }
    let by = Credential::Session { id: row.id };
    Ok(Some(Caller::known(player, by)))
}

pub(crate) fn new_session(headers: &HeaderMap, state: &AppState) -> (NewSession, SignedCookieJar) {
    let now_ms = state.games.time.date_ms();
    let secret = random::word(SECRET_LETTERS);
    let agent = headers.get(USER_AGENT).and_then(|it| it.to_str().ok());
    let session = NewSession {
        id: random::word(ID_LETTERS),
        secret: SecretHash::of(&secret),
        label: label(agent.unwrap_or_default()),
        created_at_ms: now_ms,
        expires_at_ms: now_ms + KEEP_DAYS * DAY_MS,
    };
    (session, first_cookie(secret, headers, state))
}

/// Stores the session of a new player. Returns its cookie.
async fn start_session(
    player: Player,
    headers: &HeaderMap,
    state: &AppState,
) -> Result<SignedCookieJar, StoreError> {
    let (session, jar) = new_session(headers, state);
    let row = PlayerRow {
        id: player.id.into_string(),
        info: player.info,
        created_at_ms: session.created_at_ms,
    };
    state.games.store.start_session(row, session).await?;
    Ok(jar)
}

fn label(agent: &str) -> String {
    // User agents name other browsers for compatibility: the first match counts.
    let first = |names: &[(&str, &'static str)]| {
        let named = names.iter().find(|(mark, _)| agent.contains(mark));
        named.map(|(_, name)| *name)
    };
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]);
    let parts: Vec<&str> = [browser, system].into_iter().flatten().collect();
    parts.join(", ")
}

/// Moves the secret that authenticates the browser into the session cookie. A secret that was renewed meanwhile
/// is not restored.
async fn settle(headers: &HeaderMap, state: &AppState, response: Response) -> Response {
    match known_by(headers, state).await {
        Ok(Some((_, secret))) if !holds(&secret, headers, state) => {
            (cookie(secret, headers, state), response).into_response()
        }
        _ => response,
    }
}

/// Middleware that identifies the caller and enforces the route's access rule.
pub(crate) async fn identify(
    State((state, access)): State<(AppState, Access)>,
    mut request: Request,
    next: Next,
) -> Response {
    if access == Access::Everybody {
        return next.run(request).await;
    }
    let caller = match caller_of(request.headers(), &state).await {
        Ok(caller) => caller,
        Err(fault) => return fault.into_response(),
    };
    if let Some(code) = access.fault(caller.as_ref()) {
        return Fault::from(code).into_response();
    }
    // A GET creates no identity: its late response could replace the cookie set by a concurrent request.
    let looks = matches!(*request.method(), Method::GET | Method::HEAD);
    let becomes = matches!(access, Access::Becoming(_)) && caller.is_none() && !looks;
    if !becomes {
        let has_session = matches!(&caller, Some(caller) if !caller.is_program());
        let headers = request.headers().clone();
        if let Some(caller) = caller {
            request.extensions_mut().insert(caller);
        }
        let response = next.run(request).await;
        // For the same reason a GET does not move the secret.
        return match has_session
            && !looks
            && !sets_session(&response)
            && !is_settled(&headers, &state)
        {
            true => settle(&headers, &state, response).await,
            false => response,
        };
    }
    let caller = Caller::new();
    let player = caller.player.clone();
    let headers = request.headers().clone();
    request.extensions_mut().insert(caller);
    let response = next.run(request).await;
    if !response.status().is_success() {
        return response;
    }
    match start_session(player, &headers, &state).await {
        Ok(jar) => (jar, response).into_response(),
        Err(error) => Fault::from(error).into_response(),
    }
}

/// Caller of a route that also serves anonymous requests.
pub(crate) struct OptionalCaller(pub(crate) Option<Caller>);

impl<S: Send + Sync> FromRequestParts<S> for OptionalCaller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Caller>().cloned()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        let caller = parts.extensions.get::<Self>().cloned();
        caller.ok_or_else(|| ErrorCode::NotSignedIn.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_recognised_by_browser_and_system() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/126.0.0.0 Safari/537.36";
        let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 \
                      (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
        assert_eq!(label(chrome), "Chrome, Linux");
        assert_eq!(label(iphone), "Safari, iPhone");
        assert_eq!(label("curl/8.5"), "");
    }

    #[test]
    fn only_bearer_tokens_are_tokens() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc "), Some("abc"));
        assert_eq!(bearer("Basic abc"), None);
        assert_eq!(bearer("abc"), None);
    }
}
