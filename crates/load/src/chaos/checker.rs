//! Checks a game's log against its clients' journals. Independent of the server: only rules and protocol.

use std::collections::{HashMap, HashSet};

use komadai_protocol::{ClockSettings, EndReason, EventBody, GameEvent, Snapshot};
use komadai_rules::{AnyGame, AnyPosition, Move, Reason, RuleSet, SetupRules};

use super::clock::{Context, TOLERANCE_US, turns};
use super::folded::with_ids;
use super::journal::Journal;
use crate::clock_model::{Charge, ClockModel};
use crate::first_moves::FirstMoves;

/// Violation of a guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Kind, as listed in docs/reliability.md.
    pub kind: &'static str,
    pub what: String,
}

#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub acknowledged: u64,
    /// Clock errors in turns without loss of the referee, where known exactly.
    pub errors_us: Vec<u64>,
    pub turns: u64,
    /// Judged turns in which the referee may have been lost.
    pub turns_with_loss: u64,
}

impl Verdict {
    fn add(&mut self, kind: &'static str, what: String) {
        self.findings.push(Finding { kind, what });
    }
}

#[derive(Clone, Debug)]
pub struct Left {
    pub log: Vec<GameEvent>,
    pub snapshot: Snapshot,
}

/// Compares a game's final log and state with its clients' journals.
#[must_use]
pub fn check(journal: &Journal, left: &Left, context: &Context) -> Verdict {
    let mut verdict = Verdict::default();
    let log = with_ids(journal, &left.log);
    numbers(&log, &mut verdict);
    commands(journal, &log, &mut verdict);
    seen(journal, &log, &mut verdict);
    winners(journal, &left.log, &mut verdict);
    replay(journal, left, &mut verdict);
    if journal.settings.clock != ClockSettings::None {
        clocks(journal, &log, context, &mut verdict);
    }
    verdict
}

/// Events are numbered without gaps, and no event follows the end.
fn numbers(log: &[GameEvent], verdict: &mut Verdict) {
    for (expected, event) in (1..).zip(log) {
        if event.seq != expected {
            let what = format!("event {} where {expected} is expected", event.seq);
            return verdict.add("event-number", what);
        }
    }
}

/// Acknowledged commands are in the log, and none is there twice.
fn commands(journal: &Journal, log: &[GameEvent], verdict: &mut Verdict) {
    let mut seqs: HashMap<&str, Vec<u32>> = HashMap::new();
    for event in log {
        if let EventBody::Move { id, .. } = &event.body {
            seqs.entry(id).or_default().push(event.seq);
        }
    }
    for (id, seqs) in &seqs {
        if seqs.len() > 1 {
            verdict.add("move-doubled", format!("{id} is there as events {seqs:?}"));
        }
    }
    let sent = |id: &str| {
        let mut sent = journal.players.iter().flat_map(|player| &player.sent);
        sent.find(|sent| sent.id == id).cloned()
    };
    for player in &journal.players {
        for accepted in &player.accepted {
            let Some(sent) = sent(&accepted.id) else {
                verdict.add("accepted-unsent", accepted.id.clone());
                continue;
            };
            let Some(text) = sent.text else { continue };
            verdict.acknowledged += 1;
            let event = log.iter().find(|event| event.seq == accepted.seq);
            let there = event.is_some_and(|event| {
                matches!(&event.body, EventBody::Move { id, text: logged, .. }
                    if *id == accepted.id && *logged == text)
            });
            if !there {
                let what = format!("{text} ({}) as event {}", accepted.id, accepted.seq);
                verdict.add("acknowledged-and-lost", what);
            }
        }
    }
    for event in log {
        if let EventBody::Move { id, text, .. } = &event.body
            && sent(id).is_none_or(|sent| sent.text.as_ref() != Some(text))
        {
            verdict.add("move-unsent", format!("{text} ({id})"));
        }
    }
}

/// Events shown to clients match the log, and both players have the same state.
fn seen(journal: &Journal, log: &[GameEvent], verdict: &mut Verdict) {
    for (player, side) in journal.players.iter().zip(["first", "second"]) {
        for event in &player.events {
            match log.iter().find(|logged| logged.seq == event.seq) {
                Some(logged) if logged == event => {}
                Some(_) => {
                    let what = format!("event {} was another one for the {side} player", event.seq);
                    verdict.add("event-differs", what);
                }
                None => {
                    let what = format!(
                        "the {side} player saw event {}, which is missing",
                        event.seq
                    );
                    verdict.add("event-lost", what);
                }
            }
        }
        let last = player
            .events
            .iter()
            .map(|event| event.seq)
            .max()
            .unwrap_or(0);
        if journal.finished && last as usize != log.len() {
            let what = format!("the {side} player came to event {last} of {}", log.len());
            verdict.add("state-differs", what);
        }
    }
}

