#!/usr/bin/env node
// Fills the part of docs/performance.md about the page from docs/performance/web-vitals.json, so that no
// figure is typed by hand.
//
//   e2e/tools/web-vitals/document.mjs            writes
//   e2e/tools/web-vitals/document.mjs --check    exit status 1 if something would be written

import { readFileSync, writeFileSync } from "node:fs";

const DOCS = new URL("../../../docs/", import.meta.url);
const PAGE = new URL("performance.md", DOCS);
const PLACE = /(<!-- web-vitals -->\n)(?:(?!<!-- )[^])*(<!-- end -->)/;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const row = (cells) => `| ${cells.join(" | ")} |`;

const STEPS = [
  ["paint", "first contentful paint", 1500],
  ["largest", "largest contentful paint", null],
  ["board", "board with its pieces", null],
  ["move", "own first move on the board", 4500],
  ["answer", "the computer's answer on the board", 6000],
];
const CATEGORIES = [
  ["performance", "performance", 95],
  ["accessibility", "accessibility", 100],
  ["best-practices", "best practices", 100],
  ["seo", "SEO", 100],
];

function visits({ visits }) {
  const rows = STEPS.map(([key, name, bar]) => {
    const all = visits.map((visit) => visit[key]);
    const range = `${seconds(Math.min(...all))} to ${seconds(Math.max(...all))}`;
    return row([name, `**${seconds(median(all))}**`, range, bar === null ? "" : seconds(bar)]);
  });
  return [row(["from the start of the visit", "median", "from, to", "bar"]), row(["---", "--:", "--:", "--:"]), ...rows].join("\n");
}

function scores({ pages }) {
  // Where Lighthouse lost the browser it has no blocking time, and its scores say nothing.
  const measured = Object.entries(pages).map(([page, rounds]) => [page, rounds.filter(({ blocking }) => blocking !== null)]);
  const rows = measured.map(([page, rounds]) => [
    page,
    ...CATEGORIES.map(([id]) => median(rounds.map(({ scores }) => scores[id]))),
    `${median(rounds.map(({ blocking }) => blocking))} ms`,
  ]);
  const head = ["Lighthouse, mobile", ...CATEGORIES.map(([, name]) => name), "blocking time"];
  const bars = ["bar", ...CATEGORIES.map(([, , bar]) => bar), "300 ms"];
  return [row(head), row(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(row), row(bars)].join("\n");
}

const record = JSON.parse(readFileSync(new URL("performance/web-vitals.json", DOCS), "utf8"));
const reach =
  record.workerReach < 2
    ? `The browser's throttling does not reach Workers (a loop in one took ${record.workerReach} times as long), so whatever the engine's does is made to take four times as long there.`
    : `The browser's throttling reaches Workers (a loop in one took ${record.workerReach} times as long).`;
const block = [
  `${record.processor}, ${record.processors} of them; Chromium ${record.chromium}; ${record.visits.length} rounds; load of the machine before and after: ${record.load.before}, ${record.load.after}. ${reach}`,
  visits(record),
  scores(record),
].join("\n\n");

const text = readFileSync(PAGE, "utf8");
if (!PLACE.test(text)) throw new Error("docs/performance.md has no place for the page's figures");
const filled = text.replace(PLACE, (_, begin, end) => `${begin}\n${block}\n\n${end}`);
if (filled !== text && process.argv.includes("--check")) {
  console.error("docs/performance.md is not what docs/performance/web-vitals.json says: run e2e/tools/web-vitals/document.mjs");
  process.exit(1);
}
if (filled !== text) writeFileSync(PAGE, filled);
