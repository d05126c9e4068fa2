// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-rules typescript

/**
 * A square by its USI name, in all four games: `7g`.
 */
export type SquareName = string;

/**
 * Rule options by name, in kebab case: `{ repetition: 'draw-4' }`. What is left out has its default.
 */
export type RuleOptions = Record<string, string>;

/**
 * Details of an error beside its message.
 */
export type ErrorDetails = { 
/**
 * Stable name in kebab case: `nifu`, `unknown-side`, `unknown-rule`, …
 */
code: string, 
/**
 * Offset of the offending part of a text, in bytes of its UTF-8.
 */
offset?: number, 
/**
 * The offending part of a text.
 */
text?: string, 
/**
 * The squares that explain it, by their USI names.
 */
squares?: Array<string>, 
/**
 * Number of legal moves of a list before the illegal one.
 */
ply?: number, };

/**
 * What functions throw. `message` is English: what is wrong, where, and what would be right.
 */
export type KomadaiError = Error & ErrorDetails;

/**
 * Name of a variant, as in Fairy-Stockfish and bots.
 */
export type GameName = "shogi" | "minishogi" | "torishogi" | "shogun";

/**
 * A side. `first` moves first from an even start.
 */
export type SideName = "first" | "second";

/**
 * A value for each side.
 */
export type PerSide<T> = { first: T, second: T, };

/**
 * Rule that forbids a move, named as in the rules crate.
 */
export type RuleCode = "game-over" | "no-piece" | "not-your-piece" | "not-in-hand" | "occupied" | "own-piece" | "wrong-movement" | "blocked" | "nifu" | "file-limit" | "dead-square" | "pawn-drop-mate" | "pawn-drop-check" | "king-in-check" | "must-promote" | "cannot-promote" | "outside-promotion-zone" | "promoted-drop" | "outside-drop-region" | "board-limit" | "en-passant-promotion" | "castling-right-lost" | "castling-blocked" | "castling-through-check" | "castling-in-check" | "no-such-square";

/**
 * Reason of the end: those of the rules, and `aborted`, `not-begun`, `abandoned`, `cancelled` of play between people.
 */
export type EndReason = "checkmate" | "stalemate" | "repetition" | "perpetual-check" | "impasse" | "declaration" | "failed-declaration" | "n-move-rule" | "move-limit" | "resignation" | "time" | "illegal-move" | "agreement" | "aborted" | "not-begun" | "abandoned" | "cancelled";

export type GameOutcome = { 
/**
 * `null` in a draw and without a result.
 */
winner: SideName | null, reason: EndReason, ply: number, };

/**
 * Reason why a move is illegal.
 */
export type Refusal = { code: RuleCode, message: string, 
/**
 * The squares that explain it.
 */
squares: Array<string>, 
/**
 * The limit of the rule: pawns on a file, pieces of a kind, ranks for drops.
 */
limit: number | null, 
/**
 * The king of the side to move is in check in the position, whatever the move.
 */
inCheck: boolean, };

/**
 * Complete state of a game for display. Squares have their USI names in all four variants.
 */
export type GameState = { game: GameName, 
/**
 * Canonical text.
 */
position: string, 
/**
 * The board alone, the first field of SFEN and FEN.
 */
board: string, 
/**
 * Number of pieces of each kind in a side's hand, by capital letter; zeros are left out.
 */
hands: PerSide<Record<string, number>>, side: SideName, 
/**
 * The king of the side to move is attacked.
 */
check: boolean, kings: PerSide<string | null>, ply: number, moves: Array<string>, 
/**
 * Number of occurrences of this position, this one included.
 */
repetition: number, 
/**
 * The occurrence that ends the game or obliges a side to vary.
 */
repetitionLimit: number, 
/**
 * Tori Shogi: the side to move began the repetition and must vary or lose.
 */
mustVary: boolean, outcome: GameOutcome | null, 
/**
 * The illegal move that lost the game, if the rules have it lose.
 */
losingIllegalMove: LosingIllegalMove | null, lastMove: LastMove | null, 
/**
 * Points of both sides, if the rules have an impasse by agreement.
 */
impasse: ImpassePoints | null, };

export type LastMove = { 
/**
 * Null for a drop.
 */
from: string | null, 
/**
 * The letter of a dropped piece.
 */
drop: string | null, to: string, promote: boolean, capture: boolean, };

export type LosingIllegalMove = { move: string, refusal: Refusal, };

export type ImpassePoints = { first: number, second: number, 
/**
 * The players can agree on it now.
 */
possible: boolean, };

export type Destinations = { 
/**
 * By square of origin.
 */
moves: Record<SquareName, SquareName[]>, 
/**
 * By letter of the piece in hand.
 */
drops: Record<string, SquareName[]>, };

/**
 * Targets of a side's pieces, whichever side is to move.
 */
export type Possibilities = { 
/**
 * The side's legal moves, as if it were to move; null if the opponent is in check, because
 * such a position is impossible.
 */
legal: Destinations | null, 
/**
 * Targets of its pieces in hand on an empty board, by letter.
 */
drops: Record<string, SquareName[]>, };

export type Promotion = "none" | "optional" | "forced";

/**
 * A typed text: its reading and completions.
 */
export type TypedMove = { reading: Reading, 
/**
 * The legal moves that the text may become or mean.
 */
candidates: Array<Candidate>, };

/**
 * Reading of a typed text.
 */
export type Reading = { "kind": "legal", move: string, } | { "kind": "unreadable" } | { "kind": "ambiguous" } | { "kind": "illegal", move: string, 
/**
 * The piece to move: `P`, `+P`.
 */
piece: string | null, refusal: Refusal | null, } | { "kind": "no-piece", piece: string | null, };

