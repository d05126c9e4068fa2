/** Puzzles: solving, hints, timed runs, reviews, history, sharing. */
import type { Page } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { DESKTOP, PHONE, picture } from '../lib/pictures.ts';
import { makeMove, mates, puzzlesOf, quietMove, RATING_CHANGE, shownPuzzle, solve, stateIs } from '../lib/puzzles.ts';
import { VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** Buttons whose label is not vertically centred. */
function wordsOffMiddle(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		['puzzle-hint', 'puzzle-show', 'puzzle-next'].filter((id) => {
			const key = document.querySelector(`[data-testid="${id}"]`);
			if (!key) throw new Error(`no ${id}`);
			const words = document.createRange();
			words.selectNodeContents(key.querySelector('.faces > :not(.room)') ?? key);
			const [inner, outer] = [words.getBoundingClientRect(), key.getBoundingClientRect()];
			return Math.abs(inner.top + inner.height / 2 - outer.top - outer.height / 2) > 2;
		}),
	);
}

for (const [i, game] of VARIANT_IDS.entries())
	test(`${game}: a puzzle is missed, refuted and solved`, async ({ person }) => {
		{
			const small = i % 2 === 0;
			const locale = small && game === 'shogi' ? 'ja' : 'en';
			const page = await person(`${game} ${small}`, {
				locale,
				viewport: small ? PHONE : DESKTOP,
				colorScheme: i < 2 ? 'light' : 'dark',
				...(small ? { hasTouch: true } : {}),
			});
			const hand = small ? 'tap' : 'click';
			const [puzzle] = mates(game, small ? 3 : 5);
			if (!puzzle) throw new Error('there is no puzzle');
			await page.goto(`/puzzles/${game}/${puzzle.id}`);
			await stateIs(page, 'going');
			if (small) expect(await wordsOffMiddle(page), 'words high or low on their keys').toEqual([]);
			await makeMove(page, game, await quietMove(game, puzzle), hand);
			await stateIs(page, 'wrong');
			await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
			await expect(page.getByTestId('puzzle-line')).toContainText(text('puzzle_no_check', locale));
			await expect(page.getByTestId('alerted')).toContainText(text('puzzle_no_check', locale));
			if (small) expect(await violations(page), 'wrong').toEqual([]);
			await expect(button(page, 'lesson_show'), 'nothing is lost any more').toBeVisible();
			await page.getByTestId('puzzle-again').click();
			await expect(page.getByTestId('board')).toHaveAttribute('data-position', /.+/);
			await solve(page, game, puzzle, hand);
			await expect(page.getByTestId('puzzle-state')).toHaveAttribute('data-result', 'missed');
			await expect(page.getByTestId('puzzle-line')).toContainText(RATING_CHANGE);
			if (!small) expect(await violations(page), 'solved').toEqual([]);
			await picture(page, `puzzle-${game}-${small ? 'phone' : 'desktop'}`);
			await page.getByTestId('puzzle-next').click();
			await stateIs(page, 'going');
			expect((await shownPuzzle(page, game)).id).not.toBe(puzzle.id);
		}
	});

test('hints come in two steps; the solution, the analysis board and sharing follow', async ({ page }) => {
	const [puzzle] = mates('minishogi', 3);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.goto(`/puzzles/minishogi/${puzzle.id}`);
	await stateIs(page, 'going');
	await page.getByTestId('puzzle-hint').click();
	await expect(page.getByTestId('puzzle-line')).toHaveAttribute('data-kind', 'hint');
	const first = await page.getByTestId('puzzle-line').textContent();
	await page.keyboard.press('n');
	await expect(page.getByTestId('puzzle-line')).not.toHaveText(first ?? '');
	await expect(page.getByTestId('puzzle-hint')).toBeDisabled();

	await page.getByTestId('puzzle-share-open').click();
	await expect(page.getByTestId('share-link')).toHaveValue(new RegExp(`/puzzles/minishogi/${puzzle.id}$`));
	await expect(page.getByTestId('share-picture')).toBeVisible();
	const asked = text('puzzle_mate').replace('{count}', '3');
	await expect(page.getByTestId('share-picture')).toHaveAttribute(
		'src',
		new RegExp(`${encodeURIComponent(asked)}%3C%2Ftext`),
	);
	expect(await violations(page), 'share').toEqual([]);
	// The close button stays visible.
	await page.getByTestId('share-picture').scrollIntoViewIfNeeded();
	await expect(page.getByTestId('close-share')).toBeInViewport({ ratio: 1 });
	await page.getByTestId('close-share').click();

	// The title states the cost of giving up.
	await expect(page.getByTestId('puzzle-show')).toHaveAttribute('title', text('puzzle_give_up_hint'));
	await button(page, 'puzzle_give_up').click();
	await stateIs(page, 'shown');
	await expect(page.getByTestId('puzzle-state')).toHaveAttribute('data-result', 'missed');
	await expect(page.getByTestId('puzzle-line')).toContainText(text('puzzle_shown_mate'));
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '0');
	await page.getByTestId('step-forward').click();
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
	await page.keyboard.press('End');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '3');
	expect(await violations(page), 'shown').toEqual([]);

	await page.getByTestId('puzzle-analyse').click();
	// A solution line has its own address.
	await expect(page).toHaveURL(/\/analysis\/minishogi\/file-\w+$/);
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '0');
	await expect(page.getByTestId('link-problem')).toHaveCount(0);
});

