//! Presence when one of several servers is killed or restarts.

use komadai_protocol::ServerMessage;
use serde_json::json;

use crate::common::{Child, Person, Running};
use crate::copies::{copy, shared};
use crate::slots::Shares;
use crate::socket::Socket;

struct Apart {
    referee: Running,
    child: Child,
    first: Socket,
    _second: (Person, Socket),
}

async fn apart() -> Option<Apart> {
    let (database, nats) = shared()?;
    let mut shares = Shares::of(&database).await;
    let referee = copy(&database, &nats).await;
    shares.joined().await;
    let child = Child::copy(&database, &nats).await;
    shares.joined().await;
    let (first, second, id) = shares.pair_at(0, &referee, json!({})).await;
    let mut first = first.sit(&id).await;
    let second = second.at(child.address);
    let socket = second.sit(&id).await;
    first.find(second_is_there(true)).await;
    Some(Apart {
        referee,
        child,
        first,
        _second: (second, socket),
    })
}

fn second_is_there(wanted: bool) -> impl FnMut(ServerMessage) -> Option<()> {
    move |message| match message {
        ServerMessage::Presence { players, .. } if players.second == wanted => Some(()),
        _ => None,
    }
}

#[tokio::test]
async fn players_of_a_copy_that_died_are_not_at_the_board_any_more() {
    let Some(mut game) = apart().await else {
        return;
    };
    game.child.kill().await;
    game.first.find(second_is_there(false)).await;
    game.referee.stop().await;
}

#[tokio::test]
async fn players_of_a_copy_that_comes_back_are_at_the_board_again() {
    let Some(mut game) = apart().await else {
        return;
    };
    game.child.pause().await;
    game.first.find(second_is_there(false)).await;
    game.child.go_on();
    game.first.find(second_is_there(true)).await;
    game.child.kill().await;
    game.referee.stop().await;
}
