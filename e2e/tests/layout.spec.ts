/** Every game on screens from a small phone to a large monitor: all of it in sight, nothing on top of anything. */
import type { Page } from '@playwright/test';
import { button, region, resign } from '../lib/named.ts';
import { newFriendGame, newGame } from '../lib/newGame.ts';
import { glimpse } from '../lib/pictures.ts';
import { GAME_IDS, type GameId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

const SCREENS = [
	[320, 568],
	[360, 640],
	[568, 320],
	[768, 1024],
	[1024, 768],
	[1280, 800],
	[1920, 1080],
	[2560, 1440],
] as const;

/** Two kings and all the rest in hand, and two moves, after which everything a game offers is offered. */
const FULL_HANDS: Record<GameId, { position: string; moves: [string, string][] }> = {
	shogi: {
		position: '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1',
		moves: [
			['5i', '5h'],
			['5a', '5b'],
		],
	},
	minishogi: {
		position: '4k/5/5/5/K4 b RBGSPrbgsp 1',
		moves: [
			['5e', '5d'],
			['1a', '1b'],
		],
	},
	torishogi: {
		position: '3k3/7/7/7/7/7/3K3 b FLRCP8Sflrcp8s 1',
		moves: [
			['4g', '4f'],
			['4a', '4b'],
		],
	},
	shogun: {
		position: '4k3/8/8/8/8/8/8/4K3[RRBBNNFPPPPPPPPrrbbnnfpppppppp] w - - 0 1',
		moves: [
			['4h', '4g'],
			['4a', '4b'],
		],
	},
};

/** Smallest side of something to press, in CSS pixels. */
const THUMB = 32;

interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The boxes of what a player needs, by what they are called; what is not there is left out. */
async function boxes(page: Page): Promise<Box[]> {
	return page.evaluate(() => {
		const found: { name: string; x: number; y: number; width: number; height: number }[] = [];
		const add = (name: string, element: Element | null) => {
			if (!element) return;
			const { x, y, width, height } = element.getBoundingClientRect();
			if (width > 0 && height > 0) found.push({ name, x, y, width, height });
		};
		add('board', document.querySelector('.frame'));
		for (const side of ['first', 'second']) {
			add(`hand ${side}`, document.querySelector(`[data-testid="hand-${side}"]`));
			add(`clock ${side}`, document.querySelector(`[data-testid="clock-${side}"]`));
		}
		for (const at of ['top', 'bottom']) add(`name ${at}`, document.querySelector(`[data-testid="seat-${at}"] .player`));
		add('status', document.querySelector('.game .status p'));
		for (const button of document.querySelectorAll('.game button, header button, header a'))
			if (!button.closest('[data-testid="moves"], .drawer'))
				add(button.getAttribute('data-testid') ?? button.textContent ?? 'button', button);
		return found;
	});
}

/** Another screen, and the page after it has noticed. */
async function resize(page: Page, width: number, height: number): Promise<void> {
	await page.setViewportSize({ width, height });
	await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height] as const);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

function overlap(a: Box, b: Box): boolean {
	const slack = 0.6;
	return (
		a.x + a.width > b.x + slack &&
		b.x + b.width > a.x + slack &&
		a.y + a.height > b.y + slack &&
		b.y + b.height > a.y + slack
	);
}

async function fits(page: Page, width: number, height: number): Promise<void> {
	const where = `${width}×${height}`;
	const all = await boxes(page);
	const names = all.map(({ name }) => name);
	for (const needed of [
		'board',
		'hand first',
		'hand second',
		'clock first',
		'clock second',
		'name top',
		'name bottom',
		'status',
		'flip',
		'takeback',
		'resign',
	])
		expect(names, `${where}: what is in sight`).toContain(needed);
	for (const box of all) {
		const of = `${where}: ${box.name}`;
		expect(box.x, `${of} begins on the screen`).toBeGreaterThanOrEqual(-0.5);
		expect(box.y, `${of} begins on the screen`).toBeGreaterThanOrEqual(-0.5);
		expect(box.x + box.width, `${of} ends on the screen`).toBeLessThanOrEqual(width + 0.5);
		expect(box.y + box.height, `${of} ends on the screen`).toBeLessThanOrEqual(height + 0.5);
	}
	for (const [i, a] of all.entries())
		for (const b of all.slice(i + 1)) expect(overlap(a, b), `${where}: ${a.name} is on top of ${b.name}`).toBe(false);
	const whole = await page.evaluate(() => ({
		width: document.documentElement.scrollWidth,
		height: document.documentElement.scrollHeight,
	}));
	expect(whole.width, `${where}: the page is no wider than the screen`).toBeLessThanOrEqual(width);
	expect(whole.height, `${where}: the page is no higher than the screen`).toBeLessThanOrEqual(height);
	const cut = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('.seat .player, .clock, .game .status p')]
			.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
			.map((one) => one.textContent),
	);
	expect(cut, `${where}: words are whole`).toEqual([]);
	for (const { name, width: w, height: h } of all.filter(({ name }) => /^(flip|takeback|resign|more|draw)$/.test(name)))
		expect(Math.min(w, h), `${where}: ${name} is large enough for a thumb`).toBeGreaterThanOrEqual(THUMB - 0.5);
}

