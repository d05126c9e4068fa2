import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { guides } from './vite/guides.ts';
import { levels } from './vite/levels.ts';
import { offline } from './vite/offline.ts';

/** Where `komadai serve` listens while the page is being worked on. */
const server = process.env.KOMADAI_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
	plugins: [
		paraglideVitePlugin({
			project: './project.inlang',
			outdir: './src/paraglide',
			strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
		}),
		svelte(),
		levels(),
		guides(),
		offline(),
	],
	build: {
		target: 'es2022',
		assetsInlineLimit: 0,
		sourcemap: false,
	},
	worker: { format: 'es' },
	server: {
		proxy: {
			// The server compares the page's origin with the host it is asked for.
			'/api': { target: server, changeOrigin: false },
			'/ws': { target: server, changeOrigin: false, ws: true },
		},
	},
	test: {
		environment: 'node',
		include: ['src/**/*.test.ts'],
		// Whole lessons are played with the rules: seconds on a machine with other work.
		testTimeout: 60_000,
	},
});
