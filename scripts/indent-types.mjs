#!/usr/bin/env node
// Indents the declarations that wasm-bindgen writes by their braces: it indents further with every line that ends a type.
//
//   node scripts/indent-types.mjs <file.d.ts>

import { readFileSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
let depth = 0;
const lines = readFileSync(file, "utf8").split("\n").map((line) => {
  const text = line.trim();
  const comment = text.startsWith("*") ? " " : "";
  const indent = "  ".repeat(Math.max(0, text.startsWith("}") ? depth - 1 : depth));
  if (comment === "" && !text.startsWith("/")) {
    depth += (text.match(/[{(]/g)?.length ?? 0) - (text.match(/[})]/g)?.length ?? 0);
  }
  return text && indent + comment + text;
});
writeFileSync(file, lines.join("\n"));
