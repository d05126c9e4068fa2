// Generated from crates/protocol. Do not edit:
// KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript

export const PROTOCOL_VERSION = 9;
export const MAX_MESSAGE_BYTES = 4096;
export const MAX_BODY_BYTES = 16384;
export const MAX_POSITION_BYTES = 512;
export const MAX_NAME_CHARS = 24;
export const MAX_MOVE_BYTES = 16;
export const ABANDONED_MS = 60000;
export const MAX_COMMAND_ID_BYTES = 64;
export const MAX_MAIN_MS = 86400000;
export const MAX_INCREMENT_MS = 600000;
export const MIN_PERIOD_MS = 1000;
export const MAX_PERIOD_MS = 600000;
export const MAX_PERIODS = 10;
export const FLAG_TOLERANCE_MS = 20;
export const MAX_LAG_MS = 1000;
export const LAG_POOL_MS = 20000;
export const MIN_LAG_POOL_MS = 1000;
export const FURIGOMA_MS = 5000;
export const START_LIMIT_MS = 30000;
export const LONG_GAME_MS = 3600000;
export const OPEN_WITHIN_MS = 600000;
export const APPEAR_WITHIN_MS = 10000;
export const MAX_PLIES = 4000;
export const MAX_OFFERS = 8;
export const MESSAGE_BURST = 40;
export const MESSAGES_PER_SECOND = 10;
export const MAX_NAMES = 50;
export const MAX_TAKEBACKS = 200;
export const MAX_OFFERS_IN_GAME = 1000;
export const SILENCE_MS = 10000;
export const PING_EVERY_MS = 4000;
export const MAX_CHALLENGES = 3;
export const CHALLENGE_MS = 1800000;
export const MAKER_AWAY_MS = 30000;
export const MAX_LISTED_CHALLENGES = 100;
export const MAX_NOTIFICATIONS = 100;
export const NOTIFICATION_MS = 2592000000;
export const MAX_TOPICS = 32;

/**
 * One of the four games, by the name Fairy-Stockfish and bots use.
 */
export type GameName = "shogi" | "minishogi" | "torishogi" | "shogun";

/**
 * A side on the wire: the one that moves first from an even start, or the other.
 */
export type SideName = "first" | "second";

/**
 * The side the maker of a game asks for.
 */
export type SideChoice = "first" | "second" | "random";

/**
 * What one is to a game.
 */
export type Seat = "first" | "second" | "watcher";

/**
 * A thing each side has.
 */
export type PerSide<T> = { 
/**
 * The first side's.
 */
first: T, 
/**
 * The second side's.
 */
second: T, };

/**
 * The name of one game between people: unguessable, safe in a link.
 *
 * Whoever knows it may watch the game. The free seat is taken with the invitation.
 */
export type GameKey = string;

/**
 * Why something was refused: a closed list of stable codes. Pages translate the codes;
 * the English sentence beside them is for logs.
 */
export type ErrorCode = "unknown-message" | "message-too-large" | "too-many-messages" | "hello-expected" | "hello-again" | "protocol-too-old" | "protocol-too-new" | "no-such-game" | "not-subscribed" | "not-yourself" | "too-many-topics" | "not-a-player" | "not-your-turn" | "not-started" | "game-over" | "game-not-over" | "wrong-ply" | "bad-move" | "illegal-move" | "out-of-time" | "offer-not-possible" | "already-offered" | "nothing-offered" | "nothing-to-take-back" | "declaration-not-possible" | "abort-not-possible" | "claim-not-possible" | "bad-command-id" | "shutting-down" | "storage-failed" | "internal" | "not-signed-in" | "bad-token" | "missing-scope" | "too-many-tokens" | "bad-code" | "too-many-sessions" | "session-too-new" | "session-ended" | "not-invited" | "foreign-origin" | "foreign-host" | "bad-request" | "body-too-large" | "not-found" | "method-not-allowed" | "too-many-requests" | "too-many-games" | "too-many-challenges" | "too-many-offers" | "too-many-pending" | "too-many-aborts" | "request-timeout" | "bad-position" | "impossible-position" | "bad-handicap" | "bad-rule" | "bad-name" | "bad-clock" | "rated-not-possible" | "game-ends-at-once" | "own-invitation" | "game-full";

