//! The cookies of a browser: that of its session, and that of the secret the session goes on with.
//!
//! A session's secret is renewed in two steps, so that no lost answer loses the session: first the browser is given the next
//! secret in a cookie of its own, where it counts for nothing; the request that renews brings it along. Whichever answer is
//! lost, one of both cookies holds the secret that counts.

use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};

use crate::random::{self, SECRET_LETTERS};
use crate::state::AppState;

/// The cookie over http, and over https before it had a prefix.
const COOKIE: &str = "komadai";
/// The cookie over https: neither a subdomain nor a page without TLS can set one of this name
/// ([RFC 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix)).
const HOST_COOKIE: &str = "__Host-komadai";
/// The cookie of the next secret over http.
const NEXT: &str = "komadai-next";
/// The same over https.
const HOST_NEXT: &str = "__Host-komadai-next";
/// How long a session lasts without being seen, days; a browser keeps no cookie longer.
pub(crate) const KEEP_DAYS: i64 = 400;
/// How long a next secret may be used, milliseconds: the page uses it at once, and one that lay in a browser may have been
/// copied.
const NEXT_MS: i64 = 60_000;

fn jar_of(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    SignedCookieJar::from_headers(headers, state.cookie_key.clone())
}

/// The name of the session's cookie that is set.
fn cookie_name(state: &AppState) -> &'static str {
    match state.links.secure {
        true => HOST_COOKIE,
        false => COOKIE,
    }
}

/// The name of the cookie of the next secret.
fn next_name(state: &AppState) -> &'static str {
    match state.links.secure {
        true => HOST_NEXT,
        false => NEXT,
    }
}

/// The secrets in the cookies whose signature is right, the one that counts first.
pub(crate) fn secrets(headers: &HeaderMap, state: &AppState) -> Vec<String> {
    let jar = jar_of(headers, state);
    let own = jar.get(cookie_name(state)).or_else(|| jar.get(COOKIE));
    let own = own.map(|cookie| cookie.value().to_owned());
    let next = next_of(headers, state).map(|next| next.secret);
    let next = next.filter(|next| own.as_ref() != Some(next));
    own.into_iter().chain(next).collect()
}

/// No other cookie than the session's can say who the browser is.
pub(crate) fn is_settled(headers: &HeaderMap, state: &AppState) -> bool {
    matches!(secrets(headers, state).as_slice(), [secret] if holds(secret, headers, state))
}

/// The session's cookie has that secret, under the name that is set.
pub(crate) fn holds(secret: &str, headers: &HeaderMap, state: &AppState) -> bool {
    let own = jar_of(headers, state).get(cookie_name(state));
    own.is_some_and(|cookie| cookie.value() == secret)
}

/// The answer has a session's cookie already.
pub(crate) fn sets_session(response: &Response) -> bool {
    let set = response.headers().get_all(SET_COOKIE);
    set.iter().any(|cookie| {
        let name = cookie.as_bytes().split(|&byte| byte == b'=').next();
        name.is_some_and(|name| name == COOKIE.as_bytes() || name == HOST_COOKIE.as_bytes())
    })
}

/// Gives the browser a cookie with that secret. The cookie of the next secret stays: an answer that comes late may bring an
/// older secret back.
pub(crate) fn cookie(secret: String, headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    let cookie = lasting_cookie(cookie_name(state), secret, state);
    let jar = jar_of(headers, state);
    let jar = match state.links.secure {
        true => without(COOKIE, jar),
        false => jar,
    };
    jar.add(cookie)
}

/// Gives the browser the cookie of another session.
pub(crate) fn first_cookie(
    secret: String,
    headers: &HeaderMap,
    state: &AppState,
) -> SignedCookieJar {
    without(next_name(state), cookie(secret, headers, state))
}

/// A secret with which a session may go on.
struct Next {
    secret: String,
    /// The session that it was made for.
    session: String,
    until_ms: i64,
}

fn next_of(headers: &HeaderMap, state: &AppState) -> Option<Next> {
    let cookie = jar_of(headers, state).get(next_name(state))?;
    let mut parts = cookie.value().splitn(3, '.');
    Some(Next {
        secret: parts.next()?.to_owned(),
        session: parts.next()?.to_owned(),
        until_ms: parts.next()?.parse().ok()?,
    })
}

/// Gives the browser the next secret of its session, in a cookie of its own.
pub(crate) fn next_cookie(session: &str, headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    let until_ms = state.games.time.date_ms() + NEXT_MS;
    let secret = random::word(SECRET_LETTERS);
    let value = format!("{secret}.{session}.{until_ms}");
    jar_of(headers, state).add(lasting_cookie(next_name(state), value, state))
}

/// The next secret that the browser was given just now for that session.
pub(crate) fn next_secret(session: &str, headers: &HeaderMap, state: &AppState) -> Option<String> {
    let next = next_of(headers, state)?;
    let is_fresh = next.session == session && state.games.time.date_ms() <= next.until_ms;
    is_fresh.then_some(next.secret)
}

/// A cookie for this server alone, which scripts cannot read, kept for as long as browsers do.
pub(crate) fn lasting_cookie(
    name: &'static str,
    value: String,
    state: &AppState,
) -> Cookie<'static> {
    Cookie::build((name, value))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(state.links.secure)
        .path("/")
        .max_age(time::Duration::days(KEEP_DAYS))
        .build()
}

/// Takes the cookies from the browser that it sent.
pub(crate) fn without_cookie(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    let names = [COOKIE, HOST_COOKIE, NEXT, HOST_NEXT];
    names
        .into_iter()
        .fold(jar_of(headers, state), |jar, name| without(name, jar))
}

fn without(name: &'static str, jar: SignedCookieJar) -> SignedCookieJar {
    // Browsers take no cookie with the prefix that is not secure, not even to remove it.
    let secure = name.starts_with("__Host-");
    jar.remove(Cookie::build((name, "")).path("/").secure(secure))
}
