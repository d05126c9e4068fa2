import { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, combobox, resign } from '../lib/named.ts';
import { choose, openForm, unfold } from '../lib/newGame.ts';
import { script, sideAt } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('a rated game is marked before it is joined, and shows ratings and their changes', async ({ page, person }) => {
	const guest = await person('guest', { viewport: { width: 360, height: 640 } });
	await openForm(page, 'minishogi');
	await choose(page, 'opponent-friend');
	await choose(page, 'side-first');
	const rated = page.getByTestId('rated');
	await expect(rated).not.toBeChecked();
	await rated.check();
	await unfold(page, 'handicap');
	await combobox(page, 'new_handicap').selectOption({ index: 1 });
	await expect(rated).toBeDisabled();
	await expect(rated).not.toBeChecked();
	await expect(rated).toHaveAccessibleDescription(text('new_rated_not'));
	expect(await violations(page)).toEqual([]);
	await combobox(page, 'new_handicap').selectOption('');
	await expect(rated).toBeChecked();
	await page.getByTestId('open').check();
	await button(page, 'new_challenge').click();
	await expect(page.getByTestId('rules-line')).toContainText(text('rated_game'));

	await openForm(guest, 'minishogi');
	await choose(guest, 'opponent-friend');
	const line = guest.getByTestId('challenge');
	await expect(line).toContainText('1500?');
	await expect(line).toContainText(text('rated_game'));
	expect(await violations(guest)).toEqual([]);
	await guest.getByTestId('join-challenge').click();
	const boards = [page, guest].map((one) => new Board(one, 'minishogi')) as [Board, Board];
	for (const one of [page, guest]) {
		await expect(one.getByTestId('seat-top')).toContainText('1500?');
		await expect(one.getByTestId('seat-bottom')).toContainText('1500?');
	}
	for (const [ply, step] of script('minishogi').moves.slice(0, 2).entries()) {
		const mover = boards[ply % 2] as Board;
		await mover.mayMove(sideAt(ply));
		await mover.play(step, 'click');
	}
	// No takebacks in rated games.
	await expect(page.getByTestId('resign')).toBeVisible();
	await expect(page.getByTestId('takeback')).toHaveCount(0);
	await resign(guest);
	await expect(page.getByTestId('seat-bottom')).toContainText('1662? (+162)');
	await expect(guest.getByTestId('seat-bottom')).toContainText('1338? (−162)');
	await guest.reload();
	await expect(guest.getByTestId('seat-top')).toContainText('1662? (+162)');
	await page.goto('/games');
	await expect(page.getByTestId('online-results')).toContainText('1662?');
});
