//! Browsers, networks and aborts of players.

use komadai_protocol::{
    ChallengeTerms, ClockSettings, EndReason, EventBody, GameOutcome, SideChoice, Status, Unrated,
};
use komadai_rules::{Reason, Side};
use komadai_store::{
    Aborts, Append, AppendError, NewChallenge, NewEvent, NewGame, PendingSeat, Store, catch_up,
};

use crate::common::{joined_game, new_game, progress};
use crate::server::{Place, on_both};

on_both!(
    players_share_a_browser_if_either_has_been_in_one_of_the_other,
    a_network_has_so_many_challenges_and_no_more,
    a_network_has_so_many_seats_in_games_that_have_not_begun,
    everybody_has_a_line_before_anybody_has_two,
    games_broken_off_count_in_a_row,
    a_rated_game_counts_once_both_have_moved_and_older_ones_from_the_start,
    a_game_that_is_not_rated_with_its_players_changes_no_rating,
);

/// Caller's time. A shared database uses its own clock.
const NOW: i64 = 1_790_000_000_000;

fn challenge(id: &str, maker: &str, network: Option<&str>) -> NewGame {
    let mut new = new_game(id);
    new.progress.status = Status::Waiting;
    new.progress.players.first = Some(maker.into());
    new.progress.players.second = None;
    new.players[0].id = maker.into();
    new.challenge = Some(NewChallenge {
        maker: maker.into(),
        terms: ChallengeTerms {
            side: SideChoice::Second,
            handicap: None,
            position: None,
            rules: Default::default(),
            clock: ClockSettings::default(),
            rated: false,
        },
        at_ms: NOW,
        network: network.map(|network| (network.into(), 2)),
    });
    new
}

async fn players_share_a_browser_if_either_has_been_in_one_of_the_other(place: Place) {
    let store = place.open().await;
    for (player, device) in [("a", "x"), ("b", "y"), ("b", "x"), ("c", "z"), ("b", "y")] {
        store.note_device(player, device).await.expect("noted");
    }
    let share = async |one: &str, other: &str, device: Option<&str>| {
        store.share_device(one, other, device).await.expect("read")
    };
    assert!(share("a", "b", None).await && share("b", "a", None).await);
    assert!(!share("a", "c", None).await);
    assert!(share("a", "c", Some("x")).await, "where c is now");
    assert!(share("a", "", Some("x")).await, "nobody yet");
    assert!(!share("a", "", None).await);
}

async fn a_network_has_so_many_challenges_and_no_more(place: Place) {
    let store = place.open().await;
    for (id, maker) in [("one", "m1"), ("two", "m2")] {
        store
            .create(challenge(id, maker, Some("n")))
            .await
            .expect("created");
    }
    let refused = store.create(challenge("three", "m3", Some("n"))).await;
    assert!(
        matches!(refused, Err(AppendError::TooManyOffers)),
        "{refused:?}"
    );
    store
        .create(challenge("other", "m4", Some("o")))
        .await
        .expect("another network");
    store
        .create(challenge("nowhere", "m5", None))
        .await
        .expect("no network");
    let offer = store
        .offer(&"one".into())
        .await
        .expect("read")
        .expect("there");
    assert_eq!(
        (offer.network.as_deref(), offer.terms.side),
        (Some("n"), SideChoice::Second)
    );
    let of = store.network_of(&"one".into(), "m1").await.expect("read");
    assert_eq!(of.as_deref(), Some("n"));
    place
        .execute("UPDATE challenges SET renewed_at = renewed_at - 31000 WHERE game = 'one'")
        .await;
    store
        .create(challenge("three", "m3", Some("n")))
        .await
        .expect("created");
    assert_eq!(store.offer(&"one".into()).await.expect("read"), None);
}

fn seat(game: &str, player: &str, at_ms: i64) -> PendingSeat {
    PendingSeat {
        game: game.into(),
        player: player.into(),
        network: "n".into(),
        at_ms,
    }
}

async fn a_network_has_so_many_seats_in_games_that_have_not_begun(place: Place) {
    let store = place.open().await;
    for id in ["one", "two", "three"] {
        store
            .create(challenge(id, "m", None))
            .await
            .expect("created");
    }
    let take = async |game: &str, at_ms| {
        let taken = store.take_pending(seat(game, "g", at_ms), 2).await;
        taken.expect("asked")
    };
    assert!(take("one", NOW).await && take("two", NOW).await);
    assert!(!take("three", NOW).await);
    store
        .give_up_pending(&"two".into(), "g")
        .await
        .expect("done");
    assert!(take("three", NOW).await);
    assert!(!take("two", NOW).await);
    // Seats that were never taken, for example by a killed server, are released after a timeout, and so are those of
    // games aborted at once.
    let sql = "UPDATE games SET status = 'ended' WHERE id = 'three'";
    place.execute(sql).await;
    assert!(!take("two", NOW + 30_001).await);
    assert!(take("two", NOW + 60_001).await);
    // A seat no longer counts after both sides have moved, and is removed.
    let sql = "UPDATE games SET status = 'playing', ply = 2 WHERE id IN ('one', 'two', 'three')";
    place.execute(sql).await;
    store
        .create(challenge("four", "m9", None))
        .await
        .expect("created");
    assert!(take("four", NOW + 60_002).await);
    store.forget_networks(0).await.expect("done");
    let of = async |game: &str| store.network_of(&game.into(), "g").await.expect("read");
    assert_eq!(
        (of("one").await, of("four").await),
        (None, Some("n".into()))
    );
}

