//! The address of this server as others see it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::http::header::{HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Uri};
use komadai_protocol::{GameKey, Reach};

use crate::{ServeArgs, ServeError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Links {
    /// Origin such as `https://games.example.org`, without a trailing slash.
    pub(crate) origin: String,
    pub(crate) reach: Reach,
    /// `true` if the origin is https, so cookies are `Secure`.
    pub(crate) secure: bool,
    /// `true` if set by `--public-url`, `false` if detected.
    pub(crate) stated: bool,
    pub(crate) host_name: Option<String>,
}

impl Links {
    pub(crate) fn new(args: &ServeArgs, listening: SocketAddr) -> Result<Self, ServeError> {
        if let Some(given) = &args.public_url {
            return Self::public(given).ok_or_else(|| ServeError::PublicUrl {
                given: given.clone(),
            });
        }
        let ip = if listening.ip().is_unspecified() {
            lan_address()
        } else {
            Some(listening.ip())
        };
        let (ip, reach) = match ip {
            Some(ip) if !ip.is_loopback() => (ip, Reach::LocalNetwork),
            Some(ip) => (ip, Reach::ThisDevice),
            None => (IpAddr::V4(Ipv4Addr::LOCALHOST), Reach::ThisDevice),
        };
        let origin = format!("http://{}", SocketAddr::new(ip, listening.port()));
        Ok(Self {
            origin,
            reach,
            secure: false,
            stated: false,
            host_name: host_name(),
        })
    }

    fn public(given: &str) -> Option<Self> {
        let uri: Uri = given.parse().ok()?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let authority = uri
            .authority()
            .filter(|authority| !authority.as_str().contains('@'))?;
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return None;
        }
        let local = matches!(authority.host(), "localhost" | "127.0.0.1" | "[::1]");
        Some(Self {
            origin: format!("{scheme}://{authority}").to_lowercase(),
            reach: if local {
                Reach::ThisDevice
            } else {
                Reach::Public
            },
            secure: scheme == "https",
            stated: true,
            host_name: host_name(),
        })
    }

    pub(crate) fn game(&self, game: &GameKey) -> String {
        format!("{}/g/{game}", self.origin)
    }

    /// Link to the free seat. Browsers do not send the fragment to servers, so the invitation appears in no log
    /// and no referrer.
    pub(crate) fn invitation(&self, game: &GameKey, invitation: &str) -> String {
        match invitation == game.as_str() {
            // Games made before invitations existed use the game key.
            true => self.game(game),
            false => format!("{}#{invitation}", self.game(game)),
        }
    }

    pub(crate) fn sign_in(&self, code: &str) -> String {
        format!("{}/link#{code}", self.origin)
    }

    /// Returns `true` if the request comes from a page of this server or from no browser. Browsers always send
    /// `Origin` where it matters, and other programs have no cookies to abuse. `Sec-Fetch-Site` is a second line of
    /// defence.
    pub(crate) fn are_origin_of(&self, headers: &HeaderMap) -> bool {
        let is_foreign = |site: &HeaderValue| site == "cross-site" || site == "same-site";
        if headers.get_all("sec-fetch-site").iter().any(is_foreign) {
            return false;
        }
        let Some(origin) = headers.get(ORIGIN) else {
            return true;
        };
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        if origin.eq_ignore_ascii_case(&self.origin) {
            return true;
        }
        let Ok(origin) = origin.parse::<Uri>() else {
            return false;
        };
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        match (origin.authority(), host) {
            (Some(origin), Some(host)) => origin.as_str().eq_ignore_ascii_case(host),
            _ => false,
        }
    }
}

fn host_name() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_str().ok()?.to_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok()?;
    (!name.is_empty()).then(|| name.to_ascii_lowercase())
}

/// Address of this machine in its network. Connecting a UDP socket sends nothing; it only makes the system pick
/// a route.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn links(public_url: Option<&str>, listening: &str) -> Result<Links, ServeError> {
        let args = ServeArgs {
            public_url: public_url.map(str::to_owned),
            ..ServeArgs::default()
        };
        Links::new(&args, listening.parse().expect("an address"))
    }

    #[test]
    fn loopback_reaches_this_device_only() {
        let links = links(None, "127.0.0.1:8000").expect("links");
        assert_eq!(
            (links.origin.as_str(), links.reach),
            ("http://127.0.0.1:8000", Reach::ThisDevice)
        );
        assert_eq!(links.game(&"abc".into()), "http://127.0.0.1:8000/g/abc");
    }

    #[test]
    fn an_address_of_the_network_reaches_the_network() {
        let links = links(None, "192.168.1.7:8000").expect("links");
        assert_eq!(
            (links.origin.as_str(), links.reach),
            ("http://192.168.1.7:8000", Reach::LocalNetwork)
        );
    }

    #[test]
    fn a_public_address_is_taken_as_it_is() {
        let links = links(Some("https://Games.example.org/"), "127.0.0.1:8000").expect("links");
        assert_eq!(links.origin, "https://games.example.org");
        assert_eq!((links.reach, links.secure), (Reach::Public, true));
    }

    #[test]
    fn invalid_public_addresses_are_refused() {
        for text in [
            "games.example.org",
            "ftp://a.b",
            "https://",
            "https://a.b/c",
            "https://u@a.b",
            "",
        ] {
            assert!(links(Some(text), "127.0.0.1:8000").is_err(), "{text}");
        }
    }

    #[test]
    fn origins() {
        let links = Links {
            origin: "https://games.example.org".into(),
            reach: Reach::Public,
            secure: true,
            stated: true,
            host_name: None,
        };
        let ours = |origin: Option<&str>, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().expect("a value"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().expect("a value"));
            }
            links.are_origin_of(&headers)
        };
        assert!(ours(None, "127.0.0.1:8000"));
        assert!(ours(Some("http://127.0.0.1:8000"), "127.0.0.1:8000"));
        assert!(ours(Some("https://games.example.org"), "backend:8000"));
        assert!(!ours(Some("https://evil.example"), "127.0.0.1:8000"));
        assert!(!ours(Some("http://127.0.0.1:8001"), "127.0.0.1:8000"));
        assert!(!ours(Some("null"), "127.0.0.1:8000"));
        for (site, expected) in [
            ("same-origin", true),
            ("none", true),
            ("cross-site", false),
            ("same-site", false),
        ] {
            let site = HeaderValue::from_static(site);
            let headers = HeaderMap::from_iter([(HeaderName::from_static("sec-fetch-site"), site)]);
            assert_eq!(links.are_origin_of(&headers), expected, "{headers:?}");
        }
    }
}
