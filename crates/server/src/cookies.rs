//! Cookies of a browser: the session cookie and the cookie of its next secret.
//!
//! A session's secret is renewed in two steps, so that no lost response loses the session. First the browser
//! gets the next secret in a cookie of its own, where it is not valid yet. Then the renewing request sends it
//! back. Whichever response is lost, one of the two cookies holds the valid secret.

use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};

use crate::random::{self, SECRET_LETTERS};
use crate::state::AppState;

/// Names of a cookie over http and over https, where older versions used the first too. The prefix keeps subdomains and
/// pages without TLS from setting it ([RFC
/// 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix)).
type Names = [&'static str; 2];
pub(crate) const SESSION: Names = ["komadai", "__Host-komadai"];
const NEXT: Names = ["komadai-next", "__Host-komadai-next"];
/// Lifetime of an unused session, days; browsers keep no cookie longer.
pub(crate) const KEEP_DAYS: i64 = 400;
/// Lifetime of a next secret, milliseconds. The page uses it at once, and an older one may have been copied.
const NEXT_MS: i64 = 60_000;

fn jar_of(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    SignedCookieJar::from_headers(headers, state.cookie_key.clone())
}

fn current(names: Names, state: &AppState) -> &'static str {
    names[usize::from(state.links.secure)]
}

/// Secrets of validly signed cookies, the session cookie first.
pub(crate) fn secrets(headers: &HeaderMap, state: &AppState) -> Vec<String> {
    let jar = jar_of(headers, state);
    let own = jar
        .get(current(SESSION, state))
        .or_else(|| jar.get(SESSION[0]));
    let own = own.map(|cookie| cookie.value().to_owned());
    let next = next_of(headers, state).map(|next| next.secret);
    let next = next.filter(|next| own.as_ref() != Some(next));
    own.into_iter().chain(next).collect()
}

/// Returns `true` if only the session cookie can authenticate the browser.
pub(crate) fn is_settled(headers: &HeaderMap, state: &AppState) -> bool {
    matches!(secrets(headers, state).as_slice(), [secret] if holds(secret, headers, state))
}

/// Returns `true` if the session cookie, under its current name, holds that secret.
pub(crate) fn holds(secret: &str, headers: &HeaderMap, state: &AppState) -> bool {
    let own = jar_of(headers, state).get(current(SESSION, state));
    own.is_some_and(|cookie| cookie.value() == secret)
}

pub(crate) fn sets_session(response: &Response) -> bool {
    let set = response.headers().get_all(SET_COOKIE);
    set.iter().any(|cookie| {
        let name = cookie.as_bytes().split(|&byte| byte == b'=').next();
        name.is_some_and(|name| SESSION.iter().any(|known| known.as_bytes() == name))
    })
}

/// Sets the session cookie. The cookie of the next secret stays, because a late response may restore an older
/// secret.
pub(crate) fn cookie(secret: String, headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    let cookie = lasting_cookie(current(SESSION, state), secret, state);
    let jar = jar_of(headers, state);
    let jar = match state.links.secure {
        true => without(SESSION[0], jar),
        false => jar,
    };
    jar.add(cookie)
}

/// Sets the cookie of another session and removes the next secret.
pub(crate) fn first_cookie(
    secret: String,
    headers: &HeaderMap,
    state: &AppState,
) -> SignedCookieJar {
    without(current(NEXT, state), cookie(secret, headers, state))
}

struct Next {
    secret: String,
    session: String,
    until_ms: i64,
}

fn next_of(headers: &HeaderMap, state: &AppState) -> Option<Next> {
    let cookie = jar_of(headers, state).get(current(NEXT, state))?;
    let mut parts = cookie.value().splitn(3, '.');
    Some(Next {
        secret: parts.next()?.to_owned(),
        session: parts.next()?.to_owned(),
        until_ms: parts.next()?.parse().ok()?,
    })
}

pub(crate) fn next_cookie(session: &str, headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    let until_ms = state.games.time.date_ms() + NEXT_MS;
    let secret = random::word(SECRET_LETTERS);
    let value = format!("{secret}.{session}.{until_ms}");
    jar_of(headers, state).add(lasting_cookie(current(NEXT, state), value, state))
}

/// The next secret of that session, if it has not expired.
pub(crate) fn next_secret(session: &str, headers: &HeaderMap, state: &AppState) -> Option<String> {
    let next = next_of(headers, state)?;
    let is_fresh = next.session == session && state.games.time.date_ms() <= next.until_ms;
    is_fresh.then_some(next.secret)
}

/// A cookie for this host only, hidden from scripts, with the longest lifetime.
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

pub(crate) fn without_cookie(headers: &HeaderMap, state: &AppState) -> SignedCookieJar {
    SESSION
        .into_iter()
        .chain(NEXT)
        .fold(jar_of(headers, state), |jar, name| without(name, jar))
}

fn without(name: &'static str, jar: SignedCookieJar) -> SignedCookieJar {
    // Browsers ignore insecure cookies with the `__Host-` prefix, even removals.
    let secure = name.starts_with("__Host-");
    jar.remove(Cookie::build((name, "")).path("/").secure(secure))
}
