use komadai_play::{GameState, LogEntry, Player as Seated, draws_sides_by_furigoma};
use komadai_protocol::{
    ChallengeTerms, ErrorCode, EventBody, Face, Furigoma, GameKey, GameSettings, ListKind, PerSide,
    PlayerInfo, SideChoice, Status,
};
use komadai_rules::Side;
use komadai_store::{AppendError, NewChallenge, NewGame, PlayerRow};

use super::log::progress;
use super::log::to_store;
use super::registry::GameRegistry;
use crate::random::{self, GAME_LETTERS, INVITATION_LETTERS};
use crate::request::Player;

/// Limit of unfinished games per player, the length of the player's list.
const MAX_UNFINISHED: u32 = 100;

impl GameRegistry {
    /// Creates a game whose maker waits for an opponent. With `terms` it is an open challenge; `network` is the
    /// hashed network of the maker.
    pub(crate) async fn create_for(
        &self,
        id: GameKey,
        settings: GameSettings,
        mut maker: Player,
        choice: SideChoice,
        terms: Option<ChallengeTerms>,
        network: Option<String>,
    ) -> Result<GameKey, ErrorCode> {
        let (side, toss) = seat_of_maker(&settings, choice);
        maker.info.rating = self.rating_now(&maker.id, &settings).await?;
        let mut seats = PerSide::default();
        let challenge = terms.map(|terms| NewChallenge {
            maker: maker.id.as_str().to_owned(),
            terms,
            at_ms: self.time.date_ms(),
            network: network.map(|network| (network, self.rates.fair_play.offers())),
        });
        *seats.get_mut(side) = Some(maker);
        self.create_as(id, settings, seats, toss, challenge).await
    }

    #[cfg(test)]
    pub(crate) async fn create(
        &self,
        settings: GameSettings,
        seats: PerSide<Option<Player>>,
        toss: Option<Furigoma>,
        challenge: Option<NewChallenge>,
    ) -> Result<GameKey, ErrorCode> {
        self.create_as(new_key(), settings, seats, toss, challenge)
            .await
    }

    /// Refused with too many unfinished games of a player, or too many challenges of the maker or the network.
    async fn create_as(
        &self,
        id: GameKey,
        settings: GameSettings,
        seats: PerSide<Option<Player>>,
        toss: Option<Furigoma>,
        challenge: Option<NewChallenge>,
    ) -> Result<GameKey, ErrorCode> {
        for player in [&seats.first, &seats.second].into_iter().flatten() {
            let unfinished = self.store.unfinished_of(player.id.as_str()).await;
            let unfinished = unfinished.map_err(|error| {
                tracing::error!(error = %error, "game.create failed");
                ErrorCode::StorageFailed
            })?;
            if unfinished >= MAX_UNFINISHED {
                return Err(ErrorCode::TooManyGames);
            }
        }
        let players = [&seats.first, &seats.second].into_iter().flatten();
        let date_ms = self.time.date_ms();
        let rows: Vec<_> = players.map(|player| player_row(player, date_ms)).collect();
        let seated = seats.map(|player| player.as_ref().map(|player| Seated::from(&player.info)));
        let mut created = self.new_game(id.clone(), settings, seated, toss)?;
        created.new.challenge = challenge;
        created.new.players.clone_from(&rows);
        let (new, (state, log)) = created.split();
        let (game, is_open) = (new.game, new.challenge.is_some());
        let stored = self.store.create(new).await;
        self.names_written(&rows);
        stored.map_err(|error| match error {
            AppendError::TooManyChallenges => ErrorCode::TooManyChallenges,
            AppendError::TooManyOffers => ErrorCode::TooManyOffers,
            error => {
                self.news_lost(&state);
                tracing::error!(error = %error, "game.create failed");
                ErrorCode::StorageFailed
            }
        })?;
        self.publish_news(&state, &log).await;
        if is_open {
            self.list_changed(ListKind::Lobby);
        }
        tracing::info!(
            game.id = id.short(),
            game.name = game.name(),
            game.open = is_open,
            "game.created"
        );
        Ok(id)
    }

    fn new_game(
        &self,
        id: GameKey,
        settings: GameSettings,
        seats: PerSide<Option<Seated>>,
        toss: Option<Furigoma>,
    ) -> Result<Created, ErrorCode> {
        let date_ms = self.time.date_ms();
        let log = first_events(date_ms, &settings, &seats, toss);
        let state = GameState::replay(&id, &log).map_err(|error| {
            tracing::error!(error = %error, "game.create failed");
            ErrorCode::Internal
        })?;
        let has_place = state.status() == Status::Waiting;
        let new = NewGame {
            id,
            game: settings.game,
            events: log.iter().map(to_store).collect(),
            progress: progress(&state),
            players: Vec::new(),
            invitation: has_place.then(|| random::word(INVITATION_LETTERS)),
            challenge: None,
        };
        Ok(Created { new, state, log })
    }

