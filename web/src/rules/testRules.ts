/** The real rules module for tests in Node; requires `make wasm`. */
import { readFileSync } from 'node:fs';
import type { RulesModule } from './module';

type Module = typeof import('../wasm/rules/rules');

const found = import.meta.glob<Module>('../wasm/rules/rules.js');

export async function rulesForTests(): Promise<RulesModule> {
	const load = Object.values(found)[0];
	if (!load) throw new Error('the rules module is not built: run `make wasm`');
	const module = await load();
	module.initSync({ module: readFileSync(new URL('../wasm/rules/rules_bg.wasm', import.meta.url)) });
	return module;
}
