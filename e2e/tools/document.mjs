// Fills tables of docs/performance.md from the records in docs/performance.

import { readFileSync, writeFileSync } from "node:fs";

const DOCS = new URL("../../docs/", import.meta.url);
const PAGE = new URL("performance.md", DOCS);

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const row = (cells) => `| ${cells.join(" | ")} |`;
/** Markdown table; the first column is text. */
export const table = (head, rows) => [row(head), row(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(row)].join("\n");

export function machine({ processor, processors, chromium, load }, own) {
  const others = Math.max(load.before, load.after - own);
  const busy = others > 0.5 ? " The machine had other work: alone it would be quicker." : "";
  return `${processor}, ${processors} of them; Chromium ${chromium}; load of the machine before and after: ${load.before}, ${load.after}.${busy}`;
}

/** With `--check`, exits with status 1 if the section is out of date. */
export function document(name, describe) {
  const place = new RegExp(`(<!-- ${name} -->\\n)(?:(?!<!-- )[^])*(<!-- end -->)`);
  const text = readFileSync(PAGE, "utf8");
  if (!place.test(text)) throw new Error(`docs/performance.md has no place for ${name}`);
  const block = describe(JSON.parse(readFileSync(new URL(`performance/${name}.json`, DOCS), "utf8")));
  const filled = text.replace(place, (_, begin, end) => `${begin}\n${block}\n\n${end}`);
  if (filled === text) return;
  if (process.argv.includes("--check")) {
    console.error(`docs/performance.md is not what docs/performance/${name}.json says: run ${process.argv[1]}`);
    process.exit(1);
  }
  writeFileSync(PAGE, filled);
}
