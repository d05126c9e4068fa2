use komadai_notation::record::{
    EndReason, Ending, Eval, GameRecord, HeaderName, MoveTree, NodeId, Shape, ShapeColor,
    ShapeOrigin,
};
use komadai_rules::{AnyPosition, Reason, RuleSet, Setup, SetupRules, Side, Square, VariantId};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::common::playout;

/// Features of a random record.
#[derive(Clone, Copy)]
pub(super) struct Richness {
    /// Maximum number of moves in the main line.
    pub(super) plies: usize,
    /// Maximum nesting of variations.
    pub(super) nesting: u8,
    /// Moves after the end of the game, as a variation to it.
    pub(super) after_end: bool,
}

const COMMENTS: [&str; 10] = [
    "good",
    "two\nlines",
    "ここで長考。次の一手は？",
    "[%foo Gd4] [%csl Gz0] of other programs",
    "1-0 (not a result) ; nor a comment",
    "先手：これはヘッダーではない",
    "まで12手で先手の勝ち",
    "▲７六歩に△３四歩",
    "100 % \\ \"quoted\" 'single'",
    "a\n\nb",
];

const NAMES: [&str; 6] = [
    "Komadai",
    "山田 太郎",
    "O'Neil \"Ace\"",
    "a\\b",
    "名：人",
    "…",
];

/// Circles before arrows, the order in which they are written.
fn shapes(variant: VariantId, random: &mut ChaCha8Rng) -> Vec<Shape> {
    let (mut circles, mut arrows) = (Vec::new(), Vec::new());
    for _ in 0..random.random_range(1..4) {
        let mut square = || Square::new(random.random_range(0..variant.squares()) as u8);
        let (from, to) = (square(), square());
        let color = ShapeColor::ALL[random.random_range(0..4)];
        let from = match random.random_range(0..3) {
            0 => ShapeOrigin::Square(to),
            1 => ShapeOrigin::Hand(variant.spec().hand_order[0]),
            _ => ShapeOrigin::Square(from),
        };
        let shape = Shape { from, to, color };
        let list = if shape.is_circle() {
            &mut circles
        } else {
            &mut arrows
        };
        list.push(shape);
    }
    circles.extend(arrows);
    circles
}

pub(super) struct Generator {
    random: ChaCha8Rng,
    richness: Richness,
}

