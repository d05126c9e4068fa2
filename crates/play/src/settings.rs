//! Checking what somebody asks for when a game is made.

use std::collections::BTreeMap;

use komadai_notation::{PositionTextError, TextError, parse_position, position_text, square_name};
use komadai_protocol::limits::{LONG_GAME_MS, MAX_PLIES, MAX_POSITION_BYTES};
use komadai_protocol::{
    ClockProblem, ClockSettings, CreateGame, ErrorCode, GameName, GameSettings,
};
use komadai_rules::{
    AnyGame, AnyPosition, RuleError, RuleSet, Setup, SetupErrors, SetupRules, VariantId,
};

use crate::clock::estimated_ms;
use crate::names::game_id;

/// Why a game cannot be made.
///
/// ```
/// use komadai_play::{SettingsError, check_settings};
/// use komadai_protocol::CreateGame;
/// let mut request: CreateGame =
///     serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#).unwrap();
/// request.rules.insert("repetition".into(), "draw-3".into());
/// let error = check_settings(&request).unwrap_err();
/// assert!(matches!(error, SettingsError::Rule { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A position and a handicap are both given.
    #[error("give a position or a handicap, not both")]
    TwoPositions,
    /// The position text is longer than allowed.
    #[error("a position text has at most {MAX_POSITION_BYTES} bytes")]
    PositionTooLong,
    /// The position text cannot be read.
    #[error(transparent)]
    PositionText(#[from] TextError),
    /// The position can be read but not be played.
    #[error(transparent)]
    Impossible(PositionTextError),
    /// The game has no such handicap.
    #[error("{game} has no handicap {id:?}")]
    Handicap {
        /// Which game.
        game: VariantId,
        /// What was asked for.
        id: String,
    },
    /// A rule option is unknown or has an unknown value.
    #[error("{error}")]
    Rule {
        /// Which option.
        key: String,
        /// What is wrong with it.
        error: RuleError,
    },
    /// The clock settings are out of bounds.
    #[error(transparent)]
    Clock(#[from] ClockProblem),
    /// Such a game cannot be rated.
    #[error(transparent)]
    Rated(#[from] RatedProblem),
    /// The game would be over before its first move.
    #[error("the game would be over before the first move")]
    EndsAtOnce,
}

/// Why a game cannot be rated.
///
/// ```
/// use komadai_play::{RatedProblem, SettingsError, check_settings};
/// use komadai_protocol::{CreateGame, ErrorCode};
/// let request: CreateGame =
///     serde_json::from_str(r#"{"game":"shogi","handicap":"rook","rated":true}"#).unwrap();
/// let error = check_settings(&request).unwrap_err();
/// assert_eq!(error, SettingsError::Rated(RatedProblem::Handicap));
/// assert_eq!((error.code(), &*error.field()), (ErrorCode::RatedNotPossible, "handicap"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatedProblem {
    /// One side gives odds.
    #[error("a rated game has no handicap")]
    Handicap,
    /// It begins from another position than usual.
    #[error("a rated game begins from the usual position")]
    Position,
    /// Nobody has to move.
    #[error("a rated game has a clock")]
    NoClock,
}

impl RatedProblem {
    /// The field of the request to correct.
    ///
    /// ```
    /// assert_eq!(komadai_play::RatedProblem::NoClock.field(), "clock");
    /// ```
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
    /// The code of the wire.
    ///
    /// ```
    /// use komadai_play::check_settings;
    /// use komadai_protocol::{CreateGame, ErrorCode};
    /// let mut request: CreateGame =
    ///     serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#).unwrap();
    /// request.position = Some("8/8".into());
    /// assert_eq!(check_settings(&request).unwrap_err().code(), ErrorCode::BadPosition);
    /// ```
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

    /// The field of the request to correct, with dots between levels.
    ///
    /// ```
    /// use komadai_play::check_settings;
    /// use komadai_protocol::CreateGame;
    /// let mut request: CreateGame =
    ///     serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#).unwrap();
    /// request.rules.insert("repetition".into(), "draw-3".into());
    /// assert_eq!(check_settings(&request).unwrap_err().field(), "rules.repetition");
    /// ```
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

    /// Where in that field, in bytes.
    ///
    /// ```
    /// use komadai_play::check_settings;
    /// use komadai_protocol::CreateGame;
    /// let mut request: CreateGame =
    ///     serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#).unwrap();
    /// request.position = Some("rbsgk/4p/5/P4/KGSB? b - 1".into());
    /// assert_eq!(check_settings(&request).unwrap_err().offset(), Some(18));
    /// ```
    #[must_use]
    pub fn offset(&self) -> Option<u32> {
        match self {
            Self::PositionText(error) => u32::try_from(error.offset).ok(),
            _ => None,
        }
    }

    /// What is wrong with the position, as codes, and the squares that show it.
    ///
    /// ```
    /// use komadai_play::check_settings;
    /// use komadai_protocol::CreateGame;
    /// let mut request: CreateGame =
    ///     serde_json::from_str(r#"{"game":"minishogi","side":"first"}"#).unwrap();
    /// request.position = Some("4k/4P/5/P4/P3K b - 1".into());
    /// let (codes, squares) = check_settings(&request).unwrap_err().problems();
    /// assert_eq!(codes[0], "pawns-on-file");
    /// assert!(squares.contains(&"5d".to_owned()));
    /// ```
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
                    .map(|square| square_name(*game, square))
                    .collect(),
            ),
            _ => (Vec::new(), Vec::new()),
        }
    }
}

