use komadai_protocol::{ApiError, ErrorCode, Health};
use komadai_server::Server;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Running, args, exchange};

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    let server = Running::start().await;
    let mut person = server.somebody();
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let request = person
            .request(Method::POST, "/api/games")
            .header("origin", origin)
            .json(&json!({ "game": "shogi" }));
        let response = person.send(request).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{origin}");
        assert_eq!(
            response.json::<ApiError>().await.expect("JSON").code,
            ErrorCode::ForeignOrigin
        );

        let mut request = format!("ws://{}/ws", server.address)
            .into_client_request()
            .expect("an address");
        request
            .headers_mut()
            .insert("origin", origin.parse().expect("a value"));
        assert!(
            tokio_tungstenite::connect_async(request).await.is_err(),
            "{origin}"
        );
    }
    let mut request = format!("ws://{}/ws", server.address)
        .into_client_request()
        .expect("an address");
    let own = format!("http://{}", server.address);
    request
        .headers_mut()
        .insert("origin", own.parse().expect("a value"));
    assert!(tokio_tungstenite::connect_async(request).await.is_ok());
}

#[tokio::test]
async fn every_answer_has_security_headers() {
    let server = Running::start().await;
    let mut person = server.somebody();
    for path in ["/", "/api/me", "/api/nothing", "/healthz", "/no.js"] {
        let response = person.send(person.request(Method::GET, path)).await;
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("worker-src 'self'"));
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "same-origin", "{path}");
        assert!(headers.contains_key("cache-control"), "{path}");
    }
}

#[tokio::test]
async fn not_modified_carries_the_policy_of_its_page() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let first = person.send(person.request(Method::GET, "/")).await;
    // A build without pages has none to cache.
    let Some(etag) = first.headers().get("etag").cloned() else {
        return;
    };
    let again = person
        .request(Method::GET, "/")
        .header("if-none-match", etag);
    let again = person.send(again).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    let policy =
        |response: &reqwest::Response| response.headers()["content-security-policy"].clone();
    assert_eq!(policy(&again), policy(&first));
    assert!(policy(&first).to_str().expect("text").contains("'sha256-"));
}

#[tokio::test]
async fn unknown_addresses_and_methods() {
    let server = Running::start().await;
    let mut person = server.somebody();
    for (method, path, status, code) in [
        (Method::GET, "/api/nothing", 404, ErrorCode::NotFound),
        (Method::GET, "/api", 404, ErrorCode::NotFound),
        (Method::GET, "/assets/nothing.js", 404, ErrorCode::NotFound),
        (
            Method::GET,
            "/api/games/nothing",
            404,
            ErrorCode::NoSuchGame,
        ),
        (
            Method::POST,
            "/api/games/nothing/join",
            404,
            ErrorCode::NoSuchGame,
        ),
        (
            Method::DELETE,
            "/api/games",
            405,
            ErrorCode::MethodNotAllowed,
        ),
        (Method::POST, "/", 405, ErrorCode::MethodNotAllowed),
    ] {
        let (got, error): (_, ApiError) = person.json(method.clone(), path, None).await;
        assert_eq!(
            (got.as_u16(), error.code),
            (status, code),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn the_cookie_is_kept_and_cannot_be_forged() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let request = person
        .request(Method::POST, "/api/games")
        .json(&json!({ "game": "shogi" }));
    let response = person.send(request).await;
    let cookie = response.headers()["set-cookie"]
        .to_str()
        .expect("text")
        .to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "{cookie}");
    let again = person.send(person.request(Method::GET, "/api/me")).await;
    assert!(!again.headers().contains_key("set-cookie"));

    let id = person.create(json!({})).await.snapshot.id;
    let good = person.cookie.clone().expect("a cookie");
    let mut forger = server.somebody();
    let forged = format!("{}A", &good[..good.len() - 1]);
    forger.cookie = Some(if forged == good {
        format!("{}B", &good[..good.len() - 1])
    } else {
        forged
    });
    assert_eq!(forger.show(&id).await.seat, komadai_protocol::Seat::Watcher);
    // The signing key is stored in the database.
    let server = server.restart().await;
    let mut person = person.at(server.address);
    assert_eq!(person.show(&id).await.seat, komadai_protocol::Seat::First);
}

#[tokio::test]
async fn cookies_are_secure_and_links_public_behind_https() {
    let server =
        Running::with(|args| args.public_url = Some("https://games.example.org".into())).await;
    let mut person = server.somebody();
    let request = person
        .request(Method::POST, "/api/games")
        .json(&json!({ "game": "shogi" }));
    let response = person.send(request).await;
    assert!(
        response.headers()["set-cookie"]
            .to_str()
            .expect("text")
            .contains("Secure")
    );
    let page = person.create(json!({})).await;
    assert_eq!(page.reach, komadai_protocol::Reach::Public);
    assert_eq!(
        page.link,
        format!("https://games.example.org/g/{}", page.snapshot.id)
    );
}

#[tokio::test]
async fn behind_https_the_cookie_is_of_this_host_alone_and_replaces_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = Running::on(folder, |_| {}).await;
    let mut person = before.somebody();
    let id = person.create(json!({})).await.snapshot.id;
    let old = person.cookie.clone().expect("a cookie");
    assert!(old.starts_with("komadai="), "{old}");
    let secure = |args: &mut komadai_server::ServeArgs| {
        args.public_url = Some("https://games.example.org".into());
    };
    let server = Running::on(before.stop().await, secure).await;
    let mut person = person.at(server.address);
    assert_eq!(person.show(&id).await.seat, komadai_protocol::Seat::First);
    assert_eq!(person.cookie.as_ref(), Some(&old));
    let body = json!({ "game": "shogi" });
    let request = person.request(Method::POST, "/api/games").json(&body);
    let response = request.send().await.expect("an answer");
    let set = response.headers().get_all("set-cookie");
    let set: Vec<&str> = set.iter().map(|it| it.to_str().expect("text")).collect();
    let new = set.iter().find(|it| it.starts_with("__Host-komadai="));
    let new = *new.expect("another cookie");
    for part in ["Secure", "Path=/", "HttpOnly"] {
        assert!(new.contains(part) && !new.contains("Domain"), "{new}");
    }
    let gone = |it: &&str| it.starts_with("komadai=;") && it.contains("Max-Age=0");
    assert!(set.iter().any(gone), "{set:?}");
    let new = new.split(';').next().expect("a pair").to_owned();
    person.cookie = Some(format!("komadai=nonsense; {new}"));
    assert_eq!(person.show(&id).await.seat, komadai_protocol::Seat::First);
    let again = person.request(Method::POST, "/api/games").json(&body);
    let again = again.send().await.expect("an answer");
    // Only the device cookie is renewed each time.
    for set in again.headers().get_all("set-cookie") {
        let set = set.to_str().expect("text");
        assert!(set.starts_with("komadai-device="), "{set}");
    }
}

