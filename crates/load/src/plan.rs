use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use komadai_protocol::ClockSettings;
use komadai_rules::VariantId;
use serde::{Serialize, Serializer};

use crate::fail::LoadError;
use crate::target::MAX_SOURCES;

/// Minimum mean time between moves of a game: the server accepts 10 messages a second per socket.
pub const MIN_EVERY_MS: u64 = 250;
pub const MAX_CLIENTS: u64 = 100_000;

#[derive(Clone, Debug, Serialize)]
pub struct LoadPlan {
    /// Live games, each with two players and two sockets.
    pub games: u64,
    pub seconds: u64,
    /// Mean time between moves of a game.
    pub every_ms: u64,
    pub watchers: u64,
    /// Mean interval between cuts of a socket; never if `None`.
    pub reconnect_every_s: Option<u64>,
    /// Time in which the games start.
    pub ramp_up_s: u64,
    pub seed: u64,
    /// Number of loopback addresses used by clients.
    pub sources: u32,
    /// Variant; all of them in turn if `None`.
    pub game: Option<VariantId>,
    pub clock: ClockChoice,
    /// Running server; one is started if `None`.
    pub url: Option<String>,
    /// Process of that server, if it runs on this machine.
    pub pid: Option<u32>,
    /// Database of a started server; temporary if `None`.
    pub database: Option<PathBuf>,
    /// Kills and restarts the server before logs are compared.
    pub kill: bool,
}

impl Default for LoadPlan {
    fn default() -> Self {
        Self {
            games: 1000,
            seconds: 60,
            every_ms: 10_000,
            watchers: 0,
            reconnect_every_s: None,
            ramp_up_s: 10,
            seed: 1,
            sources: 32,
            game: None,
            clock: ClockChoice::Mixed,
            url: None,
            pid: None,
            database: None,
            kill: false,
        }
    }
}

impl LoadPlan {
    #[must_use]
    pub fn sockets(&self) -> u64 {
        self.games * 2 + self.watchers
    }

    /// # Errors
    /// Contradictory or excessive options.
    pub fn check(&self) -> Result<(), LoadError> {
        let bad = |text: String| Err(LoadError::Plan(text));
        if !(1..=MAX_CLIENTS).contains(&self.games) {
            return bad(format!(
                "1 to {MAX_CLIENTS} games are possible, not {}",
                self.games
            ));
        }
        if self.watchers > MAX_CLIENTS {
            return bad(format!("at most {MAX_CLIENTS} watchers are possible"));
        }
        if !(1..=86_400).contains(&self.seconds) || self.ramp_up_s > 86_400 {
            return bad("a run takes 1 second to a day".into());
        }
        if !(MIN_EVERY_MS..=600_000).contains(&self.every_ms) {
            return bad(format!(
                "moves of a game come every {MIN_EVERY_MS} to 600000 ms on average, not every {} ms",
                self.every_ms
            ));
        }
        if self.reconnect_every_s == Some(0) {
            return bad("a socket has to stay for a second at least".into());
        }
        if !(1..=MAX_SOURCES).contains(&self.sources) {
            return bad(format!("1 to {MAX_SOURCES} source addresses are possible"));
        }
        if self.url.is_none() && self.pid.is_some() {
            return bad("a process belongs to a server that runs: give --url too".into());
        }
        if self.url.is_some() && (self.kill || self.database.is_some()) {
            return bad(
                "only a server that is started here has a database or can be killed".into(),
            );
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockChoice {
    /// Increment, byo-yomi with one period, and byo-yomi with three, in turn.
    #[default]
    Mixed,
    One(ClockSettings),
}

/// Long enough for ten minutes with a move every ten seconds.
const MIXED: [ClockSettings; 3] = [
    ClockSettings::Increment {
        main_ms: 300_000,
        increment_ms: 10_000,
    },
    ClockSettings::Byoyomi {
        main_ms: 600_000,
        period_ms: 30_000,
        periods: 1,
    },
    ClockSettings::Byoyomi {
        main_ms: 30_000,
        period_ms: 20_000,
        periods: 3,
    },
];

impl ClockChoice {
    #[must_use]
    pub fn of(self, number: u64) -> ClockSettings {
        match self {
            Self::Mixed => MIXED[(number % 3) as usize],
            Self::One(clock) => clock,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no clock: mixed, none, MAIN, MAIN+INCREMENT or MAIN/PERIODxCOUNT in seconds")]
pub struct UnknownClock(String);

impl FromStr for ClockChoice {
    type Err = UnknownClock;

    fn from_str(text: &str) -> Result<Self, UnknownClock> {
        let unknown = || UnknownClock(text.to_owned());
        let ms = |seconds: &str| {
            let seconds: u32 = seconds.parse().map_err(|_| unknown())?;
            seconds.checked_mul(1000).ok_or_else(unknown)
        };
        let clock = if text == "mixed" {
            return Ok(Self::Mixed);
        } else if text == "none" {
            ClockSettings::None
        } else if let Some((main, increment)) = text.split_once('+') {
            ClockSettings::Increment {
                main_ms: ms(main)?,
                increment_ms: ms(increment)?,
            }
        } else if let Some((main, periods)) = text.split_once('/') {
            let (period, count) = periods.split_once('x').unwrap_or((periods, "1"));
            ClockSettings::Byoyomi {
                main_ms: ms(main)?,
                period_ms: ms(period)?,
                periods: count.parse().map_err(|_| unknown())?,
            }
        } else {
            ClockSettings::Sudden { main_ms: ms(text)? }
        };
        clock.check().map_err(|_| unknown())?;
        Ok(Self::One(clock))
    }
}

impl fmt::Display for ClockChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mixed => write!(f, "mixed"),
            Self::One(ClockSettings::None) => write!(f, "none"),
            Self::One(ClockSettings::Sudden { main_ms }) => write!(f, "{}", main_ms / 1000),
            Self::One(ClockSettings::Increment {
                main_ms,
                increment_ms,
            }) => write!(f, "{}+{}", main_ms / 1000, increment_ms / 1000),
            Self::One(ClockSettings::Byoyomi {
                main_ms,
                period_ms,
                periods,
            }) => write!(f, "{}/{}x{periods}", main_ms / 1000, period_ms / 1000),
        }
    }
}

impl Serialize for ClockChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_options_are_parsed() {
        for text in ["mixed", "none", "600", "300+10", "600/30x1", "0/30x3"] {
            let clock: ClockChoice = text.parse().expect(text);
            assert_eq!(clock.to_string(), text);
        }
        assert_eq!("600/30".parse(), "600/30x1".parse::<ClockChoice>());
        for text in ["", "x", "0", "-1", "600+", "600/30x0", "5000000", "1e3"] {
            assert!(text.parse::<ClockChoice>().is_err(), "{text}");
        }
        for clock in MIXED {
            clock.check().expect("within the bounds");
        }
    }

    #[test]
    fn invalid_plans_are_refused() {
        LoadPlan::default().check().expect("the default");
        let refused = |change: fn(&mut LoadPlan)| {
            let mut plan = LoadPlan::default();
            change(&mut plan);
            plan.check().is_err()
        };
        assert!(refused(|plan| plan.games = 0));
        assert!(refused(|plan| plan.seconds = 0));
        assert!(refused(|plan| plan.every_ms = 10));
        assert!(refused(|plan| plan.sources = 0));
        assert!(refused(|plan| plan.reconnect_every_s = Some(0)));
        assert!(refused(|plan| plan.pid = Some(1)));
        assert!(refused(
            |plan| (plan.url, plan.kill) = (Some("http://127.0.0.1".into()), true)
        ));
    }
}
