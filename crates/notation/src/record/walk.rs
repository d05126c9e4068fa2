//! Walk along a line of a record, for writers.

use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Square};

use super::annotations::Annotations;
use super::game_record::GameRecord;
use super::tree::NodeId;

/// State of a writer along a line.
pub(crate) struct Walk {
    pub(crate) position: AnyPosition,
    pub(crate) previous: Option<Square>,
    pub(crate) ply: usize,
    /// Time spent so far by each side, in milliseconds.
    total: [u64; 2],
}

impl Walk {
    /// State after the moves from the root to the parent of a node.
    pub(crate) fn before(record: &GameRecord, node: NodeId) -> Self {
        let mut walk = Self {
            position: record.start,
            previous: None,
            ply: 0,
            total: [0; 2],
        };
        let parents = core::iter::successors(record.tree.node(node).parent(), |&id| {
            record.tree.node(id).parent()
        });
        let mut way: Vec<NodeId> = parents.collect();
        way.reverse();
        for id in way {
            let node = record.tree.node(id);
            walk.spend(&node.notes);
            if let Some(mv) = node.mv() {
                walk.play(mv);
            }
        }
        walk
    }

    /// Adds the time that the side to move spent; returns its total.
    pub(crate) fn spend(&mut self, notes: &Annotations) -> u64 {
        let total = &mut self.total[self.position.side_to_move().index()];
        *total = total.saturating_add(notes.spent.unwrap_or(0));
        *total
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.previous = Some(mv.to());
        self.ply += 1;
    }
}
