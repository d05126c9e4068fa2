use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Handicap, Move, RuleSet, Setup, SetupRules, VariantId};

use super::ending::Ending;
use super::headers::Headers;
use super::tree::{MoveTree, NodeId};

/// Kind of start position of a recorded game.
#[derive(Debug, Clone, Copy)]
pub enum Start {
    /// The variant's start position.
    Standard,
    /// One of the variant's handicaps.
    Handicap(&'static Handicap),
    /// Any other position.
    Position,
}

/// A recorded game: headers, start position, rules if known, and the tree of moves.
///
/// ```
/// use komadai_notation::record::{Format, GameRecord, write_record};
/// use komadai_rules::{AnyPosition, Move, VariantId};
///
/// let variant = VariantId::Minishogi;
/// let moves = ["5d5c", "1b1c"].map(|text| Move::parse(variant, text).unwrap());
/// let record = GameRecord::of_moves(AnyPosition::start(variant), &moves);
/// assert_eq!(record.main_line(), moves);
/// let text = write_record(&record, Format::Ki2)?;
/// assert!(text.contains("▲５三歩"));
/// # Ok::<(), komadai_notation::record::DoesNotFit>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// Position at the root of the tree.
    pub start: AnyPosition,
    /// Players, event, date and the like.
    pub headers: Headers,
    /// The rules, if the record has them.
    pub rules: Option<RuleSet>,
    /// Main line, variations and comments.
    pub tree: MoveTree,
}

impl GameRecord {
    /// A record without moves.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        Self {
            start,
            headers: Headers::default(),
            rules: None,
            tree: MoveTree::new(),
        }
    }

    /// A record with these moves, up to the first illegal one.
    #[must_use]
    pub fn of_moves(start: AnyPosition, moves: &[Move]) -> Self {
        let mut record = Self::new(start);
        let (mut node, mut position) = (MoveTree::ROOT, start);
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            position.play_unchecked(mv);
            match record.tree.add_move(node, mv) {
                Ok(next) => node = next,
                Err(_) => break,
            }
        }
        record
    }

    /// Variant of the start position.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.start.variant()
    }

    /// The kind of start position, move numbers disregarded.
    #[must_use]
    pub fn start_kind(&self) -> Start {
        let variant = self.variant();
        let start = self.start.to_setup();
        if same_setup(&start, &Setup::start(variant)) {
            return Start::Standard;
        }
        let mut handicaps = variant.spec().handicaps.iter();
        let handicap = handicaps.find(|handicap| {
            Setup::handicap(variant, handicap.id).is_some_and(|setup| same_setup(&start, &setup))
        });
        handicap.map_or(Start::Position, Start::Handicap)
    }

    /// The moves from the root along first children.
    #[must_use]
    pub fn main_line(&self) -> Vec<Move> {
        let nodes = self.tree.main_line();
        nodes.filter_map(|id| self.tree.node(id).mv()).collect()
    }

    /// The end of the main line, if the record has one.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        let last = self.tree.main_line().last()?;
        self.tree.node(last).ending()
    }

    /// The position after a node's move.
    #[must_use]
    pub fn position_at(&self, node: NodeId) -> AnyPosition {
        let mut position = self.start;
        for mv in self.tree.moves_to(node) {
            position.play_unchecked(mv);
        }
        position
    }

    /// The comment before the first move.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.tree.node(MoveTree::ROOT).notes.comment
    }

    /// The rules as text: the options that differ from the variant's defaults, `default` if none
    /// does.
    pub(crate) fn rules_text(&self) -> Option<String> {
        let (rules, variant) = (self.rules?, self.variant());
        let defaults = RuleSet::default_for(variant).pairs(variant);
        let mut text = String::new();
        for pair in rules.pairs(variant) {
            if !defaults.contains(&pair) {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(&alloc::format!("{}={}", pair.0, pair.1));
            }
        }
        if text.is_empty() {
            text.push_str(DEFAULT_RULES);
        }
        Some(text)
    }

    /// Reads the output of [`rules_text`](Self::rules_text); `false` for any other text.
    pub(crate) fn read_rules(&mut self, text: &str) -> bool {
        let variant = self.variant();
        let mut rules = RuleSet::default_for(variant);
        for word in text
            .split_whitespace()
            .filter(|word| *word != DEFAULT_RULES)
        {
            let Some((key, value)) = word.split_once('=') else {
                return false;
            };
            if rules.set(variant, key, value).is_err() {
                return false;
            }
        }
        self.rules = Some(rules);
        true
    }
}

/// Text of the variant's default rules.
const DEFAULT_RULES: &str = "default";

/// `true` if two setups are the same position, counters disregarded.
pub(crate) fn same_setup(one: &Setup, other: &Setup) -> bool {
    one.board == other.board
        && one.hands == other.hands
        && one.side == other.side
        && one.castling == other.castling
        && one.en_passant == other.en_passant
}

pub(crate) fn handicap_position(variant: VariantId, id: &str) -> Option<AnyPosition> {
    let setup = Setup::handicap(variant, id)?;
    AnyPosition::from_setup(&setup, SetupRules::Play).ok()
}
