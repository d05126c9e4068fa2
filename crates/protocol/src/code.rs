use core::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $text:literal;)*) => {
        /// Why something was refused: a closed list of stable codes. Pages translate the codes;
        /// the English sentence beside them is for logs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name used in messages.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it means, in English.
            #[cfg(not(target_arch = "wasm32"))]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Its name: a page has sentences of its own, and no use for 3 kB of these.
            #[cfg(target_arch = "wasm32")]
            pub fn meaning(self) -> &'static str {
                self.name()
            }
        }
    };
}

error_codes! {
    /// Not JSON, or not a message of this protocol.
    UnknownMessage = "unknown-message", "not a message of the protocol";
    /// Longer than allowed.
    MessageTooLarge = "message-too-large", "the message is too long";
    /// Too many messages.
    TooManyMessages = "too-many-messages", "too many messages in a short time";
    /// A command before `hello`.
    HelloExpected = "hello-expected", "the first message has to be hello";
    /// A second `hello`.
    HelloAgain = "hello-again", "hello is sent once per connection";
    /// The page is older than the server can serve.
    ProtocolTooOld = "protocol-too-old", "this page is too old for the server: reload it";
    /// The page is newer than the server.
    ProtocolTooNew = "protocol-too-new", "this page is newer than the server";
    /// No such game.
    NoSuchGame = "no-such-game", "there is no such game";
    /// A command about a game that the connection is not subscribed to.
    NotSubscribed = "not-subscribed", "this connection is not subscribed to that game";
    /// The topic of another player.
    NotYourself = "not-yourself", "one can only follow one's own games";
    /// Too many topics on one connection.
    TooManyTopics = "too-many-topics", "too many topics on one connection";
    /// The sender does not play in this game.
    NotAPlayer = "not-a-player", "you do not play in this game";
    /// The other side is to move.
    NotYourTurn = "not-your-turn", "it is not your turn";
    /// Nobody has joined yet.
    NotStarted = "not-started", "the game has not started: the other player has not joined";
    /// The game is over.
    GameOver = "game-over", "the game is over";
    /// The game is not over yet.
    GameNotOver = "game-not-over", "the game is not over yet";
    /// The move is for another ply than the current one.
    WrongPly = "wrong-ply", "the game is at another move";
    /// The text is not a move.
    BadMove = "bad-move", "not the text of a move";
    /// The rules forbid the move.
    IllegalMove = "illegal-move", "the rules forbid this move";
    /// The flag fell before the command arrived.
    OutOfTime = "out-of-time", "the time had run out";
    /// This game has no such offer.
    OfferNotPossible = "offer-not-possible", "this cannot be offered here";
    /// The offer stands already.
    AlreadyOffered = "already-offered", "this has been offered already";
    /// There is no offer to answer.
    NothingOffered = "nothing-offered", "there is no such offer to answer";
    /// There is no move to take back.
    NothingToTakeBack = "nothing-to-take-back", "there is no move to take back";
    /// The rules of this game know no declaration, or it is not one's turn.
    DeclarationNotPossible = "declaration-not-possible", "a declaration is not possible here";
    /// Both sides have moved, and the opponent has not left.
    AbortNotPossible = "abort-not-possible", "the game can no longer be aborted";
    /// Both sides have not moved yet, it is one's own turn, or the opponent has not been away for long enough.
    ClaimNotPossible = "claim-not-possible", "the opponent has not left the game";
    /// The client-chosen id is empty or too long.
    BadCommandId = "bad-command-id", "the id of the command is empty or too long";
    /// The server is stopping.
    ShuttingDown = "shutting-down", "the server is shutting down";
    /// The server cannot write to its database.
    StorageFailed = "storage-failed", "the server could not store this: try again";
    /// An error in the server.
    Internal = "internal", "internal error of the server";
    /// Nobody is signed in.
    NotSignedIn = "not-signed-in", "this needs somebody who is signed in";
    /// No such token, or it was revoked.
    BadToken = "bad-token", "there is no such token, or it was revoked";
    /// The token may not be used for this.
    MissingScope = "missing-scope", "the token may not be used for this";
    /// As many tokens as one may have.
    TooManyTokens = "too-many-tokens", "revoke a token first: there are as many as one may have";
    /// The code for signing in is wrong, was used or is too old.
    BadCode = "bad-code", "the code is wrong, was used already or is too old";
    /// As many sessions as one may have.
    TooManySessions = "too-many-sessions", "end a session first: there are as many as one may have";
    /// A session of less than 24 hours that wants to end an older one.
    SessionTooNew = "session-too-new", "this session is less than 24 hours old and ends no older one: first redeem in it a code of a session that is older than that, or wait";
    /// The session or token of this connection was ended.
    SessionEnded = "session-ended", "the session of this connection was ended";
    /// The free seat needs an invitation.
    NotInvited = "not-invited", "the free seat is for who has the invitation";
    /// A WebSocket from a foreign page.
    ForeignOrigin = "foreign-origin", "connections from other sites are refused";
    /// The request names a host that is not this server.
    ForeignHost = "foreign-host", "this server is not known by that name: start it with --public-url and its address";
    /// The body is not JSON of the expected form.
    BadRequest = "bad-request", "the request is not of the expected form";
    /// The body is too long.
    BodyTooLarge = "body-too-large", "the request is too long";
    /// No such address.
    NotFound = "not-found", "there is nothing at this address";
    /// The address exists, the method does not.
    MethodNotAllowed = "method-not-allowed", "this address does not understand that method";
    /// Too many requests.
    TooManyRequests = "too-many-requests", "too many requests in a short time";
    /// The player has as many unfinished games as possible.
    TooManyGames = "too-many-games", "you have as many unfinished games as possible: finish one first";
    /// The player has as many open challenges as possible.
    TooManyChallenges = "too-many-challenges", "you have 3 open challenges, as many as possible: take one back, or wait until one is accepted";
    /// The network of the maker has as many open challenges as possible.
    TooManyOffers = "too-many-offers", "there are as many open challenges from your network as possible: wait until one is accepted";
    /// The network of the player has accepted as many challenges as possible without having moved.
    TooManyPending = "too-many-pending", "begin the games you have accepted first";
    /// The player has broken off several games in a row, and pauses before the next challenge.
    TooManyAborts = "too-many-aborts", "you have broken off several games in a row: wait a little";
    /// The request took too long.
    RequestTimeout = "request-timeout", "the request took too long";
    /// The position text cannot be read.
    BadPosition = "bad-position", "the position cannot be read";
    /// The position can be read but not be played.
    ImpossiblePosition = "impossible-position", "the position cannot be played";
    /// No such handicap in this game.
    BadHandicap = "bad-handicap", "this game has no such handicap";
    /// A rule option is unknown or has an unknown value.
    BadRule = "bad-rule", "this game has no such rule option";
    /// The player's name cannot be shown.
    BadName = "bad-name", "this name cannot be used";
    /// The clock's settings are out of bounds.
    BadClock = "bad-clock", "these clock settings are not allowed";
    /// Such a game cannot be rated, or programs play no rated games.
    RatedNotPossible = "rated-not-possible", "such a game cannot be rated";
    /// The position is over before the first move.
    GameEndsAtOnce = "game-ends-at-once", "the game would be over before the first move";
    /// One cannot play against oneself.
    OwnInvitation = "own-invitation", "this is your own invitation";
    /// Both seats are taken.
    GameFull = "game-full", "both seats of this game are taken";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meaning())
    }
}