/**
 * A legal move with its text for people.
 */
export type Candidate = { move: string, text: string, };

export type VariantSpec = { game: GameName, files: number, ranks: number, kinds: Array<PieceKindSpec>, 
/**
 * Letters of the pieces that can be in hand, strongest first.
 */
handOrder: Array<string>, 
/**
 * The squares on which a side's pieces promote.
 */
promotionZone: PerSide<Array<string>>, handicaps: Array<Handicap>, 
/**
 * The default of every rule option.
 */
rules: RuleOptions, 
/**
 * The values of every rule option; empty for a limit, which is `none` or a number.
 */
ruleChoices: { [key in string]: Array<string> }, };

/**
 * A kind of piece. Kinds are named by letter, promoted ones with a plus: `P`, `+P`.
 */
export type PieceKindSpec = { letter: string, promoted: boolean, 
/**
 * Name in Japanese records; null if there are none.
 */
kanji: string | null, moves: Array<Step>, 
/**
 * Null for a kind that never promotes.
 */
promotesTo: string | null, 
/**
 * The kind in the captor's hand; null for kings.
 */
handKind: string | null, 
/**
 * Maximum number on the board for one side.
 */
limit: number | null, 
/**
 * Number in a set; 0 for promoted kinds.
 */
setSize: number, };

/**
 * A movement of a piece, for a side that looks up the board.
 */
export type Step = { 
/**
 * Squares to the mover's right.
 */
dx: number, 
/**
 * Squares forward.
 */
dy: number, 
/**
 * Maximum number of repetitions over empty squares; null for any distance.
 */
max: number | null, only: 'both' | 'quiet' | 'capture', };

/**
 * A start position with fewer pieces for the stronger player.
 */
export type Handicap = { id: string, position: string, };

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
 * Unguessable key of a game between people, URL-safe. It grants watching; the free seat needs the invitation.
 */
export type GameKey = string;

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
 * A pending offer.
 */
export type Offer = { offer: OfferKind, by: SideName, };

export type OfferKind = "takeback" | "draw" | "impasse" | "rematch";

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
 * A move to be played as soon as it is the player's turn. Only its owner sees it.
 */
export type Premove = { ply: number, 
/**
 * Canonical.
 */
move: string, };

/**
 * Reason why a game made as rated is unrated with its players.
 */
export type Unrated = "same-device" | "same-network";

/**
 * Role of the client in a game.
 */
export type Seat = "first" | "second" | "watcher";

export type Status = "waiting" | "playing" | "ended";

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
 * The opponent: the computer, or another person at the device.
 */
export type OpponentInput = { 
/**
 * The side of the person who plays the computer.
 */
you?: SideName, };

/**
 * Actions that a side may take now.
 */
export type Possible = { play: boolean, premove: boolean, 
/**
 * Resign or withdraw the invitation.
 */
resign: boolean, 
/**
 * End the game without a result.
 */
abort: boolean, 
/**
 * Take back, or offer it.
 */
takeback: boolean, draw: boolean, 
/**
 * Offer to count an impasse.
 */
impasse: boolean, declare: boolean, rematch: boolean, };

/**
 * The fields of a [`SavedGame`] that change during play.
 */
export type Progress = { moves: Array<string>, 
/**
 * True once the first clock has been started.
 */
started: boolean, 
/**
 * The times left; null in a game without a clock.
 */
clocks: PerSide<SideClock> | null, 
/**
 * The times left at the beginning of each ply.
 */
clocksBefore: Array<PerSide<SideClock>>, outcome: GameOutcome | null, };

/**
 * State from which a game can be continued later.
 */
export type SavedGame = { game: GameName, 
/**
 * Position text, `handicap:<id>`, or empty for the variant's start position.
 */
start: string, rules: RuleOptions, opponent: OpponentInput, clock: ClockSettings, 
/**
 * The toss for the sides, if there was one.
 */
furigoma?: Furigoma, moves: Array<string>, 
/**
 * True once the first clock has been started; by default it starts with the first move.
 */
started?: boolean, 
/**
 * The times left; full by default.
 */
clocks?: PerSide<SideClock>, 
/**
 * The times left at the beginning of each ply; the last ones may be missing.
 */
clocksBefore: Array<PerSide<SideClock>>, outcome: GameOutcome | null, };

export type LocalView = { moves: Array<string>, outcome: GameOutcome | null, 
/**
 * The actions of the people at the device.
 */
possible: Possible, 
/**
 * The premove to be played after the computer's move.
 */
premove: Premove | null, };

export type ApplyResult = "applied" | "known" | "gap";

/**
 * The fields of a snapshot that events change.
 */
export type SnapshotChanges = { seq: number, status: Status, players: PerSide<PlayerInfo | null>, furigoma: Furigoma | null, position: string, moves: Array<string>, side: SideName, clock: ClockState | null, offers: Array<Offer>, outcome: GameOutcome | null, rematch: GameKey | null, first_move_by_ms: number | null, unrated: Unrated | null, };

/**
 * How to write moves: `western` is `P-76`, `S*33`, `c6=C`; `western-letters` is `P-7f`; `hosking` is
 * `P76`; `kawasaki` is `歩-76`; `japanese` is `▲７六歩`; `japanese-digits` is `▲76歩`; `kif` is
 * `▲７六歩(77)`; `usi` is for programs.
 */
export type DisplayStyle = 'western' | 'western-top-left' | 'western-letters' | 'hosking' | 'kawasaki' | 'japanese' | 'japanese-digits' | 'kif' | 'usi';
