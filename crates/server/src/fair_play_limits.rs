use komadai_play::start_limit_ms;
use komadai_protocol::ClockSettings;

use crate::ServeArgs;

#[derive(Clone, Copy, Debug)]
pub(crate) struct FairPlayLimits {
    start_limit_ms: u32,
    /// Open challenges of a network, and as many accepted games that have not begun.
    offers: u32,
    pub(crate) rates_one_network: bool,
}

impl FairPlayLimits {
    pub(crate) fn new(args: &ServeArgs) -> Self {
        Self {
            start_limit_ms: args.start_limit.saturating_mul(1000),
            offers: args.offers_per_network,
            rates_one_network: args.rate_one_network,
        }
    }

    pub(crate) fn start_limit_ms(&self, clock: ClockSettings) -> Option<u32> {
        start_limit_ms(clock, self.start_limit_ms)
    }

    pub(crate) fn offers(&self) -> u32 {
        self.offers
    }
}
