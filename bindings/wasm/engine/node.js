// Node's entry: the module is read from this folder when it is imported, and `init` has nothing left to do.

import { readFileSync } from "node:fs";
import { initSync } from "./dist/engine.js";

const module = initSync({ module: readFileSync(new URL("./dist/engine_bg.wasm", import.meta.url)) });

export * from "./dist/engine.js";
export default async () => module;
