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
 * What an error says besides its message.
 */
export type ErrorDetails = { 
/**
 * A stable name in kebab case: `nifu`, `unknown-side`, `unknown-rule`, …
 */
code: string, 
/**
 * Where in a text the offending part begins, in bytes of its UTF-8.
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
 * How many moves of a list were legal before the one that was not.
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
 * `full`, or a number from `1`, the weakest; `easy` and `middle` are two of the numbers.
 */
export type Level = 'easy' | 'middle' | 'full' | `${number}`;

/**
 * A numbered level of one game.
 */
export type LevelInfo = { level: `${number}`, 
/**
 * In Elo, where a player that looks two plies ahead and counts pieces has 1000.
 */
rating: number, };

/**
 * What to search and when to stop.
 */
export type SearchRequest = { game: GameName, 
/**
 * Empty for the start position, a position text, or `handicap:<id>`.
 */
position: string, 
/**
 * The moves since.
 */
moves: Array<string>, rules?: RuleOptions, 
/**
 * How strong an opponent to be; without a level it searches as its limits say.
 */
level?: Level, 
/**
 * Random seed of the weaker levels; give each move another one.
 */
seed?: number, 
/**
 * Milliseconds at most.
 */
moveTimeMs?: number, 
/**
 * Positions at most.
 */
nodes?: number, 
/**
 * Plies at most.
 */
depth?: number, 
/**
 * How many principal variations to report, 1 if left out; as many as there are moves at most.
 */
multiPv?: number, };

/**
 * One principal variation of one iteration.
 */
export type SearchInfo = { depth: number, 
/**
 * Which principal variation it is, from 1, the best.
 */
pvIndex: number, seldepth: number, nodes: number, timeMs: number, 
/**
 * Share of the hash table in use, per mille.
 */
hashfull: number, 
/**
 * The principal variation.
 */
pv: Array<string>, 
/**
 * Hundredths of a pawn, for the side to move.
 */
score: number, 
/**
 * Plies to mate; negative when the side to move is mated.
 */
mate: number | null, 
/**
 * Whether the score is exact. Where a search was broken off, it may be no worse than it says
 * (`lower`), or no better (`upper`).
 */
bound: 'exact' | 'lower' | 'upper', 
/**
 * Wins to be expected of the side to move, per mille; half of the draws are counted as such.
 */
win: number, };

/**
 * What the search found.
 */
export type SearchResult = { 
/**
 * The move to play; nothing only when the game is over.
 */
move: string | null, 
/**
 * The side to move wins at once by declaring that its king has entered.
 */
declares: boolean, 
/**
 * The reply it expects.
 */
ponder: string | null, depth: number, nodes: number, 
/**
 * The principal variation.
 */
pv: Array<string>, 
/**
 * Hundredths of a pawn, for the side to move.
 */
score: number, 
/**
 * Plies to mate; negative when the side to move is mated.
 */
mate: number | null, 
/**
 * Whether the score is exact. Where a search was broken off, it may be no worse than it says
 * (`lower`), or no better (`upper`).
 */
bound: 'exact' | 'lower' | 'upper', 
/**
 * Wins to be expected of the side to move, per mille; half of the draws are counted as such.
 */
win: number, };

/**
 * A mate to look for. The side to move attacks.
 */
export type MateRequest = { game: GameName, 
/**
 * Empty for the start position, or a position text; one king may be missing.
 */
position: string, 
/**
 * The moves since.
 */
moves?: Array<string>, 
/**
 * Longer mates do not count; a move of the defender that comes first is included.
 */
plies?: number, 
/**
 * Positions at most; 1,000,000 if neither they nor a time are given.
 */
nodes?: number, 
/**
 * Milliseconds at most.
 */
timeMs?: number, 
/**
 * Whether to go on until the length is that of the shortest mate against the longest defence.
 */
exact?: boolean, 
/**
 * Whether to list all first moves of the shortest mate; its length is then asked for too.
 */
all?: boolean, };

/**
 * How far the solver has come.
 */
export type MateInfo = { nodes: number, 
/**
 * Share of the table in use, per mille.
 */
hashfull: number, 
/**
 * The line that is being searched.
 */
line: Array<string>, };

/**
 * What the solver found.
 */
export type MateAnswer = { result: 'mate' | 'no-mate' | 'unknown', 
/**
 * Plies to mate; a bound unless the length is exact.
 */
plies: number | null, exact: boolean, 
/**
 * The mate. Unless the length is exact it may be shorter than the bound.
 */
line: Array<string>, 
/**
 * All first moves of the shortest mate, if they were asked for and its length is exact.
 */
solutions: Array<string>, 
/**
 * Checks of which limits left open whether they are solutions.
 */
undecided: Array<string>, 
/**
 * Pieces in the attacker's hand at the end of the line.
 */
leftInHand: number | null, nodes: number, };

/**
 * A mate to defend against. The side to move defends.
 */
export type DefendRequest = { game: GameName, 
/**
 * Empty for the start position, or a position text; one king may be missing.
 */
position: string, 
/**
 * The moves since.
 */
moves?: Array<string>, 
/**
 * Longer mates do not count; a move of the defender that comes first is included.
 */
plies?: number, 
/**
 * Positions at most; 1,000,000 if neither they nor a time are given.
 */
nodes?: number, 
/**
 * Milliseconds at most.
 */
timeMs?: number, };

/**
 * The best defence.
 */
export type DefendAnswer = { 
/**
 * The move; nothing only if there is none. Then the defender is mated if the result is a mate
 * in 0 plies.
 */
move: string | null, result: 'mate' | 'no-mate' | 'unknown', 
/**
 * Plies to mate with the move included; a bound unless the length is exact.
 */
plies: number | null, exact: boolean, 
/**
 * The move and the mate after it, if there is one.
 */
line: Array<string>, nodes: number, };
