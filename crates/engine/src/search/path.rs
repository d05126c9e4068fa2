//! Path from the start of the game to the current node, and the scores of repetition, perpetual
//! check, the n-move rule, the limit of plies and declarations. Repetitions are found by the rules'
//! own [`RepetitionTracker`].

use komadai_rules::{
    Declaration, Declared, Game, HandComparison, PerpetualCheck, Position, Repetition,
    RepetitionTracker, RepetitionVerdict, RuleSet, Side, Stalemate, Variant, judge_declaration,
};

use crate::params::{MUST_VARY, N_MOVE_MARGIN};
use crate::score::{DECIDED, MAX_PLY, SUPERIOR, mated_in};

/// Score of a repetition for the side to move.
#[derive(Clone, Copy)]
enum Repeated {
    /// The game ends.
    Over(i32),
    /// The game continues with this expected score.
    Leads(i32),
}

pub(super) struct Path {
    line: RepetitionTracker,
    /// Index of the root position.
    root: usize,
    rules: RuleSet,
    /// Impasse points that a handicap removed from the second side.
    removed_points: u32,
    /// Score of a draw for the side to move at the root.
    draw_score: i32,
}

impl Path {
    /// `draw_score`: value of a draw for the side to move at the root, which is the game's current
    /// position.
    pub(super) fn of<V: Variant>(game: &Game<V>, draw_score: i32) -> Self {
        let rules = *game.rules();
        let mut line = game.repetitions().clone();
        let root = line.len() - 1;
        line.reserve(MAX_PLY + 1);
        Path {
            line,
            root,
            rules,
            removed_points: match rules.declaration {
                Declaration::Off => 0,
                _ => game.removed_points(),
            },
            draw_score,
        }
    }

    pub(super) fn push<V: Variant>(&mut self, position: &Position<V>) {
        self.line.push(position);
    }

    pub(super) fn push_null_move<V: Variant>(&mut self, position: &Position<V>) {
        self.line.push_null_move(position);
    }

    pub(super) fn pop(&mut self) {
        self.line.pop();
    }

    /// Plies since the start of the game.
    fn plies(&self) -> u32 {
        (self.line.len() - 1) as u32
    }

    /// Score for the side to move if the game is decided or nearly decided by repetition, the
    /// n-move rule, the limit of plies, or a winning declaration of the entered king.
    pub(super) fn verdict<V: Variant>(&self, position: &Position<V>, ply: usize) -> Option<i32> {
        let leads_to = match self.repeated(position.side_to_move(), ply) {
            Some(Repeated::Over(score)) => return Some(score),
            Some(Repeated::Leads(score)) => Some(score),
            None => None,
        };
        let stale = self
            .rules
            .halfmove_limit()
            .is_some_and(|limit| u32::from(position.halfmove_clock()) >= limit);
        let long = self
            .rules
            .max_plies
            .is_some_and(|limit| self.plies() >= limit);
        if stale || long {
            // Mate takes precedence over the limits.
            let mated = position.in_check() && !position.has_legal_move();
            return Some(if mated {
                mated_in(ply)
            } else {
                self.drawn(ply)
            });
        }
        if self.declares(position) {
            return Some(DECIDED - ply as i32);
        }
        leads_to
    }

    /// `true` shortly before the draw by the n-move rule, where scores found at a lower clock do
    /// not hold.
    pub(super) fn nears_n_move_draw<V: Variant>(&self, position: &Position<V>) -> bool {
        self.rules
            .halfmove_limit()
            .is_some_and(|limit| u32::from(position.halfmove_clock()) + N_MOVE_MARGIN >= limit)
    }

    fn declares<V: Variant>(&self, position: &Position<V>) -> bool {
        let rule = self.rules.declaration;
        rule != Declaration::Off
            && judge_declaration(position, rule, self.removed_points, self.plies()) == Declared::Win
    }

    /// Value of a draw for the side to move, `ply` plies from the root.
    fn drawn(&self, ply: usize) -> i32 {
        if ply % 2 == 0 {
            self.draw_score
        } else {
            -self.draw_score
        }
    }

    /// Score of a node without legal moves.
    pub(super) fn no_move<V: Variant>(&self, position: &Position<V>, ply: usize) -> i32 {
        if position.in_check() || self.rules.stalemate == Stalemate::StalematedLoses {
            mated_in(ply)
        } else {
            self.drawn(ply)
        }
    }

