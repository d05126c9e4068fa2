//! Damaged rows affect only their own object, at the start and while the server runs.

use std::path::Path;

use komadai_protocol::{
    ApiError, ErrorCode, GameKey, GameList, Me, PlayerKind, ResultList, ServerMessage, Topic,
};
use reqwest::{Method, StatusCode};
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::common::{Person, Running, pair, until};
use crate::metrics::{read, value};

async fn damage(folder: &Path, statements: &[String]) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("komadai.db"));
    let mut connection = options.connect().await.expect("connected");
    for sql in statements {
        let done = sqlx::query(AssertSqlSafe(sql.as_str())).execute(&mut connection);
        let rows = done.await.expect("done").rows_affected();
        assert!(rows > 0 || sql.starts_with("DELETE"), "{sql}");
    }
    connection.close().await.expect("closed");
}

/// Damages an event's payload and resets the projections.
fn of_event(game: &GameKey) -> [String; 3] {
    [
        format!("UPDATE events SET payload = '{{' WHERE game = '{game}' AND kind = 'joined'"),
        "DELETE FROM player_games".into(),
        "UPDATE projections SET position = 0".into(),
    ]
}

async fn refused(person: &mut Person, path: &str) -> (StatusCode, ErrorCode) {
    let (status, error): (_, ApiError) = person.json(Method::GET, path, None).await;
    (status, error.code)
}

async fn games(person: &mut Person) -> Vec<GameKey> {
    let (_, list): (_, GameList) = person.json(Method::GET, "/api/games", None).await;
    list.games.into_iter().map(|game| game.id).collect()
}

const INTERNAL: (StatusCode, ErrorCode) = (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal);

async fn all_but(damaged: &GameKey, sound: &GameKey, [ann, bo]: [&mut Person; 2]) {
    let path = format!("/api/games/{damaged}");
    assert_eq!(refused(ann, &path).await, INTERNAL);
    let mut socket = ann.greet().await;
    socket.subscribe(damaged, None).await;
    let given = socket.unsubscribed().await;
    let topic = Topic::Game(damaged.clone());
    assert_eq!(given, (topic, Some(ErrorCode::Internal)));

    let ply = bo.show(sound).await.snapshot.moves.len() as u32;
    let (mut a, mut b) = (ann.sit(sound).await, bo.sit(sound).await);
    let moves = [["5d5c", "1b1c"], ["5c5b", "4a5b"]][ply as usize / 2];
    a.play(ply, moves[0]).await;
    assert_eq!(b.sees(ply).await, moves[0]);
    b.play(ply + 1, moves[1]).await;

    let made = ann.create(json!({})).await.snapshot.id;
    let listed = games(ann).await;
    assert!(
        listed.contains(&made) && listed.contains(sound),
        "{listed:?}"
    );
    let (status, me): (_, Me) = ann.json(Method::GET, "/api/me", None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(me.unfinished as usize, listed.len());
    let (status, _): (_, ResultList) = bo.json(Method::GET, "/api/results", None).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn one_damaged_event_stops_no_server_and_no_list() {
    let server = Running::start().await;
    let (mut ann, mut bo, sound) = pair(&server, json!({})).await;
    let damaged = ann.create(json!({})).await.snapshot.id;
    bo.join(&damaged).await;
    assert_eq!(games(&mut ann).await.len(), 2, "lists have followed");
    let folder = server.stop().await;
    damage(folder.path(), &of_event(&damaged)).await;

    let metrics = Some(([127, 0, 0, 1], 0).into());
    let server = Running::on(folder, |args| args.metrics = metrics).await;
    let (mut ann, mut bo) = (ann.at(server.address), bo.at(server.address));
    all_but(&damaged, &sound, [&mut ann, &mut bo]).await;
    let set_aside = "komadai_projection_unreadable_total{projection=\"views\"}";
    let has_followed =
        |text: &String| text.contains(set_aside) && value(text, "komadai_projection_behind") == 0.0;
    let text = until(async || read(&server).await, has_followed).await;
    assert_eq!(value(&text, set_aside), 2.0);
    assert_eq!(value(&text, "komadai_projection_lag_seconds"), 0.0);
    assert!(text.contains("komadai_store_read_seconds_count{query=\"games_of\"}"));

    let other = ann.create(json!({})).await.snapshot.id;
    bo.join(&other).await;
    let folder = server.stop().await;
    let server = Running::on(folder, |args| args.metrics = metrics).await;
    let (mut ann, mut bo) = (ann.at(server.address), bo.at(server.address));
    let text = read(&server).await;
    assert_eq!(value(&text, set_aside), 2.0, "what was set aside before");
    damage(server.folder.path(), &of_event(&other)).await;
    all_but(&other, &sound, [&mut ann, &mut bo]).await;
}

#[tokio::test]
async fn one_damaged_row_breaks_no_request_about_another() {
    let server = Running::start().await;
    let (mut ann, mut bo, sound) = pair(&server, json!({})).await;
    let (_, mut carl, _) = pair(&server, json!({})).await;
    let damaged = ann.create(json!({})).await.snapshot.id;
    let [bo_id, ann_id] = {
        let players = ann.show(&sound).await.snapshot.players;
        [players.second, players.first].map(|player| player.expect("seated").id)
    };
    assert_eq!(games(&mut ann).await.len(), 2);
    damage(
        server.folder.path(),
        &[
            format!("UPDATE games SET status = 'unknown' WHERE id = '{damaged}'"),
            format!("UPDATE players SET kind = 'unknown' WHERE id = '{bo_id}'"),
        ],
    )
    .await;
    // The owner of the row is unknown, so only the damaged player fails.
    assert_eq!(refused(&mut bo, "/api/me").await, INTERNAL);
    let (_, list): (_, GameList) = ann.json(Method::GET, "/api/games", None).await;
    assert_eq!(list.games.len(), 1);
    let opponent = list.games[0].players.second.as_ref().expect("seated");
    assert_eq!((&opponent.id, opponent.kind), (&bo_id, PlayerKind::Guest));
    let mut socket = ann.greet().await;
    let topic = Topic::Player(ann_id);
    let subscribe = komadai_protocol::ClientMessage::Subscribe { topic, after: None };
    socket.send(&subscribe).await;
    let listed = socket
        .find(|message| match message {
            ServerMessage::PlayerGames(games) => Some(games.games.len()),
            _ => None,
        })
        .await;
    assert_eq!(listed, 1);
    let mut a = ann.sit(&sound).await;
    a.play(0, "5d5c").await;
    assert_eq!(games(&mut carl).await.len(), 1);

    let [session, challenge] = [
        format!("UPDATE sessions SET created_at = 'never' WHERE player = '{bo_id}'"),
        "INSERT INTO player_results (player, game, won, lost, drawn) SELECT id, 'go', 1, 1, 1 FROM players".into(),
    ];
    damage(server.folder.path(), &[session, challenge]).await;
    assert_eq!(refused(&mut bo, "/api/sessions").await, INTERNAL);
    let (status, results): (_, ResultList) = carl.json(Method::GET, "/api/results", None).await;
    assert_eq!((status, results.results.len()), (StatusCode::OK, 0));
}
