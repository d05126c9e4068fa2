/** Whole interactions with the computer in each variant. */
import type { Page } from '@playwright/test';
import type { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { someMove } from '../lib/moves.ts';
import { button, resign } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { ask } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function exchange(board: Board, ply: number): Promise<void> {
	await board.put(someMove(board.game, await board.position()), ply % 4 === 0 ? 'click' : 'drag');
	await expect(board.root).toHaveAttribute('data-ply', String(ply + 2), { timeout: 60_000 });
}

async function copiedMoves(page: Page): Promise<string> {
	await button(page, 'play_menu').click();
	await button(page, 'play_copy_moves', 'play_copied').click();
	await expect(button(page, 'play_copy_moves', 'play_copied')).toContainText(text('play_copied'));
	return page.evaluate(() => navigator.clipboard.readText());
}

for (const game of VARIANT_IDS) {
	test(`${game}: a game with the computer`, async ({ page }) => {
		const board = await newGame(page, game, { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
		await board.shows(script(game).start);
		await exchange(board, 0);
		await exchange(board, 2);

		await test.step('a reload in the middle', async () => {
			const before = await board.position();
			await page.reload();
			await board.shows(before);
			await board.mayMove('first');
		});

		await test.step('a reload while the computer thinks', async () => {
			await board.put(someMove(game, await board.position()), 'click');
			// The reply may have come already.
			await expect(board.root).toHaveAttribute('data-ply', /^[56]$/);
			await page.reload();
			await expect(board.root).toHaveAttribute('data-ply', '6', { timeout: 60_000 });
		});

		await test.step('the moves were legal', async () => {
			const moves = await copiedMoves(page);
			expect(moves.split(' ')).toHaveLength(6);
			const answer = JSON.parse(ask('position', game, '--moves', moves)) as { position: string };
			await board.shows(answer.position);
		});

		await test.step('taking back', async () => {
			await button(page, 'play_takeback').click();
			await expect(board.root).toHaveAttribute('data-ply', '4');
			await board.mayMove('first');
			await exchange(board, 4);
		});

		await test.step('found again from the home page', async () => {
			const before = await board.position();
			await page.getByTestId('home-link').click();
			await page.getByTestId('unfinished').getByRole('link').click();
			await board.shows(before);
		});

		await test.step('resigning asks first', async () => {
			await button(page, 'play_resign').click();
			await button(page.getByRole('dialog'), 'play_keep').click();
			await expect(board.result).toBeHidden();
			await resign(page);
			await expect(board.result).toHaveAttribute('data-reason', 'resignation');
			await expect(board.result).toHaveAttribute('data-winner', 'second');
			await expect(board.result).toContainText(text('reason_resignation'));
		});

		await test.step('a rematch with sides exchanged', async () => {
			await button(page, 'play_rematch').click();
			await expect(board.root).toHaveAttribute('data-bottom', 'second');
			await expect(board.root).toHaveAttribute('data-ply', '1', { timeout: 60_000 });
			await board.mayMove('second');
			await exchange(board, 1);
		});
	});
}
