use komadai_protocol::limits::{CHALLENGE_MS, MAX_CHALLENGES};
use komadai_protocol::{ChallengeTerms, ClockSettings, EventBody, GameKey, SideChoice, Status};
use komadai_rules::Side;
use komadai_store::{
    Append, AppendError, Listing, NewChallenge, NewEvent, NewGame, Store, back_up, rebuild,
};

use crate::common::{new_game, progress};
use crate::server::{Place, on_both};

on_both!(
    a_challenge_is_open_while_its_maker_is_there,
    a_challenge_is_over_when_somebody_joins_and_half_an_hour_after_it_was_made,
    a_player_has_so_many_challenges_and_no_more,
    a_new_challenge_takes_the_place_of_the_oldest_one_that_nobody_sees,
    a_challenge_that_cannot_be_read_hides_no_other,
    the_newest_challenges_are_listed_with_the_number_of_all,
    an_expired_game_takes_its_challenge_along,
    a_copy_has_the_games_of_challenges_and_lists_made_again_leave_them_alone,
);

/// Caller's time. A shared database uses its own clock.
const NOW: i64 = 1_790_000_000_000;

fn terms() -> ChallengeTerms {
    ChallengeTerms {
        side: SideChoice::Second,
        handicap: None,
        position: None,
        rules: [("repetition".into(), "draw-4".into())].into(),
        clock: ClockSettings::default(),
        rated: false,
    }
}

fn challenge(id: &str, maker: &str) -> NewGame {
    let mut new = new_game(id);
    new.progress.status = Status::Waiting;
    new.progress.players.first = Some(maker.into());
    new.progress.players.second = None;
    new.challenge = Some(NewChallenge {
        maker: maker.into(),
        terms: terms(),
        at_ms: NOW,
        network: None,
    });
    new
}

async fn lobby(store: &dyn Store) -> Listing {
    store.lobby(NOW, 9).await.expect("read")
}

async fn open(store: &dyn Store) -> Vec<String> {
    let challenges = lobby(store).await.challenges.into_iter();
    let mut ids: Vec<_> = challenges.map(|it| it.id.0).collect();
    ids.sort();
    ids
}

async fn is_open(store: &dyn Store, id: &str) -> Option<bool> {
    let waiting = store.challenge(&id.into(), NOW).await.expect("read");
    waiting.map(|it| it.is_open)
}

async fn a_challenge_is_open_while_its_maker_is_there(place: Place) {
    let store = place.open().await;
    store.create(challenge("c", "p1")).await.expect("created");
    store.create(new_game("g")).await.expect("created");
    let listed = lobby(&*store).await;
    assert_eq!(listed.total, 1);
    let [one] = &listed.challenges[..] else {
        panic!("{listed:?}");
    };
    assert_eq!((one.id.as_str(), &one.terms), ("c", &terms()));
    assert_eq!(one.maker.id, "p1");
    let waiting = store.challenge(&"c".into(), NOW).await.expect("read");
    let until = waiting.expect("there").until_ms;
    assert_eq!(until, one.created_at_ms + i64::from(CHALLENGE_MS));
    assert_eq!(is_open(&*store, "g").await, None);

    place
        .execute("UPDATE challenges SET renewed_at = renewed_at - 31000")
        .await;
    assert_eq!(is_open(&*store, "c").await, Some(false));
    assert!(open(&*store).await.is_empty());
    let games: Vec<GameKey> = ["c", "g", "x"].map(GameKey::from).into();
    for (games, renewed) in [(&games[1..], 0), (&games[..], 1)] {
        let done = store.renew_challenges(games, NOW).await;
        assert_eq!(done.expect("renewed"), renewed);
    }
    assert_eq!(is_open(&*store, "c").await, Some(true));
    store.close().await.expect("closed");
    drop(store);
    let store = place.open().await;
    assert_eq!(open(&*store).await, ["c"]);
}

async fn a_challenge_is_over_when_somebody_joins_and_half_an_hour_after_it_was_made(place: Place) {
    let store = place.open().await;
    for id in ["joined", "old"] {
        store.create(challenge(id, "p1")).await.expect("created");
    }
    let mut progress = progress(0);
    progress.status = Status::Playing;
    let joined = Append {
        game: "joined".into(),
        first_seq: 2,
        epoch: 1,
        events: vec![NewEvent {
            at_ms: 2000,
            body: EventBody::joined(Side::Second, None),
            author: Some("p2".into()),
            command: None,
        }],
        progress,
        players: Vec::new(),
    };
    store.append(joined).await.expect("stored");
    assert_eq!(is_open(&*store, "joined").await, None);
    assert_eq!(open(&*store).await, ["old"]);
    assert_eq!(store.forget_challenges(NOW).await.expect("asked"), 0);
    place
        .execute("UPDATE challenges SET created_at = created_at - 1800001")
        .await;
    let games = ["joined", "old"].map(GameKey::from);
    let renewed = store.renew_challenges(&games, NOW).await;
    assert_eq!(renewed.expect("asked"), 0);
    assert_eq!(is_open(&*store, "old").await, None);
    assert!(open(&*store).await.is_empty());
    assert_eq!(store.forget_challenges(NOW).await.expect("done"), 2);
    // The game itself still waits for an invited player.
    assert!(store.game(&"old".into()).await.expect("read").is_some());
}

