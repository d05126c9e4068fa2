//! The play of a game between two seats, without I/O: turns, clocks, offers, take-backs, premoves,
//! furigoma, and the fold of a game's events into its state.
//!
//! The server's referee and the page share this crate. It has no clock and no randomness: times are
//! arguments, integer milliseconds on the caller's timeline.
//!
//! * [`TimeControl`], [`GameClock`], [`LagPool`]: the clock.
//! * [`GameState`]: the fold of a game's [`LogEntry`]s.
//! * [`Arbiter`]: judges [`Command`]s and drafts the events to append. The server keeps one per game.
//! * [`LocalGame`]: a game against the computer or on one device, without a server.
//! * [`Follower`]: a page's copy of a game that the server judges.
//! * [`check_settings`]: validates the settings of a new game.
//!
//! # Clocks
//!
//! Only five events set a clock: `started`, `move`, `taken-back`, `resumed`, `ended`. Offers and
//! answers leave it alone. The first clock starts
//!
//! - between people, with the second move. Games without
//!   [`start_limit_ms`](komadai_protocol::GameSettings::start_limit_ms) start it once both players
//!   have the game open, after furigoma
//!   [`FURIGOMA_MS`](komadai_protocol::limits::FURIGOMA_MS) later; `started` names the moment.
//! - in a local game, with the first move; after furigoma with [`LocalGame::start_clock`], when the
//!   page no longer shows it. Earlier moves are not timed.
//!
//! # A local game on the page
//!
//! The page may stop its timeline, for example while it is hidden. It calls [`LocalGame::flag`] when
//! [`LocalGame::alarm_ms`] has come, or with every tick of its clock face.
//!
//! ```
//! use komadai_play::{LocalGame, Opponent, check_settings};
//! use komadai_protocol::{ClockSettings, CreateGame, Face, Furigoma, SideChoice};
//! use komadai_rules::{VariantId, Side};
//!
//! let settings = check_settings(&CreateGame {
//!     side: SideChoice::Random,
//!     clock: ClockSettings::Increment { main_ms: 60_000, increment_ms: 5_000 },
//!     ..CreateGame::of(VariantId::Minishogi)
//! })?;
//! // The page tosses the pawns; here the person plays second.
//! let toss = Furigoma::of([Face::Tokin, Face::Tokin, Face::Pawn, Face::Tokin, Face::Pawn]);
//! let you = toss.tosser;
//! assert_eq!(you, Side::Second);
//! let mut game = LocalGame::new(settings, Some(toss), Opponent::Computer { you })?;
//!
//! // The computer moves while furigoma is shown: no clock runs.
//! game.play(700, "5d5c")?;
//! assert_eq!(game.clocks(4_000).unwrap().running, None);
//! // Furigoma is no longer shown.
//! game.start_clock(4_000);
//! assert!(game.possible().play);
//! game.play(6_500, "1b1c")?;
//! assert_eq!(game.clocks(6_500).unwrap().left.second.main_ms, 60_000 - 2_500 + 5_000);
//!
//! // A premove is played with the computer's move and costs nothing.
//! game.set_premove(7_000, "1c1d")?;
//! let events = game.play(8_000, "5c5b")?;
//! assert_eq!(events.len(), 2);
//!
//! // Back to the person's last move, with the time it began with.
//! game.take_back(9_000)?;
//! assert_eq!(game.state().ply(), 3);
//!
//! // Saved in the browser, and resumed after a reload.
//! let record = game.record(9_500);
//! let again = LocalGame::restore(&record, Opponent::Computer { you }, 0)?;
//! assert_eq!(again.state().moves(), game.state().moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A server game on the page
//!
//! ```
//! # use komadai_play::{Arbiter, LogEntry, check_settings};
//! use komadai_play::{Applied, Follower};
//! use komadai_protocol::{GameEvent, Seat};
//! # use komadai_protocol::*;
//! # use komadai_rules::{Side, VariantId};
//! # let settings = check_settings(&CreateGame {
//! #     side: SideChoice::First, clock: ClockSettings::Sudden { main_ms: 60_000 },
//! #     ..CreateGame::of(VariantId::Shogun)
//! # })?;
//! # let entry = |seq, body| LogEntry { seq, at_ms: 0, body, author: None, command: None };
//! # let log = [
//! #     entry(1, EventBody::Created { settings }),
//! #     entry(2, EventBody::joined(Side::First, None)),
//! #     entry(3, EventBody::joined(Side::Second, None)),
//! # ];
//! # let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log)?;
//! # let snapshot = arbiter.state().snapshot(0);
//! # let started = arbiter.number(1_000, &[arbiter.start(1_000).unwrap()]);
//! # let event: GameEvent = started[0].to_event(arbiter.state().id());
//! // `game` brings a snapshot; each `event` message is applied.
//! let mut game = Follower::new(&snapshot)?;
//! match game.apply(&event) {
//!     Applied::Applied | Applied::Known => {}
//!     Applied::Gap => { /* subscribe again */ }
//! }
//! // Clocks are read at the page's estimate of server time.
//! let clocks = game.clocks(3_000).expect("a clock");
//! assert_eq!(clocks.left.first.main_ms, 58_000);
//! assert!(game.possible(Seat::First).play && game.possible(Seat::Second).premove);
//! assert!(!game.possible(Seat::Watcher).resign);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arbiter;
mod clock;
mod command;
mod command_index;
mod decide;
mod follower;
mod growth;
mod local;
mod log;
mod player;
mod possible;
mod premove;
mod replay_error;
mod settings;
mod state;

pub use arbiter::{Arbiter, Verdict};
pub use clock::{Credit, FlagFallen, GameClock, LagPool, MoveTime, RoundTrip, TimeControl};
pub use command::{Arrival, Command, CommandError};
pub use follower::{Applied, Follower};
pub use local::{LocalGame, LocalRecord, Opponent};
pub use log::{Draft, LogEntry};
pub use player::{Player, PlayerId};
pub use possible::Possible;
pub use replay_error::{Misfit, ReplayError};
pub use settings::{
    RatedProblem, SettingsError, check_settings, draws_sides_by_furigoma, new_game, start_limit_ms,
};
pub use state::GameState;
