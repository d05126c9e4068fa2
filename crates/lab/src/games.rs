//! Games between two players, the rules as referee.

use komadai_engine::{Control, Limits};
use komadai_notation::move_text;
use komadai_rules::{AnyGame, AnyPosition, GameId, Move, Outcome, PlayError, RuleSet, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::player::{Player, Seat};
use crate::tally::Tally;

/// Who plays whom, how often and under which rules.
#[derive(Clone, Debug)]
pub struct GamesPlan {
    /// The game.
    pub game: GameId,
    /// The player results are counted for. It moves first in every other game, beginning with the
    /// first.
    pub a: Player,
    /// Its opponent.
    pub b: Player,
    /// How many games.
    pub games: u32,
    /// Random legal moves at the start of each game. Two games in a row begin alike, with the
    /// players' sides exchanged, unless both players are the same.
    pub random_plies: u32,
    /// All chance comes from here.
    pub seed: u64,
    /// The rules; by default the game's own with a limit of plies.
    pub rules: RuleSet,
    /// What the full level may search for each move.
    pub limits: Limits,
}

/// Plies after which a game of the lab is a draw, unless the plan says otherwise.
pub(crate) const MOST_PLIES: u32 = 500;

/// Plenty for the searches of a game, quick to clear.
pub(crate) const MEGABYTES: usize = 4;

impl GamesPlan {
    /// Games from 4 random plies, at most 500 plies long, 10,000 positions a move for the full
    /// level.
    #[must_use]
    pub fn new(game: GameId, a: Player, b: Player, games: u32) -> Self {
        let mut rules = RuleSet::default_for(game);
        rules.max_plies = Some(MOST_PLIES);
        GamesPlan {
            game,
            a,
            b,
            games,
            random_plies: 4,
            seed: 1,
            rules,
            limits: Limits::nodes(10_000),
        }
    }
}

/// One game played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number in the plan, from 0.
    pub index: u32,
    /// The side that [`GamesPlan::a`] had.
    pub side_of_a: Side,
    /// All moves, the random ones too.
    pub moves: Vec<Move>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A game that did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GamesError {
    /// A player made a move that the rules refuse.
    #[error("game {game}, ply {ply}: {player} played an illegal move: {why}; before it {moves:?}")]
    IllegalMove {
        /// Number of the game, from 0.
        game: u32,
        /// Moves played before.
        ply: u32,
        /// Who.
        player: Player,
        /// What is wrong with it.
        why: PlayError,
        /// The moves before it, in the game's notation, and the move itself.
        moves: Vec<String>,
    },
    /// A player made no move although the game was not over.
    #[error("game {game}, ply {ply}: {player} made no move")]
    NoMove {
        /// Number of the game, from 0.
        game: u32,
        /// Moves played before.
        ply: u32,
        /// Who.
        player: Player,
    },
}

/// Plays the games of a plan one after another, telling `progress` of each.
///
/// # Errors
/// The first game that a player spoils ends the match.
pub fn play_games(
    plan: &GamesPlan,
    progress: &mut dyn FnMut(&GameRecord),
) -> Result<Tally, GamesError> {
    let mut a = Seat::new(plan.game, plan.a, MEGABYTES);
    let mut b = Seat::new(plan.game, plan.b, MEGABYTES);
    let mut tally = Tally::default();
    for index in 0..plan.games {
        let record = play_one(plan, index, &mut a, &mut b)?;
        progress(&record);
        tally.add(&record);
    }
    Ok(tally)
}

pub(crate) fn play_one(
    plan: &GamesPlan,
    index: u32,
    a: &mut Seat,
    b: &mut Seat,
) -> Result<GameRecord, GamesError> {
    let side_of_a = if index.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    };
    let pair = if plan.a == plan.b { index } else { index / 2 };
    let mut game = random_opening(plan, u64::from(pair));
    let mut luck = ChaCha8Rng::seed_from_u64(mix(plan.seed, u64::from(index) << 1 | 1));
    a.sit_down();
    b.sit_down();
    loop {
        if let Some(outcome) = game.outcome() {
            let moves = game.moves().to_vec();
            return Ok(GameRecord {
                index,
                side_of_a,
                moves,
                outcome,
            });
        }
        let a_to_move = game.position().side_to_move() == side_of_a;
        let (seat, player) = if a_to_move {
            (&mut *a, plan.a)
        } else {
            (&mut *b, plan.b)
        };
        let ply = game.ply();
        let chosen = seat.choose(
            &game,
            luck.next_u64(),
            &plan.limits,
            &mut Control::default(),
        );
        let mv = chosen.mv.ok_or(GamesError::NoMove {
            game: index,
            ply,
            player,
        })?;
        // Whatever the rule set says of people's illegal moves, an engine's end the match.
        let why = match game.why_illegal(mv) {
            Some(refusal) => PlayError::Illegal(refusal),
            None => match game.play(mv) {
                Ok(_) => continue,
                Err(error) => error,
            },
        };
        let played = game.moves().iter().chain([&mv]);
        let moves = played.map(|&m| move_text(plan.game, m)).collect();
        return Err(GamesError::IllegalMove {
            game: index,
            ply,
            player,
            why,
            moves,
        });
    }
}

/// A game with its random first moves played; one that would be over already is begun anew.
fn random_opening(plan: &GamesPlan, number: u64) -> AnyGame {
    let mut luck = ChaCha8Rng::seed_from_u64(mix(plan.seed, number << 1));
    loop {
        let mut game = AnyGame::new(AnyPosition::start(plan.game), plan.rules);
        for _ in 0..plan.random_plies {
            let moves = game.legal_moves().sorted();
            if moves.is_empty() {
                break;
            }
            let mv = moves[(luck.next_u64() % moves.len() as u64) as usize];
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Spreads the numbers of games over the seeds.
pub(crate) fn mix(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
