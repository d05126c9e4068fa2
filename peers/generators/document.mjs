#!/usr/bin/env node
// Writes the figures of docs/performance.md and draws docs/performance/chart.svg from the records beside it.
//
//   peers/generators/document.mjs            writes
//   peers/generators/document.mjs --check    exit status 1 if a file is stale

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.mjs";
import { median, perNode, ratios } from "./ratios.mjs";

const DOCS = join(dirname(fileURLToPath(import.meta.url)), "../../docs");
const FOLDER = join(DOCS, "performance");

function read(name) {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

function builtWith({ build }, rounds) {
  const peers = build.peers.map(([name, version]) => `${name} ${version}`).join("; ");
  return `${build.processor}; ${build.rustc}; ${build.profile}; flags \`${build.flags}\`; ${rounds} rounds. Peers: ${peers}.`;
}

const speed = (times) => (1e-6 / median(perNode(times))).toFixed(1);
const times = (spread) => `**${spread.median.toFixed(2)}×** (${spread.low.toFixed(2)}–${spread.high.toFixed(2)})`;

function perft(record) {
  const rows = ratios(record).map(({ case: of, ours, theirs, spread }) => [
    `${of.game} ${of.name}, ${of.positions === 1 ? "" : `${of.positions} positions, `}depth ${of.depth}`,
    ours.convention,
    speed(ours),
    `${theirs.peer}${theirs.convention === ours.convention ? "" : `, ${theirs.convention}`}`,
    speed(theirs),
    times(spread),
    theirs.nodes === ours.nodes ? "" : `+${theirs.nodes - ours.nodes}`,
  ]);
  const head = ["case", "leaves", "ours, Mnodes/s", "peer", "theirs, Mnodes/s", "ours relative to theirs", "mating drops"];
  return `${builtWith(record, record.cases[0].times[0].seconds.length)}\n\n${table(head, rows)}`;
}

function tasks(record) {
  const all = {};
  const rows = record.tasks.map(({ game, name, asked, times: [[, ours], ...peers] }) => {
    const walk = median(ours);
    if (name === "list all moves") all[game] = walk;
    const against = peers.map(([peer, theirs]) => {
      const share = median(theirs.map((seconds, round) => seconds / ours[round]));
      return `${peer} ${((median(theirs) / asked) * 1e9).toFixed(1)} ns, **${share.toFixed(2)}×**`;
    });
    return { game, cells: [`${game}: ${name}`, asked, ((walk / asked) * 1e9).toFixed(1), against.join("; ")], walk };
  });
  const head = ["query, over the set", "positions or moves", "ours, ns", "relative to listing all", "peers"];
  return table(
    head,
    rows.map(({ game, cells: [what, asked, ns, peers], walk }) => [what, asked, ns, (walk / all[game]).toFixed(2), peers]),
  );
}

function wasm(record) {
  const rows = record.runs.map(({ game, depth, convention, nodes, native, wasm: module }) => [
    `${game} start, depth ${depth}`,
    convention,
    (nodes / median(native) / 1e6).toFixed(1),
    (nodes / median(module) / 1e6).toFixed(1),
    `**${median(native.map((seconds, round) => seconds / module[round])).toFixed(2)}**`,
  ]);
  const head = ["case", "leaves", "native, Mnodes/s", "module, Mnodes/s", "module relative to native"];
  return `Node ${record.node}.\n\n${table(head, rows)}`;
}

function instructions(history) {
  const [first, last] = [history[0], history.at(-1)];
  const games = ["shogi", "minishogi", "torishogi", "shogun"];
  const names = [...new Set(Object.keys(last.counts).map((key) => key.split(" ")[1]))];
  const rows = names.map((name) => [
    name.replaceAll("_", " "),
    ...games.map((game) => {
      const [was, is] = [first, last].map(({ counts }) => counts[`${game} ${name}`]);
      const change = was ? ` (${((is / was - 1) * 100).toFixed(0)} %)` : "";
      return `${(is / 1000).toFixed(0)}${first === last ? "" : change}`;
    }),
  ]);
  const since = first === last ? "" : ` In brackets: the change since ${first.rules}.`;
  return `Thousands of instructions with the rules crate of commit ${last.rules}; ${last.rustc}, ${last.valgrind}.${since}\n\n${table(["path", ...games], rows)}`;
}

const check = process.argv.includes("--check");
let stale = 0;

function put(path, content) {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  stale += 1;
  if (check) console.error(`error: ${path} is not what the records say; run peers/generators/document.mjs`);
  else writeFileSync(path, content);
}

const history = readFileSync(join(FOLDER, "instructions.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
const record = read("perft.json");
const blocks = {
  perft: perft(record),
  tasks: tasks(read("tasks.json")),
  wasm: wasm(read("wasm.json")),
  instructions: instructions(history),
};
const page = join(DOCS, "performance.md");
let text = readFileSync(page, "utf8");
for (const [name, block] of Object.entries(blocks)) {
  const place = new RegExp(`(<!-- ${name} -->\n)(?:(?!<!-- )[^])*(<!-- end -->)`);
  if (!place.test(text)) throw new Error(`docs/performance.md has no place for ${name}`);
  text = text.replace(place, (_, begin, end) => `${begin}\n${block}\n\n${end}`);
}
put(page, text);
put(join(FOLDER, "chart.svg"), chart(record));
process.exit(check && stale > 0 ? 1 : 0);
