// Behaviour that the page relies on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Game, checkPosition, gameSpec, initSync } from "../dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/rules_bg.wasm", import.meta.url)) });

const GAMES = ["shogi", "minishogi", "torishogi", "shogun"];
const BISHOPS = ["7g7f", "3c3d", "8h2b+", "3a2b"];

test("the state of a new game", () => {
  const state = new Game("shogi", "", {}).state();
  assert.deepEqual(state, {
    game: "shogi",
    position: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    board: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    hands: { first: {}, second: {} },
    side: "first",
    check: false,
    kings: { first: "5i", second: "5a" },
    ply: 0,
    moves: [],
    repetition: 1,
    repetitionLimit: 4,
    mustVary: false,
    outcome: null,
    losingIllegalMove: null,
    lastMove: null,
    impasse: { first: 27, second: 27, possible: false },
  });
});

test("the state has captures, promotions and hands", () => {
  const game = Game.replay("shogi", "", BISHOPS, {});
  const state = game.state();
  assert.deepEqual(state.moves, BISHOPS);
  assert.deepEqual(state.hands, { first: { B: 1 }, second: { B: 1 } });
  assert.deepEqual(state.lastMove, { from: "3a", drop: null, to: "2b", promote: false, capture: true });
  assert.deepEqual(game.at(3).lastMove, { from: "8h", drop: null, to: "2b", promote: true, capture: true });
  assert.equal(game.at(3).side, "second");
  assert.equal(game.at(0).ply, 0);
  assert.deepEqual(game.at(99), state);
  game.play("B*5e");
  assert.deepEqual(game.state().lastMove, { from: null, drop: "B", to: "5e", promote: false, capture: false });
  assert.deepEqual(game.displayMoves("western"), ["P-76", "P-34", "Bx22+", "Sx22", "B*55"]);
  assert.deepEqual(game.displayMoves("usi"), [...BISHOPS, "B*5e"]);
  assert.deepEqual(game.displayMoves("japanese").slice(0, 1), ["▲７六歩"]);
});

test("destinations are the legal moves by origin", () => {
  const game = Game.replay("shogi", "", BISHOPS, {});
  const { moves, drops } = game.destinations();
  const found = new Set();
  for (const [from, targets] of Object.entries(moves)) {
    assert.equal(new Set(targets).size, targets.length, `${from} names a target twice`);
    for (const to of targets) found.add(game.normalMove(from, to));
  }
  for (const [letter, targets] of Object.entries(drops)) {
    for (const to of targets) found.add(game.dropMove(letter, to));
  }
  assert.deepEqual(Object.keys(drops), ["B"]);
  assert.deepEqual([...found].sort(), [...new Set(game.legalMoves().map((m) => m.replace("+", "")))].sort());
});

test("Shogun has USI names of squares and UCI moves", () => {
  const game = new Game("shogun", "", {});
  assert.equal(game.normalMove("4g", "4e"), "e2e4");
  assert.deepEqual(game.destinations().moves["4g"].sort(), ["4e", "4f"]);
  game.play("e2e4");
  assert.deepEqual(game.state().lastMove, { from: "4g", drop: null, to: "4e", promote: false, capture: false });
  assert.equal(game.state().kings.first, "4h");
});

test("an en passant capture is a capture", () => {
  const game = Game.replay("shogun", "", ["e2e4", "a7a6", "e4e5", "d7d5"], {});
  game.play("e5d6");
  assert.equal(game.state().lastMove.capture, true);
  assert.deepEqual(game.state().hands.first, { P: 1 });
});

test("the choice of promotion", () => {
  const shogi = new Game("shogi", "4k4/9/P3P4/9/9/9/9/9/4K4 b - 1", {});
  assert.equal(shogi.promotion("9c", "9b"), "optional");
  const last = new Game("shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", {});
  assert.equal(last.promotion("9b", "9a"), "forced");
  assert.equal(new Game("shogi", "", {}).promotion("7g", "7f"), "none");
});

test("every end has a reason, and undo reopens the game", () => {
  const resigned = new Game("minishogi", "", {});
  resigned.resign("second");
  assert.deepEqual(resigned.state().outcome, { winner: "first", reason: "resignation", ply: 0 });
  assert.deepEqual(resigned.legalMoves(), []);

  const flagged = new Game("torishogi", "", {});
  flagged.flag("first");
  assert.deepEqual(flagged.state().outcome, { winner: "second", reason: "time", ply: 0 });

  const agreed = new Game("shogun", "", {});
  agreed.agreeDraw();
  assert.deepEqual(agreed.state().outcome, { winner: null, reason: "agreement", ply: 0 });

  const mate = new Game("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", {});
  mate.play("G*5b");
  assert.deepEqual(mate.state().outcome, { winner: "first", reason: "checkmate", ply: 1 });
  mate.undo();
  assert.equal(mate.state().outcome, null);
});

test("rules can be chosen, and an illegal move may lose", () => {
  const game = new Game("shogi", "", { "illegal-move": "loses" });
  game.play("7g7e");
  assert.deepEqual(game.state().outcome, { winner: "second", reason: "illegal-move", ply: 0 });
  assert.equal(game.state().losingIllegalMove.move, "7g7e");
  assert.equal(game.state().losingIllegalMove.refusal.code, "wrong-movement");
});

test("a refusal has a reason and squares", () => {
  const game = new Game("shogi", "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", {});
  const { code, squares, message } = game.why("P*5d");
  assert.deepEqual({ code, squares }, { code: "nifu", squares: ["5f"] });
  assert.equal(typeof message, "string");
  assert.equal(game.why("P*4d"), null);
});

test("a game as data", () => {
  for (const name of GAMES) {
    const spec = gameSpec(name);
    assert.equal(spec.game, name);
    assert.equal(spec.promotionZone.first.length, spec.promotionZone.second.length);
    assert.ok(spec.kinds.every((kind) => kind.promotesTo === null || kind.promotesTo === `+${kind.letter}`));
    for (const { id, position } of spec.handicaps) {
      assert.equal(checkPosition(name, position), position, `${name} ${id}`);
    }
    // The printed defaults are accepted.
    new Game(name, "", spec.rules).free();
  }
  assert.deepEqual(gameSpec("minishogi").promotionZone, {
    first: ["5a", "4a", "3a", "2a", "1a"],
    second: ["5e", "4e", "3e", "2e", "1e"],
  });
  assert.deepEqual(gameSpec("shogi").handOrder, ["R", "B", "G", "S", "N", "L", "P"]);
});

test("typed positions are normalised", () => {
  assert.equal(checkPosition("shogi", "  4k4/9/9/9/9/9/9/9/4K4 b PPR "), "4k4/9/9/9/9/9/9/9/4K4 b R2P 1");
});

test("the attacker's king may be missing in a problem, not in a game", () => {
  const position = "4k4/9/4S4/9/9/9/9/9/9 b 2G2r2b2g3s4n4l18p 1";
  assert.throws(() => new Game("shogi", position, {}), { code: "no-king" });
  const problem = Game.replay("shogi", position, ["G*5b"], {}, true);
  const { outcome, kings } = problem.state();
  assert.deepEqual([outcome.winner, outcome.reason, kings.first, kings.second], ["first", "checkmate", null, "5a"]);
  assert.throws(() => Game.replay("shogi", "9/9/9/9/9/9/9/9/9 b - 1", [], {}, true));
});
