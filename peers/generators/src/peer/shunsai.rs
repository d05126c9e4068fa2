//! shunsai: its callback for counting, `write_into` one reused buffer for lists, moves unmade.
//! These are the fastest ways in its own perft example and benches.

use std::hint::black_box;
use std::ops::ControlFlow;

use komadai_rules::{Move as OurMove, PieceKind as OurKind, Square as OurSquare, VariantId};
use shogi_core::{Move, PartialPosition, PieceKind, Square};
use shogi_usi_parser::FromUsi;
use shunsai::Position;

use super::{Generator, Peer, Run, Tally, prepare, tally};
use crate::case::{Case, Convention};

pub struct Shunsai;

impl Peer for Shunsai {
    fn name(&self) -> &str {
        "shunsai"
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
    type Position = Position;
    /// One buffer for the whole tree: every node uses a part at its end.
    type Buffer = Vec<Move>;

    fn read(text: &str) -> Result<Position, String> {
        let partial = PartialPosition::from_usi(&format!("sfen {text}"))
            .map_err(|error| format!("{error:?}"))?;
        Ok(Position::new(partial))
    }

    fn count(position: &mut Position, depth: u32, buffer: &mut Vec<Move>) -> u64 {
        walk::<false>(position, depth, buffer)
    }

    fn list(position: &mut Position, depth: u32, buffer: &mut Vec<Move>) -> u64 {
        walk::<true>(position, depth, buffer)
    }

    fn children(position: &Position) -> Vec<(OurMove, Position)> {
        let step = |mv| {
            let mut next = position.clone();
            next.do_move(mv);
            (translate(mv), next)
        };
        position.legal_moves().into_iter().map(step).collect()
    }
}

fn walk<const LISTS: bool>(position: &mut Position, depth: u32, buffer: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && !LISTS {
        let mut nodes = 0;
        let _ = position.generate_moves(|set| {
            nodes += set.len() as u64;
            ControlFlow::Continue(())
        });
        return nodes;
    }
    let start = buffer.len();
    let _ = position.generate_moves(|set| {
        set.write_into(buffer);
        ControlFlow::Continue(())
    });
    let mut nodes = 0;
    if depth == 1 {
        nodes = black_box(&buffer[start..]).len() as u64;
    } else {
        let mut next = start;
        while next < buffer.len() {
            let mv = buffer[next];
            let undo = position.do_move(mv);
            nodes += walk::<LISTS>(position, depth - 1, buffer);
            position.undo_move(mv, undo);
            next += 1;
        }
    }
    buffer.truncate(start);
    nodes
}

fn square(theirs: Square) -> OurSquare {
    // shunsai's squares begin with 1 at 1a, Komadai's with 0 at 9i.
    OurSquare::new(81 - theirs.index())
}

fn translate(mv: Move) -> OurMove {
    match mv {
        Move::Normal { from, to, promote } => {
            let ours = if promote {
                OurMove::promotion
            } else {
                OurMove::normal
            };
            ours(square(from), square(to))
        }
        Move::Drop { piece, to } => {
            let kind = match piece.piece_kind() {
                PieceKind::Pawn => 0,
                PieceKind::Lance => 1,
                PieceKind::Knight => 2,
                PieceKind::Silver => 3,
                PieceKind::Gold => 4,
                PieceKind::Bishop => 5,
                PieceKind::Rook => 6,
                other => unreachable!("{other:?} in hand"),
            };
            OurMove::drop(OurKind::new(kind), square(to))
        }
    }
}
