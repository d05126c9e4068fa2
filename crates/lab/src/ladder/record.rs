//! What is kept of the measurement of a game's levels.

use serde::{Deserialize, Serialize};

use super::file::LadderGame;
use super::plan::LadderPlan;
use super::ratings::rate;
use crate::player::Player;

/// What the two-ply player is rated.
const TWO_PLY: f64 = 1_000.0;

/// The ratings of a game's levels and yardsticks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LevelRecord {
    /// The game's name.
    pub game: String,
    /// The command that measured them.
    pub command: String,
    /// Games played in all.
    pub games: u32,
    /// The players, the weakest first.
    pub players: Vec<MeasuredPlayer>,
}

/// One player of the record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasuredPlayer {
    /// Its name: a level's number, `two-ply` or `random`.
    pub player: String,
    /// How it plays, as [`komadai_engine::Skill`] are written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skill: Option<String>,
    /// In Elo; the two-ply player has 1,000.
    pub rating: i32,
    /// Half the width of the 95 % interval.
    pub error: i32,
    /// Games won, drawn and lost against the two-ply player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against_two_ply: Option<[u32; 3]>,
}

impl LevelRecord {
    /// Rates everybody who played.
    #[must_use]
    pub fn of<'a>(
        plan: &LadderPlan,
        command: String,
        games: impl IntoIterator<Item = &'a LadderGame>,
    ) -> Self {
        // What the file has beside this plan's games does not count.
        let pairings: Vec<(String, String)> = (plan.pairings().iter())
            .map(|pairing| (pairing.a.to_string(), pairing.b.to_string()))
            .collect();
        let games: Vec<&LadderGame> = games
            .into_iter()
            .filter(|game| {
                let pairing = (game.a.clone(), game.b.clone());
                game.index < plan.games && pairings.contains(&pairing)
            })
            .collect();
        let yardstick = Player::TwoPly.to_string();
        let players = rate(games.iter().copied(), &yardstick, TWO_PLY)
            .into_iter()
            .map(|rated| {
                let mut against = [0; 3];
                for game in &games {
                    if game.a == rated.player && game.b == yardstick {
                        against[2 - game.half_points.min(2) as usize] += 1;
                    }
                }
                MeasuredPlayer {
                    skill: skill_of(plan, &rated.player),
                    rating: rated.rating.round() as i32,
                    // What all are measured by has no error of its own.
                    error: if rated.player == yardstick {
                        0
                    } else {
                        rated.error.round() as i32
                    },
                    against_two_ply: (against != [0; 3]).then_some(against),
                    player: rated.player,
                }
            })
            .collect();
        LevelRecord {
            game: plan.game.name().into(),
            command,
            games: games.len() as u32,
            players,
        }
    }
}

fn skill_of(plan: &LadderPlan, name: &str) -> Option<String> {
    match name.parse().ok()? {
        Player::Level(level) => level.skill(plan.game).map(|skill| skill.to_string()),
        Player::Skill(skill) => Some(skill.to_string()),
        Player::TwoPly | Player::Random => None,
    }
}