export const ERROR_CODES: readonly ErrorCode[] = [
  "unknown-message",
  "message-too-large",
  "too-many-messages",
  "hello-expected",
  "hello-again",
  "protocol-too-old",
  "protocol-too-new",
  "no-such-game",
  "not-subscribed",
  "not-yourself",
  "too-many-topics",
  "not-a-player",
  "not-your-turn",
  "not-started",
  "game-over",
  "game-not-over",
  "wrong-ply",
  "bad-move",
  "illegal-move",
  "out-of-time",
  "offer-not-possible",
  "already-offered",
  "nothing-offered",
  "nothing-to-take-back",
  "declaration-not-possible",
  "abort-not-possible",
  "claim-not-possible",
  "bad-command-id",
  "shutting-down",
  "storage-failed",
  "internal",
  "not-signed-in",
  "bad-token",
  "missing-scope",
  "too-many-tokens",
  "bad-code",
  "too-many-sessions",
  "session-too-new",
  "session-ended",
  "not-invited",
  "foreign-origin",
  "foreign-host",
  "bad-request",
  "body-too-large",
  "not-found",
  "method-not-allowed",
  "too-many-requests",
  "too-many-games",
  "too-many-challenges",
  "too-many-offers",
  "too-many-pending",
  "too-many-aborts",
  "request-timeout",
  "bad-position",
  "impossible-position",
  "bad-handicap",
  "bad-rule",
  "bad-name",
  "bad-clock",
  "rated-not-possible",
  "game-ends-at-once",
  "own-invitation",
  "game-full",
];

/**
 * Which rule forbids a move. The names are those of the rules crate.
 */
export type RuleCode = "game-over" | "no-piece" | "not-your-piece" | "not-in-hand" | "occupied" | "own-piece" | "wrong-movement" | "blocked" | "nifu" | "file-limit" | "dead-square" | "pawn-drop-mate" | "pawn-drop-check" | "king-in-check" | "must-promote" | "cannot-promote" | "outside-promotion-zone" | "promoted-drop" | "outside-drop-region" | "board-limit" | "en-passant-promotion" | "castling-right-lost" | "castling-blocked" | "castling-through-check" | "castling-in-check" | "no-such-square";

export const RULE_CODES: readonly RuleCode[] = [
  "game-over",
  "no-piece",
  "not-your-piece",
  "not-in-hand",
  "occupied",
  "own-piece",
  "wrong-movement",
  "blocked",
  "nifu",
  "file-limit",
  "dead-square",
  "pawn-drop-mate",
  "pawn-drop-check",
  "king-in-check",
  "must-promote",
  "cannot-promote",
  "outside-promotion-zone",
  "promoted-drop",
  "outside-drop-region",
  "board-limit",
  "en-passant-promotion",
  "castling-right-lost",
  "castling-blocked",
  "castling-through-check",
  "castling-in-check",
  "no-such-square",
];

/**
 * Why a game ended: the rules' reasons, and those of play between two people: `aborted`, `not-begun`, `abandoned`, and
 * `cancelled` for an invitation nobody took.
 */
export type EndReason = "checkmate" | "stalemate" | "repetition" | "perpetual-check" | "impasse" | "declaration" | "failed-declaration" | "n-move-rule" | "move-limit" | "resignation" | "time" | "illegal-move" | "agreement" | "aborted" | "not-begun" | "abandoned" | "cancelled";

export const END_REASONS: readonly EndReason[] = [
  "checkmate",
  "stalemate",
  "repetition",
  "perpetual-check",
  "impasse",
  "declaration",
  "failed-declaration",
  "n-move-rule",
  "move-limit",
  "resignation",
  "time",
  "illegal-move",
  "agreement",
  "aborted",
  "not-begun",
  "abandoned",
  "cancelled",
];

/**
 * How a game ended.
 */
export type GameOutcome = { 
/**
 * Who won; nobody in a draw, or a game that was aborted or cancelled.
 */
winner: SideName | null, 
/**
 * Why.
 */
reason: EndReason, 
/**
 * Moves played when it ended.
 */
ply: number, };

/**
 * The time control of a game. All times are milliseconds.
 */
export type ClockSettings = { "kind": "none" } | { "kind": "sudden", 
/**
 * Main time.
 */
main_ms: number, } | { "kind": "increment", 
/**
 * Main time.
 */
main_ms: number, 
/**
 * Added after each move of the player.
 */
increment_ms: number, } | { "kind": "byoyomi", 
/**
 * Main time, 0 to start in the first period.
 */
main_ms: number, 
/**
 * Length of a period.
 */
period_ms: number, 
/**
 * Number of periods; the game is lost when the last one runs out.
 */
periods: number, };

/**
 * One side's time. While `in_byoyomi` is false `period_ms` is a full period.
 */
export type SideClock = { 
/**
 * Main time left, milliseconds.
 */
main_ms: number, 
/**
 * Time left of the period that runs (or would run next), milliseconds.
 */
period_ms: number, 
/**
 * Periods in reserve, the one that runs not counted.
 */
periods_left: number, 
/**
 * Main time is used up and a period runs.
 */
in_byoyomi: boolean, };

