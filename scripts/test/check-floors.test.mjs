// Every rule of check-floors.mjs can fail, shown with invented folders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, checkFloors, FLOORS, importsOf } from "../check-floors.mjs";

const floors = [["sand", "clay"], ["walls", "beams"], ["roof"]];
const check = (files, exceptions = {}) => checkFloors(arrowsOf(files), exceptions, floors);
const imports = (...names) => names.map((name) => `import { a } from '${name}';`).join("\n");

test("finds imports of every form", () => {
  const source = `
    import type { A } from './a';
    import './b.css';
    import C, { type D } from '../c/C.svelte';
    import {
      e,
    } from '../e/e';
    export { f } from './f';
    const g = () => import('../g/G.svelte');
    let h: typeof import('../h/h');`;
  assert.deepEqual(importsOf(source), ["./a", "./b.css", "../c/C.svelte", "../e/e", "./f", "../g/G.svelte", "../h/h"]);
});

test("ignores comments, and strings that are no imports", () => {
  const source = `
    // import { a } from './a';
    /* import './b'; */
    <!-- import './c'; -->
    const text = "important from './d'";
    const address = 'https://example.org/';
    import e from './e';`;
  assert.deepEqual(importsOf(source), ["./e"]);
});

test("imports down a floor, within a folder and from packages are allowed", () => {
  const files = { "roof/a.ts": imports("../walls/b", "./b", "svelte"), "walls/b.ts": imports("../sand/c", "../sand") };
  assert.deepEqual(check(files), []);
});

test("an import may not go up a floor", () => {
  const files = { "sand/deep/a.ts": imports("../../walls/b"), "sand/b.svelte": "const c = import('../walls/c');" };
  assert.deepEqual(check(files), ["sand -> walls goes up a floor: sand/deep/a.ts, sand/b.svelte"]);
});

test("modules beside the folders have a floor by their name", () => {
  assert.deepEqual(check({ "sand/a.ts": imports("../roof.svelte") }), ["sand -> roof goes up a floor: sand/a.ts"]);
});

test("folders of one floor may not form a circle", () => {
  const oneWay = { "walls/a.ts": imports("../beams/b") };
  assert.deepEqual(check(oneWay), []);
  assert.deepEqual(check({ ...oneWay, "beams/b.ts": imports("../walls/a") }), [
    "walls -> beams is part of a circle: walls/a.ts",
    "beams -> walls is part of a circle: beams/b.ts",
  ]);
});

test("a longer circle is found", () => {
  const wide = [["a", "b", "c", "d"]];
  const files = { "a/1.ts": imports("../b/1", "../d/1"), "b/1.ts": imports("../c/1"), "c/1.ts": imports("../a/1") };
  const problems = checkFloors(arrowsOf(files), {}, wide);
  assert.deepEqual(
    problems.map((problem) => problem.split(" is ")[0]),
    ["a -> b", "b -> c", "c -> a"],
  );
});

test("a listed exception opens its circle or goes up", () => {
  const circle = { "walls/a.ts": imports("../beams/b"), "beams/b.ts": imports("../walls/a") };
  assert.deepEqual(check(circle, { "beams -> walls": 1 }), []);
  assert.deepEqual(check({ "sand/a.ts": imports("../roof/b") }, { "sand -> roof": 1 }), []);
});

test("an exception may not grow", () => {
  const files = { "sand/a.ts": imports("../roof/b"), "sand/b.ts": imports("../roof/b") };
  assert.deepEqual(check(files, { "sand -> roof": 1 }), [
    "sand -> roof goes up a floor, in more than 1 files: sand/a.ts, sand/b.ts",
  ]);
});

test("an exception that is not needed is removed, or lowered", () => {
  const gone = ["sand -> roof is no longer needed; remove it from the list"];
  assert.deepEqual(check({}, { "sand -> roof": 1 }), gone);
  const opened = ["beams -> walls is no longer needed; remove it from the list"];
  assert.deepEqual(check({ "beams/a.ts": imports("../walls/b") }, { "beams -> walls": 1 }), opened);
  assert.deepEqual(check({ "sand/a.ts": imports("../roof/b") }, { "sand -> roof": 2 }), [
    "sand -> roof is down to 1 files; lower 2 in the list",
  ]);
});

test("a folder without a floor is reported", () => {
  assert.deepEqual(check({ "attic/a.ts": imports("../sand/b") }), [
    "web/src/attic: on no floor; add it to scripts/check-floors.mjs",
  ]);
});

test("each name has one floor", () => {
  const names = FLOORS.flat();
  assert.equal(new Set(names).size, names.length);
});
