//! Games that a player does not begin: they are aborted, and the challenge of the waiting player returns to the
//! lobby.

use komadai_play::{Draft, LogEntry};
use komadai_protocol::limits::{APPEAR_WITHIN_MS, SILENCE_MS};
use komadai_protocol::{EndReason, ErrorCode, EventBody, GameOutcome, ListKind};
use komadai_rules::{Reason, Side};

use super::{Fatal, Referee};

impl Referee {
    /// Deadline for both players to connect. Time without a referee does not count.
    pub(super) fn open_by_ms(&self) -> Option<i64> {
        let state = self.arbiter.state();
        let joiner = state.lobby_joiner();
        let appeared = joiner.is_none_or(|side| self.presence.has_come(side));
        let by_ms = state.open_by_ms(appeared)?;
        let since_ms = self.presence.since_ms;
        // Players of a failed server need time to notice and to reconnect.
        let is_later = since_ms > by_ms - i64::from(APPEAR_WITHIN_MS);
        let silence_ms = if is_later { SILENCE_MS } else { 0 };
        Some(by_ms.max(since_ms + i64::from(APPEAR_WITHIN_MS + silence_ms)))
    }

    pub(super) async fn give_up_unopened(&mut self, now_ms: i64) -> Result<(), Fatal> {
        let draft = self.arbiter.not_begun(now_ms);
        let is_away = |side: &Side| !self.presence.is_there(*side);
        let away: Vec<_> = Side::BOTH.into_iter().filter(is_away).collect();
        self.append(now_ms, vec![draft]).await?;
        self.not_begun_by(&away, now_ms).await
    }

    /// If the game ended as not begun, counts an abort for the late sides and reopens the challenge of a
    /// punctual, connected maker.
    pub(super) async fn not_begun_by(&mut self, late: &[Side], now_ms: i64) -> Result<(), Fatal> {
        let state = self.arbiter.state();
        let is_not_begun = |outcome: GameOutcome| outcome.reason == EndReason::NotBegun;
        let Some(joiner) = state
            .lobby_joiner()
            .filter(|_| state.outcome().is_some_and(is_not_begun))
        else {
            return Ok(());
        };
        for side in late {
            self.count_abort(*side);
        }
        let maker = !joiner;
        if late.contains(&maker) || !self.presence.is_there(maker) {
            return Ok(());
        }
        let next = match self.registry.offer_again(self.arbiter.state(), maker).await {
            Ok(Some(next)) => next,
            Ok(None) => return Ok(()),
            Err(code) => {
                tracing::warn!(
                    game.id = self.id().short(),
                    code = code.name(),
                    "challenge.return failed"
                );
                return Ok(());
            }
        };
        let draft = Draft::unprompted(EventBody::Rematch {
            next: next.new.id.clone(),
            returned_to: Some(maker),
        });
        match self
            .append_with(now_ms, vec![draft], Some(next), Vec::new())
            .await
        {
            // The maker or the network has reached the limit of challenges.
            Err(Fatal {
                code: ErrorCode::TooManyChallenges,
                ..
            }) => return Ok(()),
            other => drop(other?),
        }
        self.registry.list_changed(ListKind::Lobby);
        Ok(())
    }

    fn count_abort(&self, side: Side) {
        let player = self.arbiter.state().players().get(side).as_ref();
        let Some(player) = player.map(|player| player.id.clone()) else {
            return;
        };
        let (store, date_ms) = (self.registry.store.clone(), self.registry.time.date_ms());
        self.registry.tasks.spawn(async move {
            if let Err(error) = store.note_abort(player.as_str(), date_ms).await {
                tracing::error!(error = %error, "abort.note failed");
            }
        });
    }

    /// Counts or clears aborts at the end of a game.
    pub(super) fn note_end(&self, outcome: &GameOutcome, entry: &LogEntry) {
        let state = self.arbiter.state();
        if outcome.ply < 2 {
            let author = entry.author.as_ref().and_then(|id| state.side_of(id));
            let is_aborted = matches!(
                outcome.reason,
                EndReason::Aborted | EndReason::Rules(Reason::Resignation)
            );
            if let Some(side) = author.filter(|_| is_aborted && state.lobby_joiner().is_some()) {
                self.count_abort(side);
            }
            return;
        }
        let players = state
            .players()
            .clone()
            .map(|player| player.map(|player| player.id));
        let store = self.registry.store.clone();
        self.registry.tasks.spawn(async move {
            for player in [players.first, players.second].into_iter().flatten() {
                if let Err(error) = store.forget_aborts(player.as_str()).await {
                    tracing::error!(error = %error, "abort.forget failed");
                }
            }
        });
    }
}
