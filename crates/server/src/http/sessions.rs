//! Sessions of a player, and signing in on another device.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_protocol::{
    EndOthers as EndOthersBody, ErrorCode, Me, SessionInfo, SessionList, SignIn, SignInCode,
};
use komadai_store::{
    EndOthers, EndSession, Ending, Granted, NewCode, Redeem, Redeemed, SecretHash,
};

use super::{Body, OptionalBody, me};
use crate::client_address::ClientAddress;
use crate::cookies::{cookie, next_cookie, next_secret, without_cookie};
use crate::device::Device;
use crate::fault::Fault;
use crate::identity::{Caller, new_session, session_of};
use crate::random::{self, ID_LETTERS};
use crate::rate::Action;
use crate::request::Player;
use crate::state::AppState;

const CODE_MS: i64 = 10 * 60 * 1000;

/// The caller's session. Tokens are refused by the access rule.
fn own_session(caller: &Caller) -> Result<&str, ErrorCode> {
    caller.credential().ok_or(ErrorCode::NotSignedIn)
}

/// Closes the sockets of ended credentials, on all servers.
fn ended(state: &AppState, ending: Ending) -> Result<(), ErrorCode> {
    match ending {
        Ending::Ended(ids) => {
            state.end_credentials(&ids);
            Ok(())
        }
        Ending::TooNew => Err(ErrorCode::SessionTooNew),
        Ending::NoSuchSession => Err(ErrorCode::NotFound),
        Ending::CallerEnded => Err(ErrorCode::NotSignedIn),
    }
}

/// The devices on which the player is signed in.
#[utoipa::path(get, path = "/api/sessions", operation_id = "sessions", responses((status = OK, body = SessionList)))]
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

/// Ends a session.
///
/// Refused with `session-too-new`.
#[utoipa::path(
    delete,
    path = "/api/sessions/{session}",
    operation_id = "endSession",
    params(("session" = String, Path)),
    responses((status = NO_CONTENT))
)]
pub(super) async fn end(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<(SignedCookieJar, StatusCode), Fault> {
    let end = EndSession {
        player: caller.player.id.as_str().to_owned(),
        by: own_session(&caller)?.to_owned(),
        id: id.clone(),
        now_ms: state.games.time.date_ms(),
    };
    ended(&state, state.games.store.end_session(end).await?)?;
    let jar = match caller.credential() == Some(&id) {
        true => without_cookie(&headers, &state),
        false => SignedCookieJar::new(state.cookie_key.clone()),
    };
    Ok((jar, StatusCode::NO_CONTENT))
}

/// Makes a code that signs in another device.
#[utoipa::path(
    post,
    path = "/api/sign-in-code",
    operation_id = "signInCode",
    responses((status = CREATED, body = SignInCode))
)]
pub(super) async fn code(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    caller: Caller,
) -> Result<(StatusCode, Json<SignInCode>), Fault> {
    state.rates.check(Action::Join, address)?;
    let code = random::code();
    let now_ms = state.games.time.date_ms();
    let new = NewCode {
        secret: SecretHash::of(&code),
        player: caller.player.id.as_str().to_owned(),
        session: own_session(&caller)?.to_owned(),
        expires_at_ms: now_ms + CODE_MS,
    };
    match state.games.store.add_code(new).await? {
        Granted::Stored => {}
        Granted::TooMany | Granted::CallerEnded => return Err(ErrorCode::NotSignedIn.into()),
    }
    let answer = SignInCode {
        link: state.links.sign_in(&code),
        code: in_groups(&code),
        reach: state.links.reach,
        expires_at_ms: now_ms + CODE_MS,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Formats a code as `ABCD-EFGH-JKMN`.
fn in_groups(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups = letters.chunks(4).map(String::from_iter);
    groups.collect::<Vec<_>>().join("-")
}

fn normalised(typed: &str) -> String {
    let letters = typed.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Redeems a code: starts a session, or proves the caller's own if it is of the same player.
///
/// Refused with `bad-code`, `too-many-sessions` or `session-too-new`.
#[utoipa::path(
    post,
    path = "/api/sessions",
    operation_id = "signIn",
    request_body = SignIn,
    responses((status = CREATED, body = Me))
)]
pub(super) async fn begin(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    mut device: Device,
    headers: HeaderMap,
    Body(request): Body<SignIn>,
) -> Result<impl IntoResponse, Fault> {
    state.rates.check(Action::Join, address)?;
    let by = session_of(&headers, &state).await?;
    let (session, jar) = new_session(&headers, &state);
    let redeem = Redeem {
        code: SecretHash::of(&normalised(&request.code)),
        session,
        by: by.as_ref().and_then(Caller::credential).map(str::to_owned),
        now_ms: state.games.time.date_ms(),
    };
    let (row, jar) = match state.games.store.redeem_code(redeem).await? {
        Redeemed::SignedIn(row) => (row, jar),
        Redeemed::Proved(row) => (row, SignedCookieJar::new(state.cookie_key.clone())),
        Redeemed::NotProved => return Err(ErrorCode::SessionTooNew.into()),
        Redeemed::NoSuchCode => return Err(ErrorCode::BadCode.into()),
        Redeemed::TooManySessions => return Err(ErrorCode::TooManySessions.into()),
    };
    let player = Player {
        id: row.id.into(),
        info: row.info,
    };
    let device = device.note(&player.id, &state).await?;
    let me: Json<Me> = me::of(&state, Some(player)).await?;
    Ok((StatusCode::CREATED, jar, device, me))
}

/// Prepares the secret with which the session continues after ending all others, in a cookie of its own.
#[utoipa::path(
    post,
    path = "/api/sessions/next",
    operation_id = "prepareNextSecret",
    responses((status = NO_CONTENT))
)]
pub(super) async fn next(
    State(state): State<AppState>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<(StatusCode, SignedCookieJar), Fault> {
    let next = next_cookie(own_session(&caller)?, &headers, &state);
    Ok((StatusCode::NO_CONTENT, next))
}

/// Ends all other sessions, all codes and the other tokens; the caller's session continues with the next secret.
///
/// Refused with `session-too-new`, and with `bad-request` without the cookie of `POST /api/sessions/next`.
#[utoipa::path(
    delete,
    path = "/api/sessions",
    operation_id = "endOtherSessions",
    request_body = Option<EndOthersBody>,
    responses((status = NO_CONTENT))
)]
pub(super) async fn end_others(
    State(state): State<AppState>,
    headers: HeaderMap,
    caller: Caller,
    OptionalBody(request): OptionalBody<EndOthersBody>,
) -> Result<(StatusCode, SignedCookieJar), Fault> {
    let session = own_session(&caller)?;
    let secret = next_secret(session, &headers, &state).ok_or(ErrorCode::BadRequest)?;
    let end = EndOthers {
        player: caller.player.id.as_str().to_owned(),
        by: session.to_owned(),
        new_id: random::word(ID_LETTERS),
        new_secret: SecretHash::of(&secret),
        keep_tokens: request.keep_tokens,
        now_ms: state.games.time.date_ms(),
    };
    ended(&state, state.games.store.end_others(end).await?)?;
    Ok((StatusCode::NO_CONTENT, cookie(secret, &headers, &state)))
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
