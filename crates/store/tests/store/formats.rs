//! Databases of every earlier format are migrated: no game, seat, session or rating is lost, and no name stays in the
//! log.
//!
//! `fixtures/format-N.sql` has rows as the program of format N wrote them; the migrations never change. A database of
//! format N here has lived through all formats up to N.

use komadai_protocol::PlayerKind::{self, Guest, Person, Program};
use komadai_store::{
    BackupError, OpenError, SecretHash, Store, back_up, catch_up, is_shared, rebuild,
};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqlSafeStr};

use crate::common::joined_game;
use crate::folded::{fold, whole, without_commands};
use crate::server::Place;

macro_rules! migration {
    ($file:literal) => {
        include_str!(concat!("../../migrations/", $file, ".sql"))
    };
}

macro_rules! rows {
    ($format:literal) => {
        include_str!(concat!("../fixtures/format-", $format, ".sql"))
    };
}

/// Migration of SQLite and rows of each format, from 1.
const FORMATS: [(&str, &str); 15] = [
    (migration!("0001_games"), rows!(1)),
    (migration!("0002_guests"), rows!(2)),
    (migration!("0003_servers"), ""),
    (migration!("0004_identities"), rows!(4)),
    (migration!("0005_projections"), rows!(5)),
    (migration!("0006_seen"), rows!(6)),
    (migration!("0007_challenges"), rows!(7)),
    (migration!("0008_late_turns"), rows!(8)),
    (migration!("0009_notifications"), rows!(9)),
    (migration!("0010_ratings"), rows!(10)),
    (migration!("0011_one_time"), rows!(11)),
    (migration!("0012_lists_by_key"), ""),
    (migration!("0013_fair_play"), rows!(13)),
    (migration!("0014_names"), rows!(14)),
    (migration!("0015_views"), rows!(15)),
];

/// The first format of PostgreSQL, in one migration.
const FIRST_SHARED: usize = 4;
/// Migrations of PostgreSQL that differ, by format.
const OF_POSTGRES: [(usize, &str); 3] = [
    (FIRST_SHARED, migration!("postgres/0001_games")),
    (14, migration!("postgres/0014_names")),
    (15, migration!("postgres/0015_views")),
];

/// Names in these rows, by format. Dee had none in her first game, and only the log knows Lena.
const NAMES: [(usize, &str, PlayerKind); 17] = [
    (1, "secr", Guest),
    (1, "Bea One", Person),
    (1, "Dee One", Person),
    (2, "secr", Guest),
    (2, "Bea \"Two\" \\ }{", Person),
    (4, "ann4", Guest),
    (4, "Bea Four", Person),
    (4, "Cy Four", Program),
    (4, "Lena Lost", Person),
    (6, "Ann Six", Person),
    (6, "Bot Six", Program),
    (10, "Ann Ten", Person),
    (10, "Bea Ten", Person),
    (13, "Cy Thirteen", Person),
    (13, "wil1", Guest),
    (14, "Dee Fourteen", Person),
    (15, "Eve Fifteen", Person),
];
/// A name that Bea has in the log alone.
const FORMER_NAME: &str = "Bea the Great";

macro_rules! write_rows {
    ($formats:expr, $connection:expr) => {
        for n in 1..=$formats.len() {
            let migrations = (1..).zip(&$formats[..n]).map(|(version, (sql, _))| {
                let sql = AssertSqlSafe(*sql).into_sql_str();
                Migration::new(version, "".into(), MigrationType::Simple, sql, false)
            });
            let migrator = Migrator::with_migrations(migrations.collect());
            migrator.run(&mut $connection).await.expect("migrated");
            let rows = sqlx::raw_sql(AssertSqlSafe($formats[n - 1].1));
            rows.execute(&mut $connection).await.expect("written");
        }
    };
}

fn sqlite(place: &Place) -> sqlx::sqlite::SqliteConnectOptions {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(place.database());
    let options = options.create_if_missing(true).foreign_keys(false);
    // Deleted data is overwritten, as by the program.
    let options = options
        .pragma("application_id", "1263488321")
        .pragma("secure_delete", "1");
    options.pragma("synchronous", "OFF")
}

