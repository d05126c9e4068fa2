// Opens records of Komadai in tsshogi, the library of ShogiHome, and reads its records.
//
//   tsshogi.mjs PROGRAM FOLDER       FOLDER has the games written by games.py

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as tsshogi from "tsshogi";

const [program, folder] = process.argv.slice(2);

/** tsshogi's reader and writer of a format, and the encoding of its files. */
const FORMATS = {
  kif: [tsshogi.importKIF, tsshogi.exportKIF, "shift_jis"],
  kifu: [tsshogi.importKIF, tsshogi.exportKIF, "utf-8"],
  ki2: [tsshogi.importKI2, tsshogi.exportKI2, "shift_jis"],
  ki2u: [tsshogi.importKI2, tsshogi.exportKI2, "utf-8"],
  csa: [tsshogi.importCSA, tsshogi.exportCSA, "utf-8"],
  json: [tsshogi.importJKFString, tsshogi.exportJKFString, "utf-8"],
};

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}

/** Runs `komadai convert`, which must not print errors. */
function convert(source, target) {
  const done = spawnSync(program, ["convert", source, target], { encoding: "utf8" });
  if (done.status !== 0 || done.stderr !== "") fail(`komadai convert ${source}: ${done.stderr}`);
}

/** Ends that not every format distinguishes: KIF has one word for draws. */
const SAME_ENDS = { impass: "draw", maxMoves: "draw" };

/** A record as lines, for comparison: every node with its move or end, comment and time. */
function essence(record, { times, variations }) {
  const lines = [];
  record.forEach((node) => {
    if (node.ply === 0 || (!variations && !node.isFirstBranch)) return;
    const step = node.move instanceof tsshogi.Move ? node.move.usi : (SAME_ENDS[node.move.type] ?? node.move.type);
    lines.push([node.ply, step, node.comment.trim(), times ? node.elapsedMs : 0].join(" "));
  });
  return lines.join("\n");
}

const names = readdirSync(folder)
  .filter((name) => /^shogi-\d+\.usi$/.test(name))
  .map((name) => name.replace(".usi", ""));
let opened = 0;
let nodes = 0;
for (const name of names) {
  const moves = readFileSync(join(folder, `${name}.usi`), "utf8").trim().split(" moves ")[1]?.split(" ") ?? [];
  const forms = new Map();
  for (const [extension, [read, write, encoding]] of Object.entries(FORMATS)) {
    const path = join(folder, `${name}.${extension}`);
    const text = new TextDecoder(encoding, { fatal: true }).decode(readFileSync(path));
    const record = read(text);
    if (record instanceof Error) fail(`${path}: ${record}\n${text}`);
    const line = record.moves.filter(({ move }) => move instanceof tsshogi.Move).map(({ move }) => move.usi);
    if (line.join(" ") !== moves.join(" ")) fail(`${path}: ${line} instead of ${moves}`);
    forms.set(extension, record);
    opened += 1;
    // And back: tsshogi's text in Komadai's reader.
    const back = join(folder, `${name}.ts.${extension.replace(/^kif$/, "kifu").replace(/^ki2$/, "ki2u")}`);
    writeFileSync(back, write(record));
    convert(back, `${back}.usi`);
    const again = readFileSync(`${back}.usi`, "utf8").trim();
    if (again !== readFileSync(join(folder, `${name}.usi`), "utf8").trim()) fail(`${back}: ${again}`);
    if (extension !== "csa") {
      // With variations: through JKF by Komadai back into tsshogi.
      convert(back, `${back}.json`);
      const through = tsshogi.importJKFString(readFileSync(`${back}.json`, "utf8"));
      if (through instanceof Error) fail(`${back}.json: ${through}`);
      const with_times = { times: !extension.startsWith("ki2"), variations: true };
      if (essence(through, with_times) !== essence(record, with_times)) {
        fail(`${back}.json:\n${essence(through, with_times)}\ninstead of\n${essence(record, with_times)}`);
      }
    }
  }
  // All formats have the same content.
  const all = essence(forms.get("kifu"), { times: true, variations: true });
  nodes += all.split("\n").length;
  for (const [extension, record] of forms) {
    const what = { times: !extension.startsWith("ki2"), variations: extension !== "csa" };
    const expected = essence(forms.get("kifu"), what);
    const found = essence(record, what);
    if (found !== expected) fail(`${name}.${extension}:\n${found}\ninstead of\n${expected}`);
  }
}
if (opened < 50) fail(`only ${opened} records`);
console.log(`    tsshogi opens ${opened} records with ${nodes} nodes, and we read what it writes`);