test('by keyboard alone: typed moves, another kind, the next puzzle', async ({ page }) => {
	const [puzzle] = mates('shogun', 3);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.goto(`/puzzles/shogun/${puzzle.id}`);
	await stateIs(page, 'going');
	await page.keyboard.press('m');
	await page.getByTestId('typed-input').fill(puzzle.moves[0] ?? '');
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2');
	await page.keyboard.press('Escape');
	await page.getByTestId('open-filter').focus();
	await page.keyboard.press('Enter');
	await page.getByTestId('puzzle-kind-mate').check();
	await page.getByTestId('puzzle-length-5').check();
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('filter-use').press('Enter');
	await expect(page.getByTestId('puzzle')).toHaveAttribute('data-plies', '5');
	await page.goto('/puzzles/shogun');
	await expect(page.getByTestId('puzzle')).toHaveAttribute('data-plies', '5');
});

test('a hint, a reload and the solution count as solved with a hint, not as clean', async ({ page }) => {
	const [puzzle] = mates('minishogi', 1);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.goto(`/puzzles/minishogi/${puzzle.id}`);
	await stateIs(page, 'going');
	await page.getByTestId('puzzle-hint').click();
	await expect(page.getByTestId('puzzle-line')).toHaveAttribute('data-kind', 'hint');
	await page.reload();
	await stateIs(page, 'going');
	await solve(page, 'minishogi', puzzle);
	await expect(page.getByTestId('puzzle-state')).toHaveAttribute('data-result', 'helped');
	await page.reload();
	await stateIs(page, 'going');
	await solve(page, 'minishogi', puzzle);
	await expect(page.getByTestId('puzzle-state')).toHaveAttribute('data-result', 'clean');
});

test('shortcuts take a wrong move back, give up and go on; after a typed move the focus is on the retry', async ({
	page,
}) => {
	const [puzzle] = mates('shogi', 3);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.goto(`/puzzles/shogi/${puzzle.id}`);
	await stateIs(page, 'going');
	const wrong = await quietMove('shogi', puzzle);
	await page.keyboard.press('m');
	await page.getByTestId('typed-input').fill(wrong);
	await page.keyboard.press('Enter');
	await stateIs(page, 'wrong');
	await expect(page.getByTestId('puzzle-again')).toBeFocused();
	await page.keyboard.press('Enter');
	await stateIs(page, 'going');
	await expect(page.getByTestId('typed-input')).toBeFocused();
	await page.getByTestId('typed-input').fill(wrong);
	await page.keyboard.press('Enter');
	await stateIs(page, 'wrong');
	await page.keyboard.press('a');
	await stateIs(page, 'going');
	await page.keyboard.press('Escape');
	await page.keyboard.press('g');
	await stateIs(page, 'shown');
	await page.keyboard.press('p');
	await stateIs(page, 'going');
	expect((await shownPuzzle(page, 'shogi')).id).not.toBe(puzzle.id);
	await page.keyboard.press('?');
	await expect(page.getByTestId('keys')).toContainText(text('puzzle_give_up'));
});

