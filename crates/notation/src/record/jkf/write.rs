use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Side, Square, VariantId};

use super::super::annotations::{Annotations, Eval};
use super::super::builder::RULES_HEADER;
use super::super::csa::{ending_word, read_ending};
use super::super::ending::Ending;
use super::super::game_record::GameRecord;
use super::super::headers::Naming;
use super::super::shapes;
use super::super::tree::{MoveTree, NodeId, Step};
use super::super::walk::Walk;
use super::super::{starts, words};
use super::model::{
    End, EvalOf, Header, MoveOf, Place, Seconds, StepFields, Time, Times, Written, WrittenStep,
};
use super::read::MARKS;
use super::{code, initial};
use crate::display::{declined_promotion, moved_piece, push_marks};

/// The text of a record, on one line.
pub(crate) fn write(record: &GameRecord) -> String {
    let variant = record.variant();
    let mut header: Vec<(String, String)> = Vec::new();
    for (name, value) in record.headers.written(Naming::Kif) {
        header.push((name.name(Naming::Kif).into(), value.into_owned()));
    }
    if let Some(rules) = record.rules_text() {
        header.push((RULES_HEADER.into(), rules));
    }
    let root = record.tree.node(MoveTree::ROOT);
    let mut moves = alloc::vec![WrittenStep {
        fields: notes_fields(variant, &root.notes),
        forks: Vec::new(),
    }];
    if let Some(&first) = root.children().first() {
        moves.extend(line(record, first));
    }
    let written = Written {
        game: (variant != starts::default_game()).then(|| variant.name().to_string()),
        header: Header(header),
        initial: initial::write(record),
        moves,
    };
    // Cannot fail: keys are strings and numbers are finite.
    let mut text = serde_json::to_string(&written).unwrap_or_default();
    text.push('\n');
    text
}

/// The steps from a node on, with the variations to each.
fn line(record: &GameRecord, first: NodeId) -> Vec<WrittenStep> {
    let mut walk = Walk::before(record, first);
    let mut steps = Vec::new();
    for id in record.tree.line_from(first) {
        let node = record.tree.node(id);
        let mut fields = notes_fields(record.variant(), &node.notes);
        let total = walk.spend(&node.notes);
        fields.time = node.notes.spent.map(|spent| Times {
            now: time(spent, false),
            total: Some(time(total, true)),
        });
        let side = walk.position.side_to_move();
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                fields.mv = Some(move_of(&walk.position, *mv, walk.previous));
            }
            Step::End(ending) => write_end(ending, side, &walk.position, &mut fields),
        }
        let siblings = node
            .parent()
            .map(|parent| record.tree.node(parent).children());
        let siblings = siblings.unwrap_or_default();
        let forks = if siblings.first() == Some(&id) {
            siblings[1..]
                .iter()
                .map(|&fork| line(record, fork))
                .collect()
        } else {
            Vec::new()
        };
        steps.push(WrittenStep { fields, forks });
        if let Some(mv) = node.mv() {
            walk.play(mv);
        }
    }
    steps
}

fn write_end(ending: &Ending, side: Side, position: &AnyPosition, fields: &mut StepFields) {
    let word = ending_word(ending, side);
    let read = read_ending(&word, side);
    let stuck = Ending::without_moves(position).is_some_and(|end| end != read);
    if read != *ending || (stuck && word == "TSUMI") {
        fields.end = Some(End {
            reason: ending.reason.name().into(),
            winner: ending.winner.map(|side| side.name().into()),
        });
    }
    fields.special = Some(word);
}

/// Annotations of a node, except times.
fn notes_fields(variant: VariantId, notes: &Annotations) -> StepFields {
    let mut comments: Vec<String> = Vec::new();
    if !notes.shapes.is_empty() {
        comments.push(shapes::write(variant, &notes.shapes));
    }
    if !notes.comment.is_empty() {
        comments.extend(notes.comment.split('\n').map(String::from));
    }
    if !notes.bookmark.is_empty() {
        comments.push(alloc::format!("&{}", notes.bookmark));
    }
    StepFields {
        comments: Some(comments).filter(|comments| !comments.is_empty()),
        before: Some(notes.comment_before.clone()).filter(|before| !before.is_empty()),
        nags: Some(notes.nags.clone()).filter(|nags| !nags.is_empty()),
        clock: notes.clock,
        eval: notes.eval.map(|eval| match eval {
            Eval::Centipawns(value) => EvalOf::Cp(value),
            Eval::Mate(moves) => EvalOf::Mate(moves),
        }),
        ..StepFields::default()
    }
}

fn time(milliseconds: u64, hours: bool) -> Time {
    let seconds = milliseconds / 1000;
    let minutes = seconds / 60;
    Time {
        h: hours.then_some(minutes / 60),
        m: if hours { minutes % 60 } else { minutes },
        s: match milliseconds % 1000 {
            0 => Seconds::Whole(seconds % 60),
            rest => Seconds::Fraction((seconds % 60) as f64 + rest as f64 / 1000.0),
        },
    }
}

fn place(variant: VariantId, square: Square) -> Place {
    Place {
        x: u32::from(variant.files() - square.file(variant)),
        y: u32::from(variant.ranks() - square.rank(variant)),
    }
}

fn move_of(before: &AnyPosition, mv: Move, previous: Option<Square>) -> MoveOf {
    let variant = before.variant();
    let piece = moved_piece(before, mv);
    let mut marks = String::new();
    if let (Some(piece), true) = (piece, words::has_kanji(variant)) {
        push_marks(before, mv, piece, &mut marks);
    }
    let letters: String = marks
        .chars()
        .filter_map(|mark| MARKS.iter().find(|(_, known)| *known == mark))
        .map(|(letter, _)| letter)
        .collect();
    let declined = declined_promotion(before, mv);
    MoveOf {
        color: Some(before.side_to_move().index() as u8),
        from: mv.from().map(|from| place(variant, from)),
        to: Some(place(variant, mv.to())),
        piece: piece
            .map(|piece| code(variant, piece.kind))
            .unwrap_or_default(),
        same: (previous == Some(mv.to())).then_some(true),
        promote: (mv.is_promotion() || declined).then_some(mv.is_promotion()),
        capture: before
            .piece_at(mv.to())
            .map(|piece| code(variant, piece.kind)),
        relative: Some(letters).filter(|letters| !letters.is_empty()),
    }
}
