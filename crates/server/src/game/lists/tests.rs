use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use futures_util::{FutureExt, StreamExt};
use komadai_play::check_settings;
use komadai_protocol::limits::MAX_CHALLENGES;
use komadai_protocol::{
    ClockSettings, Entries, GameKey, List, ListKind, ServerMessage, SideChoice,
};

use super::{GameRegistry, Replica, terms};
use crate::game::failing_store::FailingStore;
use crate::game::tests::{player, registry_on, request};
use crate::hub::{Signal, Subject};

const LOBBY: ListKind = ListKind::Lobby;

struct Lobby {
    store: Arc<FailingStore>,
    games: Arc<GameRegistry>,
    _folder: tempfile::TempDir,
}

async fn lobby() -> Lobby {
    let folder = tempfile::tempdir().expect("a folder");
    let store = FailingStore::open(&folder.path().join("komadai.db")).await;
    Lobby {
        games: registry_on(store.clone()).await,
        store,
        _folder: folder,
    }
}

impl Lobby {
    /// Creates a challenge that the owner has not read.
    async fn challenge(&self, maker: &str) -> GameKey {
        let request = request(ClockSettings::None);
        let settings = check_settings(&request).expect("a good request");
        let terms = Some(terms(&request, &settings));
        let id = GameKey(format!("{maker}{}", crate::random::word(8)));
        let (maker, side) = (player(maker), SideChoice::First);
        let made = self
            .games
            .create_for(id, settings, maker, side, terms, None);
        made.await.expect("created")
    }

    /// Reads the list as after an announced change.
    async fn look(&self) {
        let owner = &self.games.lists.of(LOBBY).owner;
        owner.outdate();
        self.games.list_after(LOBBY, None).await;
    }

    fn reads(&self) -> u32 {
        self.store.lobbies_read.load(Ordering::Relaxed)
    }
}

fn entries(text: &Utf8Bytes) -> Vec<GameKey> {
    let Ok(ServerMessage::List(List::Lobby(Entries { entries, .. }))) = serde_json::from_str(text)
    else {
        panic!("{text}")
    };
    entries.into_iter().map(|it| it.id).collect()
}

async fn read(lobby: &Lobby, replica: &Replica) -> (u64, Vec<GameKey>) {
    let (version, text) = replica.read(&lobby.games).await.expect("read");
    (version, entries(&text))
}

#[tokio::test]
async fn a_followed_list_is_read_once_and_changes_by_differences() {
    let lobby = lobby().await;
    let a = lobby.challenge("a").await;
    let replica = lobby.games.follow_list(LOBBY).await;
    let (first, listed) = read(&lobby, &replica).await;
    assert_eq!(listed, std::slice::from_ref(&a));
    let again = lobby.games.follow_list(LOBBY).await;
    assert!(Arc::ptr_eq(&replica, &again), "one replica a copy");
    assert_eq!(read(&lobby, &again).await, (first, listed));
    assert_eq!(lobby.reads(), 1);

    let mut published = lobby.games.hub.subscribe(&Subject::list(LOBBY)).await;
    let b = lobby.challenge("b").await;
    lobby.look().await;
    let Some(Some(Signal::Message(message))) = published.next().now_or_never() else {
        panic!("nothing is published")
    };
    assert_eq!(message.version, Some(first + 1));
    assert!(!message.text.contains(a.as_str()), "{}", message.text);
    let (version, mut listed) = read(&lobby, &replica).await;
    listed.sort();
    assert_eq!((version, listed), (first + 1, vec![a, b]));
    lobby.look().await;
    assert!(published.next().now_or_never().is_none(), "no difference");
    assert_eq!(lobby.reads(), 3, "by the owner alone");
}

