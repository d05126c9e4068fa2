//! Opening book of the numbered levels.
//!
//! A plan lists one side's moves in order, whatever the opponent plays: an opening as players learn
//! it, not a tree of positions. An illegal or bad move is skipped and may be played later. The
//! moves of the game show which plan a side follows, so no state is kept. Each variant's plans are
//! in `<variant>.plans`.

mod choose;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use komadai_rules::{
    Bitboard as _, Game, Hand, Move, PieceKind, Position, Side, Square, Variant, VariantId,
};

pub(crate) use choose::choose;

pub(crate) struct Book {
    /// The book ends after this many plies.
    plies: u32,
    plans: Vec<Plan>,
}

/// Moves of one side, written for the first player.
struct Plan {
    #[cfg(test)]
    name: &'static str,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    kind: PieceKind,
    mv: Move,
    /// Steps of one group may be played in any order.
    group: usize,
    /// Later steps make sense only after this one.
    decisive: bool,
}

fn text(variant: VariantId) -> Option<&'static str> {
    match variant.name() {
        "shogi" => Some(include_str!("shogi.plans")),
        "minishogi" => Some(include_str!("minishogi.plans")),
        "torishogi" => Some(include_str!("torishogi.plans")),
        "shogun" => Some(include_str!("shogun.plans")),
        _ => None,
    }
}

/// Books of all variants, parsed on first use.
static BOOKS: LazyLock<Vec<(VariantId, Book)>> = LazyLock::new(|| {
    let books =
        (VariantId::ALL.into_iter()).filter_map(|variant| Some((variant, Book::read(variant)?)));
    books.collect()
});

impl Book {
    pub(crate) fn of(variant: VariantId) -> Option<&'static Book> {
        let book = BOOKS.iter().find(|(of, _)| *of == variant);
        book.map(|(_, book)| book)
    }

    fn read(variant: VariantId) -> Option<Book> {
        let mut book = Book {
            plies: 0,
            plans: Vec::new(),
        };
        for line in text(variant)?.lines().filter(|line| !line.starts_with('#')) {
            if let Some(plies) = line.strip_prefix("plies ") {
                book.plies = plies.parse().ok()?;
            } else if let Some((_name, moves)) = line.split_once(": ") {
                let steps = parse_steps(variant, moves)?;
                book.plans.push(Plan {
                    #[cfg(test)]
                    name: _name,
                    steps,
                });
            }
        }
        Some(book)
    }

    /// Legal next moves of each plan that the side to move follows, in plan order. Empty after the
    /// opening, and in games that begin neither from the start position nor from a handicap.
    pub(crate) fn continuations<V: Variant>(&self, game: &Game<V>) -> Vec<Continuation> {
        if game.ply() >= self.plies || !begins_like_the_game(game.start()) {
            return Vec::new();
        }
        let position = game.position();
        let side = position.side_to_move();
        let own = moves_of(game, side);
        let mut found = Vec::new();
        let mut most_played = 0;
        for plan in &self.plans {
            let steps = plan.steps.iter().map(|&step| Step {
                mv: seen_by::<V>(side, step.mv),
                ..step
            });
            let (played, left): (Vec<Step>, Vec<Step>) =
                steps.partition(|step| own.contains(&step.mv));
            if played.len() < most_played {
                continue;
            }
            let until =
                (left.iter().position(|step| step.decisive)).map_or(left.len(), |at| at + 1);
            let moves: Vec<(usize, Move)> = (left[..until].iter())
                .filter(|step| is_possible(position, step))
                .map(|step| (step.group, step.mv))
                .collect();
            // A plan without a legal move does not displace the others.
            if moves.is_empty() {
                continue;
            }
            if played.len() > most_played {
                most_played = played.len();
                found.clear();
            }
            found.push(moves);
        }
        found
    }
}

fn moves_of<V: Variant>(game: &Game<V>, side: Side) -> Vec<Move> {
    let first = usize::from(game.start().side_to_move() != side);
    let own = game.moves().iter().skip(first).step_by(2);
    own.copied().collect()
}

/// Legal next moves of a plan, each with the number of its group.
pub(crate) type Continuation = Vec<(usize, Move)>;

/// Parses moves preceded by the letter of their piece (`P7g7f`, `+Fd1d2`); brackets enclose groups,
/// `!` follows decisive moves.
fn parse_steps(variant: VariantId, text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let (mut group, mut in_brackets) = (0, false);
    for word in text.split_whitespace() {
        in_brackets |= word.starts_with('[');
        let closes = word.ends_with(']');
        let word = word.trim_matches(['[', ']']);
        let decisive = word.ends_with('!');
        let word = word.trim_end_matches('!');
        let (promoted, word) = match word.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, word),
        };
        let letter = word.chars().next()?;
        let kind = if promoted {
            variant.spec().promoted_kind_by_letter(letter)?
        } else {
            variant.spec().kind_by_letter(letter)?
        };
        let mv = Move::parse(variant, &word[letter.len_utf8()..]).ok()?;
        steps.push(Step {
            kind,
            mv,
            group,
            decisive,
        });
        in_brackets &= !closes;
        group += usize::from(!in_brackets);
    }
    Some(steps)
}

/// `true` for the start position, also with pieces missing (a handicap).
fn begins_like_the_game<V: Variant>(start: &Position<V>) -> bool {
    let usual = Position::<V>::start();
    [Side::First, Side::Second].map(|side| start.hand(side)) == [Hand::default(); 2]
        && (start.occupied().squares()).all(|at| start.piece_at(at) == usual.piece_at(at))
}

fn is_possible<V: Variant>(position: &Position<V>, step: &Step) -> bool {
    let moves = step.mv.from().and_then(|from| position.piece_at(from));
    moves.is_some_and(|piece| piece.kind == step.kind) && position.is_legal(step.mv)
}

/// Converts a move of the first player to `side`'s point of view.
fn seen_by<V: Variant>(side: Side, mv: Move) -> Move {
    let Some(from) = mv.from() else { return mv };
    let turn = |square| match side {
        Side::First => square,
        Side::Second => opposite::<V>(square),
    };
    if mv.is_promotion() {
        Move::promotion(turn(from), turn(mv.to()))
    } else {
        Move::normal(turn(from), turn(mv.to()))
    }
}

/// The square as the other side sees it: the board rotated, or mirrored where both kings start on
/// the same file as in chess.
fn opposite<V: Variant>(square: Square) -> Square {
    let start = Position::<V>::start();
    let [ours, theirs] = [Side::First, Side::Second].map(|side| start.king(side));
    if ours.map(|king| king.rotate_180(V::ID)) == theirs {
        return square.rotate_180(V::ID);
    }
    let rank = V::ID.spec().ranks - 1 - square.rank(V::ID);
    Square::from_coords(V::ID, square.file(V::ID), rank).unwrap_or(square)
}
