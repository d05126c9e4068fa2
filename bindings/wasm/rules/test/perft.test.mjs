// Counts all games of three moves through the module's API, which includes the text of moves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, gameSpec, initSync } from "../dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/rules_bg.wasm", import.meta.url)) });

/** Published perft counts of the start positions. */
const PERFT = {
  shogi: [30, 900, 25470],
  minishogi: [14, 181, 2512],
  torishogi: [17, 288, 5430],
  shogun: [20, 400, 8978],
};

function perft(game, depth) {
  const moves = game.legalMoves();
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    game.play(move);
    nodes += perft(game, depth - 1);
    game.undo();
  }
  return nodes;
}

for (const [name, expected] of Object.entries(PERFT)) {
  test(`${name}: perft 1 to 3 from the start`, () => {
    const game = new Game(name, "", {});
    const before = game.state();
    assert.deepEqual(
      expected.map((_, index) => perft(game, index + 1)),
      expected,
    );
    assert.deepEqual(game.state(), before, "taking moves back leaves nothing behind");
    game.free();
  });
}

test("handicaps start where the specification says", () => {
  // Published: 26, 780, 19740.
  const game = new Game("shogi", "handicap:two-piece", {});
  assert.equal(game.state().side, "second");
  assert.equal(perft(game, 3), 19740);
  const { position } = gameSpec("shogi").handicaps.find(({ id }) => id === "two-piece");
  assert.equal(game.state().position, position);
});