test('a three-minute sprint counts solved puzzles, skips missed ones, and saves the best score', async ({ page }) => {
	await page.clock.install();
	await page.goto('/puzzles/minishogi/sprint');
	await page.getByTestId('run-begin').click();
	const run = page.getByTestId('run');
	await expect(run).toHaveAttribute('data-phase', 'running');
	const puzzle = await shownPuzzle(page, 'minishogi');
	for (const [ply, move] of puzzle.moves.entries()) {
		if (ply % 2 === 1) continue;
		await makeMove(page, 'minishogi', move);
		if (ply + 1 < puzzle.moves.length)
			await expect(page.getByTestId('board')).toHaveAttribute('data-ply', String(ply + 2));
	}
	await expect(run).toHaveAttribute('data-score', '1');
	await expect(page.getByTestId('puzzle')).not.toHaveAttribute('data-id', puzzle.id);
	expect(await violations(page)).toEqual([]);
	await page.clock.fastForward(180_000);
	await expect(page.getByTestId('run-over')).toContainText('1');
	await expect(page.getByTestId('best')).toHaveText('1');
	expect(await violations(page)).toEqual([]);
});

test('a storm of one length ends with the third miss, and missed puzzles are due a day later', async ({ page }) => {
	await page.clock.install({ time: new Date('2026-11-23T10:00:00Z') });
	await page.goto('/puzzles/shogun/storm');
	await page.getByTestId('storm-length-3').check();
	await page.getByTestId('run-begin').click();
	const run = page.getByTestId('run');
	for (const misses of ['1', '2', '3']) {
		const puzzle = await shownPuzzle(page, 'shogun');
		expect(puzzle.plies).toBe(3);
		await makeMove(page, 'shogun', await quietMove('shogun', puzzle));
		await expect(run).toHaveAttribute('data-misses', misses);
		if (misses !== '3') await expect(page.getByTestId('puzzle')).not.toHaveAttribute('data-id', puzzle.id);
	}
	await expect(page.getByTestId('run-layout')).toHaveAttribute('data-phase', 'over');
	await page.goto('/puzzles/shogun/review');
	await expect(page.getByTestId('review-done')).toBeVisible();
	await page.clock.setSystemTime(new Date('2026-11-24T10:01:00Z'));
	await page.goto('/puzzles');
	await expect(page.getByTestId('review-shogun')).toContainText('3');
	await page.getByTestId('review-shogun').click();
	const due = await shownPuzzle(page, 'shogun');
	await solve(page, 'shogun', due);
	await expect(page.getByTestId('puzzle-line'), 'it is kept').toContainText(String(due.rating));
	await page.goto('/puzzles');
	await expect(page.getByTestId('review-shogun')).toContainText('2');
	await page.getByTestId('puzzle-history-link').click();
	await expect(page.getByTestId('puzzle-history').getByRole('row')).toHaveCount(5);
	expect(await violations(page)).toEqual([]);
});

test('today’s puzzles are on the home page, and a streak begins with the first', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto('/');
	await expect(page.getByTestId('today-in-words').getByRole('link')).toHaveCount(5);
	await expect(page.getByTestId('today-in-words'), 'without scrolling').toBeInViewport({ ratio: 1 });
	await page.getByTestId('home').locator('footer').scrollIntoViewIfNeeded();
	await expect(page.getByTestId('today').getByRole('link')).toHaveCount(5);
	await expect(page.getByTestId('day-minishogi').locator('img').first()).toBeVisible();
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('day-minishogi').click();
	const puzzle = await shownPuzzle(page, 'minishogi');
	await solve(page, 'minishogi', puzzle);
	await expect(page.getByTestId('puzzle-line')).toContainText(text('puzzle_streak').replace('{count}', '1'));
	await expect(page.getByTestId('puzzle-line')).toContainText(RATING_CHANGE);
	await page.goto('/puzzles');
	await expect(page.getByTestId('streak')).toBeVisible();
	await expect(page.getByTestId('day-minishogi')).toContainText('✓');
	expect(await violations(page)).toEqual([]);
});

