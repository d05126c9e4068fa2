//! The moves of a record: a tree of variations.

use alloc::vec::Vec;

use komadai_rules::Move;

use super::annotations::Annotations;
use super::ending::Ending;

/// How many variations may lie within each other. No record that people made comes near it, and what
/// walks the tree by recursion can rely on it.
pub const MAX_NESTING: u8 = 32;

/// A node of a [`MoveTree`].
///
/// ```
/// use komadai_notation::parse_move;
/// use komadai_notation::record::{MoveTree, NodeId};
/// use komadai_rules::VariantId;
/// let mut tree = MoveTree::new();
/// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
/// let node: NodeId = tree.add_move(MoveTree::ROOT, mv).unwrap();
/// assert_eq!(tree.node(node).parent(), Some(MoveTree::ROOT));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Its place in [`MoveTree::nodes`].
    ///
    /// ```
    /// use komadai_notation::record::MoveTree;
    /// assert_eq!(MoveTree::ROOT.index(), 0);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node stands for.
///
/// ```
/// use komadai_notation::parse_move;
/// use komadai_notation::record::{MoveTree, Step};
/// use komadai_rules::VariantId;
/// let mut tree = MoveTree::new();
/// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
/// let node = tree.add_move(MoveTree::ROOT, mv).unwrap();
/// assert_eq!(tree.node(MoveTree::ROOT).step(), &Step::Start);
/// assert_eq!(tree.node(node).step(), &Step::Move(mv));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The start position: the root, and nothing else.
    Start,
    /// A move.
    Move(Move),
    /// The end of the game; such a node has no children.
    End(Ending),
}

/// A node: a step, what is said of it, and what may follow.
///
/// ```
/// use komadai_notation::record::{MoveTree, Node};
/// let tree = MoveTree::new();
/// let root: &Node = tree.node(MoveTree::ROOT);
/// assert!(root.parent().is_none() && root.children().is_empty());
/// ```
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
    /// What the node stands for.
    ///
    /// ```
    /// use komadai_notation::record::{MoveTree, Step};
    /// assert_eq!(MoveTree::new().node(MoveTree::ROOT).step(), &Step::Start);
    /// ```
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The move; `None` at the root and at an end.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
    /// let node = tree.add_move(MoveTree::ROOT, mv).unwrap();
    /// assert_eq!((tree.node(node).mv(), tree.node(MoveTree::ROOT).mv()), (Some(mv), None));
    /// ```
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The end of the game, if that is what the node stands for.
    ///
    /// ```
    /// use komadai_notation::record::{EndReason, Ending, MoveTree};
    /// let mut tree = MoveTree::new();
    /// let ending = Ending::without_winner(EndReason::Interrupted);
    /// let node = tree.add_end(MoveTree::ROOT, ending.clone()).unwrap();
    /// assert_eq!(tree.node(node).ending(), Some(&ending));
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        match &self.step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// The node before; `None` at the root.
    ///
    /// ```
    /// use komadai_notation::record::MoveTree;
    /// assert_eq!(MoveTree::new().node(MoveTree::ROOT).parent(), None);
    /// ```
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What may follow: the main line first, then the variations.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
    /// let main = tree.add_move(MoveTree::ROOT, mv("7g7f")).unwrap();
    /// let variation = tree.add_move(MoveTree::ROOT, mv("2g2f")).unwrap();
    /// assert_eq!(tree.node(MoveTree::ROOT).children(), [main, variation]);
    /// ```
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// Variations within variations beyond [`MAX_NESTING`].
///
/// ```
/// use komadai_notation::parse_move;
/// use komadai_notation::record::{MoveTree, NestingError};
/// use komadai_rules::VariantId;
/// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
/// let mut tree = MoveTree::new();
/// let mut node = MoveTree::ROOT;
/// let error = loop {
///     tree.add_move(node, mv).unwrap();
///     match tree.add_move(node, mv) {
///         Ok(variation) => node = variation,
///         Err(error) => break error,
///     }
/// };
/// assert_eq!(error, NestingError);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {MAX_NESTING} variations within each other")]
pub struct NestingError;

