// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-records typescript

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
 * Rule that forbids a move, named as in the rules crate.
 */
export type RuleCode = "game-over" | "no-piece" | "not-your-piece" | "not-in-hand" | "occupied" | "own-piece" | "wrong-movement" | "blocked" | "nifu" | "file-limit" | "dead-square" | "pawn-drop-mate" | "pawn-drop-check" | "king-in-check" | "must-promote" | "cannot-promote" | "outside-promotion-zone" | "promoted-drop" | "outside-drop-region" | "board-limit" | "en-passant-promotion" | "castling-right-lost" | "castling-blocked" | "castling-through-check" | "castling-in-check" | "no-such-square";

/**
 * A format of records.
 */
export type RecordFormat = 'kif' | 'ki2' | 'csa' | 'pgn' | 'usi' | 'jkf';

/**
 * An encoding of files.
 */
export type RecordEncoding = 'utf-8' | 'shift-jis';

/**
 * A game with headers, start, and all moves with their variations in one flat list.
 */
export type RecordedGame = { game: GameName, 
/**
 * Text of the start position.
 */
start: string, 
/**
 * In the order of the record, by PGN's names if there are any: `White`, `Black`, `Event`,
 * `Date`.
 */
headers: [name: string, value: string][], 
/**
 * The rules, if the record has them.
 */
rules: RuleOptions | null, 
/**
 * Parents before children; the children of a node in their order, the main line first. The
 * first node is the start.
 */
nodes: Array<RecordNode>, };

/**
 * The start, a move or an end of the game, with its annotations.
 */
export type RecordNode = { 
/**
 * Index of the parent; -1 for the first node, which is the start and has no move.
 */
parent: number, 
/**
 * Canonical text. Absent at the start and at an end.
 */
move?: string, 
/**
 * The end of the game; the node has no children.
 */
end?: RecordEnd, 
/**
 * Comment after the move; may have several lines.
 */
comment?: string, 
/**
 * Comment before the first move of a variation.
 */
commentBefore?: string, 
/**
 * Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`.
 */
nags?: Array<number>, 
/**
 * Name of a bookmark.
 */
bookmark?: string, 
/**
 * Time spent on the move, in milliseconds.
 */
spentMs?: number, 
/**
 * Time left on the mover's clock after the move, in milliseconds.
 */
clockMs?: number, 
/**
 * Positive is good for the first side: hundredths of a pawn, or moves to mate.
 */
eval?: { cp: number } | { mate: number }, shapes?: Array<RecordShape>, };

export type RecordEnd = { 
/**
 * A reason of the rules (`checkmate`, …), `interrupted`, `forfeit`, `disconnected`, `no-mate`
 * or `other`.
 */
reason: string, winner: SideName | null, 
/**
 * The record's own word, if the reason is `other`.
 */
text?: string, };

/**
 * An arrow, or a circle if `from` is `to`.
 */
export type RecordShape = { 
/**
 * A square by its USI name, or a piece in hand as a letter with a star: `P*`.
 */
from: string, 
/**
 * A square by its USI name.
 */
to: string, color: 'green' | 'red' | 'blue' | 'yellow', };

export type ReadRecord = { 
/**
 * Without the rest of a line after a problem.
 */
record: RecordedGame, problems: Array<RecordProblem>, 
/**
 * Unambiguous faults, and parts without meaning. The record is complete in spite of them.
 */
warnings: Array<RecordProblem>, format: RecordFormat, };

/**
 * An error at a place of a record.
 */
export type RecordProblem = { 
/**
 * In the file, from 1.
 */
line: number, 
/**
 * In characters, from 1.
 */
column: number, 
/**
 * The offending text; empty where text is missing.
 */
found: string, 
/**
 * The expected text, in English.
 */
expected: string, code: ProblemCode, 
/**
 * The reason of an illegal move.
 */
refusal: RuleCode | null, };

export type ProblemCode = "unknown-game" | "bad-start" | "bad-header" | "bad-move" | "illegal-move" | "ambiguous-move" | "no-piece" | "move-number" | "no-branch" | "too-deep" | "unclosed" | "bad-time" | "after-end" | "second-end" | "damaged-text" | "bad-json" | "unexpected-text" | "no-record";

/**
 * What was written.
 */
export type WrittenRecords = {
/**
 * The bytes of the file.
 */
bytes: Uint8Array<ArrayBuffer>,
/**
 * The characters that the encoding does not have, each once; 〓 stands in their place.
 */
missing: string, };