async fn write(place: &Place, format: usize) {
    let mut formats = FORMATS[..format].to_vec();
    if !is_shared(place.database()) {
        let mut connection = sqlite(place).connect().await.expect("connected");
        write_rows!(formats, connection);
        return connection.close().await.expect("closed");
    }
    for (changed, migration) in OF_POSTGRES {
        if let Some(it) = formats.get_mut(changed - 1) {
            it.0 = migration;
        }
    }
    formats.drain(..FIRST_SHARED - 1);
    let address = place.database().to_str().expect("text");
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut connection = options.connect().await.expect("connected");
    write_rows!(formats, connection);
    let end = match format {
        ..15 => "UPDATE log_end SET position = (SELECT MAX(position) FROM events)",
        _ => "UPDATE log_base SET base = (SELECT MAX(position) FROM events)",
    };
    let done = sqlx::raw_sql(end).execute(&mut connection).await;
    done.expect("written");
    connection.close().await.expect("closed");
}

/// All rows of all tables as texts, each after the name of its table.
async fn everything(place: &Place) -> Vec<String> {
    let selects = match is_shared(place.database()) {
        true => {
            "SELECT 'SELECT ''' || tablename || ' '' || CAST(t AS TEXT) FROM ' || tablename || ' t' \
             FROM pg_tables WHERE schemaname = current_schema()"
        }
        false => {
            "SELECT 'SELECT ''' || t.name || ''' || ' || group_concat('quote(' || c.name || ')', ' || ') \
             || ' FROM ' || t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c \
             WHERE t.type = 'table' GROUP BY t.name"
        }
    };
    let selects = place.texts(selects).await.join(" UNION ALL ");
    place.texts(selects.leak()).await
}

/// The rows with a name that are not those of players.
fn leaks<'t>(rows: &'t [String], name: &str) -> Vec<&'t String> {
    // As it is, as in JSON, and as PostgreSQL shows rows.
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
    let doubled = name.replace('\\', "\\\\").replace('"', "\"\"");
    let has = |row: &&String| [name, &escaped, &doubled].iter().any(|it| row.contains(it));
    let others = rows.iter().filter(|row| !row.starts_with("players"));
    others.filter(has).collect()
}

/// What a migration keeps: games, events without their players, sessions, tokens and ratings.
async fn kept(place: &Place, format: usize) -> Vec<Vec<String>> {
    // Before format 4 the ids of players were secrets, which were replaced.
    let seats = match format {
        ..FIRST_SHARED => {
            "CASE WHEN first_player IS NULL THEN '-' ELSE 'taken' END, \
            CASE WHEN second_player IS NULL THEN '-' ELSE 'taken' END"
        }
        // The migration seats Lena, whom only the log knew.
        _ => {
            "CASE WHEN id = 'game4lost' THEN NULL ELSE first_player END, \
            CASE WHEN id = 'game4lost' THEN NULL ELSE second_player END, invitation"
        }
    };
    let position = if is_shared(place.database()) {
        "position"
    } else {
        "rowid"
    };
    let mut all = vec![
        format!(
            "SELECT CONCAT_WS(' ', id, game, status, side, ply, outcome, live, seq, created_at, \
            updated_at, {seats}) FROM games ORDER BY id"
        ),
        format!(
            "SELECT CONCAT_WS(' ', {position}, game, seq, epoch, at, kind, command, \
            CASE WHEN kind <> 'joined' THEN payload END) FROM events ORDER BY {position}"
        ),
    ];
    if format >= FIRST_SHARED {
        // The program replaces the secrets of earlier formats.
        all.push("SELECT CONCAT_WS(' ', id, CASE WHEN id LIKE 's-%' THEN hash END, player, label, expires_at) \
            FROM sessions ORDER BY id".into());
        all.push(
            "SELECT CONCAT_WS(' ', id, hash, player, name, scopes) FROM tokens ORDER BY id".into(),
        );
    }
    if format >= 10 {
        // Bit for bit.
        let real = |column: &str| match is_shared(place.database()) {
            true => column.to_owned(),
            false => format!("quote({column})"),
        };
        let now = ["rating", "deviation", "volatility"].map(real).join(", ");
        all.push(format!(
            "SELECT CONCAT_WS(' ', player, game, {now}, games, at) FROM ratings ORDER BY player"
        ));
        let changes = [
            "rating_before",
            "deviation_before",
            "rating_after",
            "deviation_after",
        ];
        let changes = changes.map(real).join(", ");
        all.push(format!(
            "SELECT CONCAT_WS(' ', game, side, player, {changes}) FROM rating_changes \
            ORDER BY game, side"
        ));
    }
    let mut kept = Vec::new();
    for sql in all {
        kept.push(place.texts(sql.leak()).await);
    }
    kept
}

