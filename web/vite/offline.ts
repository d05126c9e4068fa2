/** Last step of a build: compresses its files and writes the service worker with the list of files to precache. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { NETS } from '../src/engine/netFile.ts';
import { PACKED } from '../src/loading/offline/answer.ts';
import { HASHED, type OfflineList, type Pack } from '../src/loading/offline/list.ts';
import { afterBuild } from './afterBuild.ts';
import { STYLE } from './guides.ts';

/** Files not precached: used by the server, the installation of the app and pages without scripts only. */
const NOT_KEPT = [
	/^\/icons\/.*\.png$/,
	/\.map$/,
	/\.(br|gz)$/,
	/^\/sw\.js$/,
	/^\/index\.html$/,
	/^\/heads\.json$/,
	/^\/preloads\.json$/,
	/^\/puzzle-positions\.json$/,
	/^\/learn(\.html$|\/)/,
	new RegExp(`^${STYLE}`),
	// Large, and cached when fetched.
	new RegExp(`^${NETS}`),
];
const COMPRESSED = /\.(html|js|css|json|svg|wasm|webmanifest|txt)$/;
/** Bytes; a smaller response fits one packet uncompressed. */
const WORTH_IT = 900;

const hashOf = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
		.sort();
}

const isPacked = (path: string) =>
	!path.startsWith(HASHED) && PACKED.some((extension) => path.endsWith(`.${extension}`));

function list(dist: string): OfflineList {
	const kept = filesIn(dist).filter((path) => !NOT_KEPT.some((not) => not.test(path)));
	const read = (path: string) => readFileSync(join(dist, path));
	const pack: Pack = {};
	for (const path of kept.filter(isPacked)) pack[path] = read(path).toString('utf8');
	const text = JSON.stringify(pack);
	const packPath = `${HASHED}offline-${hashOf(text).slice(0, 8)}.json`;
	writeFileSync(join(dist, packPath), text);
	const files = kept.filter((path) => !isPacked(path));
	const shell = hashOf(read('/index.html'));
	const contents = files.map((path) => `${path} ${hashOf(read(path))}`);
	const version = hashOf([shell, packPath, ...contents].join('\n')).slice(0, 12);
	return { version, shell, pack: packPath, packed: Object.keys(pack), files };
}

async function writeWorker(root: string, dist: string, offline: OfflineList): Promise<void> {
	await build({
		configFile: false,
		root,
		logLevel: 'warn',
		define: { __OFFLINE__: JSON.stringify(offline) },
		build: {
			outDir: dist,
			emptyOutDir: false,
			copyPublicDir: false,
			target: 'es2022',
			rollupOptions: {
				input: resolve(root, 'src/loading/offline/sw.ts'),
				// At the root and without a hash: the address of a service worker defines its scope and must not
				// change.
				output: { format: 'iife', entryFileNames: 'sw.js' },
			},
		},
	});
}

function compress(dist: string): void {
	for (const path of filesIn(dist)) {
		if (!COMPRESSED.test(path)) continue;
		const uncompressed = readFileSync(join(dist, path));
		if (uncompressed.length < WORTH_IT) continue;
		const small = brotliCompressSync(uncompressed, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_SIZE_HINT]: uncompressed.length,
			},
		});
		if (small.length < uncompressed.length * 0.9) writeFileSync(join(dist, `${path}.br`), small);
	}
}

export function offline(): Plugin {
	return afterBuild('komadai-offline', 'post', async ({ root, dist }) => {
		await writeWorker(root, dist, list(dist));
		compress(dist);
	});
}
