//! Seeds: first positions of playouts, from start positions, handicaps, vectors, perft rows and
//! rare positions.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::fixtures;
use crate::reference::position::At;
use crate::reference::{Law, RefMove, RefPiece, RefPosition};

/// Positions for cases that the vectors have at most once: drop mates in which the only capturer is
/// pinned, double check, castling, en passant.
const RARE: &[(Law, &str)] = &[
    // P*8h leaves no move without check: not a drop mate.
    (Law::Shogi, "4k4/9/9/9/9/l8/Ng7/9/K8 w p 3"),
    (Law::Shogi, "4R2gk/9/7G1/9/9/9/9/9/4K4 b P 1"),
    (Law::Shogi, "5Rsgk/9/7G1/9/9/9/9/9/4K4 b P 1"),
    (Law::Shogi, "6Rgk/9/6NG1/9/9/9/9/9/4K4 b 2P 1"),
    (Law::Minishogi, "1R1gk/5/3G1/5/K4 b P 1"),
    (Law::Minishogi, "1+R1gk/5/3G1/5/K4 b P 1"),
    (Law::Minishogi, "2Rgk/5/3G1/K4/5 b P 1"),
    (Law::Tori, "2pkp2/4f2/2C2+F1/7/7/7/3K3 b S 1"),
    (Law::Tori, "2pkp2/2f4/1+F2C2/7/7/7/3K3 b S 1"),
    (Law::Tori, "2pkp2/4f2/2C4/6+F/7/7/3K3 b S 1"),
    (
        Law::Shogun,
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 1",
    ),
    (Law::Shogun, "r3k2r/8/8/8/8/8/8/R3K2R[Pp] w KQkq - 0 1"),
    (
        Law::Shogun,
        "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3[] w - - 0 1",
    ),
    (
        Law::Shogun,
        "rn2k2r/p2p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/R3K1NR[] b KQkq - 0 1",
    ),
];

pub(crate) fn all(law: Law) -> Vec<RefPosition> {
    let mut seeds = vec![RefPosition::start(law)];
    let rare = RARE
        .iter()
        .filter(|(l, _)| *l == law)
        .map(|(_, text)| *text);
    seeds.extend(rare.map(|text| RefPosition::read(law, text)));
    seeds.extend(vectors("rules.json", law));
    seeds.extend(vectors("handicaps.json", law));
    for row in fixtures::perft_rows() {
        if row.law == law {
            seeds.push(RefPosition::read(law, &row.position));
        }
    }
    seeds
}

/// Positions of the vectors, before and after the moves played first.
fn vectors(file: &str, law: Law) -> Vec<RefPosition> {
    let mut seeds = Vec::new();
    for name in fixtures::table_names(file) {
        for mut row in fixtures::table(file, &name) {
            if row.law != law {
                continue;
            }
            let mut p = RefPosition::read(law, &row.text("position").expect("a position"));
            seeds.push(p.clone());
            for text in row.texts("moves").into_iter().chain(row.texts("cycle")) {
                let found = p.legal().into_iter().find(|mv| mv.text(&p) == text);
                let Some(mv) = found else { break };
                p = p.after(mv);
                seeds.push(p.clone());
            }
        }
    }
    seeds
}

/// A lawful neighbour of a seed: perhaps turned or mirrored, with some pieces more or fewer.
pub(crate) fn vary(seed: &RefPosition, rng: &mut ChaCha8Rng) -> RefPosition {
    for _ in 0..20 {
        let mut p = seed.clone();
        if rng.random_bool(0.5) {
            p = turned(&p);
        }
        if rng.random_bool(0.5) && p.law != Law::Shogun {
            p = mirrored(&p);
        }
        if rng.random_bool(0.3) {
            remove_one(&mut p, rng);
        }
        for _ in 0..rng.random_range(1..5) {
            add_one(&mut p, rng);
        }
        if is_lawful(&p) {
            return p;
        }
    }
    seed.clone()
}

