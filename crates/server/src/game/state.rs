use std::collections::HashMap;

use komadai_notation::{parse_move, position_text};
use komadai_protocol::{
    ClockState, EventBody, Furigoma, GameEvent, GameKey, GameOutcome, GameSettings, Offer,
    OfferKind, PerSide, PlayerInfo, Seat, SideClock, SideName, Snapshot, Status,
};
use komadai_rules::AnyGame;
use komadai_store::{Progress, StoredEvent};

use super::names::{game_id, side_name};
use super::request::{Player, View};
use super::start::new_game;
use crate::clock::{GameClock, LagPool};

/// What the log of a game says, added up. Nothing else decides what it is.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) id: GameKey,
    pub(crate) seq: u32,
    pub(crate) settings: GameSettings,
    pub(crate) furigoma: Option<Furigoma>,
    pub(crate) game: AnyGame,
    pub(crate) moves: Vec<String>,
    pub(crate) players: PerSide<Option<Player>>,
    pub(crate) started: bool,
    pub(crate) clock: Option<GameClock>,
    /// The times left when each ply began.
    pub(crate) clock_before: Vec<PerSide<SideClock>>,
    pub(crate) lag: PerSide<LagPool>,
    pub(crate) offers: Vec<Offer>,
    /// Offers since the last move, or since the end.
    pub(crate) offers_made: PerSide<u32>,
    pub(crate) outcome: Option<GameOutcome>,
    pub(crate) rematch: Option<GameKey>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// The event each known command became.
    commands: HashMap<(String, String), u32>,
}

/// A log that this version does not understand.
#[derive(Clone, Debug, thiserror::Error)]
#[error("event {seq} of game {game} does not fit: {why}")]
pub(crate) struct Misfit {
    game: GameKey,
    seq: u32,
    why: String,
}

impl GameState {
    /// Adds up a log.
    ///
    /// # Errors
    /// It is empty, has gaps, or says what the rules exclude.
    pub(crate) fn replay(id: &GameKey, log: &[StoredEvent]) -> Result<Self, Misfit> {
        let misfit = |why: String| Misfit {
            game: id.clone(),
            seq: 1,
            why,
        };
        let Some((first, rest)) = log.split_first() else {
            return Err(misfit("the log is empty".into()));
        };
        let EventBody::Created { settings } = &first.body else {
            return Err(misfit("a log begins with created".into()));
        };
        let clock = GameClock::new(settings.clock);
        let mut state = Self {
            id: id.clone(),
            seq: first.seq,
            settings: settings.clone(),
            furigoma: None,
            game: new_game(settings).map_err(misfit)?,
            moves: Vec::new(),
            players: PerSide {
                first: None,
                second: None,
            },
            started: false,
            clock_before: clock.iter().map(|clock| clock.left_at(first.at)).collect(),
            clock,
            lag: PerSide::default(),
            offers: Vec::new(),
            offers_made: PerSide::default(),
            outcome: None,
            rematch: None,
            created_at: first.at,
            updated_at: first.at,
            commands: HashMap::new(),
        };
        for event in rest {
            state.apply(event)?;
        }
        Ok(state)
    }

