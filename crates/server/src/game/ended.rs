//! Ended games. Viewing one writes nothing and loads no referee; only a rematch needs one.

use std::sync::Arc;
use std::time::Duration;

use komadai_play::{CommandError, PlayerId};
use komadai_protocol::{
    ErrorCode, GameKey, PerSide, Refusal, Seat, ServerMessage, Snapshot, Status,
};
use komadai_rules::Side;
use lru::LruCache;

use super::inbox::Inbox;
use super::log;
use super::registry::GameRegistry;
use crate::request::View;
use crate::request::{Request, Response, Visitor};

/// Capacity of the cache, plies: about 20 MB.
const CACHED_PLIES: usize = 250_000;
/// Overhead of a game, in plies.
const PLIES_OF_A_GAME: usize = 20;
/// Longest check of the game's end. The referee has more patience.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) struct EndedGames {
    by_game: LruCache<GameKey, Arc<Snapshot>>,
    plies: usize,
}

impl Default for EndedGames {
    fn default() -> Self {
        Self {
            by_game: LruCache::unbounded(),
            plies: 0,
        }
    }
}

fn weight(snapshot: &Snapshot) -> usize {
    PLIES_OF_A_GAME + snapshot.moves.len()
}

impl EndedGames {
    /// The snapshot, if it is of that event.
    fn get(&mut self, game: &GameKey, seq: u32) -> Option<Arc<Snapshot>> {
        let kept = self.by_game.get(game)?;
        (kept.seq == seq).then(|| kept.clone())
    }

    fn put(&mut self, snapshot: Arc<Snapshot>) {
        self.plies += weight(&snapshot);
        if let Some(before) = self.by_game.put(snapshot.id.clone(), snapshot) {
            self.plies -= weight(&before);
        }
        while self.plies > CACHED_PLIES {
            let Some((_, oldest)) = self.by_game.pop_lru() else {
                break;
            };
            self.plies -= weight(&oldest);
        }
    }
}

fn side_of(snapshot: &Snapshot, player: Option<&PlayerId>) -> Option<Side> {
    let id = player?.as_str();
    let mut sides = Side::BOTH.into_iter();
    sides.find(|&side| {
        let seated = snapshot.players.get(side).as_ref();
        seated.is_some_and(|seated| seated.id == id)
    })
}

impl GameRegistry {
    pub(super) async fn ended_snapshot(
        &self,
        game: &GameKey,
        seq: u32,
    ) -> Result<Arc<Snapshot>, ErrorCode> {
        if let Some(kept) = self.ended_games().get(game, seq) {
            return Ok(kept);
        }
        let events = self.log_of(game).await?;
        let state = log::replay(game, events).map_err(|error| {
            self.damaged.report(game, &error);
            ErrorCode::Internal
        })?;
        let snapshot = Arc::new(state.snapshot(self.time.now_ms()));
        self.ended_games().put(snapshot.clone());
        Ok(snapshot)
    }

    /// The snapshot, if the game has ended. `None` after a timeout.
    async fn over(&self, game: &GameKey) -> Option<Result<Arc<Snapshot>, ErrorCode>> {
        let row = tokio::time::timeout(LOOKUP_TIMEOUT, self.store.game(game)).await;
        let row = row.ok()?.ok()??;
        if row.progress.status != Status::Ended {
            return None;
        }
        Some(self.ended_snapshot(game, row.seq).await)
    }

    /// Answers the next request of a mailbox without a referee, if the game has ended. Returns `true` if it
    /// did.
    pub(super) async fn answer_if_ended(&self, game: &GameKey, inbox: &mut Inbox) -> bool {
        if !inbox.peek().is_some_and(|it| it.request.may_skip_referee()) {
            return false;
        }
        let Some(over) = self.over(game).await else {
            return false;
        };
        let Some(envelope) = inbox.take_peeked() else {
            return false;
        };
        let answer = match &over {
            Ok(snapshot) => answer_viewer(snapshot, &envelope.request),
            Err(code) => Some(Response::Denied(*code)),
        };
        match answer {
            Some(answer) => drop(envelope.reply.send(answer)),
            None => {
                inbox.put_back(envelope);
                return false;
            }
        }
        true
    }
}

/// Answer to a viewer of an ended game; `None` for a player who may continue with a rematch.
fn answer_viewer(snapshot: &Snapshot, request: &Request) -> Option<Response> {
    match request {
        Request::Enter { visitor, .. } => Some(welcome(snapshot, visitor)),
        Request::Stay { .. } => Some(Response::Done),
        Request::View { player } => {
            let view = View::of_ended(snapshot, player.as_ref());
            Some(Response::View(Box::new(view)))
        }
        Request::Command { player, id, .. } if side_of(snapshot, player.as_ref()).is_none() => {
            let error = CommandError::from(ErrorCode::NotAPlayer);
            Some(Response::Refused(Box::new(Refusal {
                game: snapshot.id.clone(),
                id: id.clone(),
                code: error.code,
                rule: error.rule,
                squares: error.squares,
                message: error.message,
                seq: snapshot.seq,
            })))
        }
        _ => None,
    }
}

