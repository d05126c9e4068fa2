//! rsshogi: one list for every depth, moves unmade, as in its own perft. It has no counting without a
//! list. `generate_legal_all_move32` includes the moves that engines leave out.

use std::hint::black_box;

use komadai_rules::{Move as OurMove, VariantId};
use rsshogi::board::{Move32List, Position, generate_legal_all_move32, position_from_sfen};

use super::{Generator, Peer, Run, Tally, prepare, tally};
use crate::case::{Case, Convention};

pub struct Rsshogi;

impl Peer for Rsshogi {
    fn name(&self) -> &str {
        "rsshogi"
    }

    fn plays(&self, variant: VariantId) -> bool {
        variant == VariantId::Shogi
    }

    fn knows(&self, convention: Convention) -> bool {
        convention == Convention::Lists
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
    /// A list for every depth.
    type Buffer = Vec<Move32List>;

    fn read(text: &str) -> Result<Position, String> {
        let mut position = position_from_sfen(text).map_err(|error| error.to_string())?;
        position.init_stack();
        Ok(position)
    }

    fn count(position: &mut Position, depth: u32, buffer: &mut Vec<Move32List>) -> u64 {
        Self::list(position, depth, buffer)
    }

    fn list(position: &mut Position, depth: u32, buffer: &mut Vec<Move32List>) -> u64 {
        while buffer.len() < depth as usize {
            buffer.push(Move32List::new());
        }
        walk(position, &mut buffer[..depth as usize])
    }

    fn children(position: &Position) -> Vec<(OurMove, Position)> {
        let mut moves = Move32List::new();
        generate_legal_all_move32(position, &mut moves);
        let step = |&mv| {
            let mut next = position.clone();
            next.apply_move32(mv);
            let ours = OurMove::parse(VariantId::Shogi, &mv.to_usi()).expect("USI");
            (ours, next)
        };
        moves.iter().map(step).collect()
    }
}

fn walk(position: &mut Position, lists: &mut [Move32List]) -> u64 {
    let Some((moves, deeper)) = lists.split_last_mut() else {
        return 1;
    };
    moves.clear();
    generate_legal_all_move32(position, moves);
    if deeper.is_empty() {
        return black_box(&*moves).len() as u64;
    }
    let mut nodes = 0;
    for &mv in moves.iter() {
        position.apply_move32(mv);
        nodes += walk(position, deeper);
        position.undo_move32(mv).expect("a move just made");
    }
    nodes
}
