//! Requests that a proxy or a browser could parse differently from the server.

use komadai_protocol::{ApiError, ErrorCode};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Running, exchange, pair};

fn answers(text: &str) -> (&str, usize) {
    let status = text.get(9..12).unwrap_or_default();
    (status, text.matches("HTTP/1.").count())
}

async fn answered(server: &Running, request: &str) -> (String, usize) {
    let text = exchange(server.address, request.as_bytes()).await;
    let (status, count) = answers(&text);
    (status.to_owned(), count)
}

#[tokio::test]
async fn two_lengths_are_one_request_or_none() {
    let server = Running::start().await;
    let smuggled = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let chunked = format!(
        "POST /api/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: 5\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n0\r\n\r\n{smuggled}"
    );
    let (status, count) = answered(&server, &chunked).await;
    assert!(status.starts_with('4') && count == 1, "{status} {count}");
    let twice = format!(
        "POST /api/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\
         content-length: {}\r\n\r\n{smuggled}",
        smuggled.len()
    );
    assert_eq!(answered(&server, &twice).await, ("400".to_owned(), 1));
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let (status, count) = answered(&server, preface).await;
    assert!(count == 0 || status.starts_with('4'), "{status}");
    let old = "GET /healthz HTTP/1.0\r\nhost: localhost\r\n\r\n";
    assert_eq!(answered(&server, old).await, ("200".to_owned(), 1));
}

#[tokio::test]
async fn an_address_with_another_host_in_it_is_refused() {
    let server = Running::start().await;
    for (target, status) in [
        ("http://rebound.example/api/me", "421"),
        ("http://localhost/api/me", "200"),
    ] {
        let request =
            format!("GET {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let answer = answered(&server, &request).await;
        assert_eq!(answer, (status.to_owned(), 1), "{target}");
    }
}

#[tokio::test]
async fn a_head_of_32_kib_passes_and_one_of_33_is_refused() {
    let server = Running::start().await;
    for (bytes, status) in [(32_000, "200"), (33_000, "431"), (40_000, "431")] {
        let request = format!(
            "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: {}\r\n\r\n",
            "a".repeat(bytes)
        );
        let (got, _) = answered(&server, &request).await;
        assert_eq!(got, status, "{bytes}");
    }
}

#[tokio::test]
async fn path_traversal_and_invalid_keys_are_not_found() {
    let server = Running::start().await;
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/%252e%252e/Cargo.toml",
        "/assets/..\\Cargo.toml",
        "//etc/passwd.txt",
        "/api/games/..%2f..%2fme",
        "/api/games/%00",
        "/api/games/a%0d%0ab",
        "/pictures/..%2f..%2fkomadai.db",
    ] {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let (status, count) = answered(&server, &request).await;
        assert!(
            count == 1 && (status == "404" || status == "400"),
            "{path}: {status}"
        );
    }
}

/// Requests that a page of another site can send without a preflight.
#[tokio::test]
async fn forms_of_other_sites_change_nothing() {
    let server = Running::start().await;
    let mut person = server.somebody();
    person.create(json!({})).await;
    let (_, _, id) = pair(&server, json!({})).await;
    let foreign = [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ];
    for header in foreign {
        for (path, kind, body) in [
            ("/api/games", Some("text/plain"), "{\"game\":\"shogi\"}"),
            (
                "/api/games",
                Some("application/x-www-form-urlencoded"),
                "game=shogi",
            ),
            (
                "/api/games",
                Some("application/json"),
                "{\"game\":\"shogi\"}",
            ),
            (&format!("/api/games/{id}/join"), None, ""),
            ("/api/sign-in-code", None, ""),
        ] {
            let request = person
                .request(Method::POST, path)
                .header(header.0, header.1);
            let request = match kind {
                Some(kind) => request.header("content-type", kind).body(body.to_owned()),
                None => request,
            };
            let response = person.send(request).await;
            assert_eq!(
                response.status(),
                StatusCode::FORBIDDEN,
                "{header:?} {path}"
            );
            let error: ApiError = response.json().await.expect("JSON");
            assert_eq!(error.code, ErrorCode::ForeignOrigin, "{header:?} {path}");
        }
    }
    let request = person.request(Method::POST, "/api/games");
    let kind = "application/x-www-form-urlencoded";
    let response = person.send(request.header("content-type", kind)).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_socket_needs_our_origin_our_host_and_a_good_token() {
    let server = Running::start().await;
    for (name, value, status) in [
        ("origin", "https://evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("host", "rebound.example", 421),
        ("authorization", "Bearer kmd_0123456789abcdefghijkl", 401),
    ] {
        let mut request = format!("ws://{}/ws", server.address)
            .into_client_request()
            .expect("an address");
        request
            .headers_mut()
            .insert(name, value.parse().expect("a value"));
        match tokio_tungstenite::connect_async(request).await {
            Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), status, "{name}"),
            other => panic!("{name}: {:?}", other.err()),
        }
    }
}