fn welcome(snapshot: &Snapshot, visitor: &Visitor) -> Response {
    let side = side_of(snapshot, visitor.player.as_ref());
    let at_board = side.filter(|_| visitor.may_play);
    // Presence is not tracked without a referee. A new referee makes all sockets announce themselves.
    let presence = ServerMessage::Presence {
        game: snapshot.id.clone(),
        players: PerSide {
            first: at_board == Some(Side::First),
            second: at_board == Some(Side::Second),
        },
        watchers: u32::from(at_board.is_none()),
        claim_from_ms: None,
    };
    Response::Welcome {
        seat: Seat::from(side),
        snapshot: Box::new(snapshot.clone()),
        presence: Box::new(presence),
        premove: None,
    }
}

impl View {
    pub(super) fn of_ended(snapshot: &Snapshot, player: Option<&PlayerId>) -> Self {
        Self {
            seat: Seat::from(side_of(snapshot, player)),
            may_join: false,
            snapshot: snapshot.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use komadai_play::Command;
    use komadai_protocol::{ClockSettings, OfferKind};

    use super::*;
    use crate::game::failing_store::FailingStore;
    use crate::game::tests::{command, enter, game, registry_on};

    async fn over(folder: &tempfile::TempDir, count: usize) -> (Arc<FailingStore>, Vec<GameKey>) {
        let path = folder.path().join("komadai.db");
        let store = FailingStore::open(&path).await;
        let registry = registry_on(store.clone()).await;
        let mut games = Vec::new();
        for _ in 0..count {
            let key = game(&registry, ClockSettings::None).await;
            let resigned = registry.ask(&key, command("a", "r", Command::Resign)).await;
            assert!(
                matches!(resigned, Response::Accepted { .. }),
                "{resigned:?}"
            );
            games.push(key);
        }
        registry.close().await;
        registry.leave().await.expect("left");
        (store, games)
    }

    #[tokio::test]
    async fn viewing_an_ended_game_writes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, games) = over(&folder, 1).await;
        let (registry, key) = (registry_on(store.clone()).await, &games[0]);
        let written = || std::fs::read(folder.path().join("komadai.db-wal")).expect("the log");
        let before = (registry.store.game(key).await.expect("read"), written());
        for number in 1..=2 {
            let answer = registry
                .ask(key, enter(&registry, "stranger", number))
                .await;
            let Response::Welcome { seat, snapshot, .. } = answer else {
                panic!("{answer:?}")
            };
            assert_eq!((seat, snapshot.status), (Seat::Watcher, Status::Ended));
            let view = registry.view(key, Some(&"b".into())).await.expect("seen");
            assert_eq!(view.seat, Seat::Second);
            let refused = command("stranger", "x", Command::Offer(OfferKind::Rematch));
            let refused = registry.ask(key, refused).await;
            let is_refused =
                matches!(&refused, Response::Refused(it) if it.code == ErrorCode::NotAPlayer);
            assert!(is_refused, "{refused:?}");
        }
        assert!(!registry.has_referee(key));
        let after = (registry.store.game(key).await.expect("read"), written());
        assert!(before == after, "something was written");
        let offer = command("a", "o", Command::Offer(OfferKind::Rematch));
        let offered = registry.ask(key, offer).await;
        assert!(matches!(offered, Response::Accepted { .. }), "{offered:?}");
        assert!(registry.has_referee(key));
    }

    #[tokio::test]
    async fn ended_games_are_replayed_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, games) = over(&folder, 40).await;
        let registry = registry_on(store.clone()).await;
        let before = store.logs_read.load(Ordering::Relaxed);
        for _ in 0..3 {
            for key in &games {
                registry.view(key, None).await.expect("seen");
            }
        }
        assert_eq!(store.logs_read.load(Ordering::Relaxed) - before, 40);
    }

    #[tokio::test]
    async fn cached_games_are_bounded_by_plies() {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, games) = over(&folder, 1).await;
        let registry = registry_on(store).await;
        let snapshot = registry.view(&games[0], None).await.expect("seen").snapshot;
        let mut kept = EndedGames::default();
        let key = |n: usize| GameKey(format!("game{n}"));
        for n in 0..100 {
            kept.put(Arc::new(Snapshot {
                id: key(n),
                moves: vec!["5d5c".into(); 4000],
                ..snapshot.clone()
            }));
        }
        let seq = snapshot.seq;
        let there = (0..100).filter(|&n| kept.get(&key(n), seq).is_some());
        assert_eq!(there.collect::<Vec<_>>(), (38..100).collect::<Vec<_>>());
        assert!(kept.get(&key(99), seq + 1).is_none(), "it has gone on");
        assert!(kept.plies <= CACHED_PLIES);
    }
}
