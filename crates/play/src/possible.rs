//! Actions that a player may take now.

use komadai_protocol::{OfferKind, Status};
use komadai_rules::{Declaration, Side};
use serde::Serialize;

use crate::decide;
use crate::state::GameState;

/// Actions that a side may take now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Possible {
    pub play: bool,
    pub premove: bool,
    /// Resign or withdraw the invitation.
    pub resign: bool,
    /// End the game without a result.
    pub abort: bool,
    /// Take back, or offer it.
    pub takeback: bool,
    pub draw: bool,
    /// Offer to count an impasse.
    pub impasse: bool,
    pub declare: bool,
    pub rematch: bool,
}

impl GameState {
    /// Actions of a side in a game between two people. Pending offers are not considered.
    #[must_use]
    pub fn possible(&self, side: Side) -> Possible {
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