/**
 * Both clocks at one moment.
 */
export type ClockState = { 
/**
 * The moment, server time in milliseconds since 1970. It may lie ahead: the clock named by
 * `running` starts then.
 */
at_ms: number, 
/**
 * Whose clock runs; nobody's before the start and after the end.
 */
running: SideName | null, 
/**
 * The times left at that moment.
 */
left: PerSide<SideClock>, };

/**
 * What one player can propose to the other.
 */
export type OfferKind = "takeback" | "draw" | "impasse" | "rematch";

/**
 * A proposal that waits for an answer.
 */
export type Offer = { 
/**
 * What is proposed.
 */
offer: OfferKind, 
/**
 * Who proposes it.
 */
by: SideName, };

/**
 * What a game is, fixed when it is made.
 */
export type GameSettings = { 
/**
 * Which game.
 */
game: GameName, 
/**
 * The start position as canonical text.
 */
start: string, 
/**
 * The handicap the start position is, if it is one.
 */
handicap: string | null, 
/**
 * All rule options with their values, defaults included.
 */
rules: { [key in string]: string }, 
/**
 * The clock.
 */
clock: ClockSettings, 
/**
 * Whether the end changes the ratings of the players.
 */
rated?: boolean, 
/**
 * Between people: no clock runs before both sides have made their first move. The time for each of these moves,
 * milliseconds; 0: as long as it takes. `None`: the first clock runs from the start of the game, as in games of older
 * servers and of one device.
 */
start_limit_ms?: number, };

/**
 * How far a game has come.
 */
export type Status = "waiting" | "playing" | "ended";

/**
 * What a player is.
 */
export type PlayerKind = "guest" | "person" | "program";

/**
 * How well a player plays one of the four games, as others see it.
 */
export type Rating = { 
/**
 * Glicko-2, rounded. Everybody begins with 1500.
 */
rating: number, 
/**
 * It is known roughly only, after few games or a long break: pages show it with a question mark.
 */
provisional: boolean, };

/**
 * What a rated game has changed for a player.
 */
export type RatingChange = { 
/**
 * The rating before it.
 */
before: Rating, 
/**
 * The rating after it.
 */
after: Rating, };

/**
 * What everybody may know of a player.
 *
 * Logs of protocol version 4 and before know no ids, and those of version 2 an English name only; both are
 * understood:
 *
 * ```
 * use komadai_protocol::{PlayerInfo, PlayerKind};
 * let old: PlayerInfo = serde_json::from_str(r#"{"name":"Guest x8Qm"}"#)?;
 * assert_eq!((old.name.as_str(), old.kind), ("x8Qm", PlayerKind::Guest));
 * let named: PlayerInfo = serde_json::from_str(r#"{"name":"Aki","guest":false}"#)?;
 * assert_eq!((named.name.as_str(), named.kind), ("Aki", PlayerKind::Person));
 * # Ok::<(), serde_json::Error>(())
 * ```
 */
export type PlayerInfo = { 
/**
 * Names the player everywhere, for good. No secret.
 */
id: string, 
/**
 * The name of the player; of a guest the letters that tell guests apart.
 */
name: string, 
/**
 * What the player is.
 */
kind: PlayerKind, 
/**
 * How well the player plays this game, where it is rated: as it was when the player took the seat.
 */
rating?: Rating, };

/**
 * How a tossed pawn came to lie.
 */
export type Face = "pawn" | "tokin";

/**
 * Furigoma: the maker of the game tosses five pawns for the sides.
 */
export type Furigoma = { 
/**
 * The side the tosser plays: first when most show 歩, second when most show と.
 */
tosser: SideName, 
/**
 * How they fell.
 */
faces: [Face, Face, Face, Face, Face], };

/**
 * A move that is to be made as soon as it is one's turn. Only its owner sees it.
 */
export type Premove = { 
/**
 * Moves played before it.
 */
ply: number, 
/**
 * Its canonical text.
 */
move: string, };

/**
 * Why a game between two players is not rated, though its maker wanted it to be.
 */
export type Unrated = "same-device" | "same-network";

/**
 * The whole state of a game after the event `seq`.
 */
