use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::SplitWhitespace;

use komadai_rules::Move;

use crate::protocol::Protocol;
use crate::score::{Bound, Score, ScoreValue};
use crate::text::{push_text, split_word};

/// Report of an engine on its search. `None` and empty values are not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line searched (`seldepth`).
    pub seldepth: Option<u32>,
    /// Number of the principal variation, from 1 for the best (`multipv`).
    pub multi_pv: Option<u32>,
    /// Score for the side to move (`score`).
    pub score: Option<Score>,
    /// Expected wins, draws and losses in permille.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Fill of the hash table, in permille (`hashfull`).
    pub hash_full: Option<u32>,
    /// Tablebase hits (`tbhits`).
    pub tb_hits: Option<u64>,
    /// CPU usage, in permille (`cpuload`).
    pub cpu_load: Option<u32>,
    /// Milliseconds since `go`.
    pub time_ms: Option<u64>,
    /// The move that is being searched (`currmove`).
    pub current_move: Option<Move>,
    /// Number of `current_move` among the moves of the position, from 1 (`currmovenumber`).
    pub current_move_number: Option<u32>,
    /// The principal variation.
    pub pv: Vec<Move>,
    /// A text for people.
    pub string: Option<String>,
}

impl Info {
    /// A text for people alone: `info string …`.
    #[must_use]
    pub fn message(text: impl Into<String>) -> Self {
        Self {
            string: Some(text.into()),
            ..Self::default()
        }
    }

    /// Reads the text after `info`. Unknown and unreadable words are ignored, as UCI requires of a
    /// GUI.
    pub(crate) fn read(rest: &str, protocol: Protocol) -> Self {
        let mut info = Self::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "multipv" => info.multi_pv = number(&mut words),
                "score" => info.score = score(&mut words, protocol).or(info.score),
                "lowerbound" => set_bound(&mut info.score, Bound::Lower),
                "upperbound" => set_bound(&mut info.score, Bound::Upper),
                "wdl" => info.wdl = three_numbers(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nps = number(&mut words),
                "hashfull" => info.hash_full = number(&mut words),
                "tbhits" => info.tb_hits = number(&mut words),
                "cpuload" => info.cpu_load = number(&mut words),
                "time" => info.time_ms = number(&mut words),
                "currmove" => info.current_move = next_move(&mut words, protocol),
                "currmovenumber" => info.current_move_number = number(&mut words),
                "pv" => {
                    info.pv.clear();
                    while let Some(mv) = next_move(&mut words, protocol) {
                        info.pv.push(mv);
                    }
                }
                "string" => {
                    info.string = Some(text_after_string(rest).into());
                    break;
                }
                _ => {}
            }
        }
        info
    }

    pub(crate) fn push(&self, line: &mut String, protocol: Protocol) {
        push_number(line, "depth", self.depth);
        push_number(line, "seldepth", self.seldepth);
        push_number(line, "multipv", self.multi_pv);
        if let Some(score) = self.score {
            line.push_str(&format!(" score {}", score.to_text(protocol.dialect)));
        }
        if let Some([win, draw, loss]) = self.wdl {
            line.push_str(&format!(" wdl {win} {draw} {loss}"));
        }
        push_number(line, "nodes", self.nodes);
        push_number(line, "nps", self.nps);
        push_number(line, "hashfull", self.hash_full);
        push_number(line, "tbhits", self.tb_hits);
        push_number(line, "cpuload", self.cpu_load);
        push_number(line, "time", self.time_ms);
        if let Some(mv) = self.current_move {
            line.push_str(" currmove");
            protocol.push_moves(line, &[mv]);
        }
        push_number(line, "currmovenumber", self.current_move_number);
        if !self.pv.is_empty() {
            line.push_str(" pv");
            protocol.push_moves(line, &self.pv);
        }
        if let Some(text) = &self.string {
            line.push_str(" string");
            push_text(line, text);
        }
    }
}

fn push_number(line: &mut String, word: &str, number: Option<impl Into<u64>>) {
    if let Some(number) = number {
        let number: u64 = number.into();
        line.push_str(&format!(" {word} {number}"));
    }
}

/// The next word, if it is a number; otherwise it is not consumed.
fn number<T: core::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    let number = words.clone().next()?.parse().ok()?;
    words.next();
    Some(number)
}

fn three_numbers(words: &mut SplitWhitespace<'_>) -> Option<[u32; 3]> {
    Some([number(words)?, number(words)?, number(words)?])
}

fn next_move(words: &mut SplitWhitespace<'_>, protocol: Protocol) -> Option<Move> {
    let mv = protocol.read_move(words.clone().next()?).ok()?;
    words.next();
    Some(mv)
}

fn score(words: &mut SplitWhitespace<'_>, protocol: Protocol) -> Option<Score> {
    let mut ahead = words.clone();
    let value = ScoreValue::read(protocol.dialect, ahead.next()?, ahead.next()?)?;
    *words = ahead;
    Some(value.into())
}

fn set_bound(score: &mut Option<Score>, bound: Bound) {
    if let Some(score) = score {
        score.bound = bound;
    }
}

/// The text after the first word `string`.
fn text_after_string(rest: &str) -> &str {
    let mut rest = rest;
    loop {
        let (word, after) = split_word(rest);
        if word == "string" || word.is_empty() {
            return after;
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_notation::Dialect;
    use komadai_rules::VariantId;

    #[test]
    fn unreadable_words_are_ignored() {
        let protocol = Protocol::new(Dialect::Usi, VariantId::Shogi);
        let info = Info::read(
            "depth x seldepth 7 score cp soon fast 3 score mate -2 upperbound wdl 1 2 pv 7g7f zz nodes 5 string  a  nodes 9",
            protocol,
        );
        let score = Score {
            value: ScoreValue::Mated(Some(2)),
            bound: Bound::Upper,
        };
        assert_eq!((info.depth, info.seldepth), (None, Some(7)));
        assert_eq!((info.score, info.wdl), (Some(score), None));
        assert_eq!((info.pv.len(), info.nodes), (1, Some(5)));
        assert_eq!(info.string.as_deref(), Some("a  nodes 9"));
    }
}
