use std::collections::BTreeMap;

use komadai_notation::{PositionTextError, TextError, parse_position, position_text, square_name};
use komadai_protocol::limits::{MAX_PLIES, MAX_POSITION_BYTES};
use komadai_protocol::{ClockProblem, CreateGame, ErrorCode, GameSettings};
use komadai_rules::{
    AnyGame, AnyPosition, GameId, RuleError, RuleSet, Setup, SetupErrors, SetupRules,
};

use super::names::game_id;

/// A game that may be made.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) settings: GameSettings,
}

/// Why a game cannot be made.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error("give a position or a handicap, not both")]
    TwoPositions,
    #[error("a position text has at most {MAX_POSITION_BYTES} bytes")]
    PositionTooLong,
    #[error(transparent)]
    PositionText(#[from] TextError),
    #[error(transparent)]
    Impossible(PositionTextError),
    #[error("{game} has no handicap {id:?}")]
    Handicap { game: GameId, id: String },
    #[error("{error}")]
    Rule { key: String, error: RuleError },
    #[error(transparent)]
    Clock(#[from] ClockProblem),
    #[error("the game would be over before the first move")]
    EndsAtOnce,
}

impl StartError {
    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Self::TwoPositions => ErrorCode::BadRequest,
            Self::PositionTooLong | Self::PositionText(_) => ErrorCode::BadPosition,
            Self::Impossible(_) => ErrorCode::ImpossiblePosition,
            Self::Handicap { .. } => ErrorCode::BadHandicap,
            Self::Rule { .. } => ErrorCode::BadRule,
            Self::Clock(_) => ErrorCode::BadClock,
            Self::EndsAtOnce => ErrorCode::GameEndsAtOnce,
        }
    }

    /// The field of the request to correct.
    pub(crate) fn field(&self) -> String {
        match self {
            Self::Handicap { .. } => "handicap".into(),
            Self::Rule { key, .. } => format!("rules.{key}"),
            Self::Clock(problem) => format!("clock.{}", problem.field()),
            _ => "position".into(),
        }
    }

    /// Where in that field, bytes.
    pub(crate) fn offset(&self) -> Option<u32> {
        match self {
            Self::PositionText(error) => u32::try_from(error.offset).ok(),
            _ => None,
        }
    }

    /// What is wrong with the position, as codes, and the squares that show it.
    pub(crate) fn problems(&self) -> (Vec<String>, Vec<String>) {
        match self {
            Self::PositionText(error) => (vec![error.kind.code().into()], Vec::new()),
            Self::Impossible(PositionTextError::Setup(SetupErrors { game, problems })) => (
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

impl Start {
    /// Checks what somebody asked for.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(crate) fn of(request: &CreateGame) -> Result<Self, StartError> {
        let game = game_id(request.game);
        let position = match (&request.position, &request.handicap) {
            (Some(_), Some(_)) => return Err(StartError::TwoPositions),
            (Some(text), None) if text.len() > MAX_POSITION_BYTES => {
                return Err(StartError::PositionTooLong);
            }
            (Some(text), None) => {
                parse_position(game, text, SetupRules::Play).map_err(|error| match error {
                    PositionTextError::Text(error) => StartError::PositionText(error),
                    setup @ PositionTextError::Setup(_) => StartError::Impossible(setup),
                })?
            }
            (None, Some(id)) => Setup::handicap(game, id)
                .and_then(|setup| AnyPosition::from_setup(&setup, SetupRules::Play).ok())
                .ok_or_else(|| StartError::Handicap {
                    game,
                    id: id.clone(),
                })?,
            (None, None) => AnyPosition::start(game),
        };
        let mut rules = RuleSet::default_for(game);
        for (key, value) in &request.rules {
            rules
                .set(game, key, value)
                .map_err(|error| StartError::Rule {
                    key: key.clone(),
                    error,
                })?;
        }
        request.clock.check()?;
        if bounded(position, rules).outcome().is_some() {
            return Err(StartError::EndsAtOnce);
        }
        let rules: BTreeMap<String, String> = rules
            .pairs(game)
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        Ok(Self {
            settings: GameSettings {
                game: request.game,
                start: position_text(&position),
                handicap: request.handicap.clone(),
                rules,
                clock: request.clock,
            },
        })
    }
}

/// The game that settings describe, before its first move.
///
/// # Errors
/// What this version does not understand in them.
pub(super) fn new_game(settings: &GameSettings) -> Result<AnyGame, String> {
    let game = game_id(settings.game);
    let position = parse_position(game, &settings.start, SetupRules::Play)
        .map_err(|error| error.to_string())?;
    let mut rules = RuleSet::default_for(game);
    for (key, value) in &settings.rules {
        rules
            .set(game, key, value)
            .map_err(|error| error.to_string())?;
    }
    Ok(bounded(position, rules))
}

/// A game that ends by its rules before it is too long to be stored. The settings go on saying
/// what was asked for.
fn bounded(position: AnyPosition, mut rules: RuleSet) -> AnyGame {
    rules.max_plies = Some(
        rules
            .max_plies
            .map_or(MAX_PLIES, |most| most.min(MAX_PLIES)),
    );
    AnyGame::new(position, rules)
}
