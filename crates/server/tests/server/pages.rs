//! Cost of pages: fixed ones are compressed once, and all are rate-limited.

use reqwest::{Method, StatusCode};

use crate::common::{Person, Running};
use crate::metrics::{read, value};

async fn status(person: &mut Person, path: &str) -> StatusCode {
    person
        .send(person.request(Method::GET, path))
        .await
        .status()
}

#[tokio::test]
async fn a_fixed_page_is_compressed_once_a_language() {
    let server = Running::with(|args| args.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut person = server.somebody();
    if status(&mut person, "/heads.json").await != StatusCode::OK {
        return;
    }
    for _ in 0..5 {
        for path in ["/", "/puzzles", "/new/shogi", "/learn/shogi/lessons/rook"] {
            for language in ["en", "ja"] {
                let request = person.request(Method::GET, path);
                let request = request
                    .header("accept-encoding", "gzip")
                    .header("accept-language", language);
                let response = person.send(request).await;
                assert_eq!(response.status(), StatusCode::OK, "{path}");
                assert_eq!(response.headers()["content-encoding"], "gzip", "{path}");
            }
        }
    }
    let compressed = |text: &str| value(text, "komadai_pages_compressed_total");
    assert_eq!(compressed(&read(&server).await), 8.0);
    // Pages of invented addresses are not cached.
    for name in ["a", "b"] {
        for _ in 0..2 {
            let path = format!("/play/{name}");
            let request = person.request(Method::GET, &path);
            person.send(request.header("accept-encoding", "gzip")).await;
        }
    }
    assert_eq!(compressed(&read(&server).await), 12.0);
}

#[tokio::test]
async fn pages_of_one_address_are_limited_and_the_files_they_need_are_not() {
    let server = Running::with(|args| args.requests_per_second = 1).await;
    let mut person = server.somebody();
    let has_files = status(&mut person, "/manifest.webmanifest").await == StatusCode::OK;
    let mut refused = None;
    for _ in 0..20 {
        let response = person.send(person.request(Method::GET, "/")).await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.expect("twenty pages at once are too many");
    assert!(refused.headers().contains_key("retry-after"));
    for n in 0..3 {
        let request = person.request(Method::GET, "/learn");
        let request = request.header("host", format!("name{n}.localhost"));
        let status = person.send(request).await.status();
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    }
    for path in [
        "/learn",
        "/nothing",
        "/pictures/home.png",
        "/index.html",
        "/api/me",
    ] {
        let status = status(&mut person, path).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
    for _ in 0..20 {
        assert_eq!(status(&mut person, "/healthz").await, StatusCode::OK);
        if has_files {
            let status = status(&mut person, "/manifest.webmanifest").await;
            assert_eq!(status, StatusCode::OK);
        }
    }
}
