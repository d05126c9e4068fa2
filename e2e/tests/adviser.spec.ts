import { LOCALES } from '../lib/messages.ts';
import { button, combobox, spinbutton } from '../lib/named.ts';
import { choose } from '../lib/newGame.ts';
import { PHONE } from '../lib/pictures.ts';
import { ask } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('from ranks, ratings and results to a handicap, and on to a game', async ({ page }) => {
	await page.goto('/learn');
	await expect(page.getByTestId('handicaps-shogun'), 'a game without handicaps').toHaveCount(0);
	await page.getByTestId('handicaps-shogi').click();
	const adviser = page.getByTestId('adviser');
	for (const [ranks, id] of [
		['0', ''],
		['1', 'weaker-first'],
		['3', 'bishop'],
		['6', 'two-piece'],
		['10', 'six-piece'],
	] as const) {
		await spinbutton(page, 'adviser_ranks_label').fill(ranks);
		await expect(adviser).toHaveAttribute('data-advised', id);
	}
	await choose(page, 'measure-rating');
	await page.getByTestId('points').fill('390');
	await expect(adviser).toHaveAttribute('data-advised', 'rook');
	await choose(page, 'measure-wins');
	await choose(page, 'wins-8');
	await expect(adviser).toHaveAttribute('data-advised', 'lance');
	expect(await violations(page)).toEqual([]);
	await combobox(page, 'adviser_look').selectOption('rook-lance');
	await expect(adviser).toHaveAttribute('data-shown', 'rook-lance');
	await expect(page.getByTestId('missing')).toContainText('Rook');
	await expect(adviser.locator('.picture img')).toHaveCount(38);
	await button(page, 'adviser_play').click();
	await expect(page.getByTestId('board')).toHaveAttribute('data-bottom', 'first');
	await expect(page.getByTestId('board')).toHaveAttribute('data-mover', 'first', { timeout: 60_000 });
	const { position } = JSON.parse(
		ask('position', 'shogi', '--position', 'lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'),
	) as { position: string };
	await button(page, 'play_to_start').click();
	await expect(page.getByTestId('board')).toHaveAttribute('data-position', position);
});

test('the page reports differences without a custom and variants without handicaps', async ({ page }) => {
	await page.goto('/learn/torishogi/handicaps');
	await spinbutton(page, 'adviser_ranks_label').fill('5');
	await expect(page.getByTestId('adviser')).toHaveAttribute('data-advised', 'falcon');
	await expect(page.getByTestId('adviser')).toContainText(
		'This game has no traditional link between handicaps and ranks',
	);
	await page.goto('/learn/shogun/handicaps');
	await expect(page.getByTestId('no-handicaps')).toContainText('Shogun Chess has no handicaps');
	await page.getByTestId('adviser').locator('a.primary').click();
	await expect(page).toHaveURL(/\/new\/shogun$/);
});

test('in every language, on a phone, in the dark', async ({ person }) => {
	for (const locale of LOCALES) {
		const page = await person(locale, { locale, viewport: PHONE, colorScheme: 'dark' });
		await page.goto('/learn/minishogi/handicaps');
		await expect(page.getByTestId('advice')).not.toBeEmpty();
		const [inside, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
		expect(inside, locale).toBeLessThanOrEqual(wide as number);
		expect(await violations(page)).toEqual([]);
	}
});
