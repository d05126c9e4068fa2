//! Middleware of all requests and responses.

use std::any::Any;
use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use komadai_protocol::{ErrorCode, Reach};

use super::assets::is_file;
use super::policy::{Page, policy};
use crate::client_address::ClientAddress;
use crate::fault::Fault;
use crate::logs;
use crate::net::MAX_HEAD_BYTES;
use crate::rate::Action;
use crate::reach::Links;
use crate::state::AppState;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

pub(super) async fn headers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let is_page = response.extensions().get::<Page>().is_some();
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy(is_page));
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // A game's address contains its key and must not leak to other sites.
        (REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Other programs use localhost too.
    if state.links.secure && state.links.reach != Reach::ThisDevice {
        headers.insert(STRICT_TRANSPORT_SECURITY, HSTS);
    }
    headers
        .entry(HeaderName::from_static("cross-origin-resource-policy"))
        .or_insert(HeaderValue::from_static("same-origin"));
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses changes requested by pages of other sites (CSRF).
pub(super) async fn same_origin(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if changes && !state.links.are_origin_of(request.headers()) {
        return Fault::from(ErrorCode::ForeignOrigin).into_response();
    }
    next.run(request).await
}

/// Health checks are not counted. Their result is cached, so they are cheap.
const MONITORED: [&str; 2] = ["/healthz", "/readyz"];

/// Refuses requests of an address over its limit. Static files are not counted: a first visit loads dozens of
/// them from memory.
pub(super) async fn rate(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if is_file(path) || MONITORED.contains(&path) {
        return next.run(request).await;
    }
    match state.rates.check(Action::Request, address) {
        Ok(()) => next.run(request).await,
        Err(refused) => Fault::from(refused).into_response(),
    }
}

/// Refuses heads over the limit. hyper reads somewhat beyond it before it refuses.
pub(super) async fn head(request: Request, next: Next) -> Response {
    // ": " and CRLF.
    let line = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    let lines: usize = request.headers().iter().map(line).sum();
    let target = request
        .uri()
        .path_and_query()
        .map_or(0, |it| it.as_str().len());
    match lines + target > MAX_HEAD_BYTES {
        true => Fault::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            ErrorCode::BadRequest,
        )
        .into_response(),
        false => next.run(request).await,
    }
}

/// Refuses foreign `Host` headers, against DNS rebinding.
pub(super) async fn host(State(state): State<AppState>, request: Request, next: Next) -> Response {
    // Health checks may use any `Host`.
    let monitored = MONITORED.contains(&request.uri().path());
    match monitored || host_is_ours(&request, &state.links) {
        true => next.run(request).await,
        false => {
            let host = request.headers().get(HOST).map(HeaderValue::as_bytes);
            tracing::warn!(
                host = logs::shown(host.unwrap_or_default()),
                "http.foreign-host: --public-url names the address that others use"
            );
            Fault::new(StatusCode::MISDIRECTED_REQUEST, ErrorCode::ForeignHost).into_response()
        }
    }
}

/// Returns `true` for the public address and loopback names. Without `--public-url` also for IP addresses, this
/// machine's name and `.local` (mDNS): names that an attacker outside the network cannot point here.
fn host_is_ours(request: &Request, links: &Links) -> bool {
    let mut named = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return false;
    };
    // The host of an absolute request target takes precedence (RFC 9112, 3.2.2).
    let target = request.uri().authority();
    let host = host.to_str().ok().and_then(|host| host.parse().ok());
    host.is_some_and(|host| name_is_ours(&host, links))
        && target.is_none_or(|target| name_is_ours(target, links))
}

fn name_is_ours(host: &Authority, links: &Links) -> bool {
    let name = host.host().trim_end_matches('.').to_ascii_lowercase();
    // Ports are ignored, because proxies drop them.
    let public = links.origin.parse::<Uri>();
    if public.is_ok_and(|uri| uri.host() == Some(name.as_str())) {
        return true;
    }
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>().ok();
    let is_loopback = name == "localhost" || name.ends_with(".localhost");
    is_loopback
        || address.is_some_and(|address| address.is_loopback())
        || !links.stated
            && (address.is_some()
                || name.ends_with(".local")
                || links.host_name.as_deref() == Some(name.as_str()))
}

pub(super) async fn timeout(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Fault::from(ErrorCode::RequestTimeout).into_response(),
    }
}

pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("http.panic");
    Fault::from(ErrorCode::Internal).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use komadai_protocol::Reach;

    use super::*;

    #[test]
    fn hosts() {
        let links = Links {
            origin: "https://games.example.org".into(),
            reach: Reach::Public,
            secure: true,
            stated: true,
            host_name: Some("attic".into()),
        };
        let ours = |hosts: &[&str]| {
            let mut request = Request::new(Body::empty());
            for host in hosts {
                request
                    .headers_mut()
                    .append(HOST, host.parse().expect("a value"));
            }
            host_is_ours(&request, &links)
        };
        for host in [
            "games.example.org",
            "Games.Example.ORG",
            "127.0.0.1:8000",
            "[::1]:8000",
            "localhost:8000",
        ] {
            assert!(ours(&[host]), "{host}");
        }
        let found_out = Links {
            stated: false,
            ..links.clone()
        };
        for host in ["192.168.1.7", "attic:8000", "attic.local"] {
            let mut request = Request::new(Body::empty());
            let value = host.parse().expect("a value");
            request.headers_mut().append(HOST, value);
            assert!(host_is_ours(&request, &found_out), "{host}");
            assert!(
                !host_is_ours(&request, &links),
                "{host} beside a public address"
            );
        }
        for host in [
            "evil.example",
            "evil.example:8000",
            "example.org",
            "127.0.0.1.evil.example",
            "",
        ] {
            assert!(!ours(&[host]), "{host}");
        }
        let with_port = Links {
            origin: "https://games.example.org:8443".into(),
            ..links.clone()
        };
        let mut request = Request::new(Body::empty());
        let host = "games.example.org".parse().expect("a value");
        request.headers_mut().append(HOST, host);
        assert!(host_is_ours(&request, &with_port), "a proxy drops the port");
        assert!(!ours(&[]), "no host");
        assert!(!ours(&["localhost", "localhost"]), "two hosts");
    }
}
