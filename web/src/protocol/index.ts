// Generated from crates/protocol. Do not edit:
// KOMADAI_WRITE_TYPES=1 cargo test -p komadai-protocol typescript

export const PROTOCOL_VERSION = 11;
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
export const MAX_LISTED = 100;
export const MAX_NOTIFICATIONS = 100;
export const NOTIFICATION_MS = 2592000000;
export const MAX_TOPICS = 32;

/**
 * Name of a variant, as in Fairy-Stockfish and bots.
 */
export type GameName = "shogi" | "minishogi" | "torishogi" | "shogun";

/**
 * A side. `first` moves first from an even start.
 */
export type SideName = "first" | "second";

/**
 * Rule that forbids a move, named as in the rules crate.
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
 * Reason of the end: those of the rules, and `aborted`, `not-begun`, `abandoned`, `cancelled` of play between people.
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
 * Body of every HTTP answer with a status of 400 or more.
 */
export type ApiError = { code: ErrorCode, 
/**
 * English, with the offending text.
 */
message: string, 
/**
 * Field of the request to correct, with dots between levels.
 */
field?: string, 
/**
 * Byte offset in `field`.
 */
offset?: number, 
/**
 * Delay after which the same request may succeed.
 */
retry_after_ms?: number, 
/**
 * Problems of an impossible position, as stable codes.
 */
problems?: Array<string>, 
/**
 * Squares that explain the error.
 */
squares?: Array<string>, };

/**
 * A game in the lobby, which anyone may join.
 */
export type Challenge = { id: GameKey, game: GameName, maker: PlayerInfo, terms: ChallengeTerms, created_at_ms: number, };

/**
 * Terms of a challenge.
 */
export type ChallengeTerms = { 
/**
 * Side of the player who joins; `random` if the sides were drawn.
 */
side: SideChoice, handicap: string | null, 
/**
 * Start position, if it is neither the usual one nor a handicap's.
 */
position: string | null, 
/**
 * Rule options that differ from the defaults.
 */
rules: { [key in string]: string }, clock: ClockSettings, rated?: boolean, };

/**
 * Difference of a list from the version before.
 */
export type Changes<E> = { 
/**
 * Version with these changes, one more than before. After any other version clients subscribe again.
 */
version: number, 
/**
 * Entries that are new or have changed.
 */
changed: Array<E>, 
/**
 * Entries that have left.
 */
gone: Array<GameKey>, total: number, };

/**
 * A message from a client on the WebSocket. Commands are idempotent: each carries an `id` chosen by the client,
 * and one that is sent again is acknowledged again and carried out once.
 */
export type ClientMessage = { "type": "hello", protocol: number, } | { "type": "subscribe", topic: Topic, 
/**
 * Number or position of the last event that the client has, to get the later ones.
 */
after?: number, } | { "type": "unsubscribe", topic: Topic, } | { "type": "move", game: GameKey, id: string, ply: number, 
/**
 * USI or UCI.
 */
move: string, } | { "type": "premove", game: GameKey, id: string, 
/**
 * One more than now, as the opponent is to move.
 */
ply: number, 
/**
 * USI or UCI.
 */
move: string, } | { "type": "cancel-premove", game: GameKey, id: string, } | { "type": "resign", game: GameKey, id: string, } | { "type": "abort", game: GameKey, id: string, } | { "type": "claim-victory", game: GameKey, id: string, } | { "type": "offer", game: GameKey, id: string, offer: OfferKind, } | { "type": "answer", game: GameKey, id: string, offer: OfferKind, accept: boolean, } | { "type": "declare", game: GameKey, id: string, ply: number, } | { "type": "pong", nonce: string, };

/**
 * Time control of a game, in milliseconds.
 */
export type ClockSettings = { "kind": "none" } | { "kind": "sudden", main_ms: number, } | { "kind": "increment", main_ms: number, increment_ms: number, } | { "kind": "byoyomi", 
/**
 * 0 starts in the first period.
 */
main_ms: number, period_ms: number, 
/**
 * The flag falls at the end of the last one.
 */
periods: number, };

export type ClockState = { 
/**
 * Server time in milliseconds since 1970. If it lies ahead, the clock of `running` starts then.
 */
at_ms: number, 
/**
 * `null` before the start and after the end.
 */
running: SideName | null, 
/**
 * At `at_ms`.
 */
left: PerSide<SideClock>, };

