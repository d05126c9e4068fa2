use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use komadai_play::PlayerId;
use komadai_protocol::limits::{MESSAGE_BURST, MESSAGES_PER_SECOND};

use crate::ServeArgs;
use crate::fair_play_limits::FairPlayLimits;
use crate::metrics::{Metrics, Refused};
use crate::net::ClientNetwork;

const MODEST_BURST: u32 = 10;
/// Burst of messages, in seconds of their rate.
const MESSAGE_BURST_S: u32 = 4;
/// Burst of requests, in seconds of their rate.
const REQUEST_BURST_S: u32 = 7;
/// Joins, successful or not, per game that an address may create.
const JOINS_PER_GAME: u32 = 2;

/// Longest delay of a message. A player behind the same address as a flooder is delayed rather than refused.
const MESSAGE_PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A new game or a rematch.
    CreateGame,
    /// An attempt to take a seat.
    Join,
    /// A request to the API, for a picture or for a WebSocket.
    Request,
}

impl From<Action> for Refused {
    fn from(action: Action) -> Self {
        match action {
            Action::Request => Self::Requests,
            Action::CreateGame => Self::Games,
            Action::Join => Self::Joins,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RateLimited {
    pub(crate) wait: Duration,
}

pub(crate) struct Rates {
    clock: DefaultClock,
    metrics: Arc<Metrics>,
    new_games: DefaultKeyedRateLimiter<ClientNetwork>,
    joins: DefaultKeyedRateLimiter<ClientNetwork>,
    requests: DefaultKeyedRateLimiter<ClientNetwork>,
    messages: DefaultKeyedRateLimiter<ClientNetwork>,
    player_messages: DefaultKeyedRateLimiter<PlayerId>,
    pub(crate) fair_play: FairPlayLimits,
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
        let messages = |per_second: u32| {
            let at_once = per_second.saturating_mul(MESSAGE_BURST_S);
            Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(at_once))
        };
        Self {
            clock: DefaultClock::default(),
            metrics,
            new_games: per_minute(games),
            joins: per_minute(games.saturating_mul(JOINS_PER_GAME)),
            requests: RateLimiter::keyed(requests),
            messages: RateLimiter::keyed(messages(args.messages_per_address)),
            player_messages: RateLimiter::keyed(messages(args.messages_per_player)),
            fair_play: FairPlayLimits::new(args),
        }
    }

    fn of(&self, action: Action) -> &DefaultKeyedRateLimiter<ClientNetwork> {
        match action {
            Action::CreateGame => &self.new_games,
            Action::Join => &self.joins,
            Action::Request => &self.requests,
        }
    }

    /// Counts the action, unless the address is over its limit.
    pub(crate) fn check(&self, action: Action, address: IpAddr) -> Result<(), RateLimited> {
        let checked = self.of(action).check_key(&address.into());
        checked.map_err(|not_until| {
            self.metrics.refused(action.into());
            RateLimited {
                wait: not_until.wait_time_from(self.clock.now()),
            }
        })
    }

    /// Counts a message of a socket, after waiting until its player and its network may send it: back-pressure
    /// for the socket. [`Messages`] limits a single socket.
    ///
    /// # Errors
    /// The wait exceeds [`MESSAGE_PATIENCE`].
    pub(crate) async fn message(
        &self,
        player: Option<&PlayerId>,
        address: Option<IpAddr>,
    ) -> Result<(), RateLimited> {
        let mut waited = Duration::ZERO;
        loop {
            let player = player.map_or(Ok(()), |id| self.player_messages.check_key(id));
            let network = || match address {
                Some(address) => self.messages.check_key(&address.into()),
                None => Ok(()),
            };
            let checked = player.and_then(|()| network());
            let Err(not_until) = checked else {
                return Ok(());
            };
            let wait = not_until.wait_time_from(self.clock.now());
            waited += wait;
            if waited > MESSAGE_PATIENCE {
                self.metrics.refused(Refused::Messages);
                return Err(RateLimited { wait });
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// Drops idle keys, which bounds memory.
    pub(crate) fn evict_idle(&self) {
        for action in [Action::CreateGame, Action::Join, Action::Request] {
            self.of(action).retain_recent();
            self.of(action).shrink_to_fit();
        }
        self.messages.retain_recent();
        self.messages.shrink_to_fit();
        self.player_messages.retain_recent();
        self.player_messages.shrink_to_fit();
    }
}

/// Rate limit of one socket's messages.
pub(crate) struct Messages(DefaultDirectRateLimiter);

impl Messages {
    pub(crate) fn new() -> Self {
        let per_second = Quota::per_second(at_least_one(MESSAGES_PER_SECOND));
        Self(RateLimiter::direct(
            per_second.allow_burst(at_least_one(MESSAGE_BURST)),
        ))
    }

    /// The traffic of a normal player: one message a second, with a small burst.
    pub(crate) fn modest() -> Self {
        let per_second = Quota::per_second(at_least_one(1));
        Self(RateLimiter::direct(
            per_second.allow_burst(at_least_one(MODEST_BURST)),
        ))
    }

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

    #[tokio::test]
    async fn messages_wait_for_their_player_and_network_and_are_refused_when_that_takes_too_long() {
        let args = ServeArgs {
            messages_per_player: 10,
            messages_per_address: 25,
            ..ServeArgs::default()
        };
        let rates = Rates::new(&args, Arc::new(Metrics::new()));
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let [a, b, c] = ["a", "b", "c"].map(PlayerId::from);
        for from in [one, other] {
            for _ in 0..20 {
                assert_eq!(rates.message(Some(&a), Some(from)).await, Ok(()));
            }
        }
        assert_eq!(rates.message(Some(&b), Some(one)).await, Ok(()));
        assert_eq!(rates.message(Some(&a), Some(other)).await, Ok(()));
        let too_much = (0..100).map(|_| rates.message(Some(&a), Some(other)));
        let too_much = futures_util::future::join_all(too_much).await;
        let refused = too_much.iter().filter(|it| it.is_err()).count();
        assert!((1..100).contains(&refused), "{refused}");
        let too_much = (0..400).map(|n| {
            let (rates, player) = (&rates, PlayerId::from(format!("p{n}")));
            async move { rates.message(Some(&player), Some(one)).await }
        });
        let too_much = futures_util::future::join_all(too_much).await;
        assert!(too_much.iter().any(Result::is_err));
        assert_eq!(rates.message(Some(&c), None).await, Ok(()), "sends little");
        let somewhere = address("198.51.100.1");
        assert_eq!(rates.message(Some(&c), Some(somewhere)).await, Ok(()));
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