/// Checks what somebody asked for and completes it: the start position as canonical text, all rule
/// options with their values.
///
/// ```
/// use komadai_play::check_settings;
/// use komadai_protocol::{ClockSettings, CreateGame, GameName, SideChoice};
///
/// let mut request = CreateGame {
///     game: GameName::Minishogi,
///     side: SideChoice::First,
///     position: None,
///     handicap: None,
///     rules: Default::default(),
///     clock: ClockSettings::default(),
///     name: None,
///     open: false,
///     rated: false,
/// };
/// let settings = check_settings(&request).expect("a good request");
/// assert_eq!(settings.start, "rbsgk/4p/5/P4/KGSBR b - 1");
///
/// request.handicap = Some("rook-and-queen".into());
/// assert_eq!(check_settings(&request).unwrap_err().field(), "handicap");
/// ```
///
/// # Errors
/// The first thing that is wrong.
pub fn check_settings(request: &CreateGame) -> Result<GameSettings, SettingsError> {
    let game = game_id(request.game);
    let position = start_position(game, request)?;
    let rules = rule_set(game, &request.rules)?;
    request.clock.check()?;
    if bounded(position, rules).outcome().is_some() {
        return Err(SettingsError::EndsAtOnce);
    }
    let start = position_text(&position);
    // A game of the page alone is not rated.
    if cfg!(not(target_arch = "wasm32")) && request.rated {
        check_rated(game, request, &start)?;
    }
    // One by one: collecting into a map links a stable sort, 4 kB in the rules module.
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
    })
}

/// Ratings compare players, so both have the same chances and a time to keep to.
fn check_rated(variant: VariantId, request: &CreateGame, start: &str) -> Result<(), RatedProblem> {
    if request.handicap.is_some() {
        return Err(RatedProblem::Handicap);
    }
    if start != position_text(&AnyPosition::start(variant)) {
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
    parse_position(variant, text, SetupRules::Play).map_err(|error| match error {
        PositionTextError::Text(error) => SettingsError::PositionText(error),
        setup @ PositionTextError::Setup(_) => SettingsError::Impossible(setup),
    })
}

/// The rules of a game with these values of its options; what is not among them has its default.
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

/// Whether the sides of a game are drawn by furigoma: where that is the custom, and nobody gives odds.
///
/// ```
/// use komadai_play::draws_sides_by_furigoma;
/// use komadai_protocol::GameName;
/// assert!(draws_sides_by_furigoma(GameName::Shogi, None));
/// assert!(!draws_sides_by_furigoma(GameName::Shogi, Some("lance")));
/// assert!(!draws_sides_by_furigoma(GameName::Shogun, None));
/// ```
#[must_use]
pub fn draws_sides_by_furigoma(game: GameName, handicap: Option<&str>) -> bool {
    game_id(game).spec().furigoma && handicap.is_none()
}

/// The time for each first move in a game between people with this clock, where the host allows that much; 0, as long as
/// it takes, from an estimated length of [`LONG_GAME_MS`] on. `None` without a clock.
///
/// ```
/// use komadai_play::start_limit_ms;
/// use komadai_protocol::ClockSettings;
/// let hours = |n: u32| ClockSettings::Sudden { main_ms: n * 3_600_000 };
/// assert_eq!(start_limit_ms(ClockSettings::default(), 30_000), Some(30_000));
/// assert_eq!(start_limit_ms(hours(1), 30_000), Some(0));
/// assert_eq!(start_limit_ms(ClockSettings::None, 30_000), None);
/// ```
#[must_use]
pub fn start_limit_ms(clock: ClockSettings, limit_ms: u32) -> Option<u32> {
    if clock == ClockSettings::None {
        return None;
    }
    let is_long = estimated_ms(clock) >= LONG_GAME_MS;
    Some(if is_long { 0 } else { limit_ms })
}

/// The game that settings describe, before its first move. It ends by the move limit after
/// [`MAX_PLIES`] moves at the latest.
///
/// # Errors
/// What this version does not understand in them: the position, or a rule option.
///
/// ```
/// use komadai_play::new_game;
/// use komadai_rules::VariantId;
/// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
/// let game = new_game(&settings).unwrap();
/// assert_eq!((game.variant(), game.legal_moves().len()), (VariantId::Minishogi, 14));
/// ```
pub fn new_game(settings: &GameSettings) -> Result<AnyGame, SettingsError> {
    let game = game_id(settings.game);
    let position = read_position(game, &settings.start)?;
    Ok(bounded(position, rule_set(game, &settings.rules)?))
}

/// A game that ends by its rules before it is too long to be stored. The settings keep what was
/// asked for.
fn bounded(position: AnyPosition, mut rules: RuleSet) -> AnyGame {
    rules.max_plies = Some(
        rules
            .max_plies
            .map_or(MAX_PLIES, |plies| plies.min(MAX_PLIES)),
    );
    AnyGame::new(position, rules)
}
