//! Validation of the settings of a new game.

use std::collections::BTreeMap;

use komadai_protocol::limits::{LONG_GAME_MS, MAX_PLIES, MAX_POSITION_BYTES};
use komadai_protocol::{ClockProblem, ClockSettings, CreateGame, ErrorCode, GameSettings};
use komadai_rules::{
    AnyGame, AnyPosition, PositionTextError, RuleError, RuleSet, Setup, SetupErrors, SetupRules,
    TextError, VariantId,
};

use crate::clock::estimated_ms;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("give a position or a handicap, not both")]
    TwoPositions,
    #[error("a position text has at most {MAX_POSITION_BYTES} bytes")]
    PositionTooLong,
    #[error(transparent)]
    PositionText(#[from] TextError),
    /// Readable, but not playable.
    #[error(transparent)]
    Impossible(PositionTextError),
    #[error("{game} has no handicap {id:?}")]
    Handicap { game: VariantId, id: String },
    /// An unknown rule option or value.
    #[error("{error}")]
    Rule { key: String, error: RuleError },
    #[error(transparent)]
    Clock(#[from] ClockProblem),
    #[error(transparent)]
    Rated(#[from] RatedProblem),
    #[error("the game would be over before the first move")]
    EndsAtOnce,
}

/// Reason why a game cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatedProblem {
    #[error("a rated game has no handicap")]
    Handicap,
    #[error("a rated game begins from the usual position")]
    Position,
    #[error("a rated game has a clock")]
    NoClock,
}

impl RatedProblem {
    /// Field of the request to correct.
    #[must_use]
    pub fn field(self) -> &'static str {
        match self {
            Self::Handicap => "handicap",
            Self::Position => "position",
            Self::NoClock => "clock",
        }
    }
}

impl SettingsError {
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::TwoPositions => ErrorCode::BadRequest,
            Self::PositionTooLong | Self::PositionText(_) => ErrorCode::BadPosition,
            Self::Impossible(_) => ErrorCode::ImpossiblePosition,
            Self::Handicap { .. } => ErrorCode::BadHandicap,
            Self::Rule { .. } => ErrorCode::BadRule,
            Self::Clock(_) => ErrorCode::BadClock,
            Self::Rated(_) => ErrorCode::RatedNotPossible,
            Self::EndsAtOnce => ErrorCode::GameEndsAtOnce,
        }
    }

    /// Field of the request to correct, with dots between levels.
    #[must_use]
    pub fn field(&self) -> String {
        match self {
            Self::Handicap { .. } => "handicap".into(),
            Self::Rule { key, .. } => format!("rules.{key}"),
            Self::Clock(problem) => format!("clock.{}", problem.field()),
            Self::Rated(problem) => problem.field().into(),
            Self::TwoPositions
            | Self::PositionTooLong
            | Self::PositionText(_)
            | Self::Impossible(_)
            | Self::EndsAtOnce => "position".into(),
        }
    }

    /// Byte offset in that field.
    #[must_use]
    pub fn offset(&self) -> Option<u32> {
        match self {
            Self::PositionText(error) => u32::try_from(error.offset).ok(),
            _ => None,
        }
    }

    /// Codes of what is wrong with the position, and the squares concerned.
    #[must_use]
    pub fn problems(&self) -> (Vec<String>, Vec<String>) {
        match self {
            Self::PositionText(error) => (vec![error.kind.code().into()], Vec::new()),
            Self::Impossible(PositionTextError::Setup(SetupErrors {
                variant: game,
                problems,
            })) => (
                problems
                    .iter()
                    .map(|problem| problem.code().into())
                    .collect(),
                problems
                    .iter()
                    .flat_map(|problem| problem.squares())
                    .map(|square| square.display(*game).to_string())
                    .collect(),
            ),
            _ => (Vec::new(), Vec::new()),
        }
    }
}

