//! The work whose instructions are counted: hot paths of `komadai-rules` over the committed sets of
//! positions. One function is one row; positions and moves are read before counting begins.

use std::hint::black_box;

use komadai_notation::parse_setup;
use komadai_rules::{Game, GameId, Move, Position, SetupRules};

/// What is counted; it says what it found, so that nothing is left out as unused.
pub type Work = Box<dyn FnOnce() -> usize>;

/// Positions enough for a count that means something, few enough to be counted in seconds.
const POSITIONS: usize = 50;

fn file(game: GameId) -> &'static str {
    match game {
        GameId::Shogi => include_str!("../../positions/shogi.txt"),
        GameId::Minishogi => include_str!("../../positions/minishogi.txt"),
        GameId::Torishogi => include_str!("../../positions/torishogi.txt"),
        GameId::Shogun => include_str!("../../positions/shogun.txt"),
    }
}

/// Every fourth position of the game's set.
fn set<G: Game>() -> Vec<Position<G>> {
    let lines = file(G::ID)
        .lines()
        .filter_map(|line| line.strip_prefix("set\t"));
    let positions: Vec<_> = lines
        .step_by(4)
        .take(POSITIONS)
        .map(|text| {
            let setup = parse_setup(G::ID, text).expect("the sets are texts of positions");
            Position::from_setup(&setup, SetupRules::Play).expect("the sets are positions")
        })
        .collect();
    assert_eq!(positions.len(), POSITIONS);
    positions
}

fn each<G: Game>(ask: impl Fn(&Position<G>) -> usize + 'static) -> Work {
    let positions = set::<G>();
    Box::new(move || positions.iter().map(|p| ask(black_box(p))).sum())
}

fn each_move<G: Game>(ask: impl Fn(&Position<G>, Move) -> usize + 'static) -> Work {
    let all: Vec<_> = set::<G>()
        .into_iter()
        .map(|position| (position, position.legal_moves().to_vec()))
        .collect();
    Box::new(move || {
        let of = |(position, moves): &(Position<G>, Vec<Move>)| -> usize {
            moves.iter().map(|&mv| ask(black_box(position), mv)).sum()
        };
        all.iter().map(of).sum()
    })
}

/// The length of a list that has really been written.
fn length(list: &[Move]) -> usize {
    black_box(list).len()
}

pub fn count<G: Game>() -> Work {
    each::<G>(|p| p.count_legal_moves())
}

pub fn list<G: Game>() -> Work {
    each::<G>(|p| length(&p.legal_moves()))
}

pub fn captures_and_promotions<G: Game>() -> Work {
    each::<G>(|p| length(&p.captures_and_promotions()))
}

pub fn quiet_moves<G: Game>() -> Work {
    each::<G>(|p| length(&p.quiet_moves()))
}

pub fn checking_moves<G: Game>() -> Work {
    each::<G>(|p| length(&p.checking_moves()))
}

pub fn mate_in_one<G: Game>() -> Work {
    each::<G>(|p| usize::from(p.mate_in_one().is_some()))
}

pub fn any_legal_move<G: Game>() -> Work {
    each::<G>(|p| usize::from(p.has_legal_move()))
}

pub fn gives_check<G: Game>() -> Work {
    each_move::<G>(|p, mv| usize::from(p.gives_check(mv)))
}

pub fn is_legal<G: Game>() -> Work {
    each_move::<G>(|p, mv| usize::from(p.is_legal(mv)))
}

pub fn play<G: Game>() -> Work {
    each_move::<G>(|p, mv| {
        let mut next = *p;
        next.play_unchecked(mv);
        black_box(&next);
        1
    })
}

pub fn perft_counted<G: Game>() -> Work {
    let start = Position::<G>::start();
    Box::new(move || black_box(&start).perft(3).unwrap_or(0) as usize)
}

pub fn perft_lists<G: Game>() -> Work {
    let start = Position::<G>::start();
    Box::new(move || black_box(&start).perft_with_lists(3).unwrap_or(0) as usize)
}
