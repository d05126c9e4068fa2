/** Fetches the rules module once; every later call gets the same one. */
import { loading as counted } from '../offline/quiet';
import type { Rules } from './contract';

type Module = Rules & { default: () => Promise<unknown> };

// A pattern instead of a plain import: the page also builds before the module has been.
const modules = import.meta.glob<Module>('../wasm/rules/rules.js');

let loading: Promise<Rules> | undefined;

/** The rules module could not be fetched or started. */
export class RulesLoadError extends Error {
	override readonly name = 'RulesLoadError';
}

async function load(): Promise<Rules> {
	const fetchModule = Object.values(modules)[0];
	if (!fetchModule) throw new Error('this page was built without its rules module');
	const module = await fetchModule();
	await module.default();
	return module;
}

export function loadRules(): Promise<Rules> {
	loading ??= counted(load()).catch((error) => {
		loading = undefined;
		throw new RulesLoadError('the rules module could not be loaded', { cause: error });
	});
	return loading;
}