    pub(super) async fn rematch(&self, state: &GameState) -> Result<Created, ErrorCode> {
        let settings = &self.settings_again(state);
        let mut seats = PerSide::default();
        for side in Side::BOTH {
            if let Some(Seated { id, .. }) = state.players().get(!side).clone() {
                let rating = self.rating_now(&id, settings).await?;
                *seats.get_mut(side) = Some(Seated { id, rating });
            }
        }
        self.new_game(new_key(), settings.clone(), seats, None)
    }
}

impl GameRegistry {
    fn settings_again(&self, state: &GameState) -> GameSettings {
        let settings = state.settings().clone();
        GameSettings {
            start_limit_ms: self.rates.fair_play.start_limit_ms(settings.clock),
            ..settings
        }
    }

    /// The maker's challenge again, after an opponent who did not begin the game. `None` if it has expired.
    pub(super) async fn offer_again(
        &self,
        state: &GameState,
        maker: Side,
    ) -> Result<Option<Created>, ErrorCode> {
        let offer = self.store.offer(state.id()).await.map_err(|error| {
            tracing::error!(error = %error, "challenge.read failed");
            ErrorCode::StorageFailed
        })?;
        let player = state.players().get(maker).clone();
        let (Some(offer), Some(Seated { id, .. })) = (offer, player) else {
            return Ok(None);
        };
        let settings = GameSettings {
            rated: offer.terms.rated,
            ..self.settings_again(state)
        };
        let choice = match offer.terms.side {
            SideChoice::First => SideChoice::Second,
            SideChoice::Second => SideChoice::First,
            SideChoice::Random => SideChoice::Random,
        };
        let (side, toss) = seat_of_maker(&settings, choice);
        let rating = self.rating_now(&id, &settings).await?;
        let challenge = NewChallenge {
            maker: id.as_str().to_owned(),
            terms: offer.terms,
            at_ms: self.time.date_ms(),
            network: (offer.network).map(|network| (network, self.rates.fair_play.offers())),
        };
        let mut seats = PerSide::default();
        *seats.get_mut(side) = Some(Seated { id, rating });
        let mut created = self.new_game(new_key(), settings, seats, toss)?;
        created.new.challenge = Some(challenge);
        Ok(Some(created))
    }
}

/// A game to be stored, with its state and events for the news.
pub(super) struct Created {
    pub(super) new: NewGame,
    state: GameState,
    log: Vec<LogEntry>,
}

impl Created {
    pub(super) fn split(self) -> (NewGame, (GameState, Vec<LogEntry>)) {
        (self.new, (self.state, self.log))
    }
}

fn new_key() -> GameKey {
    GameKey(random::word(GAME_LETTERS))
}

/// The maker's side, with a toss of five pawns where furigoma is the custom.
fn seat_of_maker(settings: &GameSettings, choice: SideChoice) -> (Side, Option<Furigoma>) {
    let furigoma = draws_sides_by_furigoma(settings.game, settings.handicap.as_deref());
    match choice {
        SideChoice::First => (Side::First, None),
        SideChoice::Second => (Side::Second, None),
        SideChoice::Random if furigoma => {
            let faces = random::five_coins().map(|up| if up { Face::Pawn } else { Face::Tokin });
            let toss = Furigoma::of(faces);
            (toss.tosser, Some(toss))
        }
        SideChoice::Random if random::coin() => (Side::First, None),
        SideChoice::Random => (Side::Second, None),
    }
}

pub(super) fn player_row(player: &Player, now_ms: i64) -> PlayerRow {
    PlayerRow {
        id: player.id.as_str().to_owned(),
        info: PlayerInfo {
            rating: None,
            ..player.info.clone()
        },
        created_at_ms: now_ms,
    }
}

fn first_events(
    at_ms: i64,
    settings: &GameSettings,
    seats: &PerSide<Option<Seated>>,
    toss: Option<Furigoma>,
) -> Vec<LogEntry> {
    let created = EventBody::Created {
        settings: settings.clone(),
    };
    let tossed = toss.map(|toss| EventBody::Furigoma { toss });
    let joined = Side::BOTH.into_iter().filter_map(|side| {
        let player = seats.get(side).as_ref()?;
        let event = EventBody::joined(side, player.rating);
        Some((event, Some(player.id.clone())))
    });
    let unprompted = [Some(created), tossed].into_iter().flatten();
    let events = unprompted.map(|event| (event, None)).chain(joined);
    (1u32..)
        .zip(events)
        .map(|(seq, (body, author))| LogEntry {
            seq,
            at_ms,
            body,
            author,
            command: None,
        })
        .collect()
}
