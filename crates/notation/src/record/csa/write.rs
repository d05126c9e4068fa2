//! CSA writer: version 2.2, or 3.0 if the record needs it.

use alloc::format;
use alloc::string::String;

use komadai_rules::{AnyPosition, Move, Reason, Side};

use super::super::annotations::{Annotations, Eval};
use super::super::builder::RULES_HEADER;
use super::super::ending::{EndReason, Ending};
use super::super::game_record::GameRecord;
use super::super::headers::{HeaderName, Naming};
use super::super::time_control::TimeControl;
use super::super::tree::{MoveTree, Step};
use super::super::{shapes, time};
use super::board::{self, sign_of};
use super::{code, read_ending, square_text};
use crate::display::moved_piece;

pub(crate) fn write(record: &GameRecord) -> String {
    let version = if needs_version_3(record) {
        "V3.0"
    } else {
        "V2.2"
    };
    let mut text = format!("'CSA encoding=UTF-8\n{version}\n");
    write_headers(record, &mut text);
    board::write(record, &mut text);
    push_notes(record, &record.tree.node(MoveTree::ROOT).notes, &mut text);
    let mut position = record.start;
    let mut report = String::new();
    for id in record.tree.main_line() {
        let node = record.tree.node(id);
        match node.step() {
            Step::Start => {}
            Step::Move(mv) => {
                text.push_str(&move_text(&position, *mv));
                position.play_unchecked(*mv);
            }
            Step::End(ending) => {
                text.push('%');
                text.push_str(&ending_word(ending, position.side_to_move()));
                report = summary(record, ending, &position);
            }
        }
        text.push('\n');
        if let Some(spent) = node.notes.spent {
            text.push_str(&format!("T{}\n", time::in_seconds(spent)));
        }
        push_notes(record, &node.notes, &mut text);
    }
    text.push_str(&report);
    text
}

/// The end in floodgate's form; empty if the word after `%` says everything.
fn summary(record: &GameRecord, ending: &Ending, position: &AnyPosition) -> String {
    let side = position.side_to_move();
    let word = ending_word(ending, side);
    let said = read_ending(&word, side);
    let said = match said.reason() {
        Some(Reason::Checkmate) => Ending::without_moves(position).unwrap_or(said),
        _ => said,
    };
    if said == *ending {
        return String::new();
    }
    let player = |side: Side, header: &HeaderName| {
        let name = record.headers.get(header).unwrap_or(side.name());
        let result = match ending.winner {
            Some(winner) if winner == side => "win",
            Some(_) => "lose",
            None => "draw",
        };
        format!("{} {result}", name.replace(':', ";"))
    };
    let reason = ending.reason.name().replace([':', '\n', '\r'], " ");
    let first = player(Side::First, &HeaderName::FirstPlayer);
    let second = player(Side::Second, &HeaderName::SecondPlayer);
    format!("'summary:{reason}:{first}:{second}\n")
}

/// Fractions of seconds, the move limit and other time controls are new in version 3.0.
fn needs_version_3(record: &GameRecord) -> bool {
    let moves = record.tree.main_line().any(|id| {
        let node = record.tree.node(id);
        let limit = node.ending().and_then(Ending::reason);
        node.notes.spent.is_some_and(|spent| spent % 1000 != 0)
            || matches!(limit, Some(Reason::MoveLimit | Reason::NMoveRule))
    });
    moves || has_time_of_version_3(record)
}

/// `true` if version 2.2 can't express the time control.
fn has_time_of_version_3(record: &GameRecord) -> bool {
    let value = record.headers.get(&HeaderName::TimeControl);
    let control = value.and_then(TimeControl::read);
    control.is_some_and(|control| !control.fits_csa_2())
}

fn write_headers(record: &GameRecord, text: &mut String) {
    let players = [
        (HeaderName::FirstPlayer, "N+"),
        (HeaderName::SecondPlayer, "N-"),
    ];
    for (name, start) in &players {
        if let Some(value) = record.headers.get(name) {
            text.push_str(&format!("{start}{value}\n"));
        }
    }
    let known = |name: &HeaderName| players.iter().any(|(player, _)| player == name);
    for (name, value) in record
        .headers
        .written(Naming::Csa)
        .filter(|(name, _)| !known(name))
    {
        let name = match name {
            HeaderName::TimeControl if has_time_of_version_3(record) => "TIME",
            name => name.name(Naming::Csa),
        };
        let valid = !name.is_empty() && !name.contains(|c: char| c == ':' || c.is_control());
        if name != RULES_HEADER && valid {
            text.push_str(&format!("${name}:{value}\n"));
        }
    }
    if let Some(rules) = record.rules_text() {
        text.push_str(&format!("${RULES_HEADER}:{rules}\n"));
    }
}

fn move_text(before: &AnyPosition, mv: Move) -> String {
    let variant = before.variant();
    let piece = moved_piece(before, mv).map(|piece| piece.kind);
    let after = piece.and_then(|kind| match mv.is_promotion() {
        true => variant.spec().kind(kind).promotes_to,
        false => Some(kind),
    });
    let from = mv
        .from()
        .map_or_else(|| "00".into(), |from| square_text(variant, from));
    format!(
        "{}{from}{}{}",
        sign_of(before.side_to_move()),
        square_text(variant, mv.to()),
        after
            .and_then(|kind| code(variant, kind))
            .unwrap_or_default()
    )
}

fn push_notes(record: &GameRecord, notes: &Annotations, text: &mut String) {
    if let Some(Eval::Centipawns(eval)) = notes.eval {
        text.push_str(&format!("'** {eval}\n"));
    }
    let drawn = shapes::write(record.variant(), &notes.shapes);
    for comment in [&drawn, &notes.comment_before, &notes.comment] {
        if !comment.is_empty() {
            for line in comment.split('\n') {
                text.push_str(&format!("'*{line}\n"));
            }
        }
    }
}

/// The word after `%`, with `side` to move.
pub(crate) fn ending_word(ending: &Ending, side: Side) -> String {
    let wins = ending.winner == Some(side);
    let word = match &ending.reason {
        EndReason::Interrupted | EndReason::Forfeit | EndReason::Disconnected => "CHUDAN",
        EndReason::NoMate => "FUZUMI",
        EndReason::Other(word) => {
            let valid = !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte == b'_');
            if valid { word } else { "CHUDAN" }
        }
        EndReason::Rules(reason) => match reason {
            Reason::Checkmate | Reason::Stalemate => "TSUMI",
            Reason::Resignation => "TORYO",
            Reason::Time => "TIME_UP",
            Reason::Repetition => "SENNICHITE",
            Reason::Impasse | Reason::Declaration if wins => "KACHI",
            Reason::Impasse if ending.winner.is_some() => "TORYO",
            Reason::Impasse | Reason::Declaration => "JISHOGI",
            Reason::NMoveRule | Reason::MoveLimit => "MAX_MOVES",
            Reason::Agreement => "HIKIWAKE",
            Reason::PerpetualCheck | Reason::IllegalMove | Reason::FailedDeclaration => {
                return match (wins, side) {
                    (false, _) => "ILLEGAL_MOVE".into(),
                    (true, Side::First) => "-ILLEGAL_ACTION".into(),
                    (true, Side::Second) => "+ILLEGAL_ACTION".into(),
                };
            }
        },
    };
    word.into()
}
