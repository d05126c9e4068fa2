use alloc::format;
use alloc::string::String;

use super::super::annotations::{Annotations, Eval};
use super::super::game_record::GameRecord;
use super::super::tree::{MoveTree, NodeId, Step};
use super::super::walk::Walk;
use super::super::{japanese_end, shapes, time};
use super::read::EVAL;
use super::start;
use crate::display::kif_move;

/// Columns of a move, up to the time.
const MOVE_WIDTH: usize = 13;

pub(crate) fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    start::write(record, &mut text);
    text.push_str("手数----指手---------消費時間--\n");
    push_lines(record, &mut text, |line, is_main, text| {
        write_line(record, line, is_main, text);
    });
    text
}

/// Appends the notes of the start and every line of the tree; variations come below the move they
/// replace.
pub(super) fn push_lines(
    record: &GameRecord,
    text: &mut String,
    mut push_line: impl FnMut(&[NodeId], bool, &mut String),
) {
    let tree = &record.tree;
    push_notes(record, &tree.node(MoveTree::ROOT).notes, text);
    for (index, line) in tree.lines().iter().enumerate() {
        if index > 0 {
            let ply = tree.moves_to(line[0]).len() + usize::from(tree.node(line[0]).mv().is_none());
            text.push_str(&format!("\n変化：{ply}手\n"));
        }
        push_line(line, index == 0, text);
    }
}

/// Spaces up to a width in columns, at least one. A non-ASCII character takes two columns.
pub(super) fn padding(text: &str, width: usize) -> usize {
    let columns: usize = text.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum();
    width.saturating_sub(columns).max(1)
}

fn write_line(record: &GameRecord, line: &[NodeId], main: bool, text: &mut String) {
    let mut walk = Walk::before(record, line[0]);
    for &id in line {
        let node = record.tree.node(id);
        let step = match node.step() {
            Step::Start => continue,
            Step::Move(mv) => kif_move(&walk.position, *mv, walk.previous).unwrap_or_default(),
            Step::End(ending) => japanese_end::word(ending, walk.position.side_to_move()),
        };
        text.push_str(&format!("{:>4} {step}", walk.ply + 1));
        let total = walk.spend(&node.notes);
        if let Some(spent) = node.notes.spent {
            let padding = padding(&step, MOVE_WIDTH);
            let whole = |time: u64| time / 1000 * 1000;
            text.push_str(&format!(
                "{:padding$}({:>5}/{})",
                "",
                time::minutes(whole(spent)),
                time::hours(whole(total), 2)
            ));
        }
        if has_later_variation(record, id) {
            text.push('+');
        }
        text.push('\n');
        push_notes(record, &node.notes, text);
        match node.step() {
            Step::Move(mv) => walk.play(*mv),
            Step::End(ending) if main => {
                let handicap = start::has_handicap_names(record);
                let side = walk.position.side_to_move();
                text.push_str(&japanese_end::last_line(ending, side, walk.ply, handicap));
                text.push('\n');
            }
            _ => {}
        }
    }
}

fn has_later_variation(record: &GameRecord, id: NodeId) -> bool {
    let parent = record.tree.node(id).parent();
    let siblings = parent.map(|parent| record.tree.node(parent).children());
    siblings.is_some_and(|siblings| siblings.last() != Some(&id))
}

/// Appends comments and bookmark, a line each.
pub(super) fn push_notes(record: &GameRecord, notes: &Annotations, text: &mut String) {
    if let Some(Eval::Centipawns(eval)) = notes.eval {
        text.push_str(&format!("*{EVAL}{eval}\n"));
    }
    let drawn = shapes::write(record.variant(), &notes.shapes);
    for comment in [&drawn, &notes.comment_before, &notes.comment] {
        if !comment.is_empty() {
            for line in comment.split('\n') {
                text.push_str(&format!("*{line}\n"));
            }
        }
    }
    if !notes.bookmark.is_empty() {
        text.push_str(&format!("&{}\n", notes.bookmark));
    }
}