export type Snapshot = { 
/**
 * Which game.
 */
id: GameKey, 
/**
 * The last event contained.
 */
seq: number, 
/**
 * What is played.
 */
settings: GameSettings, 
/**
 * How far it has come.
 */
status: Status, 
/**
 * Who plays; nobody on a free seat.
 */
players: PerSide<PlayerInfo | null>, 
/**
 * The toss for the sides, where there was one.
 */
furigoma: Furigoma | null, 
/**
 * The current position as canonical text.
 */
position: string, 
/**
 * All moves as canonical text.
 */
moves: Array<string>, 
/**
 * Who is to move.
 */
side: SideName, 
/**
 * The clocks; nothing when the game has none.
 */
clock: ClockState | null, 
/**
 * Offers that wait for an answer.
 */
offers: Array<Offer>, 
/**
 * How it ended.
 */
outcome: GameOutcome | null, 
/**
 * The rematch that followed this one.
 */
rematch: GameKey | null, 
/**
 * Until when the side to move has to make its first move, server time in milliseconds since 1970.
 */
first_move_by_ms: number | null, 
/**
 * Why the game is not rated, though it was to be.
 */
unrated: Unrated | null, 
/**
 * When it was made, server time in milliseconds since 1970.
 */
created_at_ms: number, };

/**
 * What happened in a game.
 */
export type EventBody = { "kind": "created", 
/**
 * What is played.
 */
settings: GameSettings, } | { "kind": "furigoma", 
/**
 * The side the tosser plays: first when most show 歩, second when most show と.
 */
tosser: SideName, 
/**
 * How they fell.
 */
faces: [Face, Face, Face, Face, Face], } | { "kind": "joined", 
/**
 * Which seat.
 */
side: SideName, 
/**
 * Who.
 */
player: PlayerInfo, 
/**
 * Taken from the lobby: the player has to come to the board within
 * [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
 */
open?: boolean, 
/**
 * Why the game is not rated with this player, though it was to be.
 */
unrated?: Unrated, } | { "kind": "started", 
/**
 * The clocks; `at_ms` is the moment from which time counts.
 */
clock: ClockState | null, } | { "kind": "move", 
/**
 * Moves played before it.
 */
ply: number, 
/**
 * Who made it.
 */
side: SideName, 
/**
 * Its canonical text.
 */
move: string, 
/**
 * The id the mover chose for it.
 */
id: string, 
/**
 * Thinking time charged, milliseconds, lag credit already taken off.
 */
spent_ms: number, 
/**
 * Lag credit that was taken off, milliseconds.
 */
lag_ms: number, 
/**
 * Time the server needed to store the event that started the mover's clock, and stood still
 * since, milliseconds: charged to nobody.
 */
server_ms?: number, 
/**
 * It was set as a premove, waited here and cost no time.
 */
premove?: boolean, 
/**
 * The clocks after it.
 */
clock: ClockState | null, } | { "kind": "offered", 
/**
 * What is proposed.
 */
offer: OfferKind, 
/**
 * Who proposes it.
 */
by: SideName, } | { "kind": "declined", 
/**
 * What was offered.
 */
offer: OfferKind, 
/**
 * Who declined or withdrew.
 */
by: SideName, } | { "kind": "taken-back", 
/**
 * Moves played now.
 */
ply: number, 
/**
 * The clocks, as they were at that move.
 */
clock: ClockState | null, } | { "kind": "resumed", 
/**
 * The clocks, going on from where they stood.
 */
clock: ClockState | null, } | { "kind": "ended", 
/**
 * How.
 */
outcome: GameOutcome, 
/**
 * The clocks as they stopped.
 */
clock: ClockState | null, } | { "kind": "rematch", 
/**
 * The new game.
 */
next: GameKey, 
/**
 * No rematch: the opponent did not begin, and the challenge of this side is in the lobby again, as that game.
 */
returned_to?: SideName, };

/**
 * One numbered event of a game. Numbers start at 1 and have no gaps.
 */
