/** Language switch: no text of the former language remains. */
import type { Page } from '@playwright/test';
import { encodeMove } from '../../web/src/records/moveCode.ts';
import { chooseLanguage, leftOf } from '../lib/languageFaults.ts';
import type { Locale } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { PAGES } from '../lib/pages.ts';
import { makeMove, mates, quietMove, RATING_CHANGE, solve, stateIs } from '../lib/puzzles.ts';
import type { PageEntry } from '../lib/screens.ts';
import type { VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

const ROUND: readonly Locale[] = ['en', 'ja', 'zh-Hans', 'zh-Hant', 'en'];

async function switchesWhole(page: Page, where: string): Promise<void> {
	for (const [i, locale] of ROUND.slice(1).entries()) {
		const former = ROUND[i] ?? 'en';
		await chooseLanguage(page, locale);
		// Lessons and guides load in the new language.
		await expect.poll(() => leftOf(page, former, locale), `${where}: ${former} on a page in ${locale}`).toEqual([]);
	}
}

/** Pages with few texts or with the texts of another page. */
const SAME =
	/^(guide-.+|menu-.+|(squares|names)(-round)?|record-problem|first-.*pieces|puzzle-(sprint|storm|review|history)|missing|bad-link|no-such-game|devices-of-nobody|sign-in|learn|analysis-boards|moves|view|review|promotion)$/;
/** Pages with texts that only Shogun Chess has. */
const CHESS = /^(play|analysis|lesson|puzzle)$/;

const VISITS: { entry: PageEntry; game: VariantId }[] = PAGES.filter(({ name }) => !SAME.test(name)).flatMap(
	(entry) => {
		const games = entry.games ?? ['shogi'];
		const wanted: VariantId[] = CHESS.test(entry.name) ? ['shogi', 'shogun'] : ['shogi'];
		const shown = wanted.filter((game) => games.includes(game));
		return (shown.length > 0 ? shown : games.slice(0, 1)).map((game) => ({ entry, game }));
	},
);

for (const { entry, game } of VISITS) {
	test(`${entry.name} (${game})`, async ({ page, complaints }) => {
		complaints.allowed.push(/404/);
		await entry.open(page, game, 'en');
		await entry.after?.(page, game);
		await switchesWhole(page, entry.name);
	});
}

test('a puzzle missed and then solved, its history and its review', async ({ page }) => {
	const [puzzle] = mates('shogi', 1);
	if (!puzzle) throw new Error('there are no mates');
	await page.goto(`/puzzles/shogi/${puzzle.id}`);
	await stateIs(page, 'going');
	await makeMove(page, 'shogi', await quietMove('shogi', puzzle));
	await stateIs(page, 'wrong');
	await expect(page.getByTestId('puzzle-line')).toContainText(RATING_CHANGE);
	await switchesWhole(page, 'wrong');
	await page.getByTestId('puzzle-again').click();
	await page.getByTestId('puzzle-hint').click();
	await switchesWhole(page, 'hint');
	await solve(page, 'shogi', puzzle);
	await expect(page.getByTestId('puzzle-line')).toContainText('second try');
	await switchesWhole(page, 'solved');
	await page.goto('/puzzles/history');
	await expect(page.getByTestId('puzzle-history').getByRole('row')).toHaveCount(2);
	await switchesWhole(page, 'history');
	await page.goto('/puzzles/shogi/review');
	await expect(page.getByTestId('review-done')).toBeVisible();
	await switchesWhole(page, 'review');
});

test('a report with mistakes, and learning from them', async ({ page }) => {
	const moves = ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e', '2b3c', '4e3d', '3c3d'];
	const code = moves.map((move) => encodeMove(move, 'usi')).join('');
	await page.goto(`/analysis/shogi#v=1&game=shogi&count=${moves.length}&moves=${code}`);
	await button(page, 'report_run').click();
	await expect(page.getByTestId('report')).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
	await switchesWhole(page, 'report');
	await page.getByTestId('learn-first').or(page.getByTestId('learn-second')).first().click();
	await switchesWhole(page, 'learning');
});
