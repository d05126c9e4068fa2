use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use komadai_protocol::limits::START_LIMIT_MS;

const OFFERS_PER_NETWORK: u32 = 5;
/// Factor by which `--club` raises the limits.
const CLUB: u32 = 10;

/// Options of `komadai serve`. Every option has an environment variable.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// Address and port to listen on.
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8000",
        env = "KOMADAI_BIND",
        value_parser = socket_address
    )]
    pub bind: SocketAddr,

    /// Listen on all addresses of this machine, so that devices in the same network can join. Only the port of
    /// a loopback `--bind` counts then.
    #[arg(long, env = "KOMADAI_LAN", value_parser = BoolishValueParser::new())]
    pub lan: bool,

    /// Public address of this server, used in links, such as `https://games.example.org`
    #[arg(long, value_name = "URL", env = "KOMADAI_PUBLIC_URL")]
    pub public_url: Option<String>,

    /// Database: a file, created if missing, or postgres://user@host/name. [default: in the user's data folder]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,

    /// NATS server that connects several servers on one PostgreSQL database, such as `nats://nats.example.org`;
    /// separate several addresses with commas. A user and password, `nats://user:password@host`, or a token,
    /// `nats://token@host`, belong in the environment variable.
    #[arg(long, value_name = "URL", env = "KOMADAI_NATS", hide_env_values = true)]
    pub nats: Option<String>,

    /// Credentials file for the NATS server, in the format of NATS' own tools.
    #[arg(
        long,
        value_name = "PATH",
        env = "KOMADAI_NATS_CREDENTIALS",
        requires = "nats"
    )]
    pub nats_credentials: Option<PathBuf>,

    /// Games that one address may create per minute; it may join twice as many.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        env = "KOMADAI_NEW_GAMES_PER_MINUTE"
    )]
    pub new_games_per_minute: u32,

    /// API requests that one address may make per second; bursts may be seven times as large.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 30,
        env = "KOMADAI_REQUESTS_PER_SECOND"
    )]
    pub requests_per_second: u32,

    /// Messages that one player may send per second over all sockets; bursts may be four times as large.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        env = "KOMADAI_MESSAGES_PER_PLAYER"
    )]
    pub messages_per_player: u32,

    /// Messages that the sockets of one address may send per second; bursts may be four times as large.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        env = "KOMADAI_MESSAGES_PER_ADDRESS"
    )]
    pub messages_per_address: u32,

    /// Open connections per address; an IPv6 /64 network counts as one address. Behind a trusted proxy,
    /// WebSockets are counted instead.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500,
        env = "KOMADAI_CONNECTIONS_PER_ADDRESS"
    )]
    pub connections_per_address: usize,

    /// Seconds for each player's first move in games with a clock under an hour; the game is aborted
    /// afterwards. 0: no limit.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = START_LIMIT_MS / 1000,
        value_parser = clap::value_parser!(u32).range(0..=600),
        env = "KOMADAI_START_LIMIT"
    )]
    pub start_limit: u32,

    /// Open challenges per network, and as many accepted ones in which it has not moved yet; an IPv6 /64 counts
    /// as one network.
    #[arg(
        long,
        value_name = "N",
        default_value_t = OFFERS_PER_NETWORK,
        env = "KOMADAI_OFFERS_PER_NETWORK"
    )]
    pub offers_per_network: u32,

    /// Rate games between players of one public network too. Games between players of one browser are never
    /// rated.
    #[arg(long, env = "KOMADAI_RATE_ONE_NETWORK", value_parser = BoolishValueParser::new())]
    pub rate_one_network: bool,

    /// Many people share one address, as in a club or a school: raises the limits by address that are not set
    /// otherwise tenfold, and implies --rate-one-network.
    #[arg(long, env = "KOMADAI_CLUB", value_parser = BoolishValueParser::new())]
    pub club: bool,

    /// Trust the X-Forwarded-For header: only behind a proxy of your own that sets it.
    #[arg(long, env = "KOMADAI_TRUST_PROXY", value_parser = BoolishValueParser::new())]
    pub trust_proxy: bool,

    /// Address and port of /metrics in Prometheus format; without it there are no metrics.
    #[arg(long, value_name = "ADDRESS:PORT", env = "KOMADAI_METRICS", value_parser = socket_address)]
    pub metrics: Option<SocketAddr>,

    /// Format of the logs on standard error. RUST_LOG selects what is logged, default `info`.
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "KOMADAI_LOG_FORMAT")]
    pub log_format: LogFormat,
}

fn socket_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "an address and a port are needed, such as 127.0.0.1:8119 or [::]:8119".to_owned()
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// One line per event, for people.
    Text,
    /// One JSON object per event, for programs.
    Json,
}

impl Default for ServeArgs {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 8000)),
            lan: false,
            public_url: None,
            database: None,
            nats: None,
            nats_credentials: None,
            new_games_per_minute: 60,
            requests_per_second: 30,
            messages_per_player: 20,
            messages_per_address: 200,
            connections_per_address: 500,
            start_limit: START_LIMIT_MS / 1000,
            offers_per_network: OFFERS_PER_NETWORK,
            rate_one_network: false,
            club: false,
            trust_proxy: false,
            metrics: None,
            log_format: LogFormat::Text,
        }
    }
}

impl ServeArgs {
    /// Applies `--club` and `--lan` to the other options.
    pub(crate) fn expanded(mut self) -> Self {
        self.rate_one_network |= self.lan || self.club;
        if self.club {
            let usual = Self::default();
            let raise = |value: &mut u32, usual: u32| {
                if *value == usual {
                    *value = usual * CLUB;
                }
            };
            raise(&mut self.new_games_per_minute, usual.new_games_per_minute);
            raise(&mut self.requests_per_second, usual.requests_per_second);
            raise(&mut self.offers_per_network, usual.offers_per_network);
            raise(&mut self.messages_per_address, usual.messages_per_address);
            if self.connections_per_address == usual.connections_per_address {
                self.connections_per_address *= CLUB as usize;
            }
        }
        self
    }

    pub(crate) fn listen_on(&self) -> SocketAddr {
        if self.lan && self.bind.ip().is_loopback() {
            SocketAddr::from(([0, 0, 0, 0], self.bind.port()))
        } else {
            self.bind
        }
    }

    pub(crate) fn database_path(&self) -> std::io::Result<PathBuf> {
        if let Some(path) = &self.database {
            return Ok(path.clone());
        }
        default_database()
    }
}

/// The database file used without `--database`. Creates its folder.
pub(crate) fn default_database() -> std::io::Result<PathBuf> {
    let folder = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".local/share")))
        .unwrap_or_default()
        .join("komadai");
    std::fs::create_dir_all(&folder)?;
    Ok(folder.join("komadai.db"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_raises_the_limits_that_the_host_has_not_set() {
        let args = ServeArgs {
            club: true,
            requests_per_second: 50,
            ..ServeArgs::default()
        };
        let args = args.expanded();
        assert!(args.rate_one_network);
        assert_eq!(
            (args.offers_per_network, args.new_games_per_minute),
            (50, 600)
        );
        assert_eq!(
            (args.requests_per_second, args.connections_per_address),
            (50, 5000)
        );
        assert_eq!(args.messages_per_address, 2000);
    }

    #[test]
    fn only_a_host_who_says_so_rates_players_of_one_network() {
        let rates = |args: ServeArgs| args.expanded().rate_one_network;
        assert!(!rates(ServeArgs::default()));
        assert!(rates(ServeArgs {
            lan: true,
            ..ServeArgs::default()
        }));
    }
}
