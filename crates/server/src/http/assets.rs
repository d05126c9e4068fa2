//! Files of the web build, embedded by `build.rs`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write as _;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use komadai_protocol::ErrorCode;

use super::head;
use super::policy::Page;
use crate::fault::Fault;
use crate::state::AppState;

struct Asset {
    path: &'static str,
    mime: &'static str,
    etag: &'static str,
    bytes: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

// `static ASSETS: &[Asset]`, sorted by path.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const HASHED: &str = "/assets/";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const NO_CACHE: &str = "no-cache";

const NO_PAGES: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Komadai</title>\
    <h1>Komadai is running</h1><p>This program was built without its web pages. \
    Build them with <code>make serve</code>, or build <code>web/</code> and then the program \
    again.</p>";

/// Returns `true` for static files, which cost no more than a memory read.
pub(super) fn is_file(path: &str) -> bool {
    find(path).is_some_and(|file| !file.mime.starts_with("text/html"))
}

pub(crate) fn has_pages() -> bool {
    find("/index.html").is_some()
}

/// Pages with style elements, and the preloads added to their heads.
pub(super) fn texts_with_styles() -> Vec<&'static str> {
    let text = |asset: &'static Asset| std::str::from_utf8(asset.bytes).ok();
    let preloads = find("/preloads.json").and_then(|json| head::preloads(json.bytes));
    find("/index.html")
        .and_then(text)
        .into_iter()
        .chain(
            preloads
                .into_iter()
                .flat_map(|all| all.values().map(String::as_str)),
        )
        .collect()
}

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS
        .binary_search_by(|asset| asset.path.cmp(path))
        .ok()
        .map(|index| &ASSETS[index])
}

/// Fallback route.
pub(super) async fn serve(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Fault::from(ErrorCode::MethodNotAllowed).into_response();
    }
    let path = uri.path();
    if let Some(asset) = find(path) {
        return answer(asset, &headers);
    }
    // Paths without a file extension are routes of the page.
    let file = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    if file {
        return Fault::from(ErrorCode::NotFound).into_response();
    }
    // Some pages are prerendered: `/learn/shogi.html`.
    let written = find(&format!("{}.html", path.trim_end_matches('/')));
    match (written, find("/index.html")) {
        (Some(page), _) => written_page(&state, page, &headers),
        (None, Some(shell)) => page(&state, shell, &uri, &headers).await,
        (None, None) => (
            StatusCode::NOT_FOUND,
            [(CACHE_CONTROL, NO_CACHE)],
            Html(NO_PAGES),
        )
            .into_response(),
    }
}

/// The shell with a head for clients that run no scripts.
async fn page(state: &AppState, shell: &Asset, uri: &Uri, headers: &HeaderMap) -> Response {
    let heads = find("/heads.json").and_then(|json| head::heads(json.bytes));
    let (Some(heads), Ok(text)) = (heads, std::str::from_utf8(shell.bytes)) else {
        return answer(shell, headers);
    };
    let puzzles =
        find("/puzzle-positions.json").and_then(|json| head::puzzle_positions(json.bytes));
    let page = match head::game_of(uri) {
        Some(game) => head::game_page(state, game).await,
        None => head::page(puzzles, uri),
    };
    let write = || {
        let html = head::complete(state, heads, &page, text, uri, headers);
        match find("/preloads.json").and_then(|json| head::preloads(json.bytes)) {
            Some(preloads) if page.found => head::with_preloads(&html, preloads, uri),
            _ => html,
        }
    };
    if !page.found {
        let html = html_response(Bytes::from(write()), false, &HeaderMap::new());
        return (StatusCode::NOT_FOUND, html).into_response();
    }
    let gzip = accepts(headers, "gzip");
    let make = || ready(state, write(), gzip);
    let bytes = match page.is_fixed {
        true => {
            let (language, origin) = (head::language(headers), head::origin(headers, &state.links));
            let key = format!("{uri} {gzip} {language} {origin}");
            state.page(key, make)
        }
        false => make(),
    };
    html_response(bytes, gzip, headers)
}

fn ready(state: &AppState, html: String, gzip: bool) -> Bytes {
    if !gzip {
        return Bytes::from(html);
    }
    state.games.metrics.page_compressed();
    compressed(html.as_bytes())
}

