// The engine module, called as by the page's Worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bench, defend, initSync, levels, mate, perft, perftWithLists, search } from "../dist/engine.js";
import { Game, initSync as initRules } from "../../rules/dist/rules.js";

initSync({ module: readFileSync(new URL("../dist/engine_bg.wasm", import.meta.url)) });
initRules({ module: readFileSync(new URL("../../rules/dist/rules_bg.wasm", import.meta.url)) });

const GAMES = ["shogi", "minishogi", "torishogi", "shogun"];

function request(game, more) {
  return { game, position: "", moves: [], rules: {}, seed: 1, ...more };
}

for (const game of GAMES) {
  for (const level of ["easy", "4", "middle", "12", "full"]) {
    test(`${game}: ${level} plays legal moves, the same for the same request`, () => {
      const moves = [];
      const board = new Game(game, "", {});
      for (let ply = 0; ply < 4; ply++) {
        const asked = request(game, { moves, level, seed: ply, nodes: 2000 });
        const found = search(asked, undefined);
        assert.ok(board.legalMoves().includes(found.move), `${found.move} is not legal`);
        assert.deepEqual(search(asked, undefined), found);
        assert.ok(found.nodes <= 2000);
        board.play(found.move);
        moves.push(found.move);
      }
      board.free();
    });
  }
}

test("it searches exactly as the native engine does", () => {
  const pinned = readFileSync(new URL("../../../../crates/engine/tests/engine/bench.rs", import.meta.url), "utf8");
  const [, signature] = /const SIGNATURE_AT_4: u64 = ([\d_]+);/.exec(pinned);
  assert.equal(bench(4), Number(signature.replaceAll("_", "")));
});

for (const game of GAMES) {
  test(`${game}: levels rise in rating`, () => {
    const all = levels(game);
    assert.deepEqual(all.map(({ level }) => level), Array.from({ length: all.length }, (_, i) => `${i}`));
    assert.ok(all.length >= 10);
    for (const [index, { rating }] of all.entries()) assert.ok(index === 0 || rating > all[index - 1].rating);
  });
}

test("levels of an unknown game are refused", () => {
  assert.throws(() => levels("go"), { code: "unknown-game" });
});

test("every iteration is reported", () => {
  const infos = [];
  const found = search(request("minishogi", { depth: 4 }), (info) => infos.push(info));
  assert.equal(found.depth, 4);
  assert.deepEqual([...new Set(infos.map((info) => info.depth))], [1, 2, 3, 4]);
  const last = infos.at(-1);
  assert.deepEqual([last.pv[0], last.score, last.mate], [found.move, found.score, null]);
  assert.ok(infos.every((info) => info.bound === "exact"));
});

test("several variations are reported, the best first, each with its chances", () => {
  const infos = [];
  const found = search(request("shogi", { depth: 5, multiPv: 3 }), (info) => infos.push(info));
  const last = infos.slice(-3);
  assert.deepEqual(last.map((info) => info.pvIndex), [1, 2, 3]);
  assert.equal(last[0].pv[0], found.move);
  assert.equal(last[0].win, found.win);
  assert.equal(new Set(last.map((info) => info.pv[0])).size, 3);
  for (const [i, { score, win }] of last.entries()) {
    assert.equal(win > 500, score > 0 && win !== 500, `${score} ${win}`);
    if (i > 0) assert.ok(score <= last[i - 1].score);
  }
  for (const multiPv of [0, 6, -1, Number.NaN])
    assert.throws(() => search(request("shogi", { multiPv }), null), { code: "bad-request" });
});

test("a stopped search reports a bound", () => {
  const bounds = new Set();
  for (let nodes = 1000; nodes < 30_000; nodes += 997) {
    const infos = [];
    const found = search(request("minishogi", { nodes }), (info) => infos.push(info));
    assert.equal(infos.at(-1).bound, found.bound);
    assert.notEqual(found.ponder, null);
    bounds.add(found.bound);
  }
  assert.ok(bounds.has("exact") && (bounds.has("lower") || bounds.has("upper")), [...bounds].join(" "));
});

