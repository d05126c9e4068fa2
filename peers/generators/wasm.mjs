#!/usr/bin/env node
// Perft speed of the WASM module in Node relative to the native program, in alternating rounds.
//
//   peers/generators/wasm.mjs <generators program> [--rounds 9] [--json FILE]
//
// Build the module first: `make wasm`. Both count the start positions' leaves; times are processor
// times. Prints a table and lines `ratio <game>-start-count-wasm-vs-native X.XX`, the
// module's speed divided by the native speed.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { initSync, perft } from "../../bindings/wasm/engine/dist/engine.js";
import { median } from "./ratios.mjs";

/** Depths and published counts. */
const CASES = {
  shogi: [5, 19861490],
  minishogi: [6, 8276188],
  torishogi: [5, 2179749],
  shogun: [5, 5081766],
};
const CONVENTIONS = ["count", "lists"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "9" }, json: { type: "string" } },
});
if (positionals.length !== 1) throw new Error("usage: wasm.mjs <generators program> [--rounds N] [--json FILE]");

initSync({
  module: readFileSync(new URL("../../bindings/wasm/engine/dist/engine_bg.wasm", import.meta.url)),
});
const native = spawn(positionals[0], ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();

function positions(game) {
  const file = readFileSync(new URL(`positions/${game}.txt`, import.meta.url), "utf8");
  return [file.match(/^start\t(.*)$/m)[1]];
}

async function runNative(game, depth, convention) {
  const work = { game, name: "start", positions: positions(game), depth };
  native.stdin.write(`${JSON.stringify({ run: [work, convention, 1] })}\n`);
  const { sample, error } = JSON.parse((await answers.next()).value);
  if (!sample) throw new Error(error);
  return sample;
}

function runWasm(game, depth, convention) {
  const { user, system } = process.cpuUsage();
  const nodes = perft(game, depth, convention === "lists");
  const used = process.cpuUsage({ user, system });
  return { nodes, seconds: (used.user + used.system) / 1e6 };
}

const runs = [];
for (const [game, [depth, expected]] of Object.entries(CASES)) {
  for (const convention of CONVENTIONS) {
    const run = { game, depth, convention, nodes: expected, native: [], wasm: [] };
    // Warm-up: Node compiles the module's hot functions in the first round.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const order = round % 2 ? [runNative, runWasm] : [runWasm, runNative];
      for (const walk of order) {
        const { nodes, seconds } = await walk(game, depth, convention);
        if (nodes !== expected) throw new Error(`${game}: ${nodes} nodes instead of ${expected}`);
        if (round > 0) run[walk === runWasm ? "wasm" : "native"].push(seconds);
      }
    }
    runs.push(run);
    const speed = (seconds) => (expected / median(seconds) / 1e6).toFixed(1).padStart(7);
    console.log(`${game.padEnd(10)} ${convention}  depth ${depth}  native ${speed(run.native)} Mnodes/s  wasm ${speed(run.wasm)} Mnodes/s`);
  }
}
native.stdin.end();

console.log();
for (const { game, convention, native: natively, wasm } of runs) {
  const ratio = median(natively.map((seconds, round) => seconds / wasm[round]));
  console.log(`ratio ${game}-start-${convention}-wasm-vs-native ${ratio.toFixed(2)}`);
}
if (values.json) {
  const record = { node: process.version, simd: true, runs };
  writeFileSync(values.json, `${JSON.stringify(record, null, 1)}\n`);
}
