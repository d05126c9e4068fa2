import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSize, MAX_LINES } from "../check-sizes.mjs";

test("a file of the maximal length passes, one line more does not", () => {
  assert.deepEqual(checkSize("x\n".repeat(MAX_LINES), "a.rs"), []);
  assert.deepEqual(checkSize("x\n".repeat(MAX_LINES - 1) + "x", "a.rs"), []);
  assert.deepEqual(checkSize("x\n".repeat(MAX_LINES + 1), "a.rs"), ["a.rs: 501 lines, more than 500"]);
});

test("generated files may be longer", () => {
  assert.deepEqual(checkSize("x\n".repeat(MAX_LINES * 3), "web/src/protocol/index.ts"), []);
});
