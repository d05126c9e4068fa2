// The records module, called as by the page's Worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { initSync, RecordReader, writeRecords } from "../dist/records.js";

initSync({ module: readFileSync(new URL("../dist/records_bg.wasm", import.meta.url)) });

function read(bytes, size = bytes.length || 1, game = undefined) {
  const reader = new RecordReader(game);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...reader.read(bytes.subarray(at, at + size)));
  found.push(...reader.finish());
  reader.free();
  return found;
}

const utf8 = (text) => new TextEncoder().encode(text);

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** A game with all kinds of annotations. */
const GAME = {
  game: "shogi",
  start: START,
  headers: [
    ["Date", "2026/11/23"],
    ["White", "山田"],
    ["Black", "Ada"],
    ["記録係", "佐藤"],
  ],
  rules: null,
  nodes: [
    { parent: -1, comment: "the start" },
    {
      parent: 0,
      move: "7g7f",
      nags: [1],
      spentMs: 5000,
      clockMs: 595000,
      eval: { cp: 35 },
      shapes: [
        { from: "7f", to: "7f", color: "red" },
        { from: "8h", to: "2b", color: "green" },
        { from: "P*", to: "5e", color: "blue" },
      ],
    },
    { parent: 1, move: "3c3d", eval: { mate: -5 } },
    { parent: 1, move: "8c8d", comment: "also\npossible", commentBefore: "or" },
    { parent: 2, end: { reason: "resignation", winner: "second" } },
  ],
};

test("an invalid shape does not prevent saving a game", () => {
  const game = structuredClone(GAME);
  game.nodes[1].shapes.push({ from: "p*", to: "5d", color: "green" }, { from: "P*", to: "P*", color: "red" });
  const [{ record }] = read(writeRecords([game], "jkf", "utf-8").bytes);
  assert.deepEqual(record.nodes[1].shapes.slice(3), [{ from: "P*", to: "5d", color: "green" }]);
});

test("a game round-trips through JKF and PGN", () => {
  for (const format of ["jkf", "pgn"]) {
    const { bytes, missing } = writeRecords([GAME], format, "utf-8");
    assert.equal(missing, "");
    const [{ record, problems, format: read_format }] = read(bytes, 7);
    assert.deepEqual(problems, []);
    assert.equal(read_format, format);
    assert.deepEqual(record.nodes.toSorted(byText), GAME.nodes.toSorted(byText));
    assert.deepEqual(new Map(record.headers), new Map(GAME.headers));
    assert.equal(record.start, GAME.start);
  }
});

/** Order of nodes for comparison, since formats order variations differently. */
const byText = (a, b) => JSON.stringify({ ...a, parent: 0 }).localeCompare(JSON.stringify({ ...b, parent: 0 }));

test("Shift-JIS is written and detected, and missing characters are reported", () => {
  const game = structuredClone(GAME);
  game.nodes[0].comment = "好手 😀😀";
  const { bytes, missing } = writeRecords([game], "kif", "shift-jis");
  assert.equal(missing, "😀");
  assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const [{ record }] = read(bytes, 5);
  assert.equal(record.nodes[0].comment, "好手 〓〓");
  assert.deepEqual(record.headers.find(([name]) => name === "White"), ["White", "山田"]);
});

test("the games of a file are returned as they are read", () => {
  const { bytes } = writeRecords(Array(500).fill(GAME), "csa", "utf-8");
  const reader = new RecordReader();
  const half = reader.read(bytes.subarray(0, bytes.length / 2));
  assert.ok(half.length > 200, `${half.length} games after half of the file`);
  const rest = [...reader.read(bytes.subarray(bytes.length / 2)), ...reader.finish()];
  assert.equal(half.length + rest.length, 500);
  reader.free();
});

test("a problem has its place and the expected text", () => {
  const [{ record, problems }] = read(utf8("手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n"));
  assert.equal(record.nodes.length, 2);
  assert.equal(problems.length, 1);
  const [{ line, column, found, code, refusal, expected }] = problems;
  assert.deepEqual([line, column, found, code], [3, 6, "３五歩(33)", "illegal-move"]);
  assert.equal(refusal, "wrong-movement");
  assert.match(expected, /歩/);
});

test("an unambiguous fault is a warning", () => {
  const [{ record, problems, warnings }] = read(utf8("手合割：平手\n   1 ７六歩(77)\n   3 ３四歩(33)\n"));
  assert.equal(record.nodes.length, 3);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    warnings.map(({ line, code, expected }) => [line, code, expected]),
    [[3, "move-number", "2"]],
  );
});

test("a record of 81Dojo in JSON is distinguished from JKF", () => {
  const contents = "V2\nN+a\nN-b\nPI\n+\n+7776FU\nT5\n#TIME_UP\n#SENTE_WIN\n";
  const [{ record, problems, warnings }] = read(utf8(JSON.stringify({ id: 1, contents })));
  assert.deepEqual([problems, warnings], [[], []]);
  assert.deepEqual(record.nodes.at(-1).end, { reason: "time", winner: "first" });
});

test("a text without a record has no games", () => {
  assert.deepEqual(read(utf8("")), []);
  assert.deepEqual(read(utf8("hello")), []);
});

test("the requested game applies to records that do not name theirs", () => {
  const [{ record }] = read(utf8("1. P-45 P-22"), 4, "minishogi");
  assert.equal(record.game, "minishogi");
});

test("an invalid game is refused with a code", () => {
  const refused = (change, format = "pgn") => {
    const game = structuredClone(GAME);
    change(game);
    try {
      writeRecords([game], format, "utf-8");
    } catch (error) {
      return error.code;
    }
    return undefined;
  };
  assert.equal(refused(() => {}), undefined);
  assert.equal(refused((game) => (game.game = "chess")), "unknown-game");
  assert.equal(refused((game) => (game.nodes[1].move = "7g7e")), "wrong-movement");
  assert.equal(refused((game) => (game.nodes[1].parent = 3)), "bad-record");
  assert.equal(refused((game) => (game.nodes[0].move = "7g7f")), "bad-record");
  assert.equal(refused((game) => game.nodes.push({ parent: 4, move: "2g2f" })), "bad-record");
  assert.equal(refused((game) => (game.nodes[1].shapes[0].color = "pink")), "bad-record");
  assert.equal(refused((game) => (game.nodes = "none")), "bad-record");
  assert.equal(refused((game) => Object.assign(game, { game: "shogun", start: "", nodes: [{ parent: -1 }] }), "kif"), "does-not-fit");
  assert.equal(refused(() => {}, "doc"), "unknown-format");
});
