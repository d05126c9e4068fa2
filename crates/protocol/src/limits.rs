//! Limits that both ends of the wire keep to. All are exported to TypeScript.

/// Defines the constants and [`ALL`].
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: $type = $value;)*

        /// Names and values for the generated TypeScript.
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, u64)] = &[$((stringify!($name), $name as u64)),*];
    };
}

limits! {
    /// Of a WebSocket message to the server. A longer one ends the connection.
    MAX_MESSAGE_BYTES: usize = 4 * 1024;
    /// Of an HTTP request.
    MAX_BODY_BYTES: usize = 16 * 1024;
    MAX_POSITION_BYTES: usize = 512;
    MAX_NAME_CHARS: u32 = 24;
    MAX_MOVE_BYTES: usize = 16;
    /// Absence of the player on turn after which the opponent may claim the win or abort.
    ABANDONED_MS: u32 = 60_000;
    MAX_COMMAND_ID_BYTES: usize = 64;
    MAX_MAIN_MS: u32 = 24 * 60 * 60 * 1000;
    MAX_INCREMENT_MS: u32 = 10 * 60 * 1000;
    MIN_PERIOD_MS: u32 = 1000;
    MAX_PERIOD_MS: u32 = 10 * 60 * 1000;
    MAX_PERIODS: u32 = 10;
    /// A move this late still counts: timers and timestamps are not finer.
    FLAG_TOLERANCE_MS: u32 = 20;
    /// Lag credit for a move.
    MAX_LAG_MS: u32 = 1000;
    /// Lag credit of a player in a long game; shorter games have less.
    LAG_POOL_MS: u32 = 20_000;
    /// Lag credit of a player in the shortest game.
    MIN_LAG_POOL_MS: u32 = 1000;
    /// Time that furigoma is shown before the first clock starts.
    FURIGOMA_MS: u32 = 5000;
    /// Default limit of each first move.
    START_LIMIT_MS: u32 = 30_000;
    /// Estimated length of a game from which first moves have no limit.
    LONG_GAME_MS: u32 = 60 * 60 * 1000;
    /// Time after both seats are taken within which both sides have to open the game.
    OPEN_WITHIN_MS: u32 = 10 * 60 * 1000;
    /// Time within which a player who joins from the lobby has to come to the board.
    APPEAR_WITHIN_MS: u32 = 10_000;
    /// Move limit of every game, as a bound on storage.
    MAX_PLIES: u32 = 4000;
    /// Offers of a side between two moves.
    MAX_OFFERS: u32 = 8;
    /// Burst of the rate limit of a socket.
    MESSAGE_BURST: u32 = 40;
    /// Rate limit of a socket.
    MESSAGES_PER_SECOND: u32 = 10;
    /// Seats taken and renamings in a game, as a bound on storage.
    MAX_NAMES: u32 = 50;
    /// Moves taken back in a game, as a bound on storage.
    MAX_TAKEBACKS: u32 = 200;
    /// Offers of a side in a game, as a bound on storage.
    MAX_OFFERS_IN_GAME: u32 = 1000;
    /// Silence after which a client should reconnect.
    SILENCE_MS: u32 = 10_000;
    /// Interval of the server's pings.
    PING_EVERY_MS: u32 = 4_000;
    MAX_CHALLENGES: u32 = 3;
    /// Lifetime of a challenge.
    CHALLENGE_MS: u32 = 30 * 60 * 1000;
    /// Absence of the maker after which a challenge is hidden until they are back.
    MAKER_AWAY_MS: u32 = 30_000;
    /// Entries of a list that clients follow.
    MAX_LISTED: u32 = 100;
    /// Notifications kept for a player.
    MAX_NOTIFICATIONS: u32 = 100;
    /// Lifetime of a notification.
    NOTIFICATION_MS: u32 = 30 * 24 * 60 * 60 * 1000;
    MAX_TOPICS: u32 = 32;
}
