//! Everything there is to show of a game, as one value.

use komadai_notation::{board_text, move_text, position_text, usi_square};
use komadai_protocol::PerSide;
use komadai_rules::{AnyGame, AnyPosition, Impasse, Move, Side, VariantId};
use komadai_wasm_shared::Record;
use serde::Serialize;

use crate::refusal::Refusal;

/// Everything there is to show of a game. Squares are named as in USI in all four games.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameState {
    #[cfg_attr(test, ts(as = "komadai_protocol::GameName"))]
    game: &'static str,
    /// The whole position as canonical text.
    position: String,
    /// Only the board, the first field of SFEN and FEN.
    board: String,
    /// How many of each piece a side has in hand, by capital letter; a piece it has none of is left out.
    #[cfg_attr(test, ts(type = "PerSide<Record<string, number>>"))]
    hands: PerSide<Record<u32>>,
    /// Who is to move.
    #[cfg_attr(test, ts(as = "komadai_protocol::SideName"))]
    side: &'static str,
    /// Whether that side's king is attacked.
    check: bool,
    /// The squares of the kings.
    kings: PerSide<Option<String>>,
    /// Moves played.
    ply: u32,
    /// All moves as canonical text.
    moves: Vec<String>,
    /// How often this position has occurred, this time included.
    repetition: u32,
    /// The occurrence that ends the game or obliges a side to vary.
    repetition_limit: u32,
    /// Tori Shogi: the side to move began the repetition and must vary or lose.
    must_vary: bool,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<komadai_protocol::GameOutcome>"))]
    outcome: Option<Outcome>,
    /// The illegal move that lost the game, where the rules say that it does.
    losing_illegal_move: Option<LosingIllegalMove>,
    last_move: Option<LastMove>,
    /// Points of both sides, where the rules know an impasse by agreement.
    impasse: Option<ImpassePoints>,
}

/// As [`komadai_protocol::GameOutcome`], with the names of the rules.
#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    reason: &'static str,
    ply: u32,
}

/// The last move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LastMove {
    /// Where it came from; nothing for a drop.
    from: Option<String>,
    /// The letter of the piece that was dropped.
    drop: Option<String>,
    to: String,
    promote: bool,
    capture: bool,
}

/// The illegal move that lost a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LosingIllegalMove {
    #[serde(rename = "move")]
    text: String,
    refusal: Refusal,
}

/// The points of both sides in an impasse.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ImpassePoints {
    first: u32,
    second: u32,
    /// Whether the players may agree on it now.
    possible: bool,
}

impl GameState {
    pub(crate) fn of(game: &AnyGame) -> GameState {
        let id = game.variant();
        let position = game.position();
        let last = game.moves().last().copied();
        let before = last.and_then(|_| game.position_at(game.ply() - 1));
        GameState {
            game: id.name(),
            position: position_text(&position),
            board: board_text(&position.to_setup()),
            hands: per_side(|side| hand(id, &position, side)),
            side: position.side_to_move().name(),
            check: position.in_check(),
            kings: per_side(|side| position.king(side).map(|king| usi_square(id, king))),
            ply: game.ply(),
            moves: game.moves().iter().map(|m| move_text(id, *m)).collect(),
            repetition: game.repetition(),
            repetition_limit: game.rules().repetition.occurrences(),
            must_vary: game.must_vary(),
            outcome: game.outcome().map(|outcome| Outcome {
                winner: outcome.winner.map(Side::name),
                reason: outcome.reason.name(),
                ply: outcome.ply,
            }),
            losing_illegal_move: game
                .losing_illegal_move()
                .map(|(m, refusal)| LosingIllegalMove {
                    text: move_text(id, *m),
                    refusal: Refusal::new(&position, refusal),
                }),
            last_move: last
                .zip(before)
                .map(|(m, before)| last_move(id, m, &before, &position)),
            impasse: impasse(game),
        }
    }
}

fn per_side<T>(value: impl Fn(Side) -> T) -> PerSide<T> {
    PerSide {
        first: value(Side::First),
        second: value(Side::Second),
    }
}

fn hand(id: VariantId, position: &AnyPosition, side: Side) -> Record<u32> {
    let spec = id.spec();
    let pieces = position.hand(side).iter();
    pieces
        .map(|(kind, count)| (spec.kind(kind).letter.to_string(), u32::from(count)))
        .collect()
}

fn last_move(id: VariantId, m: Move, before: &AnyPosition, after: &AnyPosition) -> LastMove {
    let mover = before.side_to_move();
    let dropped = m.dropped();
    LastMove {
        from: m.from().map(|from| usi_square(id, from)),
        drop: dropped.map(|kind| id.spec().kind(kind).letter.to_string()),
        to: usi_square(id, m.to()),
        promote: m.is_promotion(),
        // What is captured always goes to the hand, en passant too; nothing else makes a hand grow.
        capture: after.hand(mover).total() > before.hand(mover).total(),
    }
}

fn impasse(game: &AnyGame) -> Option<ImpassePoints> {
    if game.rules().impasse == Impasse::Off {
        return None;
    }
    let [first, second] = game.impasse().points;
    Some(ImpassePoints {
        first,
        second,
        possible: game.impasse_outcome().is_ok(),
    })
}
