//! First moves of the solver against those of brute force.

use komadai_rules::{AnyPosition, Move, VariantId};

use super::brute::BruteForce;
use super::image::Image;
use super::prober::Prober;
use super::puzzle::PuzzleKind;
use super::set::PuzzleSet;

/// A mate and all its first moves by brute force.
struct Mate {
    position: AnyPosition,
    plies: u32,
    first: Vec<Move>,
}

/// Brute-force budget of a mate, in positions.
const POSITIONS: u64 = 50_000;

/// Some of a variant's committed mates in 5 to 9 plies, and their images.
fn mates(variant: VariantId, wanted: usize) -> Vec<Mate> {
    let path = format!("{}/puzzles/{variant}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let set = PuzzleSet::parse(&std::fs::read_to_string(&path).expect(&path)).expect(&path);
    let mut found = Vec::new();
    for puzzle in &set.puzzles {
        let (position, plies) = (puzzle.position, puzzle.plies());
        if puzzle.kind != PuzzleKind::Mate || !(5..=9).contains(&plies) {
            continue;
        }
        let force = BruteForce::new(POSITIONS).mating_moves(&position, plies);
        let Some(first) = force else { continue };
        if let Some(image) = Image::of(&position) {
            found.push(Mate {
                position: image.position(),
                plies,
                first: image.moves(&first),
            });
        }
        found.push(Mate {
            position,
            plies,
            first,
        });
    }
    let step = found.len() / wanted;
    assert!(
        step > 0,
        "{variant}: brute force ended {} mates",
        found.len()
    );
    found.into_iter().step_by(step).collect()
}

/// Tables of several sizes, the mates in both orders, each with what the tables hold of the others and of
/// itself.
fn first_moves_are_those_of_brute_force(variant: VariantId) {
    let mates = mates(variant, 60);
    for megabytes in [1, 3, 12] {
        let mut prober = Prober::new(variant, megabytes, u64::MAX).expect("memory");
        for mate in mates.iter().chain(mates.iter().rev()) {
            let exact = prober.exact(&mate.position, u64::MAX);
            assert_eq!(exact.map(|it| it.plies()), Some(mate.plies));
            let found = prober.solutions(&mate.position, mate.plies);
            let text = mate.position.to_string();
            assert_eq!(found.as_ref(), Some(&mate.first), "{megabytes} MB: {text}");
        }
    }
}

#[test]
fn shogi() {
    first_moves_are_those_of_brute_force(VariantId::Shogi);
}

#[test]
fn minishogi() {
    first_moves_are_those_of_brute_force(VariantId::Minishogi);
}

#[test]
fn torishogi() {
    first_moves_are_those_of_brute_force(VariantId::Torishogi);
}

#[test]
fn shogun() {
    first_moves_are_those_of_brute_force(VariantId::Shogun);
}