#[tokio::test]
async fn browsers_stay_with_https_where_the_server_knows_of_it() {
    const HSTS: &str = "strict-transport-security";
    for (url, expected) in [
        (Some("https://games.example.org"), true),
        (Some("http://games.example.org"), false),
        (Some("https://localhost:8443"), false),
        (None, false),
    ] {
        let server = Running::with(|args| args.public_url = url.map(str::to_owned)).await;
        let mut person = server.somebody();
        let response = person.send(person.request(Method::GET, "/api/me")).await;
        assert_eq!(response.headers().contains_key(HSTS), expected, "{url:?}");
    }
}

#[tokio::test]
async fn beside_a_public_address_names_of_the_local_network_are_foreign() {
    let public = Running::with(|args| args.public_url = Some("https://a.example".into())).await;
    let local = Running::start().await;
    for (host, good_beside_it) in [
        ("a.example", true),
        ("127.0.0.1:8000", true),
        ("localhost", true),
        ("evil.local", false),
        ("1.2.3.4", false),
    ] {
        for (server, good) in [(&public, good_beside_it), (&local, host != "a.example")] {
            let mut person = server.somebody();
            let request = person.request(Method::GET, "/api/me").header("host", host);
            let status = person.send(request).await.status();
            assert_eq!(status == StatusCode::OK, good, "{host}: {status}");
        }
    }
}

#[tokio::test]
async fn creating_games_is_limited() {
    let server = Running::with(|args| args.new_games_per_minute = 3).await;
    let mut person = server.somebody();
    for _ in 0..3 {
        person.create(json!({})).await;
    }
    let body = Some(json!({ "game": "shogi" }));
    let (status, error): (_, ApiError) = person.json(Method::POST, "/api/games", body).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(error.code, ErrorCode::TooManyRequests);
}

#[tokio::test]
async fn health_and_the_page() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let (status, health): (_, Health) = person.json(Method::GET, "/healthz", None).await;
    assert!(status.is_success() && health.ok);
    // Page addresses return HTML even without a web build.
    for path in ["/", "/g/abc", "/play/shogi"] {
        let response = person.send(person.request(Method::GET, path)).await;
        assert!(
            response.headers()["content-type"]
                .to_str()
                .expect("text")
                .starts_with("text/html")
        );
        assert_eq!(response.headers()["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn a_taken_port_is_a_clear_sentence() {
    let server = Running::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut args = args(folder.path().join("komadai.db"));
    args.bind = server.address;
    let Err(error) = Server::start(args).await else {
        panic!("started")
    };
    let text = error.to_string();
    assert!(
        text.contains("already in use") && text.contains("--bind"),
        "{text}"
    );
}

/// A delayed response to a GET replaced the identity given by a concurrent POST.
#[tokio::test]
async fn looking_gives_no_identity_and_replaces_none() {
    let server = Running::start().await;
    let mut person = server.somebody();
    let id = server.somebody().create(json!({})).await.snapshot.id;
    for path in ["/api/me", "/api/games", &format!("/api/games/{id}")] {
        let response = person.send(person.request(Method::GET, path)).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert!(!response.headers().contains_key("set-cookie"), "{path}");
    }
    let page = person.invited(&id).await;
    assert!(page.may_join && page.seat == komadai_protocol::Seat::Watcher);
    person.create(json!({})).await;
    let cookie = person.cookie.clone().expect("an identity");
    person.send(person.request(Method::GET, "/api/me")).await;
    assert_eq!(person.cookie, Some(cookie));
}

#[tokio::test]
async fn requests_for_another_host_are_refused() {
    let server = Running::start().await;
    let mut person = server.somebody();
    for path in ["/", "/api/me", "/ws"] {
        let request = person
            .request(Method::GET, path)
            .header("host", "rebound.example");
        let response = person.send(request).await;
        assert_eq!(response.status(), StatusCode::MISDIRECTED_REQUEST, "{path}");
        assert_eq!(
            response.json::<ApiError>().await.expect("JSON").code,
            ErrorCode::ForeignHost
        );
    }
    for hosts in ["", "host: 127.0.0.1\r\nhost: rebound.example\r\n"] {
        let head = format!("GET /api/me HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
        let answer = exchange(server.address, head.as_bytes()).await;
        let refused = answer.starts_with("HTTP/1.1 421") || answer.starts_with("HTTP/1.1 400");
        assert!(refused, "{hosts:?}: {answer}");
    }
}
