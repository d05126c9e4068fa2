//! Rows of the tables of levels.

use crate::skill::Skill;

/// A level of one game and its measured strength.
pub(crate) struct RatedSkill {
    pub(crate) skill: Skill,
    /// In Elo, where the two-ply player has 1,000.
    pub(crate) rating: i32,
}

/// Levels of each game.
pub(crate) const LEVEL_COUNT: usize = 14;

const fn skill(
    depth: u32,
    nodes: u64,
    error_cp: i32,
    random_move_permille: u16,
    missed_mate_permille: u16,
) -> Skill {
    Skill {
        depth,
        nodes,
        error_cp,
        random_move_permille,
        missed_mate_permille,
    }
}

/// A row: rating, depth, nodes, error in centipawns, random moves and missed mates per mille.
pub(super) const fn level(
    rating: i32,
    depth: u32,
    nodes: u64,
    error_cp: i32,
    random_move_permille: u16,
    missed_mate_permille: u16,
) -> RatedSkill {
    RatedSkill {
        skill: skill(
            depth,
            nodes,
            error_cp,
            random_move_permille,
            missed_mate_permille,
        ),
        rating,
    }
}

/// Levels of a game whose levels have not been measured: roughly the mean of those that have.
pub(crate) static DEFAULT_SKILLS: [Skill; LEVEL_COUNT] = [
    skill(0, 0, 420, 180, 570),
    skill(0, 0, 340, 140, 460),
    skill(0, 0, 260, 95, 330),
    skill(0, 0, 170, 55, 190),
    skill(0, 0, 100, 25, 75),
    skill(1, 1_000, 400, 50, 90),
    skill(1, 1_000, 310, 35, 55),
    skill(1, 1_000, 240, 20, 15),
    skill(1, 1_000, 170, 9, 1),
    skill(1, 1_000, 110, 3, 0),
    skill(2, 400, 50, 0, 0),
    skill(3, 450, 0, 0, 0),
    skill(4, 900, 0, 0, 0),
    skill(5, 2_000, 0, 0, 0),
];
