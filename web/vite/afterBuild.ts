/** A plugin that works on the finished build: what it needs to know of the project, and when it is called. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

export interface Built {
	/** The project's folder. */
	root: string;
	/** The folder of the build. */
	dist: string;
}

/** Calls `run` once the files of the build have been written; `order` is that among such plugins. */
export function afterBuild(
	name: string,
	order: 'pre' | 'post',
	run: (built: Built) => Promise<void>,
): Plugin {
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
