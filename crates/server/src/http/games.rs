use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use komadai_play::check_settings;
use komadai_protocol::{
    CreateGame, ErrorCode, Face, Furigoma, GameKey, GameList, GameName, GamePage, GameSummary,
    PerSide, Seat, SideChoice, SideName, Status,
};
use komadai_store::GameRow;

use super::key::Key;
use super::{Body, ClientAddress, Fault};
use crate::game::{Player, Request, Response, View};
use crate::identity::Visitor;
use crate::random;
use crate::rate::Action;
use crate::state::AppState;

/// Longest list of games.
const MAX_LISTED_GAMES: u32 = 100;

/// `POST /api/games`
pub(super) async fn create(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    player: Player,
    Body(request): Body<CreateGame>,
) -> Result<impl IntoResponse, Fault> {
    let settings = check_settings(&request)?;
    let player = player.called(request.name.as_deref())?;
    state.rates.check(Action::CreateGame, address)?;
    let (side, toss) = seat_of_maker(&request);
    let mut seats = PerSide {
        first: None,
        second: None,
    };
    *seats.get_mut(side) = Some(player.clone());
    let id = state.games.create(settings, seats, toss).await?;
    let view = state.games.view(&id, Some(&player.id)).await?;
    Ok((StatusCode::CREATED, Json(page(&state, view))))
}

/// The side the maker plays. In Shogi and Minishogi the maker tosses five pawns for an even start.
fn seat_of_maker(request: &CreateGame) -> (SideName, Option<Furigoma>) {
    let furigoma = matches!(request.game, GameName::Shogi | GameName::Minishogi);
    match request.side {
        SideChoice::First => (SideName::First, None),
        SideChoice::Second => (SideName::Second, None),
        SideChoice::Random if furigoma && request.handicap.is_none() => {
            let faces = random::five_coins().map(|up| if up { Face::Pawn } else { Face::Tokin });
            let toss = Furigoma::of(faces);
            (toss.tosser, Some(toss))
        }
        SideChoice::Random if random::coin() => (SideName::First, None),
        SideChoice::Random => (SideName::Second, None),
    }
}

/// `GET /api/games`
pub(super) async fn list(
    State(state): State<AppState>,
    Visitor(player): Visitor,
) -> Result<Json<GameList>, Fault> {
    let Some(player) = player else {
        return Ok(Json(GameList { games: Vec::new() }));
    };
    let rows = state
        .games
        .store
        .games_of(player.id.as_str(), MAX_LISTED_GAMES)
        .await?;
    let games = rows
        .into_iter()
        .map(|row| summary(row, player.id.as_str()))
        .collect();
    Ok(Json(GameList { games }))
}

/// `GET /api/games/{id}`
pub(super) async fn show(
    State(state): State<AppState>,
    Key(id): Key,
    Visitor(player): Visitor,
) -> Result<Json<GamePage>, Fault> {
    let player = player.map(|player| player.id);
    let view = state.games.view(&id, player.as_ref()).await?;
    Ok(Json(page(&state, view)))
}

/// What the referee of a game answers to a request for a view of it.
pub(super) async fn viewed(
    state: &AppState,
    id: &GameKey,
    request: Request,
) -> Result<Json<GamePage>, Fault> {
    match state.games.ask(id, request).await {
        Response::View(view) => Ok(Json(page(state, *view))),
        Response::Denied(code) => Err(code.into()),
        _ => Err(ErrorCode::Internal.into()),
    }
}

/// A view with its link.
fn page(state: &AppState, view: View) -> GamePage {
    GamePage {
        seat: view.seat,
        may_join: view.may_join,
        link: state.links.game(&view.snapshot.id),
        reach: state.links.reach,
        snapshot: view.snapshot,
    }
}

fn summary(row: GameRow, player: &str) -> GameSummary {
    let progress = row.progress;
    let side = SideName::BOTH
        .into_iter()
        .find(|side| progress.players.get(*side).as_deref() == Some(player));
    GameSummary {
        id: row.id,
        game: row.game,
        status: progress.status,
        seat: Seat::from(side),
        players: row.players,
        ply: progress.ply,
        your_turn: progress.status == Status::Playing && side == Some(progress.side),
        outcome: progress.outcome,
        updated_at_ms: row.updated_at_ms,
    }
}
