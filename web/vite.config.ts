import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vitest/config';
import { BEGIN, BOARD, COMMON, GAME, oneOf } from './vite/chunks.ts';
import { guides } from './vite/guides.ts';
import { inlineEntryStyle } from './vite/inline.ts';
import { levels } from './vite/levels.ts';
import { nets } from './vite/nets.ts';
import { offline } from './vite/offline.ts';
import { preloads } from './vite/preloads.ts';
import { puzzles } from './vite/puzzles.ts';

const server = process.env.KOMADAI_SERVER ?? 'http://127.0.0.1:8000';

const BREAKPOINTS = fileURLToPath(new URL('src/styles/breakpoints.css', import.meta.url));

/** Reactive collections of Svelte; in the database's chunk, every importer would load all of it. */
const REACTIVITY = /\/svelte\/src\/reactivity\//;
const COMMON_WORDS =
	/\/messages\/(new_(opponent_computer|rules)|clock_text_none|friend_(resync|watching)|play_(back|forward|to_start|to_end|hand_empty)|hand_piece|learn_promotes_to)\.js$/;

const isCommon = oneOf(COMMON);

export default defineConfig({
	plugins: [
		paraglideVitePlugin({
			project: './project.inlang',
			outdir: './src/paraglide',
			strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
		}),
		svelte(),
		levels(),
		nets(),
		puzzles(),
		inlineEntryStyle(),
		preloads(),
		guides(),
		offline(),
	],
	css: {
		// Styles name breakpoints, which media queries cannot take from custom properties.
		postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] },
	},
	build: {
		target: 'es2022',
		assetsInlineLimit: 0,
		sourcemap: false,
		rollupOptions: {
			output: {
				// The default name lists every page that shares the chunk.
				chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
				codeSplitting: {
					// Requests cost a round trip on a phone: merge the modules of a game's start, and small shared
					// modules.
					groups: [
						{ name: 'main', tags: ['$initial'], priority: 5 },
						{
							name: 'begin',
							test: oneOf(BEGIN),
							priority: 4,
						},
						{
							name: 'common',
							test: (id) => isCommon(id) || COMMON_WORDS.test(id) || REACTIVITY.test(id),
							priority: 3,
						},
						{
							name: 'board',
							test: oneOf(BOARD),
							priority: 2,
						},
						{ name: 'game', test: oneOf(GAME), priority: 1 },
						{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
					],
				},
			},
		},
	},
	worker: { format: 'es' },
	server: {
		proxy: {
			// The server compares the `Origin` and `Host` headers.
			'/api': { target: server, changeOrigin: false },
			'/ws': { target: server, changeOrigin: false, ws: true },
		},
	},
	test: {
		// The tests play whole lessons, which takes seconds on a loaded machine.
		testTimeout: 60_000,
		projects: [
			{ extends: true, test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts'] } },
			{
				extends: true,
				// Scripted games, shared with the tests of the program.
				server: { fs: { allow: ['..'] } },
				test: {
					name: 'component',
					include: ['component-tests/*.test.ts'],
					setupFiles: ['component-tests/setup.ts'],
					expect: { poll: { timeout: 15_000 } },
					browser: {
						enabled: true,
						headless: true,
						screenshotFailures: false,
						viewport: { width: 1280, height: 800 },
						provider: playwright({
							launchOptions: {
								executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
								args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
							},
							contextOptions: { locale: 'en', reducedMotion: 'reduce' },
							actionTimeout: 10_000,
						}),
						instances: [{ browser: 'chromium' }],
					},
				},
			},
		],
	},
});
