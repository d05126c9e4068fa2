//! Variants as data, and validation of typed positions.

use komadai_protocol::PerSide;
use komadai_rules::{PieceKind, RuleSet, Setup, Side, StepUse, VariantId};
use komadai_wasm_shared::{Error, Record, read_game, read_position, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A variant as data: board, pieces, promotion zones, handicaps, rule options.
#[wasm_bindgen(js_name = gameSpec, unchecked_return_type = "VariantSpec")]
pub fn game_spec(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
) -> Result<JsValue, Error> {
    let id = read_game(game)?;
    Ok(to_js(&VariantSpec::of(id)))
}

/// Validates a typed position and gives its canonical text.
///
/// # Errors
/// The text can't be read (`offset` and `text` give the place), or the position is invalid
/// (`squares` give the reason).
#[wasm_bindgen(js_name = checkPosition)]
pub fn check_position(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    text: &str,
) -> Result<String, Error> {
    let id = read_game(game)?;
    Ok(read_position(id, text)?.to_string())
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariantSpec {
    #[cfg_attr(test, ts(type = "GameName"))]
    game: &'static str,
    files: u8,
    ranks: u8,
    kinds: Vec<PieceKindSpec>,
    /// Letters of the pieces that can be in hand, strongest first.
    hand_order: Vec<String>,
    /// The squares on which a side's pieces promote.
    promotion_zone: PerSide<Vec<String>>,
    handicaps: Vec<Handicap>,
    /// The default of every rule option.
    #[cfg_attr(test, ts(type = "RuleOptions"))]
    rules: Record<String>,
    /// The values of every rule option; empty for a limit, which is `none` or a number.
    #[cfg_attr(test, ts(type = "{ [key in string]: Array<string> }"))]
    rule_choices: Record<Vec<&'static str>>,
}

/// A kind of piece. Kinds are named by letter, promoted ones with a plus: `P`, `+P`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PieceKindSpec {
    letter: String,
    promoted: bool,
    /// Name in Japanese records; null if there are none.
    kanji: Option<&'static str>,
    moves: Vec<Step>,
    /// Null for a kind that never promotes.
    promotes_to: Option<String>,
    /// The kind in the captor's hand; null for kings.
    hand_kind: Option<String>,
    /// Maximum number on the board for one side.
    limit: Option<u8>,
    /// Number in a set; 0 for promoted kinds.
    set_size: u8,
}

/// A movement of a piece, for a side that looks up the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Step {
    /// Squares to the mover's right.
    dx: i8,
    /// Squares forward.
    dy: i8,
    /// Maximum number of repetitions over empty squares; null for any distance.
    max: Option<u8>,
    #[cfg_attr(test, ts(type = "'both' | 'quiet' | 'capture'"))]
    only: &'static str,
}

/// A start position with fewer pieces for the stronger player.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Handicap {
    id: &'static str,
    position: String,
}

impl VariantSpec {
    fn of(id: VariantId) -> VariantSpec {
        let spec = id.spec();
        let handicaps = spec.handicaps.iter().filter_map(|handicap| {
            let setup = Setup::handicap(id, handicap.id)?;
            Some(Handicap {
                id: handicap.id,
                position: setup.to_string(),
            })
        });
        VariantSpec {
            game: id.name(),
            files: spec.files,
            ranks: spec.ranks,
            kinds: spec
                .kinds
                .iter()
                .map(|kind| PieceKindSpec::of(id, kind))
                .collect(),
            hand_order: spec
                .hand_order
                .iter()
                .map(|kind| kind_name(id, *kind))
                .collect(),
            promotion_zone: PerSide {
                first: promotion_zone(id, Side::First),
                second: promotion_zone(id, Side::Second),
            },
            handicaps: handicaps.collect(),
            rules: default_rules(id),
            rule_choices: rule_choices(id),
        }
    }
}

fn default_rules(id: VariantId) -> Record<String> {
    let pairs = RuleSet::default_for(id).pairs(id).into_iter();
    pairs.map(|(key, value)| (key.to_owned(), value)).collect()
}

fn rule_choices(id: VariantId) -> Record<Vec<&'static str>> {
    let keys = id.spec().rule_keys.iter();
    let values = |key| RuleSet::values(id, key).unwrap_or_default();
    keys.map(|&key| (key.name().to_owned(), values(key)))
        .collect()
}

fn promotion_zone(id: VariantId, side: Side) -> Vec<String> {
    let zone = id.spec().promotion_zone(side);
    zone.map(|square| square.usi(id).to_string()).collect()
}

/// `P`, `+P` if promoted.
pub(crate) fn kind_name(id: VariantId, kind: PieceKind) -> String {
    let kind = id.spec().kind(kind);
    match kind.promoted {
        true => format!("+{}", kind.letter),
        false => kind.letter.to_string(),
    }
}

impl PieceKindSpec {
    fn of(id: VariantId, kind: &komadai_rules::PieceKindSpec) -> PieceKindSpec {
        PieceKindSpec {
            letter: kind.letter.to_string(),
            promoted: kind.promoted,
            kanji: kind.kanji,
            moves: kind.moves.iter().map(Step::of).collect(),
            promotes_to: kind.promotes_to.map(|to| kind_name(id, to)),
            hand_kind: kind.hand_kind.map(|to| kind_name(id, to)),
            limit: kind.board_limit,
            set_size: kind.set_size,
        }
    }
}

impl Step {
    fn of(step: &komadai_rules::Step) -> Step {
        Step {
            dx: step.dx,
            dy: step.dy,
            max: (step.max != komadai_rules::Step::SLIDE).then_some(step.max),
            only: match step.only {
                StepUse::Both => "both",
                StepUse::Quiet => "quiet",
                StepUse::Capture => "capture",
            },
        }
    }
}
