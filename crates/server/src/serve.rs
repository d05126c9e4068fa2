use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum_extra::extract::cookie::Key;
use komadai_protocol::{GameKey, Reach};
use komadai_store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::credentials::Credentials;
use crate::game::GameRegistry;
use crate::http::{has_pages, metrics_router, router};
use crate::link::Asked;
use crate::metrics::Metrics;
use crate::net::{Admission, accept_connections, listen, raise_limit};
use crate::picture::{Cache, Pictures};
use crate::rate::Rates;
use crate::reach::Links;
use crate::server_id::ServerId;
use crate::state::{AppState, Shared};
use crate::time::Time;
use crate::{ServeArgs, ServeError, cluster, logs, random};

/// Grace period of open connections when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

const MONITORS: usize = 16;

const PAGES_KEPT: usize = 8 << 20;

const MAX_DEAD_LETTERS: u32 = 1000;

/// Runs the server until `shutdown` completes. Prints the address to open.
pub async fn serve(
    args: ServeArgs,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    logs::init(args.log_format);
    let server = Server::start(args).await?;
    print_address(&server);
    server.run(shutdown).await
}

/// Prints the address of the page. A closed standard output is not an error.
fn print_address(server: &Server) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "Komadai is ready: open {}", server.url());
    if server.links.reach == Reach::ThisDevice {
        let _ = writeln!(
            out,
            "Only this machine can open it; --lan or --public-url let others in."
        );
    }
    if !has_pages() {
        let _ = writeln!(out, "This program was built without its web pages.");
    }
}

/// A server that already listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    monitor: Option<(TcpListener, Router)>,
    games: Arc<GameRegistry>,
    credentials: Credentials,
    /// Requests of other servers.
    asked: Option<Asked>,
    links: Links,
    sockets: TaskTracker,
    admission: Admission,
    stop: CancellationToken,
}

