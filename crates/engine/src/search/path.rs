//! The positions from the start of the game to the node being searched, and what the game's own
//! rules say when one of them comes again.

use komadai_rules::{
    Declaration, Declared, Game, Hand, History, PerpetualCheck, Position, Repetition, RuleSet,
    Side, Stalemate, judge_declaration,
};

use crate::score::{DECIDED, SUPERIOR, mated_in};

/// A position that has been on the board.
#[derive(Clone, Copy)]
struct Visited {
    key: u64,
    /// The key without the hands.
    board: u64,
    /// What the side to move held.
    hand: Hand,
    /// The move that led here gave check.
    check: bool,
    /// How many plies back nobody has passed.
    reach: u32,
}

/// Boards are counted by the low bits of their keys, so that most are known to be new at once.
const FILTER: usize = 1 << 12;

/// What a position that comes again is worth to the side to move.
#[derive(Clone, Copy)]
enum Repeated {
    /// The game is over by it.
    Over(i32),
    /// The game goes on, and this is where it leads.
    Leads(i32),
}

/// The line from the start of the game, and the rules that look back along it.
pub(super) struct Path {
    visited: Vec<Visited>,
    filter: Vec<u8>,
    /// Index of the root of the search.
    root: usize,
    repetition: Repetition,
    checker_loses: bool,
    stalemate: Stalemate,
    clock_limit: Option<u16>,
    max_plies: Option<u32>,
    declaration: Declaration,
    /// What a handicap took from the second side, in points of a declaration.
    removed: u32,
    /// For the side to move at the root.
    draw_score: i32,
}

impl Path {
    /// The game so far; its current position is the root, and a draw is worth `draw_score` to the
    /// side to move there.
    pub(super) fn of<G: Game>(game: &History<G>, draw_score: i32) -> Self {
        let rules: &RuleSet = game.rules();
        let mut path = Path {
            visited: Vec::with_capacity(game.moves().len() + 160),
            filter: vec![0; FILTER],
            root: 0,
            repetition: rules.repetition,
            checker_loses: rules.perpetual_check == PerpetualCheck::CheckerLoses,
            stalemate: rules.stalemate,
            clock_limit: rules.n_move_rule.map(|moves| moves * 2),
            max_plies: rules.max_plies,
            declaration: rules.declaration,
            removed: match rules.declaration {
                Declaration::Off => 0,
                _ => game.removed_points(),
            },
            draw_score,
        };
        for position in game.positions() {
            path.push(position, false);
        }
        path.root = path.visited.len() - 1;
        path
    }

    /// Goes to `position`; `passed` if nobody moved to get there.
    pub(super) fn push<G: Game>(&mut self, position: &Position<G>, passed: bool) {
        let before = self.visited.last().map_or(0, |last| last.reach + 1);
        let reach = if passed { 0 } else { before };
        let board = position.board_key();
        let slot = &mut self.filter[board as usize % FILTER];
        *slot = slot.saturating_add(1);
        self.visited.push(Visited {
            key: position.key(),
            board,
            hand: position.hand(position.side_to_move()),
            check: position.in_check(),
            reach,
        });
    }

    pub(super) fn pop(&mut self) {
        if let Some(last) = self.visited.pop() {
            let slot = &mut self.filter[last.board as usize % FILTER];
            // A counter that once was full no longer knows its number and stays.
            if *slot != u8::MAX {
                *slot -= 1;
            }
        }
    }