/**
 * Body of `POST /api/games`.
 */
export type CreateGame = { game: GameName, 
/**
 * Side of the player who makes the game.
 */
side?: SideChoice, 
/**
 * Start position (SFEN or FEN); excludes `handicap`.
 */
position?: string, 
/**
 * Id of a handicap of the variant; excludes `position`.
 */
handicap?: string, 
/**
 * Rule options that differ from the defaults.
 */
rules?: { [key in string]: string }, 
/**
 * Default: byo-yomi, 10 minutes and 30 seconds a move.
 */
clock?: ClockSettings, 
/**
 * Guest if omitted or empty.
 */
name?: string, 
/**
 * Open challenge: anyone may join, from the lobby.
 */
open?: boolean, 
/**
 * Needs the usual start position and a clock.
 */
rated?: boolean, 
/**
 * List the game while it is played. Default: `open`, since only its players know the address of any other game.
 */
listed?: boolean, };

/**
 * Body of `POST /api/tokens`.
 */
export type CreateToken = { name: string, 
/**
 * At least one.
 */
scopes: Array<Scope>, 
/**
 * Default: 90 days.
 */
life?: TokenLife, };

/**
 * Body of `DELETE /api/sessions`.
 */
export type EndOthers = { 
/**
 * Ids of the tokens to keep; all others end.
 */
keep_tokens: Array<string>, };

/**
 * A list at a version.
 */
export type Entries<E> = { version: number, 
/**
 * At most [`MAX_LISTED`](crate::limits::MAX_LISTED).
 */
entries: Array<E>, 
/**
 * Number of entries, listed or not.
 */
total: number, };

/**
 * Reason of a refusal: a closed list of stable codes, which pages translate.
 */
export type ErrorCode = "unknown-message" | "message-too-large" | "too-many-messages" | "hello-expected" | "hello-again" | "protocol-too-old" | "protocol-too-new" | "no-such-game" | "not-subscribed" | "not-yourself" | "too-many-topics" | "not-a-player" | "not-your-turn" | "not-started" | "game-over" | "game-not-over" | "wrong-ply" | "bad-move" | "illegal-move" | "out-of-time" | "offer-not-possible" | "already-offered" | "nothing-offered" | "nothing-to-take-back" | "declaration-not-possible" | "abort-not-possible" | "claim-not-possible" | "bad-command-id" | "shutting-down" | "storage-failed" | "internal" | "not-signed-in" | "bad-token" | "missing-scope" | "too-many-tokens" | "bad-code" | "too-many-sessions" | "session-too-new" | "session-ended" | "not-invited" | "foreign-origin" | "foreign-host" | "bad-request" | "body-too-large" | "not-found" | "method-not-allowed" | "too-many-requests" | "too-many-games" | "too-many-challenges" | "too-many-offers" | "too-many-pending" | "too-many-aborts" | "request-timeout" | "bad-position" | "impossible-position" | "bad-handicap" | "bad-rule" | "bad-name" | "bad-clock" | "rated-not-possible" | "game-ends-at-once" | "own-invitation" | "game-full";

/**
 * An event as it is logged. It holds no name: its author is the id of a player.
 */
export type EventBody = { "kind": "created", settings: GameSettings, } | { "kind": "furigoma", 
/**
 * Side of the tosser, the player who made the game: first if most pawns show 歩.
 */
tosser: SideName, faces: [Face, Face, Face, Face, Face], } | { "kind": "joined", side: SideName, 
/**
 * In a rated game: the player's rating at that moment.
 */
rating?: Rating, 
/**
 * From the lobby: the player has to come to the board within
 * [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
 */
open?: boolean, 
/**
 * Reason why a game made as rated is unrated with this player.
 */
unrated?: Unrated, } | { "kind": "started", 
/**
 * Time counts from its `at_ms`.
 */
clock: ClockState | null, } | { "kind": "move", ply: number, side: SideName, 
/**
 * Canonical.
 */
move: string, 
/**
 * Command id chosen by the mover.
 */
id: string, 
/**
 * Charged time, without lag credit and server time.
 */
spent_ms: number, 
/**
 * Lag credit used.
 */
lag_ms: number, 
/**
 * Uncharged server time: storing the event that started the mover's clock, and standstills since.
 */
server_ms?: number, 
/**
 * Played from a waiting premove, at no cost of time.
 */
premove?: boolean, 
/**
 * After the move.
 */
clock: ClockState | null, } | { "kind": "offered", offer: OfferKind, by: SideName, } | { "kind": "declined", offer: OfferKind, by: SideName, } | { "kind": "taken-back", 
/**
 * Moves left.
 */
ply: number, 
/**
 * As they were at that ply.
 */
clock: ClockState | null, } | { "kind": "resumed", clock: ClockState | null, } | { "kind": "ended", outcome: GameOutcome, clock: ClockState | null, } | { "kind": "rematch", next: GameKey, 
/**
 * Not a rematch: the opponent did not begin, and the challenge of this side is back in the lobby as `next`.
 */
returned_to?: SideName, };

