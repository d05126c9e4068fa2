//! Tokens, with which programs act for a player.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use komadai_protocol::{
    CreateToken, ErrorCode, NameProblem, NewToken, Scope, TokenInfo, TokenList, player_name,
};
use komadai_store::{NewToken as StoredToken, SecretHash, TokenRow};

use super::sessions::is_of_program;
use super::{Body, ClientAddress, Fault};
use crate::identity::Caller;
use crate::random::{self, ID_LETTERS, SECRET_LETTERS};
use crate::rate::Action;
use crate::state::AppState;

/// What the secrets of tokens begin with, so that programs that look for secrets in texts find them.
const PREFIX: &str = "kmd_";

fn info(row: TokenRow) -> TokenInfo {
    let scopes = row.scopes.iter().filter_map(|name| Scope::of_name(name));
    TokenInfo {
        scopes: scopes.collect(),
        id: row.id,
        name: row.name,
        created_at_ms: row.created_at_ms,
        used_at_ms: row.used_at_ms,
    }
}

/// `GET /api/tokens`
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<TokenList>, Fault> {
    let player = caller.player.id.as_str();
    let rows = state.games.store.tokens_of(player).await?.into_iter();
    let tokens = rows.filter(|row| is_of_program(&row.scopes)).map(info);
    Ok(Json(TokenList {
        tokens: tokens.collect(),
    }))
}

/// `POST /api/tokens`
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
    let secret = format!("{PREFIX}{}", random::word(SECRET_LETTERS));
    let token = StoredToken {
        id: random::word(ID_LETTERS),
        secret: SecretHash::of(&secret),
        player: caller.player.id.as_str().to_owned(),
        name,
        scopes: scopes.iter().map(|scope| scope.name().to_owned()).collect(),
        created_at_ms: state.games.time.date_ms(),
    };
    let info = TokenInfo {
        id: token.id.clone(),
        name: token.name.clone(),
        scopes,
        created_at_ms: token.created_at_ms,
        used_at_ms: None,
    };
    if !state.games.store.add_token(token).await? {
        return Err(ErrorCode::TooManyTokens.into());
    }
    let answer = NewToken {
        token: info,
        secret,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// `DELETE /api/tokens/{token}`
pub(super) async fn revoke(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, Fault> {
    let player = caller.player.id.as_str();
    if !state.games.store.revoke_token(player, &id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    state.credentials.end(&id);
    Ok(StatusCode::NO_CONTENT)
}