/// A tree of moves; two are equal if they read the same.
///
/// ```
/// use komadai_notation::parse_move;
/// use komadai_notation::record::MoveTree;
/// use komadai_rules::VariantId;
///
/// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
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
    ///
    /// ```
    /// use komadai_notation::record::MoveTree;
    /// assert_eq!(MoveTree::new().main_line().count(), 0);
    /// ```
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
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::{MoveTree, Step};
    /// use komadai_rules::VariantId;
    /// let mut other = MoveTree::new();
    /// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
    /// let node = other.add_move(MoveTree::ROOT, mv).unwrap();
    /// assert_eq!(other.node(node).mv(), Some(mv));
    /// assert_eq!(MoveTree::new().node(node).step(), &Step::Start); // of another tree
    /// ```
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// What is said of a node, to be changed.
    ///
    /// ```
    /// use komadai_notation::record::MoveTree;
    /// let mut tree = MoveTree::new();
    /// tree.notes_mut(MoveTree::ROOT).comment = "Before the game.".into();
    /// assert_eq!(tree.node(MoveTree::ROOT).notes.comment, "Before the game.");
    /// ```
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Annotations {
        let index = (id.0 as usize).min(self.nodes.len() - 1);
        &mut self.nodes[index].notes
    }

    /// Changes what is said of every node.
    pub(crate) fn each_notes_mut(&mut self, change: impl FnMut(&mut Annotations)) {
        self.nodes
            .iter_mut()
            .map(|node| &mut node.notes)
            .for_each(change);
    }

    /// Adds a move after what follows a node already: the first one continues the line, the others are
    /// variations.
    ///
    /// # Errors
    /// The variation would lie too deep within others.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
    /// let first = tree.add_move(MoveTree::ROOT, mv("7g7f")).unwrap();
    /// let second = tree.add_move(first, mv("3c3d")).unwrap();
    /// assert_eq!(tree.moves_to(second), [mv("7g7f"), mv("3c3d")]);
    /// ```
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, NestingError> {
        self.add(parent, Step::Move(mv))
    }

    /// Adds an end of the game, as [`add_move`](Self::add_move) adds a move.
    ///
    /// # Errors
    /// The variation would lie too deep within others.
    ///
    /// ```
    /// use komadai_notation::record::{EndReason, Ending, MoveTree};
    /// let mut tree = MoveTree::new();
    /// let ending = Ending::without_winner(EndReason::Interrupted);
    /// tree.add_end(MoveTree::ROOT, ending).unwrap();
    /// assert_eq!(tree.main_line().count(), 1);
    /// ```
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

    /// Puts another end in the place of an end.
    pub(crate) fn set_ending(&mut self, id: NodeId, ending: Ending) {
        let index = (id.0 as usize).min(self.nodes.len() - 1);
        if let Step::End(known) = &mut self.nodes[index].step {
            *known = ending;
        }
    }

    /// All nodes, parents before children and siblings in their order; the first one is the root.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
    /// tree.add_move(MoveTree::ROOT, mv).unwrap();
    /// let moves: Vec<_> = tree.nodes().filter_map(|(_, node)| node.mv()).collect();
    /// assert_eq!(moves, [mv]);
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// How many nodes there are, the root included.
    ///
    /// ```
    /// use komadai_notation::record::MoveTree;
    /// assert_eq!(MoveTree::new().len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no move and no end.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// assert!(tree.is_empty());
    /// let mv = parse_move(VariantId::Shogi, "7g7f").unwrap();
    /// tree.add_move(MoveTree::ROOT, mv).unwrap();
    /// assert!(!tree.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The nodes from `first` on, each the first child of the one before.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
    /// tree.add_move(MoveTree::ROOT, mv("7g7f")).unwrap();
    /// let variation = tree.add_move(MoveTree::ROOT, mv("2g2f")).unwrap();
    /// let answer = tree.add_move(variation, mv("8c8d")).unwrap();
    /// assert!(tree.line_from(variation).eq([variation, answer]));
    /// ```
    pub fn line_from(&self, first: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(first), |&id| self.node(id).children().first().copied())
    }

    /// The nodes of the main line, the root left out, its end included.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
    /// let first = tree.add_move(MoveTree::ROOT, mv("7g7f")).unwrap();
    /// tree.add_move(MoveTree::ROOT, mv("2g2f")).unwrap();
    /// assert!(tree.main_line().eq([first]));
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(Self::ROOT).skip(1)
    }

    /// The moves that lead to a node, from the first one on.
    ///
    /// ```
    /// use komadai_notation::parse_move;
    /// use komadai_notation::record::MoveTree;
    /// use komadai_rules::VariantId;
    /// let mut tree = MoveTree::new();
    /// let mv = |text| parse_move(VariantId::Shogi, text).unwrap();
    /// let first = tree.add_move(MoveTree::ROOT, mv("7g7f")).unwrap();
    /// let second = tree.add_move(first, mv("3c3d")).unwrap();
    /// assert_eq!(tree.moves_to(second), [mv("7g7f"), mv("3c3d")]);
    /// ```
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
