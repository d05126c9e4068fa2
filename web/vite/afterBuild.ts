/** Plugin that processes the finished build. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

export interface Built {
	root: string;
	dist: string;
}

/** Calls `run` after the files of the build are written; `order` sorts such plugins. */
export function afterBuild(name: string, order: 'pre' | 'post', run: (built: Built) => Promise<void>): Plugin {
	let built: Built = { root: '', dist: '' };
	return {
		name,
		apply: 'build',
		enforce: order,
		configResolved(config) {
			built = { root: config.root, dist: resolve(config.root, config.build.outDir) };
		},
		closeBundle: { order, sequential: true, handler: () => run(built) },
	};
}
