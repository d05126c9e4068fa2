//! Moves of a record: a tree of variations.

use alloc::vec::Vec;

use komadai_rules::Move;

use super::annotations::Annotations;
use super::ending::Ending;

/// Maximum nesting of variations. Real records stay far below it, and it bounds recursion over the
/// tree.
pub const MAX_NESTING: u8 = 32;

/// A node of a [`MoveTree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Index in [`MoveTree::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Content of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The start position, only at the root.
    Start,
    /// A move from the parent's position.
    Move(Move),
    /// The end of the game; the node has no children.
    End(Ending),
}

/// A node: a step, its annotations, and its children.
#[derive(Debug, Clone)]
pub struct Node {
    step: Step,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    nesting: u8,
    /// Comments, times and the like.
    pub notes: Annotations,
}

impl Node {
    /// The node's step.
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The move; `None` at the root and at an end.
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The end of the game, if the node is one.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        match &self.step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// The parent; `None` at the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The children: the main line first, then the variations.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// Error for variations nested deeper than [`MAX_NESTING`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {MAX_NESTING} variations within each other")]
pub struct NestingError;

/// A tree of moves. Trees are equal if their steps and annotations are.
///
/// ```
/// use komadai_notation::record::MoveTree;
/// use komadai_rules::{Move, VariantId};
///
/// let mv = |text| Move::parse(VariantId::Shogi, text).unwrap();
/// let mut tree = MoveTree::new();
/// let first = tree.add_move(MoveTree::ROOT, mv("7g7f"))?;
/// tree.add_move(first, mv("3c3d"))?;
/// tree.add_move(first, mv("8c8d"))?;
/// assert_eq!(tree.node(first).children().len(), 2);
/// assert_eq!(tree.main_line().count(), 2);
/// # Ok::<(), komadai_notation::record::NestingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MoveTree {
    nodes: Vec<Node>,
}

impl Default for MoveTree {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveTree {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without moves.
    #[must_use]
    pub fn new() -> Self {
        let root = Node {
            step: Step::Start,
            parent: None,
            children: Vec::new(),
            nesting: 0,
            notes: Annotations::default(),
        };
        Self {
            nodes: alloc::vec![root],
        }
    }

    /// A node; the root for an id of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// Annotations of a node, for changes.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Annotations {
        let index = (id.0 as usize).min(self.nodes.len() - 1);
        &mut self.nodes[index].notes
    }

    pub(crate) fn each_notes_mut(&mut self, change: impl FnMut(&mut Annotations)) {
        self.nodes
            .iter_mut()
            .map(|node| &mut node.notes)
            .for_each(change);
    }

    /// Adds a move as the last child of `parent`: the first child continues the line, the others
    /// are variations.
    ///
    /// # Errors
    /// The variation would be nested too deep.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, NestingError> {
        self.add(parent, Step::Move(mv))
    }

    /// Adds an end of the game as the last child of `parent`.
    ///
    /// # Errors
    /// The variation would be nested too deep.
    pub fn add_end(&mut self, parent: NodeId, ending: Ending) -> Result<NodeId, NestingError> {
        self.add(parent, Step::End(ending))
    }

    fn add(&mut self, parent: NodeId, step: Step) -> Result<NodeId, NestingError> {
        let index = (parent.0 as usize).min(self.nodes.len() - 1);
        let (nesting, first) = (
            self.nodes[index].nesting,
            self.nodes[index].children.is_empty(),
        );
        if !first && nesting == MAX_NESTING {
            return Err(NestingError);
        }
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| NestingError)?);
        self.nodes.push(Node {
            step,
            parent: Some(NodeId(index as u32)),
            children: Vec::new(),
            nesting: nesting + u8::from(!first),
            notes: Annotations::default(),
        });
        self.nodes[index].children.push(id);
        Ok(id)
    }

    /// Takes the winner of an end from another report of the same end.
    pub(crate) fn confirm(&mut self, id: NodeId, report: &Ending) {
        let index = (id.0 as usize).min(self.nodes.len() - 1);
        if let Step::End(ending) = &mut self.nodes[index].step {
            if ending.reason == report.reason && report.winner.is_some() {
                ending.winner = report.winner;
            }
        }
    }

    pub(crate) fn set_ending(&mut self, id: NodeId, ending: Ending) {
        let index = (id.0 as usize).min(self.nodes.len() - 1);
        if let Step::End(known) = &mut self.nodes[index].step {
            *known = ending;
        }
    }

    /// All nodes, parents before children and siblings in their order, beginning with the root.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// Number of nodes, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// `true` if there is no move and no end.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The nodes from `first` on, each the first child of the preceding one.
    pub fn line_from(&self, first: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(first), |&id| self.node(id).children().first().copied())
    }

    /// The nodes of the main line with its end, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(Self::ROOT).skip(1)
    }

    /// The moves from the start to a node.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        let way = core::iter::successors(Some(id), |&id| self.node(id).parent());
        let mut moves: Vec<Move> = way.filter_map(|id| self.node(id).mv()).collect();
        moves.reverse();
        moves
    }

    /// All lines, each from where it branches off: the main line, then the variations from its end
    /// to its beginning, each followed by its own. This is the order of KIF.
    pub(crate) fn lines(&self) -> Vec<Vec<NodeId>> {
        let mut lines = Vec::new();
        let mut pending: Vec<NodeId> = self.node(Self::ROOT).children().to_vec();
        pending.reverse();
        while let Some(first) = pending.pop() {
            let line: Vec<NodeId> = self.line_from(first).collect();
            for &id in &line {
                pending.extend(self.node(id).children().iter().skip(1).rev());
            }
            lines.push(line);
        }
        lines
    }
}

impl PartialEq for MoveTree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = alloc::vec![(Self::ROOT, Self::ROOT)];
        while let Some((mine, theirs)) = pairs.pop() {
            let (mine, theirs) = (self.node(mine), other.node(theirs));
            if mine.step != theirs.step
                || mine.notes != theirs.notes
                || mine.children.len() != theirs.children.len()
            {
                return false;
            }
            pairs.extend(
                mine.children
                    .iter()
                    .copied()
                    .zip(theirs.children.iter().copied()),
            );
        }
        true
    }
}

impl Eq for MoveTree {}
