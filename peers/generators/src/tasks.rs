//! Tasks of search and solver beside listing all moves, over the set of 200 positions (evasions:
//! over all positions in check one move later). A row is a closure of ours, and of each peer that
//! supports the task; their results must be equal.

use std::hint::black_box;
use std::rc::Rc;

use ::haitaka::Board;
use komadai_rules::{
    Bitboard, Minishogi, Move, PieceKind, Position, SeeValues, Shogi, Shogun, Side, Square,
    Torishogi, Variant, VariantId,
};
use serde::{Deserialize, Serialize};
use shogi_core::Move as TheirMove;

use crate::case::Case;
use crate::clock;
use crate::peer::komadai::Ours;
use crate::peer::{Generator, Sample, haitaka, rsshogi, sekirei, shunsai};
use crate::rounds::{Plan, Walks, paired};

type Work = Box<dyn FnMut() -> Found>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    found: u64,
    asked: u64,
}

struct Row {
    name: &'static str,
    ours: Work,
    peers: Vec<(&'static str, Work)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    pub game: String,
    pub name: String,
    /// Moves found, or positive answers.
    pub found: u64,
    /// Positions or moves in the walk.
    pub asked: u64,
    /// Komadai first; seconds of one walk over the set, by round.
    pub times: Vec<(String, Vec<f64>)>,
}

pub fn measure(set: &Case, plan: &Plan) -> Result<Vec<Task>, String> {
    let mut rows = match set.variant() {
        VariantId::Shogi => rows::<Shogi>(set)?,
        VariantId::Minishogi => rows::<Minishogi>(set)?,
        VariantId::Torishogi => rows::<Torishogi>(set)?,
        VariantId::Shogun => rows::<Shogun>(set)?,
    };
    if set.variant() == VariantId::Shogi {
        add_peers(set, &mut rows)?;
    }
    rows.iter_mut().map(|row| row.measure(set, plan)).collect()
}

impl Row {
    fn measure(&mut self, set: &Case, plan: &Plan) -> Result<Task, String> {
        let ours = (self.ours)();
        for (peer, work) in &mut self.peers {
            let theirs = work();
            if theirs != ours {
                return Err(format!("{}: {peer} {theirs:?}, ours {ours:?}", self.name));
            }
        }
        let mut works = vec![&mut self.ours];
        works.extend(self.peers.iter_mut().map(|(_, work)| work));
        let walks = paired(works.len(), plan, &mut |contender, times| {
            let (found, seconds) = clock::time(|| {
                let mut all = 0;
                for _ in 0..times {
                    all += black_box((works[contender])()).found;
                }
                all
            });
            Ok(Sample {
                nodes: found / u64::from(times),
                seconds: seconds / f64::from(times),
            })
        })?;
        let names = std::iter::once("komadai").chain(self.peers.iter().map(|(name, _)| *name));
        Ok(Task {
            game: set.game.clone(),
            name: self.name.to_owned(),
            found: ours.found,
            asked: ours.asked,
            times: names
                .zip(walks)
                .map(|(name, Walks { seconds, .. })| (name.to_owned(), seconds))
                .collect(),
        })
    }
}

fn each<P: 'static>(positions: &Rc<[P]>, mut ask: impl FnMut(&P) -> u64 + 'static) -> Work {
    let positions = Rc::clone(positions);
    Box::new(move || Found {
        found: positions.iter().map(|p| ask(black_box(p))).sum(),
        asked: positions.len() as u64,
    })
}

fn each_move<P: 'static, M: Copy + 'static>(
    positions: &Rc<[(P, Vec<M>)]>,
    mut ask: impl FnMut(&P, M) -> u64 + 'static,
) -> Work {
    let positions = Rc::clone(positions);
    Box::new(move || {
        let mut all = Found::default();
        for (position, moves) in positions.iter() {
            for &mv in moves {
                all.found += ask(black_box(position), mv);
                all.asked += 1;
            }
        }
        all
    })
}

/// `black_box` keeps the compiler from dropping the writes to the list.
fn length<M>(list: &[M]) -> u64 {
    black_box(list).len() as u64
}

