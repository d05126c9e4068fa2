//! Scores, bounds and ponder moves of stopped searches.

use komadai_engine::{Bound, Control, Info, Limits};
use komadai_rules::{Game, Variant};

use crate::common::{new_engine, new_game, random_game};
use crate::for_each_game;

fn a_stopped_search_reports_bounds_and_a_ponder_move<V: Variant>() {
    let start = new_game::<V>();
    // Bounds are rare where scores hardly change with depth, as at the start of a small variant.
    let mut later = start.clone();
    random_game::<V>(1, 9, |reached| later = reached.clone());
    let bounds = bounds_of_stopped_searches(&start) + bounds_of_stopped_searches(&later);
    assert!(bounds > 0);
    // Finished iterations have exact scores.
    let mut engine = new_engine::<V>(2);
    let mut on_info = |info: &Info| assert_eq!(info.bound, Bound::Exact);
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    engine.search(&start, &Limits::depth(7), &mut control);
}

/// Number of searches that end with a bound.
fn bounds_of_stopped_searches<V: Variant>(game: &Game<V>) -> usize {
    let mut bounds = 0;
    for nodes in (500..30_000).step_by(487) {
        let mut engine = new_engine::<V>(2);
        let mut last: Option<Info> = None;
        let mut on_info = |info: &Info| last = Some(info.clone());
        let mut control = Control {
            on_info: Some(&mut on_info),
            ..Control::default()
        };
        let found = engine.search(game, &Limits::nodes(nodes), &mut control);
        let last = last.expect("at least one iteration");
        assert_eq!((last.score, last.bound), (found.score, found.bound));
        assert_eq!(last.pv, found.pv);
        assert!(found.ponder.is_some(), "{nodes} nodes");
        let mut after = game.clone();
        for &mv in &found.pv {
            after.play(mv).expect("a line of legal moves");
        }
        bounds += usize::from(found.bound != Bound::Exact);
    }
    bounds
}

fn variations_without_a_score_are_not_reported<V: Variant>() {
    let game = new_game::<V>();
    for nodes in (1_000..30_000).step_by(1_000) {
        let mut engine = new_engine::<V>(2);
        let mut on_info = |info: &Info| {
            assert_eq!(info.score.mate_plies(), None, "{nodes} nodes: {info:?}");
        };
        let mut control = Control {
            on_info: Some(&mut on_info),
            ..Control::default()
        };
        let limits = Limits {
            multi_pv: 3,
            ..Limits::nodes(nodes)
        };
        engine.search(&game, &limits, &mut control);
    }
}

for_each_game!(
    a_stopped_search_reports_bounds_and_a_ponder_move,
    variations_without_a_score_are_not_reported
);
