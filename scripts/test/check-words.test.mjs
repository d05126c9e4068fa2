// The check of the words must be able to fail, and must not see words where there are none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkText } from "../check-words.mjs";

test("a banned word is found in prose and in names of every spelling", () => {
  for (const line of ["// two men", "let own_men = 1;", "const ownMen = 1;", "const MEN: u8 = 1;", "struct MenOnBoard;"]) {
    assert.deepEqual(checkText(`\n${line}`, "x.rs"), ['x.rs:2: "men": write piece, pieces'], line);
  }
});

test("words that only contain a banned one are fine", () => {
  for (const line of ["// moment, command, human, chessmen, oddly, odds", "let almost_full = at_most_two;", "// explain"]) {
    assert.deepEqual(checkText(line, "x.rs"), [], line);
  }
});

test("prefixes of constants are found, prose with the same words is not", () => {
  assert.match(checkText("const MOST_PLIES: u8 = 1;", "x.rs")[0], /write MAX_/);
  assert.match(checkText("const LEAST_DEPTH: u8 = 1;", "x.rs")[0], /write MIN_/);
  assert.match(checkText("const MOST = 1;", "x.ts")[0], /write MAX_/);
  assert.deepEqual(checkText("// at most one, at least two; ALMOST", "x.rs"), []);
});

test("a technical phrase may hold a word that is banned alone", () => {
  assert.deepEqual(checkText('"text/plain"; // plain HTTP, an odd number', "x.ts"), []);
  assert.equal(checkText("// plain HTTP and a plain man", "x.ts").length, 2);
});

test("a word is allowed only where the list says so", () => {
  assert.deepEqual(checkText("what is heard", "web/src/sound/count.ts"), []);
  assert.equal(checkText("what is heard", "web/src/net/connection.ts").length, 1);
});
