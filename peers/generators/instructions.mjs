#!/usr/bin/env node
// Counts the instructions of the hot paths and compares them with the last record.
//
//   peers/generators/instructions.mjs            compares; exit status 1 if a path needs over 1 % more
//   peers/generators/instructions.mjs --record   compares, then adds a line to the history
//
// The history is docs/performance/instructions.jsonl, one record per line.

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../..");
const HISTORY = join(ROOT, "docs/performance/instructions.jsonl");
const TARGET = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "generators");
/** Tolerated share of additional instructions. */
const TOLERANCE = 0.01;

/** The runner must have the exact version of the library. */
function runner() {
  const manifest = readFileSync(join(HERE, "instructions/Cargo.toml"), "utf8");
  const version = manifest.match(/^gungraun = "=([^"]+)"/m)[1];
  const folder = join(ROOT, ".cache", `gungraun-${version}`);
  const program = join(folder, "bin/gungraun-runner");
  if (!existsSync(program)) {
    const from = ["gungraun-runner", "--version", `=${version}`, "--locked", "--root", folder];
    execFileSync("cargo", ["install", "--quiet", ...from], { stdio: "inherit" });
  }
  return program;
}

function text(command, ...args) {
  return execFileSync(command, args, { cwd: HERE, encoding: "utf8" }).trim();
}

/** The last commit of the rules crate, the only crate of the workspace that the counts depend on. */
function rulesCommit() {
  const folder = join(ROOT, "crates/rules");
  const commit = text("git", "log", "-1", "--format=%h", "--", folder);
  return text("git", "status", "--porcelain", "--", folder) === "" ? commit : `${commit}, changed`;
}

/** Callgrind's instruction counts by row and game. */
export function readCounts(folder) {
  const counts = {};
  for (const entry of readdirSync(folder, { recursive: true })) {
    if (!entry.endsWith("summary.json")) continue;
    const summary = JSON.parse(readFileSync(join(folder, entry), "utf8"));
    const { metrics } = summary.profiles[0].data.total;
    counts[`${summary.id} ${summary.function_name}`] = metrics.Ir.values.new;
  }
  return Object.fromEntries(Object.entries(counts).sort());
}

/** Rows of the comparison: name, before, now, and relative change. */
export function compare(before, now) {
  return Object.entries(now).map(([name, count]) => {
    const was = before?.[name];
    return { name, was, count, change: was === undefined ? undefined : count / was - 1 };
  });
}

function count() {
  const folder = join(TARGET, "gungraun");
  rmSync(folder, { recursive: true, force: true });
  const env = { ...process.env, CARGO_TARGET_DIR: TARGET, GUNGRAUN_RUNNER: runner() };
  const bench = ["bench", "--quiet", "-p", "komadai-instructions", "--bench", "instructions"];
  const ran = spawnSync("cargo", [...bench, "--", "--save-summary=json"], {
    cwd: HERE,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (ran.status !== 0) throw new Error(`cargo bench ended with ${ran.status}`);
  return readCounts(folder);
}

function main() {
  const lines = existsSync(HISTORY) ? readFileSync(HISTORY, "utf8").trim().split("\n") : [];
  const last = lines.length > 0 ? JSON.parse(lines.at(-1)) : undefined;
  const flags = process.env.RUSTFLAGS ?? readFileSync(join(HERE, ".cargo/config.toml"), "utf8").match(/rustflags = (.*)/)[1];
  const record = {
    rules: rulesCommit(),
    rustc: text("rustc", "--version"),
    valgrind: text("valgrind", "--version"),
    flags,
    counts: count(),
  };
  const rows = compare(last?.counts, record.counts);
  if (last) console.log(`since the rules of ${last.rules}:`);
  for (const { name, was, count, change } of rows) {
    const percent = change === undefined ? "new" : `${(change * 100).toFixed(1).padStart(6)} %`;
    console.log(`${name.padEnd(40)} ${String(was ?? "").padStart(12)} ${String(count).padStart(12)} ${percent}`);
  }
  for (const key of ["rustc", "valgrind", "flags"]) {
    if (last && last[key] !== record[key]) console.log(`note: ${key} was ${last[key]}, is ${record[key]}`);
  }
  if (process.argv.includes("--record")) {
    mkdirSync(dirname(HISTORY), { recursive: true });
    appendFileSync(HISTORY, `${JSON.stringify(record)}\n`);
    return;
  }
  const worse = rows.filter(({ change }) => change > TOLERANCE);
  if (worse.length > 0) {
    console.error(`error: ${worse.length} paths need over ${TOLERANCE * 100} % more instructions`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
