#!/usr/bin/env node
// Fits the width of the winning curve: the centipawns that make a win e times as likely as a loss, by the logistic
// curve with the least logarithmic loss. Each scored move of a decided game counts once, for the side that made it.
//
//   komadai-lab match GAME --a full --b full --nodes 400 --games 600 --log GAME.jsonl
//   node scripts/win-width.mjs GAME.jsonl
//
// `nnue_win_scale` and `classical_win_scale` in crates/engine/src/variants/ are such widths.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Scores of a log in centipawns for the side that moved, and `won` for that side. */
export function scored(text) {
  const points = [];
  for (const line of text.split("\n").slice(1)) {
    if (!line) continue;
    const game = JSON.parse(line);
    if (game.winner !== "a" && game.winner !== "b") continue;
    const plies = game.opening_moves.split(" ").filter(Boolean).length;
    const second = game.first === "a" ? "b" : "a";
    game.moves.forEach(({ score }, index) => {
      const value = /^cp (-?\d+)$/.exec(score ?? "");
      const mover = (plies + index) % 2 === 0 ? game.first : second;
      if (value) points.push({ score: Number(value[1]), won: mover === game.winner });
    });
  }
  return points;
}

export function loss(points, width) {
  let sum = 0;
  for (const { score, won } of points) {
    sum += Math.log1p(Math.exp(((won ? -1 : 1) * score) / width));
  }
  return sum / points.length;
}

/** Width with the least loss, between 50 and 10,000 centipawns. The loss is unimodal. */
export function fit(points) {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [50, 10_000];
  while (high - low > 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (loss(points, left) < loss(points, right)) high = right;
    else low = left;
  }
  return Math.round((low + high) / 2);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, ...more] = process.argv.slice(2);
  if (!path || more.length > 0) {
    console.error("usage: node scripts/win-width.mjs LOG    (a log of komadai-lab match)");
    process.exit(2);
  }
  let points = [];
  try {
    points = scored(readFileSync(path, "utf8"));
  } catch (error) {
    console.error(`${path} is no log of komadai-lab match: ${error.message}`);
    process.exit(2);
  }
  if (points.length === 0) {
    console.error(`${path} has no scores of games that were won`);
    process.exit(2);
  }
  const width = fit(points);
  console.log(`${width} centipawns, loss ${loss(points, width).toFixed(4)}, ${points.length} positions`);
}
