//! Compile-time check that the tables can express a spec.

use crate::spec::piece_spec::{Step, StepUse};
use crate::spec::variant_spec::VariantSpec;
use crate::types::direction::{NO_DIRECTION, direction_of};
use crate::types::piece_kind::PieceKind;

/// Panics on a spec that the tables cannot express; in a constant this is a compile error. The
/// limits on classes and slide groups are asserted where those tables are built.
pub(crate) const fn check(spec: &VariantSpec) {
    assert!(
        spec.kinds.len() <= PieceKind::MAX,
        "a variant has at most 16 kinds"
    );
    assert!(
        spec.hand_kinds <= 8,
        "a variant has at most 8 kinds in hand"
    );
    assert!(
        spec.drop_ranks >= 1 && spec.drop_ranks <= spec.ranks,
        "the drop region has 1 rank or more, and no more than the board"
    );
    if let Some(limit) = spec.pawns_per_file {
        assert!(
            limit.max == 1 || limit.max == 2,
            "a file has at most 1 or at most 2 pawns"
        );
    }
    let mut kind = 0;
    while kind < spec.kinds.len() {
        if let Some(max) = spec.kinds[kind].board_limit {
            assert!(max == 1, "a limited kind is on the board once");
        }
        let moves = spec.kinds[kind].moves;
        let mut i = 0;
        while i < moves.len() {
            check_step(&moves[i]);
            i += 1;
        }
        kind += 1;
    }
}

const fn check_step(step: &Step) {
    assert!(
        step.dx != 0 || step.dy != 0,
        "a step leads to another square"
    );
    if step.max == 1 {
        return;
    }
    assert!(
        step.max == 2 || step.max == Step::SLIDE,
        "a slide goes at most 2 squares or any distance"
    );
    assert!(
        direction_of(step.dx, step.dy) != NO_DIRECTION,
        "a slide follows one of the eight directions"
    );
    assert!(
        matches!(step.only, StepUse::Both),
        "a slide moves and captures alike"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VariantId;

    fn step(dx: i8, dy: i8, max: u8, only: StepUse) -> Step {
        Step { dx, dy, max, only }
    }

    #[test]
    fn the_specs_of_all_variants_are_expressible() {
        for variant in VariantId::ALL {
            check(variant.spec());
        }
    }

    #[test]
    #[should_panic = "at most 2 squares or any distance"]
    fn a_slide_of_three_squares_is_refused() {
        check_step(&step(0, 1, 3, StepUse::Both));
    }

    #[test]
    #[should_panic = "at most 2 squares or any distance"]
    fn a_step_of_no_squares_is_refused() {
        check_step(&step(0, 1, 0, StepUse::Both));
    }

    #[test]
    #[should_panic = "one of the eight directions"]
    fn a_slide_by_knights_steps_is_refused() {
        check_step(&step(1, 2, Step::SLIDE, StepUse::Both));
    }

    #[test]
    #[should_panic = "moves and captures alike"]
    fn a_slide_that_only_captures_is_refused() {
        check_step(&step(0, 1, Step::SLIDE, StepUse::Capture));
    }

    #[test]
    #[should_panic = "the drop region"]
    fn a_drop_region_beyond_the_board_is_refused() {
        let mut spec = *VariantId::Shogi.spec();
        spec.drop_ranks = 10;
        check(&spec);
    }
}
