//! One game: the rules decide, the clocks run, failures lose.

use komadai_notation::{move_text, position_text};
use komadai_rules::{AnyGame, Declaration, Move, Outcome, Reason, Side};
use std::sync::atomic::AtomicBool;

use super::adjudication::{Decision, Umpire};
use super::contestant::{Answer, Contestant, Fault, Thought, Turn};
use super::ending::Ending;
use super::plan::{MatchPlan, OpeningOrder};
use super::played::{PlayedGame, PlayedMove};
use super::program::StartError;
use super::time_control::TimeControl;
use super::who::Who;
use crate::games::mix;

/// Why a game has no result.
#[derive(Debug)]
pub(crate) enum NoResult {
    /// The match is to end.
    Halted,
    /// A program can't be started.
    Start(Who, StartError),
}

/// How a game ended: who won, why, and more about a failure.
struct End {
    winner: Option<Side>,
    reason: Ending,
    detail: Option<String>,
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        End {
            winner: outcome.winner,
            reason: Ending::Rules(outcome.reason),
            detail: None,
        }
    }
}

/// The side to move loses.
fn lost(side: Side, reason: Ending, detail: String) -> End {
    End {
        winner: Some(!side),
        reason,
        detail: Some(detail),
    }
}

/// The two players of a game.
pub(crate) struct Players {
    pub(crate) a: Box<dyn Contestant>,
    pub(crate) b: Box<dyn Contestant>,
}

impl Players {
    fn player(&mut self, who: Who) -> &mut dyn Contestant {
        match who {
            Who::A => self.a.as_mut(),
            Who::B => self.b.as_mut(),
        }
    }
}

/// Plays one game of the match.
pub(crate) fn play_game(
    plan: &MatchPlan,
    order: &OpeningOrder,
    number: u32,
    players: &mut Players,
    halt: &AtomicBool,
) -> Result<PlayedGame, NoResult> {
    let (opening_index, opening) = order.of_game(plan, number);
    let mut game = AnyGame::new(opening.start, plan.rules);
    for &mv in &opening.moves {
        // The set was checked under the game's own rules; under others it may be over earlier.
        if game.play(mv).is_err() {
            break;
        }
    }
    let opening_moves = texts(&game);
    for who in [Who::A, Who::B] {
        let ready = players.player(who).new_game(halt);
        ready.map_err(|fault| match fault {
            Fault::Start(error) => NoResult::Start(who, error),
            _ => NoResult::Halted,
        })?;
    }
    let mut moves = Vec::new();
    let end = play_out(plan, number, &mut game, players, halt, &mut moves)?;
    for side in Side::BOTH {
        let who = MatchPlan::who_plays(number, side);
        let won = end.winner.map(|winner| winner == side);
        players.player(who).game_over(won);
    }
    Ok(PlayedGame {
        game: number,
        opening: opening_index,
        first: MatchPlan::who_plays(number, Side::First),
        start: position_text(&opening.start),
        opening_moves: opening_moves.join(" "),
        moves,
        winner: end.winner.map(|side| MatchPlan::who_plays(number, side)),
        reason: end.reason,
        detail: end.detail,
    })
}

fn texts(game: &AnyGame) -> Vec<String> {
    let id = game.game();
    game.moves().iter().map(|&mv| move_text(id, mv)).collect()
}

fn play_out(
    plan: &MatchPlan,
    number: u32,
    game: &mut AnyGame,
    players: &mut Players,
    halt: &AtomicBool,
    moves: &mut Vec<PlayedMove>,
) -> Result<End, NoResult> {
    let mut clocks = [plan.time.start(); 2];
    let mut umpire = Umpire::new(plan.adjudication);
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.into());
        }
        let side = game.position().side_to_move();
        let clock = clocks[side.index()];
        let turn = Turn {
            game,
            time: &plan.time,
            clocks,
            seed: mix(mix(plan.seed, u64::from(number)), u64::from(game.ply())),
            deadline_ms: plan.deadline_ms(clock),
            halt,
        };
        let who = MatchPlan::who_plays(number, side);
        let thought = match players.player(who).think(&turn) {
            Ok(thought) => thought,
            Err(fault) => return failed(plan, who, side, fault),
        };
        let mv = match answered(game, side, &thought) {
            Ok(mv) => mv,
            Err(end) => return Ok(end),
        };
        clocks[side.index()] = plan.time.after(clock, thought.used_ms);
        let has_clock = matches!(plan.time, TimeControl::Clock { .. });
        moves.push(PlayedMove {
            text: move_text(plan.game, mv),
            ms: thought.used_ms,
            left_ms: has_clock.then(|| clocks[side.index()].left_ms),
            score: thought.info.score,
            depth: thought.info.depth,
            nodes: thought.info.nodes,
        });
        if game.outcome().is_some() {
            continue;
        }
        match umpire.hear(side, thought.info.centipawns, game.ply()) {
            Some(Decision::Win(winner)) => {
                return Ok(End {
                    winner: Some(winner),
                    reason: Ending::AdjudicatedWin,
                    detail: None,
                });
            }
            Some(Decision::Draw) => {
                return Ok(End {
                    winner: None,
                    reason: Ending::AdjudicatedDraw,
                    detail: None,
                });
            }
            None => {}
        }
    }
}

fn failed(plan: &MatchPlan, who: Who, side: Side, fault: Fault) -> Result<End, NoResult> {
    Ok(match fault {
        Fault::Crash(how) => lost(side, Ending::Crash, how),
        Fault::Stall(how) => lost(side, Ending::Stall, how),
        Fault::Late(used_ms) => {
            let detail = format!(
                "{used_ms} ms, beyond its time and the margin of {} ms",
                plan.margin_ms
            );
            lost(side, Ending::Rules(Reason::Time), detail)
        }
        Fault::Start(error) => return Err(NoResult::Start(who, error)),
        Fault::Halted => return Err(NoResult::Halted),
    })
}

/// Plays the answer's move; an answer that is no legal move ends the game.
fn answered(game: &mut AnyGame, side: Side, thought: &Thought) -> Result<Move, End> {
    match &thought.answer {
        Answer::Move(mv) => play(game, side, *mv),
        Answer::Resign => Err(End {
            winner: Some(!side),
            reason: Ending::Rules(Reason::Resignation),
            detail: None,
        }),
        Answer::Declare => Err(declare(game, side)),
        Answer::Nothing => {
            let count = game.legal_moves().len();
            let detail = format!("it says that there is no move; there are {count}");
            Err(lost(side, Ending::NoMove, detail))
        }
        Answer::Unreadable(text, why) => {
            let detail = format!("\"{text}\": {why}");
            Err(lost(side, Ending::Rules(Reason::IllegalMove), detail))
        }
    }
}

fn play(game: &mut AnyGame, side: Side, mv: Move) -> Result<Move, End> {
    let text = move_text(game.game(), mv);
    let why = match game.why_illegal(mv) {
        Some(refusal) => refusal.to_string(),
        None => match game.play(mv) {
            Ok(_) => return Ok(mv),
            Err(error) => error.to_string(),
        },
    };
    let detail = format!("\"{text}\": {why}");
    Err(lost(side, Ending::Rules(Reason::IllegalMove), detail))
}

fn declare(game: &mut AnyGame, side: Side) -> End {
    if game.rules().declaration == Declaration::Off {
        let detail = "it declared a win; the rule declaration is off".to_string();
        return lost(side, Ending::Rules(Reason::IllegalMove), detail);
    }
    match game.declare() {
        Ok(outcome) => outcome.into(),
        Err(why) => lost(side, Ending::Rules(Reason::IllegalMove), why.to_string()),
    }
}
