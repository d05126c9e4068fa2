//! Refused files stay byte-identical, and nothing is created beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::new_game;
use komadai_store::{EventLog, OpenError, Registry, SqliteStore};
use sqlx::{ConnectOptions, Connection};

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), std::fs::read(path).expect("a file")))
        .collect()
}

async fn refused(path: &Path) -> OpenError {
    let folder = path.parent().expect("a folder");
    let before = files(folder);
    let Err(error) = SqliteStore::open(path).await else {
        panic!("the file was opened")
    };
    assert!(before == files(folder), "the folder has changed");
    error
}

async fn database(folder: &Path) -> PathBuf {
    let path = folder.join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    for n in 0..40 {
        store
            .create(new_game(&format!("game-{n}")))
            .await
            .expect("created");
    }
    store.close().await.expect("closed");
    path
}

async fn sql(path: &Path, text: &'static str) {
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .connect()
        .await
        .expect("connected");
    sqlx::query(text)
        .execute(&mut connection)
        .await
        .expect("done");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn a_text_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    std::fs::write(&path, "this is a shopping list, and quite a long one").expect("written");
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("--database"), "{error}");
}

#[tokio::test]
async fn a_cut_off_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = database(folder.path()).await;
    let bytes = std::fs::read(&path).expect("read");
    std::fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

#[tokio::test]
async fn damaged_pages_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = database(folder.path()).await;
    let mut bytes = std::fs::read(&path).expect("read");
    for byte in &mut bytes[4096..] {
        *byte = 0x5a;
    }
    std::fs::write(&path, &bytes).expect("written");
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("backup"), "{error}");
}

#[tokio::test]
async fn a_newer_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = database(folder.path()).await;
    sql(
        &path,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (99, 'from the future', TRUE, x'00', 0)",
    )
    .await;
    let error = refused(&path).await;
    assert!(
        matches!(
            error,
            OpenError::Newer {
                found: 99,
                known: 16,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("newer"), "{error}");
}

#[tokio::test]
async fn the_file_of_another_program_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bookmarks.db");
    sql(&path, "CREATE TABLE bookmarks (url TEXT)").await;
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
}

#[tokio::test]
async fn a_file_in_use_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let _store = SqliteStore::open(&path).await.expect("opens");
    let error = refused(&path).await;
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
}

/// A lock file beside the database would differ under another name.
#[cfg(unix)]
#[tokio::test]
async fn a_file_in_use_is_refused_under_every_name_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let _store = SqliteStore::open(&path).await.expect("opens");
    let [soft, hard] = ["soft.db", "hard.db"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&path, &soft).expect("a link");
    std::fs::hard_link(&path, &hard).expect("a link");
    for name in [soft, hard] {
        let error = refused(&name).await;
        assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    }
}

#[tokio::test]
async fn a_missing_folder_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = SqliteStore::open(&folder.path().join("no/komadai.db"))
        .await
        .err();
    assert!(
        matches!(error, Some(OpenError::Unusable { .. })),
        "{error:?}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_database_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("komadai.db");
    let store = SqliteStore::open(&path).await.expect("opens");
    store.create(new_game("game")).await.expect("created");
    for name in ["komadai.db", "komadai.db-wal"] {
        let file = std::fs::metadata(folder.path().join(name)).expect("a file");
        assert_eq!(file.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_made_through_a_link_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link] = ["real.db", "link.db"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("real.db", &link).expect("a link");
    let store = SqliteStore::open(&link).await.expect("opens");
    store.create(new_game("game")).await.expect("created");
    let file = std::fs::metadata(&path).expect("a file");
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
}