export type GameEvent = { 
/**
 * Which game.
 */
game: GameKey, 
/**
 * Its number in the game.
 */
seq: number, 
/**
 * When it happened, by the clock of the server's host, milliseconds since 1970: a date. Clocks have moments of their
 * own.
 */
at_ms: number, } & ({ "kind": "created", 
/**
 * What is played.
 */
settings: GameSettings, } | { "kind": "furigoma", 
/**
 * The side the tosser plays: first when most show 歩, second when most show と.
 */
tosser: SideName, 
/**
 * How they fell.
 */
faces: [Face, Face, Face, Face, Face], } | { "kind": "joined", 
/**
 * Which seat.
 */
side: SideName, 
/**
 * Who.
 */
player: PlayerInfo, 
/**
 * Taken from the lobby: the player has to come to the board within
 * [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
 */
open?: boolean, 
/**
 * Why the game is not rated with this player, though it was to be.
 */
unrated?: Unrated, } | { "kind": "started", 
/**
 * The clocks; `at_ms` is the moment from which time counts.
 */
clock: ClockState | null, } | { "kind": "move", 
/**
 * Moves played before it.
 */
ply: number, 
/**
 * Who made it.
 */
side: SideName, 
/**
 * Its canonical text.
 */
move: string, 
/**
 * The id the mover chose for it.
 */
id: string, 
/**
 * Thinking time charged, milliseconds, lag credit already taken off.
 */
spent_ms: number, 
/**
 * Lag credit that was taken off, milliseconds.
 */
lag_ms: number, 
/**
 * Time the server needed to store the event that started the mover's clock, and stood still
 * since, milliseconds: charged to nobody.
 */
server_ms?: number, 
/**
 * It was set as a premove, waited here and cost no time.
 */
premove?: boolean, 
/**
 * The clocks after it.
 */
clock: ClockState | null, } | { "kind": "offered", 
/**
 * What is proposed.
 */
offer: OfferKind, 
/**
 * Who proposes it.
 */
by: SideName, } | { "kind": "declined", 
/**
 * What was offered.
 */
offer: OfferKind, 
/**
 * Who declined or withdrew.
 */
by: SideName, } | { "kind": "taken-back", 
/**
 * Moves played now.
 */
ply: number, 
/**
 * The clocks, as they were at that move.
 */
clock: ClockState | null, } | { "kind": "resumed", 
/**
 * The clocks, going on from where they stood.
 */
clock: ClockState | null, } | { "kind": "ended", 
/**
 * How.
 */
outcome: GameOutcome, 
/**
 * The clocks as they stopped.
 */
clock: ClockState | null, } | { "kind": "rematch", 
/**
 * The new game.
 */
next: GameKey, 
/**
 * No rematch: the opponent did not begin, and the challenge of this side is in the lobby again, as that game.
 */
returned_to?: SideName, });

/**
 * What a connection can subscribe to, several topics at once.
 */
export type Topic = { "game": GameKey } | { "player": string } | "lobby";

/**
 * A message from a client on the WebSocket. Every command carries an `id` the client chooses: a
 * command sent again (after a broken connection) is acknowledged again and carried out once.
 *
 * ```
 * use komadai_protocol::{ClientMessage, Topic};
 * let text = r#"{"type":"subscribe","topic":{"game":"x8Qm3LhTz0RkWb5v"},"after":7}"#;
 * let message: ClientMessage = serde_json::from_str(text)?;
 * let topic = Topic::Game("x8Qm3LhTz0RkWb5v".into());
 * assert_eq!(message, ClientMessage::Subscribe { topic, after: Some(7) });
 * # Ok::<(), serde_json::Error>(())
 * ```
 */
export type ClientMessage = { "type": "hello", 
/**
 * The version the client speaks.
 */
protocol: number, } | { "type": "subscribe", 
/**
 * What of.
 */
topic: Topic, 
/**
 * Number or position of the last event of the topic that the client has, to get the ones after it.
 */
after?: number, } | { "type": "unsubscribe", 
/**
 * What of.
 */
topic: Topic, } | { "type": "move", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this move.
 */
id: string, 
/**
 * Moves played before it.
 */
ply: number, 
/**
 * Its text (USI or UCI spelling).
 */
move: string, } | { "type": "premove", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for it.
 */
id: string, 
/**
 * Moves played before it: one more than now, as the opponent is to move.
 */
ply: number, 
/**
 * Its text (USI or UCI spelling).
 */
move: string, } | { "type": "cancel-premove", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, } | { "type": "resign", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, } | { "type": "abort", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, } | { "type": "claim-victory", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, } | { "type": "offer", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, 
/**
 * What is proposed.
 */
offer: OfferKind, } | { "type": "answer", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, 
/**
 * What was proposed.
 */
offer: OfferKind, 
/**
 * Yes or no.
 */
accept: boolean, } | { "type": "declare", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id for this command.
 */
id: string, 
/**
 * Moves played when it is declared.
 */
ply: number, } | { "type": "pong", 
/**
 * That of the ping.
 */
nonce: string, };

/**
 * What happened in a game of a player that changes a list of games.
 */
export type GameNews = "waiting" | "began" | "turn" | "offer" | "over";

/**
 * One event of the topic of a player.
 */
export type PlayerNews = { 
/**
 * Whose game it is.
 */
player: string, 
/**
 * The position of the event. Positions rise, with gaps.
 */
position: number, 
/**
 * What happened.
 */
news: GameNews, 
/**
 * The game as it is now: later events may be contained.
 */
game: GameSummary, };

/**
 * What happened in a game, for a player who may not have seen it.
 */