    /// The score, for the side to move, if the game is over or as good as over here because of what
    /// came before: repetition, the count of moves without progress, the limit of plies; or because
    /// the side to move wins by declaring that its king has entered.
    pub(super) fn verdict<G: Game>(&self, position: &Position<G>, ply: usize) -> Option<i32> {
        let leads_to = match self.repeated(position.side_to_move(), ply) {
            Some(Repeated::Over(score)) => return Some(score),
            Some(Repeated::Leads(score)) => Some(score),
            None => None,
        };
        let stale = self
            .clock_limit
            .is_some_and(|most| position.halfmove_clock() >= most);
        let plies = (self.visited.len() - 1) as u32;
        let long = self.max_plies.is_some_and(|most| plies >= most);
        if stale || long {
            // Mate comes before any count.
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

    fn declares<G: Game>(&self, position: &Position<G>) -> bool {
        let plies = (self.visited.len() - 1) as u32;
        self.declaration != Declaration::Off
            && judge_declaration(position, self.declaration, self.removed, plies) == Declared::Win
    }

    /// What a draw is worth to the side to move, `ply` plies from the root.
    fn drawn(&self, ply: usize) -> i32 {
        if ply % 2 == 0 {
            self.draw_score
        } else {
            -self.draw_score
        }
    }

    /// The score of having no legal move.
    pub(super) fn no_move<G: Game>(&self, position: &Position<G>, ply: usize) -> i32 {
        if position.in_check() || self.stalemate == Stalemate::StalematedLoses {
            mated_in(ply)
        } else {
            self.drawn(ply)
        }
    }

    fn repeated(&self, to_move: Side, ply: usize) -> Option<Repeated> {
        let here = self.visited.len() - 1;
        let now = self.visited[here];
        if here < 4 || self.filter[now.board as usize % FILTER] < 2 {
            return None;
        }
        let earliest = here - (now.reach as usize).min(here);
        let mut seen = 1;
        let mut latest = None;
        let mut unequal = None;
        let mut oldest_that_counts = None;
        let needed = self.occurrences_that_end();
        let mut at = here;
        while at >= earliest + 2 {
            at -= 2;
            let then = self.visited[at];
            if then.board != now.board {
                continue;
            }
            if then.key == now.key {
                seen += 1;
                latest = latest.or(Some(at));
                if seen == needed {
                    oldest_that_counts = Some(at);
                    break;
                }
            } else if at >= self.root && latest.is_none() {
                unequal = unequal.or_else(|| gained(now.hand, then.hand, ply));
            }
        }
        if let Some(oldest) = oldest_that_counts {
            return self.ended(oldest, to_move, ply).map(Repeated::Over);
        }
        if unequal.is_some() {
            return unequal.map(Repeated::Leads);
        }
        let latest = latest?;
        // Coming round once inside the search shows where the line leads: whoever could do better
        // would have left the circle the first time.
        (latest >= self.root).then(|| Repeated::Leads(self.circling(latest, to_move, ply)))
    }

    fn occurrences_that_end(&self) -> u32 {
        match self.repetition {
            Repetition::Draw4 | Repetition::SenteLoses4 | Repetition::CreatorLoses4 => 4,
            Repetition::Draw3 | Repetition::StarterMustVary3 | Repetition::CreatorLoses3 => 3,
        }
    }

    /// The position has occurred as often as the rules allow, counted from `oldest`. `None` if
    /// play goes on all the same.
    fn ended(&self, oldest: usize, to_move: Side, ply: usize) -> Option<i32> {
        let won = DECIDED - ply as i32;
        if let Some(score) = self.perpetual(oldest, ply) {
            return Some(score);
        }
        match self.repetition {
            Repetition::Draw3 | Repetition::Draw4 => Some(self.drawn(ply)),
            Repetition::SenteLoses4 if to_move == Side::First => Some(-won),
            Repetition::SenteLoses4 | Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => {
                Some(won)
            }
            // The mover left a position that had come three times and did not vary; otherwise it
            // is the side to move that must.
            Repetition::StarterMustVary3 => {
                (self.count(self.visited.len() - 2) >= 3).then_some(won)
            }
        }
    }

    /// The position has come round once within the search.
    fn circling(&self, since: usize, to_move: Side, ply: usize) -> i32 {
        if let Some(score) = self.perpetual(since, ply) {
            return score;
        }
        match self.repetition {
            Repetition::Draw3 | Repetition::Draw4 => self.drawn(ply),
            Repetition::SenteLoses4 if to_move == Side::First => -DECIDED + ply as i32,
            Repetition::SenteLoses4 => DECIDED - ply as i32,
            Repetition::CreatorLoses3 | Repetition::CreatorLoses4 => -MUST_VARY,
            Repetition::StarterMustVary3 => MUST_VARY,
        }
    }

    /// Decided if exactly one side gave check with every move since the index.
    fn perpetual(&self, since: usize, ply: usize) -> Option<i32> {
        if !self.checker_loses {
            return None;
        }
        let here = self.visited.len() - 1;
        let all_checks = |last: usize| {
            let mut moves = (since + 1..=last).rev().step_by(2);
            moves.all(|at| self.visited[at].check)
        };
        // The move into the present position was the opponent's.
        let by_them = all_checks(here);
        let by_us = all_checks(here - 1);
        let won = DECIDED - ply as i32;
        match (by_them, by_us) {
            (true, false) => Some(won),
            (false, true) => Some(-won),
            _ => None,
        }
    }

    fn count(&self, index: usize) -> usize {
        let key = self.visited[index].key;
        self.visited[..=index]
            .iter()
            .rev()
            .step_by(2)
            .filter(|v| v.key == key)
            .count()
    }
}

/// The board has come round within the search, the hands have not: whoever gained by it can go on
/// gaining, and the other could do no better the first time. `None` if neither holds more of
/// everything.
fn gained(now: Hand, then: Hand, ply: usize) -> Option<i32> {
    let score = SUPERIOR - ply as i32;
    if now.dominates(then) {
        Some(score)
    } else if then.dominates(now) {
        Some(-score)
    } else {
        None
    }
}

/// Who must vary, or will have to, gives up a little of its freedom.
const MUST_VARY: i32 = -30;

#[cfg(test)]
mod tests {
    use komadai_notation::{parse_move, parse_position};
    use komadai_rules::{AnyPosition, GameId, RuleSet, SetupRules};

    use super::*;

    /// The verdict after `moves`, searched from the position after `before` of them.
    fn verdict(start: &str, moves: &str, before: usize) -> Option<i32> {
        let game = GameId::Minishogi;
        let parsed = parse_position(game, start, SetupRules::Play);
        let Ok(AnyPosition::Minishogi(start)) = parsed else {
            panic!("no position of Minishogi: {parsed:?}")
        };
        let mut played = History::new(start, RuleSet::default_for(game));
        let mut path = Path::of(&played, 0);
        for (index, text) in moves.split_whitespace().enumerate() {
            if index == before {
                path = Path::of(&played, 0);
            }
            let mv = parse_move(game, text).expect("a move");
            played.play(mv).expect("a legal move");
            if index >= before {
                path.push(played.position(), false);
            }
        }
        let ply = played.moves().len() - before;
        path.verdict(played.position(), ply)
    }

    const BLACK: &str = "1e1d P*1c 1d1c 5a4a 1c1e 4a5a";
    const WHITE: &str = "P*1c 1e1c 5a4a 1c1d 4a5a 1d1e";

    #[test]
    fn the_same_board_with_more_in_hand_is_as_good_as_won() {
        let start = "k4/5/5/5/K3R b p 1";
        assert_eq!(verdict(start, BLACK, 0), Some(SUPERIOR - 6));
    }

    #[test]
    fn the_same_board_with_less_in_hand_is_as_good_as_lost() {
        let start = "k4/5/5/5/K3R w p 1";
        assert_eq!(verdict(start, WHITE, 0), Some(6 - SUPERIOR));
    }

    #[test]
    fn what_was_on_the_board_before_the_search_is_no_circle_of_its_own() {
        let start = "k4/5/5/5/K3R w p 1";
        assert_eq!(verdict(start, WHITE, 2), None);
    }
}
