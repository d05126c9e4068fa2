//! Furigoma: five pawns are tossed for the sides.

use komadai_protocol::{EventBody, Face, Furigoma, Seat};
use komadai_rules::Side;
use serde_json::json;

use crate::common::Running;

#[tokio::test]
async fn both_players_see_the_toss_that_gave_them_their_sides() {
    let server = Running::start().await;
    for game in ["shogi", "minishogi"] {
        let (mut maker, mut friend) = (server.somebody(), server.somebody());
        let page = maker
            .create_exactly(json!({ "game": game, "side": "random" }))
            .await;
        let id = page.snapshot.id.clone();
        let toss = page.snapshot.furigoma.expect("a toss");
        assert_eq!(toss, Furigoma::of(toss.faces));
        assert_eq!(page.seat, Seat::from(Some(toss.tosser)));
        let joined = friend.join(&id).await;
        assert_eq!(joined.seat, Seat::from(Some(!toss.tosser)));
        assert_eq!(joined.snapshot.furigoma, Some(toss));
        let (_, _, snapshot, events) = friend.sit_after(&id, Some(0)).await;
        assert_eq!(snapshot.furigoma, Some(toss));
        assert_eq!(events[1].body, EventBody::Furigoma { toss });
        let kinds: Vec<&str> = events.iter().map(|event| event.body.kind()).collect();
        assert_eq!(kinds[..4], ["created", "furigoma", "joined", "joined"]);
    }
    let mut maker = server.somebody();
    let page = maker.create_exactly(json!({ "game": "shogi" })).await;
    let server = server.restart().await;
    let again = server.somebody().show(&page.snapshot.id).await;
    assert_eq!(again.snapshot.furigoma, page.snapshot.furigoma);
    assert!(again.snapshot.furigoma.is_some(), "random is the default");
}

#[tokio::test]
async fn no_toss_for_chosen_sides_or_without_the_custom() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    for body in [
        json!({ "game": "shogi", "side": "first" }),
        json!({ "game": "minishogi", "side": "second" }),
        json!({ "game": "torishogi", "side": "random" }),
        json!({ "game": "shogun", "side": "random" }),
        json!({ "game": "shogi", "side": "random", "handicap": "rook" }),
    ] {
        let page = maker.create_exactly(body.clone()).await;
        assert_eq!(page.snapshot.furigoma, None, "{body}");
    }
}

/// Each side and each pawn face is expected in 320 of 640 tosses, with a standard deviation of 13.
#[tokio::test]
async fn the_toss_is_fair() {
    let server = Running::start().await;
    let mut maker = server.somebody();
    let (mut firsts, mut pawns) = (0u32, [0u32; 5]);
    for n in 0..640 {
        // A player may have at most 100 unfinished games.
        if n % 64 == 0 {
            maker = server.somebody();
        }
        let page = maker
            .create_exactly(json!({ "game": "minishogi", "side": "random" }))
            .await;
        let toss = page.snapshot.furigoma.expect("a toss");
        assert_eq!(
            toss,
            Furigoma::of(toss.faces),
            "the side follows from the pawns"
        );
        firsts += u32::from(toss.tosser == Side::First);
        for (count, face) in pawns.iter_mut().zip(toss.faces) {
            *count += u32::from(face == Face::Pawn);
        }
    }
    // Six standard deviations: a false failure once in a billion runs.
    assert!(firsts.abs_diff(320) < 76, "{firsts}");
    for count in pawns {
        assert!(count.abs_diff(320) < 76, "{pawns:?}");
    }
}
