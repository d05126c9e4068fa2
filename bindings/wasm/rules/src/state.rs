//! Everything there is to show of a game, as one plain object.

use komadai_notation::{board_text, move_text, position_text, usi_square};
use komadai_rules::{AnyGame, AnyPosition, GameId, Impasse, Move, Outcome, Side};
use komadai_wasm_shared::{Object, array, refusal_object};
use wasm_bindgen::prelude::*;

pub(crate) fn state(game: &AnyGame) -> JsValue {
    let id = game.game();
    let position = game.position();
    let last = game.moves().last().copied();
    let before = last.and_then(|_| game.position_at(game.ply() - 1));
    let foul = game
        .losing_illegal_move()
        .map(|(m, refusal)| refusal_object(id, refusal).with("move", move_text(id, *m)));
    Object::new()
        .with("game", id.name())
        .with("position", position_text(&position))
        .with("board", board_text(&position.to_setup()))
        .with("hands", per_side(|side| Some(hand(id, &position, side))))
        .with("side", position.side_to_move().name())
        .with("check", position.in_check())
        .with(
            "kings",
            per_side(|side| position.king(side).map(|king| usi_square(id, king))),
        )
        .with("ply", game.ply())
        .with(
            "moves",
            array(game.moves().iter().map(|m| move_text(id, *m))),
        )
        .with("repetition", game.repetition())
        .with("repetitionLimit", game.rules().repetition.occurrences())
        .with("mustVary", game.must_vary())
        .with_or_null("outcome", game.outcome().map(outcome))
        .with_or_null("foul", foul)
        .with_or_null(
            "lastMove",
            last.zip(before)
                .map(|(m, before)| last_move(id, m, &before, &position)),
        )
        .with_or_null("impasse", impasse(game))
        .into()
}

fn per_side<T: Into<JsValue>>(value: impl Fn(Side) -> Option<T>) -> Object {
    Side::BOTH.into_iter().fold(Object::new(), |object, side| {
        object.with_some(side.name(), value(side))
    })
}

fn hand(id: GameId, position: &AnyPosition, side: Side) -> Object {
    let spec = id.spec();
    let hand = position.hand(side);
    let object = Object::new();
    for kind in spec.hand_order {
        let count = hand.count(*kind);
        if count > 0 {
            object.set(&spec.kind(*kind).letter.to_string(), count);
        }
    }
    object
}

fn outcome(outcome: Outcome) -> Object {
    Object::new()
        .with_or_null("winner", outcome.winner.map(Side::name))
        .with("reason", outcome.reason.name())
        .with("ply", outcome.ply)
}

fn last_move(id: GameId, m: Move, before: &AnyPosition, after: &AnyPosition) -> Object {
    let mover = before.side_to_move();
    // What is captured always goes to the hand, in passing too; nothing else makes a hand grow.
    let capture = after.hand(mover).total() > before.hand(mover).total();
    let dropped = m
        .dropped()
        .map(|kind| id.spec().kind(kind).letter.to_string());
    Object::new()
        .with_some("from", m.from().map(|from| usi_square(id, from)))
        .with_some("drop", dropped)
        .with("to", usi_square(id, m.to()))
        .with("promote", m.is_promotion())
        .with("capture", capture)
}

fn impasse(game: &AnyGame) -> Option<Object> {
    if game.rules().impasse == Impasse::Off {
        return None;
    }
    let [first, second] = game.impasse().points;
    Some(
        Object::new()
            .with("first", first)
            .with("second", second)
            .with("possible", game.may_agree_impasse().is_ok()),
    )
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** Everything there is to show of a game. */
export interface GameState {
    game: GameId;
    /** The whole position as canonical text. */
    position: string;
    /** Only the board, the first field of SFEN and FEN. */
    board: string;
    /** How many of each piece a side has in hand, by capital letter; none are left out. */
    hands: Record<Side, Record<string, number>>;
    /** Who is to move. */
    side: Side;
    /** Whether that side's king is attacked. */
    check: boolean;
    kings: Partial<Record<Side, Key>>;
    /** Moves played. */
    ply: number;
    /** Canonical text. */
    moves: string[];
    /** How often this position has occurred, this time included. */
    repetition: number;
    /** The occurrence at which the rules speak. */
    repetitionLimit: number;
    /** Tori Shogi: the side to move began the repetition and must vary or lose. */
    mustVary: boolean;
    outcome: null | {
        winner: Side | null;
        /** A stable name: `checkmate`, `repetition`, `resignation`, … */
        reason: string;
        ply: number;
    };
    /** The illegal move that lost the game, where the rules say that it does. */
    foul: null | (Refusal & { move: string });
    lastMove: null | {
        /** Where it came from, unless it was a drop. */
        from?: Key;
        /** The letter of what was dropped. */
        drop?: string;
        to: Key;
        promote: boolean;
        capture: boolean;
    };
    /** Points of both sides, where the rules know an impasse by agreement. */
    impasse: null | { first: number; second: number; possible: boolean };
}
"#;