/**
 * Upper side of a tossed pawn.
 */
export type Face = "pawn" | "tokin";

/**
 * Toss of five pawns for the sides.
 */
export type Furigoma = { 
/**
 * Side of the tosser, the player who made the game: first if most pawns show 歩.
 */
tosser: SideName, faces: [Face, Face, Face, Face, Face], };

/**
 * An event of a game, as shown.
 */
export type GameEvent = { game: GameKey, 
/**
 * From 1, without gaps.
 */
seq: number, 
/**
 * Wall time of the server's host, milliseconds since 1970. Game clocks use `at_ms` of [`ClockState`] instead.
 */
at_ms: number, 
/**
 * Of `joined`: the player.
 */
player?: PlayerInfo, } & ({ "kind": "created", settings: GameSettings, } | { "kind": "furigoma", 
/**
 * Side of the tosser, the player who made the game: first if most pawns show 歩.
 */
tosser: SideName, faces: [Face, Face, Face, Face, Face], } | { "kind": "joined", side: SideName, 
/**
 * In a rated game: the player's rating at that moment.
 */
rating?: Rating, 
/**
 * From the lobby: the player has to come to the board within
 * [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
 */
open?: boolean, 
/**
 * Reason why a game made as rated is unrated with this player.
 */
unrated?: Unrated, } | { "kind": "started", 
/**
 * Time counts from its `at_ms`.
 */
clock: ClockState | null, } | { "kind": "move", ply: number, side: SideName, 
/**
 * Canonical.
 */
move: string, 
/**
 * Command id chosen by the mover.
 */
id: string, 
/**
 * Charged time, without lag credit and server time.
 */
spent_ms: number, 
/**
 * Lag credit used.
 */
lag_ms: number, 
/**
 * Uncharged server time: storing the event that started the mover's clock, and standstills since.
 */
server_ms?: number, 
/**
 * Played from a waiting premove, at no cost of time.
 */
premove?: boolean, 
/**
 * After the move.
 */
clock: ClockState | null, } | { "kind": "offered", offer: OfferKind, by: SideName, } | { "kind": "declined", offer: OfferKind, by: SideName, } | { "kind": "taken-back", 
/**
 * Moves left.
 */
ply: number, 
/**
 * As they were at that ply.
 */
clock: ClockState | null, } | { "kind": "resumed", clock: ClockState | null, } | { "kind": "ended", outcome: GameOutcome, clock: ClockState | null, } | { "kind": "rematch", next: GameKey, 
/**
 * Not a rematch: the opponent did not begin, and the challenge of this side is back in the lobby as `next`.
 */
returned_to?: SideName, });

/**
 * Unguessable key of a game between people, URL-safe. It grants watching; the free seat needs the invitation.
 */
export type GameKey = string;

/**
 * Answer of `GET /api/games`: the caller's games, unfinished first, newest first.
 */
export type GameList = { games: Array<GameSummary>, 
/**
 * Cursor of the next page, the `before` of a further request; `null` on the last page.
 */
next: number | null, };

/**
 * Change of a game in a player's list of games.
 */
export type GameNews = "waiting" | "began" | "turn" | "offer" | "over";

export type GameOutcome = { 
/**
 * `null` in a draw and without a result.
 */
winner: SideName | null, reason: EndReason, ply: number, };

/**
 * A game as the caller sees it: answer of `POST /api/games`, `GET /api/games/{id}` and
 * `POST /api/games/{id}/join`.
 */
