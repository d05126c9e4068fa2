//! State of a game as its two players see it: rules, clock and sent moves. No I/O.

use std::hash::{DefaultHasher, Hasher as _};

use komadai_protocol::{
    ClockSettings, EndReason, EventBody, GameEvent, GameKey, GameOutcome, Snapshot,
};
use komadai_rules::{AnyGame, AnyPosition, Move, Reason, RuleSet, SetupRules, Side, VariantId};

use crate::check::SentMove;
use crate::clock_model::{Charge, ClockModel};
use crate::first_moves::FirstMoves;

/// Protocol violation of the server: kind and description.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) &'static str, pub(crate) String);

#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) text: String,
    pub(crate) side: Side,
    pub(crate) seq: Option<u32>,
    pub(crate) intended_us: u64,
    pub(crate) sent_us: u64,
    /// Time from the opponent's move to the send; `None` if sent more than once.
    pub(crate) thought_us: Option<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct Applied {
    pub(crate) clock_error_ms: Option<u64>,
    /// Charge beyond the thinking time.
    pub(crate) overcharge_ms: Option<u64>,
}

pub(crate) struct Play {
    pub(crate) key: GameKey,
    game: VariantId,
    rules: AnyGame,
    clock: Option<ClockModel>,
    first_moves: FirstMoves,
    pub(crate) sent: Vec<Sent>,
    /// Last event that either player has received.
    pub(crate) seq: u32,
    first_seq: u32,
    /// Digest of each event, to compare both players' copies.
    digests: Vec<u64>,
    pub(crate) ended: bool,
}

impl Play {
    /// State of a new game with both players; `None` if its settings are unknown.
    pub(crate) fn new(snapshot: &Snapshot) -> Option<Self> {
        let settings = &snapshot.settings;
        let game = settings.game;
        let position = AnyPosition::parse(game, &settings.start, SetupRules::Play).ok()?;
        let mut rules = RuleSet::default_for(game);
        for (key, value) in &settings.rules {
            rules.set(game, key, value).ok()?;
        }
        let clock = match settings.clock {
            ClockSettings::None => None,
            clock => Some(ClockModel::new(clock)),
        };
        Some(Self {
            key: snapshot.id.clone(),
            game,
            rules: AnyGame::new(position, rules),
            clock,
            first_moves: FirstMoves::new(settings),
            sent: Vec::new(),
            seq: snapshot.seq,
            first_seq: snapshot.seq,
            digests: Vec::new(),
            ended: false,
        })
    }

    pub(crate) fn side(&self) -> Side {
        self.rules.position().side_to_move()
    }

    pub(crate) fn ply(&self) -> u32 {
        self.rules.ply()
    }

