// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-engine typescript

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
 * `full`, or a number from `1`, the weakest; `easy` and `middle` are two of the numbers.
 */
export type Level = 'easy' | 'middle' | 'full' | `${number}`;

export type LevelInfo = { level: `${number}`, 
/**
 * Elo; 1000 is a player with two plies of lookahead that counts pieces.
 */
rating: number, };

/**
 * Position and limits of a search.
 */
export type SearchRequest = { game: GameName, 
/**
 * Empty for the start position, a position text, or `handicap:<id>`.
 */
position: string, 
/**
 * The moves played from `position`.
 */
moves: Array<string>, rules?: RuleOptions, 
/**
 * Level of the opponent; without a level the search is limited by its limits alone.
 */
level?: Level, 
/**
 * Random seed of the weaker levels; use a new one for each move.
 */
seed?: number, 
/**
 * At most this many milliseconds.
 */
moveTimeMs?: number, 
/**
 * At most this many nodes.
 */
nodes?: number, 
/**
 * At most this many plies.
 */
depth?: number, 
/**
 * Number of principal variations, by default 1; at most as many as there are moves.
 */
multiPv?: number, };

export type SearchInfo = { depth: number, 
/**
 * Number of the principal variation, from 1 for the best.
 */
pvIndex: number, seldepth: number, nodes: number, timeMs: number, 
/**
 * Fill of the hash table, in permille.
 */
hashfull: number, pv: Array<string>, 
/**
 * Hundredths of a pawn, for the side to move.
 */
score: number, 
/**
 * Plies to mate; negative if the side to move is mated.
 */
mate: number | null, 
/**
 * `lower` and `upper` are bounds of a search that was stopped.
 */
bound: 'exact' | 'lower' | 'upper', 
/**
 * Expected score of the side to move, in permille; a draw is half a win.
 */
win: number, };

export type SearchResult = { 
/**
 * The move to play; null only if the game is over.
 */
move: string | null, 
/**
 * The side to move wins at once by declaring its entered king.
 */
declares: boolean, 
/**
 * The expected reply.
 */
ponder: string | null, depth: number, nodes: number, pv: Array<string>, 
/**
 * Hundredths of a pawn, for the side to move.
 */
score: number, 
/**
 * Plies to mate; negative if the side to move is mated.
 */
mate: number | null, 
/**
 * `lower` and `upper` are bounds of a search that was stopped.
 */
bound: 'exact' | 'lower' | 'upper', 
/**
 * Expected score of the side to move, in permille; a draw is half a win.
 */
win: number, };

/**
 * Mate search for the side to move.
 */
export type MateRequest = { game: GameName, 
/**
 * Empty for the start position, or a position text; one king may be missing.
 */
position: string, 
/**
 * The moves played from `position`.
 */
moves?: Array<string>, 
/**
 * Maximum length of the mate, including a first move of the defender.
 */
plies?: number, 
/**
 * At most this many nodes; 1,000,000 by default without a time limit.
 */
nodes?: number, 
/**
 * At most this many milliseconds.
 */
timeMs?: number, 
/**
 * Continue until the length is that of the shortest mate against the longest defence.
 */
exact?: boolean, 
/**
 * List all first moves of the shortest mate; implies `exact`.
 */
all?: boolean, };

export type MateInfo = { nodes: number, 
/**
 * Fill of the table, in permille.
 */
hashfull: number, 
/**
 * The line being searched.
 */
line: Array<string>, };

export type MateAnswer = { result: 'mate' | 'no-mate' | 'unknown', 
/**
 * Plies to mate; a bound unless `exact`.
 */
plies: number | null, exact: boolean, 
/**
 * The mate. It may be shorter than the bound unless `exact`.
 */
line: Array<string>, 
/**
 * All first moves of the shortest mate, if requested and `exact`.
 */
solutions: Array<string>, 
/**
 * Checks that the limits left undecided.
 */
undecided: Array<string>, 
/**
 * Pieces in the attacker's hand at the end of the line.
 */
leftInHand: number | null, nodes: number, };

/**
 * Search for the best defence of the side to move.
 */
export type DefendRequest = { game: GameName, 
/**
 * Empty for the start position, or a position text; one king may be missing.
 */
position: string, 
/**
 * The moves played from `position`.
 */
moves?: Array<string>, 
/**
 * Maximum length of the mate, including a first move of the defender.
 */
plies?: number, 
/**
 * At most this many nodes; 1,000,000 by default without a time limit.
 */
nodes?: number, 
/**
 * At most this many milliseconds.
 */
timeMs?: number, };

export type DefendAnswer = { 
/**
 * The move; null only if there is none. Then a mate in 0 plies means that the defender is
 * mated.
 */
move: string | null, result: 'mate' | 'no-mate' | 'unknown', 
/**
 * Plies to mate including the move; a bound unless `exact`.
 */
plies: number | null, exact: boolean, 
/**
 * The move and the mate after it, if there is one.
 */
line: Array<string>, nodes: number, };
