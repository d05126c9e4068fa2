// Width of the winning curve: parsing of a log, and fit of a known width.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fit, scored } from "../win-width.mjs";

const GAME = {
  first: "b",
  opening_moves: "7g7f 3c3d 2g2f",
  moves: [{ score: "cp 80" }, { score: "cp -90" }, { score: "mate 3" }, {}],
  winner: "a",
};

test("scores belong to the side that moved, also after an opening of an odd number of plies; draws are left out", () => {
  const log = ["{}", JSON.stringify(GAME), JSON.stringify({ ...GAME, winner: null }), ""].join("\n");
  // Player b moves first; after three moves a is to move.
  assert.deepEqual(scored(log), [
    { score: 80, won: true },
    { score: -90, won: false },
  ]);
});

test("the width that made the results is found", () => {
  const points = [];
  for (let score = -2_000; score <= 2_000; score += 100) {
    const wins = Math.round(1_000 / (1 + Math.exp(-score / 700)));
    for (let game = 0; game < 1_000; game += 1) points.push({ score, won: game < wins });
  }
  assert.ok(Math.abs(fit(points) - 700) < 10, String(fit(points)));
});

test("the command prints it, and says what is wrong with a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "win-width-"));
  const script = fileURLToPath(new URL("../win-width.mjs", import.meta.url));
  const run = (name, text) => {
    writeFileSync(join(folder, name), text);
    return spawnSync(process.execPath, [script, join(folder, name)], { encoding: "utf8" });
  };
  try {
    const lost = { ...GAME, winner: "b" };
    const good = ["{}", JSON.stringify(GAME), JSON.stringify(lost)].join("\n");
    assert.match(run("good", good).stdout, /^\d+ centipawns, loss 0\.\d{4}, 4 positions\n$/);
    const other = run("other", "dear diary\nnothing happened");
    assert.deepEqual([other.status, other.stdout], [2, ""]);
    assert.match(other.stderr, /is no log of komadai-lab match/);
    assert.match(run("empty", "{}\n").stderr, /no scores of games that were won/);
    const alone = spawnSync(process.execPath, [script], { encoding: "utf8" });
    assert.deepEqual([alone.status, alone.stderr.startsWith("usage: ")], [2, true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