#[tokio::test]
async fn a_replica_that_has_missed_changes_asks_the_owner() {
    let lobby = lobby().await;
    let replica = lobby.games.follow_list(LOBBY).await;
    let (first, _) = read(&lobby, &replica).await;
    // More changes than a slow reader has room for.
    let mut number = 0_u64;
    for maker in 0..20 / MAX_CHALLENGES + 1 {
        for _ in 0..MAX_CHALLENGES {
            lobby.challenge(&format!("m{maker}x")).await;
            lobby.look().await;
            number += 1;
        }
    }
    let before = lobby.reads();
    let (version, listed) = read(&lobby, &replica).await;
    assert_eq!((version, listed.len() as u64), (first + number, number));
    assert_eq!(lobby.reads(), before, "the owner has it");
    for signal in [Signal::Missed, Signal::NewWriter] {
        lobby.games.hub.publish(&Subject::list(LOBBY), signal);
        assert_eq!(read(&lobby, &replica).await.0, version);
    }
}

#[tokio::test]
async fn versions_of_a_later_owner_are_later() {
    let lobby = lobby().await;
    let replica = lobby.games.follow_list(LOBBY).await;
    let mut last = 0;
    for maker in ["a", "b", "c"] {
        lobby.challenge(maker).await;
        lobby.look().await;
        let (version, _) = read(&lobby, &replica).await;
        assert!(version > last);
        last = version;
    }
    lobby.games.close().await;
    lobby.games.leave().await.expect("left");
    let later = Lobby {
        games: registry_on(lobby.store.clone()).await,
        ..lobby
    };
    let replica = later.games.follow_list(LOBBY).await;
    let (version, listed) = read(&later, &replica).await;
    assert!(version > last + 1, "{version} after {last}");
    assert_eq!(listed.len(), 3);
    assert!(version < 1 << 53, "exact in JavaScript");
}

#[tokio::test]
async fn a_list_without_followers_is_not_read() {
    let lobby = lobby().await;
    let owning = tokio::spawn(lobby.games.clone().own_lists());
    let a = lobby.challenge("a").await;
    lobby.games.time.pass(100).await;
    assert_eq!(lobby.reads(), 0);
    let replica = lobby.games.follow_list(LOBBY).await;
    let (_, listed) = read(&lobby, &replica).await;
    assert_eq!((listed, lobby.reads()), (vec![a], 1));
    drop(replica);
    assert!(!lobby.games.hub.is_open(&Subject::list(LOBBY)));
    lobby.games.time.pass(4500).await;
    assert_eq!(lobby.reads(), 1);
    owning.abort();
}

#[tokio::test]
async fn a_list_that_cannot_be_read_stays_the_last_one_and_is_not_read_all_the_time() {
    let lobby = lobby().await;
    let a = lobby.challenge("a").await;
    let replica = lobby.games.follow_list(LOBBY).await;
    let (version, listed) = read(&lobby, &replica).await;
    lobby.store.reads_fail.store(true, Ordering::Relaxed);
    let b = lobby.challenge("b").await;
    let before = lobby.reads();
    for _ in 0..20 {
        lobby.look().await;
    }
    assert_eq!(lobby.reads(), before + 1, "a failed one, then a pause");
    lobby
        .games
        .hub
        .publish(&Subject::list(LOBBY), Signal::Missed);
    assert_eq!(read(&lobby, &replica).await, (version, listed));

    lobby.store.reads_fail.store(false, Ordering::Relaxed);
    lobby.games.time.pass(1000).await;
    lobby.look().await;
    let (later, mut listed) = read(&lobby, &replica).await;
    listed.sort();
    assert_eq!((later, listed), (version + 1, vec![a, b]));
}

#[tokio::test]
async fn a_replica_without_a_list_goes_on_asking_and_its_sockets_read_again() {
    let lobby = lobby().await;
    let replica = lobby.games.follow_list(LOBBY).await;
    let mut socket = lobby.games.hub.subscribe(&Subject::list(LOBBY)).await;
    replica.refresh(&lobby.games).await;
    assert_eq!(socket.next().now_or_never(), Some(Some(Signal::Missed)));
    read(&lobby, &replica).await;
    replica.refresh(&lobby.games).await;
    let again = socket.next().now_or_never();
    assert_eq!(again, None, "its list is the owner's");
}
