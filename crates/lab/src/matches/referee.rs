//! Referee of one game: applies the rules, runs the clocks, scores a failure as a loss.

use komadai_rules::{AnyGame, Declaration, Move, Outcome, Reason, Side};
use std::sync::atomic::AtomicBool;

use super::adjudication::{Adjudicator, Decision};
use super::contestant::{Answer, Contestant, Fault, SearchReply, SearchRequest};
use super::engine_id::EngineId;
use super::plan::{MatchPlan, OpeningOrder};
use super::played::{PlayedGame, PlayedMove};
use super::program::StartError;
use super::termination::Termination;
use super::time_control::TimeControl;
use crate::games::derive_seed;

#[derive(Debug)]
pub(crate) enum NoResult {
    Cancelled,
    Start(EngineId, StartError),
}

struct GameEnd {
    winner: Option<Side>,
    reason: Termination,
    detail: Option<String>,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> Self {
        GameEnd {
            winner: outcome.winner,
            reason: Termination::Rules(outcome.reason),
            detail: None,
        }
    }
}

/// The end of a game that `side` loses by a failure.
fn lost(side: Side, reason: Termination, detail: String) -> GameEnd {
    GameEnd {
        winner: Some(!side),
        reason,
        detail: Some(detail),
    }
}

pub(crate) struct Players {
    pub(crate) a: Box<dyn Contestant>,
    pub(crate) b: Box<dyn Contestant>,
}

impl Players {
    fn get(&mut self, engine: EngineId) -> &mut dyn Contestant {
        match engine {
            EngineId::A => self.a.as_mut(),
            EngineId::B => self.b.as_mut(),
        }
    }
}

pub(crate) fn play_game(
    plan: &MatchPlan,
    order: &OpeningOrder,
    number: u32,
    players: &mut Players,
    cancel: &AtomicBool,
) -> Result<PlayedGame, NoResult> {
    let (opening_index, opening) = order.of_game(plan, number);
    let mut game = AnyGame::new(opening.start, plan.rules);
    for &mv in &opening.moves {
        // The set was checked under default rules; under others the game may be over earlier.
        if game.play(mv).is_err() {
            break;
        }
    }
    let opening_moves = texts(&game);
    for engine in [EngineId::A, EngineId::B] {
        let ready = players.get(engine).new_game(cancel);
        ready.map_err(|fault| match fault {
            Fault::Start(error) => NoResult::Start(engine, error),
            _ => NoResult::Cancelled,
        })?;
    }
    let mut moves = Vec::new();
    let end = play_out(plan, number, &mut game, players, cancel, &mut moves)?;
    for side in Side::BOTH {
        let engine = MatchPlan::engine_of(number, side);
        let won = end.winner.map(|winner| winner == side);
        players.get(engine).game_over(won);
    }
    Ok(PlayedGame {
        game: number,
        opening: opening_index,
        first: MatchPlan::engine_of(number, Side::First),
        start: opening.start.to_string(),
        opening_moves: opening_moves.join(" "),
        moves,
        winner: end.winner.map(|side| MatchPlan::engine_of(number, side)),
        reason: end.reason,
        detail: end.detail,
    })
}

fn texts(game: &AnyGame) -> Vec<String> {
    let id = game.variant();
    game.moves()
        .iter()
        .map(|&mv| mv.display(id).to_string())
        .collect()
}

