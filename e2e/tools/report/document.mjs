#!/usr/bin/env node
// Fills the part of docs/performance.md about the report on a game from docs/performance/report-bench.json.
//
//   e2e/tools/report/document.mjs            writes
//   e2e/tools/report/document.mjs --check    exit status 1 if something would be written

import { document, machine, table } from "../document.mjs";

const BARS = { 1: "60 s, 100,000", 4: "150 s" };
const thousands = (count) => Math.round(count).toLocaleString("en-US");

document("report-bench", (record) => {
  const rows = record.runs.map(({ slower, seconds, nodes, searched, says }) => [
    slower === 1 ? "at full speed" : `${slower} times slower`,
    `**${seconds.toFixed(1)} s**`,
    thousands(nodes),
    thousands(searched),
    BARS[slower] ?? "",
    `“${says}”`,
  ]);
  const head = [`a game of ${record.moves} moves of Shogi`, "the whole report", "nodes a position", "searched on average", "bar", "the page says"];
  // The search keeps one processor busy.
  return [machine(record, 1), table(head, rows)].join("\n\n");
});
