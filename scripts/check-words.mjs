#!/usr/bin/env node
// Keeps the field's words: fails on words that this code once used instead of the standard ones.
// Names count like prose: `own_men`, `ownMen` and "own men" are all found.
//
//   node scripts/check-words.mjs                     exit status 1 and one line per violation
//   node scripts/check-words.mjs folder or file …    only there
//
// Its own tests are in scripts/test/check-words.test.mjs.

import { fileURLToPath } from "node:url";
import { read, sources } from "./sources.mjs";

/** Code, documents, and the page's English texts. */
export const CHECKED = /(\.(rs|ts|svelte|mjs|py|awk|md)|^web\/(messages|learn\/lessons\/\w+)\/en\.json)$/;

/**
 * A banned word and what to write instead. `word` is matched against the line in lower case with its
 * names taken apart; `raw` against the line as it stands; `unless` is removed from the line first.
 */
export const BANNED = [
  { word: "m[ae]n", use: "piece, pieces" },
  { raw: /\bMOST(_|\b)/, use: "MAX_" },
  { raw: /\bLEAST(_|\b)/, use: "MIN_" },
  { word: "told", use: "sent, reported, shown, announced, distinguished, …" },
  {
    word: "hears?|heard",
    use: "is subscribed to, receives, read, …",
    unless: /\bheard (aloud|through|by the listener)\b/g,
  },
  { word: "in passing", use: "en passant" },
  { word: "odd", use: "unexpected, invalid", unless: /\bodd (numbers?|ply|plies|move numbers?)\b/g },
  {
    word: "plain(ly)?",
    use: "the word that says in what way: unpromoted, normalised, ordinary, or nothing",
    unless: /\bplain (text|http|javascript|markdown|html|objects?)\b|text\/plain/g,
  },
  { word: "by turns", use: "alternately, interleaved, paired" },
  { word: "(out of|nothing out of) the ordinary", use: "unusual" },
  { word: "by lot", use: "at random" },
  { word: "draw their luck", use: "random seed" },
  { word: "whims?", use: "random move" },
  { word: "foul", use: "illegal move" },
  { word: "last words", use: "exit diagnostics" },
  { word: "obey", use: "execute" },
  { word: "crew", use: "threads, workers" },
  { word: "army|armies", use: "stepping pieces, material" },
];

/** Where a word of the list is the right one. Each entry says why. */
export const ALLOWED = [
  // This list, and its tests.
  { path: /^scripts\/(test\/)?check-words/, words: /./ },
  // The path of a file of the engine.
  { path: /^scripts\/check-rooms/, words: /^crew$/ },
  // Sounds are heard, and words that are read aloud.
  {
    path: /^(web\/src\/(sound\/|announce\/)|e2e\/tests\/(sound|languages|records)|web\/messages\/)/,
    words: /^(hears?|heard)$/,
  },
  // What a player sees and hears.
  { path: /^(ARCHITECTURE\.md|(docs\/rules|web\/learn)\/)/, words: /^hears$/ },
  // In the guides, armies fight and a foul (hansoku) loses at once: words of players.
  { path: /^(web\/learn|docs\/rules)\//, words: /^(army|armies|foul|in passing)$/ },
  // The look "plain" of pieces and boards: its name stands in players' settings and in addresses.
  { path: /^(web\/(art|messages|src\/(looks|settings))\/|e2e\/tests\/looks)/, words: /^plain$/ },
];

/** A line in lower case, its names taken apart: `ownMen` and `own_men` become "own men". */
export function words(line) {
  return line
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
}

const PATTERNS = BANNED.map((ban) => ({
  ...ban,
  pattern: ban.raw ?? new RegExp(`(?<![\\p{L}\\p{N}])(?:${ban.word})(?![\\p{L}\\p{N}])`, "u"),
}));

/** Violations in a text, as sentences. */
export function checkText(text, where) {
  const problems = [];
  text.split("\n").forEach((line, index) => {
    const apart = words(line);
    for (const { pattern, raw, use, unless } of PATTERNS) {
      const looked = raw ? line : unless ? apart.replace(unless, " ") : apart;
      const found = pattern.exec(looked)?.[0];
      if (!found || ALLOWED.some(({ path, words }) => path.test(where) && words.test(found))) continue;
      problems.push(`${where}:${index + 1}: "${found}": write ${use}`);
    }
  });
  return problems;
}

function main() {
  const files = sources(CHECKED, process.argv.slice(2));
  const problems = files.flatMap((path) => checkText(read(path), path));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`error: ${problems.length} words that this project does not use`);
    process.exit(1);
  }
  console.log(`    ${files.length} files keep to the field's words`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
