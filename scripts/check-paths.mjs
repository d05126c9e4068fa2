#!/usr/bin/env node
// Paths in documents exist: targets of relative links, and code spans that begin with a folder of the repository.
//
//   node scripts/check-paths.mjs      exit status 1 and one line per dead path

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, read, sources } from "./sources.mjs";

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /`([\w.-]+\/[^`\s]*)`/g;

const BUILT = new Set([".cache", "target"]);

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