/// Every event is read, the lists have the games, and cookies lead to their seats.
async fn is_read(store: &dyn Store, place: &Place) {
    let games = place.texts("SELECT id FROM games").await;
    for game in &games {
        let events = store.events(&game.as_str().into(), 0).await;
        events.expect("a whole log");
    }
    let has = |game: &str| games.iter().any(|it| it == game);
    for (player, game) in [
        ("bea4", "game4played"),
        ("bea4", "game4waiting"),
        ("lena4", "game4lost"),
        ("dee14", "game14over"),
        ("cy13", "game14over"),
        ("dee14", "game14on"),
        ("eve15", "game15held"),
    ] {
        let listed = store.games_of(player, None, 9).await.expect("read").games;
        assert_eq!(
            listed.iter().any(|row| row.id.as_str() == game),
            has(game),
            "{game}"
        );
    }
    // A cookie of format 3 or earlier is the former id of the player.
    for (cookie, game) in [
        ("secret-ann-1", "game1played"),
        ("secret-bea-2", "game2played"),
    ] {
        if has(game) {
            let session = store
                .session(&SecretHash::of(cookie), 0)
                .await
                .expect("read");
            let (session, _) = session.expect("the cookie goes on working");
            let row = store
                .game(&game.into())
                .await
                .expect("read")
                .expect("there");
            let seats = row.progress.players;
            assert!(
                [seats.first, seats.second].contains(&Some(session.player)),
                "{cookie}"
            );
        }
    }
}

async fn is_migrated(place: &Place, format: usize, names: &[(&str, PlayerKind)], former: &str) {
    let before = kept(place, format).await;
    let store = place.open().await;
    let reached = catch_up(&*store, |_| ()).await.expect("followed");
    assert!(reached.is_whole());
    is_read(&*store, place).await;
    store.close().await.expect("closed");
    drop(store);
    assert_eq!(kept(place, format).await, before);

    let expected = names
        .iter()
        .map(|(name, kind)| format!("{} {name}", kind.name()));
    let mut expected: Vec<_> = expected.collect();
    expected.sort_unstable();
    let mut players = place.texts("SELECT kind || ' ' || name FROM players").await;
    players.sort_unstable();
    assert_eq!(players, expected);
    // Letters of a guest may be part of an id.
    let names = names.iter().filter(|(_, kind)| *kind != Guest);
    let names: Vec<_> = names.map(|(name, _)| *name).chain([former]).collect();
    let without = "SELECT game FROM events WHERE kind = 'joined' AND author IS NULL";
    assert_eq!(place.texts(without).await, [""; 0]);
    let all = everything(place).await;
    for name in &names {
        assert_eq!(leaks(&all, name), [""; 0], "{name}");
    }

    let rebuilt = rebuild(place.database(), |_| ()).await.expect("made again");
    assert!(
        rebuilt.reached.is_whole() && rebuilt.set_aside.is_empty(),
        "{rebuilt:?}"
    );
    let after = kept(place, format).await;
    assert_eq!(after, before, "the same ratings");

    let folded = is_folded(place).await;
    assert_eq!(kept(place, format).await[2..], before[2..]);

    // As closing an account does.
    place.execute("UPDATE players SET name = ''").await;
    let all = everything(place).await;
    for name in names {
        assert!(!all.iter().any(|row| row.contains(name)), "{name}");
        assert!(!folded.contains(name), "{name}");
    }
}