impl Server {
    /// Opens the database, listens, takes slots, and loads their games whose clocks run.
    pub async fn start(args: ServeArgs) -> Result<Self, ServeError> {
        let args = args.expanded();
        // Listen first: a second start by mistake fails here without touching the database.
        let listener = listen(args.listen_on(), "--bind")?;
        let monitor = args.metrics.map(|address| listen(address, "--metrics"));
        let monitor = monitor.transpose()?;
        let address = listener.local_addr().map_err(ServeError::Network)?;
        let links = Links::new(&args, address)?;
        let path = args.database_path().map_err(ServeError::DataFolder)?;
        cluster::check(&args, &path)?;
        let store = komadai_store::open(&path).await?;
        let cookie_key = cookie_key(&*store).await?;
        let stop = CancellationToken::new();
        let metrics = Arc::new(Metrics::new());
        store.observe(Arc::new(metrics.store.clone()));
        report_dead_letters(&*store, &metrics).await?;
        let rates = Arc::new(Rates::new(&args, metrics.clone()));
        let server = ServerId::new();
        let credentials = Credentials::default();
        let (link, asked) = cluster::connect(&args, &*store, server, metrics.clone()).await?;
        let games = GameRegistry::new(
            server,
            store,
            link,
            Time::start(),
            rates.clone(),
            metrics.clone(),
            stop.clone(),
        );
        cluster::enter(&games).await?;
        // Others may have gone, and the wait for them may have outlasted the lease.
        games.beat().await?;
        let resumed = games.follow_once(true).await?;
        let places = raise_limit();
        // Connections of a proxy belong to all its clients, so its sockets are counted instead.
        let (connections, sockets_of_proxy) = match args.trust_proxy {
            true => (places, args.connections_per_address),
            false => (args.connections_per_address, places),
        };
        let sockets = TaskTracker::new();
        let state = AppState::new(Shared {
            games: games.clone(),
            links: links.clone(),
            cookie_key,
            credentials,
            rates,
            socket_permits: Admission::new(places, sockets_of_proxy),
            trust_proxy: args.trust_proxy,
            pictures: Pictures::new(),
            health: Mutex::default(),
            pages: Mutex::new(Cache::new(PAGES_KEPT)),
            sockets: sockets.clone(),
            stop: stop.clone(),
            next_socket: AtomicU64::new(1),
        });
        tracing::info!(
            server.address = %address,
            server.database = %komadai_store::shown(&path).display(),
            server.id = %games.server,
            server.pages = has_pages(),
            server.connections = places,
            games.resumed = resumed,
            "server.started"
        );
        let monitor = monitor.map(|listener| (listener, metrics_router(state.clone())));
        Ok(Self {
            listener,
            address,
            monitor,
            router: router(state.clone()),
            credentials: state.credentials.clone(),
            games,
            asked,
            links,
            sockets,
            admission: Admission::new(places, connections),
            stop,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn metrics_address(&self) -> Option<SocketAddr> {
        let (listener, _) = self.monitor.as_ref()?;
        listener.local_addr().ok()
    }

    pub fn url(&self) -> &str {
        &self.links.origin
    }

    pub fn link(&self, game: &GameKey) -> String {
        self.links.game(game)
    }

    /// Serves until `shutdown` completes, then closes sockets and database.
    pub async fn run(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self {
            listener,
            router,
            monitor,
            games,
            credentials,
            asked,
            sockets,
            admission,
            stop,
            ..
        } = self;
        tokio::spawn(logs::report(stop.clone()));
        let messages = {
            let (games, stop) = (games.clone(), stop.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = games.hub.run() => {}
                    () = credentials.follow(&games.hub) => {}
                    () = games.follow_names() => {}
                }
            })
        };
        let lease = tokio::spawn(games.clone().keep_lease());
        let house = tokio::spawn(games.clone().run_housekeeping());
        let views = tokio::spawn(games.clone().run_views());
        let slots = tokio::spawn(games.clone().follow_slots());
        let lists = tokio::spawn(games.clone().own_lists());
        let makers = tokio::spawn(games.clone().renew_challenges());
        if let Some(asked) = asked {
            tokio::spawn(games.clone().answer_servers(asked));
        }
        let stopped = stop.clone();
        let shut_down = {
            let (games, stop) = (games.clone(), stop.clone());
            async move {
                shutdown.await;
                stop.cancel();
                // Other servers take the games over while pages still close their connections here.
                // Afterwards this copy neither renews its lease nor takes slots.
                let _ = tokio::join!(lease, slots);
                games.close().await;
                cluster::leave(&games).await;
            }
        };
        let handed_over = tokio::spawn(shut_down);
        if let Some((listener, router)) = monitor {
            let few = Admission::new(MONITORS, MONITORS);
            let metrics = games.metrics.clone();
            tokio::spawn(accept_connections(
                listener,
                router,
                few,
                metrics,
                stop.clone(),
            ));
        }
        let metrics = games.metrics.clone();
        let serving = accept_connections(listener, router, admission, metrics, stop.clone());
        tokio::select! {
            () = serving => {}
            () = async { stopped.cancelled().await; tokio::time::sleep(SHUTDOWN_TIMEOUT).await } => {}
        }
        sockets.close();
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, sockets.wait()).await;
        let _ = tokio::join!(handed_over, house, views, messages, lists, makers);
        games.store.close().await?;
        tracing::info!("server.stopped");
        Ok(())
    }
}

/// Reports events set aside before this start, which were logged then.
async fn report_dead_letters(store: &dyn Store, metrics: &Metrics) -> Result<(), StoreError> {
    let letters = store.dead_letters(MAX_DEAD_LETTERS).await?;
    for letter in &letters {
        metrics.store.dead_letter(&letter.projection);
    }
    if let Some(first) = letters.first() {
        tracing::warn!(
            events.set_aside = letters.len(),
            game.id = first.game.short(),
            error = first.why,
            "projection.dead letters: events that cannot be read are left out of lists"
        );
    }
    Ok(())
}