for (const game of GAME_IDS) {
	test(`${game}: nothing overlaps or leaves the screen at eight sizes`, async ({ page }) => {
		const { position, moves } = FULL_HANDS[game];
		const clock = { mainSeconds: 600, periodSeconds: 30, periods: 3 };
		const board = await newGame(page, game, { opponent: 'device', clock, position });
		for (const [ply, [from, to]] of moves.entries()) {
			await board.put({ from, to }, 'click');
			await expect(board.root).toHaveAttribute('data-ply', String(ply + 1));
		}
		for (const [width, height] of SCREENS) {
			await resize(page, width, height);
			await glimpse(page, `layout-${game}-${width}x${height}`);
			await fits(page, width, height);
		}
	});
}

/** Boxes of buttons by their test id. */
async function buttonsOf(page: Page): Promise<Record<string, string>> {
	return page.evaluate(() =>
		Object.fromEntries(
			[...document.querySelectorAll('[data-testid="actions"] button, .tools > button')].map((button) => {
				const { x, y, width, height } = button.getBoundingClientRect();
				return [button.getAttribute('data-testid') ?? '', [x, y, width, height].map(Math.round).join(' ')];
			}),
		),
	);
}

test('a long name leaves the buttons on a small screen: the computer, in Japanese', async ({ person }) => {
	const page = await person('a reader of Japanese', { locale: 'ja' });
	const board = await newGame(page, 'shogi', { opponent: 'computer', level: 1, side: 'first', clock: 'default' });
	await board.put({ from: '7g', to: '7f' }, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	for (const [width, height] of SCREENS) {
		await resize(page, width, height);
		await fits(page, width, height);
	}
});

test('offers move no button, and the result is whole, on screens of every arrangement', async ({ page, person }) => {
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, 'shogun', { side: 'first', clock: 'default' });
	await table.host.put({ from: '4g', to: '4e' }, 'click');
	await table.guest.mayMove('second');
	await table.guest.put({ from: '4b', to: '4d' }, 'click');
	await table.host.mayMove('first');
	const sizes = [
		[320, 568],
		[568, 320],
		[1024, 768],
		[1280, 800],
	] as const;
	const before: Record<string, string>[] = [];
	for (const [width, height] of sizes) {
		await resize(page, width, height);
		before.push(await buttonsOf(page));
	}
	await button(guest, 'play_takeback').click();
	await expect(page.getByTestId('offer-takeback')).toBeVisible();
	for (const [i, [width, height]] of sizes.entries()) {
		await resize(page, width, height);
		await expect(button(page, 'play_accept')).toBeInViewport({ ratio: 1 });
		await expect(button(page, 'play_decline')).toBeInViewport({ ratio: 1 });
		expect(await buttonsOf(page), `${width}×${height}`).toEqual(before[i]);
		await glimpse(page, `layout-offer-${width}x${height}`);
	}
	await button(page, 'play_decline').click();
	await resign(page);
	for (const [width, height] of sizes) {
		await resize(page, width, height);
		await glimpse(page, `layout-result-${width}x${height}`);
		for (const part of ['result', 'rematch', 'new-game'])
			await expect(page.getByTestId(part), `${width}×${height}: ${part}`).toBeInViewport({ ratio: 1 });
		// Nothing lies on them.
		for (const part of ['rematch', 'new-game']) await page.getByTestId(part).click({ trial: true });
		const [result, ground] = await Promise.all(
			[region(page, 'result_title'), page.locator('sg-board')].map((one) => one.boundingBox()),
		);
		if (!result || !ground) throw new Error('there is no board or no result');
		expect(
			overlap({ name: 'result', ...result }, { name: 'board', ...ground }),
			`${width}×${height}: the result covered the position that ended the game`,
		).toBe(false);
	}
	await resize(page, 320, 568);
	await button(region(page, 'result_title'), 'settings_close').click();
	await expect(region(page, 'result_title')).toBeHidden();
	await page.getByTestId('open-result').click();
	await expect(region(page, 'result_title')).toBeVisible();
});

test.describe('fingers', () => {
	test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

	test('two fingers that turn flip the board; one that holds opens no menu; a drag scrolls nothing', async ({
		page,
	}) => {
		const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
		const cdp = await page.context().newCDPSession(page);
		const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
			cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
		const { x, y } = await board.square('5e');
		await touch('touchStart', [
			{ x: x - 60, y },
			{ x: x + 60, y },
		]);
		for (const angle of [0.2, 0.4, 0.6, 0.8]) {
			const [dx, dy] = [60 * Math.cos(angle), 60 * Math.sin(angle)];
			await touch('touchMove', [
				{ x: x - dx, y: y - dy },
				{ x: x + dx, y: y + dy },
			]);
		}
		await touch('touchEnd', []);
		await expect(board.root).toHaveAttribute('data-bottom', 'second');
		await button(page, 'play_flip').tap();
		await expect(board.root).toHaveAttribute('data-bottom', 'first');

		// Pulled down far enough to reload a page that would let itself be pulled.
		await touch('touchStart', [{ x, y: y - 100 }]);
		for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x, y: y - 100 + step * 40 }]);
		await touch('touchEnd', []);
		expect(await page.evaluate(() => [scrollY, visualViewport?.scale])).toEqual([0, 1]);
		expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
		await expect(board.root).toHaveAttribute('data-ply', '0');

		const prevented = await page.evaluate(() => {
			const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
			document.querySelector('sg-board')?.dispatchEvent(event);
			return event.defaultPrevented;
		});
		expect(prevented, 'no menu over the board').toBe(true);
	});
});
