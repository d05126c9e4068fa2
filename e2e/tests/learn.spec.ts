/** Guides: interactive boards, languages, no script, offline, print, weight. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectRefusal } from '../lib/board.ts';
import { LOCALES, refusalText } from '../lib/messages.ts';
import { button, link } from '../lib/named.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { WHOLE } from '../lib/screens.ts';
import { VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { Server } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';
import { Wire } from '../lib/wire.ts';

/** Maximum bytes of a guide's own requests, pictures included. */
// Includes the rules module. The heaviest chapter takes 277,281.
const BAR = 280_000;
const SHIFT_BAR = 0.05;

interface Diagram {
	moves?: string[];
	show?: number;
	tries?: Record<string, string>;
}

function diagrams(game: string): Record<string, Diagram> {
	const file = new URL(`../../web/learn/guides/${game}/diagrams.json`, import.meta.url);
	return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Diagram>;
}

const text = (game: string) => readFileSync(new URL(`../../web/learn/guides/${game}/en.md`, import.meta.url), 'utf8');

function chapters(game: string): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const part of text(game)
		.split(/^(?=# .*\{#)/m)
		.slice(1)) {
		const key = /\{#([a-z]+)\}/.exec(part)?.[1] ?? '';
		found.set(
			key,
			[...part.matchAll(/^::diagram ([\w-]+)/gm)].map(([, id = '']) => id),
		);
	}
	return found;
}

const address = (game: string, chapter = 'start') => `/learn/${game}${chapter === 'start' ? '' : `/${chapter}`}`;

async function open(page: Page, game: string, chapter = 'start'): Promise<void> {
	await page.goto(address(game, chapter));
	await expect(page.getByTestId('guide')).toHaveAttribute('data-chapter', chapter);
}

const figure = (page: Page, id: string) => page.locator(`[data-diagram="${id}"]`);

test('from the home page to a guide and on to a game', async ({ page }) => {
	await page.goto('/');
	await link(page.getByRole('banner'), 'learn_title').click();
	await page.getByTestId('learn-torishogi').click();
	await expect(page.getByTestId('guide')).toBeVisible();
	await page.locator('.contents a[href="/learn/torishogi/swallows"]').click();
	await expect(page.getByTestId('guide')).toHaveAttribute('data-chapter', 'swallows');
	await expect(page.locator('#swallows')).toBeInViewport();
	await page.locator('.contents a[href="#edge"]').click();
	await expect(page.locator('#edge h2')).toBeInViewport();
	expect(new URL(page.url()).hash).toBe('#edge');
	await page.locator('a[rel="next"]').click();
	await expect(page.getByTestId('guide')).toHaveAttribute('data-chapter', 'endgame');
	await expect(page.locator('.contents details')).toHaveAttribute('open', '');
	await page.goBack();
	await expect(page.getByTestId('guide')).toHaveAttribute('data-chapter', 'swallows');
	await page.locator('.guide-foot a.primary').click();
	await expect(page).toHaveURL(/\/new\/torishogi$/);
	await page.getByTestId('read-guide').click();
	await expect(page.getByTestId('guide')).toBeVisible();
});

test('an old address leads to the chapter that has its section', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	await page.goto('/learn/torishogi#edge');
	await expect(page).toHaveURL(/\/learn\/torishogi\/swallows#edge$/);
	await expect(page.locator('#edge h2')).toBeInViewport();
	await page.goto('/learn/shogi/ja#impasse');
	await expect(page).toHaveURL(/\/learn\/shogi\/ja\/ending#impasse$/);
	await expect(page.locator('article.guide')).toHaveAttribute('lang', 'ja');
	await page.goto('/learn/shogi/nothing');
	await expect(page.getByTestId('missing')).toBeVisible();
});

test('disputed rules are folded until opened', async ({ page }) => {
	await open(page, 'torishogi', 'ending');
	const aside = page.locator('details.aside').first();
	await expect(aside.locator('p').first()).toBeHidden();
	await aside.locator('summary').click();
	await expect(aside.locator('p').first()).toBeVisible();
});

test('on a phone the contents stay at the top and unfold', async ({ person }) => {
	const page = await person('phone', { viewport: { width: 360, height: 640 } });
	await open(page, 'shogi', 'drops');
	await page.evaluate(() => scrollTo(0, 2_000));
	const summary = page.locator('.contents summary');
	await expect(summary).toBeInViewport();
	await summary.click();
	await page.locator('.contents a[href="/learn/shogi/ending"]').click();
	await expect(page.getByTestId('guide')).toHaveAttribute('data-chapter', 'ending');
	await expect(page.locator('.contents details')).not.toHaveAttribute('open');
});

test('an address with an invalid section opens the guide', async ({ page }) => {
	await page.goto('/learn/shogi#%');
	await expect(page.getByTestId('guide')).toBeVisible();
});

test('a line is stepped through, another move is tried, and the line continues', async ({ page }) => {
	await open(page, 'torishogi', 'swallows');
	const edge = figure(page, 'edge-failed');
	const { moves = [], show = 0 } = diagrams('torishogi')['edge-failed'] ?? {};
	expect(show).toBeGreaterThan(0);
	await edge.locator('[data-step="back"]').click();
	const board = edge.getByTestId('board');
	await expect(board).toHaveAttribute('data-ply', String(show - 1));
	await edge.locator('[data-step="last"]').click();
	await expect(board).toHaveAttribute('data-ply', String(moves.length));
	await edge.locator('[data-step="first"]').click();
	await expect(board).toHaveAttribute('data-ply', '0');
	await edge.locator('[data-step="forward"]').click();
	await expect(board).toHaveAttribute('data-ply', '1');
	await edge.locator('[data-step="first"]').click();
	await edge.locator('[data-key="5e"]').focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(board).toHaveAttribute('data-ply', '1');
	await expect(edge.locator('.at')).toHaveText(/^–/);
	await button(edge, 'learn_try', 'learn_try_of', 'learn_reset').click();
	await expect(board).toHaveAttribute('data-ply', String(show));
	const other = figure(page, 'doubled-swallows');
	await button(other, 'learn_try', 'learn_try_of', 'learn_reset').click();
	await expect(board).toHaveCount(0);
	await expect(other.getByTestId('board')).toBeVisible();
});

interface Try {
	game: VariantId;
	chapter: string;
	id: string;
	move: string;
	code: string;
	plies: number;
}

/** The first try of each answer. `learn/guides.test.ts` asks the rules about every try of every figure. */
function answers(): Try[] {
	const tries = VARIANT_IDS.flatMap((game) =>
		[...chapters(game)].flatMap(([chapter, ids]) =>
			ids.flatMap((id) => {
				const { tries = {}, moves = [] } = diagrams(game)[id] ?? {};
				return Object.entries(tries).map(([move, code]) => ({ game, chapter, id, move, code, plies: moves.length }));
			}),
		),
	);
	return [...new Map(tries.toReversed().map((one) => [one.code, one])).values()].reverse();
}

test('every kind of try is answered', async ({ page }) => {
	let shownNow = '';
	for (const { game, chapter, id, move, code, plies } of answers()) {
		if (shownNow !== `${game} ${chapter}`) await open(page, game, chapter);
		shownNow = `${game} ${chapter}`;
		const shown = figure(page, id);
		await shown.locator(`.asked [data-move="${move}"]`).click();
		if (code === 'legal') {
			await expect(shown.getByTestId('board'), `${id} ${move}`).toHaveAttribute('data-ply', String(plies + 1));
			continue;
		}
		const refusal = shown.getByTestId('refusal');
		await expect(refusal, `${id} ${move}`).toHaveAttribute('data-code', code);
		await expectRefusal(refusal, shown, (inCheck) => refusalText(game, code, inCheck));
	}
});

test('a try named in the text opens its figure', async ({ page }) => {
	for (const chapter of chapters('shogi').keys()) {
		await open(page, 'shogi', chapter);
		const tried = page.locator('article p button.try, article figcaption button.try').first();
		if ((await tried.count()) === 0) continue;
		await tried.click();
		const of = (await tried.getAttribute('data-of')) ?? '';
		await expect(page.locator('.diagram.open')).toHaveAttribute('data-diagram', of);
		return;
	}
	throw new Error('no text names a try');
});

test('a guide opens in the reader’s own language', async ({ person }) => {
	for (const [i, locale] of LOCALES.entries()) {
		const page = await person('reader', { locale });
		await open(page, VARIANT_IDS[i] ?? 'shogi');
		await expect(page.getByTestId('guide')).toHaveAttribute('data-language', locale);
		await expect(page.locator('article.guide')).toHaveAttribute('lang', locale);
		await expect(page.locator('article.guide .contents a').first()).not.toBeEmpty();
	}
});

for (const game of WHOLE ? VARIANT_IDS : VARIANT_IDS.slice(0, 1))
	test(`${game}: accessible, in light and dark, also with a board open`, async ({ page }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await open(page, game);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			expect.soft(await violations(page), colorScheme).toEqual([]);
		}
		await button(figure(page, 'start'), 'learn_try', 'learn_try_of', 'learn_reset').click();
		await expect(figure(page, 'start').getByTestId('board')).toBeVisible();
		expect.soft(await violations(page), 'with a board').toEqual([]);
		await open(page, game, 'ending');
		for (const aside of await page.locator('details.aside summary').all()) await aside.click();
		expect.soft(await violations(page), 'a chapter, unfolded').toEqual([]);
		const missing = await page.locator('svg.position:not([aria-label])').count();
		expect(missing).toBe(0);
	});

test('a guide can be read without scripts in each language', async ({ person, complaints }) => {
	// Preloaded scripts are blocked.
	complaints.allowed.push(/request failed: .*\.js csp$/);
	const page = await person('reader', { javaScriptEnabled: false });
	for (const game of VARIANT_IDS)
		for (const [path, locale] of [['', 'en'], ...LOCALES.map((one) => [`/${one}`, one] as const)] as const) {
			const answer = await page.goto(`/learn/${game}${path}`);
			expect(answer?.status()).toBe(200);
			await expect(page.locator('html')).toHaveAttribute('lang', locale);
			await expect(page.locator('article.guide h1')).toBeVisible();
			await expect(page.locator('[data-diagram="start"] svg')).toBeVisible();
			await expect(page.locator('head meta[name="description"]')).toHaveCount(1);
			await expect(page.locator('head link[rel="alternate"]')).toHaveCount(LOCALES.length);
			expect(await page.locator('button').count()).toBe(0);
			await page.locator('a[rel="next"]').click();
			await expect(page.locator('article.guide h1')).toBeVisible();
			await page.goto(`/learn/${game}${path}/drops`);
			await expect(page.locator('html')).toHaveAttribute('lang', locale);
			await expect(page.locator('.tries').first()).toBeVisible();
			await expect(page.locator('head meta[name="description"]')).toHaveCount(1);
		}
	// An old address opens the contents, which link to the section.
	await page.goto('/learn/shogi#impasse');
	await page.locator('#impasse').click();
	await expect(page).toHaveURL(/\/learn\/shogi\/ending#impasse$/);
	await page.goto('/learn');
	await page.locator('a[href="/learn/shogun"]').click();
	await expect(page.locator('article.guide h1')).toBeVisible();
});

test('a board is opened, played and left with the keyboard alone', async ({ page }) => {
	await open(page, 'torishogi');
	const focused = (attribute: string) =>
		page.evaluate((name) => document.activeElement?.getAttribute(name) ?? null, attribute);
	const tabTo = async (attribute: string, value: string) => {
		for (let i = 0; i < 120; i++) {
			if ((await focused(attribute)) === value) return;
			await page.keyboard.press('Tab');
		}
		throw new Error(`Tab does not lead to ${attribute}="${value}"`);
	};
	await tabTo('href', '#board');
	await tabTo('data-testid', 'try-start');
	await page.keyboard.press('Enter');
	await expect.poll(() => focused('role')).toBe('gridcell');
	const board = figure(page, 'start').getByTestId('board');
	for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowLeft');
	expect(await focused('data-key')).toBe('5e');
	await page.keyboard.press('Enter');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(board).toHaveAttribute('data-ply', '1');
	await page.keyboard.press('Tab');
	await tabTo('rel', 'next');
});

test('after one visit a guide works without a network', async ({ person, complaints }) => {
	const own = await Server.start();
	const page = await person('reader', { baseURL: own.url, serviceWorkers: 'allow' });
	await open(page, 'shogi');
	await serviceWorkerActive(page, 30_000);
	complaints.offline = true;
	await page.context().setOffline(true);
	await own.kill();
	for (const game of VARIANT_IDS) {
		await open(page, game);
		await button(figure(page, 'start'), 'learn_try', 'learn_try_of', 'learn_reset').click();
		await expect(figure(page, 'start').getByTestId('board')).toBeVisible();
		await open(page, game, 'drops');
		await page.goto(`/learn/${game}/lessons`);
		await expect(page.getByTestId('step')).toBeVisible();
	}
});

test('a guide stays below its size limit and has no layout shift', async ({ server, person }) => {
	for (const [game, chapter] of VARIANT_IDS.flatMap((one) => [[one, 'start'] as const, [one, 'pieces'] as const])) {
		const wire = await Wire.to(server.url, 0);
		const page = await person(`${game}-${chapter}`, { baseURL: wire.url });
		await page.addInitScript(() => {
			Object.assign(window, { shift: 0 });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
					if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
			}).observe({ type: 'layout-shift', buffered: true });
		});
		await open(page, game, chapter);
		// Scrolls through the page, which loads its pictures lazily.
		await page.evaluate(async () => {
			for (let y = 0; y < document.body.scrollHeight; y += 600) {
				scrollTo(0, y);
				await new Promise(requestAnimationFrame);
			}
		});
		await page.waitForLoadState('networkidle');
		// Excludes prefetches for later visits, which may begin early on a slow machine.
		const own = await page.evaluate(() =>
			[location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)].map(
				(address) => new URL(address).pathname,
			),
		);
		// The service worker requests files of the page again: count first responses only.
		const first = new Map(wire.answers.toReversed().map((answer) => [answer.path, answer]));
		const sent = [...first.values()].filter(({ path }) => own.includes(path));
		expect(sent.length, `${game} ${chapter}: answers`).toBeGreaterThan(20);
		const bytes = sent.reduce((sum, answer) => sum + answer.bytes, 0);
		console.log(`${game} ${chapter}: ${bytes} bytes in ${sent.length} answers`);
		expect(bytes, `${game} ${chapter}: bytes`).toBeLessThan(BAR);
		expect(wire.answers.filter(({ path }) => /engine/.test(path)).map(({ path }) => path)).toEqual([]);
		const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
		expect(shift, `${game} ${chapter}: layout shift`).toBeLessThan(SHIFT_BAR);
		await page.context().close();
		await wire.close();
	}
});

