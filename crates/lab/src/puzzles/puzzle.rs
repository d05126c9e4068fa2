use std::fmt;
use std::str::FromStr;

use komadai_engine::fnv1a;
use komadai_rules::{AnyPosition, Move};

use super::theme::Theme;

/// Goal of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum PuzzleKind {
    /// Mate by checks alone.
    Mate,
    /// The only winning move.
    Tactic,
    /// The only move that does not lose.
    Defence,
}

impl PuzzleKind {
    pub const ALL: [PuzzleKind; 3] = [PuzzleKind::Mate, PuzzleKind::Tactic, PuzzleKind::Defence];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Mate => "mate",
            PuzzleKind::Tactic => "tactic",
            PuzzleKind::Defence => "defence",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no kind of puzzle \"{0}\": expected mate, tactic or defence")]
pub struct UnknownPuzzleKind(pub String);

impl FromStr for PuzzleKind {
    type Err = UnknownPuzzleKind;

    fn from_str(name: &str) -> Result<Self, UnknownPuzzleKind> {
        let kind = PuzzleKind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| UnknownPuzzleKind(name.into()))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub kind: PuzzleKind,
    /// In mates of the Shogi family the attacker, the first side, has no king.
    pub position: AnyPosition,
    /// The line, the solver's moves first and last: for a mate the shortest one against the longest
    /// defence, otherwise the only good moves against the engine's best replies.
    pub moves: Vec<Move>,
    /// All correct first moves, if there are several; they include that of the line.
    pub solutions: Vec<Move>,
    /// In the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// First estimate of the difficulty on the scale of players' ratings.
    pub rating: u32,
}

const ID_LENGTH: usize = 8;
/// Size of the id's alphabet: digits and small letters.
const ID_BASE: u64 = 36;

impl Puzzle {
    /// A hash of the position's text: eight digits and small letters.
    #[must_use]
    pub fn id(&self) -> String {
        let mut number = fnv1a::hash(self.position.to_string().as_bytes());
        let digits = (0..ID_LENGTH).map(|_| {
            let digit = (number % ID_BASE) as u32;
            number /= ID_BASE;
            char::from_digit(digit, ID_BASE as u32).unwrap_or('0')
        });
        digits.collect()
    }

    #[must_use]
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// All correct first moves.
    #[must_use]
    pub fn first_moves(&self) -> &[Move] {
        match self.solutions.is_empty() {
            true => self.moves.get(..1).unwrap_or_default(),
            false => &self.solutions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::VariantId;

    #[test]
    fn names_of_kinds_are_read_back() {
        for kind in PuzzleKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("riddle".parse::<PuzzleKind>().is_err());
    }

    #[test]
    fn an_id_depends_on_the_position_alone() {
        let puzzle = |variant, rating| Puzzle {
            kind: PuzzleKind::Tactic,
            position: AnyPosition::start(variant),
            moves: Vec::new(),
            solutions: Vec::new(),
            themes: Vec::new(),
            rating,
        };
        let id = puzzle(VariantId::Shogi, 900).id();
        assert_eq!(id, puzzle(VariantId::Shogi, 1_000).id());
        assert_ne!(id, puzzle(VariantId::Minishogi, 900).id());
        assert_eq!(id.len(), ID_LENGTH);
        let allowed = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
        assert!(id.chars().all(allowed), "{id}");
    }
}
