#!/usr/bin/env node
// Lists the libraries in program and page with their licences.
//
//   node scripts/third-party.mjs --check   exit status 1 and one line per licence that is not allowed
//   node scripts/third-party.mjs           list and licence texts, as distributed with the program

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Licences compatible with GPL-3.0-or-later. */
export const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "GPL-3.0-or-later",
  "ISC",
  "MIT",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

/** npm packages bundled into the page; the others only build and test it. */
export const BUNDLED = ["glicko2-lite", "idb", "lean-qr", "shogiground", "svelte", "uplot", "valibot"];

/** `true` if an SPDX expression can be satisfied. */
export function isAllowed(expression) {
  const tokens = (expression ?? "").replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    if (tokens[at] === "(") {
      at += 1;
      const inner = any();
      at += 1;
      return inner;
    }
    let name = tokens[at++] ?? "";
    if (tokens[at] === "WITH") {
      name += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return ALLOWED.has(name);
  };
  const all = () => {
    let good = one();
    while (tokens[at] === "AND") {
      at += 1;
      good = one() && good;
    }
    return good;
  };
  const any = () => {
    let good = all();
    while (tokens[at] === "OR") {
      at += 1;
      good = all() || good;
    }
    return good;
  };
  const good = any();
  return tokens.length > 0 && at === tokens.length && good;
}

/** External crates in program and browser modules. */
export function crates(metadata) {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const waiting = metadata.packages
    .filter(({ name, source }) => /^komadai(-wasm-.*)?$/.test(name) && source === null)
    .map(({ id }) => id);
  const seen = new Set();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const dependency of nodes.get(id)?.deps ?? [])
      if (dependency.dep_kinds.some(({ kind }) => kind === null)) waiting.push(dependency.pkg);
  }
  return [...seen]
    .map((id) => packages.get(id))
    .filter((one) => one?.source)
    .map(({ name, version, license, repository, manifest_path }) => ({
      name,
      version,
      license,
      repository,
      folder: dirname(manifest_path),
    }));
}

/** npm packages in the page, from the lock file. */
function bundled() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "web/package-lock.json"), "utf8"));
  return BUNDLED.map((name) => {
    const { version, license } = packages[`node_modules/${name}`];
    const repository = `https://www.npmjs.com/package/${name}`;
    return { name, version, license, repository, folder: join(ROOT, "web/node_modules", name) };
  });
}

function texts(folder) {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file))
    .map((file) => join(folder, file))
    .filter((path) => existsSync(path))
    .flatMap((path) => {
      try {
        return [readFileSync(path, "utf8").trim()];
      } catch {
        return []; // a folder
      }
    });
}

function document(libraries) {
  const rows = libraries.map(({ name, version, license, repository }) => `${name} ${version}: ${license}, ${repository}`);
  const whose = new Map();
  for (const { name, folder } of libraries)
    for (const text of texts(folder)) whose.set(text, [...(whose.get(text) ?? []), name]);
  const all = [...whose].map(([text, names]) => `${"=".repeat(80)}\n${names.join(", ")}\n${"=".repeat(80)}\n\n${text}`);
  return `Libraries in Komadai and their licences.\n\n${rows.join("\n")}\n\n${all.join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const metadata = JSON.parse(
    execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], { cwd: ROOT, maxBuffer: 1 << 28 }),
  );
  const libraries = [...crates(metadata), ...bundled()];
  if (process.argv.includes("--check")) {
    const bad = libraries.filter(({ license }) => !isAllowed(license));
    for (const { name, version, license } of bad)
      console.error(`${name} ${version}: the licence ${license ?? "is not named"} is not on the list of scripts/third-party.mjs`);
    if (bad.length > 0) process.exit(1);
    console.log(`    ${libraries.length} libraries, all under licences that may be part of the program`);
  } else {
    const byName = (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en");
    process.stdout.write(document(libraries.sort(byName)));
  }
}
