#!/usr/bin/env node
// Checks that source files have at most 500 lines, except tables and generated files. Functions are limited by
// clippy's too_many_lines with the threshold in clippy.toml.
//
//   node scripts/check-sizes.mjs [folder or file …]      exit status 1 and one line per violation

import { fileURLToPath } from "node:url";
import { read, sources } from "./sources.mjs";

export const CHECKED = /\.(rs|ts|svelte|css|mjs|py|sh|awk)$/;

export const MAX_LINES = 500;

export const ALLOWED = [
  // Generated from the messages of crates/protocol.
  /^web\/src\/protocol\/index\.ts$/,
  // Generated from the types that cross the browser's boundary.
  /^bindings\/wasm\/\w+\/src\/types\.d\.ts$/,
  // Tables and their generators.
  /^crates\/rules\/src\/spec\/tables\.rs$/,
  // A table of texts and expected errors.
  /^crates\/rules\/tests\/text\/positions\.rs$/,
];

export function checkSize(text, where) {
  if (ALLOWED.some((path) => path.test(where))) return [];
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines > MAX_LINES ? [`${where}: ${lines} lines, more than ${MAX_LINES}`] : [];
}

function main() {
  const files = sources(CHECKED, process.argv.slice(2));
  const problems = files.flatMap((path) => checkSize(read(path), path));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`    ${files.length} files, none longer than ${MAX_LINES} lines`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
