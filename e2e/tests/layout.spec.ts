/** Layout of games beyond `layouts.spec.ts`: movement and touch. */
import type { Page } from '@playwright/test';
import { BYOYOMI_PRESETS } from '../../web/src/clock/presets.ts';
import { clockFaults } from '../lib/clockFaults.ts';
import { LOCALES } from '../lib/messages.ts';
import { button, region, resign } from '../lib/named.ts';
import { type ByoYomi, newFriendGame, newGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { SCREENS, WHOLE } from '../lib/screens.ts';
import { expect, test } from '../lib/test.ts';

/** Resizes and waits until the page has adapted. */
async function resize(page: Page, width: number, height: number): Promise<void> {
	await page.setViewportSize({ width, height });
	await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height] as const);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

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

test('the skip link is invisible until focused, also with text at 200 %', async ({ page }) => {
	await page.goto('/');
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%';
	});
	const skip = await page.locator('.skip').boundingBox();
	expect((skip?.y ?? 0) + (skip?.height ?? 0)).toBeLessThanOrEqual(0);
});

test('the first game can be started without scrolling, in portrait and landscape', async ({ person }) => {
	for (const locale of LOCALES) {
		const page = await person(locale, { locale });
		await page.goto('/');
		for (const [width, height] of [
			[844, 390],
			[740, 360],
			[667, 375],
			[360, 640],
		] as const) {
			await resize(page, width, height);
			await expect.soft(page.getByTestId('play-shogi'), `${locale} ${width}×${height}`).toBeInViewport({ ratio: 1 });
			await picture(page, `home-${width}-${locale}`);
		}
	}
});

test('on a tall phone the hands of a small variant are next to the board and use the whole width', async ({ page }) => {
	await newGame(page, 'minishogi', { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
	await resize(page, 390, 844);
	const box = async (what: string) => {
		const found = await page.locator(what).boundingBox();
		if (!found) throw new Error(`there is no ${what}`);
		return found;
	};
	const ground = await box('.frame');
	const top = await box('[data-testid="seat-top"] .stand');
	const bottom = await box('[data-testid="seat-bottom"] .stand');
	expect(ground.y - (top.y + top.height)).toBeLessThanOrEqual(6);
	expect(bottom.y - (ground.y + ground.height)).toBeLessThanOrEqual(6);
	for (const stand of [top, bottom]) expect(stand.width).toBeGreaterThanOrEqual(388);
});

test('the move sheet on a phone is complete, with few moves and with none', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	await resize(page, 360, 640);
	for (const count of [0, 2]) {
		if (count === 2) {
			await board.put({ from: '7g', to: '7f' }, 'click');
			await board.put({ from: '3c', to: '3d' }, 'click');
			await expect(page.getByTestId('open-moves')).toContainText('2');
			await expect(page.getByTestId('open-moves')).toContainText('P-34');
		}
		await page.getByTestId('open-moves').click();
		const sheet = page.getByTestId('drawer');
		await expect(sheet).toBeInViewport({ ratio: 1 });
		expect((await sheet.boundingBox())?.height).toBeGreaterThan(250);
		await expect(sheet.getByTestId('browse-last')).toBeInViewport({ ratio: 1 });
		if (count === 0) await page.keyboard.press('Escape');
		else await sheet.getByTestId('close-moves').click();
		await expect(sheet).toBeHidden();
	}
});

test('offers move no button, on screens of every arrangement; a result that was put away comes back', async ({
	page,
	person,
}) => {
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
		await picture(page, `layout-offer-${width}x${height}`);
	}
	await button(page, 'play_decline').click();
	await resign(page);
	await resize(page, 320, 568);
	await button(region(page, 'result_title'), 'settings_close').click();
	await expect(region(page, 'result_title')).toBeHidden();
	await page.getByTestId('open-result').click();
	await expect(region(page, 'result_title')).toBeVisible();
});

/** Presets without main time, so that the first turn begins in byo-yomi. */
const IN_BYOYOMI: ByoYomi[] = BYOYOMI_PRESETS.map(({ periodSeconds, periods }) => ({
	mainSeconds: 0,
	periodSeconds,
	periods,
}));
const CLOCKS: [string, ByoYomi][] = [
	...IN_BYOYOMI.map((clock): [string, ByoYomi] => ['in byo-yomi', clock]),
	['in byo-yomi', { mainSeconds: 0, periodSeconds: 30, periods: 4 }],
	['in byo-yomi', { mainSeconds: 0, periodSeconds: 600, periods: 10 }],
	['in main time', { mainSeconds: 600, periodSeconds: 30, periods: 3 }],
	['in main time', { mainSeconds: 86_400, periodSeconds: 600, periods: 10 }],
	['after the flag', { mainSeconds: 0, periodSeconds: 1, periods: 3 }],
];

for (const locale of WHOLE ? LOCALES : LOCALES.slice(0, 1))
	test(`a clock never leaves its seat: every preset, before and in byo-yomi and after the flag, ${locale}`, async ({
		person,
	}) => {
		const wrong: string[] = [];
		const page = await person(locale, { locale });
		const seen = new Set<string>();
		for (const [nth, [when, clock]] of CLOCKS.entries()) {
			const name = `${when} ${clock.mainSeconds} + ${clock.periods} × ${clock.periodSeconds}`;
			if (seen.has(name)) continue;
			seen.add(name);
			const board = await newGame(page, 'shogi', { opponent: 'device', clock });
			// Widest common font.
			await page.evaluate(() => {
				// Allowed by the content security policy, unlike a style element.
				const wide = new CSSStyleSheet();
				wide.replaceSync('.clock, .clock * { font-family: "DejaVu Sans", Verdana, sans-serif !important }');
				document.adoptedStyleSheets = [...document.adoptedStyleSheets, wide];
			});
			const face = page.getByTestId('clock-first');
			await expect(face).toHaveAttribute('data-byoyomi', String(when !== 'in main time'));
			if (when === 'after the flag') {
				await board.put({ from: '7g', to: '7f' }, 'click');
				await expect(board.result).toHaveAttribute('data-reason', 'time');
			}
			// A sample has each screen with several clocks, and all with the longest.
			const all = WHOLE || clock.mainSeconds === 86_400;
			for (const { width, height, text } of SCREENS.filter((_, i) => all || i % 3 === nth % 3)) {
				await resize(page, width, height);
				await page.evaluate((percent) => {
					document.documentElement.style.fontSize = `${percent}%`;
				}, 100 * text);
				const faults = await clockFaults(page);
				wrong.push(...faults.map((fault) => `${name}, ${width}×${height}, text ${text}: ${fault}`));
			}
			await page.evaluate(() => {
				document.documentElement.style.fontSize = '';
			});
			for (const [width, height] of [
				[360, 640],
				[1440, 900],
				[1280, 800],
			] as const) {
				await resize(page, width, height);
				await picture(page, `clock-${locale}-${name.replaceAll(' ', '-')}-${width}`);
			}
		}
		expect(wrong.join('\n')).toBe('');
	});

test.describe('touch', () => {
	test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

	test('a two-finger rotation flips the board, a long press opens no menu, a drag does not scroll', async ({
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

		// Far enough to trigger pull-to-refresh.
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
