//! Commands in comments: `[%clk 0:05:00]`, `[%emt 0:00:03]`, `[%eval 0.35]`.

use alloc::format;
use alloc::string::String;

use komadai_rules::VariantId;

use super::super::annotations::{Annotations, Eval};
use super::super::shapes;
use super::super::source::append_line;
use super::super::time;

/// Reads a comment after a move.
pub(super) fn read(comment: &str, notes: &mut Annotations) {
    let rest = read_commands(comment, notes);
    let rest = rest.trim();
    if !rest.is_empty() {
        append_line(&mut notes.comment, rest);
    }
}

/// Reads the known commands; returns the rest of the comment.
fn read_commands(comment: &str, notes: &mut Annotations) -> String {
    let mut left = String::new();
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(end) = rest[start..].find(']') else {
            break;
        };
        let command = &rest[start + 2..start + end];
        let known = read_command(command, notes).is_some();
        let after = &rest[start + end + 1..];
        left.push_str(&rest[..start]);
        if known {
            // Removes one of the spaces around the command.
            if left.ends_with(' ') && after.starts_with(' ') {
                left.pop();
            }
        } else {
            left.push_str(&rest[start..=start + end]);
        }
        rest = after;
    }
    left.push_str(rest);
    left
}

fn read_command(command: &str, notes: &mut Annotations) -> Option<()> {
    let (name, value) = command.split_once(char::is_whitespace)?;
    let value = value.trim();
    match name {
        "clk" => notes.clock = Some(time::read(value)?),
        "emt" => notes.spent = Some(time::read(value)?),
        "eval" => notes.eval = Some(read_eval(value)?),
        _ => return None,
    }
    Some(())
}

/// Reads `0.35`, `-1.2`, `#-3`, with an optional depth after a comma.
fn read_eval(text: &str) -> Option<Eval> {
    let text = text.split(',').next()?.trim();
    if let Some(mate) = text.strip_prefix('#') {
        return mate.parse().ok().map(Eval::Mate);
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // Parsed in thousandths, as for seconds.
    let centipawns = i32::try_from(time::seconds(digits)? / 10).ok()?;
    Some(Eval::Centipawns(if negative {
        -centipawns
    } else {
        centipawns
    }))
}

/// The comment of a move with its commands; empty if there is nothing to write.
pub(super) fn write(variant: VariantId, notes: &Annotations) -> String {
    let mut text = String::new();
    let mut push = |command: String| {
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(&command);
    };
    if let Some(eval) = notes.eval {
        push(match eval {
            Eval::Mate(moves) => format!("[%eval #{moves}]"),
            Eval::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                format!("[%eval {sign}{}.{:02}]", value / 100, value % 100)
            }
        });
    }
    if let Some(spent) = notes.spent {
        push(format!("[%emt {}]", time::hours(spent, 1)));
    }
    if let Some(clock) = notes.clock {
        push(format!("[%clk {}]", time::hours(clock, 1)));
    }
    if !notes.shapes.is_empty() {
        push(shapes::write(variant, &notes.shapes));
    }
    if !notes.comment.is_empty() {
        push(without_braces(&notes.comment));
    }
    text
}

/// PGN has no escape for the closing brace.
pub(super) fn without_braces(comment: &str) -> String {
    comment.replace('}', "｝")
}
