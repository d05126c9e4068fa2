#!/usr/bin/env node
// Search speed of the WASM module in Node relative to the native program, in alternating rounds.
//
//   bindings/wasm/engine/bench.mjs PROGRAM [--rounds 7] [--nodes 500000, at least 100000] [--classical]
//
// PROGRAM is `komadai`; build the module first: `make wasm`. Both evaluate with the nets of `nets/`, or without
// nets with --classical. `make bench-wasm` builds PROGRAM without kernels for AVX2 and AVX-512, which WASM lacks.
//
// The module and PROGRAM search the positions of `komadai bench` with one thread, an empty table of 16 MB and a
// limit of nodes, and must find the same move. Prints, for each game, the speeds in thousands of nodes per second and a
// line `ratio <game>-search-wasm-vs-native X.XX`, the module's speed divided by the native speed, as the median over
// all rounds and positions. The module's time includes clearing its table, which the native program does beforehand.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { median } from "../../../peers/generators/ratios.mjs";
import { initSync, search, setNet } from "./dist/engine.js";

const USAGE = "usage: bench.mjs PROGRAM [--rounds N] [--nodes N] [--classical]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "7" },
    nodes: { type: "string", default: "500000" },
    classical: { type: "boolean" },
  },
});
const [rounds, nodes] = [values.rounds, values.nodes].map(Number);
if (positionals.length !== 1 || !(rounds >= 1) || !(nodes >= 100_000)) throw new Error(USAGE);
const [program] = positionals;

initSync({ module: readFileSync(new URL("./dist/engine_bg.wasm", import.meta.url)) });

function positions() {
  const output = execFileSync(program, ["bench", "--depth", "1"], { encoding: "utf8" });
  return [...output.matchAll(/^(\S+) nodes \d+ position (.*)$/gm)].map(([, game, position]) => ({ game, position }));
}

/** The native program, in the protocol (USI or UCI) with the module's move notation. */
class Native {
  constructor(game) {
    const usi = game !== "shogun";
    this.positionWord = usi ? "sfen" : "fen";
    this.newGame = usi ? "usinewgame" : "ucinewgame";
    this.process = spawn(program, [usi ? "usi" : "uci"], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.say(usi ? "usi" : "uci", `setoption name ${usi ? "USI_Hash" : "Hash"} value 16`);
    this.say(`setoption name UCI_Variant value ${game}`);
    // The search request of the module has no such rule.
    if (game === "shogi") this.say("setoption name EnteringKingRule value NoEnteringKing");
    if (values.classical) this.say("setoption name EvalFile value classical");
  }

  say(...lines) {
    this.process.stdin.write(`${lines.join("\n")}\n`);
  }

  async until(begin) {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`${program} ended before it said ${begin}`);
      if (value.startsWith(begin)) return value;
    }
  }

  async search({ position }) {
    const setup = position === "startpos" ? position : `${this.positionWord} ${position}`;
    this.say(this.newGame, `position ${setup}`, "isready");
    await this.until("readyok");
    const began = performance.now();
    this.say(`go nodes ${nodes}`);
    const answer = await this.until("bestmove");
    return { seconds: (performance.now() - began) / 1000, move: answer.split(" ")[1] };
  }

  end() {
    this.say("quit");
    this.process.stdin.end();
  }
}

function searchInModule({ game, position }) {
  const request = { game, position: position === "startpos" ? "" : position, moves: [], rules: {}, seed: 1, nodes };
  const began = performance.now();
  const { move } = search(request, undefined);
  return { seconds: (performance.now() - began) / 1000, move };
}

const games = new Map();
for (const entry of positions()) games.set(entry.game, [...(games.get(entry.game) ?? []), entry]);
console.log(`${nodes} positions a search, ${rounds} rounds, Node ${process.version}`);
for (const [game, entries] of games) {
  const native = new Native(game);
  if (!values.classical) setNet(readFileSync(new URL(`../../../nets/${game}.nnue`, import.meta.url)));
  const [natively, inModule] = [[], []];
  for (const entry of entries) {
    // Warm-up: Node compiles the module's hot functions in the first round.
    for (let round = 0; round <= rounds; round += 1) {
      const results = {};
      const order = round % 2 ? ["native", "module"] : ["module", "native"];
      for (const side of order) results[side] = side === "native" ? await native.search(entry) : searchInModule(entry);
      const [expected, found] = [results.native.move, results.module.move];
      if (found !== expected) throw new Error(`${game} ${entry.position}: ${found} in the module, ${expected} natively`);
      if (round > 0) {
        natively.push(results.native.seconds);
        inModule.push(results.module.seconds);
      }
    }
  }
  native.end();
  const speed = (seconds) => (nodes / median(seconds) / 1e3).toFixed(0).padStart(6);
  const ratio = median(natively.map((seconds, index) => seconds / inModule[index]));
  console.log(`${game.padEnd(10)} native ${speed(natively)} knps  module ${speed(inModule)} knps`);
  console.log(`ratio ${game}-search-wasm-vs-native ${ratio.toFixed(2)}`);
}