test("a mate in one is found and reported as mate", () => {
  const found = search(request("shogi", { position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", depth: 3 }), null);
  assert.deepEqual([found.move, found.mate], ["G*5b", 1]);
});

test("an entered king is declared if the rules allow it", () => {
  const position = "+P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB3P 1";
  for (const [declaration, declares] of [["csa-27", true], ["jsa-24", false], ["off", false]]) {
    const found = search(request("shogi", { position, rules: { declaration }, depth: 1 }), null);
    assert.equal(found.declares, declares, declaration);
  }
});

test("no move after the end", () => {
  const found = search(request("shogi", { position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", moves: ["G*5b"] }), null);
  assert.equal(found.move, null);
});

test("a time limit is kept", () => {
  const began = performance.now();
  search(request("shogi", { level: "full", moveTimeMs: 200 }), undefined);
  const took = performance.now() - began;
  assert.ok(took < 1000, `200 ms took ${took} ms`);
});

test("an exception of onInfo ends the search and is rethrown", () => {
  const enough = new Error("enough");
  assert.throws(
    () => search(request("shogi", { depth: 60 }), () => { throw enough; }),
    (error) => error === enough,
  );
  assert.equal(search(request("shogi", { depth: 1 }), undefined).depth, 1);
});

test("a search inside onInfo is refused", () => {
  let code;
  search(request("shogi", { depth: 1 }), () => {
    try {
      search(request("shogi", { depth: 1 }), undefined);
    } catch (error) {
      code = error.code;
    }
  });
  assert.equal(code, "busy");
});

test("bad requests throw an Error with a code", () => {
  const codes = {
    "unknown-game": request("go"),
    "unknown-level": request("shogi", { level: "divine" }),
    "unknown-rule": request("shogi", { rules: { gravity: "on" } }),
    "missing-field": request("shogi", { position: "4k4/9/9/9/9/9/9/9/4K4" }),
    "bad-request": null,
    "bad-square": request("shogi", { moves: ["7g7x"] }),
  };
  for (const [code, asked] of Object.entries(codes)) {
    assert.throws(() => search(asked, undefined), (error) => error instanceof Error && error.code === code, code);
  }
  for (const asked of [
    request("shogi", { depth: "deep" }),
    request("shogi", { nodes: -1 }),
    request("shogi", { seed: Number.NaN }),
    request("shogi", { moves: "7g7f" }),
    request("shogi", { moves: [7] }),
    request("shogi", { speed: 1 }),
    request(7),
  ]) {
    assert.throws(() => search(asked, undefined), { code: "bad-request" });
  }
  assert.throws(() => search(request("shogi"), 7), { code: "bad-request" });
  assert.throws(() => search(request("shogi", { moves: ["7g7f", "7g7f"] }), undefined), { ply: 1 });
});

const MATE_IN_THREE = "+L5pp1/7s1/1+N+N1G4/P1P1P2k1/2p2p1s1/1P+bp2L2/3N1PP2/2+l1K1N2/3P2L2 w RBGPr2g2s5p 180";

test("a mate is found with its solutions, and defended against", () => {
  const asked = { game: "shogi", position: MATE_IN_THREE, all: true };
  const found = mate(asked, undefined);
  assert.deepEqual([found.result, found.plies, found.exact], ["mate", 3, true]);
  assert.ok(found.solutions.includes(found.line[0]) && found.undecided.length === 0);
  const [check, reply] = found.line;
  const defence = defend({ game: "shogi", position: MATE_IN_THREE, moves: [check] }, null);
  assert.deepEqual([defence.result, defence.plies, defence.line.length], ["mate", 2, 2]);
  const mated = defend({ game: "shogi", position: MATE_IN_THREE, moves: [check, reply, found.line[2]] }, null);
  assert.deepEqual([mated.move, mated.result, mated.plies], [null, "mate", 0]);
  const safe = defend({ game: "shogi", position: "" }, null);
  assert.deepEqual([safe.result, safe.line], ["no-mate", [safe.move]]);
});

test("one king may be missing, and limits leave a mate open", () => {
  const position = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
  const found = mate({ game: "shogi", position, nodes: 5000 }, undefined);
  assert.deepEqual([found.result, found.plies, found.line], ["unknown", null, []]);
  const infos = [];
  mate({ game: "shogi", position, timeMs: 500 }, (info) => infos.push(info));
  assert.ok(infos.length > 0 && infos.length < 8, `${infos.length} reports in half a second`);
  const enough = new Error("enough");
  const stop = () => mate({ game: "shogi", position }, () => { throw enough; });
  assert.throws(stop, (error) => error === enough);
});

test("bad requests of the solver are refused with a code", () => {
  for (const solve of [mate, defend]) {
    assert.throws(() => solve({ game: "go", position: "" }, null), { code: "unknown-game" });
    assert.throws(() => solve({ game: "shogi", position: "4k4" }, null), (error) => error.code !== undefined);
    assert.throws(() => solve({ game: "shogi", position: "", moves: ["7g7f", "7g7f"] }, null), { ply: 1 });
    assert.throws(() => solve({ game: "shogi", position: "", plies: -1 }, null), { code: "bad-request" });
    assert.throws(() => solve({ game: "shogi", position: "" }, 7), { code: "bad-request" });
  }
});

test("perft has the published counts, with and without lists", () => {
  const counts = { shogi: 719731, minishogi: 35401, torishogi: 103857, shogun: 200537 };
  for (const [game, nodes] of Object.entries(counts)) {
    for (const count of [perft, perftWithLists]) assert.equal(count(game, 4), nodes);
  }
  assert.throws(() => perft("go", 1), { code: "unknown-game" });
});

test("a perft that is too deep is refused and does not overflow the stack", () => {
  for (const count of [perft, perftWithLists]) assert.throws(() => count("shogi", 100_000), { code: "perft-too-deep" });
  assert.equal(perft("shogi", 1), 30);
});

// The modules contain code that native builds do not: fewer tables, plainer loops.
test("perft of every known position, up to 30,000 nodes", () => {
  const rows = readFileSync(new URL("../../../../crates/rules/tests/cases/perft.jsonl", import.meta.url), "utf8");
  let asked = 0;
  for (const line of rows.trim().split("\n")) {
    const row = JSON.parse(line);
    row.perft.forEach((nodes, index) => {
      if (nodes > 30000) return;
      for (const count of [perft, perftWithLists]) {
        assert.equal(count(row.game, index + 1, row.position), nodes, `${row.game} ${row.position}`);
        asked += 1;
      }
    });
  }
  assert.ok(asked >= 480, `${asked} counts`);
});
