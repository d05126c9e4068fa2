// A page loads a module without saying where it lies: the loader must know.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

for (const name of ["rules", "engine"]) {
  test(`${name}: the loader did not know its module's place`, () => {
    const loader = readFileSync(new URL(`../../${name}/dist/${name}.js`, import.meta.url), "utf8");
    assert.ok(loader.includes(`new URL('${name}_bg.wasm', import.meta.url)`));
  });
}
