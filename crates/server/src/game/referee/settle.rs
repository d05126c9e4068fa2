//! Agreement before a flag falls: another copy may hold a move that arrived in time but could not be sent yet.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use komadai_play::Command;
use komadai_protocol::GameKey;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::Referee;
use crate::game::inbox::PATIENCE;
use crate::game::question::{Answer, Question};
use crate::game::registry::GameRegistry;
use crate::metrics::Settled;

/// Retry interval of servers that did not answer.
const EVERY: Duration = Duration::from_millis(100);
/// Time after which no earlier move can arrive: copies give up unsent requests after [`PATIENCE`], plus a
/// margin for the last attempt.
const LIMIT: Duration = PATIENCE.saturating_add(Duration::from_secs(2));
const LOOK_EVERY_MS: i64 = 100;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flag {
    Up,
    /// Out of time, but a copy may have an earlier move.
    Unsettled,
    Fallen,
}

/// Returns `true` for commands that may have arrived in time or do not affect the opponent.
pub(super) fn is_move(command: &Command) -> bool {
    matches!(
        command,
        Command::Move { .. } | Command::Premove { .. } | Command::CancelPremove
    )
}

/// The current or last inquiry.
#[derive(Default)]
pub(super) struct Settling(Option<Inquiry>);

struct Inquiry {
    /// Last event when the inquiry began.
    seq: u32,
    /// Cancelled on any end of the inquiry; a message could be lost.
    settled: CancellationToken,
    _asks: AbortOnDropHandle<()>,
}

impl Settling {
    fn under_way(&self) -> Option<&Inquiry> {
        let Self(inquiry) = self;
        inquiry.as_ref().filter(|it| !it.settled.is_cancelled())
    }

    /// Waits for the end of the inquiry. Pending without one.
    pub(super) async fn ended(&self) {
        match self.under_way() {
            Some(inquiry) => inquiry.settled.cancelled().await,
            None => std::future::pending().await,
        }
    }
}

impl Referee {
    pub(super) fn settling_alarm_ms(&self) -> Option<i64> {
        let is_under_way = self.settling.under_way().is_some();
        is_under_way.then(|| self.now_ms() + LOOK_EVERY_MS)
    }

    /// Returns `true` if all moves of the running side that arrived in time are here, so its flag may fall.
    /// Otherwise starts an inquiry.
    pub(super) fn is_settled(&mut self) -> bool {
        let state = self.arbiter.state();
        let seq = state.seq();
        let running = self.arbiter.timed_side();
        let server = self.registry.server;
        let is_here =
            running.is_some_and(|side| self.sockets.has_side_only_on(state, side, server));
        let is_alone = !self.registry.link.is_shared();
        if is_alone || is_here {
            return true;
        }
        let Settling(inquiry) = &self.settling;
        if let Some(inquiry) = inquiry.as_ref().filter(|it| it.seq == seq) {
            return inquiry.settled.is_cancelled();
        }
        let settled = CancellationToken::new();
        let ends = settled.clone().drop_guard();
        let asks = ask(self.registry.clone(), self.id().clone());
        let asks = tokio::spawn(async move {
            let _ends = ends;
            asks.await;
        });
        self.settling = Settling(Some(Inquiry {
            seq,
            settled,
            _asks: AbortOnDropHandle::new(asks),
        }));
        false
    }
}

/// Asks all other live copies until each has confirmed that it has sent everything, or the limit has passed.
async fn ask(registry: Arc<GameRegistry>, game: GameKey) {
    let _waits = registry.metrics.bus.unsettled();
    let settled = tokio::select! {
        () = all_settled(&registry, &game) => Settled::All,
        () = tokio::time::sleep(LIMIT) => Settled::GivenUp,
    };
    if settled == Settled::GivenUp {
        tracing::warn!(
            game.id = game.short(),
            "flag.unsettled: a copy does not answer"
        );
    }
    registry.metrics.bus.settled(settled);
}

async fn all_settled(registry: &GameRegistry, game: &GameKey) {
    let question = Question::Settle { game: game.clone() };
    let mut settled = BTreeSet::new();
    loop {
        let mut asked: FuturesUnordered<_> = registry
            .membership
            .others()
            .into_iter()
            .filter(|server| !settled.contains(server))
            .map(|server| {
                let answer = registry.question(server, &question);
                async move { (server, answer.await) }
            })
            .collect();
        if asked.is_empty() {
            return;
        }
        while let Some((server, answer)) = asked.next().await {
            if matches!(answer, Ok(Answer::Settled)) {
                settled.insert(server);
            }
        }
        let mut others = registry.membership.others().into_iter();
        if others.any(|server| !settled.contains(&server)) {
            tokio::time::sleep(EVERY).await;
        }
    }
}
