// Bad input throws an Error with a stable code and leaves the game unchanged; nothing panics.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, checkPosition, gameSpec, initSync } from "../dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/rules_bg.wasm", import.meta.url)) });

/** The exception of a call, which must be an Error with code and message. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error, String(error));
    assert.equal(typeof error.code, "string", String(error));
    assert.notEqual(error.message, "");
    return error;
  }
  assert.fail("nothing was thrown");
}

test("an illegal move has a reason and squares, and the game goes on", () => {
  const game = new Game("shogi", "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", {});
  const error = thrown(() => game.play("P*5d"));
  assert.deepEqual([error.code, error.squares, error.text], ["nifu", ["5f"], "P*5d"]);
  assert.equal(game.state().ply, 0);
  game.play("P*4d");
  assert.equal(game.state().ply, 1);
});

test("a text that is no move has a place and the offending text", () => {
  const error = thrown(() => new Game("shogi", "", {}).play("7g7x"));
  assert.deepEqual([error.code, error.offset, error.text], ["bad-square", 2, "7x"]);
});

test("unreadable and impossible positions are refused", () => {
  const text = thrown(() => checkPosition("shogi", "4k4/9/9/9/9/9/9/9/4X4 b - 1"));
  assert.deepEqual([text.code, text.text, text.offset], ["unknown-piece", "X", 19]);
  const setup = thrown(() => new Game("shogi", "4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1", {}));
  assert.deepEqual([setup.code, setup.squares.sort()], ["pawns-on-file", ["5e", "5f"]]);
});

test("the error of a bad move in a list has its ply", () => {
  const error = thrown(() => Game.replay("shogi", "", ["7g7f", "3c3d", "7f7c"], {}));
  assert.deepEqual([error.ply, error.text], [2, "7f7c"]);
  assert.equal(thrown(() => Game.replay("shogi", "", ["7g7f", 7], {})).code, "bad-moves");
});

test("unknown games, sides, handicaps, rules, styles and pieces are refused", () => {
  const game = new Game("shogi", "", {});
  const codes = {
    "unknown-game": [() => new Game("go", "", {}), () => gameSpec(""), () => checkPosition("chess", "")],
    "unknown-side": [() => game.resign("black"), () => game.flag("")],
    "unknown-handicap": [
      () => new Game("shogi", "handicap:king", {}),
      () => new Game("shogun", "handicap:queen", {}),
    ],
    "unknown-rule": [() => new Game("shogi", "", { "no-such-rule": "on" })],
    "unknown-rule-value": [() => new Game("shogi", "", { repetition: "draw-17" })],
    "bad-rules": [() => new Game("shogi", "", { repetition: 4 }), () => new Game("shogi", "", 7)],
    "unknown-style": [() => game.displayMoves("klingon")],
    "bad-drop": [() => game.dropMove("K", "5e"), () => game.dropMove("", "5e"), () => game.dropMove("+P", "5e")],
    "bad-square": [() => game.normalMove("0z", "5e"), () => game.promotionMove("5e", "0z"), () => game.promotion("5e", "")],
    "not-in-rules": [() => game.declare(), () => game.agreeDraw()],
    "kings-not-entered": [() => game.agreeImpasse()],
  };
  for (const [code, calls] of Object.entries(codes)) {
    for (const call of calls) assert.equal(thrown(call).code, code, String(call));
  }
  assert.equal(game.state().ply, 0);
});

test("after the end everything is refused", () => {
  const game = new Game("minishogi", "", {});
  game.resign("first");
  for (const call of [() => game.play("1e1d"), () => game.resign("first"), () => game.flag("second")]) {
    assert.equal(thrown(call).code, "game-over");
  }
  assert.equal(game.why("1e1d").code, "game-over");
});

test("any text gives an answer or an Error, never a trap", () => {
  const game = new Game("shogun", "", {});
  const pieces = ["", " ", "9", "+", "P", "P@", "P*", "e2", "e2e4", "7g", "歩", "\u0000", "[", "]", "/", "b", "-", "99999999999", "𝔸"];
  let refused = 0;
  for (const one of pieces) {
    for (const two of pieces) {
      for (const three of pieces) {
        const text = one + two + three;
        for (const call of [() => game.why(text), () => checkPosition("shogi", text), () => checkPosition("shogun", text)]) {
          try {
            call();
          } catch (error) {
            assert.ok(typeof error.code === "string", `${JSON.stringify(text)}: ${error}`);
            refused += 1;
          }
        }
      }
    }
  }
  assert.ok(refused > 1000);
  assert.equal(game.legalMoves().length, 20, "the module still works");
});
