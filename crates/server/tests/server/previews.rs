//! Pictures of positions and heads of pages for link previews.

use std::collections::HashMap;

use komadai_protocol::{ApiError, ErrorCode};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Person, Running};

async fn text(person: &mut Person, path: &str, headers: &[(&str, &str)]) -> String {
    let mut request = person.request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = person.send(request).await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    response.text().await.expect("text")
}

async fn has_pages(person: &mut Person) -> bool {
    let response = person
        .send(person.request(Method::GET, "/heads.json"))
        .await;
    response.status() == StatusCode::OK
}

#[tokio::test]
async fn pictures_are_png_and_may_be_kept() {
    let server = Running::start().await;
    let mut person = server.somebody();
    for path in [
        "/pictures/home.png",
        "/pictures/shogi.png",
        "/pictures/shogun.png",
        "/pictures/torishogi.png?position=3k3.7.2S4.7.7.7.3K3_b_2s_1",
        "/pictures/minishogi.png?position=rbsgk%2F4p%2F5%2FP4%2FKGSBR%20b%20-%201",
    ] {
        let response = person.send(person.request(Method::GET, path)).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let headers = response.headers();
        assert_eq!(headers["content-type"], "image/png", "{path}");
        assert_eq!(headers["cache-control"], "public, max-age=86400");
        assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        let bytes = response.bytes().await.expect("bytes");
        assert!(bytes.starts_with(b"\x89PNG"), "{path}");
        assert!(bytes.len() < 400_000, "{path}: {}", bytes.len());
    }
}

#[tokio::test]
async fn a_bad_position_is_refused_with_its_reason() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let long = format!("/pictures/shogi.png?position={}", "9.".repeat(300));
    for (path, status, code) in [
        (
            "/pictures/shogi.png?position=nonsense",
            422,
            ErrorCode::BadPosition,
        ),
        ("/pictures/shogi.png?position=", 422, ErrorCode::BadPosition),
        (long.as_str(), 422, ErrorCode::BadPosition),
        (
            "/pictures/minishogi.png?position=K4.5.5.5.K4_b_-_1",
            422,
            ErrorCode::ImpossiblePosition,
        ),
        ("/pictures/chess.png", 404, ErrorCode::NotFound),
        ("/pictures/shogi.svg", 404, ErrorCode::NotFound),
        ("/pictures/%FF", 404, ErrorCode::NotFound),
        (
            "/pictures/shogi.png?bottom=left",
            400,
            ErrorCode::BadRequest,
        ),
        (
            "/pictures/shogi.png?position=%FF",
            422,
            ErrorCode::BadPosition,
        ),
    ] {
        let response = person.send(person.request(Method::GET, path)).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        let error: ApiError = response.json().await.expect("JSON");
        assert_eq!(error.code, code, "{path}");
    }
}

#[tokio::test]
async fn every_page_says_what_it_is() {
    let server = Running::start().await;
    let mut person = server.somebody();
    if !has_pages(&mut person).await {
        return;
    }
    let origin = format!("http://{}", server.address);
    for (path, picture) in [
        ("/", "home.png"),
        ("/learn", "home.png"),
        ("/new/torishogi", "torishogi.png"),
        ("/learn/shogun", "shogun.png"),
        ("/learn/shogi/drops", "shogi.png"),
        ("/learn/minishogi/ja/ending", "minishogi.png"),
        ("/learn/shogi/lessons/rook", "shogi.png"),
        ("/learn/shogi/handicaps", "shogi.png"),
        ("/view", "home.png"),
        (
            "/view?minishogi=rbsgk.4p.5.P4.KGSBR_b_-_1",
            "minishogi.png?position=rbsgk.4p.5.P4.KGSBR_b_-_1",
        ),
    ] {
        let html = text(&mut person, path, &[]).await;
        let url = path.split('?').next().expect("a path");
        for tag in [
            format!("property=\"og:image\" content=\"{origin}/pictures/{picture}\""),
            format!("property=\"og:url\" content=\"{origin}{url}\""),
            "property=\"og:title\" content=\"".into(),
            "property=\"og:description\" content=\"".into(),
            "name=\"description\" content=\"".into(),
        ] {
            assert_eq!(html.matches(&tag).count(), 1, "{path}: {tag}");
        }
        assert!(
            !html.contains("%ORIGIN%") && !html.contains("content=\"\""),
            "{path}"
        );
    }
    let japanese = text(&mut person, "/", &[("accept-language", "ja,en;q=0.5")]).await;
    assert!(japanese.contains("<html lang=\"ja\">") && japanese.contains("ja_JP"));
    // The service worker caches the file as built.
    let shell = text(&mut person, "/index.html", &[]).await;
    assert!(!shell.contains("og:image"));
}

