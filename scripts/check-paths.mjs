#!/usr/bin/env node
// Paths in documents exist: targets of relative links, code spans that begin with a folder of the repository, and in a row
// of a table the file names that follow such a span and are relative to its folder.
//
//   node scripts/check-paths.mjs      exit status 1 and one line per dead path

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, read, sources } from "./sources.mjs";

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /`([\w.-]+\/[^`\s]*)`/g;
const SPAN = /`([^`\s]+)`/g;
const FILE = /^[\w./-]+(\.(rs|ts|svelte|css|mjs|json|jsonl|mk|sh|sql|md|toml|py)|\/)$/;

const BUILT = new Set([".cache", "target"]);

/** File names of a table's row that are in none of the folders named before them. */
function deadInRow(row, folders, root) {
  const dead = [];
  let bases = [];
  for (const [, span] of row.matchAll(SPAN)) {
    const found = bases.map((base) => join(base, span)).find((path) => existsSync(join(root, path)));
    if (found !== undefined) {
      if (span.endsWith("/")) bases.push(found);
    } else if (span.includes("/") && folders.has(span.split("/")[0])) {
      bases = [span.endsWith("/") ? span : dirname(span)];
    } else if (bases.length > 0 && FILE.test(span)) {
      dead.push(join(bases[0], span));
    }
  }
  return dead;
}

/** Dead paths of one document: [{ line, path }]. `folder` is the document's, relative to `root`. */
export function deadPaths(text, folder, root) {
  const folders = new Set(readdirSync(root).filter((name) => !BUILT.has(name)));
  const dead = [];
  let fenced = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) fenced = !fenced;
    if (fenced) continue;
    const check = (path, from) => {
      const [name] = path.split("#");
      if (name && !existsSync(join(root, from, name))) dead.push({ line: index + 1, path });
    };
    for (const [, target] of line.matchAll(LINK)) {
      if (!/^(\w+:|\/|#)/.test(target)) check(target, folder);
    }
    if (/^\s*\|/.test(line)) {
      for (const path of deadInRow(line, folders, root)) dead.push({ line: index + 1, path });
    }
    for (const [, path] of line.matchAll(CODE)) {
      const isPattern = /[*<>{}…$?]/.test(path);
      if (!isPattern && folders.has(path.split("/")[0])) check(path.replace(/:\d+$/, ""), ".");
    }
  }
  return dead;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const documents = sources(/\.md$/);
  let found = 0;
  for (const file of documents) {
    for (const { line, path } of deadPaths(read(file), dirname(file), ROOT)) {
      console.error(`${file}:${line}: ${path} does not exist`);
      found += 1;
    }
  }
  if (found > 0) process.exit(1);
  console.log(`paths in ${documents.length} documents exist`);
}
