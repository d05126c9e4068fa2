use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use komadai_play::check_settings;
use komadai_protocol::{
    CreateGame, ErrorCode, GameKey, GameList, GamePage, GameSettings, PlayerKind, Seat, Status,
};
use komadai_store::{GamesPage, Waiting};
use serde::Deserialize;
use utoipa::IntoParams;

use super::game_path::GamePath;
use super::{Body, idempotent};
use crate::client_address::ClientAddress;
use crate::device::Device;
use crate::fair_play;
use crate::fault::Fault;
use crate::game::{MAX_LISTED_GAMES, terms};
use crate::identity::{Caller, OptionalCaller};
use crate::rate::Action;
use crate::request::{Player, Request, Response, View};
use crate::state::AppState;

/// Header of an invitation, which would appear in logs as part of the address.
const INVITATION: &str = "komadai-invitation";

/// Makes a game.
///
/// Refused with `too-many-games`, and in the lobby with `too-many-challenges`, `too-many-offers` or `too-many-aborts`.
#[utoipa::path(
    post,
    path = "/api/games",
    operation_id = "createGame",
    params((
        "Idempotency-Key" = Option<String>,
        Header,
        description = "At most 64 bytes. A repeated request is answered with the game that it made before."
    )),
    request_body = CreateGame,
    responses((status = CREATED, body = GamePage))
)]
pub(super) async fn create(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    mut device: Device,
    headers: HeaderMap,
    caller: Caller,
    Body(request): Body<CreateGame>,
) -> Result<impl IntoResponse, Fault> {
    let mut settings = check_settings(&request)?;
    settings.start_limit_ms = state.rates.fair_play.start_limit_ms(settings.clock);
    let terms = request.open.then(|| terms(&request, &settings));
    let player = caller.named(request.name.as_deref())?;
    if is_program_in_rated(&settings, &player) {
        return Err(Fault::programs_are_not_rated());
    }
    let id = idempotent::key(&headers, &player.id, &state)?;
    if !idempotent::is_made(&id, &player.id, &state).await? {
        state.rates.check(Action::CreateGame, address)?;
        if request.open {
            fair_play::check_pause(&state, &player.id).await?;
        }
        let network = request.open.then(|| fair_play::network(&state, address));
        let (key, maker) = (id.clone(), player.clone());
        let made = (state.games)
            .create_for(key, settings, maker, request.side, terms, network)
            .await;
        // A concurrent request with the same key may have created it.
        if let Err(code) = made
            && !idempotent::is_made(&id, &player.id, &state).await?
        {
            return Err(code.into());
        }
    }
    let jar = device.note(&player.id, &state).await?;
    // Of a new game, which another copy may have.
    let view = state.games.stored_view(&id, Some(&player.id)).await?;
    fair_play::note_maker(&state, &view.snapshot, &player.id, address).await?;
    let page = page(&state, view, None).await?;
    Ok((StatusCode::CREATED, jar, Json(page)))
}

/// Programs play no rated games: ratings compare people, and a program may play under the name of one.
pub(super) fn is_program_in_rated(settings: &GameSettings, player: &Player) -> bool {
    settings.rated && player.info.kind == PlayerKind::Program
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    /// `next` of the previous page: finished games, latest end first.
    before: Option<i64>,
    /// Finished games from the latest end on.
    #[serde(default)]
    ended: bool,
    /// Most games of the page. Unfinished games come all at once, whatever the limit.
    #[param(minimum = 1, maximum = 100, default = 100)]
    limit: Option<u32>,
}