export type NotificationKind = "joined" | "ended" | "rematch";

/**
 * Something that happened while a player may have looked elsewhere.
 */
export type Notification = { 
/**
 * The position of its event, which tells it from others of the player. Later ones are greater.
 */
id: number, 
/**
 * What happened.
 */
kind: NotificationKind, 
/**
 * When, milliseconds since 1970.
 */
at_ms: number, 
/**
 * The game as it is now.
 */
game: GameSummary, };

/**
 * A notification when it arrives, on the topic of its player.
 */
export type PlayerNotification = { 
/**
 * Who is notified.
 */
player: string, 
/**
 * What.
 */
notification: Notification, };

/**
 * The answer to subscribing to a player.
 */
export type PlayerGames = { 
/**
 * Whose games they are.
 */
player: string, 
/**
 * The last event contained.
 */
position: number, 
/**
 * Whether `games` are all games that are not over. If not, they are those in which something has happened since
 * the position that was named.
 */
whole: boolean, 
/**
 * The games, latest event first.
 */
games: Array<GameSummary>, };

/**
 * What somebody accepts with a challenge.
 */
export type ChallengeTerms = { 
/**
 * The side of the player who joins; `random` where the sides were drawn.
 */
side: SideChoice, 
/**
 * The handicap, if it is one.
 */
handicap: string | null, 
/**
 * The start position, if it is neither the usual one nor that of a handicap.
 */
position: string | null, 
/**
 * The rule options that differ from the defaults.
 */
rules: { [key in string]: string }, 
/**
 * The clock.
 */
clock: ClockSettings, 
/**
 * Whether the end changes the ratings of the players.
 */
rated?: boolean, };

/**
 * A game that anyone may join.
 */
export type Challenge = { 
/**
 * The game, to be joined by this key.
 */
id: GameKey, 
/**
 * What is played.
 */
game: GameName, 
/**
 * Who waits for an opponent.
 */
maker: PlayerInfo, 
/**
 * What one accepts.
 */
terms: ChallengeTerms, 
/**
 * When it was made, milliseconds since 1970.
 */
created_at_ms: number, };

/**
 * All challenges that are open: the answer to subscribing to the lobby, and again whenever one comes or goes.
 */
export type Lobby = { 
/**
 * The newest of them, newest first, at most [`MAX_LISTED_CHALLENGES`](crate::limits::MAX_LISTED_CHALLENGES).
 */
challenges: Array<Challenge>, 
/**
 * How many there are.
 */
total: number, };

/**
 * Why a command was not carried out.
 */
export type Refusal = { 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id of the command.
 */
id: string, 
/**
 * Why.
 */
code: ErrorCode, 
/**
 * The rule, when the rules forbid a move.
 */
rule: RuleCode | null, 
/**
 * The squares that explain it.
 */
squares: Array<string>, 
/**
 * The same in English.
 */
message: string, 
/**
 * The last event of the game: a client that has not come so far subscribes again.
 */
seq: number, 
/**
 * The true state, for players whose pages speak a version before 9.
 */
snapshot?: Snapshot, };

/**
 * A message from the server on the WebSocket.
 */
export type ServerMessage = { "type": "welcome", 
/**
 * The version the server speaks. A page of an older version asks to reload after its game.
 */
protocol: number, 
/**
 * Server time in milliseconds since 1970.
 */
server_time_ms: number, 
/**
 * Whose connection it is; nothing for somebody without an identity.
 */
player: PlayerInfo | null, } | { "type": "game", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * What the client is to it.
 */
seat: Seat, 
/**
 * The whole state.
 */
snapshot: Snapshot, 
/**
 * The events after the one that was named; empty when none was.
 */
events: Array<GameEvent>, 
/**
 * One's own premove, if one waits.
 */
premove: Premove | null, } | { "type": "player-games" } & PlayerGames | { "type": "player-news" } & PlayerNews | { "type": "notification" } & PlayerNotification | { "type": "lobby" } & Lobby | { "type": "unsubscribed", 
/**
 * What of.
 */
topic: Topic, 
/**
 * Why, unless the client asked for it.
 */
code: ErrorCode | null, } | { "type": "event" } & GameEvent | { "type": "accepted", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id of the command.
 */
id: string, 
/**
 * The event it became.
 */
seq: number, } | { "type": "premove", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The client's id of the command.
 */
id: string, 
/**
 * What waits; nothing after it was cancelled.
 */
premove: Premove | null, } | { "type": "refused" } & Refusal | { "type": "clock", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * The clocks.
 */
clock: ClockState, } | { "type": "rated", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * For each player.
 */
changes: PerSide<RatingChange>, } | { "type": "presence", 
/**
 * Which game.
 */
game: GameKey, 
/**
 * Whether each player is.
 */
players: PerSide<boolean>, 
/**
 * How many watch.
 */
watchers: number, 
/**
 * From when the player who is not to move may claim the win or abort, server time in
 * milliseconds since 1970: the player who is to move is away. `None`: nobody may.
 */
claim_from_ms: number | null, } | { "type": "ping", 
/**
 * Names this ping, and cannot be guessed.
 */
nonce: string, 
/**
 * Server time in milliseconds since 1970.
 */
server_time_ms: number, 
/**
 * The shortest round trip measured on this connection so far, milliseconds.
 */
round_trip_ms: number | null, } | { "type": "error", 
/**
 * Why.
 */
code: ErrorCode, 
/**
 * The same in English.
 */
message: string, };

