//! Ends of games as reported by servers: floodgate in a comment, `'summary:time up:NAME lose:NAME
//! win`, 81Dojo in lines of its own, `#TIME_UP` and `#SENTE_WIN`.

use komadai_rules::{Reason, Side};

use super::super::ending::{EndReason, Ending};
use super::super::source::Line;

/// Content of a comment without the sign of program comments.
pub(super) enum Said<'a> {
    /// A restatement of the position or the encoding.
    Nothing,
    /// A header, `'$END_TIME:…`.
    Header(&'a str, &'a str),
    Comment(&'a str),
}

#[derive(Default)]
pub(super) struct Report<'a> {
    reason: Option<EndReason>,
    /// `Some(None)` is a reported draw.
    winner: Option<Option<Side>>,
    place: Option<(Line<'a>, &'a str)>,
}

/// Reasons in the words of shogi-server, 81Dojo's fork of it and this program.
const REASONS: [(&str, EndReason); 17] = [
    ("toryo", EndReason::Rules(Reason::Resignation)),
    ("resign", EndReason::Rules(Reason::Resignation)),
    ("time up", EndReason::Rules(Reason::Time)),
    ("kachi", EndReason::Rules(Reason::Declaration)),
    ("illegal kachi", EndReason::Rules(Reason::FailedDeclaration)),
    ("illegal move", EndReason::Rules(Reason::IllegalMove)),
    ("uchifuzume", EndReason::Rules(Reason::IllegalMove)),
    ("oute kaihimore", EndReason::Rules(Reason::IllegalMove)),
    ("outori", EndReason::Rules(Reason::IllegalMove)),
    ("sennichite", EndReason::Rules(Reason::Repetition)),
    ("oute sennichite", EndReason::Rules(Reason::PerpetualCheck)),
    ("jishogi", EndReason::Rules(Reason::Impasse)),
    ("max moves", EndReason::Rules(Reason::MoveLimit)),
    ("draw", EndReason::Rules(Reason::Agreement)),
    ("chudan", EndReason::Interrupted),
    ("abnormal", EndReason::Disconnected),
    ("disconnect", EndReason::Disconnected),
];

impl<'a> Report<'a> {
    /// Reads a line such as `#TIME_UP` or `#SENTE_WIN`; `false` if it has another meaning.
    pub(super) fn read_word(&mut self, line: Line<'a>, text: &'a str) -> bool {
        match text {
            "#SENTE_WIN" => self.winner = Some(Some(Side::First)),
            "#GOTE_WIN" => self.winner = Some(Some(Side::Second)),
            "#DRAW" => self.winner = Some(None),
            _ => match known_reason(&text[1..]) {
                Some(reason) => self.reason = Some(reason),
                None => return false,
            },
        }
        self.place = Some((line, text));
        true
    }

    /// Reads a comment that does not begin with `'*`.
    pub(super) fn read_comment(&mut self, line: Line<'a>, text: &'a str) -> Said<'a> {
        let comment = text.strip_prefix('\'').unwrap_or(text);
        let board = comment.strip_prefix('P').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | 'I'))
        });
        if board || matches!(comment, "" | "+" | "-") || comment.starts_with("CSA encoding") {
            return Said::Nothing;
        }
        if let Some((name, value)) = comment.strip_prefix('$').and_then(|it| it.split_once(':')) {
            return Said::Header(name, value);
        }
        let summary = comment.strip_prefix("summary:");
        if summary.is_some_and(|summary| self.read_summary(summary).is_some()) {
            self.place = Some((line, text));
            return Said::Nothing;
        }
        Said::Comment(comment.trim())
    }

    /// Reads `REASON:NAME win:NAME lose`, possibly with further fields. Names may contain colons.
    fn read_summary(&mut self, text: &str) -> Option<()> {
        let fields = || text.split(':');
        let result = |field: &str| field.rsplit(' ').next().and_then(result_of);
        let at = fields().skip(1).position(|field| result(field).is_some())? + 1;
        let first = fields().nth(at).and_then(result)?;
        let second = fields().skip(at + 1).find_map(result)?;
        let reason = fields().next()?;
        self.reason = Some(known_reason(reason).unwrap_or_else(|| EndReason::from_name(reason)));
        self.winner = Some(match (first, second) {
            (1, -1) => Some(Side::First),
            (-1, 1) => Some(Side::Second),
            _ => None,
        });
        Some(())
    }

    /// The end, with `side` to move.
    pub(super) fn ending(&self, side: Side) -> Option<(Ending, Line<'a>, &'a str)> {
        let (line, text) = self.place?;
        let reason = match (&self.reason, self.winner) {
            (Some(EndReason::Rules(Reason::Impasse)), Some(Some(_))) if text.starts_with('#') => {
                EndReason::Rules(Reason::Declaration)
            }
            (Some(reason), _) => reason.clone(),
            (None, Some(Some(_))) => EndReason::Rules(Reason::Resignation),
            (None, _) => EndReason::Rules(Reason::Agreement),
        };
        let lost = matches!(
            reason,
            EndReason::Rules(Reason::Resignation | Reason::Time | Reason::IllegalMove)
                | EndReason::Disconnected
        );
        let winner = self.winner.unwrap_or_else(|| Some(!side).filter(|_| lost));
        Some((Ending { reason, winner }, line, text))
    }
}

/// 1 for a win, -1 for a loss, 0 for a draw.
fn result_of(word: &str) -> Option<i8> {
    match word {
        "win" => Some(1),
        "lose" => Some(-1),
        "draw" => Some(0),
        _ => None,
    }
}

fn known_reason(name: &str) -> Option<EndReason> {
    let words = |c: char| {
        if c == '_' {
            ' '
        } else {
            c.to_ascii_lowercase()
        }
    };
    let matches = |known: &str| known.chars().eq(name.chars().map(words));
    let found = REASONS.iter().find(|(known, _)| matches(known))?;
    Some(found.1.clone())
}
