//! API tokens of programs that act for a player.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use komadai_protocol::{
    CreateToken, ErrorCode, NameProblem, NewToken, Scope, TokenInfo, TokenList, player_name,
};
use komadai_store::{Granted, NewToken as StoredToken, SecretHash, TokenRow};

use super::Body;
use crate::client_address::ClientAddress;
use crate::fault::Fault;
use crate::identity::Caller;
use crate::random::{self, ID_LETTERS, SECRET_LETTERS};
use crate::rate::Action;
use crate::state::AppState;

/// Prefix of token secrets, for secret scanners.
const PREFIX: &str = "kmd_";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn info(row: TokenRow) -> TokenInfo {
    let scopes = row.scopes.iter().filter_map(|name| Scope::of_name(name));
    TokenInfo {
        scopes: scopes.collect(),
        id: row.id,
        name: row.name,
        created_at_ms: row.created_at_ms,
        used_at_ms: row.used_at_ms,
        expires_at_ms: row.expires_at_ms,
    }
}

/// Tokens that have not expired, oldest first.
#[utoipa::path(get, path = "/api/tokens", operation_id = "tokens", responses((status = OK, body = TokenList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<TokenList>, Fault> {
    let player = caller.player.id.as_str();
    let now_ms = state.games.time.date_ms();
    let rows = state.games.store.tokens_of(player, now_ms).await?;
    Ok(Json(TokenList {
        tokens: rows.into_iter().map(info).collect(),
    }))
}

/// Makes a token. No other answer has its secret.
///
/// Refused with `too-many-tokens`.
#[utoipa::path(
    post,
    path = "/api/tokens",
    operation_id = "createToken",
    request_body = CreateToken,
    responses((status = CREATED, body = NewToken))
)]
pub(super) async fn create(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    caller: Caller,
    Body(request): Body<CreateToken>,
) -> Result<(StatusCode, Json<NewToken>), Fault> {
    state.rates.check(Action::Join, address)?;
    let name = player_name(&request.name)?.ok_or(NameProblem::Empty)?;
    let asked = |scope: &Scope| request.scopes.contains(scope);
    let scopes: Vec<Scope> = Scope::ALL.into_iter().filter(asked).collect();
    if scopes.is_empty() {
        return Err(ErrorCode::BadRequest.into());
    }
    let session = caller.credential().ok_or(ErrorCode::NotSignedIn)?;
    let now_ms = state.games.time.date_ms();
    let secret = format!("{PREFIX}{}", random::word(SECRET_LETTERS));
    let token = StoredToken {
        id: random::word(ID_LETTERS),
        secret: SecretHash::of(&secret),
        player: caller.player.id.as_str().to_owned(),
        name,
        scopes: scopes.iter().map(|scope| scope.name().to_owned()).collect(),
        created_at_ms: now_ms,
        expires_at_ms: request
            .life
            .days()
            .map(|days| now_ms + i64::from(days) * DAY_MS),
    };
    let info = TokenInfo {
        id: token.id.clone(),
        name: token.name.clone(),
        scopes,
        created_at_ms: token.created_at_ms,
        used_at_ms: None,
        expires_at_ms: token.expires_at_ms,
    };
    match state.games.store.add_token(token, session).await? {
        Granted::Stored => {}
        Granted::TooMany => return Err(ErrorCode::TooManyTokens.into()),
        Granted::CallerEnded => return Err(ErrorCode::NotSignedIn.into()),
    }
    let answer = NewToken {
        token: info,
        secret,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Revokes a token.
#[utoipa::path(
    delete,
    path = "/api/tokens/{token}",
    operation_id = "revokeToken",
    params(("token" = String, Path)),
    responses((status = NO_CONTENT))
)]
pub(super) async fn revoke(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, Fault> {
    let player = caller.player.id.as_str();
    if !state.games.store.revoke_token(player, &id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    state.end_credentials(&[id]);
    Ok(StatusCode::NO_CONTENT)
}
