// Nets as the page's Worker sets them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { initSync, search, setNet } from "../dist/engine.js";
import { tinyNet } from "../tinyNet.mjs";

initSync({ module: readFileSync(new URL("../dist/engine_bg.wasm", import.meta.url)) });

/** What the engine has against a file. */
function refusal(bytes) {
  try {
    setNet(bytes);
    return undefined;
  } catch (error) {
    return error.message;
  }
}

const score = (game) => search({ game, position: "", moves: [], depth: 1 }, undefined).score;

afterEach(() => setNet(null));

for (const game of ["shogi", "minishogi", "torishogi", "shogun"]) {
  test(`${game}: a net evaluates, as its definition says, until it is taken back`, () => {
    const classical = score(game);
    for (const seed of [1, 2, 3]) {
      const { bytes, centipawns } = tinyNet(game, seed, refusal);
      assert.notEqual(centipawns, 0);
      assert.equal(setNet(bytes), game);
      // The net says the same of every position, for the side to move: after a move it is what the opponent
      // has, and after a check and its answer, which the search follows, what the mover has.
      assert.equal(Math.abs(score(game)), Math.abs(centipawns), `seed ${seed}`);
    }
    assert.equal(setNet(null), null);
    assert.equal(score(game), classical);
  });
}

test("a net evaluates its own game alone", () => {
  const classical = score("torishogi");
  const before = score("minishogi");
  setNet(tinyNet("minishogi", 1, refusal).bytes);
  assert.equal(score("torishogi"), classical);
  assert.notEqual(score("minishogi"), before);
});

test("what is no net is refused, and the net before it stays", () => {
  const { bytes: net } = tinyNet("minishogi", 1, refusal);
  setNet(net);
  const before = score("minishogi");
  const damaged = net.slice();
  damaged[100] ^= 1;
  for (const [bytes, message] of [
    [new Uint8Array([1, 2, 3]), "not a net: a file of a net begins with KNUE"],
    [damaged, "the net is damaged or cut off (checksum)"],
    [net.slice(0, -1), "the net is damaged or cut off (checksum)"],
  ]) {
    assert.throws(() => setNet(bytes), { code: "bad-net", message });
  }
  assert.equal(score("minishogi"), before);
});

test("a net cannot be set during a search", () => {
  const { bytes } = tinyNet("minishogi", 1, refusal);
  setNet(null);
  const set = () => setNet(bytes);
  assert.throws(() => search({ game: "minishogi", position: "", moves: [], depth: 2 }, set), { code: "busy" });
});
