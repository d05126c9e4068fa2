//! Komadai's own generator.

use std::hint::black_box;
use std::marker::PhantomData;

use komadai_rules::{
    AnyPosition, Minishogi, Move, PieceKind, Position, RefusalCode, Setup, SetupRules, Shogi,
    Shogun, Side, Square, Torishogi, Variant, VariantId,
};

use super::{Generator, Peer, Run, Tally, prepare, tally};
use crate::case::{Case, Convention};
use crate::checksum;

pub struct Komadai;

impl Peer for Komadai {
    fn name(&self) -> &str {
        "komadai"
    }

    fn plays(&self, _: VariantId) -> bool {
        true
    }

    fn knows(&self, _: Convention) -> bool {
        true
    }

    fn prepare(&mut self, case: &Case, convention: Convention) -> Result<Box<dyn Run>, String> {
        match case.variant() {
            VariantId::Shogi => prepare::<Ours<Shogi>>(case, convention),
            VariantId::Minishogi => prepare::<Ours<Minishogi>>(case, convention),
            VariantId::Torishogi => prepare::<Ours<Torishogi>>(case, convention),
            VariantId::Shogun => prepare::<Ours<Shogun>>(case, convention),
        }
    }

    fn tally(&mut self, case: &Case) -> Result<Tally, String> {
        match case.variant() {
            VariantId::Shogi => tally::<Ours<Shogi>>(case),
            VariantId::Minishogi => tally::<Ours<Minishogi>>(case),
            VariantId::Torishogi => tally::<Ours<Torishogi>>(case),
            VariantId::Shogun => tally::<Ours<Shogun>>(case),
        }
    }
}

pub struct Ours<V>(PhantomData<V>);

impl<V: Variant> Generator for Ours<V> {
    type Position = Position<V>;
    type Buffer = ();

    fn read(text: &str) -> Result<Position<V>, String> {
        let setup = Setup::parse(V::ID, text).map_err(|error| error.to_string())?;
        Position::from_setup(&setup, SetupRules::Play).map_err(|error| error.to_string())
    }

    fn count(position: &mut Position<V>, depth: u32, (): &mut ()) -> u64 {
        position.perft(depth).unwrap_or(0)
    }

    fn list(position: &mut Position<V>, depth: u32, (): &mut ()) -> u64 {
        list(position, depth)
    }

    fn children(position: &Position<V>) -> Vec<(Move, Position<V>)> {
        let step = |mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            (mv, next)
        };
        position.legal_moves().into_iter().map(step).collect()
    }
}

/// Writes lists at every node. Without `black_box` the compiler may drop the writes, since only the
/// length is used.
fn list<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let moves = black_box(&moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for &mv in moves {
        let mut next = *position;
        next.play_unchecked(mv);
        nodes += list(&next, depth - 1);
    }
    nodes
}

/// Count of a program that allows mating pawn drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divided {
    /// Nodes and checksum, including the forbidden leaves.
    pub tally: Tally,
    /// Number of these nodes that are mating drops.
    pub drop_mates: u64,
}

/// The tree as shown by Fairy-Stockfish: every root move with its leaves.
pub fn divide(case: &Case) -> Result<Divided, String> {
    let mut all = Divided {
        tally: Tally {
            nodes: 0,
            checksum: 0,
        },
        drop_mates: 0,
    };
    for (index, text) in case.positions.iter().enumerate() {
        let root = AnyPosition::parse(case.variant(), text, SetupRules::Play)
            .map_err(|error| format!("{text}: {error}"))?;
        let mut sum = 0;
        for mv in root.legal_moves() {
            let mut next = root;
            next.play_unchecked(mv);
            let extra = drop_mates(&next, case.depth - 1);
            let nodes = next
                .perft(case.depth - 1)
                .map_err(|error| error.to_string())?
                + extra;
            sum = checksum::add(sum, mv, nodes);
            all.tally.nodes += nodes;
            all.drop_mates += extra;
        }
        if let Some(mv) = mating_drop(&root) {
            // No move follows it: it counts only if it is a leaf.
            let leaf = u64::from(case.depth == 1);
            sum = checksum::add(sum, mv, leaf);
            all.tally.nodes += leaf;
            all.drop_mates += leaf;
        }
        all.tally.checksum = all
            .tally
            .checksum
            .wrapping_add(sum.rotate_left(index as u32));
    }
    Ok(all)
}

fn drop_mates(position: &AnyPosition, depth: u32) -> u64 {
    match depth {
        0 => 0,
        1 => u64::from(mating_drop(position).is_some()),
        _ => {
            let below = |mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                drop_mates(&next, depth - 1)
            };
            position.legal_moves().into_iter().map(below).sum()
        }
    }
}

/// The pawn drop that is forbidden because it mates: only one square is possible.
fn mating_drop(position: &AnyPosition) -> Option<Move> {
    let pawn = PieceKind::new(0);
    let us = position.side_to_move();
    if position.hand(us).count(pawn) == 0 {
        return None;
    }
    let king = position.king(!us)?;
    let (file, rank) = (king.file(position.variant()), king.rank(position.variant()));
    let square = match us {
        Side::First => Square::from_coords(position.variant(), file, rank.checked_sub(1)?),
        Side::Second => Square::from_coords(position.variant(), file, rank + 1),
    }?;
    let mv = Move::drop(pawn, square);
    let refusal = position.why_illegal(mv)?;
    (refusal.code == RefusalCode::PawnDropMate).then_some(mv)
}