/**
 * Body of `POST /api/games`.
 */
export type CreateGame = { 
/**
 * Which game.
 */
game: GameName, 
/**
 * The maker's side.
 */
side?: SideChoice, 
/**
 * A start position (SFEN or FEN); not together with `handicap`.
 */
position?: string, 
/**
 * A handicap of the game, by its id; not together with `position`.
 */
handicap?: string, 
/**
 * Rule options that differ from the defaults.
 */
rules?: { [key in string]: string }, 
/**
 * The clock; byo-yomi when left out.
 */
clock?: ClockSettings, 
/**
 * What the maker is called; a guest when left out or empty.
 */
name?: string, 
/**
 * Whether anyone may join, not only who has the invitation: the game is in the lobby.
 */
open?: boolean, 
/**
 * Whether the end changes the ratings of the players: from the usual start position, with a clock.
 */
rated?: boolean, };

/**
 * Body of `POST /api/games/{id}/join` and of `POST /api/games/{id}/name`; may be left out.
 */
export type JoinGame = { 
/**
 * What lets one take the free seat: what stands behind `#` in the address of the invitation.
 */
invitation?: string, 
/**
 * What the player is called; a guest when left out or empty.
 */
name?: string, };

/**
 * Which devices can open the links this server makes.
 */
export type Reach = "this-device" | "local-network" | "public";

/**
 * A game as one person sees it: answer of `POST /api/games`, `GET /api/games/{id}` and
 * `POST /api/games/{id}/join`.
 */
export type GamePage = { 
/**
 * What one is to the game.
 */
seat: Seat, 
/**
 * Whether one may take the free seat.
 */
may_join: boolean, 
/**
 * The address for watching.
 */
link: string, 
/**
 * The address for the friend who is to take the free seat; for the one who invites alone.
 */
invitation: string | null, 
/**
 * Until when anyone may join while the maker is there, server time in milliseconds since 1970. `None`: only who
 * has the invitation.
 */
open_until_ms: number | null, 
/**
 * Why the game would not be rated, though it is to be, if the caller took the free seat.
 */
unrated?: Unrated, 
/**
 * Who can open these addresses.
 */
reach: Reach, 
/**
 * The game.
 */
snapshot: Snapshot, };

/**
 * Answer of `GET /api/me`.
 */
export type Me = { 
/**
 * How others see this person; nothing for somebody who has neither made nor joined a game.
 */
player: PlayerInfo | null, 
/**
 * Games of this person that are not over.
 */
unfinished: number, 
/**
 * The version of the protocol the server speaks.
 */
protocol: number, 
/**
 * Who can open the links this server makes.
 */
reach: Reach, 
/**
 * The address links begin with.
 */
origin: string, };

/**
 * A line in a list of games.
 */
export type GameSummary = { 
/**
 * Which game.
 */
id: GameKey, 
/**
 * What is played.
 */
game: GameName, 
/**
 * How far it has come.
 */
status: Status, 
/**
 * What one is to it.
 */
seat: Seat, 
/**
 * Who plays.
 */
players: PerSide<PlayerInfo | null>, 
/**
 * Moves played.
 */
ply: number, 
/**
 * Whether it is one's turn.
 */
your_turn: boolean, 
/**
 * How it ended.
 */
outcome: GameOutcome | null, 
/**
 * When something last happened, server time in milliseconds since 1970.
 */
updated_at_ms: number, };

/**
 * Answer of `GET /api/games`: one's own games, unfinished first, newest first.
 */
export type GameList = { 
/**
 * The games.
 */
games: Array<GameSummary>, 
/**
 * Where the next page begins, as `before` of a further request; `None` on the last page.
 */
next: number | null, };

/**
 * How one's games against others have ended, of one of the four games.
 */
