//! How often somebody may do something.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use komadai_protocol::limits::{MESSAGE_BURST, MESSAGES_PER_SECOND};

use crate::ServeArgs;
use crate::metrics::Metrics;
use crate::net::ClientNetwork;

/// Seconds of requests that may come at once.
const REQUEST_BURST_S: u32 = 7;
/// Seats an address may take, or try to, for each game it may create.
const JOINS_PER_GAME: u32 = 2;

/// What is limited by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Making a game, by itself or as a rematch.
    CreateGame,
    /// Taking a seat, or trying to.
    Join,
    /// Any request to the API, for a picture or for a WebSocket.
    Request,
}

/// How long to wait until something is allowed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooOften {
    pub(crate) wait: Duration,
}

/// What an address may do how often.
pub(crate) struct Rates {
    clock: DefaultClock,
    metrics: Arc<Metrics>,
    new_games: DefaultKeyedRateLimiter<ClientNetwork>,
    joins: DefaultKeyedRateLimiter<ClientNetwork>,
    requests: DefaultKeyedRateLimiter<ClientNetwork>,
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl Rates {
    pub(crate) fn new(args: &ServeArgs, metrics: Arc<Metrics>) -> Self {
        let per_minute = |n| RateLimiter::keyed(Quota::per_minute(at_least_one(n)));
        let at_once = args.requests_per_second.saturating_mul(REQUEST_BURST_S);
        let requests = Quota::per_second(at_least_one(args.requests_per_second))
            .allow_burst(at_least_one(at_once));
        let games = args.new_games_per_minute;
        Self {
            clock: DefaultClock::default(),
            metrics,
            new_games: per_minute(games),
            joins: per_minute(games.saturating_mul(JOINS_PER_GAME)),
            requests: RateLimiter::keyed(requests),
        }
    }

    fn of(&self, action: Action) -> &DefaultKeyedRateLimiter<ClientNetwork> {
        match action {
            Action::CreateGame => &self.new_games,
            Action::Join => &self.joins,
            Action::Request => &self.requests,
        }
    }

    /// Counts something that this address does.
    ///
    /// # Errors
    /// It does so too often; this time is not counted.
    pub(crate) fn check(&self, action: Action, address: IpAddr) -> Result<(), TooOften> {
        let checked = self.of(action).check_key(&address.into());
        checked.map_err(|not_until| {
            self.metrics.refused(action.into());
            TooOften {
                wait: not_until.wait_time_from(self.clock.now()),
            }
        })
    }

    /// Forgets addresses that have been quiet, so that memory stays bounded by those of the last minutes.
    pub(crate) fn forget_quiet(&self) {
        for action in [Action::CreateGame, Action::Join, Action::Request] {
            self.of(action).retain_recent();
            self.of(action).shrink_to_fit();
        }
    }
}

/// Messages a socket may send.
pub(crate) struct Messages(DefaultDirectRateLimiter);

impl Messages {
    pub(crate) fn new() -> Self {
        let per_second = Quota::per_second(at_least_one(MESSAGES_PER_SECOND));
        Self(RateLimiter::direct(
            per_second.allow_burst(at_least_one(MESSAGE_BURST)),
        ))
    }

    /// Whether it may send one now.
    pub(crate) fn allow(&self) -> bool {
        self.0.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn each_network_has_its_own_count_and_learns_how_long_to_wait() {
        let args = ServeArgs {
            new_games_per_minute: 2,
            ..ServeArgs::default()
        };
        let rates = Rates::new(&args, Arc::new(Metrics::new()));
        let one = address("2001:db8::1");
        for _ in 0..2 {
            assert_eq!(rates.check(Action::CreateGame, one), Ok(()));
        }
        let same_network = address("2001:db8::2");
        let refused = rates
            .check(Action::CreateGame, same_network)
            .expect_err("too often");
        assert!(refused.wait > Duration::from_secs(20) && refused.wait <= Duration::from_secs(30));
        assert_eq!(
            rates.check(Action::CreateGame, address("192.0.2.1")),
            Ok(())
        );
        assert_eq!(rates.check(Action::Join, one), Ok(()));
    }
}
