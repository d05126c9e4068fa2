/** Nets of `nets/` as hashed files of the build. `virtual:nets` lists them without fetching any. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { NETS, type NetFile } from '../src/engine/netFile.ts';
import { VARIANT_IDS, type VariantId } from '../src/rules/variant.ts';

const NAME = 'virtual:nets';
const RESOLVED = `\0${NAME}`;

export function netOf(folder: string, game: VariantId): { file: NetFile; source: Buffer } | undefined {
	const path = resolve(folder, `${game}.nnue`);
	if (!existsSync(path)) return undefined;
	const source = readFileSync(path);
	const sha256 = createHash('sha256').update(source).digest('hex');
	return {
		file: { path: `${NETS}${game}.${sha256.slice(0, 8)}.nnue`, bytes: source.length, sha256 },
		source,
	};
}

export function nets(): Plugin {
	let folder = '';
	const all = () =>
		VARIANT_IDS.flatMap((game) => {
			const net = netOf(folder, game);
			return net ? [{ game, ...net }] : [];
		});
	return {
		name: 'komadai-nets',
		configResolved(config) {
			folder = resolve(config.root, '../nets');
		},
		resolveId: (id) => (id === NAME ? RESOLVED : undefined),
		load(id) {
			if (id !== RESOLVED) return;
			const files = Object.fromEntries(all().map(({ game, file }) => [game, file]));
			return `export default ${JSON.stringify(files)};`;
		},
		generateBundle() {
			for (const { file, source } of all()) this.emitFile({ type: 'asset', fileName: file.path.slice(1), source });
		},
	};
}
