/** The real engine module for tests in Node; needs `make wasm`. */
import { readFileSync } from 'node:fs';

type Module = typeof import('../wasm/engine/engine');

const found = import.meta.glob<Module>('../wasm/engine/engine.js');

export async function engineForTests(): Promise<Module> {
	const load = Object.values(found)[0];
	if (!load) throw new Error('the engine module is not built: run `make wasm`');
	const module = await load();
	module.initSync({ module: readFileSync(new URL('../wasm/engine/engine_bg.wasm', import.meta.url)) });
	return module;
}