fn written_page(state: &AppState, page: &Asset, headers: &HeaderMap) -> Response {
    let origin = head::origin(headers, &state.links);
    let gzip = accepts(headers, "gzip");
    let key = format!("{} {gzip} {origin}", page.path);
    let Ok(text) = std::str::from_utf8(page.bytes) else {
        return answer(page, headers);
    };
    let make = || ready(state, text.replace(head::ORIGIN, &origin), gzip);
    html_response(state.page(key, make), gzip, headers)
}

fn compressed(html: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    let _ = encoder.write_all(html);
    Bytes::from(encoder.finish().unwrap_or_default())
}

fn html_response(bytes: Bytes, gzip: bool, headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let page = Extension(Page);
    let common = [
        (CACHE_CONTROL, NO_CACHE),
        (ETAG, etag.as_str()),
        (VARY, "accept-encoding, accept-language, host"),
    ];
    if matches_etag(headers, &etag) {
        return (StatusCode::NOT_MODIFIED, page, common).into_response();
    }
    let mime = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    if gzip {
        (page, common, mime, [(CONTENT_ENCODING, "gzip")], bytes).into_response()
    } else {
        (page, common, mime, bytes).into_response()
    }
}

fn matches_etag(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| matches!(tag.trim(), "*") || tag.trim().trim_start_matches("W/") == etag)
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|choice| {
            let (name, weight) = choice.split_once(';').unwrap_or((choice, ""));
            let refused = weight
                .trim()
                .strip_prefix("q=")
                .is_some_and(|q| q.parse() == Ok(0.0));
            name.trim().eq_ignore_ascii_case(encoding) && !refused
        })
}

fn answer(asset: &Asset, headers: &HeaderMap) -> Response {
    let mut response = answer_of(asset, headers);
    if asset.mime.starts_with("text/html") {
        response.extensions_mut().insert(Page);
    }
    response
}

fn answer_of(asset: &Asset, headers: &HeaderMap) -> Response {
    let cache = if asset.path.starts_with(HASHED) {
        IMMUTABLE
    } else {
        NO_CACHE
    };
    let common = [
        (CACHE_CONTROL, cache),
        (ETAG, asset.etag),
        (VARY, "accept-encoding"),
    ];
    if matches_etag(headers, asset.etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let mime = [(CONTENT_TYPE, asset.mime)];
    for (encoding, bytes) in [("br", asset.brotli), ("gzip", asset.gzip)] {
        if let Some(bytes) = bytes.filter(|_| accepts(headers, encoding)) {
            let encoding = [(CONTENT_ENCODING, encoding)];
            return (common, mime, encoding, Bytes::from_static(bytes)).into_response();
        }
    }
    (common, mime, Bytes::from_static(asset.bytes)).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const ASSET: Asset = Asset {
        path: "/assets/engine-1.wasm",
        mime: "application/wasm",
        etag: "\"1\"",
        bytes: b"identity",
        gzip: Some(b"gzip"),
        brotli: Some(b"brotli"),
    };

    fn headers(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_best_accepted_encoding_is_sent() {
        let encoding = |accept| {
            let response = answer(&ASSET, &headers(ACCEPT_ENCODING, accept));
            response.headers().get(CONTENT_ENCODING).cloned()
        };
        assert_eq!(
            encoding("gzip, deflate, br"),
            Some(HeaderValue::from_static("br"))
        );
        assert_eq!(
            encoding("gzip;q=0.5"),
            Some(HeaderValue::from_static("gzip"))
        );
        assert_eq!(encoding("br;q=0, gzip;q=0"), None);
        assert_eq!(encoding("identity"), None);
    }

    #[test]
    fn hashed_files_are_immutable_and_others_revalidated() {
        let cache =
            |asset: &Asset| answer(asset, &HeaderMap::new()).headers()[CACHE_CONTROL].clone();
        assert_eq!(cache(&ASSET), IMMUTABLE);
        assert_eq!(
            cache(&Asset {
                path: "/sw.js",
                ..ASSET
            }),
            NO_CACHE
        );
        let response = answer(&ASSET, &HeaderMap::new());
        assert_eq!(response.headers()[CONTENT_TYPE], "application/wasm");
        let again = answer(&ASSET, &headers(IF_NONE_MATCH, "W/\"1\""));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
}
