//! Proof by strace that the disk is synced before a move is acknowledged, which a killed process cannot show.

use std::path::Path;

use serde_json::json;

use crate::common::{Child, Person};

/// The acknowledgement as strace prints it.
const ACKNOWLEDGED: &str = r#"\"type\":\"accepted\""#;

fn is_sync_of_the_log(line: &str) -> bool {
    (line.contains("fdatasync(") || line.contains("fsync(")) && line.contains("komadai.db-wal")
}

/// Requires strace: `apt-get install strace`.
#[tokio::test]
async fn the_log_is_on_disk_before_the_move_is_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace");
    let database = folder.path().join("komadai.db");
    let child = Child::start(
        &database,
        &[
            "strace",
            // Keeps the server a child of this process, so that killing it ends both.
            "--daemonize",
            "--follow-forks",
            "--decode-fds=path",
            "--string-limit=400",
            "--trace=fsync,fdatasync,write,writev,sendto,sendmsg,pwrite64",
            "--output",
            trace.to_str().expect("UTF-8"),
        ],
    )
    .await;
    let (mut first, mut second) = (Person::new(child.address), Person::new(child.address));
    let id = first.create(json!({})).await.snapshot.id;
    second.join(&id).await;
    let (mut a, mut b) = (first.sit(&id).await, second.sit(&id).await);
    a.play(0, "5d5c").await;
    b.play(1, "1b1c").await;
    a.play(2, "5c5b").await;
    child.kill().await;
    let trace = read(&trace).await;

    let lines: Vec<&str> = trace.lines().collect();
    let acknowledged: Vec<usize> = (0..lines.len())
        .filter(|n| lines[*n].contains(ACKNOWLEDGED))
        .collect();
    assert_eq!(
        acknowledged.len(),
        3,
        "three moves were acknowledged:\n{trace}"
    );
    let mut since = 0;
    for at in acknowledged {
        // Since the previous acknowledgement: write to the log, sync, send.
        let written = (since..at)
            .find(|n| lines[*n].contains("pwrite64(") && lines[*n].contains("komadai.db-wal"))
            .unwrap_or_else(|| panic!("nothing was written before line {at}:\n{trace}"));
        let synced = (written..at).rev().find(|n| is_sync_of_the_log(lines[*n]));
        let last_write = (written..at)
            .rev()
            .find(|n| lines[*n].contains("pwrite64(") && lines[*n].contains("komadai.db-wal"));
        assert!(
            synced > last_write,
            "no sync between write and acknowledgement:\n{trace}"
        );
        since = at + 1;
    }
}

async fn read(trace: &Path) -> String {
    // strace ends a moment after its child.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    String::from_utf8_lossy(&std::fs::read(trace).expect("strace wrote")).into_owned()
}
