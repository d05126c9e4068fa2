//! Numbers that both ends of the wire keep to.

/// Longest WebSocket message a client may send, bytes. A longer one ends the connection.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;
/// Longest HTTP request body, bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
/// Longest position text accepted when a game is created, bytes.
pub const MAX_POSITION_BYTES: usize = 512;
/// Longest text of a move, bytes.
pub const MAX_MOVE_BYTES: usize = 16;
/// Longest client-chosen id of a command, bytes.
pub const MAX_COMMAND_ID_BYTES: usize = 64;
/// Most main time of a clock, milliseconds (24 hours).
pub const MAX_MAIN_MS: u32 = 24 * 60 * 60 * 1000;
/// Most increment a move, milliseconds (10 minutes).
pub const MAX_INCREMENT_MS: u32 = 10 * 60 * 1000;
/// Shortest byo-yomi period, milliseconds.
pub const MIN_PERIOD_MS: u32 = 1000;
/// Longest byo-yomi period, milliseconds (10 minutes).
pub const MAX_PERIOD_MS: u32 = 10 * 60 * 1000;
/// Most byo-yomi periods.
pub const MAX_PERIODS: u32 = 10;
/// Moves after which the server ends a game as a draw by the move limit, as a bound on storage.
pub const MAX_PLIES: u32 = 4000;
/// Offers a side may make between two moves.
pub const MAX_OFFERS: u32 = 8;
/// Messages a socket may send at once before it has to slow down.
pub const MESSAGE_BURST: u32 = 40;
/// Messages a second a socket may send on average.
pub const MESSAGES_PER_SECOND: u32 = 10;
/// A client that hears nothing for this long, milliseconds, should connect again.
pub const SILENCE_MS: u32 = 10_000;
/// How often the server sends a WebSocket ping, milliseconds.
pub const PING_EVERY_MS: u32 = 2_500;
