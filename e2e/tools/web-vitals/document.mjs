#!/usr/bin/env node
// Fills the part of docs/performance.md about the page from docs/performance/web-vitals.json.
//
//   e2e/tools/web-vitals/document.mjs            writes
//   e2e/tools/web-vitals/document.mjs --check    exit status 1 if something would be written

import { document, median, row, table } from "../document.mjs";

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

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
    return [name, `**${seconds(median(all))}**`, range, bar === null ? "" : seconds(bar)];
  });
  return table(["from the start of the visit", "median", "from, to", "bar"], rows);
}

function scores({ pages }) {
  // A round in which Lighthouse lost the browser has no blocking time and no valid scores.
  const measured = Object.entries(pages).map(([page, rounds]) => [page, rounds.filter(({ blocking }) => blocking !== null)]);
  const rows = measured.map(([page, rounds]) => [
    page,
    ...CATEGORIES.map(([id]) => median(rounds.map(({ scores }) => scores[id]))),
    `${median(rounds.map(({ blocking }) => blocking))} ms`,
  ]);
  const head = ["Lighthouse, mobile", ...CATEGORIES.map(([, name]) => name), "blocking time"];
  const bars = ["bar", ...CATEGORIES.map(([, , bar]) => bar), "300 ms"];
  return [table(head, rows), row(bars)].join("\n");
}

document("web-vitals", (record) => {
  const reach =
    record.workerReach < 2
      ? `The browser's throttling does not reach Workers (a loop in one took ${record.workerReach} times as long), so whatever the engine's does is made to take four times as long there.`
      : `The browser's throttling reaches Workers (a loop in one took ${record.workerReach} times as long).`;
  return [
    `${record.processor}, ${record.processors} of them; Chromium ${record.chromium}; ${record.visits.length} rounds; load of the machine before and after: ${record.load.before}, ${record.load.after}. ${reach}`,
    visits(record),
    scores(record),
  ].join("\n\n");
});
