/**
 * Time to the first puzzle on a warm start, at full speed and with 4× CPU throttling: medians over rounds.
 * Measurement without assertions. `make puzzles-bench`; ROUNDS=5.
 */
import { test } from '@playwright/test';
import { VARIANT_IDS } from '../../lib/scripts.ts';
import { Server } from '../../lib/server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Selector that shows when the puzzles of a page are visible. */
const PAGES = [
	['/puzzles', '[data-testid="day-shogi"] img'],
	...VARIANT_IDS.map((game) => [`/puzzles/${game}`, '[data-testid="board"][data-position]']),
] as [string, string][];

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('first puzzle', async ({ browser }) => {
	const server = await Server.start();
	const page = await browser.newPage();
	await page.addInitScript((pages) => {
		const wanted = pages.find(([path]) => path === location.pathname)?.[1];
		if (!wanted) return;
		const watch = new MutationObserver(() => {
			if (!document.querySelector(wanted)) return;
			watch.disconnect();
			requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }));
		});
		watch.observe(document, { childList: true, subtree: true, attributes: true });
	}, PAGES);
	const cdp = await page.context().newCDPSession(page);
	for (const slower of [1, 4]) {
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
		for (const [path] of PAGES) {
			const times: number[] = [];
			// The first visit warms the caches.
			for (let round = 0; round <= ROUNDS; round += 1) {
				await page.goto(`${server.url}${path}`);
				const shown = await page.waitForFunction(() => (window as unknown as { shownAt?: number }).shownAt);
				if (round > 0) times.push(Number(await shown.jsonValue()));
			}
			console.log(`${path}, processor ${slower} times slower: ${Math.round(median(times))} ms`);
		}
	}
	await server.stop();
});
