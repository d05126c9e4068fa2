//! sekirei: its own perft for counting, one list for every depth for lists, moves unmade.

use std::hint::black_box;

use komadai_rules::{Move as OurMove, VariantId};
use sekirei_core::board::Board;
use sekirei_core::movegen::{FixedMoveList, generate_legal_moves_into_fixed};
use sekirei_core::perft::perft;
use sekirei_core::sfen::move_to_usi;

use super::{Generator, Peer, Run, Tally, prepare, tally};
use crate::case::{Case, Convention};

pub struct Sekirei;

impl Peer for Sekirei {
    fn name(&self) -> &str {
        "sekirei"
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
    /// A list for every depth.
    type Buffer = Vec<FixedMoveList>;

    fn read(text: &str) -> Result<Board, String> {
        Board::from_sfen_rules_only(text)
    }

    fn count(position: &mut Board, depth: u32, _: &mut Vec<FixedMoveList>) -> u64 {
        perft(position, depth)
    }

    fn list(position: &mut Board, depth: u32, buffer: &mut Vec<FixedMoveList>) -> u64 {
        while buffer.len() < depth as usize {
            buffer.push(FixedMoveList::new());
        }
        walk(position, &mut buffer[..depth as usize])
    }

    fn children(position: &Board) -> Vec<(OurMove, Board)> {
        let mut moves = FixedMoveList::new();
        generate_legal_moves_into_fixed(&mut position.clone(), &mut moves);
        let step = |&mv| {
            let mut next = position.clone();
            next.do_move_for_search(mv);
            let ours = OurMove::parse(VariantId::Shogi, &move_to_usi(mv)).expect("USI");
            (ours, next)
        };
        moves.as_slice().iter().map(step).collect()
    }
}

fn walk(position: &mut Board, lists: &mut [FixedMoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_last_mut() else {
        return 1;
    };
    generate_legal_moves_into_fixed(position, moves);
    if deeper.is_empty() {
        return black_box(moves.as_slice()).len() as u64;
    }
    let mut nodes = 0;
    for &mv in moves.as_slice() {
        let undo = position.do_move_for_search(mv);
        nodes += walk(position, deeper);
        position.undo_move_for_search(undo);
    }
    nodes
}
