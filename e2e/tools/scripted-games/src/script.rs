use std::collections::BTreeMap;
use std::fmt;

use komadai_notation::{DisplayStyle, display_line, move_text, position_text, usi_square};
use komadai_rules::{AnyPosition, Move, Reason, Side};
use serde::Serialize;

use crate::playout::Playout;
use crate::refusals::{self, Attempt};

/// Refusals possible at every turn, which do not count as variety.
const COMMON: [&str; 3] = ["wrong-movement", "blocked", "occupied"];

#[derive(Debug, Serialize)]
pub(crate) struct Step {
    /// Canonical spelling of the variant.
    r#move: String,
    /// Squares have USI names in all variants.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<char>,
    to: String,
    /// `none`, `optional` (the page must ask) or `forced`.
    promotion: &'static str,
    promote: bool,
    capture: bool,
    /// Refusal code of the promotion, if the page explains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// Text in the move list.
    text: String,
    /// Position after the move.
    position: String,
}

#[derive(Debug, Serialize)]
struct End {
    winner: Option<&'static str>,
    reason: &'static str,
    ply: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct Script {
    game: &'static str,
    pub(crate) seed: u64,
    start: String,
    outcome: End,
    refusals: Vec<Attempt>,
    moves: Vec<Step>,
    /// Variety; the largest is chosen.
    #[serde(skip)]
    pub(crate) worth: i64,
}

impl Script {
    /// Returns `None` for a playout without a required kind of move.
    pub(crate) fn of(playout: Playout) -> Option<Script> {
        let Playout {
            seed,
            game,
            outcome,
        } = playout;
        let start = game.start();
        let id = start.variant();
        let texts = display_line(&start, game.moves(), DisplayStyle::Western);
        let mut position = start;
        let mut moves = Vec::new();
        let mut refused: BTreeMap<&'static str, Attempt> = BTreeMap::new();
        let mut tally = Tally::default();
        for (ply, (&m, text)) in (0..).zip(game.moves().iter().zip(texts)) {
            if ply > 0 {
                for attempt in refusals::attempts(&position, ply) {
                    refused.entry(attempt.code).or_insert(attempt);
                }
            }
            let step = Step::of(&mut position, m, text);
            tally.count(position.side_to_move(), &step, m);
            moves.push(step);
        }
        if !tally.is_complete(!id.spec().promotion_compulsory)
            || outcome.reason != Reason::Checkmate
            || outcome.ply < 40
        {
            return None;
        }
        let telling = refused.keys().filter(|code| !COMMON.contains(code)).count() as i64;
        let worth =
            20 * telling + 30 * tally.castlings + 80 * tally.notes.min(1) - i64::from(outcome.ply);
        let mut refusals: Vec<Attempt> = refused.into_values().collect();
        refusals.sort_by_key(|attempt| (attempt.ply, attempt.code));
        let outcome = End {
            winner: outcome.winner.map(Side::name),
            reason: outcome.reason.name(),
            ply: outcome.ply,
        };
        let start = position_text(&start);
        Some(Script {
            game: id.name(),
            seed,
            start,
            outcome,
            refusals,
            moves,
            worth,
        })
    }

    pub(crate) fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl Step {
    fn of(position: &mut AnyPosition, m: Move, text: String) -> Step {
        let game = position.variant();
        let asked = m.from().map(|from| {
            let may = |promote| position.why_illegal(Move::board(from, m.to(), promote));
            (may(false).is_none(), may(true))
        });
        let promotion = match &asked {
            Some((true, None)) => "optional",
            Some((false, None)) => "forced",
            _ => "none",
        };
        let note = asked
            .and_then(|(_, refusal)| refusal)
            .map(|refusal| refusal.code.name());
        let note =
            note.filter(|code| code.starts_with("second-") || *code == "en-passant-promotion");
        let pieces = position.to_setup().board.iter().flatten().count();
        position.play(m);
        let capture = position.to_setup().board.iter().flatten().count() < pieces;
        Step {
            r#move: move_text(game, m),
            from: m.from().map(|from| usi_square(game, from)),
            drop: m.dropped().map(|kind| game.spec().kind(kind).letter),
            to: usi_square(game, m.to()),
            promotion,
            promote: m.is_promotion(),
            capture,
            note,
            text,
            position: position_text(position),
        }
    }
}

#[derive(Default)]
struct Tally {
    captures: [u32; 2],
    drops: [u32; 2],
    promoted: u32,
    accepted: u32,
    declined: u32,
    castlings: i64,
    notes: i64,
}

impl Tally {
    /// `next` is the side to move after the step.
    fn count(&mut self, next: Side, step: &Step, m: Move) {
        let side = (!next).index();
        self.captures[side] += u32::from(step.capture);
        self.drops[side] += u32::from(m.is_drop());
        self.promoted += u32::from(step.promote);
        self.accepted += u32::from(step.promotion == "optional" && step.promote);
        self.declined += u32::from(step.promotion == "optional" && !step.promote);
        self.castlings += i64::from(step.text.starts_with("O-O"));
        self.notes += i64::from(step.note.is_some());
    }

    fn is_complete(&self, may_decline: bool) -> bool {
        let chosen = !may_decline || self.accepted > 0 && self.declined > 0;
        let promotions = chosen && self.promoted > 0;
        self.captures.iter().all(|&n| n >= 2) && self.drops.iter().all(|&n| n >= 2) && promotions
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<&str> = self.refusals.iter().map(|attempt| attempt.code).collect();
        let of = |wanted: fn(&Step) -> bool| self.moves.iter().filter(|step| wanted(step)).count();
        write!(
            f,
            "{}: seed {}, {} plies, {}, captures {}, drops {}, promotions {} of {}, refused {}",
            self.game,
            self.seed,
            self.moves.len(),
            self.outcome.reason,
            of(|step| step.capture),
            of(|step| step.drop.is_some()),
            of(|step| step.promote),
            of(|step| step.promotion != "none"),
            codes.join(" "),
        )
    }
}