impl Generator {
    pub(super) fn new(seed: u64, richness: Richness) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            richness,
        }
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.random.random_range(0..one_in) == 0
    }

    fn one_of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.random.random_range(0..all.len())]
    }

    pub(super) fn record(&mut self, variant: VariantId) -> GameRecord {
        let start = self.start(variant);
        let mut record = GameRecord::new(start);
        for name in [
            HeaderName::Event,
            HeaderName::FirstPlayer,
            HeaderName::SecondPlayer,
            HeaderName::Site,
            HeaderName::Opening,
            HeaderName::TimeControl,
            HeaderName::Other("記録係".into()),
            HeaderName::Other("WhiteElo".into()),
        ] {
            if self.chance(3) {
                let value = self.one_of(&NAMES);
                record.headers.set(name, value);
            }
        }
        if self.chance(3) {
            let time = self.one_of(&["1999/07/15", "2026/01/02 10:30:00", "昨日"]);
            record.headers.set(HeaderName::StartTime, time);
        }
        if self.chance(4) {
            record.rules = Some(self.rules(variant));
        }
        let notes = record.tree.notes_mut(MoveTree::ROOT);
        if self.random.random_range(0..4) == 0 {
            notes.comment = COMMENTS[self.random.random_range(0..COMMENTS.len())].into();
        }
        let plies = self.random.random_range(0..=self.richness.plies);
        self.grow(&mut record, MoveTree::ROOT, start, plies, 0);
        record
    }

    fn start(&mut self, variant: VariantId) -> AnyPosition {
        let handicaps = variant.spec().handicaps;
        if self.chance(4) && !handicaps.is_empty() {
            let handicap = &handicaps[self.random.random_range(0..handicaps.len())];
            let setup = Setup::handicap(variant, handicap.id).expect("a handicap");
            return AnyPosition::from_setup(&setup, SetupRules::Play).expect("a position");
        }
        if self.chance(4) {
            let seed = self.random.random_range(0..u64::MAX);
            let plies = self.random.random_range(1..60);
            if let Some((position, _)) = playout(variant, seed, plies).pop() {
                return position;
            }
        }
        AnyPosition::parse(variant, "startpos", SetupRules::Play).expect("the start")
    }

    fn rules(&mut self, variant: VariantId) -> RuleSet {
        let mut rules = RuleSet::default_for(variant);
        for &key in variant.spec().rule_keys {
            let values = RuleSet::values(variant, key).unwrap_or_else(|| vec!["none", "120"]);
            if self.chance(3) {
                let value = values[self.random.random_range(0..values.len())];
                rules.set(variant, key.name(), value).expect("a value");
            }
        }
        rules
    }

    fn grow(
        &mut self,
        record: &mut GameRecord,
        mut node: NodeId,
        mut position: AnyPosition,
        plies: usize,
        nesting: u8,
    ) {
        for ply in 0..=plies {
            let moves = position.legal_moves().sorted();
            let last = ply == plies || moves.is_empty();
            if last && !self.chance(3) {
                self.end(record, node, &position);
            }
            let after_end = last && self.richness.after_end && self.chance(4);
            if moves.is_empty() || (last && !after_end) {
                return;
            }
            let branches = nesting < self.richness.nesting && self.chance(8);
            let count = if branches || after_end {
                1 + self.random.random_range(0..3)
            } else {
                1
            };
            let mut chosen = Vec::new();
            for _ in 0..count {
                let mv = moves[self.random.random_range(0..moves.len())];
                if !chosen.contains(&mv) {
                    chosen.push(mv);
                }
            }
            let ended = !record.tree.node(node).children().is_empty();
            if last && !ended {
                return;
            }
            let mut next = None;
            for (index, mv) in chosen.into_iter().enumerate() {
                let child = record.tree.add_move(node, mv).expect("not deep");
                let variation = index > 0 || ended;
                self.annotate(record, child, variation);
                let mut after = position;
                after.play_unchecked(mv);
                if variation {
                    let plies = self.random.random_range(0..6);
                    self.grow(record, child, after, plies, nesting + 1);
                } else {
                    next = Some((child, after));
                }
            }
            let Some((child, after)) = next else { return };
            (node, position) = (child, after);
        }
    }

    fn annotate(&mut self, record: &mut GameRecord, node: NodeId, variation: bool) {
        let times = self.chance(2);
        let variant = record.variant();
        let notes = record.tree.notes_mut(node);
        let random = &mut self.random;
        let mut chance = |one_in: u32| random.random_range(0..one_in) == 0;
        if chance(6) {
            notes.comment = COMMENTS[random.random_range(0..COMMENTS.len())].into();
        }
        let mut chance = |one_in: u32| random.random_range(0..one_in) == 0;
        if variation && chance(4) {
            notes.comment_before = "before".into();
        }
        if chance(10) {
            notes.nags = vec![1, 14];
        }
        if chance(20) {
            notes.bookmark = "ここ".into();
        }
        let drawn = chance(8);
        let eval = chance(8);
        let mate = chance(4);
        if drawn {
            notes.shapes = shapes(variant, random);
        }
        if times {
            notes.spent = Some(random.random_range(0..400_000));
            notes.clock = Some(random.random_range(0..4_000_000));
        }
        if eval {
            let value = random.random_range(-3_000..3_000);
            notes.eval = Some(if mate {
                Eval::Mate(value / 100)
            } else {
                Eval::Centipawns(value)
            });
        }
    }

    fn end(&mut self, record: &mut GameRecord, node: NodeId, position: &AnyPosition) {
        let (side, other) = (
            Some(position.side_to_move()),
            Some(!position.side_to_move()),
        );
        let stuck = !position.has_legal_move();
        let rules = Ending::rules;
        let reason = |reason, winner| Ending { reason, winner };
        let mut endings = vec![
            rules(Reason::Resignation, other),
            rules(Reason::Time, other),
            rules(Reason::Repetition, None),
            rules(Reason::IllegalMove, side),
            rules(Reason::IllegalMove, other),
            rules(Reason::Impasse, None),
            rules(Reason::Declaration, side),
            rules(Reason::PerpetualCheck, side),
            rules(Reason::Agreement, None),
            rules(Reason::MoveLimit, None),
            reason(EndReason::Interrupted, None),
            reason(EndReason::NoMate, None),
            reason(EndReason::Forfeit, side),
            reason(EndReason::Forfeit, other),
            reason(EndReason::Disconnected, other),
            reason(EndReason::Other("雷鳴".into()), None),
            reason(EndReason::Other("封じ手".into()), None),
        ];
        if stuck {
            let draw =
                record.variant().spec().default_rules.stalemate == komadai_rules::Stalemate::Draw;
            endings = vec![if position.in_check() {
                rules(Reason::Checkmate, other)
            } else {
                rules(Reason::Stalemate, other.filter(|_: &Side| !draw))
            }];
        }
        let ending = endings.swap_remove(self.random.random_range(0..endings.len()));
        let end = record.tree.add_end(node, ending).expect("not deep");
        if self.chance(3) {
            let spent = self.random.random_range(0..100_000);
            let notes = record.tree.notes_mut(end);
            notes.spent = Some(spent);
            notes.comment = "after the end".into();
        }
    }
}
