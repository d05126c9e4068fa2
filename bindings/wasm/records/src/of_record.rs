//! Recorded games for JavaScript.

use komadai_notation::record::{
    Annotations, EndReason, Ending, Eval, GameRecord, Shape, ShapeOrigin, Step,
};
use komadai_rules::VariantId;

use crate::record::{RecordEnd, RecordEval, RecordNode, RecordShape, RecordedGame};

impl RecordedGame {
    pub(crate) fn of_record(record: &GameRecord) -> RecordedGame {
        let variant = record.variant();
        let pairs = |rules: &komadai_rules::RuleSet| {
            let pairs = rules.pairs(variant).into_iter();
            pairs.map(|(key, value)| (key.to_owned(), value)).collect()
        };
        let nodes = record.tree.nodes().map(|(_, node)| {
            let parent = node.parent();
            RecordNode {
                parent: parent.map_or(-1, |parent| parent.index() as i32),
                mv: node.mv().map(|mv| mv.display(variant).to_string()),
                end: match node.step() {
                    Step::End(ending) => Some(end(ending)),
                    _ => None,
                },
                ..annotated(variant, &node.notes)
            }
        });
        RecordedGame {
            game: variant.name().to_owned(),
            start: record.start.to_string(),
            headers: record
                .headers
                .iter()
                .map(|(name, value)| (name.tag().to_owned(), value.to_owned()))
                .collect(),
            rules: record.rules.as_ref().map(pairs),
            nodes: nodes.collect(),
        }
    }
}

fn end(ending: &Ending) -> RecordEnd {
    let text = match &ending.reason {
        EndReason::Other(text) => Some(text.clone()),
        _ => None,
    };
    RecordEnd {
        reason: match text {
            Some(_) => "other",
            None => ending.reason.name(),
        }
        .to_owned(),
        winner: ending.winner.map(|side| side.name().to_owned()),
        text,
    }
}

fn annotated(variant: VariantId, notes: &Annotations) -> RecordNode {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    RecordNode {
        comment: text(&notes.comment),
        comment_before: text(&notes.comment_before),
        nags: Some(notes.nags.clone()).filter(|nags| !nags.is_empty()),
        bookmark: text(&notes.bookmark),
        spent_ms: notes.spent,
        clock_ms: notes.clock,
        eval: notes.eval.map(|eval| match eval {
            Eval::Centipawns(cp) => RecordEval {
                cp: Some(cp),
                mate: None,
            },
            Eval::Mate(mate) => RecordEval {
                cp: None,
                mate: Some(mate),
            },
        }),
        shapes: Some(&notes.shapes)
            .filter(|shapes| !shapes.is_empty())
            .map(|shapes| shapes.iter().map(|shape| drawn(variant, shape)).collect()),
        ..RecordNode::default()
    }
}

fn drawn(variant: VariantId, shape: &Shape) -> RecordShape {
    RecordShape {
        from: match shape.from {
            ShapeOrigin::Square(from) => from.usi(variant).to_string(),
            ShapeOrigin::Hand(kind) => format!("{}*", variant.spec().kind(kind).letter),
        },
        to: shape.to.usi(variant).to_string(),
        color: shape.color.name().to_owned(),
    }
}
