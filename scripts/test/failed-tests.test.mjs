// Names of failed tests at the end of `make test`, since the rest of the log may be lost.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../failed-tests.awk", import.meta.url));

function names(log) {
  return execFileSync("awk", ["-f", program], { input: log, encoding: "utf8" }).trim().split("\n");
}

const LOGS = {
  "nextest, once though it says it twice": [
    "        FAIL [   0.005s] ( 3/12) komadai-cli::cli matches::openings\n     Summary [  10.5s] 7 tests run: 6 passed, 1 failed\n        FAIL [   0.005s] ( 3/12) komadai-cli::cli matches::openings",
    ["komadai-cli::cli matches::openings"],
  ],
  "nextest, without a place in the row": ["     TIMEOUT [  60.005s] komadai-lab::levels shogi", ["komadai-lab::levels shogi"]],
  "cargo test": ["test law::pawn_drop ... FAILED\ntest law::other ... ok", ["law::pawn_drop"]],
  "cargo test, quiet": ["....\nlaw::pawn_drop --- FAILED\n..", ["law::pawn_drop"]],
  vitest: [" FAIL  src/play/keys.test.ts > keys are read\n ✓ src/play/touch.test.ts (2 tests) 7ms", ["src/play/keys.test.ts > keys are read"]],
  node: ["✖ arrows are checked (1.23ms)\nℹ fail 1\n\n✖ failing tests:\n\n✖ arrows are checked (1.23ms)", ["arrows are checked"]],
  pytest: ["FAILED tests/test_rules.py::nifu - AssertionError: 1", ["tests/test_rules.py::nifu"]],
  playwright: [
    "  1) tests/friend.spec.ts:3:1 › a game ─────\n    Error: no\n  2) tests/grid.spec.ts:9:1 › a grid ────\n\n  1 failed\n    tests/friend.spec.ts:3:1 › a game ─────\n  1 flaky\n    tests/grid.spec.ts:9:1 › a grid ────\n  11 passed (3.2m)",
    ["tests/grid.spec.ts:9:1 › a grid  (passed when tried again)", "tests/friend.spec.ts:3:1 › a game"],
  ],
  "nothing failed": ["test law::other ... ok\n  11 passed (3.2m)", [""]],
};

for (const [name, [log, expected]] of Object.entries(LOGS)) {
  test(name, () => assert.deepEqual(names(log), expected));
}