export type GamePage = { seat: Seat, 
/**
 * The caller may take the free seat.
 */
may_join: boolean, 
/**
 * Address for watching.
 */
link: string, 
/**
 * Address with the free seat's secret; only for the player who invites.
 */
invitation: string | null, 
/**
 * End of the open challenge, server time; until then anyone may join while the maker is there. `null`: joining needs
 * the invitation.
 */
open_until_ms: number | null, 
/**
 * Reason why a rated game would be unrated if the caller took the free seat.
 */
unrated?: Unrated, 
/**
 * Devices that can open these addresses.
 */
reach: Reach, snapshot: Snapshot, };

/**
 * Results of the player's games against others in a variant.
 */
export type GameResults = { game: GameName, won: number, lost: number, drawn: number, 
/**
 * `null` before the first rated game.
 */
rating: Rating | null, };

/**
 * Settings of a game, fixed when it is made.
 */
export type GameSettings = { game: GameName, 
/**
 * Start position in canonical text.
 */
start: string, 
/**
 * Id of the handicap, if `start` is one.
 */
handicap: string | null, 
/**
 * All rule options, defaults included.
 */
rules: { [key in string]: string }, clock: ClockSettings, 
/**
 * The game changes the ratings of its players.
 */
rated?: boolean, 
/**
 * Limit of each first move; no clock runs before both sides have moved. 0: no limit. Omitted in local games and
 * those of older servers, whose first clock does not wait for both moves.
 */
start_limit_ms?: number, 
/**
 * The game is in the list of games being played.
 */
listed?: boolean, };

/**
 * A row in a list of games.
 */
export type GameSummary = { id: GameKey, game: GameName, status: Status, 
/**
 * The caller's seat.
 */
seat: Seat, players: PerSide<PlayerInfo | null>, 
/**
 * Number of the last event. Of two summaries of a game the greater one is the newer.
 */
seq: number, ply: number, your_turn: boolean, outcome: GameOutcome | null, 
/**
 * Time of the last event, server time in milliseconds since 1970.
 */
updated_at_ms: number, };

/**
 * Answer of `GET /healthz`.
 */
export type Health = { 
/**
 * `true` if the database answers.
 */
ok: boolean, 
/**
 * Of the program.
 */
version: string, 
/**
 * In the answer of `GET /readyz`.
 */
lag?: Lag, };

/**
 * Optional body of `POST /api/games/{id}/join` and of `POST /api/games/{id}/name`.
 */
export type JoinGame = { 
/**
 * Secret for the free seat: the fragment (after `#`) of the invitation's address.
 */
invitation?: string, 
/**
 * Guest if omitted or empty.
 */
name?: string, };

/**
 * How far lists, notifications and ratings are behind the games.
 */
export type Lag = { 
/**
 * Counted up to 10,000.
 */
events: number, 
/**
 * Age of the first of them.
 */
seconds: number, };

/**
 * A whole list: on subscription, and for a client that has missed changes.
 */
export type List = { "topic": "lobby" } & Entries<Challenge> | { "topic": "live-games" } & Entries<LiveGame>;

/**
 * A change of a list.
 */
export type ListChange = { "topic": "lobby" } & Changes<Challenge> | { "topic": "live-games" } & Changes<LiveGame>;

/**
 * A list that clients follow, by the name of its topic.
 */
export type ListKind = "lobby" | "live-games";

/**
 * A game being played, which anyone may watch.
 */
export type LiveGame = { id: GameKey, game: GameName, 
/**
 * In a rated game each with the rating at its start.
 */
players: PerSide<PlayerInfo>, clock: ClockSettings, watchers: number, created_at_ms: number, };

/**
 * Answer of `GET /api/me`.
 */
export type Me = { 
/**
 * `null` before the caller has made or joined a game.
 */
player: PlayerInfo | null, 
/**
 * Number of the player's games that are not over.
 */
unfinished: number, protocol: number, 
/**
 * Devices that can open the server's links.
 */
reach: Reach, 
/**
 * Origin of the server's links.
 */
origin: string, };

/**
 * Answer of `POST /api/tokens`, the only one with the secret.
 */
export type NewToken = { token: TokenInfo, 
/**
 * For `Authorization: Bearer SECRET`.
 */
secret: string, };

/**
 * An event that the player may have missed.
 */
export type Notification = { 
/**
 * Position of its event: unique for the player, and rising.
 */
id: number, kind: NotificationKind, at_ms: number, 
/**
 * Current state of the game, not that at the event.
 */
game: GameSummary, };

