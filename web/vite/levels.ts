/**
 * Table of the computer's levels, read from the engine module at build time: a form needs no engine to show them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { VARIANT_IDS } from '../src/rules/variant.ts';

type Engine = typeof import('../src/wasm/engine/engine');

const NAME = 'virtual:levels';
const RESOLVED = `\0${NAME}`;

export function levels(): Plugin {
	let folder = '';
	return {
		name: 'komadai-levels',
		configResolved(config) {
			folder = resolve(config.root, 'src/wasm/engine');
		},
		resolveId: (id) => (id === NAME ? RESOLVED : undefined),
		async load(id) {
			if (id !== RESOLVED) return;
			const script = resolve(folder, 'engine.js');
			if (!existsSync(script)) throw new Error('the engine module is not built: run `make wasm`');
			const engine = (await import(pathToFileURL(script).href)) as Engine;
			engine.initSync({ module: readFileSync(resolve(folder, 'engine_bg.wasm')) });
			const table = Object.fromEntries(VARIANT_IDS.map((game) => [game, engine.levels(game)]));
			return `export default ${JSON.stringify(table)};`;
		},
	};
}