/// Two kings and a handful of pieces on random squares.
pub(crate) fn scattered(law: Law, rng: &mut ChaCha8Rng) -> RefPosition {
    loop {
        let mut p = RefPosition::empty(law);
        p.turn = rng.random_range(0..2);
        for side in 0..2 {
            let at = any_square(law, rng);
            p.put_piece(
                at,
                Some(RefPiece {
                    letter: 'K',
                    promoted: false,
                    side,
                }),
            );
        }
        let pieces = rng.random_range(3..4 * law.size());
        for _ in 0..pieces {
            add_one(&mut p, rng);
        }
        if law == Law::Shogun && rng.random_bool(0.5) {
            add_jump(&mut p, rng);
        }
        if p.king(0).is_some() && is_lawful(&p) {
            return p;
        }
    }
}

fn any_square(law: Law, rng: &mut ChaCha8Rng) -> At {
    (
        rng.random_range(0..law.size()),
        rng.random_range(0..law.size()),
    )
}

fn remove_one(p: &mut RefPosition, rng: &mut ChaCha8Rng) {
    let at = any_square(p.law, rng);
    if p.at(at).is_some_and(|piece| piece.letter != 'K') && p.castling == [[false; 2]; 2] {
        p.put_piece(at, None);
    }
}

/// Adds a piece on the board or in hand, if the set has one left.
fn add_one(p: &mut RefPosition, rng: &mut ChaCha8Rng) {
    let set = p.law.set();
    let (letter, size) = set[rng.random_range(0..set.len())];
    if count(p, letter) >= usize::from(size) {
        return;
    }
    let side = rng.random_range(0..2);
    if rng.random_bool(0.3) {
        p.change_hand(side, letter, 1);
        return;
    }
    let at = any_square(p.law, rng);
    let promoted = p.law.promotes(letter) && rng.random_bool(0.35);
    if p.at(at).is_none() {
        p.put_piece(
            at,
            Some(RefPiece {
                letter,
                promoted,
                side,
            }),
        );
    }
}

/// Two pawns side by side, one of which has just made a double step.
fn add_jump(p: &mut RefPosition, rng: &mut ChaCha8Rng) {
    let (x, beside) = (
        rng.random_range(0..8),
        if rng.random_bool(0.5) { 1 } else { -1 },
    );
    let (over, between, from) = if p.turn == 0 { (4, 5, 6) } else { (3, 2, 1) };
    let free = |at: At| p.on_board(at) && p.at(at).is_none_or(|piece| piece.letter != 'K');
    let neighbour = (x + beside, over);
    if [neighbour, (x, over), (x, between), (x, from)]
        .into_iter()
        .all(free)
    {
        let pawn = |side| {
            Some(RefPiece {
                letter: 'P',
                promoted: false,
                side,
            })
        };
        p.put_piece(neighbour, pawn(p.turn));
        p.put_piece((x, over), pawn(1 - p.turn));
        p.put_piece((x, between), None);
        p.put_piece((x, from), None);
        p.jumped = Some((x, between));
    }
}

/// Legality of a position as the rules page defines it, computed the slow way.
pub(crate) fn is_lawful(p: &RefPosition) -> bool {
    let law = p.law;
    let one_king = |side| {
        p.pieces(side)
            .iter()
            .filter(|(_, piece)| piece.letter == 'K')
            .count()
            == 1
    };
    if !one_king(0) || !one_king(1) || !p.checkers(1 - p.turn).is_empty() {
        return false;
    }
    for side in 0..2 {
        for (at, piece) in p.pieces(side) {
            let far_end = law.size() - law.dead_ranks(piece.letter);
            if !piece.promoted && p.height(side, at) >= far_end {
                return false;
            }
            let twins = p
                .pieces(side)
                .iter()
                .filter(|(_, other)| *other == piece)
                .count();
            if law == Law::Shogun && piece.promoted && piece.letter != 'P' && twins > 1 {
                return false;
            }
            let on_file = (0..law.size())
                .filter(|&y| p.at((at.0, y)) == Some(piece))
                .count();
            let humble = Some(piece.letter) == law.humble() && !piece.promoted;
            if humble && on_file > law.file_limit() {
                return false;
            }
        }
    }
    !exceeds_set(p) && is_jump_plausible(p)
}

/// Returns `true` if there are more pieces of a letter than in the set.
fn exceeds_set(p: &RefPosition) -> bool {
    p.law
        .set()
        .iter()
        .any(|&(letter, size)| count(p, letter) > usize::from(size))
}

