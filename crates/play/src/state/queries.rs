//! What can be read from the state of a game.

use komadai_notation::{move_text, position_text};
use komadai_protocol::limits::{ABANDONED_MS, FURIGOMA_MS};
use komadai_protocol::{
    Furigoma, GameKey, GameOutcome, GameSettings, Offer, OfferKind, PerSide, SideName, Snapshot,
    Status,
};
use komadai_rules::AnyGame;

use super::GameState;
use crate::names::{game_id, side_name};
use crate::{GameClock, Player, PlayerId};

impl GameState {
    /// Which game it is.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.id().as_str(), "x8Qm3LhTz0RkWb5v");
    /// ```
    #[must_use]
    pub fn id(&self) -> &GameKey {
        &self.id
    }

    /// The number of the last event.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.seq(), log.len() as u32);
    /// ```
    #[must_use]
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// What is played.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// use komadai_protocol::GameName;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.settings().game, GameName::Minishogi);
    /// ```
    #[must_use]
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// The toss for the sides, where there was one.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{Face, Furigoma};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let toss = Furigoma::of([Face::Pawn; 5]);
    /// let game = LocalGame::new(settings, Some(toss), Opponent::Device).unwrap();
    /// assert_eq!(game.state().furigoma(), Some(toss));
    /// ```
    #[must_use]
    pub fn furigoma(&self) -> Option<Furigoma> {
        self.furigoma
    }