    /// Legal moves in a deterministic order; none after the end.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        self.rules.legal_moves().sorted().into_iter().collect()
    }

    pub(crate) fn text(&self, played: Move) -> String {
        played.display(self.game).to_string()
    }

    pub(crate) fn sent_moves(&self) -> Vec<SentMove> {
        let sent = self.sent.iter().map(|sent| SentMove {
            text: sent.text.clone(),
            seq: sent.seq,
        });
        sent.collect()
    }

    /// Applies an event received by one of the players.
    pub(crate) fn received(&mut self, event: &GameEvent) -> Result<Applied, Wrong> {
        let digest = digest(event);
        if event.seq > self.seq {
            self.seq = event.seq;
            self.digests
                .resize((event.seq - self.first_seq) as usize, 0);
            if let Some(last) = self.digests.last_mut() {
                *last = digest;
            }
            return self.apply(event);
        }
        let place = event.seq.checked_sub(self.first_seq + 1);
        let known = place.and_then(|place| self.digests.get(place as usize));
        match known {
            Some(&known) if known != 0 && known != digest => Err(Wrong(
                "event-differs",
                format!("event {} is another one for the other player", event.seq),
            )),
            _ => Ok(Applied::default()),
        }
    }

    fn apply(&mut self, event: &GameEvent) -> Result<Applied, Wrong> {
        if let Some(what) = self.first_moves.next(event) {
            return Err(Wrong("first-move", what));
        }
        let mut applied = Applied::default();
        match &event.body {
            EventBody::Move { .. } => return self.moved(event),
            EventBody::Started { clock: Some(state) } => {
                if let (Some(clock), Some(side)) = (&mut self.clock, state.running) {
                    applied.clock_error_ms = Some(clock.error_ms(state));
                    clock.start(side, state.at_ms);
                }
            }
            EventBody::Resumed { clock: Some(state) } => {
                if let Some(clock) = &mut self.clock {
                    clock.set(state);
                }
            }
            EventBody::Ended { outcome, .. } => {
                self.ended = true;
                self.ended_rightly(outcome)?;
            }
            _ => {}
        }
        Ok(applied)
    }

    fn moved(&mut self, event: &GameEvent) -> Result<Applied, Wrong> {
        let EventBody::Move {
            ply,
            side,
            text,
            id,
            spent_ms,
            lag_ms,
            server_ms,
            clock: state,
            ..
        } = &event.body
        else {
            return Ok(Applied::default());
        };
        if *ply != self.ply() || *side != self.side() {
            let text = format!("{text} is said to be move {ply}, at {}", self.ply());
            return Err(Wrong("event-ply", text));
        }
        let Some(sent) = self.sent.get(*ply as usize) else {
            return Err(Wrong("event-unsent", format!("nobody sent {text}")));
        };
        if sent.text != *text || *id != command_id(*ply) {
            let text = format!("{} was sent as {}, not {text}", sent.text, command_id(*ply));
            return Err(Wrong("event-unsent", text));
        }
        if sent.seq.is_some_and(|seq| seq != event.seq) {
            let text = format!(
                "{text} was acknowledged as another event than {}",
                event.seq
            );
            return Err(Wrong("accepted-differently", text));
        }
        let played = Move::parse(self.game, text)
            .ok()
            .and_then(|played| self.rules.play(played).ok());
        if played.is_none() {
            return Err(Wrong("event-illegal", format!("{text} is not legal")));
        }
        let mut applied = Applied::default();
        let charge = Charge {
            spent_ms: *spent_ms,
            lag_ms: *lag_ms,
            server_ms: *server_ms,
        };
        if let (Some(clock), Some(state)) = (&mut self.clock, state) {
            let account = clock.moved(*side, state.at_ms, charge);
            let shown = clock.error_ms(state);
            applied.clock_error_ms = Some(account.max(shown));
            // Adopt the server's clocks, so that an error counts once.
            clock.set(state);
            applied.overcharge_ms = sent
                .thought_us
                .map(|thought| u64::from(*spent_ms).saturating_sub(thought / 1000));
            if clock.too_much_credit(*side, charge) {
                return Err(Wrong("lag-credit", format!("{lag_ms} ms at move {ply}")));
            }
        }
        Ok(applied)
    }

    /// Checks an outcome: only time may end a game that the rules do not.
    fn ended_rightly(&self, outcome: &GameOutcome) -> Result<(), Wrong> {
        let ours = self.rules.outcome();
        let same = match ours {
            None => matches!(
                outcome.reason,
                EndReason::Rules(Reason::Time) | EndReason::NotBegun
            ),
            Some(ours) => {
                EndReason::Rules(ours.reason) == outcome.reason && ours.ply == outcome.ply
            }
        };
        if same {
            return Ok(());
        }
        let ours = ours.map_or("none", |ours| ours.reason.name());
        let text = format!("{} instead of {ours}", outcome.reason.name());
        Err(Wrong("outcome-differs", text))
    }
}

pub(crate) fn command_id(ply: u32) -> String {
    format!("m{ply}")
}

/// Inverse of [`command_id`].
pub(crate) fn ply_of(id: &str) -> Option<usize> {
    id.strip_prefix('m')?.parse().ok()
}

fn digest(event: &GameEvent) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(&serde_json::to_vec(event).unwrap_or_default());
    // 0 means unknown.
    hasher.finish().max(1)
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
