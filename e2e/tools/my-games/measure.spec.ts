/**
 * Time to open My games with many games, and to find those with a position: medians over rounds, at full speed and
 * with 4× CPU throttling. Measurement without assertions. `make games-bench`; GAMES=10000 ROUNDS=5.
 */
import { test } from '@playwright/test';
import { script, type VariantId } from '../../lib/scripts.ts';
import { Server } from '../../lib/server.ts';
import { storeGames } from '../../lib/storedGames.ts';

const GAMES = Number(process.env.GAMES ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const GAME: VariantId = 'shogi';

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('many games', async ({ browser }) => {
	const server = await Server.start();
	const page = await browser.newPage();
	await page.goto(`${server.url}/games`);
	await page.waitForSelector('[data-testid="my-games"][data-ready="true"]');
	for (let stored = 0; stored < GAMES; stored += 1_000)
		await storeGames(page, GAME, Math.min(1_000, GAMES - stored), stored);
	await page.addInitScript(() => {
		const watch = new MutationObserver(() => {
			if (!document.querySelector('[data-testid="my-games"] li')) return;
			watch.disconnect();
			requestAnimationFrame(() => Object.assign(window, { rowsAt: performance.now() }));
		});
		watch.observe(document, { childList: true, subtree: true });
	});
	const cdp = await page.context().newCDPSession(page);
	const position = script(GAME).moves[5]?.position ?? '';
	for (const slower of [1, 4]) {
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
		const [opened, found, again]: [number[], number[], number[]] = [[], [], []];
		for (let round = 0; round < ROUNDS; round += 1) {
			// Page clock from navigation: fetching the page, reading the games, rendering the list.
			await page.goto(`${server.url}/games`);
			const rows = await page.waitForFunction(() => (window as unknown as { rowsAt?: number }).rowsAt);
			opened.push(Number(await rows.jsonValue()));
			await page.getByTestId('filters').waitFor();
			const field = page.locator('[aria-describedby$="-hint"][type="text"]');
			const before = await page.getByTestId('games-count').textContent();
			for (const times of [found, again]) {
				const took = page.evaluate(
					(before) =>
						new Promise<number>((done) => {
							const count = document.querySelector('[data-testid="games-count"]');
							const field = document.querySelector('[aria-describedby$="-hint"][type="text"]');
							let began = 0;
							field?.addEventListener('input', () => {
								began = performance.now();
							});
							const watch = new MutationObserver(() => {
								if (count?.textContent === before) return;
								watch.disconnect();
								requestAnimationFrame(() => done(performance.now() - began));
							});
							watch.observe(document.body, { childList: true, subtree: true, characterData: true });
						}),
					before,
				);
				await field.fill(position);
				times.push(await took);
				await field.fill('');
				await page.waitForFunction(
					(before) => document.querySelector('[data-testid="games-count"]')?.textContent === before,
					before,
				);
			}
		}
		const figures = [opened, found, again].map((values) => `${Math.round(median(values))} ms`);
		console.log(
			`${GAMES} games, processor ${slower} times slower: open ${figures[0]}, find a position ${figures[1]}, the next time ${figures[2]}`,
		);
	}
	await server.stop();
});
