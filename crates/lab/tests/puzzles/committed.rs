use komadai_lab::{Puzzle, PuzzleCheck, PuzzleKind, PuzzleSet, check_puzzles};
use komadai_rules::VariantId;

pub(crate) fn committed(variant: VariantId) -> PuzzleSet {
    let path = format!("{}/puzzles/{variant}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let set = PuzzleSet::parse(&text).unwrap_or_else(|error| panic!("{path}, {error}"));
    assert_eq!(set.variant, variant);
    set
}

fn is_right(set: &PuzzleSet, check: &PuzzleCheck) {
    let mut wrong = Vec::new();
    let mut count = 0;
    check_puzzles(set, check, &mut |index, problem| {
        count += 1;
        wrong.extend(problem.map(|why| format!("{}: {why}", set.puzzles[index].id())));
    })
    .expect("memory");
    assert_eq!(count, set.puzzles.len());
    assert!(wrong.is_empty(), "{}: {wrong:#?}", set.variant);
}

/// Solves all mates anew: length, first moves, no superfluous piece. Searches every sixteenth tactic and
/// defence, and the mirror image of every 120th puzzle; `komadai-lab puzzles check` does so for all.
fn holds_what_it_says(variant: VariantId) {
    let set = committed(variant);
    let count = |kind| set.puzzles.iter().filter(|it| it.kind == kind).count();
    let mates = count(PuzzleKind::Mate);
    let tactics = count(PuzzleKind::Tactic);
    assert!(
        mates >= 500 && tactics >= 200,
        "{variant}: {mates} {tactics}"
    );
    let unsearched = PuzzleCheck {
        search: false,
        force_plies: 0,
        mirror: false,
        ..PuzzleCheck::default()
    };
    is_right(&set, &unsearched);
    let unmirrored = PuzzleCheck {
        mirror: false,
        ..PuzzleCheck::default()
    };
    is_right(
        &every(16, &set, |it| it.kind != PuzzleKind::Mate),
        &unmirrored,
    );
    is_right(&every(120, &set, |_| true), &PuzzleCheck::default());
}

/// Every `step`-th of the matching puzzles.
fn every(step: usize, set: &PuzzleSet, wanted: impl Fn(&Puzzle) -> bool) -> PuzzleSet {
    let puzzles = set.puzzles.iter().filter(|puzzle| wanted(puzzle));
    PuzzleSet {
        puzzles: puzzles.step_by(step).cloned().collect(),
        ..set.clone()
    }
}

/// Verifies a hundred short mates by brute force: length, first moves, no superfluous piece.
fn short_mates_hold_by_brute_force(variant: VariantId) {
    let mut set = committed(variant);
    set.puzzles
        .retain(|it| it.kind == PuzzleKind::Mate && it.plies() <= 3);
    // Ids are hashes: a pseudo-random but stable order.
    set.puzzles.sort_by_key(|puzzle| puzzle.id());
    set.puzzles.truncate(100);
    assert_eq!(set.puzzles.len(), 100);
    let force = PuzzleCheck {
        pieces: false,
        force_plies: 3,
        search: false,
        mirror: false,
    };
    is_right(&set, &force);
}

macro_rules! tests {
    ($($game:ident $holds:ident $force:ident;)*) => {
        $(
            #[test]
            fn $holds() {
                holds_what_it_says(VariantId::$game);
            }

            #[test]
            fn $force() {
                short_mates_hold_by_brute_force(VariantId::$game);
            }
        )*
    };
}

tests! {
    Shogi shogi_puzzles_are_right short_shogi_mates_hold_by_brute_force;
    Minishogi minishogi_puzzles_are_right short_minishogi_mates_hold_by_brute_force;
    Torishogi torishogi_puzzles_are_right short_torishogi_mates_hold_by_brute_force;
    Shogun shogun_puzzles_are_right short_shogun_mates_hold_by_brute_force;
}

#[test]
fn all_files_together_are_small() {
    let sizes = VariantId::ALL.map(|variant| committed(variant).text().len());
    assert!(sizes.iter().sum::<usize>() <= 1_500_000, "{sizes:?}");
}

#[test]
fn longer_mates_are_rated_higher_on_average() {
    for variant in VariantId::ALL {
        let set = committed(variant);
        let mean = |plies: u32| {
            let mates = set.puzzles.iter().filter(|it| it.kind == PuzzleKind::Mate);
            let ratings: Vec<u32> = mates
                .filter(|it| it.plies() == plies)
                .map(|it| it.rating)
                .collect();
            ratings.iter().sum::<u32>() / ratings.len().max(1) as u32
        };
        let means = [1, 3, 5, 7, 9].map(mean);
        assert!(means.is_sorted_by(|a, b| a < b), "{variant}: {means:?}");
    }
}

#[test]
fn some_mates_of_shogun_chess_are_given_by_promoted_majors() {
    let set = committed(VariantId::Shogun);
    let majors = set
        .puzzles
        .iter()
        .filter(|it| it.themes.contains(&komadai_lab::Theme::PromotedMajor));
    assert!(majors.count() >= 50);
}
