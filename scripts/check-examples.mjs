#!/usr/bin/env node
// Every public function, method, type, trait and macro of the libraries has an example in its documentation
// that runs as a test. What counts as public is what rustdoc shows: reachable from the crate's root, not hidden.
//
//   node scripts/check-examples.mjs [crate …]      exit status 1 and one line per item without
//
// Its own tests are in scripts/test/check-examples.test.mjs.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./sources.mjs";

/** The crates that others build on, package `komadai-<name>` each, and the features that show all of them. */
export const CRATES = { rules: [], play: [], notation: ["records"], engine: [] };

/** Items without an example, as `crate::Type::name`, and why. */
export const ALLOWED = new Map([]);

const CHECKED = new Set(["function", "struct", "enum", "union", "trait", "macro"]);

/** Whether a documentation has a block of Rust that is compiled and run. */
export function hasExample(docs) {
  let open = null;
  for (const line of (docs ?? "").split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (!fence) continue;
    if (open) {
      if (fence[1].startsWith(open) && fence[2].trim() === "") open = null;
    } else {
      if (["", "rust"].includes(fence[2].trim())) return true;
      open = fence[1];
    }
  }
  return false;
}

/** All public items that need an example: [{ path, where, docs }], once each, in order of file and line. */
export function publicItems(json) {
  const found = new Map();
  const items = (ids, path) => {
    for (const id of ids) visit(json.index[id], path);
  };
  const visit = (item, path, name = item?.name) => {
    // Not in the index: hidden, or of another crate.
    if (!item || found.has(item.id)) return;
    const [kind] = Object.keys(item.inner);
    const inner = item.inner[kind];
    const own = [...path, name];
    if (CHECKED.has(kind)) found.set(item.id, { path: own.join("::"), span: item.span, docs: item.docs });
    switch (kind) {
      case "module":
        found.set(item.id, null);
        return items(inner.items, own);
      case "use": {
        const target = json.index[inner.id];
        if (!inner.is_glob) return visit(target, path, inner.name);
        return items(Object.values(target?.inner ?? {})[0]?.items ?? [], path);
      }
      case "trait":
        return items(inner.items, own);
      case "struct":
      case "enum":
      case "union":
        for (const id of inner.impls) {
          const { impl } = json.index[id]?.inner ?? {};
          // The methods of a trait are documented where the trait is.
          if (impl && !impl.trait) items(impl.items.filter((it) => json.index[it]?.visibility === "public"), own);
        }
    }
  };
  visit(json.index[json.root], []);
  return [...found.values()]
    .filter((item) => item !== null)
    .map(({ path, span, docs }) => ({ path, file: span.filename, line: span.begin[0], docs }))
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || (a.path < b.path ? -1 : 1)));
}

/** One line per item without an example, and per exemption that nothing needs. */
export function problems(items, allowed = ALLOWED) {
  const missing = items.filter(({ docs }) => !hasExample(docs));
  const paths = new Set(missing.map(({ path }) => path));
  const crates = new Set(items.map(({ path }) => path.split("::")[0]));
  return [
    ...missing
      .filter(({ path }) => !allowed.has(path))
      .map(({ file, line, path }) => `${file}:${line}: ${path} has no example that runs`),
    ...[...allowed.keys()]
      .filter((path) => crates.has(path.split("::")[0]) && !paths.has(path))
      .map((path) => `scripts/check-examples.mjs: ${path} needs no exemption`),
  ];
}

/**
 * What rustdoc knows of a crate. Its JSON is not stable, so the variable that allows it is set for rustdoc
 * alone: in cargo's environment it would have some packages compiled anew whenever it comes and goes.
 */
function rustdoc(crate, wrapper) {
  const args = ["rustdoc", "--quiet", "--package", `komadai-${crate}`, "--lib"];
  const features = (CRATES[crate] ?? []).flatMap((feature) => ["--features", feature]);
  const flags = ["--", "-Zunstable-options", "--output-format", "json"];
  execFileSync("cargo", [...args, ...features, ...flags], {
    cwd: ROOT,
    env: { ...process.env, KOMADAI_RUSTDOC: process.env.RUSTDOC ?? "rustdoc", RUSTDOC: wrapper },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { target_directory: target } = JSON.parse(
    execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: ROOT, encoding: "utf8" }),
  );
  return JSON.parse(readFileSync(join(target, "doc", `komadai_${crate}.json`), "utf8"));
}

function main() {
  const crates = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CRATES);
  const folder = mkdtempSync(join(tmpdir(), "komadai-rustdoc-"));
  const found = [];
  try {
    const wrapper = join(folder, "rustdoc");
    writeFileSync(wrapper, '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec "$KOMADAI_RUSTDOC" "$@"\n');
    chmodSync(wrapper, 0o755);
    for (const crate of crates) {
      const items = publicItems(rustdoc(crate, wrapper));
      // Another version of the JSON may call things otherwise.
      if (items.length === 0) throw new Error(`rustdoc's JSON of ${crate} shows no public item`);
      const without = problems(items);
      found.push(...without);
      console.log(`    ${crate}: ${items.length} public items, ${items.length - without.length} with an example`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const problem of found) console.error(problem);
  if (found.length > 0) process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
