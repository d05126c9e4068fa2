//! The play of a game between two seats: turns, clocks, offers, take-backs, premoves, the toss for
//! the sides, and the fold of a game's events into its state.
//!
//! The server's referee and the page use this crate, so that both keep to the same rules. It does
//! no I/O and has no clock and no randomness: moments come in as arguments, integer milliseconds
//! on a time line of the caller.
//!
//! * [`TimeControl`], [`GameClock`], [`LagPool`] are the clock.
//! * [`GameState`] is the fold of a game's [`LogEntry`]s.
//! * [`Arbiter`] judges [`Command`]s and says what is to be appended to the log. The server keeps
//!   one for each game.
//! * [`LocalGame`] is a game without a server: against the computer, or at one device.
//! * [`Follower`] is a game that a server judges, as a page follows it.
//! * [`check_settings`] checks what somebody wants to play.
//!
//! # When clocks run
//!
//! A clock changes only by events that set it: `started`, `move`, `taken-back`, `resumed`,
//! `ended`. Offers and their answers leave it alone. The first clock starts
//!
//! - between people: when both have the game open at the same time, and after a toss for the sides
//!   [`FURIGOMA_MS`](komadai_protocol::limits::FURIGOMA_MS) later, so that it does not run while
//!   the toss is shown. The `started` event names the moment.
//! - in a local game: with the first move; after a toss when the page calls
//!   [`LocalGame::start_clock`], that is when it no longer shows the toss. Moves before that are
//!   not timed.
//!
//! # How the page uses it: a local game
//!
//! `now` is a count of milliseconds that the page may let stand still, for example while it is
//! hidden. The page calls [`LocalGame::flag`] when [`LocalGame::alarm_ms`] has come, or with every
//! tick of its clock face.
//!
//! ```
//! use komadai_play::{LocalGame, Opponent, check_settings};
//! use komadai_protocol::{ClockSettings, CreateGame, Face, Furigoma, GameName, SideChoice, SideName};
//!
//! let settings = check_settings(&CreateGame {
//!     game: GameName::Minishogi,
//!     side: SideChoice::Random,
//!     position: None,
//!     handicap: None,
//!     rules: Default::default(),
//!     clock: ClockSettings::Increment { main_ms: 60_000, increment_ms: 5_000 },
//!     name: None,
//!     open: false,
//!     rated: false,
//! })?;
//! // The page tosses the pawns; here the person plays second.
//! let toss = Furigoma::of([Face::Tokin, Face::Tokin, Face::Pawn, Face::Tokin, Face::Pawn]);
//! let you = toss.tosser;
//! assert_eq!(you, SideName::Second);
//! let mut game = LocalGame::new(settings, Some(toss), Opponent::Computer { you })?;
//!
//! // The computer moves behind the panel that shows the toss: no clock runs.
//! game.play(700, "5d5c")?;
//! assert_eq!(game.clocks(4_000).unwrap().running, None);
//! // The panel is closed.
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
//! // Back to one's own last move, with the time it began with.
//! game.take_back(9_000)?;
//! assert_eq!(game.state().ply(), 3);
//!
//! // Kept in the browser's store, and gone on with after a reload.
//! let record = game.record(9_500);
//! let again = LocalGame::restore(&record, Opponent::Computer { you }, 0)?;
//! assert_eq!(again.state().moves(), game.state().moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How the page uses it: a game by link
//!
//! ```
//! # use komadai_play::{Arbiter, LogEntry, check_settings};
//! use komadai_play::{Applied, Follower};
//! use komadai_protocol::{GameEvent, Seat};
//! # use komadai_protocol::*;
//! # let settings = check_settings(&CreateGame {
//! #     game: GameName::Shogun, side: SideChoice::First, position: None, handicap: None,
//! #     rules: Default::default(), clock: ClockSettings::Sudden { main_ms: 60_000 }, name: None, open: false, rated: false,
//! # })?;
//! # let entry = |seq, body| LogEntry { seq, at_ms: 0, body, author: None, command: None };
//! # let player = PlayerInfo::guest("x8Qm");
//! # let log = [
//! #     entry(1, EventBody::Created { settings }),
//! #     entry(2, EventBody::joined(SideName::First, player.clone())),
//! #     entry(3, EventBody::joined(SideName::Second, player)),
//! # ];
//! # let arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log)?;
//! # let snapshot = arbiter.state().snapshot(0);
//! # let started = arbiter.number(1_000, &[arbiter.start(1_000).unwrap()]);
//! # let event: GameEvent = started[0].to_event(arbiter.state().id());
//! // `welcome` brings a snapshot; then every `event` message is taken in.
//! let mut game = Follower::new(&snapshot)?;
//! match game.apply(&event) {
//!     Applied::Applied | Applied::Known => {}
//!     Applied::Gap => { /* say hello again */ }
//! }
//! // Clocks are read at server time, as well as the page knows it.
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
mod local;
mod log;
mod names;
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
pub use names::{game_id, outcome, rule_code, side_name};
pub use player::{Player, PlayerId};
pub use possible::Possible;
pub use replay_error::{Misfit, ReplayError};
pub use settings::{
    RatedProblem, SettingsError, check_settings, draws_sides_by_furigoma, new_game, start_limit_ms,
};
pub use state::GameState;