    /// The game as the rules see it. Ends that no move brought about are not in it; see
    /// [`outcome`](Self::outcome).
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.resign(0, SideName::First).unwrap();
    /// // The rules do not know that somebody resigned.
    /// assert_eq!(game.state().game().outcome(), None);
    /// assert!(game.state().outcome().is_some());
    /// ```
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// All moves as canonical text.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert_eq!(game.state().moves(), ["5d5c"]);
    /// ```
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let game = game_id(self.settings.game);
        let moves = self.game.moves().iter();
        moves.map(|&played| move_text(game, played)).collect()
    }

    /// Who sits where.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log[..2]).unwrap();
    /// assert!(state.players().first.is_some() && state.players().second.is_none());
    /// ```
    #[must_use]
    pub fn players(&self) -> &PerSide<Option<Player>> {
        &self.players
    }

    /// Whether the first clock has been set going.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert!(!game.state().started());
    /// game.play(0, "5d5c").unwrap();
    /// assert!(game.state().started());
    /// ```
    #[must_use]
    pub fn started(&self) -> bool {
        self.started
    }

    /// The clock; `None` in a game without one.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.clock().unwrap().left_at(0).first.main_ms, 60_000);
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// How it ended.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{EndReason, SideName};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert_eq!(game.state().outcome(), None);
    /// game.resign(0, SideName::First).unwrap();
    /// assert_eq!(game.state().outcome().unwrap().reason, EndReason::Resignation);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.outcome
    }

    /// When the last event happened, milliseconds.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(7_000, "5d5c").unwrap();
    /// assert_eq!(game.state().updated_at_ms(), 7_000);
    /// ```
    #[must_use]
    pub fn updated_at_ms(&self) -> i64 {
        self.updated_at_ms
    }

    /// Moves played.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert_eq!(game.state().ply(), 1);
    /// ```
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Who is to move.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::SideName;
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert_eq!(game.state().side(), SideName::First);
    /// game.play(0, "5d5c").unwrap();
    /// assert_eq!(game.state().side(), SideName::Second);
    /// ```
    #[must_use]
    pub fn side(&self) -> SideName {
        side_name(self.game.position().side_to_move())
    }

    /// Which side that person plays.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// use komadai_protocol::SideName;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.side_of(&"second".into()), Some(SideName::Second));
    /// assert_eq!(state.side_of(&"a watcher".into()), None);
    /// ```
    #[must_use]
    pub fn side_of(&self, player: &PlayerId) -> Option<SideName> {
        let seated = |side: &SideName| {
            let seat = self.players.get(*side).as_ref();
            seat.is_some_and(|seat| seat.id.as_ref() == Some(player))
        };
        SideName::BOTH.into_iter().find(seated)
    }

    /// How far the game has come.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// use komadai_protocol::Status;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let key = "x8Qm3LhTz0RkWb5v".into();
    /// let status = |events| GameState::replay(&key, &log[..events]).unwrap().status();
    /// assert_eq!([status(1), status(2), status(3)], [Status::Waiting, Status::Waiting, Status::Playing]);
    /// ```
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

    /// Whether a clock runs, or will from a moment that has been set.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert!(!game.state().clock_runs());
    /// game.play(0, "5d5c").unwrap();
    /// assert!(game.state().clock_runs());
    /// ```
    #[must_use]
    pub fn clock_runs(&self) -> bool {
        self.outcome.is_none() && self.clock.as_ref().is_some_and(|c| c.running().is_some())
    }

    /// Whether a player may break the game off without a result: not both sides have moved.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// assert!(game.state().may_abort());
    /// game.play(0, "1b1c").unwrap();
    /// assert!(!game.state().may_abort());
    /// ```
    #[must_use]
    pub fn may_abort(&self) -> bool {
        self.status() == Status::Playing && self.ply() < 2
    }

    /// From when the opponent of the side to move may claim the win, or abort, because that side has left
    /// the board at `away_since_ms`: [`ABANDONED_MS`] of its turn later. `None` before both sides have
    /// moved, and after the end.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// game.play(5_000, "1b1c").unwrap();
    /// // Away before the turn began: the minute counts from the turn.
    /// assert_eq!(game.state().claim_from_ms(Some(2_000)), Some(65_000));
    /// assert_eq!(game.state().claim_from_ms(None), None);
    /// ```
    #[must_use]
    pub fn claim_from_ms(&self, away_since_ms: Option<i64>) -> Option<i64> {
        if self.status() != Status::Playing || self.ply() < 2 {
            return None;
        }
        let away_since_ms = away_since_ms?.max(self.turn_since_ms);
        Some(away_since_ms.saturating_add(i64::from(ABANDONED_MS)))
    }

    /// When the first clock starts in a game that starts now: once the toss for the sides, where
    /// there was one, has been shown for [`FURIGOMA_MS`].
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// use komadai_protocol::{Face, Furigoma};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let toss = Furigoma::of([Face::Pawn; 5]);
    /// let game = LocalGame::new(settings.clone(), Some(toss), Opponent::Device).unwrap();
    /// assert_eq!(game.state().first_clock_ms(1_000), 6_000);
    /// let game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// assert_eq!(game.state().first_clock_ms(1_000), 1_000);
    /// ```
    #[must_use]
    pub fn first_clock_ms(&self, now_ms: i64) -> i64 {
        match self.furigoma {
            Some(_) => now_ms + i64::from(FURIGOMA_MS),
            None => now_ms,
        }
    }

    /// The event a command of that player became, if it was carried out.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let mut log = log;
    /// log[2].command = Some("b7f0".into());
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.event_of_command(&"second".into(), "b7f0"), Some(3));
    /// assert_eq!(state.event_of_command(&"first".into(), "b7f0"), None);
    /// ```
    #[must_use]
    pub fn event_of_command(&self, player: &PlayerId, command: &str) -> Option<u32> {
        self.commands.event(player, command)
    }

    /// The offer of that kind that waits.
    ///
    /// ```
    /// use komadai_play::{GameState, LogEntry};
    /// use komadai_protocol::{EventBody, Offer, OfferKind, SideName};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let mut log = log;
    /// let offer = Offer { offer: OfferKind::Takeback, by: SideName::First };
    /// let body = EventBody::Offered { offer };
    /// log.push(LogEntry { seq: 4, at_ms: 0, body, author: None, command: None });
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.offer(OfferKind::Takeback), Some(offer));
    /// assert_eq!(state.offer(OfferKind::Draw), None);
    /// ```
    #[must_use]
    pub fn offer(&self, kind: OfferKind) -> Option<Offer> {
        let same = |standing: &Offer| standing.offer == kind;
        self.offers.iter().copied().find(same)
    }

    /// Everything there is to see, at that moment.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// use komadai_protocol::Status;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let snapshot = state.snapshot(0);
    /// assert_eq!((snapshot.seq, snapshot.status), (3, Status::Playing));
    /// assert_eq!(snapshot.position, "rbsgk/4p/5/P4/KGSBR b - 1");
    /// ```
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        let info = |player: &Option<Player>| player.as_ref().map(|player| player.info.clone());
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
            position: position_text(&self.game.position()),
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
