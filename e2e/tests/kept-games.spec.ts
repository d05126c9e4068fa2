/** Storage of games: two tabs, back/forward cache, refused or full storage, pages that close. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { inDatabase, putInto } from '../lib/keptGames.ts';
import { text } from '../lib/messages.ts';
import { button, resign } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { script, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

const GAME = 'minishogi' satisfies VariantId;
const steps = script(GAME).moves;
const positionAfter = (ply: number) => steps[ply - 1]?.position ?? '';

async function play(board: Board, from: number, to: number): Promise<void> {
	for (const step of steps.slice(from, to)) await board.play(step, 'click');
}

async function begin(page: Page, plies: number): Promise<{ board: Board; address: string; id: string }> {
	const board = await newGame(page, GAME, { opponent: 'device', clock: 'none' });
	await play(board, 0, plies);
	const address = new URL(page.url()).pathname;
	return { board, address, id: address.split('/').at(-1) ?? '' };
}

async function open(page: Page, address: string): Promise<Board> {
	await page.goto(address);
	const board = new Board(page, GAME);
	await expect(board.root).toHaveAttribute('data-mover', /first|second/);
	return board;
}

test('two tabs of one game converge, regardless of which plays', async ({ page, context, complaints }) => {
	const { board, address } = await begin(page, 1);
	const tab = await context.newPage();
	complaints.watch(tab, 'second tab');
	const other = await open(tab, address);
	await play(other, 1, 3);
	await board.shows(positionAfter(3));
	await expect(board.root).toHaveAttribute('data-mover', 'second');
	await play(board, 3, 4);
	await other.shows(positionAfter(4));
	await page.reload();
	await board.shows(positionAfter(4));
});

test('opening the analysis board in one tab does not undo the moves of another', async ({ page, context }) => {
	const board = await open(page, `/analysis/${GAME}`);
	await play(board, 0, 1);
	const tab = await context.newPage();
	const glance = await open(tab, `/analysis/${GAME}`);
	await glance.shows(positionAfter(1));
	await play(board, 1, 4);
	// The first tab takes over the moves and keeps its own place.
	await expect(tab.getByTestId('tree').getByRole('button')).toHaveCount(4);
	await glance.shows(positionAfter(1));
	await tab.bringToFront();
	await tab.keyboard.press('ArrowLeft');
	await expect(glance.root).toHaveAttribute('data-ply', '0');
	await tab.waitForTimeout(1_000);
	await page.reload();
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(4);
});

test('My games follows saves and deletions of another tab', async ({ page, context }) => {
	await page.goto('/games');
	await expect(page.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
	const tab = await context.newPage();
	const { id } = await begin(tab, 2);
	const row = page.getByTestId(`game-${id}`);
	await expect(row).toContainText(text('games_open'));
	await resign(tab);
	await expect(row).toContainText(text('reason_resignation'));
	await tab.goto('/games');
	await button(tab.getByTestId(`game-${id}`), 'games_more').click();
	await button(tab.getByRole('dialog'), 'games_delete').click();
	await button(tab.getByTestId('confirm'), 'games_delete').click();
	await expect(row).toHaveCount(0);
});

test.describe('a page restored from the back/forward cache', () => {
	/** The headless shell has no back/forward cache, and Playwright disables it. */
	const CHROMIUM = process.env.CHROMIUM_WITH_CACHE ?? '/usr/bin/chromium';
	test.skip(!existsSync(CHROMIUM), `there is no ${CHROMIUM}`);
	let browser: Browser;
	let context: BrowserContext;
	test.beforeEach(async ({ baseURL, launchOptions }) => {
		browser = await chromium.launch({
			...launchOptions,
			executablePath: CHROMIUM,
			ignoreDefaultArgs: ['--disable-back-forward-cache'],
		});
		context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'en', serviceWorkers: 'block' });
		await context.addInitScript(() => localStorage.setItem('komadai.settings', '{"piecesAsked":true,"instant":true}'));
	});
	test.afterEach(() => browser.close());

	/** Leaves for another site, runs `meanwhile`, and goes back through the cache. */
	async function cameBack(page: Page, meanwhile: () => Promise<void>): Promise<void> {
		await page.evaluate(() => Object.assign(window, { asItWas: true }));
		await page.goto('data:text/html,elsewhere');
		await meanwhile();
		// A page from the cache fires no load event.
		await page.goBack({ waitUntil: 'commit' });
		expect(await page.evaluate(() => 'asItWas' in window), 'it came out of the cache').toBe(true);
	}

	test('does not undo the moves of another tab', async () => {
		const page = await context.newPage();
		const { board, address, id } = await begin(page, 1);
		await expect.poll(() => inDatabase(page, id)).toBe('1 open');
		const tab = await context.newPage();
		await cameBack(page, async () => {
			await play(await open(tab, address), 1, 4);
		});
		await board.shows(positionAfter(4));
		expect(await inDatabase(tab, id)).toBe('4 open');
		await page.goto('about:blank');
		expect(await inDatabase(tab, id)).toBe('4 open');
	});

	test('does not undo the end of a game', async () => {
		const page = await context.newPage();
		const { address, id } = await begin(page, 1);
		await expect.poll(() => inDatabase(page, id)).toBe('1 open');
		const tab = await context.newPage();
		await cameBack(page, async () => {
			await play(await open(tab, address), 1, 4);
			await resign(tab);
			await expect.poll(() => inDatabase(tab, id)).toBe('4 resignation');
		});
		await expect(new Board(page, GAME).result).toBeVisible();
		await page.goto('about:blank');
		expect(await inDatabase(tab, id)).toBe('4 resignation');
	});

	test('shows the analysis board as another tab has left it', async () => {
		const page = await context.newPage();
		const board = await open(page, `/analysis/${GAME}`);
		await play(board, 0, 1);
		await page.waitForTimeout(1_000);
		const tab = await context.newPage();
		await cameBack(page, async () => {
			await play(await open(tab, `/analysis/${GAME}`), 1, 4);
			await tab.waitForTimeout(1_000);
		});
		await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(4);
		await page.keyboard.press('ArrowLeft');
		await page.waitForTimeout(1_000);
		await tab.reload();
		await expect(tab.getByTestId('tree').getByRole('button')).toHaveCount(4);
	});
});