/// Puzzles of `crates/lab/puzzles/`, one for each side to move.
#[tokio::test]
async fn a_puzzle_shows_its_position_from_the_side_that_moves() {
    let server = Running::start().await;
    let mut person = server.somebody();
    if !has_pages(&mut person).await {
        return;
    }
    let positions = text(&mut person, "/puzzle-positions.json", &[]).await;
    let positions: HashMap<String, HashMap<String, String>> =
        serde_json::from_str(&positions).expect("JSON");
    for (mover, bottom) in [(" b ", ""), (" w ", "&bottom=second")] {
        let (id, position) = positions["minishogi"]
            .iter()
            .filter(|(_, position)| position.contains(mover))
            .min()
            .expect("a puzzle");
        let html = text(&mut person, &format!("/puzzles/minishogi/{id}"), &[]).await;
        let written = position
            .replace(' ', "_")
            .replace('/', ".")
            .replace('+', "~");
        let picture = format!("/pictures/minishogi.png?position={written}{bottom}");
        let content = format!("{}\"", picture.replace('&', "&amp;"));
        assert!(html.contains(&content), "{id}: {content}");
        let shown = person.send(person.request(Method::GET, &picture)).await;
        assert_eq!(shown.headers()["content-type"], "image/png", "{picture}");
    }
    let none = text(&mut person, "/puzzles/minishogi/nosuchid", &[]).await;
    assert!(none.contains("/pictures/minishogi.png\""));
}

/// Shares its table with `web/src/router.test.ts`.
#[tokio::test]
async fn unknown_addresses_get_404_and_the_not_found_page() {
    let server = Running::start().await;
    let mut person = server.somebody();
    if !has_pages(&mut person).await {
        return;
    }
    let addresses: HashMap<String, Vec<String>> =
        serde_json::from_str(include_str!("addresses.json")).expect("JSON");
    let mut cases: Vec<(&str, u16)> = Vec::new();
    cases.extend(addresses["pages"].iter().map(|path| (path.as_str(), 200)));
    cases.extend(addresses["missing"].iter().map(|path| (path.as_str(), 404)));
    // Unknown chapters and games are known only to the page or the database.
    cases.extend([("/learn/shogi/nochapter", 404), ("/g/nosuchgame", 404)]);
    assert!(cases.len() > 40);
    for (path, status) in cases {
        let response = person.send(person.request(Method::GET, path)).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        let html = response.text().await.expect("a page");
        assert!(html.contains("<script"), "{path}");
    }
}

#[tokio::test]
async fn an_invitation_shows_its_position_and_no_more_of_the_game() {
    let server = Running::start().await;
    let mut person = server.somebody();
    if !has_pages(&mut person).await {
        return;
    }
    let request = person
        .request(Method::POST, "/api/games")
        .json(&json!({ "game": "shogi", "side": "first", "handicap": "rook" }));
    let made: serde_json::Value = person.send(request).await.json().await.expect("JSON");
    let id = made["snapshot"]["id"].as_str().expect("an id");
    let mut stranger = server.somebody();
    let html = text(&mut stranger, &format!("/g/{id}"), &[]).await;
    assert!(html.contains(
        "/pictures/shogi.png?position=lnsgkgsnl.7b1.ppppppppp.9.9.9.PPPPPPPPP.1B5R1.LNSGKGSNL_w_-_1"
    ));
    let none = stranger.request(Method::GET, "/g/nosuchgame");
    let none = stranger.send(none).await.text().await.expect("a page");
    assert!(none.contains("/pictures/home.png"));
}

#[tokio::test]
async fn the_public_url_takes_precedence_over_the_host_header() {
    let server =
        Running::with(|args| args.public_url = Some("https://games.example.org".into())).await;
    let mut person = server.somebody();
    if !has_pages(&mut person).await {
        return;
    }
    for path in ["/", "/learn/shogi"] {
        let html = text(&mut person, path, &[]).await;
        assert!(
            html.contains("content=\"https://games.example.org/pictures/"),
            "{path}"
        );
        let again = person
            .request(Method::GET, path)
            .header("accept-encoding", "gzip");
        let response = person.send(again).await;
        assert_eq!(response.headers()["content-encoding"], "gzip", "{path}");
        assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        let etag = response.headers()["etag"].clone();
        let known = person
            .request(Method::GET, path)
            .header("accept-encoding", "gzip")
            .header("if-none-match", etag);
        let response = person.send(known).await;
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
}