    /// Adds one event.
    ///
    /// # Errors
    /// It is not the next one, or says what the rules exclude. The state is of no use then.
    pub(crate) fn apply(&mut self, event: &StoredEvent) -> Result<(), Misfit> {
        let misfit = |why: &str| Misfit {
            game: self.id.clone(),
            seq: event.seq,
            why: why.to_owned(),
        };
        if event.seq != self.seq + 1 {
            return Err(misfit(&format!("event {} comes before it", self.seq)));
        }
        match &event.body {
            EventBody::Created { .. } => return Err(misfit("created twice")),
            EventBody::Furigoma { toss } => self.furigoma = Some(*toss),
            EventBody::Joined { side, player } => {
                let id = event
                    .author
                    .clone()
                    .ok_or_else(|| misfit("nobody joined"))?;
                *self.players.get_mut(*side) = Some(Player {
                    id,
                    name: player.name.clone(),
                });
            }
            EventBody::Started { clock } => {
                self.started = true;
                self.set_clock(clock);
            }
            EventBody::Move {
                ply,
                side,
                text,
                lag_ms,
                clock,
                ..
            } => {
                if *ply != self.ply() {
                    return Err(misfit("another ply"));
                }
                let played = parse_move(game_id(self.settings.game), text)
                    .map_err(|error| misfit(&error.to_string()))?;
                self.game
                    .play(played)
                    .map_err(|error| misfit(&error.to_string()))?;
                self.moves.push(text.clone());
                self.offers.clear();
                self.offers_made = PerSide::default();
                self.lag.get_mut(*side).take(*lag_ms);
                self.set_clock(clock);
                if let Some(clock) = clock {
                    self.clock_before.push(clock.left);
                }
            }
            EventBody::Offered { offer } => {
                self.offers.push(*offer);
                *self.offers_made.get_mut(offer.by) += 1;
            }
            EventBody::Declined { offer, .. } => {
                self.offers.retain(|standing| standing.offer != *offer);
            }
            EventBody::TakenBack { ply, clock } => {
                while self.ply() > *ply && self.game.undo().is_some() {
                    self.moves.pop();
                }
                self.clock_before.truncate(*ply as usize + 1);
                self.offers.clear();
                self.set_clock(clock);
            }
            EventBody::Resumed { clock } => self.set_clock(clock),
            EventBody::Ended { outcome, clock } => {
                self.outcome = Some(*outcome);
                self.offers.clear();
                self.offers_made = PerSide::default();
                self.set_clock(clock);
            }
            EventBody::Rematch { next } => {
                self.rematch = Some(next.clone());
                self.offers.clear();
            }
        }
        if let (Some(author), Some(command)) = (&event.author, &event.command) {
            self.commands
                .insert((author.clone(), command.clone()), event.seq);
        }
        self.seq = event.seq;
        self.updated_at = event.at;
        Ok(())
    }

    fn set_clock(&mut self, state: &Option<ClockState>) {
        if let (Some(clock), Some(state)) = (&mut self.clock, state) {
            clock.set(state);
        }
    }

    /// Moves played.
    pub(crate) fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Who is to move.
    pub(crate) fn side(&self) -> SideName {
        side_name(self.game.position().side_to_move())
    }

    /// Which side that person plays.
    pub(crate) fn side_of(&self, player: &str) -> Option<SideName> {
        SideName::BOTH.into_iter().find(|side| {
            self.players
                .get(*side)
                .as_ref()
                .is_some_and(|seated| seated.id == player)
        })
    }

    /// How far the game has come.
    pub(crate) fn status(&self) -> Status {
        if self.outcome.is_some() {
            Status::Ended
        } else if self.players.first.is_some() && self.players.second.is_some() {
            Status::Playing
        } else {
            Status::Waiting
        }
    }

    /// Whether a clock runs.
    pub(crate) fn live(&self) -> bool {
        self.outcome.is_none() && self.clock.as_ref().is_some_and(|c| c.running().is_some())
    }

    /// The event a command of that player became, if it was carried out.
    pub(crate) fn done(&self, player: &str, command: &str) -> Option<u32> {
        self.commands
            .get(&(player.to_owned(), command.to_owned()))
            .copied()
    }

    /// The offer of that kind that waits.
    pub(crate) fn offer(&self, kind: OfferKind) -> Option<Offer> {
        self.offers
            .iter()
            .copied()
            .find(|standing| standing.offer == kind)
    }

    /// What the row of the game says.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            status: self.status(),
            players: self
                .players
                .clone()
                .map(|player| player.map(|player| player.id)),
            side: self.side(),
            ply: self.ply(),
            outcome: self.outcome,
            live: self.live(),
        }
    }

    /// Everything there is to see, at that moment.
    pub(crate) fn snapshot(&self, now: i64) -> Snapshot {
        Snapshot {
            id: self.id.clone(),
            seq: self.seq,
            settings: self.settings.clone(),
            status: self.status(),
            players: self
                .players
                .clone()
                .map(|player| player.map(|p| PlayerInfo { name: p.name })),
            furigoma: self.furigoma,
            position: position_text(&self.game.position()),
            moves: self.moves.clone(),
            side: self.side(),
            clock: self.clock.as_ref().map(|clock| clock.state(now)),
            offers: self.offers.clone(),
            outcome: self.outcome,
            rematch: self.rematch.clone(),
            created_at: self.created_at,
        }
    }

    /// The game as one person sees it.
    pub(crate) fn view(&self, player: &str, now: i64) -> View {
        let side = self.side_of(player);
        View {
            seat: Seat::from(side),
            may_join: side.is_none() && self.status() == Status::Waiting,
            snapshot: self.snapshot(now),
        }
    }
}

/// A stored event as the wire says it.
pub(crate) fn wire(game: &GameKey, event: &StoredEvent) -> GameEvent {
    GameEvent {
        game: game.clone(),
        seq: event.seq,
        at: event.at,
        body: event.body.clone(),
    }
}
