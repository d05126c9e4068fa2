//! Sessions and tokens that end on one copy while in use on another.

use std::time::Duration;

use komadai_protocol::ErrorCode;

use crate::common::pair;
use crate::copies::{copy, shared};
use crate::credentials::{code, end_others, enter, player_of};

#[tokio::test]
async fn a_session_that_is_ended_ends_at_every_copy_at_once() {
    let Some((database, nats)) = shared() else {
        return;
    };
    let one = copy(&database, &nats).await;
    let two = copy(&database, &nats).await;
    let (mut owner, _, id) = pair(&one, serde_json::json!({})).await;
    let stolen = code(&mut owner).await.expect("made");
    let mut thief = two.somebody();
    enter(&mut thief, &stolen).await.expect("signed in");
    let copied = owner.at(two.address);
    let (mut by_code, mut by_cookie) = (thief.sit(&id).await, copied.sit(&id).await);
    end_others(&mut owner, &[]).await.expect("ended");
    for socket in [&mut by_code, &mut by_cookie] {
        let ended = tokio::time::timeout(Duration::from_secs(10), socket.ended()).await;
        assert_eq!(ended.expect("at once"), ErrorCode::SessionEnded);
    }
    assert_eq!(player_of(&mut thief).await, None);
    assert!(player_of(&mut owner.at(two.address)).await.is_some());
    one.stop().await;
    two.stop().await;
}
