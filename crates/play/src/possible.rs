//! What a player may do now.

use komadai_protocol::{OfferKind, SideName, Status};
use komadai_rules::Declaration;
use serde::Serialize;

use crate::decide;
use crate::state::GameState;

/// What one side may do now.
///
/// ```
/// use komadai_play::{GameState, Possible};
/// use komadai_protocol::SideName;
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// let possible: Possible = state.possible(SideName::First);
/// assert!(possible.play && possible.abort && !possible.takeback);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Possible {
    /// Play a move.
    pub play: bool,
    /// Set a premove.
    pub premove: bool,
    /// Resign, or withdraw the invitation.
    pub resign: bool,
    /// Break the game off without a result.
    pub abort: bool,
    /// Take back, or ask for it.
    pub takeback: bool,
    /// Offer a draw.
    pub draw: bool,
    /// Propose to count an impasse.
    pub impasse: bool,
    /// Declare entering kings.
    pub declare: bool,
    /// Offer another game.
    pub rematch: bool,
}

impl GameState {
    /// What that side may do now, in a game between two people. Offers that wait for an answer are
    /// not considered.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// use komadai_protocol::SideName;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let key = "x8Qm3LhTz0RkWb5v".into();
    /// let waiting = GameState::replay(&key, &log[..2]).unwrap();
    /// assert!(!waiting.possible(SideName::First).play);
    /// let playing = GameState::replay(&key, &log).unwrap();
    /// assert!(playing.possible(SideName::First).play && !playing.possible(SideName::Second).play);
    /// ```
    #[must_use]
    pub fn possible(&self, side: SideName) -> Possible {
        let playing = self.status() == Status::Playing && self.game.outcome().is_none();
        let on_turn = self.side() == side;
        let offer = |kind| decide::possible(self, side, kind).is_ok();
        Possible {
            play: playing && on_turn,
            premove: playing && !on_turn,
            resign: self.outcome.is_none(),
            abort: self.may_abort(),
            takeback: offer(OfferKind::Takeback),
            draw: offer(OfferKind::Draw),
            impasse: offer(OfferKind::Impasse),
            declare: playing && on_turn && self.game.rules().declaration != Declaration::Off,
            rematch: offer(OfferKind::Rematch),
        }
    }
}