/// All ended games fold without loss, and lists are rebuilt from them. Returns their events.
async fn is_folded(place: &Place) -> String {
    let store = place.open().await;
    // The event at the end of the log is not folded.
    store.create(joined_game("last")).await.expect("created");
    catch_up(&*store, |_| ()).await.expect("followed");
    let ended = place
        .texts("SELECT id FROM games WHERE status = 'ended'")
        .await;
    let logs = async |store: &dyn Store| {
        let mut logs = Vec::new();
        for game in &ended {
            let events = whole(store, &game.as_str().into()).await;
            logs.push(without_commands(&events));
        }
        logs
    };
    let before = logs(&*store).await;
    assert_eq!(fold(&*store).await as usize, ended.len());
    let left = "SELECT e.game FROM events e JOIN games g ON g.id = e.game WHERE g.status = 'ended'";
    assert_eq!(place.texts(left).await, [""; 0]);
    is_read(&*store, place).await;
    store.close().await.expect("closed");
    drop(store);
    let rebuilt = rebuild(place.database(), |_| ()).await.expect("made again");
    assert!(
        rebuilt.reached.is_whole() && rebuilt.set_aside.is_empty(),
        "{rebuilt:?}"
    );
    let store = place.open().await;
    let after = logs(&*store).await;
    assert_eq!(after, before);
    store.close().await.expect("closed");
    format!("{after:?}")
}

fn is_overwritten(place: &Place, text: &str) {
    let bytes = std::fs::read(place.database()).expect("read");
    let found = bytes.windows(text.len()).any(|it| it == text.as_bytes());
    assert!(!found, "{text}");
}

#[tokio::test]
async fn files_of_every_format_are_migrated() {
    for format in 1..=FORMATS.len() {
        let place = Place::sqlite();
        write(&place, format).await;
        let names = NAMES.iter().filter(|it| it.0 <= format);
        let names: Vec<_> = names.map(|&(_, name, kind)| (name, kind)).collect();
        is_migrated(&place, format, &names, FORMER_NAME).await;
        for text in [FORMER_NAME, "secret-bea-1"] {
            is_overwritten(&place, text);
        }
    }
}

#[tokio::test]
async fn postgresql_of_every_format_is_migrated() {
    for format in FIRST_SHARED..=FORMATS.len() {
        let Some(place) = Place::postgres().await else {
            return;
        };
        write(&place, format).await;
        let names = NAMES
            .iter()
            .filter(|it| (FIRST_SHARED..=format).contains(&it.0));
        let names: Vec<_> = names.map(|&(_, name, kind)| (name, kind)).collect();
        is_migrated(&place, format, &names, FORMER_NAME).await;
    }
}

#[tokio::test]
async fn a_payload_that_is_no_json_is_left_alone() {
    for place in [Some(Place::sqlite()), Place::postgres().await] {
        let Some(place) = place else { continue };
        write(&place, FORMATS.len()).await;
        let payload = "{\"kind\":\"joined\",";
        let damage = format!("UPDATE events SET payload = '{payload}' WHERE position = 1303");
        place.execute(damage.leak()).await;
        place.open().await.close().await.expect("closed");
        let kept = "SELECT payload FROM events WHERE position = 1303";
        assert_eq!(place.texts(kept).await, [payload]);
        let names = "SELECT payload FROM events WHERE kind = 'joined' AND payload LIKE '%name%'";
        assert_eq!(place.texts(names).await, [""; 0]);
    }
}

#[tokio::test]
async fn postgresql_of_an_earlier_format_is_not_copied() {
    let Some(place) = Place::postgres().await else {
        return;
    };
    write(&place, FORMATS.len()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    let refused = back_up(place.database(), &copy)
        .await
        .expect_err("an earlier format");
    assert!(
        matches!(
            refused,
            BackupError::Open(OpenError::Older { found: 12, .. })
        ),
        "{refused}"
    );
    assert!(!copy.exists());
    place.open().await.close().await.expect("closed");
    back_up(place.database(), &copy).await.expect("copied");
}

#[tokio::test]
async fn a_file_that_a_program_of_format_13_wrote_is_migrated() {
    let place = Place::sqlite();
    let mut connection = sqlite(&place).connect().await.expect("connected");
    let rows = include_str!("../fixtures/written-by-format-13.sql");
    let written = sqlx::raw_sql(rows).execute(&mut connection).await;
    written.expect("written");
    connection.close().await.expect("closed");
    let names = ["Ann Früh", "Bob the Great", "Cy Lobby", "Dee Old"];
    let names = names.map(|name| (name, Person));
    is_migrated(&place, 13, &names, "Bo \"B\" \\ }{").await;
    is_overwritten(&place, "Bo \\\"B\\\"");
}