export type GameResults = { 
/**
 * What was played.
 */
game: GameName, 
/**
 * Games won.
 */
won: number, 
/**
 * Games lost.
 */
lost: number, 
/**
 * Games drawn.
 */
drawn: number, 
/**
 * One's rating; nothing before one's first rated game.
 */
rating: Rating | null, };

/**
 * Answer of `GET /api/results`. Games that were aborted or never joined do not count.
 */
export type ResultList = { 
/**
 * One for each of the four games that one has finished one of.
 */
results: Array<GameResults>, };

/**
 * Answer of `GET /api/notifications`.
 */
export type NotificationList = { 
/**
 * Newest first.
 */
notifications: Array<Notification>, 
/**
 * Those with an `id` up to this one have been read.
 */
read_up_to: number, };

/**
 * Body of `POST /api/notifications/read`.
 */
export type ReadNotifications = { 
/**
 * The `id` of the newest one that has been read; those before it count as read, too.
 */
up_to: number, };

/**
 * A browser that is signed in as oneself.
 */
export type SessionInfo = { 
/**
 * Names it; no secret.
 */
id: string, 
/**
 * Browser and system, as far as they are known.
 */
label: string, 
/**
 * When it began, server time in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it was last seen, to the day, server time in milliseconds since 1970.
 */
seen_at_ms: number, 
/**
 * It is the one that asks.
 */
current: boolean, };

/**
 * Answer of `GET /api/sessions`: the one seen last first.
 */
export type SessionList = { 
/**
 * The sessions.
 */
sessions: Array<SessionInfo>, };

/**
 * Answer of `POST /api/sign-in-code`: lets another device sign in as oneself, once.
 */
export type SignInCode = { 
/**
 * To be typed on the other device.
 */
code: string, 
/**
 * An address to be opened there, with the code in it.
 */
link: string, 
/**
 * Who can open that address.
 */
reach: Reach, 
/**
 * Until when, server time in milliseconds since 1970.
 */
expires_at_ms: number, };

/**
 * Body of `POST /api/sessions`.
 */
export type SignIn = { 
/**
 * The code; small letters and signs between do not matter.
 */
code: string, };

/**
 * Body of `DELETE /api/sessions`.
 */
export type EndOthers = { 
/**
 * Ids of the tokens that stay; all others end.
 */
keep_tokens: Array<string>, };

/**
 * What a token may be used for.
 */
export type Scope = "read" | "play";

/**
 * How long a token works.
 */
export type TokenLife = "30-days" | "90-days" | "365-days" | "unlimited";

/**
 * Body of `POST /api/tokens`.
 */
export type CreateToken = { 
/**
 * What one calls it.
 */
name: string, 
/**
 * What it may be used for; at least one.
 */
scopes: Array<Scope>, 
/**
 * How long it works; 90 days where nothing is said.
 */
life?: TokenLife, };

/**
 * What lets a program act for oneself.
 */
export type TokenInfo = { 
/**
 * Names it; no secret.
 */
id: string, 
/**
 * What one calls it.
 */
name: string, 
/**
 * What it may be used for.
 */
scopes: Array<Scope>, 
/**
 * When it was made, server time in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it was last used, to the minute, server time in milliseconds since 1970.
 */
used_at_ms: number | null, 
/**
 * When it expires, server time in milliseconds since 1970; `null`: never.
 */
expires_at_ms: number | null, };

/**
 * Answer of `POST /api/tokens`. The secret is shown this once.
 */
export type NewToken = { 
/**
 * The token.
 */
token: TokenInfo, 
/**
 * What the program sends: `Authorization: Bearer SECRET`.
 */
secret: string, };

/**
 * Answer of `GET /api/tokens`: oldest first.
 */
export type TokenList = { 
/**
 * The tokens.
 */
tokens: Array<TokenInfo>, };

/**
 * Body of every HTTP answer with a status of 400 or more.
 */
export type ApiError = { 
/**
 * Why.
 */
code: ErrorCode, 
/**
 * The same in English, with the offending text.
 */
message: string, 
/**
 * The field of the request to correct, with dots between levels.
 */
field?: string, 
/**
 * Where in that field, in bytes.
 */
offset?: number, 
/**
 * When the same request may succeed, milliseconds from now.
 */
retry_after_ms?: number, 
/**
 * What is wrong with an impossible position, as stable codes.
 */
problems?: Array<string>, 
/**
 * The squares that explain it.
 */
squares?: Array<string>, };

/**
 * Answer of `GET /healthz`.
 */
export type Health = { 
/**
 * `true` when the database answers.
 */
ok: boolean, 
/**
 * The version of the program.
 */
version: string, };
