//! haitaka: its callback for counting, positions cloned for every move, as in its own example. For
//! lists, one buffer for the whole tree, because its iterator writes into a `Vec`.

use std::hint::black_box;

use haitaka::{Board, Move, Piece, Square};
use komadai_rules::{Move as OurMove, PieceKind, Square as OurSquare, VariantId};

use super::{Generator, Peer, Run, Tally, prepare, tally};
use crate::case::{Case, Convention};

pub struct Haitaka;

impl Peer for Haitaka {
    fn name(&self) -> &str {
        "haitaka"
    }

    fn plays(&self, variant: VariantId) -> bool {
        variant == VariantId::Shogi
    }

    fn knows(&self, _: Convention) -> bool {
        true
    }

    fn prepare(&mut self, case: &Case, convention: Convention) -> Result<Box<dyn Run>, String> {
        prepare::<Theirs>(case, convention)
    }

    fn tally(&mut self, case: &Case) -> Result<Tally, String> {
        tally::<Theirs>(case)
    }
}

pub struct Theirs;

impl Generator for Theirs {
    type Position = Board;
    type Buffer = Vec<Move>;

    fn read(text: &str) -> Result<Board, String> {
        Board::from_sfen(text).map_err(|error| format!("{error:?}"))
    }

    fn count(position: &mut Board, depth: u32, _: &mut Vec<Move>) -> u64 {
        count(position, depth)
    }

    fn list(position: &mut Board, depth: u32, buffer: &mut Vec<Move>) -> u64 {
        list(position, depth, buffer)
    }

    fn children(position: &Board) -> Vec<(OurMove, Board)> {
        let mut all = Vec::new();
        position.generate_moves(|moves| {
            for mv in moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                all.push((translate(mv), next));
            }
            false
        });
        all
    }
}

fn count(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.into_iter().len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += count(&next, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

fn list(board: &Board, depth: u32, buffer: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = buffer.len();
    board.generate_moves(|moves| {
        buffer.extend(moves);
        false
    });
    let mut nodes = 0;
    if depth == 1 {
        nodes = black_box(&buffer[start..]).len() as u64;
    } else {
        for index in start..buffer.len() {
            let mut next = board.clone();
            next.play_unchecked(buffer[index]);
            nodes += list(&next, depth - 1, buffer);
        }
    }
    buffer.truncate(start);
    nodes
}

fn square(theirs: Square) -> OurSquare {
    // haitaka's squares begin at 1a, Komadai's at 9i.
    OurSquare::new(80 - theirs as u8)
}

fn translate(mv: Move) -> OurMove {
    match mv {
        Move::BoardMove {
            from,
            to,
            promotion,
        } => {
            let ours = if promotion {
                OurMove::promotion
            } else {
                OurMove::normal
            };
            ours(square(from), square(to))
        }
        Move::Drop { piece, to } => {
            let kind = match piece {
                Piece::Pawn => 0,
                Piece::Lance => 1,
                Piece::Knight => 2,
                Piece::Silver => 3,
                Piece::Gold => 4,
                Piece::Bishop => 5,
                Piece::Rook => 6,
                other => unreachable!("{other:?} in hand"),
            };
            OurMove::drop(PieceKind::new(kind), square(to))
        }
    }
}
