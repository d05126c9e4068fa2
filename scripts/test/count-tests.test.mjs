// Counts of `make test`, by the output of each test runner.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../count-tests.awk", import.meta.url));

function count(log) {
  return execFileSync("awk", ["-f", program], { input: log, encoding: "utf8" }).trim();
}

const LOGS = {
  "cargo test, several crates": [
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\ntest result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
    "15 2",
  ],
  "nextest, all well": ["     Summary [   1.234s] 204 tests run: 204 passed (2 slow), 3 skipped", "204 0"],
  "nextest, failures": ["     Summary [  10.5s] 7 tests run: 4 passed, 2 failed, 1 timed out, 0 skipped", "4 3"],
  vitest: [" Test Files  1 failed | 13 passed (14)\n      Tests  1 failed | 96 passed (97)", "96 1"],
  "vitest in colour": ["\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m97 passed\u001b[39m\u001b[22m\u001b[90m (97)\u001b[39m", "97 0"],
  "node, spec": ["ℹ tests 9\nℹ pass 8\nℹ fail 1", "8 1"],
  "node, TAP": ["# tests 9\n# pass 9\n# fail 0", "9 0"],
  playwright: ["  1 failed\n    tests/friend.spec.ts:3:1 › friend\n  2 flaky\n  11 passed (3.2m)", "11 1"],
  pytest: ["========= 1 failed, 11 passed in 0.12s =========", "11 1"],
  "no tests at all": ["compiling\n12 files passed by\n", "0 0"],
};

for (const [name, [log, expected]] of Object.entries(LOGS)) {
  test(name, () => assert.equal(count(log), expected));
}
