// Reads playouts (one game per line, see crates/rules/tests/oracle) and asks Fairy-Stockfish for the
// same: legal moves, check, and the position that the moves lead to. Any difference is a failure.
//
// Licence: GPL-3.0-or-later, because it links ffish.

import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Names of variants in Komadai and in the oracle. */
const VARIANTS = {
  shogi: 'shogi',
  minishogi: 'minishogi',
  torishogi: 'torishogi',
  shogun: 'komadaishogun',
};

/** Perft of the start positions, which identifies the oracle's variants. */
const COUNTS = {
  shogi: [30, 900, 25470],
  minishogi: [14, 181, 2512, 35401],
  torishogi: [17, 288, 5430],
  shogun: [20, 400, 8978],
};

/** The piece whose drops may not mate. The oracle lists these drops; no other difference is allowed. */
const HUMBLE = { shogi: 'P', minishogi: 'P', torishogi: 'S' };

/** Minimum number of positions of every game; fewer mean truncated playouts. */
const MIN_POSITIONS = 5000;

async function load() {
  const ffish = require('ffish');
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('ffish did not start within 30 s')), 30000);
    ffish.onRuntimeInitialized = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  ffish.loadVariantConfig(readFileSync(new URL('./shogun.ini', import.meta.url), 'utf8'));
  const known = ffish.variants().split(' ');
  for (const variant of Object.values(VARIANTS)) {
    if (!known.includes(variant)) throw new Error(`the oracle does not know ${variant}`);
  }
  return ffish;
}

function movesOf(board) {
  const text = board.legalMoves();
  return text === '' ? [] : text.split(' ');
}

function perft(board, depth) {
  const moves = movesOf(board);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    board.push(move);
    nodes += perft(board, depth - 1);
    board.pop();
  }
  return nodes;
}

/** A pawn or swallow drop that gives check and leaves no reply. */
function isDropMate(board, game, move) {
  if (HUMBLE[game] === undefined || !move.startsWith(`${HUMBLE[game]}@`)) return false;
  board.push(move);
  const mates = board.isCheck() && movesOf(board).length === 0;
  board.pop();
  return mates;
}

/** Comparable part of a position: board, hands as multisets, side to move, castling. */
function essence(fen) {
  const [placement, side, castling] = fen.split(' ');
  const [, rows, hand = ''] = placement.match(/^([^[]*)(?:\[(.*)\])?$/);
  const held = [...hand.replace('-', '')].sort().join('');
  return `${rows} [${held}] ${side} ${/^(-|[KQkq]+)$/.test(castling ?? '') ? castling : ''}`;
}

function difference(game, start, ply, index, theirs) {
  const ours = new Set(ply.legal);
  const others = new Set(theirs);
  return [
    `${game}: ply ${index} of the game from ${start}`,
    `  position            ${ply.fen}`,
    `  only in our list    ${ply.legal.filter((move) => !others.has(move)).join(' ')}`,
    `  only in the oracle's ${theirs.filter((move) => !ours.has(move)).join(' ')}`,
  ].join('\n');
}

function compareGame(ffish, record, count) {
  const { game, start, plies } = record;
  const board = new ffish.Board(VARIANTS[game], start);
  try {
    plies.forEach((ply, index) => {
      if (essence(board.fen()) !== essence(ply.fen)) {
        throw new Error(`${game}: ply ${index} from ${start}\n  ours   ${ply.fen}\n  oracle ${board.fen()}`);
      }
      const theirs = movesOf(board).filter((move) => {
        const mates = isDropMate(board, game, move);
        if (mates) count.dropMates += 1;
        return !mates;
      });
      const ours = new Set(ply.legal);
      if (ours.size !== ply.legal.length) throw new Error(`${game}: a move twice in ${ply.fen}`);
      if (theirs.length !== ours.size || !theirs.every((move) => ours.has(move))) {
        throw new Error(difference(game, start, ply, index, theirs));
      }
      if (board.isCheck() !== ply.check) throw new Error(`${game}: check is ${ply.check} in ${ply.fen}`);
      count.positions += 1;
      count.moves += theirs.length;
      if (ply.check) count.checks += 1;
      if (theirs.length === 0) count.ends += 1;
      if (ply.move !== null && !board.push(ply.move)) {
        throw new Error(`${game}: the oracle refuses ${ply.move} in ${ply.fen}`);
      }
    });
  } finally {
    board.delete();
  }
}

const ffish = await load();
for (const [game, counts] of Object.entries(COUNTS)) {
  const board = new ffish.Board(VARIANTS[game]);
  counts.forEach((expected, index) => {
    const found = perft(board, index + 1);
    if (found !== expected) {
      console.error(`${game}: the oracle counts ${found} instead of ${expected} at depth ${index + 1}`);
      process.exit(1);
    }
  });
  board.delete();
}

const counts = {};
const lines = createInterface({ input: createReadStream(process.argv[2]) });
try {
  for await (const line of lines) {
    const record = JSON.parse(line);
    counts[record.game] ??= { games: 0, positions: 0, moves: 0, checks: 0, ends: 0, dropMates: 0 };
    counts[record.game].games += 1;
    compareGame(ffish, record, counts[record.game]);
  }
} catch (error) {
  console.error(`DIFFERENCE\n${error.message}`);
  process.exit(1);
}
console.table(counts);
let missing = 0;
for (const game of Object.keys(VARIANTS)) {
  const count = counts[game];
  if (count === undefined || count.positions < MIN_POSITIONS) {
    console.error(`${game}: only ${count?.positions ?? 0} positions, at least ${MIN_POSITIONS} are needed`);
    missing += 1;
  } else if (HUMBLE[game] !== undefined && count.dropMates === 0) {
    console.error(`${game}: no drop mate came up, so the filter proves nothing`);
    missing += 1;
  }
}
process.exit(missing === 0 ? 0 : 1);