/// The caller's games: unfinished ones first, then finished ones, both newest first.
///
/// A page is found by its key: every page costs the same, and a game that ends meanwhile shifts nothing.
#[utoipa::path(
    get,
    path = "/api/games",
    operation_id = "games",
    params(Page),
    responses((status = OK, body = GameList))
)]
pub(super) async fn list(
    State(state): State<AppState>,
    OptionalCaller(caller): OptionalCaller,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<GameList>, Fault> {
    let Query(page) = page.map_err(|_| ErrorCode::BadRequest)?;
    let limit = page.limit.unwrap_or(MAX_LISTED_GAMES);
    if !(1..=MAX_LISTED_GAMES).contains(&limit) {
        return Err(ErrorCode::BadRequest.into());
    }
    let Some(Caller { player, .. }) = caller else {
        return Ok(Json(GameList {
            games: Vec::new(),
            next: None,
        }));
    };
    let player = player.id.as_str();
    let before = page.before.or(page.ended.then_some(GamesPage::FIRST));
    let store = &state.games.store;
    let GamesPage { games, next } = store.games_of(player, before, limit).await?;
    Ok(Json(GameList {
        games: state.games.summaries(&games, player).await,
        next: next.map(i64::unsigned_abs),
    }))
}

/// A game as the caller sees it.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    operation_id = "game",
    params(
        ("id" = GameKey, Path),
        ("Komadai-Invitation" = Option<String>, Header, description = "Secret of the invitation, to learn `may_join`.")
    ),
    responses((status = OK, body = GamePage))
)]
pub(super) async fn show(
    State(state): State<AppState>,
    GamePath(id): GamePath,
    ClientAddress(address): ClientAddress,
    device: Device,
    OptionalCaller(caller): OptionalCaller,
    headers: HeaderMap,
) -> Result<Json<GamePage>, Fault> {
    let player = caller.map(|caller| caller.player.id);
    let view = state.games.view(&id, player.as_ref()).await?;
    let shown = headers.get(INVITATION).and_then(|it| it.to_str().ok());
    let mut page = page(&state, view, shown).await?;
    if page.may_join {
        let joiner = player.as_ref();
        page.unrated = fair_play::unrated(&state, &page.snapshot, joiner, &device, address).await?;
    }
    Ok(Json(page))
}

pub(super) async fn viewed(
    state: &AppState,
    id: &GameKey,
    request: Request,
) -> Result<Json<GamePage>, Fault> {
    let player = match &request {
        Request::Join { player, .. } | Request::Rename { player } => Some(player.id.clone()),
        _ => None,
    };
    let answer = state.games.ask(id, request).await;
    player.iter().for_each(|id| state.games.forget_name(id));
    match answer {
        Response::View(view) => Ok(Json(page(state, *view, None).await?)),
        Response::Denied(code) => Err(code.into()),
        _ => Err(ErrorCode::Internal.into()),
    }
}

/// A view with its links. `shown` is the invitation the caller has presented.
async fn page(state: &AppState, view: View, shown: Option<&str>) -> Result<GamePage, Fault> {
    let View {
        seat,
        may_join,
        mut snapshot,
    } = view;
    state
        .games
        .name(snapshot.players.iter_mut().flatten())
        .await;
    let id = &snapshot.id;
    let (kept, challenge) = match snapshot.status {
        Status::Waiting => (
            Some(invitation(state, id).await?),
            challenge(state, id).await?,
        ),
        Status::Playing | Status::Ended => (None, None),
    };
    let is_invited = kept.as_ref().is_some_and(|kept| invites(id, kept, shown));
    let is_open = challenge.is_some_and(|challenge| challenge.is_open);
    Ok(GamePage {
        seat,
        may_join: may_join && (is_invited || is_open),
        open_until_ms: challenge.map(|challenge| challenge.until_ms),
        link: state.links.game(id),
        invitation: kept
            .filter(|_| seat != Seat::Watcher)
            .map(|kept| state.links.invitation(id, &kept)),
        unrated: None,
        reach: state.links.reach,
        snapshot,
    })
}

/// The invitation to the free seat: the game key, if no other was made.
pub(super) async fn invitation(state: &AppState, id: &GameKey) -> Result<String, Fault> {
    let row = state.games.store.game(id).await?;
    let kept = row.and_then(|row| row.invitation);
    Ok(kept.unwrap_or_else(|| id.as_str().to_owned()))
}

pub(super) async fn challenge(state: &AppState, id: &GameKey) -> Result<Option<Waiting>, Fault> {
    let now_ms = state.games.time.date_ms();
    Ok(state.games.store.challenge(id, now_ms).await?)
}

pub(super) fn invites(id: &GameKey, kept: &str, shown: Option<&str>) -> bool {
    // A caller who knows the key has presented it already.
    kept == id.as_str() || shown == Some(kept)
}
