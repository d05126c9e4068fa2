use alloc::format;
use alloc::string::String;

use komadai_rules::Move;

use super::super::game_record::GameRecord;
use super::super::japanese_end;
use super::super::tree::{NodeId, Step};
use super::super::walk::Walk;
use super::start;
use super::write::{padding, push_lines, push_notes};
use crate::display::numeric_square;
use crate::display::{DisplayStyle, display_with_previous};
use crate::typed::read_typed_move;

/// Moves on a line.
const MOVES: usize = 6;
/// Columns of a move.
const MOVE_WIDTH: usize = 14;

pub(crate) fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    start::write(record, &mut text);
    text.push('\n');
    push_lines(record, &mut text, |line, _, text| {
        write_line(record, line, text);
    });
    text
}

fn write_line(record: &GameRecord, line: &[NodeId], text: &mut String) {
    let mut walk = Walk::before(record, line[0]);
    let mut in_line = 0;
    for &id in line {
        let node = record.tree.node(id);
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                let mv_text = move_text(&walk, *mv);
                text.push_str(&mv_text);
                walk.play(*mv);
                in_line += 1;
                let padding = padding(&mv_text, MOVE_WIDTH);
                text.extend(core::iter::repeat_n(' ', padding));
            }
            Step::End(ending) => {
                end_line(text);
                let handicap = start::has_handicap_names(record);
                let side = walk.position.side_to_move();
                text.push_str(&japanese_end::last_line(ending, side, walk.ply, handicap));
                in_line = MOVES;
            }
        }
        let mut notes = String::new();
        push_notes(record, &node.notes, &mut notes);
        if in_line == MOVES || !notes.is_empty() {
            end_line(text);
            in_line = 0;
        }
        text.push_str(&notes);
    }
    end_line(text);
}

/// Ends a line that has been begun, without its trailing spaces.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

/// The move in book notation, with its origin where the marks are ambiguous, as between three
/// cranes behind the target.
fn move_text(walk: &Walk, mv: Move) -> String {
    let (before, style) = (&walk.position, DisplayStyle::Japanese);
    let mut text = display_with_previous(before, mv, style, walk.previous);
    if read_typed_move(before, &text, walk.previous, style) != Ok(mv) {
        if let Some(from) = mv.from() {
            text.push_str(&format!(
                "({})",
                numeric_square(before.variant(), from, false)
            ));
        }
    }
    text
}