    fn repeated(&self, to_move: Side, ply: usize) -> Option<Repeated> {
        match self.line.verdict(&self.rules) {
            RepetitionVerdict::End { winner, .. } => {
                return Some(Repeated::Over(self.decided(winner, to_move, ply)));
            }
            RepetitionVerdict::MustVary => return None,
            RepetitionVerdict::Continue => {}
        }
        // The board repeats within the search with other hands: the side that has gained can
        // continue gaining, and the other side had nothing better the first time.
        let superior = SUPERIOR - ply as i32;
        match self.line.hand_comparison(self.root) {
            Some(HandComparison::Superior) => return Some(Repeated::Leads(superior)),
            Some(HandComparison::Inferior) => return Some(Repeated::Leads(-superior)),
            None => {}
        }
        // One repetition within the search shows the outcome: a side with a better move would have
        // played it the first time.
        let since = self.line.previous_occurrence()?;
        (since >= self.root).then(|| Repeated::Leads(self.cycle_score(since, to_move, ply)))
    }

    /// Score, for the side to move, of a game that ended other than by mate.
    fn decided(&self, winner: Option<Side>, to_move: Side, ply: usize) -> i32 {
        match winner {
            None => self.drawn(ply),
            Some(winner) if winner == to_move => DECIDED - ply as i32,
            Some(_) => ply as i32 - DECIDED,
        }
    }

    /// Score of a position that has repeated once within the search, first at index `since`.
    fn cycle_score(&self, since: usize, to_move: Side, ply: usize) -> i32 {
        if self.rules.perpetual_check == PerpetualCheck::CheckerLoses {
            if let Some(checker) = self.line.perpetual_checker(since) {
                return self.decided(Some(!checker), to_move, ply);
            }
        }
        match self.rules.repetition {
            Repetition::Draw3 | Repetition::Draw4 => self.drawn(ply),
            Repetition::SenteLoses4 => self.decided(Some(Side::Second), to_move, ply),
            Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => -MUST_VARY,
            Repetition::StarterMustVary3 => MUST_VARY,
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::{AnyPosition, Move, SetupRules, Shogun, VariantId};

    use super::*;

    /// The verdict after `moves`; the search starts after the first `before` of them.
    fn verdict(start: &str, moves: &str, before: usize) -> Option<i32> {
        let variant = VariantId::Minishogi;
        let parsed = AnyPosition::parse(variant, start, SetupRules::Play);
        let Ok(AnyPosition::Minishogi(start)) = parsed else {
            panic!("no position of Minishogi: {parsed:?}")
        };
        let mut played = Game::new(start, RuleSet::default_for(variant));
        let mut path = Path::of(&played, 0);
        for (index, text) in moves.split_whitespace().enumerate() {
            if index == before {
                path = Path::of(&played, 0);
            }
            let mv = Move::parse(variant, text).expect("a move");
            played.play(mv).expect("a legal move");
            if index >= before {
                path.push(played.position());
            }
        }
        let ply = played.moves().len() - before;
        path.verdict(played.position(), ply)
    }

    const BLACK: &str = "1e1d P*1c 1d1c 5a4a 1c1e 4a5a";
    const WHITE: &str = "P*1c 1e1c 5a4a 1c1d 4a5a 1d1e";

    #[test]
    fn the_same_board_with_a_superior_hand_scores_as_nearly_won() {
        let start = "k4/5/5/5/K3R b p 1";
        assert_eq!(verdict(start, BLACK, 0), Some(SUPERIOR - 6));
    }

    #[test]
    fn the_same_board_with_an_inferior_hand_scores_as_nearly_lost() {
        let start = "k4/5/5/5/K3R w p 1";
        assert_eq!(verdict(start, WHITE, 0), Some(6 - SUPERIOR));
    }

    #[test]
    fn a_recurrence_of_a_position_before_the_root_is_not_scored() {
        let start = "k4/5/5/5/K3R w p 1";
        assert_eq!(verdict(start, WHITE, 2), None);
    }

    #[test]
    fn the_n_move_draw_is_near_ten_plies_before_it() {
        let rules = RuleSet::default_for(VariantId::Shogun);
        for (clock, near) in [(0, false), (89, false), (90, true), (99, true)] {
            let text = format!("4k3/8/8/8/8/8/8/R3K3[] w - - {clock} 60");
            let parsed = AnyPosition::parse(VariantId::Shogun, &text, SetupRules::Play);
            let Ok(AnyPosition::Shogun(position)) = parsed else {
                panic!("no position of Shogun Chess: {parsed:?}")
            };
            let path = Path::of(&Game::new(position, rules), 0);
            assert_eq!(path.nears_n_move_draw(&position), near, "{clock}");
        }
    }

    #[test]
    fn an_n_move_rule_of_32768_moves_does_not_end_the_game_at_the_root() {
        let mut rules = RuleSet::default_for(VariantId::Shogun);
        for moves in [32_767, 32_768, u16::MAX] {
            rules.n_move_rule = Some(moves);
            let game = Game::new(Position::<Shogun>::start(), rules);
            let path = Path::of(&game, 0);
            assert_eq!(path.verdict(game.position(), 0), None, "{moves}");
        }
    }
}
