//! Experiments on engines.
//!
//! So far: games between two players with the rules as referee. [`GamesPlan`] says who plays whom
//! how often, [`play_games`] plays, [`Tally`] counts.
//!
//! ```
//! use komadai_lab::{GamesPlan, Player, play_games};
//! use komadai_rules::GameId;
//!
//! let plan = GamesPlan::new(GameId::Minishogi, Player::Random, Player::Random, 4);
//! let tally = play_games(&plan, &mut |_| ()).unwrap();
//! assert_eq!(tally.games(), 4);
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod games;
mod player;
mod tally;
mod two_ply;

pub use games::{GameRecord, GamesError, GamesPlan, play_games};
pub use player::{Player, UnknownPlayer};
pub use tally::Tally;
pub use two_ply::two_ply;