/// A game has a single outcome.
fn winners(journal: &Journal, log: &[GameEvent], verdict: &mut Verdict) {
    let seen = journal.players.iter().flat_map(|player| &player.events);
    let mut ends = HashSet::new();
    let mut outcomes = Vec::new();
    for event in log.iter().chain(seen) {
        if let EventBody::Ended { outcome, .. } = &event.body
            && ends.insert((event.seq, outcome.winner, outcome.reason))
        {
            outcomes.push((event.seq, outcome.winner));
        }
    }
    if outcomes.len() > 1 {
        verdict.add("two-winners", format!("{outcomes:?}"));
    }
}

/// Rules, log and the server's state agree.
fn replay(journal: &Journal, left: &Left, verdict: &mut Verdict) {
    let settings = &journal.settings;
    let game = settings.game;
    let Ok(position) = AnyPosition::parse(game, &settings.start, SetupRules::Play) else {
        return verdict.add("unreadable", settings.start.clone());
    };
    let mut rules = AnyGame::new(position, RuleSet::default_for(game));
    let mut end = None;
    for event in &left.log {
        match &event.body {
            EventBody::Move {
                ply, side, text, ..
            } => {
                let played = Move::parse(game, text).ok();
                let is_mover = *side == rules.position().side_to_move();
                let fits = *ply == rules.ply() && is_mover && end.is_none();
                if !fits || played.and_then(|played| rules.play(played).ok()).is_none() {
                    let what = format!("{text} as event {}", event.seq);
                    return verdict.add("move-illegal", what);
                }
            }
            EventBody::Ended { outcome, .. } => end = Some(*outcome),
            _ => {}
        }
    }
    let ours = rules.outcome().map(|ours| EndReason::Rules(ours.reason));
    let theirs = end.map(|end| end.reason);
    let agree = match (ours, theirs) {
        (
            None,
            None | Some(EndReason::Rules(Reason::Time | Reason::Resignation) | EndReason::NotBegun),
        ) => true,
        (Some(ours), Some(theirs)) => ours == theirs,
        _ => false,
    };
    if !agree {
        verdict.add("outcome-differs", format!("{ours:?} and {theirs:?}"));
    }
    let last = left.log.last().map_or(0, |event| event.seq);
    let snapshot = &left.snapshot;
    if snapshot.position != rules.position().to_string()
        || snapshot.outcome != end
        || snapshot.seq != last
    {
        let what = format!("event {last}, and the state of event {}", snapshot.seq);
        verdict.add("state-differs", what);
    }
}

/// Clocks match the model, and charges match elapsed time.
fn clocks(journal: &Journal, log: &[GameEvent], context: &Context, verdict: &mut Verdict) {
    let settings = journal.settings.clock;
    let mut model = ClockModel::new(settings);
    let mut first_moves = FirstMoves::new(&journal.settings);
    for event in log {
        if let Some(what) = first_moves.next(event) {
            verdict.add("first-move", format!("event {}: {what}", event.seq));
        }
        match &event.body {
            EventBody::Started { clock: Some(state) }
            | EventBody::Resumed { clock: Some(state) } => {
                model.set(state);
            }
            EventBody::Move {
                side,
                spent_ms,
                lag_ms,
                server_ms,
                clock: Some(state),
                ..
            } => {
                let charge = Charge {
                    spent_ms: *spent_ms,
                    lag_ms: *lag_ms,
                    server_ms: *server_ms,
                };
                let account = model.moved(*side, state.at_ms, charge);
                let shown = model.error_ms(state);
                if account.max(shown) * 1000 > TOLERANCE_US {
                    let what = format!(
                        "event {}: the account is {account} ms off, the clocks are {shown} ms off",
                        event.seq
                    );
                    verdict.add("clock-wrong", what);
                }
                if model.too_much_credit(*side, charge) {
                    verdict.add("lag-credit", format!("event {}: {lag_ms} ms", event.seq));
                }
                model.set(state);
            }
            _ => {}
        }
    }
    for turn in turns(log) {
        let Some(judged) = turn.judge(settings, &journal.wire, context) else {
            continue;
        };
        verdict.turns += 1;
        verdict.turns_with_loss += u64::from(judged.lost);
        verdict.errors_us.extend(judged.error_us);
        if judged.over_us > 0 {
            let loss = if judged.lost {
                ", across a loss of the referee"
            } else {
                ""
            };
            verdict.add("overcharged", format!("{}{loss}", judged.about));
        }
        if judged.under_us > 0 {
            verdict.add("undercharged", judged.about);
        }
    }
}
