use komadai_protocol::limits::{ABANDONED_MS, FURIGOMA_MS};
use komadai_protocol::{
    Furigoma, GameKey, GameOutcome, GameSettings, Offer, OfferKind, PerSide, Snapshot, Status,
};
use komadai_rules::{AnyGame, Side};

use super::GameState;
use crate::{GameClock, Player, PlayerId};

impl GameState {
    #[must_use]
    pub fn id(&self) -> &GameKey {
        &self.id
    }

    #[must_use]
    pub fn seq(&self) -> u32 {
        self.seq
    }

    #[must_use]
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    #[must_use]
    pub fn furigoma(&self) -> Option<Furigoma> {
        self.furigoma
    }

    /// The game of the rules crate. It lacks ends that no move caused; see [`outcome`](Self::outcome).
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// All moves in canonical text.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let moves = self.game.moves().iter();
        moves
            .map(|&played| played.display(self.settings.game).to_string())
            .collect()
    }

    #[must_use]
    pub fn players(&self) -> &PerSide<Option<Player>> {
        &self.players
    }

    /// `true` once the `started` event has come, or both sides have moved.
    #[must_use]
    pub fn started(&self) -> bool {
        self.started
    }

    #[must_use]
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    #[must_use]
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.outcome
    }

    #[must_use]
    pub fn updated_at_ms(&self) -> i64 {
        self.updated_at_ms
    }

    #[must_use]
    pub fn ply(&self) -> u32 {
        self.game.ply()
    }

    #[must_use]
    pub fn side(&self) -> Side {
        self.game.position().side_to_move()
    }

    #[must_use]
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        let seated = |side: &Side| {
            let seat = self.players.get(*side).as_ref();
            seat.is_some_and(|seat| seat.id == *player)
        };
        Side::BOTH.into_iter().find(seated)
    }

    #[must_use]
    pub fn status(&self) -> Status {
        if self.outcome.is_some() {
            Status::Ended
        } else if self.players.first.is_some() && self.players.second.is_some() {
            Status::Playing
        } else {
            Status::Waiting
        }
    }

    /// `true` if a clock runs, or is set to start.
    #[must_use]
    pub fn clock_runs(&self) -> bool {
        self.outcome.is_none() && self.clock.as_ref().is_some_and(|c| c.running().is_some())
    }

    /// `true` while the game is played and a side has not moved.
    #[must_use]
    pub fn may_abort(&self) -> bool {
        self.status() == Status::Playing && self.ply() < 2
    }

    /// Moment from which the opponent of the side to move may claim the win or abort, if that side has been
    /// away since `away_since_ms`: after [`ABANDONED_MS`] of its turn. `None` before both sides have moved and
    /// after the end.
    #[must_use]
    pub fn claim_from_ms(&self, away_since_ms: Option<i64>) -> Option<i64> {
        if self.status() != Status::Playing || self.ply() < 2 {
            return None;
        }
        let away_since_ms = away_since_ms?.max(self.turn_since_ms);
        Some(away_since_ms.saturating_add(i64::from(ABANDONED_MS)))
    }

    /// Start of the first clock in a game that starts at `now_ms`: furigoma is shown for [`FURIGOMA_MS`] before.
    #[must_use]
    pub fn first_clock_ms(&self, now_ms: i64) -> i64 {
        match self.furigoma {
            Some(_) => now_ms + i64::from(FURIGOMA_MS),
            None => now_ms,
        }
    }

    /// Number of the event that a command became, if it was carried out.
    #[must_use]
    pub fn event_of_command(&self, player: &PlayerId, command: &str) -> Option<u32> {
        self.commands.event(player, command)
    }

    #[must_use]
    pub fn offer(&self, kind: OfferKind) -> Option<Offer> {
        let same = |standing: &Offer| standing.offer == kind;
        self.offers.iter().copied().find(same)
    }

    /// The game as shown, without the names of its players.
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        let info = |player: &Option<Player>| player.as_ref().map(Player::to_info);
        Snapshot {
            id: self.id.clone(),
            seq: self.seq,
            settings: self.settings.clone(),
            status: self.status(),
            players: PerSide {
                first: info(&self.players.first),
                second: info(&self.players.second),
            },
            furigoma: self.furigoma,
            position: self.game.position().to_string(),
            moves: self.moves(),
            side: self.side(),
            clock: self.clock.as_ref().map(|clock| clock.state(now_ms)),
            offers: self.offers.clone(),
            outcome: self.outcome,
            rematch: self.rematch.clone(),
            first_move_by_ms: self.first_move_by_ms(),
            unrated: self.unrated,
            created_at_ms: self.created_at_ms,
        }
    }
}
