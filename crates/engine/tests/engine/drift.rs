//! The score of a level position stays near zero at every depth.

use crate::common::{new_engine, new_game};
use crate::for_each_game;
use komadai_engine::{Control, Info, Limits};
use komadai_rules::Variant;

/// Tolerated score of the start position, in centipawns.
const LEVEL: i32 = 150;
/// The same before depth 8: at even depths Tori Shogi comes to 154 there, and to 59 at depth 12.
const LEVEL_AT_FIRST: i32 = 200;

/// Regression: the correction history fed on itself; the start of Shogi came to 308 centipawns at
/// depth 12 and to 365 at depth 14.
fn the_start_is_level_at_every_depth<V: Variant>() {
    let mut scores = Vec::new();
    let mut on_info = |info: &Info| scores.push((info.depth, info.score.centipawns()));
    let mut control = Control {
        on_info: Some(&mut on_info),
        ..Control::default()
    };
    new_engine::<V>(64).search(&new_game(), &Limits::depth(12), &mut control);
    assert_eq!(scores.last().map(|(depth, _)| *depth), Some(12));
    let far: Vec<_> = scores
        .iter()
        .filter(|(depth, score): &&(u32, i32)| {
            score.abs() > if *depth < 8 { LEVEL_AT_FIRST } else { LEVEL }
        })
        .collect();
    assert!(far.is_empty(), "{far:?} of {scores:?}");
}

for_each_game!(the_start_is_level_at_every_depth);
