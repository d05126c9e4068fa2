//! Numbers that both ends of the wire keep to. All of them are exported to TypeScript.

/// Defines the constants and [`ALL`], the list from which TypeScript is generated.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: $type = $value;)*

        /// Every limit with its name, for the generated TypeScript.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, u64)] = &[$((stringify!($name), $name as u64)),*];
    };
}

limits! {
    /// Longest WebSocket message a client may send, bytes. A longer one ends the connection.
    MAX_MESSAGE_BYTES: usize = 4 * 1024;
    /// Longest HTTP request body, bytes.
    MAX_BODY_BYTES: usize = 16 * 1024;
    /// Longest position text accepted when a game is created, bytes.
    MAX_POSITION_BYTES: usize = 512;
    /// Longest name of a player, characters.
    MAX_NAME_CHARS: u32 = 24;
    /// Longest text of a move, bytes.
    MAX_MOVE_BYTES: usize = 16;
    /// Absence of the player who is to move after which the opponent may claim the win or abort, milliseconds.
    ABANDONED_MS: u32 = 60_000;
    /// Longest client-chosen id of a command, bytes.
    MAX_COMMAND_ID_BYTES: usize = 64;
    /// Most main time of a clock, milliseconds (24 hours).
    MAX_MAIN_MS: u32 = 24 * 60 * 60 * 1000;
    /// Most increment per move, milliseconds (10 minutes).
    MAX_INCREMENT_MS: u32 = 10 * 60 * 1000;
    /// Shortest byo-yomi period, milliseconds.
    MIN_PERIOD_MS: u32 = 1000;
    /// Longest byo-yomi period, milliseconds (10 minutes).
    MAX_PERIOD_MS: u32 = 10 * 60 * 1000;
    /// Most byo-yomi periods.
    MAX_PERIODS: u32 = 10;
    /// A move this late, milliseconds, still counts: timers and stamps are not finer.
    FLAG_TOLERANCE_MS: u32 = 20;
    /// Most lag credit for one move, milliseconds.
    MAX_LAG_MS: u32 = 1000;
    /// Most lag credit for all moves of one player in one game, milliseconds; less in short games.
    LAG_POOL_MS: u32 = 20_000;
    /// Lag credit of a player in the shortest game, milliseconds.
    MIN_LAG_POOL_MS: u32 = 1000;
    /// How long the toss for the sides is shown before the first clock starts, milliseconds.
    FURIGOMA_MS: u32 = 5000;
    /// The time for a first move where the host sets no other, milliseconds.
    START_LIMIT_MS: u32 = 30_000;
    /// Clocks from this estimated length of a game on have no limit for first moves, milliseconds.
    LONG_GAME_MS: u32 = 60 * 60 * 1000;
    /// A game that a side has not opened this long after both seats were taken is broken off, milliseconds.
    OPEN_WITHIN_MS: u32 = 10 * 60 * 1000;
    /// A player who joins from the lobby has to come to the board within this time, milliseconds.
    APPEAR_WITHIN_MS: u32 = 10_000;
    /// Moves after which a game ends as a draw by the move limit, as a bound on storage.
    MAX_PLIES: u32 = 4000;
    /// Offers a side may make between two moves.
    MAX_OFFERS: u32 = 8;
    /// Messages a socket may send at once before it has to slow down.
    MESSAGE_BURST: u32 = 40;
    /// Messages per second a socket may send on average.
    MESSAGES_PER_SECOND: u32 = 10;
    /// Names that players may take before a game, as a bound on storage.
    MAX_NAMES: u32 = 50;
    /// Moves that may be taken back in a game, as a bound on storage.
    MAX_TAKEBACKS: u32 = 200;
    /// Offers a side may make in a game, as a bound on storage.
    MAX_OFFERS_IN_GAME: u32 = 1000;
    /// A client that receives nothing for this long, milliseconds, should connect again.
    SILENCE_MS: u32 = 10_000;
    /// How often the server sends a ping, milliseconds.
    PING_EVERY_MS: u32 = 4_000;
    /// Challenges that a player may have open.
    MAX_CHALLENGES: u32 = 3;
    /// How long a challenge is open, milliseconds (half an hour).
    CHALLENGE_MS: u32 = 30 * 60 * 1000;
    /// A challenge whose maker has been away for this long, milliseconds, is not open until they are back.
    MAKER_AWAY_MS: u32 = 30_000;
    /// Most challenges in the list of the lobby.
    MAX_LISTED_CHALLENGES: u32 = 100;
    /// Notifications that are kept of a player.
    MAX_NOTIFICATIONS: u32 = 100;
    /// How long a notification is kept, milliseconds (30 days).
    NOTIFICATION_MS: u32 = 30 * 24 * 60 * 60 * 1000;
    /// Most topics of a connection.
    MAX_TOPICS: u32 = 32;
}
