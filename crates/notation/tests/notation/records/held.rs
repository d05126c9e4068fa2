//! Losses of each format: `docs/records.md` as a function.

use komadai_notation::record::{
    Annotations, EndReason, Ending, Eval, Format, GameRecord, MoveTree, NodeId, Step,
};
use komadai_rules::{Reason, TextStyle};

/// The record without the parts that a format cannot hold.
pub(super) fn held(record: &GameRecord, format: Format) -> GameRecord {
    let mut held = GameRecord::new(record.start);
    if format != Format::Usi {
        held.headers = record.headers.clone();
        held.rules = record.rules;
    }
    let root = &record.tree.node(MoveTree::ROOT).notes;
    *held.tree.notes_mut(MoveTree::ROOT) = notes(root, format);
    let mut pending = vec![(MoveTree::ROOT, MoveTree::ROOT)];
    while let Some((from, to)) = pending.pop() {
        let children = record.tree.node(from).children();
        let line = matches!(format, Format::Csa | Format::Usi);
        for &child in children.iter().take(if line { 1 } else { children.len() }) {
            if let Some(copy) = copy_node(record, child, &mut held, to, format) {
                pending.push((child, copy));
            }
        }
    }
    held
}

fn copy_node(
    record: &GameRecord,
    id: NodeId,
    held: &mut GameRecord,
    parent: NodeId,
    format: Format,
) -> Option<NodeId> {
    let node = record.tree.node(id);
    let main = record.tree.main_line().any(|main| main == id);
    let copy = match node.step() {
        Step::Start => return None,
        Step::Move(mv) => held.tree.add_move(parent, *mv).expect("not deep"),
        Step::End(_) if format == Format::Usi => return None,
        Step::End(end) => {
            if format == Format::Pgn {
                // Annotations of the end follow the last move.
                let comment = &node.notes.comment;
                let last = &mut held.tree.notes_mut(parent).comment;
                if !last.is_empty() && !comment.is_empty() {
                    last.push('\n');
                }
                last.push_str(comment);
                if main {
                    held.tree.add_end(parent, end.clone()).expect("not deep");
                }
                return None;
            }
            let end = ending(end, format);
            held.tree.add_end(parent, end).expect("not deep")
        }
    };
    *held.tree.notes_mut(copy) = notes(&node.notes, format);
    Some(copy)
}

fn notes(notes: &Annotations, format: Format) -> Annotations {
    let mut held = notes.clone();
    if format == Format::Usi {
        return Annotations::default();
    }
    if format == Format::Pgn {
        held.bookmark.clear();
    }
    if !matches!(format, Format::Pgn | Format::Jkf) {
        held.nags.clear();
        held.clock = None;
        held.eval = held.eval.filter(|eval| matches!(eval, Eval::Centipawns(_)));
        let both = [&notes.comment_before, &notes.comment];
        let both: Vec<&str> = both
            .into_iter()
            .map(String::as_str)
            .filter(|c| !c.is_empty())
            .collect();
        held.comment = both.join("\n");
        held.comment_before.clear();
    }
    match format {
        Format::Kif => held.spent = held.spent.map(|spent| spent / 1000 * 1000),
        Format::Ki2 => held.spent = None,
        Format::Csa => held.bookmark.clear(),
        _ => {}
    }
    held
}

fn ending(ending: &Ending, format: Format) -> Ending {
    let mut held = ending.clone();
    if matches!(format, Format::Kif | Format::Ki2) {
        held.reason = match ending.reason {
            EndReason::Rules(Reason::PerpetualCheck | Reason::FailedDeclaration) => {
                EndReason::Rules(Reason::IllegalMove)
            }
            EndReason::Rules(Reason::Agreement | Reason::MoveLimit) => {
                EndReason::Rules(Reason::Impasse)
            }
            ref reason => reason.clone(),
        };
    }
    held
}

/// A record as lines, for comparison. Counters of the start and the order of headers are normalised
/// if the format loses them.
pub(super) fn lines(record: &GameRecord, format: Format) -> String {
    let mut start = record.start.to_setup();
    let shogi = start.variant.spec().text_style == TextStyle::Shogi;
    if shogi && !matches!(format, Format::Usi | Format::Jkf) {
        start.move_number = 1;
    }
    let mut lines = vec![start.to_string(), format!("{:?}", record.rules)];
    let headers = record.headers.iter();
    let mut headers: Vec<String> = headers.map(|header| format!("{header:?}")).collect();
    if matches!(format, Format::Pgn | Format::Csa) {
        headers.sort();
    }
    lines.extend(headers);
    let mut pending = vec![(0, MoveTree::ROOT)];
    while let Some((depth, id)) = pending.pop() {
        let node = record.tree.node(id);
        lines.push(format!("{depth} {:?} {:?}", node.step(), node.notes));
        pending.extend(
            node.children()
                .iter()
                .rev()
                .map(|&child| (depth + 1, child)),
        );
    }
    lines.join("\n")
}

/// The first line in which two texts differ.
pub(super) fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(&'a str, &'a str)> {
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => return Some((a.unwrap_or("no more"), b.unwrap_or("no more"))),
        }
    }
}
