//! Measured ratings of a variant's levels.

use serde::{Deserialize, Serialize};

use super::file::LadderGame;
use super::plan::LadderPlan;
use super::ratings::rate;
use crate::player::Player;

const REFERENCE_RATING: f64 = 1_000.0;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LevelRecord {
    pub game: String,
    pub command: String,
    pub games: u32,
    /// The weakest first.
    pub players: Vec<MeasuredPlayer>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasuredPlayer {
    /// A level's number, `two-ply` or `random`.
    pub player: String,
    /// [`komadai_engine::Skill`] of the level, as text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub skill: Option<String>,
    /// Rating in Elo; that of the two-ply player is 1,000.
    pub rating: i32,
    pub error: i32,
    /// Games won, drawn and lost against the two-ply player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against_two_ply: Option<[u32; 3]>,
}

impl LevelRecord {
    #[must_use]
    pub fn of<'a>(
        plan: &LadderPlan,
        command: String,
        games: impl IntoIterator<Item = &'a LadderGame>,
    ) -> Self {
        // The file may have games of other plans.
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
        let reference = Player::TwoPly.to_string();
        let players = rate(games.iter().copied(), &reference, REFERENCE_RATING)
            .into_iter()
            .map(|rated| {
                let mut against = [0; 3];
                for game in &games {
                    if game.a == rated.player && game.b == reference {
                        against[2 - game.half_points.min(2) as usize] += 1;
                    }
                }
                MeasuredPlayer {
                    skill: skill_of(plan, &rated.player),
                    rating: rated.rating.round() as i32,
                    // Fixed by definition.
                    error: if rated.player == reference {
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
            game: plan.variant.name().into(),
            command,
            games: games.len() as u32,
            players,
        }
    }
}

fn skill_of(plan: &LadderPlan, name: &str) -> Option<String> {
    match name.parse().ok()? {
        Player::Level(level) => level.skill(plan.variant).map(|skill| skill.to_string()),
        Player::Skill(skill) => Some(skill.to_string()),
        Player::TwoPly | Player::Random => None,
    }
}
