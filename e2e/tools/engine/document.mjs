#!/usr/bin/env node
// Fills the part of docs/performance.md about starting and stopping the engine from docs/performance/engine-bench.json.
//
//   e2e/tools/engine/document.mjs            writes
//   e2e/tools/engine/document.mjs --check    exit status 1 if something would be written

import { document, machine, median, table } from "../document.mjs";

const ROWS = [
  ["started", "from its key to the first line", "100 ms"],
  ["again", "the same at once after a stop", "100 ms"],
  ["rested", "from its key to the panel at rest", "100 ms"],
  ["ended", "from its key to the end of its Worker", "100 ms"],
  ["first", "the very first start of a visit, which fetches and compiles the module", ""],
];
const NAMES = { shogi: "Shogi", minishogi: "Minishogi", torishogi: "Tori Shogi", shogun: "Shogun Chess" };

document("engine-bench", (record) => {
  const games = Object.keys(record.games);
  const figure = (all) => {
    if (all.length === 0) return "";
    return all.length === 1 ? `${all[0]} ms` : `**${median(all)} ms** (to ${Math.max(...all)})`;
  };
  const rows = ROWS.map(([key, name, bar]) => [name, ...games.map((game) => figure(record.games[game][key])), bar]);
  const late = Math.max(...games.flatMap((game) => record.games[game].silent));
  return [
    `${machine(record, 1)} Medians of ${record.rounds}, in brackets the slowest.`,
    table(["the engine on the analysis board", ...games.map((game) => NAMES[game]), "bar"], rows),
    late === 0 ? "No message of the engine comes after the press." : `The last message of the engine comes ${late} ms after the press.`,
  ].join("\n\n");
});
