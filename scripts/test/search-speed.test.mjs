import assert from "node:assert/strict";
import { test } from "node:test";
import { benchPositions, processorSeconds, quantile, summary } from "../search-speed.mjs";

test("quantiles lie between values in proportion", () => {
  assert.equal(quantile([1, 2, 4], 0.5), 2);
  assert.equal(quantile([1, 2], 0.5), 1.5);
  assert.equal(quantile([3], 0.75), 3);
});

test("ratios are taken within a round", () => {
  const round = (before, after) => ({ nodes: [9, 9], speeds: [before, after] });
  const { speeds, ratio, quartiles, sameNodes } = summary([round(2, 4), round(10, 10), round(4, 5)]);
  assert.deepEqual(speeds, [4, 5]);
  assert.equal(ratio, 1.25);
  assert.deepEqual(quartiles, [1.125, 1.625]);
  assert.ok(sameNodes);
});

test("different numbers of nodes are noticed", () => {
  assert.equal(summary([{ nodes: [9, 8], speeds: [1, 1] }]).sameNodes, false);
});

test("processor time is user and system time, whatever the name of the program", () => {
  const stat = "7 (a b) c) S 1 7 7 0 -1 4194304 900 0 0 0 150 25 0 0 20 0 1 0 1 1 1";
  assert.equal(processorSeconds(stat), 1.75);
});

test("positions come from the output of bench", () => {
  const games = benchPositions("shogi nodes 33 position startpos\nshogun nodes 9 position r b - 1\nbench 42\n");
  assert.deepEqual([...games], [["shogi", ["startpos"]], ["shogun", ["r b - 1"]]]);
});