async fn cookie_key(store: &dyn Store) -> Result<Key, ServeError> {
    let new: String = random::bytes::<64>()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let kept = store.setting("cookie-key", &new).await?;
    let bytes: Option<Vec<u8>> = (0..64)
        .map(|n| u8::from_str_radix(kept.get(2 * n..2 * n + 2)?, 16).ok())
        .collect();
    bytes
        .and_then(|bytes| Key::try_from(bytes.as_slice()).ok())
        .ok_or_else(|| {
            StoreError::Database("the cookie key in the settings table is damaged".into()).into()
        })
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt, StreamExt};
    use komadai_protocol::{
        ClientMessage, ErrorCode, PROTOCOL_VERSION, PerSide, ServerMessage, Topic,
    };
    use tokio::net::TcpStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

    use super::*;
    use crate::request::{Player, Request};

    type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

    async fn wait_for(socket: &mut Socket, is_it: impl Fn(&ServerMessage) -> bool) {
        let found = async {
            loop {
                let message = socket.next().await.expect("open").expect("a message");
                if let Message::Text(text) = message
                    && serde_json::from_str(&text).is_ok_and(|message| is_it(&message))
                {
                    return;
                }
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(10), found).await;
        waited.expect("the message comes");
    }

    async fn watch(address: SocketAddr, game: &GameKey, expected: u32) -> Socket {
        let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws"))
            .await
            .expect("a socket");
        let protocol = PROTOCOL_VERSION;
        let topic = Topic::Game(game.clone());
        let after = None;
        for message in [
            ClientMessage::Hello { protocol },
            ClientMessage::Subscribe { topic, after },
        ] {
            let text = serde_json::to_string(&message).expect("JSON");
            socket.send(Message::text(text)).await.expect("sent");
        }
        wait_for(
            &mut socket,
            |it| matches!(it, ServerMessage::Presence { watchers, .. } if *watchers == expected),
        )
        .await;
        socket
    }

    async fn with_game(
        folder: &tempfile::TempDir,
        players: [Option<&str>; 2],
    ) -> (SocketAddr, Arc<GameRegistry>, GameKey) {
        let args = ServeArgs {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: Some(folder.path().join("komadai.db")),
            ..ServeArgs::default()
        };
        let server = Server::start(args).await.expect("it starts");
        let (address, games) = (server.address(), server.games.clone());
        tokio::spawn(server.run(std::future::pending()));
        let game = a_game(&games, players).await;
        (address, games, game)
    }

    async fn a_game(games: &GameRegistry, players: [Option<&str>; 2]) -> GameKey {
        let request = serde_json::json!({ "game": "minishogi", "side": "first" });
        let request = serde_json::from_value(request).expect("a request");
        let [first, second] = players.map(|id| {
            Some(Player {
                id: id?.into(),
                info: komadai_protocol::PlayerInfo::guest(id?),
            })
        });
        let settings = komadai_play::check_settings(&request).expect("a good request");
        let seats = PerSide { first, second };
        games
            .create(settings, seats, None, None)
            .await
            .expect("created")
    }

    #[tokio::test]
    async fn sockets_that_outlive_their_referee_are_still_at_the_board() {
        let folder = tempfile::tempdir().expect("a folder");
        let (address, games, game) = with_game(&folder, [Some("a"), Some("b")]).await;
        let _one = watch(address, &game, 1).await;
        let _two = watch(address, &game, 2).await;
        let _ = games.ask(&game, Request::Panic).await;
        let _three = watch(address, &game, 3).await;
    }

    #[tokio::test]
    async fn a_game_that_nobody_joins_expires_and_one_with_two_players_never_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let (address, games, waiting) = with_game(&folder, [Some("a"), None]).await;
        let joined = a_game(&games, [Some("a"), Some("b")]).await;
        let mut socket = watch(address, &waiting, 1).await;
        let days = |days: i64| games.time.now_ms() + days * 24 * 60 * 60 * 1000;
        games.collect_garbage(days(13)).await.expect("done");
        games.view(&waiting, None).await.expect("still there");

        games.collect_garbage(days(15)).await.expect("done");
        let gone = games.view(&waiting, None).await.err();
        assert_eq!(gone, Some(ErrorCode::NoSuchGame));
        wait_for(&mut socket, |it| {
            let code = Some(ErrorCode::NoSuchGame);
            matches!(it, ServerMessage::Unsubscribed { code: found, .. } if *found == code)
        })
        .await;
        games.collect_garbage(days(10_000)).await.expect("done");
        games.view(&joined, None).await.expect("still there");
    }
}