/// Pieces of a letter, promoted or not, on the board and in both hands.
fn count(p: &RefPosition, letter: char) -> usize {
    let on_board = p
        .squares()
        .filter(|&at| p.at(at).is_some_and(|piece| piece.letter == letter))
        .count();
    on_board + usize::from(p.in_hand(0, letter)) + usize::from(p.in_hand(1, letter))
}

/// An en passant square needs the pawn that passed it, and empty squares on it and on the pawn's
/// origin.
fn is_jump_plausible(p: &RefPosition) -> bool {
    let Some((x, y)) = p.jumped else { return true };
    let (from, over) = if p.turn == 0 { (6, 4) } else { (1, 3) };
    let pawn = Some(RefPiece {
        letter: 'P',
        promoted: false,
        side: 1 - p.turn,
    });
    y == (from + over) / 2
        && p.at((x, y)).is_none()
        && p.at((x, from)).is_none()
        && p.at((x, over)) == pawn
}

/// The same position with the sides exchanged: rotated by 180°, in Shogun flipped.
pub(crate) fn turned(p: &RefPosition) -> RefPosition {
    let law = p.law;
    let far = law.size() - 1;
    let flip = |(x, y): At| {
        if law == Law::Shogun {
            (x, far - y)
        } else {
            (far - x, far - y)
        }
    };
    let mut q = p.clone();
    for at in p.squares() {
        q.put_piece(
            flip(at),
            p.at(at).map(|piece| RefPiece {
                side: 1 - piece.side,
                ..piece
            }),
        );
    }
    q.hands.swap(0, 1);
    q.castling.swap(0, 1);
    q.turn = 1 - p.turn;
    q.jumped = p.jumped.map(flip);
    q
}

/// Left and right exchanged, and with them the quails of Tori Shogi. Castling rights are dropped.
pub(crate) fn mirrored(p: &RefPosition) -> RefPosition {
    let far = p.law.size() - 1;
    let mut q = p.clone();
    for (x, y) in p.squares() {
        let piece = p.at((x, y)).map(|mv| RefPiece {
            letter: twin(p.law, mv.letter),
            ..mv
        });
        q.put_piece((far - x, y), piece);
    }
    for side in 0..2 {
        for (letter, n) in &mut q.hands[side] {
            *n = p.in_hand(side, twin(p.law, *letter));
        }
    }
    q.castling = [[false; 2]; 2];
    q.jumped = p.jumped.map(|(x, y)| (far - x, y));
    q
}

pub(crate) fn mirrored_move(law: Law, mv: RefMove) -> RefMove {
    let flip = |(x, y): At| (law.size() - 1 - x, y);
    match mv {
        RefMove::Board { from, to, promote } => RefMove::Board {
            from: flip(from),
            to: flip(to),
            promote,
        },
        RefMove::Drop { letter, to } => RefMove::Drop {
            letter: twin(law, letter),
            to: flip(to),
        },
    }
}

pub(crate) fn turned_move(law: Law, mv: RefMove) -> RefMove {
    let far = law.size() - 1;
    let flip = |(x, y): At| {
        if law == Law::Shogun {
            (x, far - y)
        } else {
            (far - x, far - y)
        }
    };
    match mv {
        RefMove::Board { from, to, promote } => RefMove::Board {
            from: flip(from),
            to: flip(to),
            promote,
        },
        RefMove::Drop { letter, to } => RefMove::Drop {
            letter,
            to: flip(to),
        },
    }
}

/// A seed with one or two random changes, lawful or not.
pub(crate) fn damaged(seed: &RefPosition, rng: &mut ChaCha8Rng) -> RefPosition {
    let mut p = seed.clone();
    p.castling = [[false; 2]; 2];
    for _ in 0..rng.random_range(1..3) {
        let (from, to) = (any_square(p.law, rng), any_square(p.law, rng));
        match rng.random_range(0..5) {
            0 => p.put_piece(from, p.at(to)),
            1 => p.put_piece(from, None),
            2 => p.turn = 1 - p.turn,
            _ => add_one(&mut p, rng),
        }
    }
    p
}

fn twin(law: Law, letter: char) -> char {
    match (law, letter) {
        (Law::Tori, 'L') => 'R',
        (Law::Tori, 'R') => 'L',
        _ => letter,
    }
}