async fn a_player_has_so_many_challenges_and_no_more(place: Place) {
    let store = place.open().await;
    for n in 0..MAX_CHALLENGES {
        let made = store.create(challenge(&format!("c{n}"), "p1")).await;
        made.expect("created");
    }
    let refused = store.create(challenge("more", "p1")).await;
    assert!(
        matches!(refused, Err(AppendError::TooManyChallenges)),
        "{refused:?}"
    );
    assert_eq!(store.game(&"more".into()).await.expect("read"), None);
    store.create(challenge("other", "p2")).await.expect("made");
    place
        .execute("UPDATE games SET status = 'ended' WHERE id = 'c0'")
        .await;
    store.create(challenge("more", "p1")).await.expect("made");
    assert_eq!(open(&*store).await, ["c1", "c2", "more", "other"]);
}

async fn a_new_challenge_takes_the_place_of_the_oldest_one_that_nobody_sees(place: Place) {
    let store = place.open().await;
    for n in 0..MAX_CHALLENGES {
        let made = store.create(challenge(&format!("c{n}"), "p1")).await;
        made.expect("created");
    }
    store.create(challenge("other", "p2")).await.expect("made");
    for sql in [
        "UPDATE challenges SET renewed_at = renewed_at - 31000 WHERE game <> 'c0'",
        "UPDATE challenges SET created_at = created_at - 1000 WHERE game IN ('c1', 'other')",
        "UPDATE challenges SET created_at = created_at - 2000 WHERE game = 'c0'",
    ] {
        place.execute(sql).await;
    }
    store.create(challenge("more", "p1")).await.expect("made");
    assert_eq!(open(&*store).await, ["c0", "more"]);
    assert_eq!(is_open(&*store, "c1").await, None);
    for hidden in ["c2", "other"] {
        assert_eq!(is_open(&*store, hidden).await, Some(false));
    }
    let game = store.game(&"c1".into()).await.expect("read");
    let game = game.expect("it waits on for who is invited");
    assert_eq!(game.progress.status, Status::Waiting);
    store.create(challenge("last", "p1")).await.expect("made");
    let refused = store.create(challenge("no", "p1")).await;
    assert!(
        matches!(refused, Err(AppendError::TooManyChallenges)),
        "{refused:?}"
    );
    assert_eq!(open(&*store).await, ["c0", "last", "more"]);
}

async fn a_challenge_that_cannot_be_read_hides_no_other(place: Place) {
    let store = place.open().await;
    for (id, maker) in [("a", "p1"), ("b", "p2"), ("c", "p1")] {
        store.create(challenge(id, maker)).await.expect("created");
    }
    place
        .execute("UPDATE challenges SET terms = '{' WHERE game = 'b'")
        .await;
    assert_eq!(open(&*store).await, ["a", "c"]);
    assert_eq!(lobby(&*store).await.total, 2);
    let listing = store.lobby(NOW, 9).await.expect("read");
    let unreadable: Vec<_> = listing
        .unreadable
        .iter()
        .map(|it| it.game.as_str())
        .collect();
    assert_eq!(unreadable, ["b"]);
}

async fn the_newest_challenges_are_listed_with_the_number_of_all(place: Place) {
    let store = place.open().await;
    for (id, maker) in [("a", "p1"), ("b", "p2"), ("c", "p1")] {
        store.create(challenge(id, maker)).await.expect("created");
    }
    place
        .execute("UPDATE challenges SET created_at = created_at - 1000 WHERE game = 'c'")
        .await;
    place
        .execute("UPDATE challenges SET created_at = created_at + 1000 WHERE game = 'b'")
        .await;
    let two = store.lobby(NOW, 2).await.expect("read");
    let ids: Vec<_> = two.challenges.iter().map(|it| it.id.as_str()).collect();
    assert_eq!((two.total, &ids[..]), (3, &["b", "a"][..]));
}

async fn an_expired_game_takes_its_challenge_along(place: Place) {
    let store = place.open().await;
    store.create(challenge("c", "p1")).await.expect("created");
    // The game with the last event of the log never expires.
    store.create(new_game("last")).await.expect("created");
    let expired = store.expire(9000, 9).await.expect("done");
    assert_eq!(expired, [GameKey::from("c")]);
    assert_eq!(is_open(&*store, "c").await, None);
}

async fn a_copy_has_the_games_of_challenges_and_lists_made_again_leave_them_alone(place: Place) {
    let store = place.open().await;
    store.create(challenge("c", "p1")).await.expect("created");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy.db");
    back_up(place.database(), &path).await.expect("copied");
    let copy = komadai_store::open(&path).await.expect("opens");
    let game = copy.game(&"c".into()).await.expect("read");
    assert_eq!(game.expect("there").progress.status, Status::Waiting);
    // A copy need not contain the short-lived challenge.
    copy.create(challenge("next", "p2")).await.expect("made");
    assert_eq!(is_open(&*copy, "next").await, Some(true));
    copy.close().await.expect("closed");

    store.close().await.expect("closed");
    drop(store);
    rebuild(place.database(), |_| ()).await.expect("made again");
    let store = place.open().await;
    assert_eq!(open(&*store).await, ["c"]);
}
