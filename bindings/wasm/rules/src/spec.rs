//! A game as data, and checking positions that people type.

use komadai_notation::{position_text, setup_text, usi_square};
use komadai_rules::{
    GameId, PieceKind, PieceKindSpec, RuleSet, Setup, Side, Square, Step, StepUse,
};
use komadai_wasm_shared::{Error, Object, array, read_game, read_position};
use wasm_bindgen::prelude::*;

/// A game as data: board, pieces, promotion zones, handicaps, rule options.
///
/// # Errors
///
/// There is no such game.
#[wasm_bindgen(js_name = gameSpec, unchecked_return_type = "GameSpec")]
pub fn game_spec(
    #[wasm_bindgen(unchecked_param_type = "GameId")] game: &str,
) -> Result<JsValue, Error> {
    let id = read_game(game)?;
    let spec = id.spec();
    let zone = Side::BOTH.into_iter().fold(Object::new(), |zones, side| {
        zones.with(side.name(), promotion_zone(id, side))
    });
    let handicaps = spec.handicaps.iter().filter_map(|handicap| {
        let setup = Setup::handicap(id, handicap.id)?;
        Some(
            Object::new()
                .with("id", handicap.id)
                .with("position", setup_text(&setup)),
        )
    });
    let rules = Object::new();
    for (key, value) in RuleSet::default_for(id).pairs(id) {
        rules.set(key, value);
    }
    Ok(Object::new()
        .with("game", id.name())
        .with("files", spec.files)
        .with("ranks", spec.ranks)
        .with(
            "kinds",
            array(spec.kinds.iter().map(|kind| kind_object(id, kind))),
        )
        .with(
            "handOrder",
            array(spec.hand_order.iter().map(|kind| kind_name(id, *kind))),
        )
        .with("promotionZone", zone)
        .with("handicaps", array(handicaps))
        .with("rules", rules)
        .into())
}

/// Checks a position that somebody typed and gives its canonical text.
///
/// # Errors
///
/// The text can't be read (`offset` and `text` say where), or no such position can arise
/// (`squares` show why).
#[wasm_bindgen(js_name = checkPosition, unchecked_return_type = "{ position: string }")]
pub fn check_position(
    #[wasm_bindgen(unchecked_param_type = "GameId")] game: &str,
    text: &str,
) -> Result<JsValue, Error> {
    let id = read_game(game)?;
    let position = read_position(id, text)?;
    Ok(Object::new()
        .with("position", position_text(&position))
        .into())
}

/// The squares where this side's pieces promote, from its own point of view the far ranks.
fn promotion_zone(id: GameId, side: Side) -> JsValue {
    let spec = id.spec();
    let depth = |square: Square| match side {
        Side::First => spec.ranks - 1 - square.rank(id),
        Side::Second => square.rank(id),
    };
    array(
        (0..id.squares())
            .map(|index| Square::new(index as u8))
            .filter(|square| depth(*square) < spec.zone_ranks)
            .map(|square| usi_square(id, square)),
    )
}

/// `P`, and promoted `+P`.
pub(crate) fn kind_name(id: GameId, kind: PieceKind) -> String {
    let kind = id.spec().kind(kind);
    match kind.promoted {
        true => format!("+{}", kind.letter),
        false => kind.letter.to_string(),
    }
}

fn kind_object(id: GameId, kind: &PieceKindSpec) -> Object {
    Object::new()
        .with("letter", kind.letter.to_string())
        .with("promoted", kind.promoted)
        .with("moves", array(kind.moves.iter().map(step_object)))
        .with_or_null("promotesTo", kind.promotes_to.map(|to| kind_name(id, to)))
        .with_or_null("handKind", kind.hand_kind.map(|to| kind_name(id, to)))
        .with_or_null("limit", kind.limit.map(|limit| limit.max))
        .with("setSize", kind.set_size)
}

fn step_object(step: &Step) -> Object {
    Object::new()
        .with("dx", step.dx)
        .with("dy", step.dy)
        .with_or_null("max", (step.max != Step::SLIDE).then_some(step.max))
        .with(
            "only",
            match step.only {
                StepUse::Both => "both",
                StepUse::Quiet => "quiet",
                StepUse::Capture => "capture",
            },
        )
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** One way a piece may go, for a side that looks up the board. */
export interface Step {
    /** Squares to the mover's right. */
    dx: number;
    /** Squares forward. */
    dy: number;
    /** How often it may be repeated over empty squares; `null` for any distance. */
    max: number | null;
    only: 'both' | 'quiet' | 'capture';
}

/** A kind of piece. Kinds are named by letter, promoted ones with a plus: `P`, `+P`. */
export interface PieceKindSpec {
    letter: string;
    promoted: boolean;
    moves: Step[];
    promotesTo: string | null;
    /** What it is in the hand of its captor; `null` for kings. */
    handKind: string | null;
    /** So many at most on the board for one side. */
    limit: number | null;
    /** How many a set contains; 0 for promoted kinds. */
    setSize: number;
}

/** A game as data. */
export interface GameSpec {
    game: GameId;
    files: number;
    ranks: number;
    kinds: PieceKindSpec[];
    /** Letters of what can be in hand, strongest first. */
    handOrder: string[];
    promotionZone: Record<Side, Key[]>;
    handicaps: { id: string; position: string }[];
    /** The default of every rule option. */
    rules: Rules;
}
"#;
