//! Address of the server, and source addresses of clients.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::net::{TcpSocket, TcpStream};

/// Kernel buffers per socket, bytes, kept small for thousands of sockets.
const BUFFER_BYTES: u32 = 16 * 1024;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Limit of source addresses: the last byte of 127.0.0.x.
pub(crate) const MAX_SOURCES: u32 = 250;

#[derive(Clone, Debug)]
pub(crate) struct Target {
    address: SocketAddr,
    host: String,
    sources: u32,
}

impl Target {
    /// Resolves an `http://` URL.
    ///
    /// # Errors
    /// A description of the invalid address.
    pub(crate) async fn resolve(url: &str, sources: u32) -> Result<Self, String> {
        let host = url
            .strip_prefix("http://")
            .ok_or_else(|| format!("{url}: the address has to begin with http://"))?;
        let host = host.trim_end_matches('/');
        if host.is_empty() || host.contains(['/', '?', '#', '@']) {
            return Err(format!("{url}: not of the form http://HOST:PORT"));
        }
        let with_port = match host.parse::<IpAddr>() {
            Ok(_) => format!("{host}:80"),
            Err(_) if host.rsplit_once(':').is_some() => host.to_owned(),
            Err(_) => format!("{host}:80"),
        };
        let mut found = tokio::net::lookup_host(&with_port)
            .await
            .map_err(|error| format!("{url}: {error}"))?;
        let address = found.next().ok_or_else(|| format!("{url}: no address"))?;
        Ok(Self {
            address,
            host: host.to_owned(),
            sources: sources.clamp(1, MAX_SOURCES),
        })
    }

    pub(crate) fn through(&self, proxy: SocketAddr) -> Self {
        Self {
            address: proxy,
            ..self.clone()
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Connects a client. On the loopback network clients use different source addresses, since rate limits are per
    /// address and ports per pair of addresses.
    pub(crate) async fn connect(&self, client: u64) -> io::Result<TcpStream> {
        let socket = if self.address.is_ipv4() {
            TcpSocket::new_v4()?
        } else {
            TcpSocket::new_v6()?
        };
        socket.set_send_buffer_size(BUFFER_BYTES)?;
        socket.set_recv_buffer_size(BUFFER_BYTES)?;
        socket.set_nodelay(true)?;
        if let Some(source) = self.source(client) {
            socket.bind(SocketAddr::from((source, 0)))?;
        }
        match tokio::time::timeout(CONNECT_TIMEOUT, socket.connect(self.address)).await {
            Ok(stream) => stream,
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    /// Source address of a client. `None` outside Linux' loopback network: the system chooses.
    fn source(&self, client: u64) -> Option<Ipv4Addr> {
        let spread = cfg!(target_os = "linux") && self.sources > 1;
        let IpAddr::V4(address) = self.address.ip() else {
            return None;
        };
        // The remainder is below 250.
        let last = 2 + (client % u64::from(self.sources)) as u8;
        (spread && address.is_loopback()).then(|| Ipv4Addr::new(127, 0, 0, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn addresses_are_parsed() {
        let target = Target::resolve("http://127.0.0.1:8000/", 4).await;
        let target = target.expect("an address");
        assert_eq!(target.host(), "127.0.0.1:8000");
        assert_eq!(target.source(5), Some(Ipv4Addr::new(127, 0, 0, 3)));
        let target = Target::resolve("http://127.0.0.1:8000", 1).await;
        assert_eq!(target.expect("an address").source(5), None);
        for url in [
            "127.0.0.1:8000",
            "https://127.0.0.1",
            "http://",
            "http://127.0.0.1:8000/g/1",
        ] {
            assert!(Target::resolve(url, 1).await.is_err(), "{url}");
        }
    }
}
