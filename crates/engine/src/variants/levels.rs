//! Table rows of the playing levels.

use crate::skill::Skill;

pub(crate) struct RatedSkill {
    pub(crate) skill: Skill,
    /// Elo; the two-ply player has 1,000.
    pub(crate) rating: i32,
}

/// Numbered levels per variant.
pub(crate) const LEVEL_COUNT: usize = 17;

const fn skill(
    depth: u32,
    nodes: u64,
    error_cp: i32,
    random_move_permille: u16,
    missed_mate_permille: u16,
    oversight_permille: u16,
) -> Skill {
    Skill {
        depth,
        nodes,
        error_cp,
        random_move_permille,
        missed_mate_permille,
        oversight_permille,
    }
}

/// Arguments: rating, depth, nodes, error in centipawns; random moves, missed mates and oversights
/// per mille.
pub(super) const fn level(
    rating: i32,
    depth: u32,
    nodes: u64,
    error_cp: i32,
    random_move_permille: u16,
    missed_mate_permille: u16,
    oversight_permille: u16,
) -> RatedSkill {
    RatedSkill {
        skill: skill(
            depth,
            nodes,
            error_cp,
            random_move_permille,
            missed_mate_permille,
            oversight_permille,
        ),
        rating,
    }
}

/// Levels of a variant that has not been measured: roughly the mean of the measured ones.
pub(crate) static DEFAULT_SKILLS: [Skill; LEVEL_COUNT] = [
    skill(0, 0, 470, 70, 1_000, 780),
    skill(0, 0, 430, 50, 790, 690),
    skill(0, 0, 370, 33, 650, 580),
    skill(0, 0, 320, 22, 530, 480),
    skill(0, 0, 240, 10, 330, 290),
    skill(0, 0, 170, 4, 180, 160),
    skill(1, 50_000, 400, 8, 120, 300),
    skill(1, 50_000, 300, 5, 75, 190),
    skill(1, 50_000, 210, 3, 40, 110),
    skill(1, 50_000, 140, 1, 10, 50),
    skill(1, 50_000, 90, 0, 0, 20),
    skill(2, 400, 50, 0, 0, 0),
    skill(3, 450, 0, 0, 0, 0),
    skill(4, 900, 0, 0, 0, 0),
    skill(5, 2_000, 0, 0, 0, 0),
    skill(6, 6_000, 0, 0, 0, 0),
    skill(8, 20_000, 0, 0, 0, 0),
];
