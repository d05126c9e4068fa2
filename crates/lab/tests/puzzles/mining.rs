use komadai_lab::{
    MiningPlan, PuzzleCheck, PuzzleKind, PuzzleSet, PuzzlesError, WantedPuzzles, check_puzzles,
    mine_puzzles,
};
use komadai_rules::VariantId;
use std::sync::atomic::AtomicBool;

fn plan(count: usize, kinds: &[PuzzleKind], threads: usize) -> MiningPlan {
    MiningPlan {
        variant: VariantId::Minishogi,
        seed: 7,
        wanted: WantedPuzzles::spread(count, kinds),
        threads,
        max_games: Some(24),
    }
}

fn mined(plan: &MiningPlan, mut set: PuzzleSet) -> PuzzleSet {
    let go = AtomicBool::new(false);
    mine_puzzles(plan, &mut set, &go, &mut |_| Ok(())).expect("puzzles");
    set
}

fn none() -> PuzzleSet {
    PuzzleSet::new(VariantId::Minishogi, 7, "test")
}

#[test]
fn the_same_seed_gives_the_same_puzzles_with_any_threads_and_when_resumed() {
    let all = mined(&plan(12, &PuzzleKind::ALL, 1), none());
    assert!(all.puzzles.len() >= 6, "{}", all.text());
    assert_eq!(
        mined(&plan(12, &PuzzleKind::ALL, 2), none()).text(),
        all.text()
    );
    let begun = MiningPlan {
        max_games: Some(8),
        ..plan(12, &PuzzleKind::ALL, 1)
    };
    let begun = mined(&begun, none());
    assert_eq!(begun.games, 8);
    // Resumes through the file format.
    let begun = PuzzleSet::parse(&begun.text()).unwrap();
    assert_eq!(
        mined(&plan(12, &PuzzleKind::ALL, 1), begun).text(),
        all.text()
    );

    let mut wrong = Vec::new();
    check_puzzles(&all, &PuzzleCheck::default(), &mut |_, why| {
        wrong.extend(why)
    })
    .unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn only_the_kinds_that_are_wanted_are_mined() {
    let set = mined(&plan(4, &[PuzzleKind::Mate], 1), none());
    assert_eq!(set.puzzles.len(), 4);
    assert!(set.puzzles.iter().all(|it| it.kind == PuzzleKind::Mate));
}

#[test]
fn a_set_of_another_seed_is_not_resumed() {
    let mut other = PuzzleSet::new(VariantId::Minishogi, 8, "test");
    let go = AtomicBool::new(false);
    let plan = plan(4, &PuzzleKind::ALL, 1);
    let error = mine_puzzles(&plan, &mut other, &go, &mut |_| Ok(())).unwrap_err();
    assert!(matches!(error, PuzzlesError::OtherSettings(_)), "{error}");
}

#[test]
fn stopping_keeps_what_was_found_before() {
    let stop = AtomicBool::new(true);
    let mut set = none();
    let plan = plan(4, &PuzzleKind::ALL, 1);
    let error = mine_puzzles(&plan, &mut set, &stop, &mut |_| Ok(())).unwrap_err();
    assert!(
        matches!(error, PuzzlesError::Interrupted { games: 0 }),
        "{error}"
    );
    assert!(set.puzzles.is_empty());
}
