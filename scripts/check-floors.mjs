#!/usr/bin/env node
// Checks the imports between the folders of web/src, tests excepted: an import may go down a floor, or to a folder of
// its own floor if no circle of folders results. check-floors.json lists the exceptions, which may only become fewer.
//
//   node scripts/check-floors.mjs      exit status 1 and one line per violation

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Folders of web/src, and modules beside them, from the lowest floor up. */
export const FLOORS = [
  ["rules", "protocol", "games", "i18n", "settings", "store", "loading", "router", "scroll"],
  ["looks", "sound", "net", "records", "database", "engine", "levels", "clock"],
  ["widgets"],
  ["board", "typed", "grid", "helper", "announce", "furigoma"],
  ["session"],
  [
    ...["play", "newgame", "adviser", "trainer", "analysis", "puzzles", "lessons"],
    ...["learn", "editor", "share", "friend", "live", "lobby"],
  ],
  ["home", "pages"],
  ["App", "main"],
];

/** Generated code and style sheets, which import none of our modules. */
export const OUTSIDE = ["paraglide", "wasm", "styles"];

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w$*{][^'"`;()]*?\sfrom\s*)?(['"])([^'"\n]+)\1|\bimport\s*\(\s*(['"`])([^'"`\n]+)\3/g;

/** Source without comments; strings stay, since they name the imports. */
function withoutComments(source) {
  const pattern = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g;
  return source.replace(pattern, (text, string) => (string === undefined ? " " : text));
}

export function importsOf(source) {
  return [...withoutComments(source).matchAll(IMPORT)].map((found) => found[2] ?? found[4]);
}

/** Folder of a path in web/src, or the name of a module beside the folders; undefined outside of web/src. */
function folderOf(path) {
  const [first] = path.split("/");
  return first === ".." ? undefined : first.split(".")[0];
}

/** Files that import another folder, as { "from -> to": [paths] }; `files` are { path in web/src: source }. */
export function arrowsOf(files) {
  const arrows = {};
  for (const [path, source] of Object.entries(files)) {
    const from = folderOf(path);
    const targets = importsOf(source)
      .filter((name) => name.startsWith("."))
      .map((name) => folderOf(posix.join(posix.dirname(path), name)))
      .filter((to) => to !== undefined && to !== from && !OUTSIDE.includes(to));
    for (const to of new Set(targets)) {
      arrows[`${from} -> ${to}`] ??= [];
      arrows[`${from} -> ${to}`].push(path);
    }
  }
  return arrows;
}

/** Folders reachable from `start` by the arrows. */
function reachable(start, arrows) {
  const seen = new Set([start]);
  for (const at of seen) {
    for (const arrow of arrows) {
      const [from, to] = arrow.split(" -> ");
      if (from === at) seen.add(to);
    }
  }
  return seen;
}

/** Violations of the floors, given the exceptions as { "from -> to": number of files }. */
export function checkFloors(arrows, exceptions = {}, floors = FLOORS) {
  const floorOf = new Map(floors.flatMap((names, floor) => names.map((name) => [name, floor])));
  const problems = [];
  const unknown = new Set(Object.keys(arrows).flatMap((arrow) => arrow.split(" -> ")).filter((name) => !floorOf.has(name)));
  for (const name of unknown) problems.push(`web/src/${name}: on no floor; add it to scripts/check-floors.mjs`);

  const level = Object.keys(arrows).filter((arrow) => {
    const [from, to] = arrow.split(" -> ");
    return floorOf.has(from) && floorOf.get(from) === floorOf.get(to);
  });
  const mayStay = level.filter((arrow) => !(arrow in exceptions));
  const breaks = (arrow) => {
    const [from, to] = arrow.split(" -> ");
    if (floorOf.get(from) < floorOf.get(to)) return "goes up a floor";
    return level.includes(arrow) && reachable(to, mayStay).has(from) ? "is part of a circle" : undefined;
  };

  for (const [arrow, files] of Object.entries(arrows)) {
    const how = breaks(arrow);
    const allowed = exceptions[arrow] ?? 0;
    if (how && files.length > allowed) {
      const most = allowed > 0 ? `, in more than ${allowed} files` : "";
      problems.push(`${arrow} ${how}${most}: ${files.join(", ")}`);
    }
  }
  for (const [arrow, allowed] of Object.entries(exceptions)) {
    const count = arrows[arrow]?.length ?? 0;
    if (count === 0 || !breaks(arrow)) problems.push(`${arrow} is no longer needed; remove it from the list`);
    else if (count < allowed) problems.push(`${arrow} is down to ${count} files; lower ${allowed} in the list`);
  }
  return problems;
}

function* modules(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* modules(path);
    else if (/\.(ts|svelte)$/.test(entry.name) && !/\.test\.ts$|\.d\.ts$|^test[A-Z]/.test(entry.name)) yield path;
  }
}

function main() {
  const scripts = dirname(fileURLToPath(import.meta.url));
  const src = join(scripts, "../web/src");
  const files = {};
  for (const path of modules(src)) {
    const name = relative(src, path);
    if (!OUTSIDE.includes(folderOf(name))) files[name] = readFileSync(path, "utf8");
  }
  const arrows = arrowsOf(files);
  const problems = checkFloors(arrows, JSON.parse(readFileSync(join(scripts, "check-floors.json"), "utf8")));
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`    ${Object.keys(arrows).length} arrows between the folders of web/src keep to their floors`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
