#!/usr/bin/env node
// Checks the dependencies between crates by `cargo metadata` against the table below, and the sources of pure crates.
//
//   node scripts/check-rooms.mjs      exit status 1 and one line per violation

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Project crates that each crate may use. A row may exist before its crate. */
export const MAY_USE = {
  "komadai-rules": [],
  "komadai-notation": ["komadai-rules"],
  "komadai-engine": ["komadai-rules", "komadai-notation"],
  "komadai-uci": ["komadai-rules", "komadai-notation"],
  "komadai-usi": ["komadai-engine", "komadai-uci", "komadai-rules", "komadai-notation"],
  "komadai-protocol": ["komadai-rules", "komadai-notation"],
  "komadai-play": ["komadai-protocol", "komadai-rules", "komadai-notation"],
  "komadai-store": ["komadai-protocol", "komadai-rules", "komadai-notation"],
  "komadai-server": [
    "komadai-store",
    "komadai-play",
    "komadai-protocol",
    "komadai-rules",
    "komadai-notation",
    "komadai-engine",
  ],
  "komadai-load": ["komadai-protocol", "komadai-rules", "komadai-notation"],
  "komadai-lab": ["komadai-engine", "komadai-usi", "komadai-uci", "komadai-rules", "komadai-notation"],
  komadai: "everything",
  "komadai-wasm-shared": ["komadai-rules", "komadai-notation", "komadai-protocol"],
  "komadai-wasm-rules": [
    "komadai-rules",
    "komadai-notation",
    "komadai-play",
    "komadai-protocol",
    "komadai-wasm-shared",
  ],
  "komadai-wasm-engine": [
    "komadai-rules",
    "komadai-notation",
    "komadai-engine",
    "komadai-protocol",
    "komadai-wasm-shared",
  ],
  "komadai-wasm-records": [
    "komadai-rules",
    "komadai-notation",
    "komadai-protocol",
    "komadai-wasm-shared",
  ],
  "komadai-python": ["komadai-rules", "komadai-notation", "komadai-engine", "komadai-protocol"],
};

/** Crates that build for the browser: no async runtime, database, clock or OS randomness. */
export const PURE = [
  "komadai-rules",
  "komadai-notation",
  "komadai-engine",
  "komadai-uci",
  "komadai-play",
];

/** External crates that no pure crate may depend on, directly or transitively. */
export const FORBIDDEN_CRATES = [
  /^tokio(-.*)?$/,
  /^sqlx(-.*)?$/,
  /^async-std$/,
  /^mio$/,
  /^socket2$/,
  /^getrandom$/,
  /^fastrand$/,
  /^time$/,
  /^chrono$/,
  /^jiff$/,
  /^instant$/,
  /^web-time$/,
];

/** Forbidden code in pure crates, outside comments and strings. */
export const FORBIDDEN_SOURCE = [
  [/\bstd\s*::\s*(\{[^}]*\b)?time\b/, "std::time (time comes in as an argument)"],
  [/\b(SystemTime|Instant)\b/, "a clock (time comes in as an argument)"],
  [/\bstd\s*::\s*(\{[^}]*\b)?(net|fs|env|process|thread)\b/, "the operating system"],
  [/\b(OsRng|SysRng|ThreadRng|thread_rng|RandomState)\b/, "randomness of the OS (seeds come in)"],
  [/\brand\s*::\s*(rng|random)\b/, "randomness of the OS (seeds come in)"],
];

/** The only file of pure crates that may start threads: a native search may use several. */
export const THREADS = "crates/engine/src/search/lazy_smp.rs";

/** Project crates in separate workspaces. */
export const APART = ["bindings/python/Cargo.toml"];