export type NotificationKind = "joined" | "ended" | "rematch";

/**
 * Answer of `GET /api/notifications`.
 */
export type NotificationList = { 
/**
 * Newest first.
 */
notifications: Array<Notification>, 
/**
 * Notifications with an `id` up to this are read.
 */
read_up_to: number, };

/**
 * A pending offer.
 */
export type Offer = { offer: OfferKind, by: SideName, };

export type OfferKind = "takeback" | "draw" | "impasse" | "rematch";

/**
 * A value for each side.
 */
export type PerSide<T> = { first: T, second: T, };

/**
 * Answer to the subscription of a player.
 */
export type PlayerGames = { player: string, 
/**
 * Position of the last event contained.
 */
position: number, 
/**
 * `games` are all games that are not over. Otherwise they are those with events after the position of the
 * subscription.
 */
whole: boolean, 
/**
 * Latest event first.
 */
games: Array<GameSummary>, };

/**
 * Public information about a player.
 */
export type PlayerInfo = { 
/**
 * Public and permanent.
 */
id: string, 
/**
 * For a guest, letters that tell guests apart.
 */
name: string, kind: PlayerKind, 
/**
 * In a rated game: rating when the player took the seat.
 */
rating?: Rating, };

export type PlayerKind = "guest" | "person" | "program";

/**
 * Change of a game, for the topic of a player. May overtake the answer to the subscription: see
 * [`GameSummary::seq`].
 */
export type PlayerNews = { player: string, news: GameNews, 
/**
 * Current state of the game, which may contain later events.
 */
game: GameSummary, };

/**
 * A new notification, on the topic of its player.
 */
export type PlayerNotification = { player: string, notification: Notification, };

/**
 * A move to be played as soon as it is the player's turn. Only its owner sees it.
 */
export type Premove = { ply: number, 
/**
 * Canonical.
 */
move: string, };

/**
 * Public rating of a player in a variant.
 */
export type Rating = { 
/**
 * Glicko-2, rounded; 1500 at first.
 */
rating: number, 
/**
 * High deviation, after few games or a long break. Pages show a question mark.
 */
provisional: boolean, };

/**
 * A player's ratings before and after a game.
 */
export type RatingChange = { before: Rating, after: Rating, };

/**
 * Devices that can open the server's links.
 */
export type Reach = "this-device" | "local-network" | "public";

/**
 * Body of `POST /api/notifications/read`.
 */
export type ReadNotifications = { 
/**
 * Marks notifications with an `id` up to this as read.
 */
up_to: number, };

/**
 * Refusal of a command. The game is unchanged.
 */
export type Refusal = { game: GameKey, id: string, code: ErrorCode, 
/**
 * Set if the rules forbid a move.
 */
rule: RuleCode | null, 
/**
 * Squares that explain the refusal.
 */
squares: Array<string>, 
/**
 * English.
 */
message: string, 
/**
 * Last event of the game. A client that is behind subscribes again.
 */
seq: number, };

/**
 * Answer of `GET /api/results`. Games that were aborted or never joined do not count.
 */
export type ResultList = { 
/**
 * Only variants in which the player has finished a game.
 */
results: Array<GameResults>, };

/**
 * Right of a token.
 */
export type Scope = "read" | "play";

/**
 * Role of the client in a game.
 */
export type Seat = "first" | "second" | "watcher";

/**
 * A message from the server on the WebSocket.
 */
