/** Language switch on puzzles and reports: no text of the former language remains. layouts.spec.ts has the other pages. */
import { encodeMove } from '../../web/src/records/moveCode.ts';
import { switchesWhole } from '../lib/languageSwitch.ts';
import { button } from '../lib/named.ts';
import { makeMove, mates, quietMove, RATING_CHANGE, solve, stateIs } from '../lib/puzzles.ts';
import { expect, test } from '../lib/test.ts';

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
