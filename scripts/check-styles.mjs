#!/usr/bin/env node
// Checks that styles of web/src take sizes of text, layers and breakpoints from web/src/styles: no literals elsewhere.
//
//   node scripts/check-styles.mjs      exit status 1 and one line per violation

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Files that define the names. */
const DEFINING = ["styles/base.css", "styles/breakpoints.css"];

const RULES = [
  {
    // A bound in pixels, or a share of a square of the board, may stand beside the name.
    pattern: /(?:^|[;{\s])(font(?:-size)?|--text-[\w-]+):\s*([^;{}]+)/g,
    allows: (value) => /^(inherit|1em)$|var\(--(text-|sq\))|\b1em\b/.test(value),
    advice: "use a size of text, var(--text-…)",
  },
  {
    pattern: /(?:^|[;{\s])(z-index):\s*([^;{}]+)/g,
    allows: (value) => /^var\(--layer-[\w-]+\)$/.test(value),
    advice: "use a layer, var(--layer-…)",
  },
  {
    pattern: /(@media)\s+([^{]+)/g,
    allows: (value) => !/\(\s*(?:(?:min|max)-)?(?:width|height)\b/.test(value),
    advice: "use a breakpoint of styles/breakpoints.css",
  },
];

/** The style of a component, or the whole of a style sheet; lines keep their numbers. */
function styleOf(path, source) {
  const style = path.endsWith(".svelte") ? (/<style[^>]*>([\s\S]*)<\/style>/.exec(source) ?? [""]) : [source];
  const from = source.indexOf(style[0]);
  const blank = (text) => text.replace(/[^\n]/g, " ");
  return blank(source.slice(0, from)) + style[0].replace(/\/\*[\s\S]*?\*\//g, blank);
}

/** Violations in one file; `names` are the custom properties and breakpoints that exist. */
export function checkStyle(path, source, names) {
  if (DEFINING.includes(path)) return [];
  const style = styleOf(path, source);
  const at = (index) => `${path}:${style.slice(0, index).split("\n").length}`;
  const literals = RULES.flatMap(({ pattern, allows, advice }) =>
    [...style.matchAll(pattern)]
      .filter(([, , value]) => !allows(value.trim()))
      .map(({ index, 0: text, 1: property, 2: value }) => `${at(index + text.length)}: ${property}: ${value.trim()}: ${advice}`),
  );
  const unknown = [...style.matchAll(/--(?:layer|text|width|height|screen)-[\w-]+/g)]
    .filter(({ 0: name, index }) => /\(\s*$/.test(style.slice(0, index)) && !names.has(name))
    .map(({ 0: name, index }) => `${at(index)}: ${name} is not defined`);
  return [...literals, ...unknown];
}

export function definedIn(style) {
  return new Set([...style.matchAll(/(?:^|[;{\s])(--[\w-]+)(?=:| \()/g)].map(([, name]) => name));
}

function* styles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* styles(path);
    else if (/\.(css|svelte)$/.test(entry.name)) yield path;
  }
}

function main() {
  const src = join(dirname(fileURLToPath(import.meta.url)), "../web/src");
  const files = [...styles(src)].map((path) => [relative(src, path), readFileSync(path, "utf8")]);
  const names = definedIn(files.map(([path, source]) => styleOf(path, source)).join("\n"));
  const problems = files.flatMap(([path, source]) => checkStyle(path, source, names));
  for (const problem of problems) console.error(`error: web/src/${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`    ${files.length} styles of web/src use named sizes, layers and breakpoints`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
