//! How often somebody may do something.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use komadai_protocol::limits::{MESSAGE_BURST, MESSAGES_PER_SECOND};

/// Games an address may create.
pub(crate) struct NewGames(DefaultKeyedRateLimiter<IpAddr>);

impl NewGames {
    pub(crate) fn new(per_minute: u32) -> Self {
        let per_minute = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
        Self(RateLimiter::keyed(Quota::per_minute(per_minute)))
    }

    /// Whether that address may create another game now.
    pub(crate) fn allow(&self, address: IpAddr) -> bool {
        // Addresses that have been quiet are forgotten now and then.
        if self.0.len() > 10_000 {
            self.0.retain_recent();
        }
        self.0.check_key(&address).is_ok()
    }
}

/// Messages a socket may send.
pub(crate) struct Messages(DefaultDirectRateLimiter);

impl Messages {
    pub(crate) fn new() -> Self {
        let burst = NonZeroU32::new(MESSAGE_BURST).unwrap_or(NonZeroU32::MIN);
        let per_second = NonZeroU32::new(MESSAGES_PER_SECOND).unwrap_or(NonZeroU32::MIN);
        Self(RateLimiter::direct(
            Quota::per_second(per_second).allow_burst(burst),
        ))
    }

    /// Whether it may send one now.
    pub(crate) fn allow(&self) -> bool {
        self.0.check().is_ok()
    }
}
