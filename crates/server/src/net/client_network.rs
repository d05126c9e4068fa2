//! The unit of limits by address.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The network of one customer of a provider: an IPv4 address, or an IPv6 /64, within which a customer picks
/// addresses freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpAddr);

const NETWORK_BITS: u128 = !0 << 64;

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) & NETWORK_BITS).into(),
            address => address,
        })
    }
}

impl ClientNetwork {
    /// Returns `true` if strangers may share it: not loopback, private or carrier-grade NAT ([RFC
    /// 6598](https://www.rfc-editor.org/rfc/rfc6598)).
    pub(crate) fn is_public(self) -> bool {
        match self.0 {
            IpAddr::V4(address) => {
                let [a, b, ..] = address.octets();
                let is_shared = a == 100 && (64..128).contains(&b);
                !(address.is_loopback()
                    || address.is_private()
                    || address.is_link_local()
                    || address.is_unspecified()
                    || is_shared)
            }
            // The last 64 bits are zero, so ::1 has become ::.
            IpAddr::V6(address) => {
                !(address.is_unspecified()
                    || address.is_unique_local()
                    || address.is_unicast_link_local())
            }
        }
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> ClientNetwork {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
    }

    #[test]
    fn loopback_and_private_networks_are_not_public() {
        let not_public = [
            "127.0.0.1",
            "::1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.178.2",
            "169.254.1.1",
            "100.64.0.1",
            "fd00::1",
            "fe80::1",
            "::ffff:192.168.0.1",
        ];
        for address in not_public {
            assert!(!network(address).is_public(), "{address}");
        }
        for address in ["203.0.113.5", "2001:db8::1", "100.128.0.1", "172.32.0.1"] {
            assert!(network(address).is_public(), "{address}");
        }
    }

    #[test]
    fn ipv4_addresses_are_clients_of_their_own_in_either_notation() {
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("192.0.2.1"), network("::ffff:192.0.2.1"));
    }
}
