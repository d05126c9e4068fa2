// Premoves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, initSync } from "../dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/rules_bg.wasm", import.meta.url)) });

const sorted = (list) => [...list].sort();

test("premoves pass through pieces", () => {
  const game = new Game("shogi", "", {});
  const { moves, drops } = game.premoves("second");
  assert.deepEqual(drops, {});
  assert.equal(Object.keys(moves).length, 20);
  assert.deepEqual(sorted(moves["3c"]), ["3d"]);
  assert.deepEqual(sorted(moves["2a"]), ["1c", "3c"]);
  // The bishop: both diagonals to the edge, through its own pawns.
  assert.deepEqual(sorted(moves["2b"]), sorted("1a 1c 3a 3c 4d 5e 6f 7g 8h 9i".split(" ")));
});

test("predrops are all squares where the piece may ever stand", () => {
  const game = new Game("shogi", "4k4/9/9/9/9/9/9/9/4K4 b NPnp 1", {});
  const { drops } = game.premoves("second");
  assert.deepEqual(Object.keys(drops).sort(), ["N", "P"]);
  assert.equal(drops.P.length, 72, "not on the last rank");
  assert.equal(drops.N.length, 63, "not on the last two");
  const chess = new Game("shogun", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", {});
  for (const side of ["first", "second"]) {
    const all = chess.premoves(side).drops.P;
    assert.ok(all.length > 0 && all.length < 64, "only in the drop region");
  }
});

test("chess: double step, captures, castling while the right exists", () => {
  const game = new Game("shogun", "", {});
  const { moves } = game.premoves("second");
  assert.deepEqual(sorted(moves["4b"]), ["3c", "4c", "4d", "5c"]);
  const king = new Game("shogun", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", {}).premoves("second").moves["4a"];
  assert.ok(king.includes("2a") && king.includes("6a"), "castling");
  const bare = new Game("shogun", "r3k2r/8/8/8/8/8/8/R3K2R[] w - - 0 1", {}).premoves("second").moves["4a"];
  assert.ok(!bare.includes("2a") && !bare.includes("6a"), "no right to it");
});

test("the choice of promotion", () => {
  const game = new Game("shogi", "4k4/9/9/9/9/9/4p4/4P4/4K4 w - 1", {});
  assert.equal(game.premovePromotion("5h", "5g"), "none");
  assert.equal(game.premovePromotion("5g", "5h"), "optional");
  assert.equal(game.premovePromotion("5g", "5i"), "forced", "it could never move on");
  assert.equal(new Game("torishogi", "", {}).premovePromotion("3d", "3b"), "forced", "compulsory there");
  assert.equal(game.premovePromotion("1a", "1b"), "none", "nothing there");
  assert.throws(() => game.premovePromotion("0z", "1b"));
});

// Random games: every legal move after any reply of the opponent was among the premoves,
// and the choice of promotion was at least as wide.
for (const id of ["shogi", "minishogi", "torishogi", "shogun"]) {
  test(`${id}: every legal move could have been a premove`, () => {
    let seed = 7;
    const random = (n) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * n);
    };
    let checked = 0;
    for (let round = 0; round < 6; round++) {
      const game = new Game(id, "", {});
      for (let ply = 0; ply < 120; ply++) {
        const legal = game.legalMoves();
        if (legal.length === 0 || game.state().outcome) break;
        const { side } = game.state();
        const before = game.premoves(side === "first" ? "second" : "first");
        const handBefore = game.state().hands[side === "first" ? "second" : "first"];
        game.play(legal[random(legal.length)]);
        const after = game.destinations();
        for (const [from, targets] of Object.entries(after.moves))
          for (const to of targets) {
            assert.ok(before.moves[from]?.includes(to), `${game.state().position}: ${from}${to}`);
            const asked = game.promotion(from, to);
            const set = game.premovePromotion(from, to);
            if (asked === "optional") assert.equal(set, "optional", `${from}${to}`);
            if (asked === "forced") assert.notEqual(set, "none", `${from}${to}`);
            checked += 1;
          }
        for (const [letter, targets] of Object.entries(after.drops)) {
          if (!handBefore[letter] && !handBefore[letter.toLowerCase()]) continue;
          for (const to of targets) assert.ok(before.drops[letter].includes(to), `${letter} ${to}`);
        }
      }
    }
    assert.ok(checked > 1000, `${checked} moves`);
  });
}
