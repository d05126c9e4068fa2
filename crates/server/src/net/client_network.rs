//! Whom a limit by address is about.

use std::net::{IpAddr, Ipv6Addr};

/// The network that one customer of a provider has: an IPv4 address, or the /64 of an IPv6 address, in which a
/// customer picks addresses at will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpAddr);

/// The first 64 of 128 bits.
const NETWORK_BITS: u128 = !0 << 64;

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) & NETWORK_BITS).into(),
            address => address,
        })
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
    fn ipv4_addresses_are_clients_of_their_own_in_either_notation() {
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("192.0.2.1"), network("::ffff:192.0.2.1"));
    }
}
