use core::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $text:literal;)*) => {
        /// Reason of a refusal: a closed list of stable codes, which pages translate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl ErrorCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// English, for logs.
            #[cfg(not(target_arch = "wasm32"))]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The name: pages have their own texts, and these take 3 kB.
            #[cfg(target_arch = "wasm32")]
            pub fn meaning(self) -> &'static str {
                self.name()
            }
        }
    };
}

error_codes! {
    UnknownMessage = "unknown-message", "not a message of the protocol";
    MessageTooLarge = "message-too-large", "the message is too long";
    TooManyMessages = "too-many-messages", "too many messages in a short time";
    HelloExpected = "hello-expected", "the first message has to be hello";
    HelloAgain = "hello-again", "hello is sent once per connection";
    ProtocolTooOld = "protocol-too-old", "this page is too old for the server: reload it";
    ProtocolTooNew = "protocol-too-new", "this page is newer than the server";
    NoSuchGame = "no-such-game", "there is no such game";
    NotSubscribed = "not-subscribed", "this connection is not subscribed to that game";
    /// The topic of another player.
    NotYourself = "not-yourself", "one can only follow one's own games";
    TooManyTopics = "too-many-topics", "too many topics on one connection";
    NotAPlayer = "not-a-player", "you do not play in this game";
    NotYourTurn = "not-your-turn", "it is not your turn";
    NotStarted = "not-started", "the game has not started: the other player has not joined";
    GameOver = "game-over", "the game is over";
    GameNotOver = "game-not-over", "the game is not over yet";
    WrongPly = "wrong-ply", "the game is at another move";
    BadMove = "bad-move", "not the text of a move";
    IllegalMove = "illegal-move", "the rules forbid this move";
    OutOfTime = "out-of-time", "the time had run out";
    OfferNotPossible = "offer-not-possible", "this cannot be offered here";
    AlreadyOffered = "already-offered", "this has been offered already";
    NothingOffered = "nothing-offered", "there is no such offer to answer";
    NothingToTakeBack = "nothing-to-take-back", "there is no move to take back";
    /// The variant has no declaration, or it is not the player's turn.
    DeclarationNotPossible = "declaration-not-possible", "a declaration is not possible here";
    /// Both sides have moved, and the opponent has not left.
    AbortNotPossible = "abort-not-possible", "the game can no longer be aborted";
    /// A side has not moved yet, it is the claimant's turn, or the opponent has not been away long enough.
    ClaimNotPossible = "claim-not-possible", "the opponent has not left the game";
    BadCommandId = "bad-command-id", "the id of the command is empty or too long";
    ShuttingDown = "shutting-down", "the server is shutting down";
    StorageFailed = "storage-failed", "the server could not store this: try again";
    Internal = "internal", "internal error of the server";
    NotSignedIn = "not-signed-in", "this needs somebody who is signed in";
    BadToken = "bad-token", "there is no such token, or it was revoked";
    MissingScope = "missing-scope", "the token may not be used for this";
    TooManyTokens = "too-many-tokens", "revoke a token first: there are as many as one may have";
    BadCode = "bad-code", "the code is wrong, was used already or is too old";
    TooManySessions = "too-many-sessions", "end a session first: there are as many as one may have";
    /// A session of less than 24 hours that would end an older one.
    SessionTooNew = "session-too-new", "this session is less than 24 hours old and ends no older one: first redeem in it a code of a session that is older than that, or wait";
    SessionEnded = "session-ended", "the session of this connection was ended";
    NotInvited = "not-invited", "the free seat is for who has the invitation";
    /// A request or WebSocket from another site.
    ForeignOrigin = "foreign-origin", "connections from other sites are refused";
    ForeignHost = "foreign-host", "this server is not known by that name: start it with --public-url and its address";
    BadRequest = "bad-request", "the request is not of the expected form";
    BodyTooLarge = "body-too-large", "the request is too long";
    NotFound = "not-found", "there is nothing at this address";
    MethodNotAllowed = "method-not-allowed", "this address does not understand that method";
    TooManyRequests = "too-many-requests", "too many requests in a short time";
    TooManyGames = "too-many-games", "you have as many unfinished games as possible: finish one first";
    TooManyChallenges = "too-many-challenges", "you have 3 open challenges, as many as possible: take one back, or wait until one is accepted";
    /// Limit of the maker's network.
    TooManyOffers = "too-many-offers", "there are as many open challenges from your network as possible: wait until one is accepted";
    /// Limit of the player's network.
    TooManyPending = "too-many-pending", "begin the games you have accepted first";
    /// Pause after several aborted games in a row.
    TooManyAborts = "too-many-aborts", "you have broken off several games in a row: wait a little";
    RequestTimeout = "request-timeout", "the request took too long";
    BadPosition = "bad-position", "the position cannot be read";
    ImpossiblePosition = "impossible-position", "the position cannot be played";
    BadHandicap = "bad-handicap", "this game has no such handicap";
    BadRule = "bad-rule", "this game has no such rule option";
    BadName = "bad-name", "this name cannot be used";
    BadClock = "bad-clock", "these clock settings are not allowed";
    /// Not a rated game's settings, or the player is a program.
    RatedNotPossible = "rated-not-possible", "such a game cannot be rated";
    GameEndsAtOnce = "game-ends-at-once", "the game would be over before the first move";
    OwnInvitation = "own-invitation", "this is your own invitation";
    GameFull = "game-full", "both seats of this game are taken";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meaning())
    }
}
