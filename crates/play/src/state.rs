//! The state of a game: the fold of its events.

mod first_moves;
mod queries;

use komadai_protocol::{
    ClockState, EventBody, Furigoma, GameKey, GameOutcome, GameSettings, Offer, PerSide, Unrated,
};
use komadai_rules::{AnyGame, Move, Side};

use crate::clock::ClockHistory;
use crate::command_index::CommandIndex;
use crate::log::begins_turn;
use crate::replay_error::{Misfit, ReplayError};
use crate::settings::new_game;
use crate::{GameClock, LagPool, LogEntry, Player};

/// The fold of a game's events. Only [`apply`](Self::apply) changes it, so the same events always
/// give the same state.
#[derive(Clone, Debug)]
pub struct GameState {
    pub(crate) id: GameKey,
    pub(crate) seq: u32,
    pub(crate) settings: GameSettings,
    pub(crate) furigoma: Option<Furigoma>,
    pub(crate) game: AnyGame,
    pub(crate) players: PerSide<Option<Player>>,
    pub(crate) seated_at_ms: i64,
    pub(crate) lobby_joiner: Option<Side>,
    /// Reason why a game made as rated is not.
    pub(crate) unrated: Option<Unrated>,
    pub(crate) started: bool,
    /// Start of the limit of the awaited first move.
    pub(crate) first_move_from_ms: Option<i64>,
    pub(crate) clock: Option<GameClock>,
    /// Start of the turn: the last start, move, take-back or change of referee.
    pub(crate) turn_since_ms: i64,
    pub(crate) clock_history: Option<ClockHistory>,
    pub(crate) lag: PerSide<LagPool>,
    pub(crate) offers: Vec<Offer>,
    /// Since the last move, or since the end.
    pub(crate) offers_made: PerSide<u32>,
    pub(crate) offers_in_game: PerSide<u32>,
    /// Seats taken, and renamings.
    pub(crate) joined: u32,
    pub(crate) taken_back: u32,
    pub(crate) outcome: Option<GameOutcome>,
    pub(crate) rematch: Option<GameKey>,
    pub(crate) created_at_ms: i64,
    pub(crate) updated_at_ms: i64,
    commands: CommandIndex,
}

impl PartialEq for GameState {
    /// Does not compare the position, which follows from settings and moves.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
            && self.seq == other.seq
            && self.settings == other.settings
            && self.furigoma == other.furigoma
            && self.game.moves() == other.game.moves()
            && self.players == other.players
            && self.seated_at_ms == other.seated_at_ms
            && self.lobby_joiner == other.lobby_joiner
            && self.unrated == other.unrated
            && self.started == other.started
            && self.first_move_from_ms == other.first_move_from_ms
            && self.clock == other.clock
            && self.turn_since_ms == other.turn_since_ms
            && self.clock_history == other.clock_history
            && self.lag == other.lag
            && self.offers == other.offers
            && self.offers_made == other.offers_made
            && self.offers_in_game == other.offers_in_game
            && self.joined == other.joined
            && self.taken_back == other.taken_back
            && self.outcome == other.outcome
            && self.rematch == other.rematch
            && self.created_at_ms == other.created_at_ms
            && self.updated_at_ms == other.updated_at_ms
            && self.commands == other.commands
    }
}

impl Eq for GameState {}

impl GameState {
    /// The state after `created`, the first event of a log.
    pub(crate) fn created(
        id: &GameKey,
        at_ms: i64,
        settings: &GameSettings,
    ) -> Result<Self, ReplayError> {
        let game = new_game(settings).map_err(|why| ReplayError {
            game: id.clone(),
            seq: 1,
            why: Misfit::Settings(Box::new(why)),
        })?;
        let clock = GameClock::new(settings.clock);
        let first_to_move = game.position().side_to_move();
        Ok(Self {
            id: id.clone(),
            seq: 1,
            settings: settings.clone(),
            furigoma: None,
            game,
            players: PerSide {
                first: None,
                second: None,
            },
            seated_at_ms: at_ms,
            lobby_joiner: None,
            unrated: None,
            started: false,
            first_move_from_ms: None,
            turn_since_ms: at_ms,
            clock_history: clock
                .as_ref()
                .map(|clock| ClockHistory::new(first_to_move, clock.left_at(at_ms))),
            clock,
            lag: PerSide {
                first: LagPool::new(settings.clock),
                second: LagPool::new(settings.clock),
            },
            offers: Vec::new(),
            offers_made: PerSide::default(),
            offers_in_game: PerSide::default(),
            joined: 0,
            taken_back: 0,
            outcome: None,
            rematch: None,
            created_at_ms: at_ms,
            updated_at_ms: at_ms,
            commands: CommandIndex::default(),
        })
    }

    /// # Errors
    /// The log is empty, has gaps, or breaks the rules.
    pub fn replay(id: &GameKey, log: &[LogEntry]) -> Result<Self, ReplayError> {
        let misfit = |seq, why| ReplayError {
            game: id.clone(),
            seq,
            why,
        };
        let Some((first, rest)) = log.split_first() else {
            return Err(misfit(0, Misfit::Empty));
        };
        let EventBody::Created { settings } = &first.body else {
            return Err(misfit(first.seq, Misfit::NotCreated));
        };
        if first.seq != 1 {
            return Err(misfit(first.seq, Misfit::Gap { last: 0 }));
        }
        let mut state = Self::created(id, first.at_ms, settings)?;
        for entry in rest {
            state.apply(entry)?;
        }
        Ok(state)
    }