fn after<V: Variant>(position: &Position<V>, mv: Move) -> Position<V> {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// Piece values that differ by kind: the squares reached from the middle of an empty board.
fn worth<V: Variant>() -> SeeValues {
    let middle = Square::new(V::ID.squares() as u8 / 2);
    let mut board = [0; PieceKind::MAX];
    for (index, worth) in board.iter_mut().enumerate().take(V::SPEC.kinds.len()) {
        let reach = Position::<V>::attacks(
            PieceKind::new(index as u8),
            Side::First,
            middle,
            V::Bitboard::EMPTY,
        );
        *worth = 100 * reach.count() as i32;
    }
    SeeValues::new::<V>(&board, &board)
}

fn rows<V: Variant>(set: &Case) -> Result<Vec<Row>, String> {
    let positions: Rc<[Position<V>]> = crate::peer::read_all::<Ours<V>>(set)?.into();
    let moves: Rc<[(Position<V>, Vec<Move>)]> = positions
        .iter()
        .map(|p| (*p, p.legal_moves().to_vec()))
        .collect();
    // Positions in check are rare in a set; those after one more move are used for evasions.
    let checked: Rc<[Position<V>]> = moves
        .iter()
        .flat_map(|(position, moves)| moves.iter().map(move |&mv| after(position, mv)))
        .filter(Position::in_check)
        .collect();
    let values = worth::<V>();
    let row = |name, ours| Row {
        name,
        ours,
        peers: Vec::new(),
    };
    Ok(vec![
        row(
            "count all moves",
            each(&positions, |p| p.count_legal_moves() as u64),
        ),
        row(
            "list all moves",
            each(&positions, |p| length(&p.legal_moves())),
        ),
        row(
            "list captures and promotions",
            each(&positions, |p| length(&p.captures_and_promotions())),
        ),
        row(
            "list quiet moves",
            each(&positions, |p| length(&p.quiet_moves())),
        ),
        row("list evasions", each(&checked, |p| length(&p.evasions()))),
        row(
            "list checking moves",
            each(&positions, |p| length(&p.checking_moves())),
        ),
        row(
            "mate in one",
            each(&positions, |p| u64::from(p.mate_in_one().is_some())),
        ),
        row(
            "any legal move",
            each(&positions, |p| u64::from(p.has_legal_move())),
        ),
        row(
            "gives check",
            each_move(&moves, |p, mv| u64::from(p.gives_check(mv))),
        ),
        row(
            "exchange wins",
            each_move(&moves, move |p, mv| u64::from(p.see_ge(mv, &values, 0))),
        ),
        row(
            "is legal",
            each_move(&moves, |p, mv| u64::from(p.is_legal(mv))),
        ),
        row(
            "play",
            each_move(&moves, |p, mv| {
                let mut next = *p;
                next.play_unchecked(mv);
                black_box(&next);
                1
            }),
        ),
    ])
}

fn add_peers(set: &Case, rows: &mut [Row]) -> Result<(), String> {
    let theirs: Rc<[::shunsai::Position]> = crate::peer::read_all::<shunsai::Theirs>(set)?.into();
    let boards: Rc<[Board]> = crate::peer::read_all::<haitaka::Theirs>(set)?.into();
    let rsshogi: Rc<[_]> = crate::peer::read_all::<rsshogi::Theirs>(set)?.into();
    let sekirei: Rc<[_]> = crate::peer::read_all::<sekirei::Theirs>(set)?.into();
    let their_moves: Rc<[(::shunsai::Position, Vec<TheirMove>)]> = theirs
        .iter()
        .map(|p| (p.clone(), p.legal_moves()))
        .collect();
    let board_moves: Rc<[(Board, Vec<::haitaka::Move>)]> = boards
        .iter()
        .map(|board| {
            let mut all = Vec::new();
            board.generate_moves(|moves| {
                all.extend(moves);
                false
            });
            (board.clone(), all)
        })
        .collect();
    for row in rows {
        let peers = &mut row.peers;
        match row.name {
            "count all moves" => {
                peers.push(("shunsai", each_mut(&theirs, shunsai::Theirs::count)));
                peers.push(("haitaka", each_mut(&boards, haitaka::Theirs::count)));
                peers.push(("sekirei", each_mut(&sekirei, sekirei::Theirs::count)));
            }
            "list all moves" => {
                peers.push(("shunsai", each_mut(&theirs, shunsai::Theirs::list)));
                peers.push(("haitaka", each_mut(&boards, haitaka::Theirs::list)));
                peers.push(("rsshogi", each_mut(&rsshogi, rsshogi::Theirs::list)));
                peers.push(("sekirei", each_mut(&sekirei, sekirei::Theirs::list)));
            }
            "any legal move" => {
                let any = |p: &::shunsai::Position| u64::from(p.has_legal_moves());
                peers.push(("shunsai", each(&theirs, any)));
                let any = |b: &Board| u64::from(b.generate_moves(|_| true));
                peers.push(("haitaka", each(&boards, any)));
            }
            "is legal" => {
                let legal = |b: &Board, mv| u64::from(b.is_legal(mv));
                peers.push(("haitaka", each_move(&board_moves, legal)));
            }
            "play" => {
                // shunsai makes no copy, but has to unmake the move.
                let moves = Rc::clone(&their_moves);
                let mut positions: Vec<_> = theirs.to_vec();
                let play = move || {
                    let mut all = Found::default();
                    for (position, (_, moves)) in positions.iter_mut().zip(moves.iter()) {
                        for &mv in moves {
                            let undo = position.do_move(mv);
                            black_box(&*position);
                            position.undo_move(mv, undo);
                            all.found += 1;
                            all.asked += 1;
                        }
                    }
                    all
                };
                peers.push(("shunsai", Box::new(play)));
                let play = |b: &Board, mv| {
                    let mut next = b.clone();
                    next.play_unchecked(mv);
                    black_box(&next);
                    1
                };
                peers.push(("haitaka", each_move(&board_moves, play)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A walk of one ply, with the generator's own buffer.
fn each_mut<P: Clone + 'static, B: Default + 'static>(
    positions: &Rc<[P]>,
    walk: impl Fn(&mut P, u32, &mut B) -> u64 + 'static,
) -> Work {
    let mut positions: Vec<P> = positions.to_vec();
    let mut buffer = B::default();
    Box::new(move || Found {
        found: positions
            .iter_mut()
            .map(|p| walk(black_box(p), 1, &mut buffer))
            .sum(),
        asked: positions.len() as u64,
    })
}