export type ServerMessage = { "type": "welcome", 
/**
 * Version of the server. An older page asks to reload, after its game.
 */
protocol: number, 
/**
 * Server time in milliseconds since 1970.
 */
server_time_ms: number, 
/**
 * `null` for a connection without an identity.
 */
player: PlayerInfo | null, } | { "type": "game", game: GameKey, seat: Seat, snapshot: Snapshot, 
/**
 * Events after `after` of the subscription; empty without it.
 */
events: Array<GameEvent>, 
/**
 * The client's own pending premove.
 */
premove: Premove | null, } | { "type": "player-games" } & PlayerGames | { "type": "player-news" } & PlayerNews | { "type": "notification" } & PlayerNotification | { "type": "list" } & List | { "type": "list-change" } & ListChange | { "type": "unsubscribed", topic: Topic, 
/**
 * `null` if the client asked for it.
 */
code: ErrorCode | null, } | { "type": "event" } & GameEvent | { "type": "accepted", game: GameKey, id: string, seq: number, } | { "type": "premove", game: GameKey, id: string, 
/**
 * `null` after it was cancelled.
 */
premove: Premove | null, } | { "type": "refused" } & Refusal | { "type": "clock", game: GameKey, clock: ClockState, } | { "type": "rated", game: GameKey, changes: PerSide<RatingChange>, } | { "type": "presence", game: GameKey, 
/**
 * `true` for a connected player.
 */
players: PerSide<boolean>, watchers: number, 
/**
 * Moment, in server time, from which the opponent of an absent player on turn may claim the win or
 * abort. `null`: no claim is possible.
 */
claim_from_ms: number | null, } | { "type": "ping", 
/**
 * Unguessable, so that a client cannot answer early.
 */
nonce: string, 
/**
 * Server time in milliseconds since 1970.
 */
server_time_ms: number, 
/**
 * Shortest round trip measured on this connection.
 */
round_trip_ms: number | null, } | { "type": "error", code: ErrorCode, 
/**
 * English.
 */
message: string, };

/**
 * A session: a browser signed in as the player.
 */
export type SessionInfo = { 
/**
 * Public.
 */
id: string, 
/**
 * Browser and system, as far as known.
 */
label: string, 
/**
 * Server time in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * Last use, to the day.
 */
seen_at_ms: number, 
/**
 * The session of this request.
 */
current: boolean, };

/**
 * Answer of `GET /api/sessions`, last seen first.
 */
export type SessionList = { sessions: Array<SessionInfo>, };

/**
 * Side of the player who makes a game.
 */
export type SideChoice = "first" | "second" | "random";

/**
 * Time of a side. While `in_byoyomi` is false `period_ms` is a full period.
 */
export type SideClock = { main_ms: number, 
/**
 * Time left of the current or next period.
 */
period_ms: number, 
/**
 * Periods in reserve, without the running one.
 */
periods_left: number, in_byoyomi: boolean, };

/**
 * Body of `POST /api/sessions`.
 */
export type SignIn = { 
/**
 * Case and separators are ignored.
 */
code: string, };

/**
 * Answer of `POST /api/sign-in-code`: signs in another device as the player, once.
 */
export type SignInCode = { code: string, 
/**
 * Address that contains the code.
 */
link: string, 
/**
 * Devices that can open `link`.
 */
reach: Reach, 
/**
 * Server time in milliseconds since 1970.
 */
expires_at_ms: number, };

/**
 * State of a game after the event `seq`.
 */
export type Snapshot = { id: GameKey, seq: number, settings: GameSettings, status: Status, 
/**
 * `null` on a free seat.
 */
players: PerSide<PlayerInfo | null>, furigoma: Furigoma | null, 
/**
 * Current position in canonical text.
 */
position: string, 
/**
 * All moves in canonical text.
 */
moves: Array<string>, 
/**
 * Side to move.
 */
side: SideName, clock: ClockState | null, 
/**
 * Pending offers.
 */
offers: Array<Offer>, outcome: GameOutcome | null, rematch: GameKey | null, 
/**
 * Deadline of the awaited first move, server time in milliseconds since 1970.
 */
first_move_by_ms: number | null, 
/**
 * Reason why a game made as rated is not.
 */
unrated: Unrated | null, 
/**
 * Server time in milliseconds since 1970.
 */
created_at_ms: number, };

export type Status = "waiting" | "playing" | "ended";

/**
 * A token with which a program acts for the player.
 */
export type TokenInfo = { 
/**
 * Public.
 */
id: string, name: string, scopes: Array<Scope>, 
/**
 * Server time in milliseconds since 1970, like all times here.
 */
created_at_ms: number, 
/**
 * Last use, to the minute.
 */
used_at_ms: number | null, 
/**
 * `null`: no expiry.
 */
expires_at_ms: number | null, };

export type TokenLife = "30-days" | "90-days" | "365-days" | "unlimited";

/**
 * Answer of `GET /api/tokens`, oldest first.
 */
export type TokenList = { tokens: Array<TokenInfo>, };

/**
 * Subject of a subscription; a connection may have several.
 */
export type Topic = { "game": GameKey } | { "player": string } | ListKind;

/**
 * Reason why a game made as rated is unrated with its players.
 */
export type Unrated = "same-device" | "same-network";