/// Checks a request and completes it: start position in canonical text, values of all rule options.
///
/// # Errors
/// The first problem found.
pub fn check_settings(request: &CreateGame) -> Result<GameSettings, SettingsError> {
    let game = request.game;
    let position = start_position(game, request)?;
    let rules = rule_set(game, &request.rules)?;
    request.clock.check()?;
    if bounded(position, rules).outcome().is_some() {
        return Err(SettingsError::EndsAtOnce);
    }
    let start = position.to_string();
    // Games on the page alone are not rated.
    if cfg!(not(target_arch = "wasm32")) && request.rated {
        check_rated(game, request, &start)?;
    }
    // A loop, as collecting into a map links a stable sort: 4 kB in the rules module.
    let mut values = BTreeMap::new();
    for (key, value) in rules.pairs(game) {
        values.insert(key.to_owned(), value);
    }
    Ok(GameSettings {
        game: request.game,
        start,
        handicap: request.handicap.clone(),
        rules: values,
        clock: request.clock,
        rated: request.rated,
        start_limit_ms: None,
        listed: request.listed.unwrap_or(request.open),
    })
}

/// Ratings compare players: both need the same chances and a clock.
fn check_rated(variant: VariantId, request: &CreateGame, start: &str) -> Result<(), RatedProblem> {
    if request.handicap.is_some() {
        return Err(RatedProblem::Handicap);
    }
    if start != AnyPosition::start(variant).to_string() {
        return Err(RatedProblem::Position);
    }
    if request.clock == ClockSettings::None {
        return Err(RatedProblem::NoClock);
    }
    Ok(())
}

fn start_position(variant: VariantId, request: &CreateGame) -> Result<AnyPosition, SettingsError> {
    match (&request.position, &request.handicap) {
        (Some(_), Some(_)) => Err(SettingsError::TwoPositions),
        (Some(text), None) if text.len() > MAX_POSITION_BYTES => {
            Err(SettingsError::PositionTooLong)
        }
        (Some(text), None) => read_position(variant, text),
        (None, Some(id)) => Setup::handicap(variant, id)
            .and_then(|setup| AnyPosition::from_setup(&setup, SetupRules::Play).ok())
            .ok_or_else(|| SettingsError::Handicap {
                game: variant,
                id: id.clone(),
            }),
        (None, None) => Ok(AnyPosition::start(variant)),
    }
}

fn read_position(variant: VariantId, text: &str) -> Result<AnyPosition, SettingsError> {
    AnyPosition::parse(variant, text, SetupRules::Play).map_err(|error| match error {
        PositionTextError::Text(error) => SettingsError::PositionText(error),
        setup @ PositionTextError::Setup(_) => SettingsError::Impossible(setup),
    })
}

/// Rule options with these values, the others with their defaults.
fn rule_set(
    variant: VariantId,
    values: &BTreeMap<String, String>,
) -> Result<RuleSet, SettingsError> {
    let mut rules = RuleSet::default_for(variant);
    for (key, value) in values {
        rules
            .set(variant, key, value)
            .map_err(|error| SettingsError::Rule {
                key: key.clone(),
                error,
            })?;
    }
    Ok(rules)
}

/// `true` if the variant's custom is furigoma and the game has no handicap.
#[must_use]
pub fn draws_sides_by_furigoma(game: VariantId, handicap: Option<&str>) -> bool {
    game.spec().furigoma && handicap.is_none()
}

/// Limit of each first move in a game between people; `limit_ms` is the host's. 0, no limit, from an estimated length
/// of [`LONG_GAME_MS`] on; `None` without a clock.
#[must_use]
pub fn start_limit_ms(clock: ClockSettings, limit_ms: u32) -> Option<u32> {
    if clock == ClockSettings::None {
        return None;
    }
    let is_long = estimated_ms(clock) >= LONG_GAME_MS;
    Some(if is_long { 0 } else { limit_ms })
}

/// The game before its first move. The move limit ends it after [`MAX_PLIES`] moves at the latest.
///
/// # Errors
/// This version does not understand the position or a rule option.
pub fn new_game(settings: &GameSettings) -> Result<AnyGame, SettingsError> {
    let game = settings.game;
    let position = read_position(game, &settings.start)?;
    Ok(bounded(position, rule_set(game, &settings.rules)?))
}

/// Bounds the length of a game for storage. The settings keep the requested limit.
fn bounded(position: AnyPosition, mut rules: RuleSet) -> AnyGame {
    rules.max_plies = Some(
        rules
            .max_plies
            .map_or(MAX_PLIES, |plies| plies.min(MAX_PLIES)),
    );
    AnyGame::new(position, rules)
}