async fn everybody_has_a_line_before_anybody_has_two(place: Place) {
    let store = place.open().await;
    for (id, maker) in [("a1", "a"), ("b1", "b"), ("b2", "b"), ("b3", "b")] {
        store
            .create(challenge(id, maker, None))
            .await
            .expect("created");
        place
            .execute("UPDATE challenges SET created_at = created_at - 1000")
            .await;
    }
    let listed = async |limit| {
        let lobby = store.lobby(NOW, limit).await.expect("read");
        let ids: Vec<_> = lobby.challenges.into_iter().map(|it| it.id.0).collect();
        (ids.join(" "), lobby.total)
    };
    assert_eq!(listed(2).await, ("b3 a1".into(), 4));
    assert_eq!(listed(3).await, ("b3 b2 a1".into(), 4));
    assert_eq!(listed(9).await, ("b3 b2 b1 a1".into(), 4));
}

async fn games_broken_off_count_in_a_row(place: Place) {
    let store = place.open().await;
    let aborts = async |player: &str| store.aborts(player).await.expect("read");
    for (player, at_ms) in [("a", 1), ("a", 2), ("b", 3)] {
        store.note_abort(player, at_ms).await.expect("noted");
    }
    let of_a = Aborts {
        in_a_row: 2,
        at_ms: 2,
    };
    assert_eq!(
        (aborts("a").await, aborts("c").await),
        (of_a, Aborts::default())
    );
    store.forget_aborts("a").await.expect("done");
    assert_eq!(aborts("a").await, Aborts::default());
    assert_eq!(aborts("b").await.in_a_row, 1);
    store.forget_networks(4).await.expect("done");
    assert_eq!(aborts("b").await, Aborts::default());
}

async fn rated(store: &dyn Store, id: &str, limit_ms: Option<u32>, ply: u32, unrated: bool) {
    let mut new = joined_game(id);
    for event in &mut new.events {
        match &mut event.body {
            EventBody::Created { settings } => {
                settings.rated = true;
                settings.start_limit_ms = limit_ms;
            }
            EventBody::Joined {
                side: Side::Second,
                unrated: why,
                ..
            } => *why = unrated.then_some(Unrated::SameDevice),
            _ => {}
        }
    }
    let outcome = GameOutcome {
        winner: Some(Side::First),
        reason: EndReason::Rules(Reason::Resignation),
        ply,
    };
    let mut progress = progress(ply);
    progress.status = Status::Ended;
    progress.outcome = Some(outcome);
    let ended = Append {
        game: new.id.clone(),
        first_seq: new.events.len() as u32 + 1,
        epoch: 1,
        events: vec![NewEvent {
            at_ms: 2000,
            body: EventBody::Ended {
                outcome,
                clock: None,
            },
            author: None,
            command: None,
        }],
        progress,
        players: Vec::new(),
    };
    store.create(new).await.expect("created");
    store.append(ended).await.expect("stored");
}

async fn is_counted(store: &dyn Store, id: &str) -> bool {
    catch_up(store, |_| ()).await.expect("followed");
    store
        .rating_changes(&id.into())
        .await
        .expect("read")
        .is_some()
}

async fn a_rated_game_counts_once_both_have_moved_and_older_ones_from_the_start(place: Place) {
    let store = place.open().await;
    for (id, limit_ms, ply, expected) in [
        ("none", Some(30_000), 0, false),
        ("one", Some(30_000), 1, false),
        ("two", Some(30_000), 2, true),
        ("long", Some(0), 1, false),
        ("old", None, 0, true),
    ] {
        rated(&*store, id, limit_ms, ply, false).await;
        assert_eq!(is_counted(&*store, id).await, expected, "{id}");
    }
}

async fn a_game_that_is_not_rated_with_its_players_changes_no_rating(place: Place) {
    let store = place.open().await;
    rated(&*store, "unrated", Some(30_000), 9, true).await;
    assert!(!is_counted(&*store, "unrated").await);
    rated(&*store, "rated", Some(30_000), 9, false).await;
    assert!(is_counted(&*store, "rated").await);
}
