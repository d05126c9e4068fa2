#!/usr/bin/env node
// Compares the search speed of two builds: both search the positions of `komadai bench` to the same number of nodes on
// one thread, alternately, so that other load affects both alike. Speed is nodes per second of CPU time.
//
//   node scripts/search-speed.mjs OLD NEW [--rounds 5] [--nodes 1000000] [--game shogi] [--min 0.97]
//
// OLD and NEW are paths of the program. Prints for each variant the median speeds, the median and quartiles of the
// ratio NEW / OLD over the rounds, and a line `ratio <game>-search X.XX`. With --min the exit status is 1 if a median
// ratio is lower. Needs Linux.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

export function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => quantile(ascending(numbers), 0.5);

/** Median speeds, and median and quartiles of their ratio per round. */
export function summary(rounds) {
  const ratios = ascending(rounds.map(({ speeds: [before, after] }) => after / before));
  return {
    speeds: [0, 1].map((i) => median(rounds.map(({ speeds }) => speeds[i]))),
    ratio: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    sameNodes: rounds.every(({ nodes: [before, after] }) => before === after),
  };
}

/** Clock ticks per second in /proc (USER_HZ), equal on all common architectures. */
const TICKS = 100;

/** CPU time in seconds from /proc/PID/stat, whose process name may contain spaces. */
export function processorSeconds(stat) {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

export function benchPositions(output) {
  const games = new Map();
  for (const [, game, position] of output.matchAll(/^(\S+) nodes \d+ position (.+)$/gm)) {
    games.set(game, [...(games.get(game) ?? []), position]);
  }
  return games;
}

class Engine {
  constructor(path) {
    this.path = path;
    this.process = spawn(path, ["usi"], { stdio: ["pipe", "pipe", "inherit"] });
    this.exited = new Promise((_, reject) => {
      this.process.on("error", reject);
      this.process.on("exit", (code) => reject(new Error(`${path} ended with status ${code}`)));
    });
    this.exited.catch(() => {});
    this.process.stdin.on("error", () => {});
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** Reads lines up to the first that begins with `word`. */
  async until(word) {
    const lines = [];
    for (;;) {
      const { value, done } = await Promise.race([this.lines.next(), this.exited]);
      if (done) throw new Error(`${this.path} closed its output`);
      lines.push(value);
      if (value === word || value.startsWith(`${word} `)) return lines;
    }
  }

  async start(game) {
    this.send("usi");
    await this.until("usiok");
    this.send(`setoption name UCI_Variant value ${game}`);
    await this.search("startpos", 1);
  }

  /** Searches a position with an empty hash table. Returns the number of nodes. */
  async search(position, nodes) {
    this.send("usinewgame");
    this.send("isready");
    await this.until("readyok");
    this.send(`position ${position === "startpos" ? position : `sfen ${position}`}`);
    this.send(`go nodes ${nodes}`);
    const infos = (await this.until("bestmove")).map((line) => / nodes (\d+)/.exec(line)?.[1]);
    return Number(infos.filter(Boolean).at(-1) ?? 0);
  }

  seconds() {
    return processorSeconds(readFileSync(`/proc/${this.process.pid}/stat`, "utf8"));
  }

  quit() {
    this.send("quit");
  }
}

/** One round: nodes and speeds of both programs. `swap` (0 or 1) decides which one begins. */
async function playRound(paths, game, positions, nodes, swap) {
  const engines = paths.map((path) => new Engine(path));
  try {
    for (const engine of engines) await engine.start(game);
    const before = engines.map((engine) => engine.seconds());
    const searched = [0, 0];
    for (const [index, position] of positions.entries()) {
      const order = (index + swap) % 2 === 0 ? [0, 1] : [1, 0];
      for (const which of order) searched[which] += await engines[which].search(position, nodes);
    }
    const seconds = engines.map((engine, which) => engine.seconds() - before[which]);
    return { nodes: searched, speeds: searched.map((count, which) => count / seconds[which]) };
  } finally {
    for (const engine of engines) engine.quit();
  }
}

const wholeNumber = (name, text) => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is a whole number from 1`);
  return number;
};

async function main() {
  const { values, positionals: paths } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "5" },
      nodes: { type: "string", default: "1000000" },
      game: { type: "string" },
      min: { type: "string" },
    },
  });
  if (paths.length !== 2) {
    throw new Error("usage: search-speed.mjs OLD NEW [--rounds N] [--nodes N] [--game GAME] [--min X]");
  }
  const [rounds, nodes] = ["rounds", "nodes"].map((name) => wholeNumber(name, values[name]));
  const bench = execFileSync(paths[0], ["bench", "--depth", "1"], { encoding: "utf8" });
  const games = [...benchPositions(bench)].filter(([game]) => game === (values.game ?? game));
  if (games.length === 0) throw new Error(`no positions of ${values.game ?? "any game"}`);

  const results = new Map(games.map(([game]) => [game, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [game, positions] of games) {
      const result = await playRound(paths, game, positions, nodes, round % 2);
      results.get(game).push(result);
      console.error(`round ${round + 1} ${game} ${(result.speeds[1] / result.speeds[0]).toFixed(3)}`);
    }
  }

  const summaries = [...results].map(([game, list]) => [game, summary(list)]);
  for (const [game, { speeds, ratio, quartiles, sameNodes }] of summaries) {
    const [before, after] = speeds.map((speed) => `${Math.round(speed / 1000)} knps`);
    const range = quartiles.map((value) => value.toFixed(3)).join(" to ");
    const note = sameNodes ? "" : ", other numbers of nodes";
    console.log(`${game}: old ${before}, new ${after}, ratio ${ratio.toFixed(3)} (${range})${note}`);
  }
  for (const [game, { ratio }] of summaries) console.log(`ratio ${game}-search ${ratio.toFixed(2)}`);
  const least = Math.min(...summaries.map(([, { ratio }]) => ratio));
  if (values.min !== undefined && !(least >= Number(values.min))) {
    throw new Error(`the least ratio is ${least.toFixed(3)}, below ${values.min}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  });
}
