/**
 * Latency of starting and stopping the engine on the analysis board, for each variant: from the click to the first
 * line, and from the click to the last message of the Worker, the idle panel and the end of the Worker. Results in
 * `docs/performance/engine-bench.json`. Measurement without assertions. `make engine-bench`; ROUNDS=10.
 */
import { type Page, test, type Worker } from '@playwright/test';
import { script, VARIANT_IDS, type VariantId } from '../../lib/scripts.ts';
import { Server } from '../../lib/server.ts';
import { load, writeRecord } from '../record.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const LOOKED_MS = 1_000;

/** Times in milliseconds after a click. */
interface Pressed {
	line: number;
	rest: number;
	running: boolean;
	/** 0 without a message of a Worker. */
	message: number;
}

/** Runs in the page: records the times of Worker messages. */
function listen(): void {
	const seen = { message: 0 };
	Object.assign(window, { seen });
	const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage') ?? {};
	Object.defineProperty(Worker.prototype, 'onmessage', {
		set(listener: (event: MessageEvent) => void) {
			set?.call(this, (event: MessageEvent) => {
				seen.message = performance.now();
				listener.call(this, event);
			});
		},
	});
}

async function pressing([wanted, ms]: readonly ['line' | 'rest', number]): Promise<Pressed> {
	const { seen } = window as unknown as { seen: { message: number } };
	const panel = document.querySelector<HTMLElement>('[data-testid="engine"]');
	const at: Pressed = { line: 0, rest: 0, message: 0, running: panel?.dataset.running === 'true' };
	const pressed = performance.now();
	const arrived = new Promise<void>((resolve) => {
		const look = () => {
			if (!at.line && panel?.querySelector('[data-testid="line-1"]')) at.line = performance.now() - pressed;
			if (!at.rest && panel?.dataset.running === 'false') at.rest = performance.now() - pressed;
			if (at[wanted]) resolve();
		};
		new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
	});
	document.querySelector<HTMLElement>('[data-testid="engine-switch"]')?.click();
	await arrived;
	await new Promise((done) => setTimeout(done, ms));
	return { ...at, message: Math.max(0, seen.message - pressed) };
}

const press = (page: Page, wanted: 'line' | 'rest', ms: number) => page.evaluate(pressing, [wanted, ms] as const);

async function open(page: Page, game: VariantId): Promise<void> {
	const moves = script(game).moves.slice(0, 12 + 2 * ROUNDS);
	const nodes = [{ parent: -1 }, ...moves.map(({ move }, parent) => ({ parent, move }))];
	const record = { game, start: '', headers: [], rules: null, nodes };
	await page.addInitScript(([key, kept]) => localStorage.setItem(key, kept), [
		`komadai.analysis.${game}`,
		JSON.stringify({ record, at: moves.length, bottom: 'first' }),
	] as const);
	await page.addInitScript(listen);
	await page.goto(`/analysis/${game}`);
	await page.locator('sg-pieces piece').first().waitFor();
}

test('start and stop', async ({ browser }) => {
	const server = await Server.start();
	const before = load();
	const games: Partial<Record<VariantId, Record<string, number[]>>> = {};
	for (const game of VARIANT_IDS) {
		const page = await (await browser.newContext({ baseURL: server.url })).newPage();
		const gone = new Map<Worker, number>();
		page.on('worker', (worker) => worker.on('close', () => gone.set(worker, performance.now())));
		await open(page, game);
		const found = { first: [], started: [], again: [], silent: [], rested: [], ended: [] } as Record<
			'first' | 'started' | 'again' | 'silent' | 'rested' | 'ended',
			number[]
		>;
		for (let round = 0; round < ROUNDS; round++) {
			await page.keyboard.press('ArrowLeft');
			found[round === 0 ? 'first' : 'started'].push((await press(page, 'line', LOOKED_MS)).line);
			const [worker] = page.workers().filter((one) => !gone.has(one));
			const began = performance.now();
			const stopped = await press(page, 'rest', 0);
			// A search that has ended by itself keeps its Worker.
			if (stopped.running && worker) {
				while (!gone.has(worker) && performance.now() - began < 5_000) await new Promise((done) => setTimeout(done, 1));
				found.ended.push((gone.get(worker) ?? Number.POSITIVE_INFINITY) - began);
			}
			found.rested.push(stopped.rest);
			found.silent.push(stopped.message);
			await page.keyboard.press('ArrowLeft');
			found.again.push((await press(page, 'line', LOOKED_MS)).line);
			await press(page, 'rest', LOOKED_MS);
		}
		games[game] = Object.fromEntries(Object.entries(found).map(([what, all]) => [what, all.map(Math.round)]));
		console.log(game, JSON.stringify(games[game]));
		await page.context().close();
	}
	writeRecord('engine-bench', browser.version(), before, { rounds: ROUNDS, games });
	await server.stop();
});