fn play_out(
    plan: &MatchPlan,
    number: u32,
    game: &mut AnyGame,
    players: &mut Players,
    cancel: &AtomicBool,
    moves: &mut Vec<PlayedMove>,
) -> Result<GameEnd, NoResult> {
    let mut clocks = [plan.time.start(); 2];
    let mut adjudicator = Adjudicator::new(plan.adjudication);
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.into());
        }
        let side = game.position().side_to_move();
        let clock = clocks[side.index()];
        let request = SearchRequest {
            game,
            time: &plan.time,
            clocks,
            seed: derive_seed(
                derive_seed(plan.seed, u64::from(number)),
                u64::from(game.ply()),
            ),
            deadline_ms: plan.deadline_ms(clock),
            cancel,
        };
        let engine = MatchPlan::engine_of(number, side);
        let reply = match players.get(engine).think(&request) {
            Ok(reply) => reply,
            Err(fault) => return failed(plan, engine, side, fault),
        };
        let mv = match play_answer(game, side, &reply) {
            Ok(mv) => mv,
            Err(end) => return Ok(end),
        };
        clocks[side.index()] = plan.time.after(clock, reply.used_ms);
        let has_clock = matches!(plan.time, TimeControl::Clock { .. });
        moves.push(PlayedMove {
            text: mv.display(plan.variant).to_string(),
            ms: reply.used_ms,
            left_ms: has_clock.then(|| clocks[side.index()].left_ms),
            score: reply.info.score,
            depth: reply.info.depth,
            nodes: reply.info.nodes,
        });
        if game.outcome().is_some() {
            continue;
        }
        match adjudicator.update(side, reply.info.centipawns, game.ply()) {
            Some(Decision::Win(winner)) => {
                return Ok(GameEnd {
                    winner: Some(winner),
                    reason: Termination::AdjudicatedWin,
                    detail: None,
                });
            }
            Some(Decision::Draw) => {
                return Ok(GameEnd {
                    winner: None,
                    reason: Termination::AdjudicatedDraw,
                    detail: None,
                });
            }
            None => {}
        }
    }
}

fn failed(
    plan: &MatchPlan,
    engine: EngineId,
    side: Side,
    fault: Fault,
) -> Result<GameEnd, NoResult> {
    Ok(match fault {
        Fault::Crash(how) => lost(side, Termination::Crash, how),
        Fault::Stall(how) => lost(side, Termination::Stall, how),
        Fault::Late(used_ms) => {
            let detail = format!(
                "{used_ms} ms, beyond its time and the margin of {} ms",
                plan.margin_ms
            );
            lost(side, Termination::Rules(Reason::Time), detail)
        }
        Fault::Start(error) => return Err(NoResult::Start(engine, error)),
        Fault::Cancelled => return Err(NoResult::Cancelled),
    })
}

fn play_answer(game: &mut AnyGame, side: Side, reply: &SearchReply) -> Result<Move, GameEnd> {
    match &reply.answer {
        Answer::Move(mv) => play(game, side, *mv),
        Answer::Resign => Err(GameEnd {
            winner: Some(!side),
            reason: Termination::Rules(Reason::Resignation),
            detail: None,
        }),
        Answer::Declare => Err(declare(game, side)),
        Answer::NoMove => {
            let count = game.legal_moves().len();
            let detail = format!("it claims that there is no legal move; there are {count}");
            Err(lost(side, Termination::NoMove, detail))
        }
        Answer::Unparsable(text, why) => {
            let detail = format!("\"{text}\": {why}");
            Err(lost(side, Termination::Rules(Reason::IllegalMove), detail))
        }
    }
}

fn play(game: &mut AnyGame, side: Side, mv: Move) -> Result<Move, GameEnd> {
    let text = mv.display(game.variant()).to_string();
    let why = match game.why_illegal(mv) {
        Some(refusal) => refusal.to_string(),
        None => match game.play(mv) {
            Ok(_) => return Ok(mv),
            Err(error) => error.to_string(),
        },
    };
    let detail = format!("\"{text}\": {why}");
    Err(lost(side, Termination::Rules(Reason::IllegalMove), detail))
}

fn declare(game: &mut AnyGame, side: Side) -> GameEnd {
    if game.rules().declaration == Declaration::Off {
        let detail = "it declared a win; the rule declaration is off".to_string();
        return lost(side, Termination::Rules(Reason::IllegalMove), detail);
    }
    match game.declare() {
        Ok(outcome) => outcome.into(),
        Err(why) => lost(
            side,
            Termination::Rules(Reason::IllegalMove),
            why.to_string(),
        ),
    }
}
