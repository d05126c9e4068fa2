//! Devices: the sessions of a player, and signing in on another one.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_protocol::{ErrorCode, Me, SessionInfo, SessionList, SignIn, SignInCode};
use komadai_store::{NewToken, SecretHash};

use super::{Body, ClientAddress, Fault, me};
use crate::game::Player;
use crate::identity::{Caller, start_session, without_cookie};
use crate::random::{self, ID_LETTERS};
use crate::rate::Action;
use crate::state::AppState;

/// How long a code for signing in may be used, milliseconds.
const CODE_MS: i64 = 10 * 60 * 1000;
/// The scope under which codes for signing in are stored: no token has it.
const SIGN_IN: &str = "sign-in";

/// `GET /api/sessions`
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<SessionList>, Fault> {
    let games = &state.games;
    let player = caller.player.id.as_str();
    let rows = games
        .store
        .sessions_of(player, games.time.date_ms())
        .await?;
    let sessions = rows.into_iter().map(|row| SessionInfo {
        current: caller.credential() == Some(&row.id),
        id: row.id,
        label: row.label,
        created_at_ms: row.created_at_ms,
        seen_at_ms: row.seen_at_ms,
    });
    Ok(Json(SessionList {
        sessions: sessions.collect(),
    }))
}

/// `DELETE /api/sessions/{session}`
pub(super) async fn end(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<(SignedCookieJar, StatusCode), Fault> {
    let player = caller.player.id.as_str();
    if !state.games.store.end_session(player, &id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    state.credentials.end(&id);
    let jar = match caller.credential() == Some(&id) {
        true => without_cookie(&headers, &state),
        false => SignedCookieJar::new(state.cookie_key.clone()),
    };
    Ok((jar, StatusCode::NO_CONTENT))
}

/// `POST /api/sign-in-code`
pub(super) async fn code(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    caller: Caller,
) -> Result<(StatusCode, Json<SignInCode>), Fault> {
    state.rates.check(Action::Join, address)?;
    let store = &state.games.store;
    let player = caller.player.id.as_str();
    // The one before it holds no longer.
    for token in store.tokens_of(player).await? {
        if token.scopes == [SIGN_IN] {
            store.revoke_token(player, &token.id).await?;
        }
    }
    let code = random::code();
    let now_ms = state.games.time.date_ms();
    let token = NewToken {
        id: random::word(ID_LETTERS),
        secret: SecretHash::of(&code),
        player: player.to_owned(),
        name: String::new(),
        scopes: vec![SIGN_IN.to_owned()],
        created_at_ms: now_ms,
    };
    if !store.add_token(token).await? {
        return Err(ErrorCode::TooManyTokens.into());
    }
    let answer = SignInCode {
        link: state.links.sign_in(&code),
        code: in_groups(&code),
        reach: state.links.reach,
        expires_at_ms: now_ms + CODE_MS,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// A code as people read it: `ABCD-EFGH-JKMN`.
fn in_groups(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups = letters.chunks(4).map(String::from_iter);
    groups.collect::<Vec<_>>().join("-")
}

/// A code as it was made, however it is typed.
fn normalised(typed: &str) -> String {
    let letters = typed.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

/// `POST /api/sessions`
pub(super) async fn begin(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Body(request): Body<SignIn>,
) -> Result<impl IntoResponse, Fault> {
    state.rates.check(Action::Join, address)?;
    let store = &state.games.store;
    let secret = SecretHash::of(&normalised(&request.code));
    let found = store.token(&secret).await?;
    let Some((code, row)) = found.filter(|(code, _)| code.scopes == [SIGN_IN]) else {
        return Err(ErrorCode::BadCode.into());
    };
    let expired = state.games.time.date_ms() - code.created_at_ms > CODE_MS;
    // Whoever takes it away is the one who uses it.
    let taken = store.revoke_token(&row.id, &code.id).await?;
    if expired || !taken {
        return Err(ErrorCode::BadCode.into());
    }
    let player = Player {
        id: row.id.into(),
        info: row.info,
    };
    let jar = start_session(player.clone(), &headers, &state).await?;
    let me: Json<Me> = me::of(&state, Some(player)).await?;
    Ok((StatusCode::CREATED, jar, me))
}

/// `DELETE /api/sessions`
pub(super) async fn end_others(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<StatusCode, Fault> {
    let games = &state.games;
    let player = caller.player.id.as_str();
    let rows = games
        .store
        .sessions_of(player, games.time.date_ms())
        .await?;
    games
        .store
        .end_sessions(player, caller.credential())
        .await?;
    for row in rows {
        if caller.credential() != Some(&row.id) {
            state.credentials.end(&row.id);
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Whether a token is one of a program, and no code for signing in.
pub(super) fn is_of_program(scopes: &[String]) -> bool {
    scopes != [SIGN_IN]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = random::code();
        assert_eq!(in_groups(&code).len(), 14);
        assert_eq!(normalised(&in_groups(&code)), code);
        assert_eq!(normalised(&format!(" {} ", code.to_lowercase())), code);
    }
}