test.describe('when the browser refuses', () => {
	/** Storage as with blocked cookies: access throws. */
	function refuseAll(): void {
		for (const name of ['localStorage', 'indexedDB'])
			Object.defineProperty(window, name, {
				get: () => {
					throw new DOMException('The document is not allowed to keep anything.', 'SecurityError');
				},
			});
	}

	test('storage, a game can be played, and the page says that it is not saved', async ({ page }) => {
		await page.addInitScript(refuseAll);
		await page.goto(`/new/${GAME}`);
		await page.getByTestId('play-now').click();
		const board = new Board(page, GAME);
		await expect(board.root).toHaveAttribute('data-mover', 'first');
		await expect(page.getByTestId('banner')).toContainText(text('games_problem_unavailable'));
		const [first] = steps;
		if (!first) throw new Error('the game is empty');
		await board.put(first, 'click');
		await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
		// The game continues while the page is open.
		await page
			.getByRole('link', { name: text('app_name') })
			.first()
			.click();
		await expect(page.getByTestId('keeping-problem')).toHaveText(text('games_problem_unavailable'));
		await page.getByTestId('unfinished').getByRole('link').click();
		await expect(board.root).toHaveAttribute('data-ply', '2');
	});

	test('a database, a game resumes after a reload, and is not removed if the removal cannot be saved', async ({
		page,
	}) => {
		await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
		const { board, id } = await begin(page, 2);
		await expect(page.getByTestId('banner')).toContainText(text('games_problem_unavailable'));
		await page.reload();
		await board.shows(positionAfter(2));
		await page.goto('/');
		await page.getByTestId(`forget-${id}`).click();
		await expect(page.getByTestId('keeping-problem')).toHaveText(text('games_problem_unavailable'));
		await expect(page.getByTestId('unfinished').getByRole('link')).toHaveCount(1);
		await page.reload();
		await expect(page.getByTestId('unfinished').getByRole('link')).toHaveCount(1);
	});

	test('space, the page says so, and the moves survive a reload', async ({ page, baseURL }) => {
		const client = await page.context().newCDPSession(page);
		await client.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
		const { board } = await begin(page, 2);
		await expect(page.getByTestId('banner')).toContainText(text('games_problem_full'));
		await page.reload();
		await board.shows(positionAfter(2));
		await play(board, 2, 3);
		await page.goto('/');
		await expect(page.getByTestId('keeping-problem')).toHaveText(text('games_problem_full'));
		await page.getByTestId('unfinished').getByRole('link').click();
		await board.shows(positionAfter(3));
	});
});

/** Delays database writes beyond the life of the page. */
async function holdWrites(page: Page): Promise<void> {
	await page.evaluate(() => {
		const { transaction } = IDBDatabase.prototype;
		IDBDatabase.prototype.transaction = function (names, mode, options) {
			const all = transaction.call(this, names, mode, options);
			const store = all.objectStore(typeof names === 'string' ? names : ([...names][0] ?? ''));
			const ask = () => {
				store.count().onsuccess = ask;
			};
			if (mode === 'readwrite') ask();
			return all;
		};
	});
}

