//! Startup refused because of existing servers or unusable options.

use futures_util::StreamExt;
use komadai_server::{LinkError, ServeError, Server};
use serde_json::json;

use crate::cluster;
use crate::common::{Running, args, pair};
use crate::copies::{copy, shared};
use crate::nats::Nats;

async fn refused(database: &str, nats: Option<&str>) -> ServeError {
    let mut args = args(database.into());
    args.nats = nats.map(str::to_owned);
    match Server::start(args).await {
        Ok(_) => panic!("it starts"),
        Err(error) => error,
    }
}

#[tokio::test]
async fn nats_with_a_file_is_refused_and_the_file_not_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("komadai.db");
    let error = refused(file.to_str().expect("UTF-8"), Some("nats://127.0.0.1")).await;
    assert!(
        matches!(&error, ServeError::NatsWithoutPostgres { path } if *path == file),
        "{error}"
    );
    assert!(!file.exists());
}

#[tokio::test]
async fn an_unreachable_or_invalid_nats_address_is_refused() {
    let Some(database) = cluster::database() else {
        return;
    };
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let nowhere = format!("nats://me:secret@127.0.0.1:{port}");
    let error = refused(&database, Some(&nowhere)).await;
    assert!(
        matches!(&error, ServeError::Bus(LinkError::Unreachable { .. })),
        "{error}"
    );
    let said = error.to_string();
    assert!(said.contains(&format!("127.0.0.1:{port}")), "{said}");
    assert!(!said.contains("secret"), "{said}");
    let error = refused(&database, Some("http://127.0.0.1")).await;
    assert!(
        matches!(&error, ServeError::Bus(LinkError::Address { .. })),
        "{error}"
    );
}

#[tokio::test]
async fn a_rejected_nats_login_is_reported_without_the_password() {
    let asks = r#"authorization { user: "komadai", password: "right" }"#;
    let (Some(database), Some(nats)) = (cluster::database(), Nats::asking(asks)) else {
        return;
    };
    let host = nats.address.trim_start_matches("nats://");
    let error = refused(&database, Some(&format!("nats://komadai:wr0ng@{host}"))).await;
    assert!(
        matches!(&error, ServeError::Bus(LinkError::NotLetIn { .. })),
        "{error}"
    );
    let said = error.to_string();
    assert!(said.contains("as komadai with this password"), "{said}");
    assert!(!said.contains("wr0ng"), "{said}");
}

#[tokio::test]
async fn a_second_server_that_cannot_reach_the_first_is_refused() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let first = copy(&database, &nats).await;
    let error = refused(&database, None).await;
    assert!(matches!(error, ServeError::OtherServer { .. }), "{error}");
    let another = Nats::start().expect("a second one");
    let error = refused(&database, Some(&another.address)).await;
    assert!(
        matches!(error, ServeError::OtherServerSilent { .. }),
        "{error}"
    );
    let (a, _, id) = pair(&first, json!({})).await;
    a.sit(&id).await.play(0, "5d5c").await;
    first.stop().await;
}

#[tokio::test]
async fn a_server_without_nats_excludes_others_until_it_stops() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let alone = Running::on(folder, |args| args.database = Some((&database).into())).await;
    let error = refused(&database, Some(&nats)).await;
    assert!(
        matches!(error, ServeError::OtherServerSilent { .. }),
        "{error}"
    );
    alone.stop().await;
    copy(&database, &nats).await.stop().await;
}

/// Registers a server that reports another version `times` times.
async fn of_version(
    version: &'static str,
    times: usize,
    (database, nats): &(String, String),
) -> async_nats::Client {
    const ID: &str = "00000000000000aa";
    let store = komadai_store::open(database.as_ref()).await.expect("opens");
    let cluster = store.setting("cluster", "c").await.expect("a word");
    let client = async_nats::connect(nats.as_str()).await.expect("connected");
    let mut pings = client
        .subscribe(format!("komadai.{cluster}.ping.{ID}"))
        .await
        .expect("subscribed")
        .take(times);
    client.flush().await.expect("known");
    let answers = client.clone();
    tokio::spawn(async move {
        while let Some(ping) = pings.next().await {
            let reply = ping.reply.expect("a question");
            let answered = answers.publish(reply, version.into()).await;
            answered.expect("answered");
        }
    });
    store.heartbeat(ID, 60_000).await.expect("it lives");
    store.close().await.expect("closes");
    client
}

#[tokio::test]
async fn a_server_that_speaks_another_version_is_recognised_and_refused() {
    let Some(shared) = shared() else {
        return;
    };
    let (database, nats) = &shared;
    // Creates the tables.
    copy(database, nats).await.stop().await;
    let _other = of_version("99", usize::MAX, &shared).await;
    let error = refused(database, Some(nats)).await;
    let ServeError::OtherVersion { theirs: 99, .. } = &error else {
        panic!("{error}");
    };
    let said = error.to_string();
    assert!(said.contains("Stop all servers"), "{said}");
    // The refused server never registered.
    let store = komadai_store::open(database.as_ref()).await.expect("opens");
    let servers = store.copies().await.expect("read");
    assert_eq!(servers.len(), 1, "{servers:?}");
    store.close().await.expect("closes");
}

#[tokio::test]
async fn a_server_of_another_version_is_recognised_by_its_first_answer() {
    let Some(shared) = shared() else {
        return;
    };
    let (database, nats) = &shared;
    copy(database, nats).await.stop().await;
    let _other = of_version("99", 1, &shared).await;
    let error = refused(database, Some(nats)).await;
    assert!(
        matches!(error, ServeError::OtherVersion { theirs: 99, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn a_server_answers_pings_of_every_version() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let server = copy(&database, &nats).await;
    let store = komadai_store::open(database.as_ref()).await.expect("opens");
    let cluster = store.setting("cluster", "c").await.expect("a word");
    let ids = store.copies().await.expect("read");
    store.close().await.expect("closes");
    let client = async_nats::connect(&nats).await.expect("connected");
    let subject = format!("komadai.{cluster}.ping.{}", ids[0]);
    for version in ["1", "2", "99", "in words", ""] {
        let answered = client.request(subject.clone(), version.into()).await;
        let answer = answered.expect("an answer").payload;
        let answer = std::str::from_utf8(&answer).expect("text");
        answer.parse::<u32>().expect("a version");
    }
    server.stop().await;
}
