//! Backups are consistent while the database is written.

use std::path::Path;
use std::sync::Arc;

use komadai_protocol::GameKey;
use komadai_store::{BackupError, EventLog, Registry, SqliteStore, back_up, restore};

use crate::common::{a_move, new_game};

fn key(n: u32) -> GameKey {
    GameKey(format!("game-{n}"))
}

async fn with_games(path: &Path, games: u32) -> SqliteStore {
    let store = SqliteStore::open(path).await.expect("opens");
    for n in 0..games {
        store
            .create(new_game(key(n).as_str()))
            .await
            .expect("created");
    }
    store
}

#[tokio::test]
async fn a_copy_made_while_moves_are_written_has_every_game_up_to_some_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy, restored] = ["a.db", "copy.db", "b.db"].map(|name| folder.path().join(name));
    let store = Arc::new(with_games(&path, 8).await);
    for n in 0..8 {
        store
            .append(a_move(&key(n), 2, 1, "5d5c"))
            .await
            .expect("stored");
    }
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 3..60 {
                for n in 0..8 {
                    store
                        .append(a_move(&key(n), seq, 1, "5d5c"))
                        .await
                        .expect("stored");
                }
            }
        })
    };
    let contents = back_up(&path, &copy).await.expect("copied");
    writing.await.expect("no panic");
    assert_eq!((contents.games, contents.players), (8, 2));
    assert!(contents.events >= 16, "{contents:?}");

    let again = restore(&copy, &restored).await.expect("restored");
    assert_eq!(again, contents);
    let restored = SqliteStore::open(&restored).await.expect("opens");
    let mut events = 0;
    for n in 0..8 {
        let copied = restored.events(&key(n), 0).await.expect("a whole log");
        let original = store.events(&key(n), 0).await.expect("a whole log");
        assert_eq!(copied, original[..copied.len()]);
        events += copied.len() as u64;
    }
    assert_eq!(events, contents.events);
}

/// The user of a service could not open a file restored by root.
#[cfg(unix)]
#[tokio::test]
async fn a_file_restored_by_root_belongs_to_the_owner_of_its_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy] = ["a.db", "copy.db"].map(|name| folder.path().join(name));
    with_games(&path, 1).await.close().await.expect("closed");
    back_up(&path, &copy).await.expect("copied");
    let service = folder.path().join("service");
    std::fs::create_dir(&service).expect("made");
    let is_root = chown(&service, Some(NOBODY), Some(NOBODY)).is_ok();
    let restored = service.join("komadai.db");
    restore(&copy, &restored).await.expect("restored");
    let [folder, file] = [&service, &restored].map(|path| path.metadata().expect("there"));
    assert_eq!((file.uid(), file.gid()), (folder.uid(), folder.gid()));
    assert_eq!(file.mode() & 0o777, 0o600);
    assert_eq!(file.uid() == NOBODY, is_root);
}

#[cfg(unix)]
#[tokio::test]
async fn a_copy_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy] = ["a.db", "copy.db"].map(|name| folder.path().join(name));
    let _store = with_games(&path, 1).await;
    back_up(&path, &copy).await.expect("copied");
    let mode = std::fs::metadata(&copy)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn nothing_is_overwritten_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, copy, missing] =
        ["a.db", "copy.db", "missing.db"].map(|name| folder.path().join(name));
    let store = with_games(&path, 1).await;
    back_up(&path, &copy).await.expect("copied");

    let again = back_up(&path, &copy).await;
    assert!(
        matches!(again, Err(BackupError::Exists { .. })),
        "{again:?}"
    );
    let over = restore(&copy, &path).await;
    assert!(matches!(over, Err(BackupError::Exists { .. })), "{over:?}");
    let nothing = back_up(&missing, &folder.path().join("b.db")).await;
    assert!(
        matches!(nothing, Err(BackupError::NoSource { .. })),
        "{nothing:?}"
    );

    let text = folder.path().join("text");
    std::fs::write(&text, "a shopping list, not a database, but a long one").expect("written");
    let foreign = restore(&text, &missing).await;
    let expected = matches!(foreign, Err(BackupError::NotOurs { .. }));
    assert!(expected, "{foreign:?}");

    // SQLite would read a leftover write-ahead log as part of the restored file.
    std::fs::write(folder.path().join("missing.db-wal"), "old").expect("written");
    let beside = restore(&copy, &missing).await;
    assert!(
        matches!(beside, Err(BackupError::Exists { .. })),
        "{beside:?}"
    );
    assert!(!missing.exists());
    store.close().await.expect("closed");
}

/// A running server's write-ahead log lies beside the file, not beside a link to it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_copy_through_a_link_has_what_is_in_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    let other = tempfile::tempdir().expect("a folder");
    let [soft, hard, copy] = ["soft.db", "hard.db", "copy.db"].map(|name| other.path().join(name));
    std::fs::write(&path, "").expect("a file");
    std::os::unix::fs::symlink(&path, &soft).expect("a link");
    std::fs::hard_link(&path, &hard).expect("a link");
    let store = with_games(&path, 1).await;
    store
        .append(a_move(&key(0), 2, 1, "5d5c"))
        .await
        .expect("stored");
    assert_eq!(back_up(&soft, &copy).await.expect("copied").events, 2);
    std::fs::remove_file(&copy).expect("removed");
    // A hard link hides the write-ahead log.
    let refused = back_up(&hard, &copy).await;
    assert!(refused.is_err() && !copy.exists(), "{refused:?}");
}
