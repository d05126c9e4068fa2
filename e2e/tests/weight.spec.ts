/**
 * Weight of a first visit: every response from the home page to a playable board, for each variant. Results in
 * `artefacts/page-weight.md`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { someMove } from '../lib/moves.ts';
import { newGame } from '../lib/newGame.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { script, VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import type { Server } from '../lib/server.ts';
import { expect, type NewPerson, test } from '../lib/test.ts';
import { type Answer, Wire } from '../lib/wire.ts';

/** Maximum bytes before the board is playable. */
const BAR = 600_000;
/** Network delay that makes competing requests visible. */
const DELAY_MS = 25;

const FOLDER = fileURLToPath(new URL('../artefacts/', import.meta.url));

function table(answers: readonly Answer[]): string {
	const rows = [...answers].sort((a, b) => b.bytes - a.bytes);
	const lines = rows.map(({ path, bytes, encoding }) => `| ${path} | ${encoding} | ${bytes} |`);
	return ['| resource | encoding | bytes |', '|---|---|---:|', ...lines].join('\n');
}

const sum = (answers: readonly Answer[]) => answers.reduce((total, { bytes }) => total + bytes, 0);

/** Files that load when the page is quiet. */
const WAITS = /(engine|records)_bg.*\.wasm|\/sw\.js|\/assets\/offline-|\.woff2?$/;
/** Pause without requests before these load (`web/src/loading/offline/state.svelte.ts`). */
const QUIET_MS = 1_500;
const VISITS = 5;

interface Visit {
	before: Answer[];
	after: Answer[];
}

/** From the home page to a playable board, and on until the precache is complete. */
async function visit(server: Server, person: NewPerson, game: VariantId): Promise<Visit> {
	const wire = await Wire.to(server.url, DELAY_MS);
	const page = await person(game, { baseURL: wire.url, serviceWorkers: 'allow' });
	await page.addInitScript(() => {
		const watch = new MutationObserver(() => {
			if (!document.querySelector('sg-pieces piece')) return;
			Object.assign(window, { boardAt: Date.now() });
			watch.disconnect();
		});
		watch.observe(document, { childList: true, subtree: true });
	});
	const board = await newGame(page, game, { opponent: 'computer', side: 'first', clock: 'none' });
	await board.mayMove('first');
	// Playable once the board and its last piece picture are loaded, by the page clock.
	const seen = await page.waitForFunction(async () => {
		const address = (piece: Element) => /url\("([^"]+)"\)/.exec(getComputedStyle(piece).backgroundImage)?.[1];
		const addresses = [...new Set([...document.querySelectorAll('sg-pieces piece')].map(address))];
		const images = addresses.map((src) => Object.assign(new Image(), { src: src ?? '' }));
		await Promise.all(images.map((image) => image.decode()));
		const ends = addresses.map((one) => performance.getEntriesByName(one ?? '')[0] as PerformanceResourceTiming);
		const pictures = performance.timeOrigin + Math.max(...ends.map(({ responseEnd }) => responseEnd));
		const { boardAt } = window as unknown as { boardAt: number };
		return images.length > 4 && Math.max(pictures, boardAt);
	});
	const usable = Number(await seen.jsonValue());
	expect(Math.abs(Date.now() - usable)).toBeLessThan(60_000);
	await board.put(someMove(game, script(game).start), 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	await serviceWorkerActive(page);
	await page.context().close();
	await wire.close();
	const answers = wire.answers.toSorted((a, b) => a.asked - b.asked);
	return {
		before: answers.filter(({ asked }) => asked <= usable),
		after: answers.filter(({ asked }) => asked > usable),
	};
}

/**
 * On a loaded machine, filling in the form may take long enough for the page to be quiet and to fetch these files,
 * which is correct. Fetched without such a pause they are a fault.
 */
function lingered(game: VariantId, { before }: Visit): boolean {
	const first = before.findIndex(({ path }) => WAITS.test(path));
	if (first < 0) return false;
	const { path, asked } = before[first] as Answer;
	expect(path, `${game}: what can wait is asked for by the service worker`).toBe('/sw.js');
	const loaded = before.slice(0, first).filter(({ path }) => /\.(js|wasm|json)$|^\/$/.test(path));
	const paused = asked - Math.max(...loaded.map(({ answered }) => answered));
	expect(paused, `${game}: the pause before what can wait`).toBeGreaterThanOrEqual(QUIET_MS);
	return true;
}

async function swiftVisit(server: Server, person: NewPerson, game: VariantId): Promise<Visit> {
	for (let tried = 1; tried <= VISITS; tried += 1) {
		const seen = await visit(server, person, game);
		if (!lingered(game, seen)) return seen;
		console.log(`${game}: lingered on the form, visit ${tried} of ${VISITS} does not count`);
	}
	throw new Error(`${game}: ${VISITS} visits lingered`);
}

test('a first visit stays below its size limit, and deferred files load later', async ({ server, person }) => {
	test.setTimeout(600_000);
	const report: string[] = ['# Page weight', '', 'Bytes over the wire from the home page to a board that can be used.'];
	const overview: string[] = ['', '| game | before the board | answers | after it |', '|---|---:|---:|---:|'];
	const details: string[] = [];
	const visits = new Map<VariantId, Visit>();
	for (const game of VARIANT_IDS) {
		const seen = await swiftVisit(server, person, game);
		visits.set(game, seen);
		const { before, after } = seen;
		overview.push(`| ${game} | ${sum(before)} | ${before.length} | ${sum(after)} |`);
		details.push('', `## ${game}, before the board`, '', table(before), '', `## ${game}, after it`, '', table(after));
	}
	const text = [...report, ...overview, ...details, ''].join('\n');
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(`${FOLDER}page-weight.md`, text);
	console.log([...report, ...overview].join('\n'));
	for (const [game, { before, after }] of visits) {
		const paths = before.map(({ path }) => path);
		expect(
			paths.some((path) => /rules_bg.*\.wasm/.test(path)),
			`${game}: the rules were counted`,
		).toBe(true);
		expect(sum(before), `${game}: bytes before the board`).toBeLessThan(BAR);
		const later = after.map(({ path }) => path);
		expect(
			later.some((path) => WAITS.test(path)),
			`${game}: what can wait came afterwards`,
		).toBe(true);
	}
});