test('themes are shown after a puzzle, and each links to more puzzles', async ({ page }) => {
	const puzzle = puzzlesOf('shogi').find(
		({ kind, plies, themes }) => kind === 'mate' && plies === 3 && themes?.includes('pin'),
	);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.setViewportSize(PHONE);
	await page.goto(`/puzzles/shogi/${puzzle.id}`);
	await stateIs(page, 'going');
	await expect(page.getByTestId('puzzle-themes')).toBeHidden();
	const frame = await page.locator('.frame').boundingBox();
	await page.getByTestId('puzzle-show').click();
	await expect(page.getByTestId('puzzle-themes')).toContainText(text('puzzle_theme_pin'));
	expect(await page.locator('.frame').boundingBox(), 'the board stays').toEqual(frame);
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('theme-pin').click();
	await stateIs(page, 'going');
	const next = await shownPuzzle(page, 'shogi');
	expect(next.id).not.toBe(puzzle.id);
	expect(next.themes).toContain('pin');

	await page.getByTestId('open-filter').click();
	await expect(page.getByTestId('puzzle-theme')).toHaveValue('pin');
	const count = puzzlesOf('shogi').filter(({ themes }) => themes?.includes('fork')).length;
	await page.getByTestId('puzzle-theme').selectOption('fork');
	await expect(page.getByTestId('filter-use')).toContainText(String(count));
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('filter-use').click();
	await expect.poll(async () => (await shownPuzzle(page, 'shogi')).themes).toContain('fork');
	await page.goto('/puzzles/shogi/theme/sacrifice');
	await stateIs(page, 'going');
	expect((await shownPuzzle(page, 'shogi')).themes).toContain('sacrifice');
	await page.goto('/puzzles/shogi/theme/windmill');
	await expect(page.getByTestId('missing')).toBeVisible();
});

test('a result is saved when the page is left at once', async ({ page }) => {
	const [puzzle] = mates('minishogi', 1);
	if (!puzzle) throw new Error('there is no puzzle');
	await page.goto(`/puzzles/minishogi/${puzzle.id}`);
	await stateIs(page, 'going');
	await page.evaluate(() => {
		const shown = document.querySelector('[data-testid="puzzle-state"]');
		const leave = () => shown?.getAttribute('data-result') && location.assign('/puzzles/history');
		if (shown) new MutationObserver(leave).observe(shown, { attributes: true });
	});
	await makeMove(page, 'minishogi', puzzle.moves[0] ?? '');
	await page.waitForURL('**/puzzles/history');
	await expect(page.getByTestId('puzzle-history').getByRole('row')).toHaveCount(2);
});

/** Letters and counts of a hand in an SFEN or FEN. */
function heldIn(position: string, side: 'first' | 'second'): string[] {
	const text = /\[(.*)\]/.exec(position)?.[1] ?? position.split(' ')[2] ?? '';
	const held: Record<string, number> = {};
	for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
		const isFirst = letter === letter.toUpperCase();
		if (isFirst !== (side === 'first')) continue;
		const kind = letter.toUpperCase();
		held[kind] = (held[kind] ?? 0) + Number(count || 1);
	}
	return Object.entries(held)
		.map(([letter, count]) => `${letter}${count}`)
		.sort();
}

test('daily puzzles show hands and the solver’s move count, on home and on the page of puzzles', async ({ page }) => {
	for (const [address, width, height] of [
		['/', 1280, 800],
		['/puzzles', 360, 640],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto(address);
		if (address === '/') await page.getByTestId('home').locator('footer').scrollIntoViewIfNeeded();
		for (const game of VARIANT_IDS) {
			const tile = page.getByTestId(`day-${game}`);
			await tile.scrollIntoViewIfNeeded();
			const puzzle = await tile.locator('.what').textContent();
			if (/Mate/.test(puzzle ?? '')) expect(puzzle).toMatch(/\(your (move|\d+ moves)\)/);
			expect(puzzle).toMatch(/Difficulty \d{3,4}/);
			const hand = tile.locator('[data-testid^="held-"]').last();
			const board = tile.locator('.picture').first();
			const [below, above] = [await hand.boundingBox(), await board.boundingBox()];
			expect(below?.y, 'under the board').toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
			// Hand of the puzzle's page.
			const shown = await hand
				.locator('.held')
				.evaluateAll((all) => all.map(({ dataset }) => `${dataset.letter}${dataset.count}`).sort());
			const own = await page.context().newPage();
			await own.goto(`/puzzles/${game}/day`);
			const root = own.getByTestId('board');
			await expect(root).toHaveAttribute('data-position', /./);
			const position = (await root.getAttribute('data-position')) ?? '';
			const side = (await root.getAttribute('data-bottom')) === 'second' ? 'second' : 'first';
			expect(heldIn(position, side)).toEqual(shown);
			await own.close();
		}
		await picture(page, `day-pictures-${width}`);
	}
});
