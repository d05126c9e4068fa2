/** Offline use after one visit; online games wait. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { emptyStore } from '../lib/keptGames.ts';
import { LOCALES, text } from '../lib/messages.ts';
import { someMove } from '../lib/moves.ts';
import { button, closeOf, heading, region, resign } from '../lib/named.ts';
import { newFriendGame, newGame } from '../lib/newGame.ts';
import { makeMove, quietMove, shownPuzzle, solve, stateIs } from '../lib/puzzles.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { Server } from '../lib/server.ts';
import { pieceLetters, pieceSets } from '../lib/sets.ts';
import { test as base, type Complaints } from '../lib/test.ts';
import { NEWER_MARK, Wire } from '../lib/wire.ts';

/** Own server, since it is stopped. */
const test = base.extend<{ own: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
	own: async ({}, use) => {
		const server = await Server.start();
		await use(server);
		await server.stop();
	},
});

async function isKept(page: Page): Promise<void> {
	await expect(page.getByTestId('offline-state')).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
}

/** Takes the browser offline and kills the server. */
async function cut(context: BrowserContext, server: Server, complaints: Complaints): Promise<void> {
	complaints.offline = true;
	await context.setOffline(true);
	await server.kill();
}

test('one visit of the home page suffices for offline use', async ({ own, person, complaints }) => {
	test.setTimeout(300_000);
	const page = await person('visitor', { baseURL: own.url, serviceWorkers: 'allow' });
	await page.goto('/');
	await isKept(page);
	await cut(page.context(), own, complaints);

	await test.step('a reload without a network works before the service worker controls the page', async () => {
		await page.reload();
		await expect(page.getByTestId('tile-shogi')).toBeVisible();
		await expect(page.getByTestId('offline-notice')).toHaveText(text('offline_away_text'));
		for (const address of ['/new/shogun', '/no/such/page', '/play/nothing'])
			expect((await page.goto(address))?.ok(), address).toBe(true);
		await expect(heading(page, 'missing_title')).toBeVisible();
	});

	for (const game of VARIANT_IDS) {
		await test.step(`${game}: against the computer`, async () => {
			const board = await newGame(page, game, { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
			await board.put(someMove(game, await board.position()), 'click');
			await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
			await expect(page.getByTestId('offline-sign')).toBeVisible();
			await page.reload();
			await board.put(someMove(game, await board.position()), 'click');
			await expect(board.root).toHaveAttribute('data-ply', '4', { timeout: 60_000 });
		});
		await test.step(`${game}: on one device, to an end`, async () => {
			const board = await newGame(page, game, { opponent: 'device', clock: 'default' });
			for (const step of script(game).moves.slice(0, 4)) await board.play(step, 'click');
			await resign(page);
			await expect(board.result).toBeVisible();
		});
	}

	await test.step('the puzzle of the day', async () => {
		await page.goto('/puzzles');
		await page.getByTestId('day-shogi').click();
		const puzzle = await shownPuzzle(page, 'shogi');
		if (puzzle.kind === 'mate') {
			await makeMove(page, 'shogi', await quietMove('shogi', puzzle));
			await stateIs(page, 'wrong');
			await page.getByTestId('puzzle-again').click();
		}
		await solve(page, 'shogi', puzzle);
	});

	await test.step('finished games are opened again', async () => {
		await page.goto('/');
		await expect(page.getByTestId('finished').getByRole('link')).toHaveCount(VARIANT_IDS.length);
		await page.getByTestId('finished').getByRole('link').first().click();
		await expect(region(page, 'result_title')).toHaveAttribute('data-reason', 'resignation');
		await button(page, 'play_to_start').click();
		await expect(page.getByTestId('board')).toHaveAttribute('data-position', script('shogun').start);
	});

	await test.step('settings and languages', async () => {
		await button(page, 'nav_settings').click();
		await page.getByTestId('theme-dark').click();
		await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
		for (const locale of LOCALES) {
			await page.getByTestId(`language-${locale}`).click();
			await expect(page.getByTestId('offline-state')).toHaveText(text('offline_ready', locale));
		}
		await page.reload();
		await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
		await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	});

	await test.step('every picture of every set is there', async () => {
		const files = VARIANT_IDS.flatMap((game) =>
			pieceSets(game).flatMap(({ id, turned }) =>
				pieceLetters(game).flatMap((letter) =>
					['first', 'second'].flatMap((side) =>
						(turned ? ['', 'flipped/'] : ['']).map((folder) => `/pieces/${id}/${game}/${folder}${side}-${letter}.svg`),
					),
				),
			),
		);
		const missing = await page.evaluate(async (files) => {
			const answers = await Promise.all(
				files.map((file) =>
					fetch(file).then(
						(answer) => answer.ok,
						() => false,
					),
				),
			);
			return { count: files.length, missing: files.filter((_, i) => !answers[i]) };
		}, files);
		expect(missing.count).toBeGreaterThan(700);
		expect(missing.missing).toEqual([]);
	});
});

test('an online game waits and resumes automatically', async ({ own, person, complaints }) => {
	const host = await person('host', { baseURL: own.url, serviceWorkers: 'allow' });
	const guest = await person('guest', { baseURL: own.url });
	const clock = { mainSeconds: 600, periodSeconds: 30, periods: 1 };
	const boards = await newFriendGame(host, guest, 'minishogi', { side: 'first', clock });
	const [first, reply, ...more] = script('minishogi').moves;
	const [before, second, third] = more;
	if (!first || !reply || !before || !second || !third) throw new Error('the game is too short');
	await boards.host.play(first, 'click');
	await boards.guest.play(reply, 'click');
	await boards.host.play(before, 'click');
	await boards.guest.shows(before.position);
	await button(host, 'nav_settings').click();
	await isKept(host);
	await closeOf(host, 'settings_title').click();

	complaints.offline = true;
	await host.context().setOffline(true);
	await expect(host.getByTestId('banner').first()).toHaveText(`${text('friend_offline')} ${text('friend_clock_runs')}`);
	await test.step('opened again without a network, it shows what was last known', async () => {
		await host.reload();
		await boards.host.shows(before.position);
		await expect(host.getByTestId('banner').first()).toBeVisible();
	});
	await boards.guest.play(second, 'click');
	await host.context().setOffline(false);
	await boards.host.shows(second.position);
	await expect(host.getByTestId('banner')).toHaveCount(0);
	complaints.offline = false;
	await boards.host.play(third, 'click');
	await boards.guest.shows(third.position);

	await test.step('one that this browser knows nothing of waits for the network', async () => {
		complaints.offline = true;
		const address = host.url();
		await host.goto('/');
		await emptyStore(host, 'boards');
		await host.context().setOffline(true);
		await host.goto(address);
		await expect(host.getByTestId('friend-waits')).toHaveText(text('friend_waits'));
		await host.context().setOffline(false);
		await boards.host.shows(third.position);
		complaints.offline = false;
	});
});

test('a newer version is installed after the game', async ({ server, person }) => {
	const wire = await Wire.to(server.url);
	const page = await person('player', { baseURL: wire.url, serviceWorkers: 'allow' });
	await page.goto('/');
	await isKept(page);
	const board = await newGame(page, 'minishogi', { opponent: 'device', clock: 'none' });
	for (const step of script('minishogi').moves.slice(0, 2)) await board.play(step, 'click');

	wire.newer = true;
	await page.reload();
	await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
	await board.shows(script('minishogi').moves[1]?.position ?? '');
	await expect(page.getByTestId('newer-version')).toBeHidden();
	await page.reload();
	await board.shows(script('minishogi').moves[1]?.position ?? '');
	expect(await page.locator('meta[name="newer"]').count(), 'still the page it was').toBe(0);

	await resign(page);
	await expect(page.getByTestId('newer-version')).toContainText(text('offline_newer'));
	await button(page, 'play_reload').click();
	await expect(page.locator('meta[name="newer"]')).toHaveCount(1);
	expect(NEWER_MARK).toContain('name="newer"');
	await expect(board.result, 'the game is still there').toBeVisible();
	await expect(page.getByTestId('newer-version')).toBeHidden();
	await page.context().close();
	await wire.close();
});

test('the settings offer the installation once if the browser supports it', async ({ page }) => {
	await page.goto('/');
	await button(page, 'nav_settings').click();
	await expect(button(page, 'offline_install')).toBeHidden();
	// Headless browsers fire no `beforeinstallprompt`: dispatch one.
	const prevented = await page.evaluate(() => {
		const state = { asked: 0 };
		const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
			prompt: async () => {
				state.asked += 1;
			},
		});
		Object.assign(window, { install: state });
		dispatchEvent(offer);
		return offer.defaultPrevented;
	});
	expect(prevented, 'the browser does not ask over a game').toBe(true);
	await button(page, 'offline_install').click();
	expect(await page.evaluate(() => (window as unknown as { install: { asked: number } }).install.asked)).toBe(1);
	await expect(button(page, 'offline_install')).toBeHidden();

	const manifest = await page.evaluate(async () => {
		const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
		const said = await (await fetch(link?.href ?? '')).json();
		const sizes = await Promise.all(
			(said.icons as { src: string; sizes: string }[]).map(async ({ src, sizes }) => {
				const image = Object.assign(new Image(), { src });
				await image.decode();
				return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;
			}),
		);
		return { display: said.display, start: said.start_url, sizes };
	});
	expect(manifest.display).toBe('standalone');
	expect(manifest.start).toBe('/');
	expect(manifest.sizes.length).toBeGreaterThan(1);
	expect(manifest.sizes).not.toContain(false);
});

test('plain HTTP in a local network caches nothing, and everything except offline use works', async ({
	server,
	person,
}) => {
	const page = await person('neighbour', {
		baseURL: server.url.replace('127.0.0.1', 'lan.local'),
		serviceWorkers: 'allow',
	});
	const board = await newGame(page, 'torishogi', { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
	expect(await page.evaluate(() => isSecureContext)).toBe(false);
	await board.put(someMove('torishogi', await board.position()), 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	await button(page, 'nav_settings').click();
	await expect(page.getByTestId('offline-state')).toHaveText(text('offline_impossible'));
});
