//! Ratings, a projection of the ends of rated games.

use std::sync::Arc;

use komadai_protocol::{
    ChallengeTerms, ClockSettings, EndReason, EventBody, GameKey, GameOutcome, Rating, SideChoice,
    Status,
};
use komadai_rules::{Reason, Side, VariantId};
use komadai_store::{Append, NewChallenge, NewEvent, NewGame, Store, catch_up, rebuild};

use crate::common::{joined_game, new_game, progress};
use crate::server::{Place, on_both};

on_both!(
    a_rated_game_changes_both_ratings_and_a_casual_one_none,
    games_without_a_result_and_against_oneself_do_not_count,
    ratings_made_again_are_those_that_followed_bit_for_bit,
    a_rating_is_less_certain_after_a_break,
);

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

pub(crate) fn rated(id: &str, players: [&str; 2], game: VariantId) -> NewGame {
    let mut new = joined_game(id);
    new.game = game;
    let ids = players.map(|id| Some(id.to_owned()));
    let [first, second] = ids;
    (new.progress.players.first, new.progress.players.second) = (first, second);
    let rows = players.into_iter().zip(new.players.clone());
    new.players = rows
        .map(|(id, mut row)| {
            row.id = id.into();
            row.info.id = id.into();
            row.info.name = format!("Name of {id}");
            row
        })
        .collect();
    for event in &mut new.events {
        match &mut event.body {
            EventBody::Created { settings } => {
                settings.game = game;
                settings.rated = true;
            }
            EventBody::Joined { side, .. } => {
                event.author = Some(players[side.index()].into());
            }
            _ => {}
        }
    }
    new
}

