//! Complete state of a game for display.

use komadai_protocol::{GameOutcome, PerSide};
use komadai_rules::{AnyGame, AnyPosition, Impasse, Move, Side, VariantId};
use komadai_wasm_shared::Record;
use serde::Serialize;

use crate::refusal::Refusal;

/// Complete state of a game for display. Squares have their USI names in all four variants.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameState {
    #[cfg_attr(test, ts(type = "GameName"))]
    game: &'static str,
    /// Canonical text.
    position: String,
    /// The board alone, the first field of SFEN and FEN.
    board: String,
    /// Number of pieces of each kind in a side's hand, by capital letter; zeros are left out.
    #[cfg_attr(test, ts(type = "PerSide<Record<string, number>>"))]
    hands: PerSide<Record<u32>>,
    #[cfg_attr(test, ts(type = "SideName"))]
    side: &'static str,
    /// The king of the side to move is attacked.
    check: bool,
    kings: PerSide<Option<String>>,
    ply: u32,
    moves: Vec<String>,
    /// Number of occurrences of this position, this one included.
    repetition: u32,
    /// The occurrence that ends the game or obliges a side to vary.
    repetition_limit: u32,
    /// Tori Shogi: the side to move began the repetition and must vary or lose.
    must_vary: bool,
    outcome: Option<GameOutcome>,
    /// The illegal move that lost the game, if the rules have it lose.
    losing_illegal_move: Option<LosingIllegalMove>,
    last_move: Option<LastMove>,
    /// Points of both sides, if the rules have an impasse by agreement.
    impasse: Option<ImpassePoints>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LastMove {
    /// Null for a drop.
    from: Option<String>,
    /// The letter of a dropped piece.
    drop: Option<String>,
    to: String,
    promote: bool,
    capture: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LosingIllegalMove {
    #[serde(rename = "move")]
    text: String,
    refusal: Refusal,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ImpassePoints {
    first: u32,
    second: u32,
    /// The players can agree on it now.
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
            position: position.to_string(),
            board: position.to_setup().board_text(),
            hands: per_side(|side| hand(id, &position, side)),
            side: position.side_to_move().name(),
            check: position.in_check(),
            kings: per_side(|side| position.king(side).map(|king| king.usi(id).to_string())),
            ply: game.ply(),
            moves: game
                .moves()
                .iter()
                .map(|mv| mv.display(id).to_string())
                .collect(),
            repetition: game.repetition(),
            repetition_limit: game.rules().repetition.occurrences(),
            must_vary: game.must_vary(),
            outcome: game.outcome().map(GameOutcome::from),
            losing_illegal_move: game.losing_illegal_move().map(|(mv, refusal)| {
                LosingIllegalMove {
                    text: mv.display(id).to_string(),
                    refusal: Refusal::new(&position, refusal),
                }
            }),
            last_move: last
                .zip(before)
                .map(|(mv, before)| last_move(id, mv, &before, &position)),
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

fn last_move(id: VariantId, mv: Move, before: &AnyPosition, after: &AnyPosition) -> LastMove {
    let mover = before.side_to_move();
    let dropped = mv.dropped();
    LastMove {
        from: mv.from().map(|from| from.usi(id).to_string()),
        drop: dropped.map(|kind| id.spec().kind(kind).letter.to_string()),
        to: mv.to().usi(id).to_string(),
        promote: mv.is_promotion(),
        // A capture, also en passant, always adds to the hand; no other move does.
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
