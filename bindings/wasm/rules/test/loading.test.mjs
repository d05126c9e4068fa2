// The loader finds its module without a path.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

for (const name of ["rules", "engine"]) {
  test(`${name}: the loader knows the place of its module`, () => {
    const loader = readFileSync(new URL(`../../${name}/dist/${name}.js`, import.meta.url), "utf8");
    assert.ok(loader.includes(`new URL('${name}_bg.wasm', import.meta.url)`));
  });
}
