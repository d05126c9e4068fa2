//! What a search that is broken off says of its score, and that it has a move to ponder on.

use komadai_engine::{Bound, Control, Engine, Info, Limits};
use komadai_rules::Game;

use crate::common::new_game;
use crate::for_each_game;

/// A move that was too good for the window had a line of one move, and its bound looked like a score.
fn a_broken_off_search_tells_bounds_and_a_reply<G: Game>() {
    let game = new_game::<G>();
    let mut bounds = 0;
    for nodes in (500..30_000).step_by(487) {
        let mut engine = Engine::<G>::new(2);
        let mut last: Option<Info> = None;
        let mut hear = |info: &Info| last = Some(info.clone());
        let mut control = Control {
            on_info: Some(&mut hear),
            ..Control::default()
        };
        let found = engine.search(&game, &Limits::nodes(nodes), &mut control);
        let last = last.expect("at least one iteration");
        assert_eq!((last.score, last.bound), (found.score, found.bound));
        assert_eq!(last.pv, found.pv);
        assert!(found.ponder.is_some(), "{nodes} nodes");
        let mut after = game.clone();
        for &mv in &found.pv {
            after.play(mv).expect("a line of legal moves");
        }
        bounds += u32::from(found.bound != Bound::Exact);
    }
    assert!(bounds > 0);
    // An iteration that was finished has a score.
    let mut engine = Engine::<G>::new(2);
    let mut hear = |info: &Info| assert_eq!(info.bound, Bound::Exact);
    let mut control = Control {
        on_info: Some(&mut hear),
        ..Control::default()
    };
    engine.search(&game, &Limits::depth(7), &mut control);
}

/// A line that was broken off before its first move was told as a mate in five hundred.
fn lines_without_a_score_are_not_told<G: Game>() {
    let game = new_game::<G>();
    for nodes in (1_000..30_000).step_by(1_000) {
        let mut engine = Engine::<G>::new(2);
        let mut hear = |info: &Info| {
            assert_eq!(info.score.mate_plies(), None, "{nodes} nodes: {info:?}");
        };
        let mut control = Control {
            on_info: Some(&mut hear),
            ..Control::default()
        };
        let limits = Limits {
            lines: 3,
            ..Limits::nodes(nodes)
        };
        engine.search(&game, &limits, &mut control);
    }
}

for_each_game!(
    a_broken_off_search_tells_bounds_and_a_reply,
    lines_without_a_score_are_not_told
);
