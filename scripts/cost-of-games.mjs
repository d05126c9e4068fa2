#!/usr/bin/env node
// Measures the cost of live games: runs `komadai load` for several numbers of games, draws the plot and writes the
// section "Games on one server" of docs/performance.md.
//
//   KOMADAI_BIN=target/release/komadai scripts/cost-of-games.mjs [--games 500,1000,…] [--seconds 60] [--dry]
//
// --dry prints the results without changing documents.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const HEAD = "## Games on one server";

export function point({ plan, latency, server, moves_per_s, errors, check }) {
  return {
    games: plan.games,
    moves_per_s,
    p50_ms: latency.accepted.p50_ms,
    p99_ms: latency.accepted.p99_ms,
    max_ms: latency.accepted.max_ms,
    cores: server.cores,
    memory_mb: server.end_mb,
    kb_per_game: server.kb_per_game,
    errors: Object.values(errors).reduce((sum, count) => sum + count, 0),
    lost: Object.values(check.faults).reduce((sum, count) => sum + count, 0),
  };
}

/** Smallest 1, 2 or 5 times a power of ten that is not below a value. */
export function ceiling(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)));
  return [1, 2, 5, 10].map((times) => times * power).find((top) => top >= value * (1 - 1e-9));
}

const PANELS = [
  { title: "ms to acknowledgement", lines: [["p99_ms", "p99"], ["p50_ms", "p50"]] },
  { title: "cores of the server", lines: [["cores", "cores"]] },
  { title: "MB of the server", lines: [["memory_mb", "MB"]] },
];
const SIZE = { width: 260, height: 200, left: 46, right: 14, top: 30, bottom: 38 };
const COLOURS = ["#b5522b", "#37729e"];

/** Plot with one panel per measure and a logarithmic axis of games. */
export function plot(points) {
  const { width, height, left, right, top, bottom } = SIZE;
  const [first, last] = [points[0].games, points.at(-1).games];
  const x = (games) => left + ((width - left - right) * Math.log(games / first)) / Math.log(Math.max(last / first, 2));
  const panels = PANELS.map(({ title, lines }, panel) => {
    const top_value = ceiling(Math.max(...lines.flatMap(([key]) => points.map((one) => one[key]))));
    const y = (value) => height - bottom - ((height - top - bottom) * value) / top_value;
    const grid = [0, 0.5, 1].map((share) => {
      const value = top_value * share;
      return `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#8884"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${+value.toPrecision(3)}</text>`;
    });
    const ticks = points.map((one) => `<text x="${x(one.games).toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${one.games >= 1000 ? `${one.games / 1000}k` : one.games}</text>`);
    const drawn = lines.map(([key, name], index) => {
      const places = points.map((one) => [x(one.games).toFixed(1), y(one[key]).toFixed(1)]);
      const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`).join("");
      const [, end] = places.at(-1);
      const label = lines.length > 1 ? `<text x="${width - right}" y="${end - 7}" text-anchor="end" stroke="none">${name}</text>` : "";
      return `<g fill="${COLOURS[index]}" stroke="${COLOURS[index]}"><polyline fill="none" stroke-width="1.5" points="${places.map((place) => place.join(",")).join(" ")}"/>${dots}${label}</g>`;
    });
    return `<g transform="translate(${panel * width})"><text x="${left}" y="18" font-weight="600">${title}</text>${grid.join("")}${ticks.join("")}<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">live games</text>${drawn.join("")}</g>`;
  });
  const all = width * PANELS.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${height}" width="${all}" height="${height}" font-family="sans-serif" font-size="11" fill="#777">${panels.join("")}</svg>\n`;
}

export function section({ machine, seconds, points }) {
  const number = (value) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 1 });
  const rows = points.map((one) => {
    const values = [one.games, one.moves_per_s, one.p50_ms, one.p99_ms, one.max_ms, one.cores, one.memory_mb, one.kb_per_game, one.errors, one.lost];
    return `| ${values.map(number).join(" | ")} |`;
  });
  return `${HEAD}

How the cost grows: \`make cost-bench\`, which runs \`komadai load --games N\` once for each row ([load](load.md)): SQLite with full
sync, a move every 10 s in each game, two sockets a game, ${seconds} s each. ${machine}

![Latency, cores and memory by live games](performance/games.svg)

| live games | moves/s | p50, ms | p99, ms | max, ms | cores | MB | kB a game | errors | lost |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}
`;
}

/** Replaces the section with the same heading, or appends it. */
export function replaceSection(document, text) {
  const at = document.indexOf(`${HEAD}\n`);
  if (at < 0) return `${document.trimEnd()}\n\n${text}`;
  const next = document.indexOf("\n## ", at + HEAD.length);
  return document.slice(0, at) + text + (next < 0 ? "" : document.slice(next));
}

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}

function main() {
  const program = process.env.KOMADAI_BIN;
  if (!program) throw new Error("KOMADAI_BIN is not set");
  const seconds = Number(option("seconds", "60"));
  const before = loadavg()[0];
  const folder = mkdtempSync(join(ROOT, ".cache/cost-"));
  const points = [];
  try {
    for (const games of option("games", "500,1000,2000,5000,10000").split(",")) {
      const json = join(folder, `${games}.json`);
      const ramp = String(Math.max(10, Math.ceil(Number(games) / 150)));
      const database = join(folder, `${games}.db`);
      const options = ["load", "--games", games, "--seconds", String(seconds), "--ramp-up", ramp, "--json", json, "--database", database];
      execFileSync(program, options, { stdio: ["ignore", "inherit", "inherit"] });
      points.push(point(JSON.parse(readFileSync(json, "utf8"))));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const model = cpus()[0]?.model.trim() ?? "?";
  const machine = `Server and load program share ${cpus().length} cores (${model}); load of the machine before: ${before.toFixed(1)}.`;
  const result = { machine, seconds, points };
  console.log(section(result));
  if (process.argv.includes("--dry")) return;
  writeFileSync(join(ROOT, "docs/performance/games.json"), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(ROOT, "docs/performance/games.svg"), plot(points));
  const path = join(ROOT, "docs/performance.md");
  writeFileSync(path, replaceSection(readFileSync(path, "utf8"), section(result)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
