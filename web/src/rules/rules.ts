/** Loader of the rules module; all calls share one load. */
import { loading as counted } from '../loading/quiet';
import type { RulesModule } from './module';

type Module = typeof import('../wasm/rules/rules');

// A glob, unlike an import, also builds before the module exists.
const modules = import.meta.glob<Module>('../wasm/rules/rules.js');
const files = import.meta.glob<string>('../wasm/rules/rules_bg.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

let loading: Promise<RulesModule> | undefined;

export class RulesLoadError extends Error {
	override readonly name = 'RulesLoadError';
}

async function load(): Promise<RulesModule> {
	const fetchModule = Object.values(modules)[0];
	const address = Object.values(files)[0];
	if (!fetchModule || !address) throw new Error('this page was built without its rules module');
	// Fetch the WASM in parallel with the script, which would request it only once it runs.
	const answer = fetch(address);
	const [module] = await Promise.all([fetchModule(), answer]);
	await module.default({ module_or_path: answer });
	return module;
}

export function loadRules(): Promise<RulesModule> {
	loading ??= counted(load()).catch((error) => {
		loading = undefined;
		throw new RulesLoadError('the rules module could not be loaded', { cause: error });
	});
	return loading;
}
