// Nets, set as by the page's Worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { initSync, search, setNet } from "../dist/engine.js";
import { tinyNet } from "../tinyNet.mjs";

initSync({ module: readFileSync(new URL("../dist/engine_bg.wasm", import.meta.url)) });

/** The engine's error for a file. */
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
  test(`${game}: a net evaluates until it is removed`, () => {
    const classical = score(game);
    for (const seed of [1, 2, 3]) {
      const { bytes, centipawns } = tinyNet(game, seed, refusal);
      assert.notEqual(centipawns, 0);
      assert.equal(setNet(bytes), game);
      // The net has one value for the side to move: the sign depends on the length of the line searched.
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

test("invalid bytes are refused, and the previous net stays", () => {
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