test('a page that is killed during a write loses one move at most', async ({ context }) => {
	// Without complaints fixture: the page is closed during the test.
	const page = await context.newPage();
	const { board, address, id } = await begin(page, 2);
	await expect.poll(() => inDatabase(page, id)).toBe('2 open');
	await holdWrites(page);
	await play(board, 2, 3);
	const client = await context.newCDPSession(page);
	const died = page.waitForEvent('crash');
	void client.send('Page.crash').catch(() => {});
	await died;
	const next = await context.newPage();
	const after = await open(next, address);
	await after.shows(positionAfter(2));
	await play(after, 2, 4);
	await expect.poll(() => inDatabase(next, id)).toBe('4 open');
});

test('a page that is left during a write keeps the move', async ({ page, context }) => {
	const { board, address, id } = await begin(page, 2);
	await expect.poll(() => inDatabase(page, id)).toBe('2 open');
	await holdWrites(page);
	await play(board, 2, 3);
	await page.goto('about:blank');
	const next = await context.newPage();
	await (await open(next, address)).shows(positionAfter(3));
	await expect.poll(() => inDatabase(next, id)).toBe('3 open');
	expect(
		await next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('komadai.unwritten'))),
	).toEqual([]);
});

test('a damaged game is reported, and lists still work', async ({ page, complaints }) => {
	// The page logs the error of the rules module.
	complaints.allowed.push(/does not fit: the move/);
	const { id } = await begin(page, 2);
	await expect.poll(() => inDatabase(page, id)).toBe('2 open');
	await putInto(page, 'games', { id: 'broken', game: GAME, updatedAt: 5, home: 'going' });
	const damaged = {
		board: {
			id: 'broken',
			revision: 1,
			write: 'w',
			at: 1,
			kind: 'local',
			state: 'going',
			board: { kind: 'local', record: { outcome: {} } },
		},
		move: {
			version: 1,
			id: 'bad-move',
			game: GAME,
			start: '',
			rules: {},
			opponent: { kind: 'device' },
			clock: { kind: 'none' },
			moves: ['9a9b'],
			clocksBefore: [],
			outcome: null,
			createdAt: 1,
			updatedAt: 1,
		},
		link: {
			version: 2,
			seenAt: 1,
			page: { seat: 'first', snapshot: { id: 'x', settings: { game: GAME }, moves: [], offers: [] } },
		},
	};
	await putInto(page, 'boards', damaged.board);
	await page.evaluate(({ move, link }) => {
		localStorage.setItem('komadai.game.bad-move', JSON.stringify(move));
		localStorage.setItem('komadai.game.bad-clock', JSON.stringify({ ...move, clock: { kind: 'weird' } }));
		localStorage.setItem('komadai.friend.x', JSON.stringify(link));
	}, damaged);
	for (const one of ['broken', 'bad-move', 'bad-clock']) {
		await page.goto(`/play/${one}`);
		await expect(page.getByTestId('damaged'), one).toContainText(text('game_damaged'));
	}
	await page.goto('/');
	await expect(page.getByTestId(`unfinished-${id}`)).toBeVisible();
	await page.getByTestId('forget-bad-move').click();
	await expect(page.getByTestId('unfinished').getByRole('link')).toHaveCount(1);
	await page.goto('/games');
	await expect(page.getByTestId(`game-${id}`)).toBeVisible();
	await expect(page.getByTestId('damaged-broken')).toContainText(text('game_damaged'));
});

test('a game that is removed from the home page stays in My games, and can be put back', async ({ page }) => {
	const { id } = await begin(page, 2);
	await page.goto('/');
	await page.getByTestId(`forget-${id}`).click();
	await expect(page.getByTestId('unfinished')).toHaveCount(0);
	await expect(page.getByTestId('removed')).toContainText(text('home_removed'));
	await button(page, 'games_undo').click();
	await expect(page.getByTestId('unfinished').getByRole('link')).toHaveCount(1);
	await page.getByTestId(`forget-${id}`).click();
	await expect(page.getByTestId('unfinished')).toHaveCount(0);
	await page.reload();
	await expect(page.getByTestId('play-shogi')).toBeVisible();
	await expect(page.getByTestId('unfinished')).toHaveCount(0);
	await page.goto('/games');
	await page.getByTestId(`game-${id}`).getByRole('link').click();
	await new Board(page, GAME).shows(positionAfter(2));
});

test('persistent storage is requested after the first finished game, and the settings show the answer', async ({
	page,
}) => {
	await page.addInitScript(() => {
		Object.assign(window, { asked: 0 });
		StorageManager.prototype.persist = async () => {
			Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 });
			return true;
		};
		StorageManager.prototype.persisted = async () => (window as unknown as { asked: number }).asked > 0;
	});
	const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
	const line = page.getByTestId('data-kept');
	await begin(page, 2);
	expect(await asked()).toBe(0);
	await resign(page);
	await expect.poll(asked).toBe(1);
	await button(page, 'nav_settings').click();
	await expect(line).toHaveText(text('settings_data_kept'));
	await page.reload();
	await button(page, 'nav_settings').click();
	await expect(line).toHaveText(text('settings_data_may_go'));
});
