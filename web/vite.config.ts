import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { guides } from './vite/guides.ts';
import { inlineEntryStyle } from './vite/inline.ts';
import { levels } from './vite/levels.ts';
import { nets } from './vite/nets.ts';
import { offline } from './vite/offline.ts';
import { preloads } from './vite/preloads.ts';
import { puzzles } from './vite/puzzles.ts';

/** Where `komadai serve` listens while the page is being worked on. */
const server = process.env.KOMADAI_SERVER ?? 'http://127.0.0.1:8000';

/** What starts a game, on the home page and on the form. */
const BEGIN =
	/\/src\/(newgame\/(begin|remembered)\.ts|rules\/rules\.ts|wasm\/rules\/rules\.js|parts\/StartPicture\.svelte)$/;
/** Of what a board is made of, what pages without one have too: beside the board they would fetch all of it. */
const COMMON =
	/\/src\/(games\/(handicapNames|moveStyle|pieceNames|refusals|traits)|i18n\/listed|records\/record|rules\/(module|moveParts|positionText|problem|reach)|parts\/Fold|helper\/(MovePicture|stepWords)|board\/(BoardFrame|pieceSheet)|grid\/(cellFocus\.svelte|keyRows|walk))\.(ts|svelte)$/;
/** Sets and maps of Svelte: in a chunk with the database everybody who has one would fetch all of it. */
const REACTIVITY = /\/svelte\/src\/reactivity\//;
const COMMON_WORDS =
	/\/messages\/(new_(opponent_computer|rules)|clock_text_none|friend_(resync|watching)|play_(back|forward|to_start|to_end|hand_empty)|hand_piece|learn_promotes_to)\.js$/;

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
	build: {
		target: 'es2022',
		assetsInlineLimit: 0,
		sourcemap: false,
		rollupOptions: {
			output: {
				// By default the name tells every page that shares the file.
				chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
				codeSplitting: {
					// A file is a request, and on a phone most of them are shorter than the way there and back: what a game
					// begins with comes in a few, and what pages share is put together where it is small.
					groups: [
						{ name: 'main', tags: ['$initial'], priority: 5 },
						{
							name: 'begin',
							test: BEGIN,
							priority: 4,
						},
						{
							name: 'common',
							test: (id) => COMMON.test(id) || COMMON_WORDS.test(id) || REACTIVITY.test(id),
							priority: 3,
						},
						{
							name: 'board',
							test: /\/src\/(play\/Stage\.svelte|session\/gameHistory\.svelte\.ts)$/,
							priority: 2,
						},
						{ name: 'game', test: /\/src\/(pages\/LocalGame|play\/GameView)\.svelte$/, priority: 1 },
						{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
					],
				},
			},
		},
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
