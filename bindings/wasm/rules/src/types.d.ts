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
 * One of the four games, by the name Fairy-Stockfish and bots use.
 */
export type GameName = "shogi" | "minishogi" | "torishogi" | "shogun";

/**
 * A side on the wire: the one that moves first from an even start, or the other.
 */
export type SideName = "first" | "second";

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
 * Which rule forbids a move. The names are those of the rules crate.
 */
export type RuleCode = "game-over" | "no-piece" | "not-your-piece" | "not-in-hand" | "occupied" | "own-piece" | "wrong-movement" | "blocked" | "nifu" | "file-limit" | "dead-square" | "pawn-drop-mate" | "pawn-drop-check" | "king-in-check" | "must-promote" | "cannot-promote" | "outside-promotion-zone" | "promoted-drop" | "outside-drop-region" | "board-limit" | "en-passant-promotion" | "castling-right-lost" | "castling-blocked" | "castling-through-check" | "castling-in-check" | "no-such-square";

/**
 * Why a game ended: the rules' reasons, and those of play between two people: `aborted`, `not-begun`, `abandoned`, and
 * `cancelled` for an invitation nobody took.
 */
export type EndReason = "checkmate" | "stalemate" | "repetition" | "perpetual-check" | "impasse" | "declaration" | "failed-declaration" | "n-move-rule" | "move-limit" | "resignation" | "time" | "illegal-move" | "agreement" | "aborted" | "not-begun" | "abandoned" | "cancelled";

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
 * The name of one game between people: unguessable, safe in a link.
 *
 * Whoever knows it may watch the game. The free seat is taken with the invitation.
 */
export type GameKey = string;

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
 * What one player can propose to the other.
 */
export type OfferKind = "takeback" | "draw" | "impasse" | "rematch";

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
 * What one is to a game.
 */
export type Seat = "first" | "second" | "watcher";

/**
 * How far a game has come.
 */
export type Status = "waiting" | "playing" | "ended";

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
