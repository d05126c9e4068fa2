/**
 * Solving time in the browser of the committed mates in nine plies of all variants. Each must be found in its
 * exact length; times are not asserted. `make mates-bench`; PLIES=9.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { VARIANT_IDS } from '../../lib/scripts.ts';
import { Server } from '../../lib/server.ts';

const PLIES = Number(process.env.PLIES ?? 9);

interface Puzzle {
	kind: string;
	position: string;
	plies: number;
}

function mates(game: string): string[] {
	const file = new URL(`../../../crates/lab/puzzles/${game}.jsonl`, import.meta.url);
	const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
	const puzzles = lines.map((line) => JSON.parse(line) as Puzzle);
	return puzzles.filter(({ kind, plies }) => kind === 'mate' && plies === PLIES).map(({ position }) => position);
}

const at = (sorted: number[], share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);

test('mates', async ({ browser }) => {
	const server = await Server.start();
	const page = await browser.newPage();
	// URLs of the Worker and its module, as requested by the page.
	const worker = page.waitForEvent('worker');
	const module = page.waitForResponse(/engine_bg.*\.wasm/);
	await page.goto(`${server.url}/analysis/shogi`);
	await page.getByTestId('mate-switch').click();
	const [workerUrl, moduleUrl] = [(await worker).url(), (await module).url()];
	const all: number[] = [];
	for (const game of VARIANT_IDS) {
		const positions = mates(game);
		const found = await page.evaluate(
			async ({ game, positions, workerUrl, moduleUrl }) => {
				const worker = new Worker(workerUrl, { type: 'module' });
				worker.postMessage({ kind: 'load', module: await WebAssembly.compileStreaming(fetch(moduleUrl)) });
				const found: { plies: number | null; took: number }[] = [];
				for (const [id, position] of positions.entries()) {
					const request = { game, position, nodes: 50_000_000, exact: true };
					const began = performance.now();
					const plies = await new Promise<number | null>((done) => {
						worker.onmessage = ({ data }) => {
							if (data.kind === 'mated') done(data.answer.plies);
							if (data.kind === 'failed') done(null);
						};
						worker.postMessage({ kind: 'mate', id, request });
					});
					found.push({ plies, took: performance.now() - began });
				}
				worker.terminate();
				return found;
			},
			{ game, positions, workerUrl, moduleUrl },
		);
		expect(found.filter(({ plies }) => plies !== PLIES).length, `${game}: not found in ${PLIES}`).toBe(0);
		const times = found.map(({ took }) => took).sort((a, b) => a - b);
		all.push(...times);
		console.log(
			`${game}: ${times.length} mates in ${PLIES}, median ${at(times, 0.5)} ms, slowest ${at(times, 1 - 1e-9)} ms`,
		);
	}
	all.sort((a, b) => a - b);
	console.log(`${all.length} mates: median ${at(all, 0.5)} ms, 9 of 10 within ${at(all, 0.9)} ms`);
	await server.stop();
});