async fn play(
    store: &dyn Store,
    new: NewGame,
    at_ms: i64,
    winner: Option<Side>,
    reason: EndReason,
) {
    let (game, first_seq) = (new.id.clone(), new.events.len() as u32 + 1);
    let outcome = GameOutcome {
        winner,
        reason,
        ply: 9,
    };
    let mut progress = progress(9);
    progress.players = new.progress.players.clone();
    progress.status = Status::Ended;
    progress.outcome = Some(outcome);
    store.create(new).await.expect("created");
    let ended = Append {
        game,
        first_seq,
        epoch: 1,
        events: vec![NewEvent {
            at_ms,
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
    store.append(ended).await.expect("stored");
}

pub(crate) async fn win(store: &dyn Store, new: NewGame, at_ms: i64) {
    let won = Some(Side::First);
    play(store, new, at_ms, won, EndReason::Rules(Reason::Checkmate)).await;
    catch_up(store, |_| ()).await.expect("followed");
}

fn rating(rating: i32, provisional: bool) -> Rating {
    Rating {
        rating,
        provisional,
    }
}

async fn a_rated_game_changes_both_ratings_and_a_casual_one_none(place: Place) {
    let store = place.open().await;
    let unknown = rating(1500, true);
    let of = async |player: &str, game| store.rating_of(player, game, 3000).await.expect("read");
    let shogi = VariantId::Shogi;
    let mut casual = rated("casual", ["p1", "p2"], shogi);
    if let EventBody::Created { settings } = &mut casual.events[0].body {
        settings.rated = false;
        // A setting whose text looks like the flag.
        settings.handicap = Some("\"rated\":true".into());
    }
    win(&*store, casual, 1000).await;
    assert_eq!(of("p1", shogi).await, unknown);
    let changes = store.rating_changes(&"casual".into()).await;
    assert_eq!(changes.expect("read"), None);

    let created = store.create(rated("going-on", ["p1", "p2"], shogi)).await;
    created.expect("created");
    let changes = store.rating_changes(&"going-on".into()).await;
    assert_eq!(changes.expect("read"), None);
    win(&*store, rated("g", ["p1", "p2"], shogi), 2000).await;
    let (winner, loser) = (of("p1", shogi).await, of("p2", shogi).await);
    assert_eq!(
        (winner, loser),
        (rating(1662, true), rating(1338, true)),
        "as of two new players"
    );
    let changes = store.rating_changes(&"g".into()).await.expect("read");
    let changes = changes.expect("rated");
    assert_eq!(
        (changes.first.before, changes.first.after),
        (unknown, winner)
    );
    assert_eq!(
        (changes.second.before, changes.second.after),
        (unknown, loser)
    );
    assert_eq!(of("p1", VariantId::Minishogi).await, unknown);
    let results = store.results_of("p1", 3000).await.expect("read");
    assert_eq!(results[0].rating, Some(winner));

    let drawn = rated("drawn", ["p1", "p2"], shogi);
    play(
        &*store,
        drawn,
        3000,
        None,
        EndReason::Rules(Reason::Repetition),
    )
    .await;
    catch_up(&*store, |_| ()).await.expect("followed");
    assert!(of("p1", shogi).await.rating < winner.rating, "a draw costs");
    assert!(of("p2", shogi).await.rating > loser.rating);
}

async fn games_without_a_result_and_against_oneself_do_not_count(place: Place) {
    let store = place.open().await;
    for (id, reason) in [
        ("aborted", EndReason::Aborted),
        ("cancelled", EndReason::Cancelled),
    ] {
        let new = rated(id, ["p1", "p2"], VariantId::Shogi);
        play(&*store, new, 1000, None, reason).await;
        catch_up(&*store, |_| ()).await.expect("followed");
        let changes = store.rating_changes(&id.into()).await.expect("read");
        assert_eq!(changes, None, "{id}");
    }
    win(&*store, rated("own", ["p1", "p1"], VariantId::Shogi), 2000).await;
    let changes = store.rating_changes(&"own".into()).await.expect("read");
    assert_eq!(changes, None);
    let mut alone = rated("alone", ["p1", "p2"], VariantId::Shogi);
    alone.progress.players.second = None;
    alone.events.pop();
    win(&*store, alone, 3000).await;
    let rating = store.rating_of("p1", VariantId::Shogi, 3000).await;
    let rating = rating.expect("read");
    assert_eq!(rating.rating, 1500);
}

/// All stored rating data; numbers as their bits.
pub(crate) async fn stored(place: &Place) -> (Vec<String>, Vec<u64>) {
    let mut texts = Vec::new();
    for sql in [
        "SELECT player || ' ' || game || ' ' || CAST(games AS TEXT) || ' ' || CAST(at AS TEXT) \
         FROM ratings ORDER BY player, game",
        "SELECT game || ' ' || side || ' ' || player FROM rating_changes ORDER BY game, side",
    ] {
        texts.extend(place.texts(sql).await);
    }
    let mut bits = Vec::new();
    for sql in [
        "SELECT rating FROM ratings ORDER BY player, game",
        "SELECT deviation FROM ratings ORDER BY player, game",
        "SELECT volatility FROM ratings ORDER BY player, game",
        "SELECT rating_before FROM rating_changes ORDER BY game, side",
        "SELECT deviation_before FROM rating_changes ORDER BY game, side",
        "SELECT rating_after FROM rating_changes ORDER BY game, side",
        "SELECT deviation_after FROM rating_changes ORDER BY game, side",
    ] {
        let numbers: Vec<f64> = place.values(sql).await;
        bits.extend(numbers.into_iter().map(f64::to_bits));
    }
    (texts, bits)
}

/// Plays random games of four players; the ratings are updated at random intervals.
async fn play_many(store: &Arc<dyn Store>, games: u32, mut seed: u64) {
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005);
        seed = seed.wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let players = ["p1", "p2", "p3", "p4"];
    let mut at_ms = 1_790_000_000_000;
    for n in 0..games {
        let first = random(4) as usize;
        let second = (first + 1 + random(3) as usize) % 4;
        let game = VariantId::ALL[random(2) as usize];
        let id = format!("game-{n:03}");
        let mut new = rated(&id, [players[first], players[second]], game);
        if random(8) == 0
            && let EventBody::Created { settings } = &mut new.events[0].body
        {
            settings.rated = false;
        }
        let (winner, reason) = match random(9) {
            0 => (None, EndReason::Rules(Reason::Agreement)),
            1 => (None, EndReason::Aborted),
            n => (
                Some(Side::BOTH[(n % 2) as usize]),
                EndReason::Rules(Reason::Time),
            ),
        };
        // Some games end a year later, or by a clock that is behind.
        at_ms += match random(12) {
            0 => 365 * DAY_MS,
            1 => -DAY_MS,
            n => n as i64 * 3_600_123,
        };
        play(&**store, new, at_ms, winner, reason).await;
        if random(5) == 0 {
            catch_up(&**store, |_| ()).await.expect("followed");
        }
    }
    catch_up(&**store, |_| ()).await.expect("followed");
}

async fn ratings_made_again_are_those_that_followed_bit_for_bit(place: Place) {
    let store = place.open().await;
    play_many(&store, 60, 7).await;
    let followed = stored(&place).await;
    assert_eq!(
        followed.0.iter().filter(|it| it.starts_with('p')).count(),
        8
    );
    assert!(followed.1.iter().all(|&bits| f64::from_bits(bits) > 0.0));
    store.close().await.expect("closed");
    drop(store);
    for sql in [
        "UPDATE ratings SET rating = 9 WHERE player = 'p2'",
        "DELETE FROM rating_changes WHERE game = 'game-007'",
        "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at) \
         VALUES ('p9', 'shogi', 1, 1, 1, 1, 1)",
    ] {
        place.execute(sql).await;
    }
    for _ in 0..2 {
        let reached = rebuild(place.database(), |_| ()).await;
        assert!(reached.expect("made again").reached.is_whole());
        assert!(stored(&place).await == followed);
    }
}

/// PostgreSQL and SQLite give the same ratings.
#[tokio::test]
async fn two_servers_rate_each_game_once_and_as_a_file_does() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    let file = Place::sqlite();
    play_many(&file.open().await, 40, 3).await;
    let (one, other) = tokio::join!(place.open(), place.open());
    let following = {
        let other = other.clone();
        tokio::spawn(async move {
            loop {
                catch_up(&*other, |_| ()).await.expect("followed");
                tokio::task::yield_now().await;
            }
        })
    };
    play_many(&one, 40, 3).await;
    following.abort();
    assert!(stored(&place).await == stored(&file).await);
}

async fn a_rating_is_less_certain_after_a_break(place: Place) {
    let store = place.open().await;
    let game = VariantId::Shogun;
    for n in 0..16 {
        let id = format!("g{n}");
        let players = [["p1", "p2"], ["p2", "p1"]][n as usize % 2];
        win(&*store, rated(&id, players, game), n * 1000).await;
    }
    let known = store.rating_of("p1", game, 16_000).await.expect("read");
    assert!(!known.provisional);
    was_known_after_years(&*store, rating(known.rating, true)).await;
    let key = GameKey::from("later");
    let later = rated("later", ["p1", "p2"], game);
    win(&*store, later, 900 * DAY_MS).await;
    let changes = store.rating_changes(&key).await.expect("read");
    let before = changes.expect("rated").first.before;
    assert_eq!(before, rating(known.rating, true));
}

/// The deviation grows without games, in every query that shows ratings.
async fn was_known_after_years(store: &dyn Store, expected: Rating) {
    let now_ms = 900 * DAY_MS;
    let game = VariantId::Shogun;
    let read = store.rating_of("p1", game, now_ms).await;
    assert_eq!(read.expect("read"), expected);
    let results = store.results_of("p1", now_ms).await.expect("read");
    assert_eq!(results[0].rating, Some(expected));
    let mut open = new_game("open");
    open.game = game;
    open.progress.status = Status::Waiting;
    open.progress.players.first = Some("p1".into());
    open.progress.players.second = None;
    open.challenge = Some(NewChallenge {
        maker: "p1".into(),
        terms: ChallengeTerms {
            side: SideChoice::Second,
            handicap: None,
            position: None,
            rules: [].into(),
            clock: ClockSettings::default(),
            rated: true,
        },
        at_ms: now_ms,
        network: None,
    });
    store.create(open).await.expect("created");
    let lobby = store.lobby(now_ms, 9).await.expect("read");
    assert_eq!(lobby.challenges[0].maker.rating, Some(expected));
}
