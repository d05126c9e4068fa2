use std::net::{IpAddr, SocketAddr};

use axum::extract::rejection::ExtensionRejection;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::state::AppState;

pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state).await?;
        Ok(Self(of(&parts.headers, peer, state.trust_proxy)))
    }
}

/// The address a trusted proxy added last; a client can forge the ones before it.
fn of(headers: &HeaderMap, peer: SocketAddr, trust_proxy: bool) -> IpAddr {
    if !trust_proxy {
        return peer.ip();
    }
    headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next())
        .and_then(|address| address.trim().parse().ok())
        .unwrap_or(peer.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_address_of_a_trusted_proxy_counts() {
        let peer: SocketAddr = "10.0.0.1:5000".parse().expect("an address");
        let mut headers = HeaderMap::new();
        headers.insert(
            "x-forwarded-for",
            "1.1.1.1, 2.2.2.2".parse().expect("a value"),
        );
        assert_eq!(of(&headers, peer, false).to_string(), "10.0.0.1");
        assert_eq!(of(&headers, peer, true).to_string(), "2.2.2.2");
        headers.insert("x-forwarded-for", "nonsense".parse().expect("a value"));
        assert_eq!(of(&headers, peer, true).to_string(), "10.0.0.1");
    }
}
