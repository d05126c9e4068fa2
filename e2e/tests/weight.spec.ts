/**
 * What a first visit weighs: every answer that crosses the wire from the home page to a board that can be
 * used, in each game. Written to `artefacts/page-weight.md`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { someMove } from '../lib/moves.ts';
import { newGame } from '../lib/newGame.ts';
import { GAME_IDS, type GameId, script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { type Answer, Wire } from '../lib/wire.ts';

/** Bytes over the wire before the board can be used. */
const BAR = 600_000;
/** As over a distance, so that what competes is seen to. */
const DELAY_MS = 25;

const FOLDER = fileURLToPath(new URL('../artefacts/', import.meta.url));

function table(answers: readonly Answer[]): string {
	const rows = [...answers].sort((a, b) => b.bytes - a.bytes);
	const lines = rows.map(({ path, bytes, encoding }) => `| ${path} | ${encoding} | ${bytes} |`);
	return ['| resource | encoding | bytes |', '|---|---|---:|', ...lines].join('\n');
}

const sum = (answers: readonly Answer[]) => answers.reduce((total, { bytes }) => total + bytes, 0);

test('a first visit is light, and what can wait waits', async ({ server, person }) => {
	const report: string[] = ['# Page weight', '', 'Bytes over the wire from the home page to a board that can be used.'];
	const overview: string[] = ['', '| game | before the board | answers | after it |', '|---|---:|---:|---:|'];
	const details: string[] = [];
	const before: Record<string, Answer[]> = {};
	for (const game of GAME_IDS) {
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
		const board = await newGame(page, game as GameId, { opponent: 'computer', side: 'first', clock: 'none' });
		await board.mayMove('first');
		// Usable from the moment the board stood and the last picture of a piece on it had come, by the page's own
		// clock: this test is told of it later.
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
		await expect
			.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), { timeout: 60_000 })
			.toBe('activated');
		const first = wire.answers.filter(({ asked }) => asked <= usable);
		const later = wire.answers.filter(({ asked }) => asked > usable);
		before[game] = first;
		overview.push(`| ${game} | ${sum(first)} | ${first.length} | ${sum(later)} |`);
		details.push('', `## ${game}, before the board`, '', table(first), '', `## ${game}, after it`, '', table(later));
		await page.context().close();
		await wire.close();
	}
	const text = [...report, ...overview, ...details, ''].join('\n');
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(`${FOLDER}page-weight.md`, text);
	console.log([...report, ...overview].join('\n'));
	for (const game of GAME_IDS) {
		const answers = before[game] ?? [];
		const paths = answers.map(({ path }) => path);
		expect(
			paths.some((path) => /rules_bg.*\.wasm/.test(path)),
			`${game}: the rules were counted`,
		).toBe(true);
		expect(sum(answers), `${game}: bytes before the board`).toBeLessThan(BAR);
		const early = paths.filter((path) => /engine_bg.*\.wasm|\/sw\.js|\/assets\/offline-|\.woff2?$/.test(path));
		expect(early, `${game}: what can wait`).toEqual([]);
	}
});
