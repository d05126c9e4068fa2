use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::common::{Child, Person};

/// Limits files to 1 MB: as on a full disk, only writes beyond it fail.
const SMALL_DISK: [&str; 4] = [
    "sh",
    "-c",
    "trap '' XFSZ; ulimit -S -f 2000; exec \"$@\"",
    "sh",
];

async fn health(person: &mut Person) -> StatusCode {
    person
        .send(person.request(Method::GET, "/healthz"))
        .await
        .status()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn health_fails_while_the_disk_is_full_and_recovers() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("komadai.db");
    let child = Child::start(&database, &SMALL_DISK).await;
    let mut person = Person::new(child.address);
    assert_eq!(health(&mut person).await, StatusCode::OK);
    let mut made = 0;
    loop {
        let request = person
            .request(Method::POST, "/api/games")
            .json(&json!({ "game": "shogi" }));
        let status = person.send(request).await.status();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            break;
        }
        assert_eq!(status, StatusCode::CREATED);
        made += 1;
        assert!(made < 5000, "the limit is never reached");
    }
    // Results are cached for a second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(health(&mut person).await, StatusCode::SERVICE_UNAVAILABLE);

    let unlimited = std::process::Command::new("prlimit")
        .args(["--pid", &child.pid().to_string(), "--fsize=unlimited:"])
        .status();
    assert!(unlimited.expect("prlimit runs").success());
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(health(&mut person).await, StatusCode::OK);
    person.create(json!({})).await;
}
