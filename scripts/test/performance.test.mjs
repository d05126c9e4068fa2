// docs/performance.md agrees with its records, and the comparison of instructions works.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compare } from "../../peers/generators/instructions.mjs";
import { quantile, ratio, ratios } from "../../peers/generators/ratios.mjs";

test("the page and its chart are what the records say", () => {
  const script = fileURLToPath(new URL("../../peers/generators/document.mjs", import.meta.url));
  execFileSync(process.execPath, [script, "--check"], { stdio: ["ignore", "ignore", "pipe"] });
});

for (const tool of ["web-vitals", "report", "engine"])
  test(`the part about ${tool} is what its record says`, () => {
    const script = fileURLToPath(new URL(`../../e2e/tools/${tool}/document.mjs`, import.meta.url));
    execFileSync(process.execPath, [script, "--check"], { stdio: ["ignore", "ignore", "pipe"] });
  });

test("ratios are taken round by round, by node", () => {
  assert.equal(quantile([4, 1, 3, 2], 0.5), 2.5);
  const ours = { nodes: 10, seconds: [1, 2, 4] };
  const theirs = { nodes: 20, seconds: [4, 8, 16] };
  assert.deepEqual(ratio(ours, theirs), { low: 2, median: 2, high: 2 });
});

test("a peer that only lists stands beside our count too", () => {
  const walk = (peer, convention) => ({ peer, convention, nodes: 1, seconds: [1] });
  const times = [
    walk("komadai", "count"),
    walk("komadai", "lists"),
    walk("both", "count"),
    walk("both", "lists"),
    walk("one", "lists"),
  ];
  const pairs = ratios({ cases: [{ times }] }).map(
    ({ ours, theirs }) => `${ours.convention} ${theirs.peer} ${theirs.convention}`,
  );
  assert.deepEqual(pairs, ["count both count", "count one lists", "lists both lists", "lists one lists"]);
});

test("instructions are compared by name; a new path has no change", () => {
  const rows = compare({ "shogi list": 100 }, { "shogi list": 103, "shogi quiet": 5 });
  assert.equal(rows[0].change.toFixed(2), "0.03");
  assert.equal(rows[1].change, undefined);
});