export function checkMetadata(metadata) {
  const problems = [];
  const ours = new Map(
    metadata.packages.filter((p) => metadata.workspace_members.includes(p.id)).map((p) => [p.name, p]),
  );
  const all = new Map(metadata.packages.map((p) => [p.id, p]));

  for (const [name, crate] of ours) {
    const allowed = MAY_USE[name];
    if (allowed === undefined) {
      problems.push(`${name}: not in the table of rooms; add it to scripts/check-rooms.mjs`);
      continue;
    }
    if (allowed === "everything") continue;
    for (const dependency of crate.dependencies) {
      if (!ours.has(dependency.name) || dependency.name === name) continue;
      if (allowed.includes(dependency.name)) continue;
      const test = dependency.kind === "dev";
      problems.push(`${name} may not use ${dependency.name}${test ? ", not even in its tests" : ""}`);
    }
  }

  const nodes = new Map(metadata.resolve.nodes.map((n) => [n.id, n]));
  for (const name of PURE) {
    const crate = ours.get(name);
    if (!crate) continue;
    for (const [reached, path] of reachable(crate.id, nodes, all)) {
      if (FORBIDDEN_CRATES.some((pattern) => pattern.test(reached))) {
        problems.push(`${name} may not reach ${reached}: ${path.join(" -> ")}`);
      }
    }
  }
  return problems;
}

/** Violations of a crate in a separate workspace, whose metadata lack dependencies. */
export function checkApart(metadata) {
  return metadata.packages.flatMap(({ name, dependencies }) => {
    const allowed = MAY_USE[name];
    if (allowed === undefined) return [`${name}: not in the table of rooms; add it to scripts/check-rooms.mjs`];
    const used = dependencies.map((dependency) => dependency.name).filter((used) => used.startsWith("komadai"));
    return used.filter((used) => !allowed.includes(used)).map((used) => `${name} may not use ${used}`);
  });
}

/** Crates linked into `start`, without build scripts, macros and tests, each with its dependency path. */
function reachable(start, nodes, all) {
  const seen = new Map([[start, [all.get(start).name]]]);
  const queue = [start];
  while (queue.length > 0) {
    const id = queue.shift();
    for (const dependency of nodes.get(id)?.deps ?? []) {
      if (!dependency.dep_kinds.some((kind) => kind.kind === null)) continue;
      const target = all.get(dependency.pkg);
      if (seen.has(dependency.pkg) || target.targets.some((t) => t.kind.includes("proc-macro"))) continue;
      seen.set(dependency.pkg, [...seen.get(id), target.name]);
      queue.push(dependency.pkg);
    }
  }
  seen.delete(start);
  return new Map([...seen].map(([id, path]) => [all.get(id).name, path]));
}

/** Rust source without comments and string contents; keeps line numbers. */
export function withoutComments(source) {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.[^']*|[^'\\])'/g;
  return source.replace(pattern, (text) => text.replace(/[^\n]/g, " "));
}

export function checkSource(source, where) {
  const problems = [];
  withoutComments(source)
    .split("\n")
    .forEach((line, index) => {
      for (const [pattern, what] of FORBIDDEN_SOURCE) {
        const said = where === THREADS ? line.replace(/\bstd\s*::\s*thread\b/, "") : line;
        if (pattern.test(said)) problems.push(`${where}:${index + 1}: uses ${what}`);
      }
    });
  return problems;
}

function* rustFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* rustFiles(path);
    else if (entry.name.endsWith(".rs")) yield path;
  }
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  const metadata = JSON.parse(
    execFileSync("cargo", ["metadata", "--format-version", "1"], {
      cwd: root,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const problems = checkMetadata(metadata);
  for (const manifest of APART) {
    const options = ["metadata", "--format-version", "1", "--no-deps", "--manifest-path", join(root, manifest)];
    problems.push(...checkApart(JSON.parse(execFileSync("cargo", options, { maxBuffer: 1 << 26 }))));
  }
  let files = 0;
  for (const crate of metadata.packages.filter((p) => PURE.includes(p.name))) {
    for (const file of rustFiles(join(dirname(crate.manifest_path), "src"))) {
      files += 1;
      problems.push(...checkSource(readFileSync(file, "utf8"), relative(root, file)));
    }
  }
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`    ${metadata.workspace_members.length} crates and ${files} pure source files keep to their rooms`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
