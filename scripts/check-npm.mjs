#!/usr/bin/env node
// Packs the npm packages of bindings/wasm, installs them in a fresh project and uses them there: the README's example in
// Node, the declarations in TypeScript, the example page in Debian's Chromium.
//
//   node scripts/check-npm.mjs <empty folder>      after make wasm and npm ci in e2e/

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize, resolve } from "node:path";
import { exampleOf } from "../bindings/wasm/example.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const project = resolve(process.argv[2]);
const packages = ["rules", "engine"];
const fromBrowserTests = createRequire(join(ROOT, "e2e/package.json"));

function run(program, args, cwd = project) {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function pack(name) {
  const folder = join(ROOT, "bindings/wasm", name);
  const [{ filename, files, size }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", project], folder));
  const paths = files.map(({ path }) => path);
  const needed = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "node.js", "example/index.html", `dist/${name}.d.ts`];
  for (const path of [...needed, `dist/${name}.js`, `dist/${name}_bg.wasm`]) {
    assert.ok(paths.includes(path), `@komadai/${name} lacks ${path}`);
  }
  assert.ok(!paths.some((path) => /^(src|test|dist\/\.)/.test(path)), `@komadai/${name} has files of the build: ${paths}`);
  console.log(`    @komadai/${name}: ${paths.length} files, ${size} bytes packed`);
  return join(project, filename);
}

/** Runs `use(page, address)` in Chromium with the project's folder served. */
async function inBrowser(use) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    try {
      const path = normalize(new URL(request.url, "http://localhost").pathname);
      const body = readFileSync(join(project, path));
      response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await fromBrowserTests("@playwright/test").chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => {
      throw error;
    });
    await use(page, `http://127.0.0.1:${server.address().port}/node_modules/@komadai`);
  } finally {
    await browser.close();
    server.close();
  }
}

writeFileSync(join(project, "package.json"), JSON.stringify({ name: "fresh", private: true, type: "module" }));
run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", ...packages.map(pack)]);

for (const name of packages) {
  const readme = readFileSync(join(project, "node_modules/@komadai", name, "README.md"), "utf8");
  writeFileSync(join(project, `${name}.mjs`), exampleOf(readme));
  run(process.execPath, [`${name}.mjs`]);
}

writeFileSync(
  join(project, "types.ts"),
  `import init, { Game, type GameState } from "@komadai/rules";
import { search, type SearchResult } from "@komadai/engine";
await init();
export const state: GameState = new Game("shogi", "", {}).state();
export const found: SearchResult = search({ game: "shogi", position: "", moves: [], nodes: 1 }, undefined);
// @ts-expect-error: no such game
new Game("go", "", {});
`,
);
const tsc = fromBrowserTests.resolve("typescript/bin/tsc");
const strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,esnext.disposable"];
execFileSync(process.execPath, [tsc, ...strict, "types.ts"], { cwd: project, stdio: "inherit" });

await inBrowser(async (page, address) => {
  await page.goto(`${address}/rules/example/index.html`);
  await page.getByRole("button", { name: "5d5c", exact: true }).click();
  await page.getByText("rbsgk/4p/P4/5/KGSBR w - 2").waitFor();

  await page.goto(`${address}/engine/example/index.html`);
  await page.getByRole("button", { name: "Think" }).click();
  const best = page.locator("#best");
  await best.filter({ hasText: /^[A-Z1-7]/ }).waitFor();
  console.log(`    in Chromium: the rules' page plays, the engine's page finds ${await best.textContent()}`);
});