    /// # Errors
    /// The event is out of sequence or breaks the rules. The state is unchanged.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), ReplayError> {
        self.fold(entry).map_err(|why| ReplayError {
            game: self.id.clone(),
            seq: entry.seq,
            why,
        })?;
        if let (Some(author), Some(command)) = (&entry.author, &entry.command) {
            self.commands.insert(author, command, entry.seq);
        }
        if begins_turn(&entry.body) {
            self.turn_since_ms = entry.at_ms;
        }
        self.seq = entry.seq;
        self.updated_at_ms = entry.at_ms;
        Ok(())
    }

    /// Changes nothing if it fails.
    fn fold(&mut self, entry: &LogEntry) -> Result<(), Misfit> {
        if entry.seq != self.seq + 1 {
            return Err(Misfit::Gap { last: self.seq });
        }
        match &entry.body {
            EventBody::Created { .. } => return Err(Misfit::CreatedTwice),
            EventBody::Furigoma { toss } => self.furigoma = Some(*toss),
            EventBody::Joined {
                side,
                rating,
                open,
                unrated,
            } => {
                self.seated_at_ms = entry.at_ms;
                if *open {
                    self.lobby_joiner = Some(*side);
                }
                let id = entry.author.clone().unwrap_or_default();
                let rating = *rating;
                self.fold_join(*side, Player { id, rating }, *unrated);
            }
            EventBody::Started { clock } => {
                self.started = true;
                self.set_clock(clock);
                self.await_first_move(moment(clock, entry.at_ms));
            }
            EventBody::Move {
                ply,
                side,
                text,
                lag_ms,
                clock,
                ..
            } => {
                self.fold_move(*ply, text)?;
                self.offers.clear();
                self.offers_made = PerSide::default();
                self.lag.get_mut(*side).take(*lag_ms);
                self.set_clock(clock);
                if let (Some(history), Some(clock)) = (&mut self.clock_history, clock) {
                    history.push(&clock.left);
                }
                // Once both sides have moved the clocks run, even if the players were never at the board together.
                self.started |= self.settings.start_limit_ms.is_some() && self.ply() >= 2;
                let moved_ms = moment(clock, entry.at_ms);
                let from_ms = self.first_move_from_ms.unwrap_or(moved_ms);
                self.await_first_move(from_ms.max(moved_ms));
            }
            EventBody::Offered { offer } => {
                self.offers.push(*offer);
                *self.offers_made.get_mut(offer.by) += 1;
                *self.offers_in_game.get_mut(offer.by) += 1;
            }
            EventBody::Declined { offer, .. } => {
                self.offers.retain(|standing| standing.offer != *offer);
            }
            EventBody::TakenBack { ply, clock } => {
                self.fold_takeback(*ply)?;
                self.set_clock(clock);
                self.await_first_move(moment(clock, entry.at_ms));
            }
            EventBody::Resumed { clock } => {
                self.set_clock(clock);
                if self.first_move_from_ms.is_some() {
                    self.await_first_move(moment(clock, entry.at_ms));
                }
            }
            EventBody::Ended { outcome, clock } => {
                self.outcome = Some(*outcome);
                self.first_move_from_ms = None;
                self.offers.clear();
                self.offers_made = PerSide::default();
                self.set_clock(clock);
            }
            EventBody::Rematch { next, returned_to } => {
                if returned_to.is_none() {
                    self.rematch = Some(next.clone());
                }
                self.offers.clear();
            }
        }
        Ok(())
    }

    /// A game that these players cannot play rated shows no ratings.
    fn fold_join(&mut self, side: Side, player: Player, unrated: Option<Unrated>) {
        self.joined += 1;
        *self.players.get_mut(side) = Some(player);
        if unrated.is_none() {
            return;
        }
        self.unrated = unrated;
        self.settings.rated = false;
        for side in Side::BOTH {
            if let Some(player) = self.players.get_mut(side) {
                player.rating = None;
            }
        }
    }

    pub(crate) fn fold_move(&mut self, ply: u32, text: &str) -> Result<(), Misfit> {
        if ply != self.ply() {
            return Err(Misfit::WrongPly {
                ply,
                now: self.ply(),
            });
        }
        let played = Move::parse(self.settings.game, text)
            .map_err(|error| Misfit::Move(error.to_string()))?;
        self.game
            .play(played)
            .map_err(|error| Misfit::Move(error.to_string()))?;
        Ok(())
    }

    fn fold_takeback(&mut self, ply: u32) -> Result<(), Misfit> {
        if ply > self.ply() {
            return Err(Misfit::WrongPly {
                ply,
                now: self.ply(),
            });
        }
        self.taken_back += self.ply() - ply;
        self.game.undo_to(ply);
        if let Some(history) = &mut self.clock_history {
            history.truncate(ply as usize);
        }
        self.offers.clear();
        self.outcome = None;
        Ok(())
    }

    fn set_clock(&mut self, state: &Option<ClockState>) {
        if let (Some(clock), Some(state)) = (&mut self.clock, state) {
            clock.set(state);
        }
    }
}

/// Moment from which the clocks of an event count; it may be later than the event.
fn moment(clock: &Option<ClockState>, at_ms: i64) -> i64 {
    clock.as_ref().map_or(at_ms, |clock| clock.at_ms)
}
