// Typed moves, and attack maps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, initSync } from "../dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/rules_bg.wasm", import.meta.url)) });

test("a typed move is read in every notation", () => {
  const game = new Game("shogi", "", {});
  for (const text of ["7g7f", "P-76", "p7f", "７六歩", "76歩"])
    assert.equal(game.readMove(text, "usi").reading.move, "7g7f", text);
  for (const move of ["7g7f", "3c3d", "8h2b+"]) game.play(move);
  assert.equal(game.readMove("同銀", "usi").reading.move, "3a2b");
  const chess = new Game("shogun", "", {});
  assert.deepEqual(chess.readMove("Nf3", "western"), {
    reading: { kind: "legal", move: "g1f3" },
    candidates: [{ move: "g1f3", text: "Nf3" }],
  });
});

test("an invalid typed move has a reason", () => {
  const game = new Game("shogi", "", {});
  const read = (text) => game.readMove(text, "western");
  assert.deepEqual(read("hello"), { reading: { kind: "unreadable" }, candidates: [] });
  assert.deepEqual(read("58金"), {
    reading: { kind: "ambiguous" },
    candidates: [
      { move: "6i5h", text: "G69-58" },
      { move: "4i5h", text: "G49-58" },
    ],
  });
  assert.deepEqual(read("+P-55"), { reading: { kind: "no-piece", piece: "+P" }, candidates: [] });
  assert.deepEqual(read("55"), { reading: { kind: "no-piece", piece: null }, candidates: [] });
  const refused = read("R-23").reading;
  assert.equal(refused.kind, "illegal");
  assert.equal(refused.move, "2h2c");
  assert.equal(refused.piece, "R");
  assert.equal(refused.refusal.code, "blocked");
  assert.deepEqual(refused.refusal.squares, ["2g"]);
  assert.throws(() => game.readMove("7g7f", "roman"), { code: "unknown-style" });
});

test("a prefix is completed, in the display style", () => {
  const game = new Game("shogi", "", {});
  const complete = (text, style) => game.readMove(text, style).candidates;
  assert.deepEqual(complete("P-7", "western"), [{ move: "7g7f", text: "P-76" }]);
  assert.equal(complete("", "usi").length, 30);
  for (const move of ["7g7f", "3c3d", "8h2b+"]) game.play(move);
  assert.deepEqual(complete("同銀", "japanese"), [{ move: "3a2b", text: "△同銀" }]);
});

test("the attackers of every square are reported, now and earlier", () => {
  const game = Game.replay("shogi", "", ["7g7f", "3c3d"], {});
  const now = game.attackers(2);
  assert.deepEqual([...now["2b"]].sort(), ["3a", "8b", "8h"]);
  assert.equal(game.attackers(0)["2b"].includes("8h"), false);
  assert.equal(now["5e"].includes("8h"), true);
  assert.deepEqual(game.attackers(99), now);
  assert.equal("9e" in now, false);
});