test('prints black on white, with answers and without buttons', async ({ page }) => {
	await open(page, 'torishogi', 'drops');
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	await expect(figure(page, 'drop-mate').locator('.tries')).toBeVisible();
	await expect(page.getByTestId('controls-drop-mate')).toBeHidden();
	await expect(page.locator('.contents')).toBeHidden();
	await expect(link(page.getByRole('banner'), 'learn_title')).toBeHidden();
	expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

test('on the narrowest phone nothing is wider than the screen, and no table is cut off', async ({ person }) => {
	const page = await person('phone', { viewport: { width: 320, height: 568 } });
	for (const game of WHOLE ? VARIANT_IDS : VARIANT_IDS.slice(0, 1)) {
		for (const chapter of chapters(game).keys()) {
			await open(page, game, chapter);
			const [inside, wide, tables] = await page.evaluate(() => [
				document.documentElement.scrollWidth,
				innerWidth,
				Math.max(0, ...[...document.querySelectorAll('table')].map((one) => one.getBoundingClientRect().right)),
			]);
			expect(inside, `${game} ${chapter}`).toBeLessThanOrEqual(wide as number);
			expect(tables, `${game} ${chapter}: tables`).toBeLessThanOrEqual(wide as number);
		}
		await open(page, game);
		await button(figure(page, 'start'), 'learn_try', 'learn_try_of', 'learn_reset').click();
		await expect(figure(page, 'start').getByTestId('board')).toBeVisible();
		expect(await page.evaluate(() => document.documentElement.scrollWidth), game).toBeLessThanOrEqual(320);
	}
});
