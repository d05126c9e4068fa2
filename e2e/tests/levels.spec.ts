/** Levels of the computer, chosen by keyboard and pointer. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { Keyboard } from '../lib/keyboard.ts';
import { text } from '../lib/messages.ts';
import { someMove } from '../lib/moves.ts';
import { button } from '../lib/named.ts';
import { openForm, unfold } from '../lib/newGame.ts';
import type { VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** Records the level of every search. */
async function listen(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const asked: unknown[] = [];
		Object.assign(window, { asked });
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message: { kind?: string; request?: { level: string } }) {
			if (message.kind === 'search') asked.push(message.request?.level);
			post.call(this, message);
		};
	});
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);

/** From the form to a reply at the chosen level. */
async function isPlayed(page: Page, game: VariantId, level: number): Promise<void> {
	await expect(page.getByTestId('level-text')).toHaveText(new RegExp(`^Level ${level} · \\d{3,4}$`));
	await button(page, 'new_start').click();
	await expect(page.getByTestId('seat-top')).toContainText(`Level ${level}`);
	const board = new Board(page, game);
	await board.put(someMove(game, await board.position()), 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	expect(await asked(page)).toEqual([String(level)]);
	await page.getByTestId('home-link').click();
	await expect(page.getByTestId('unfinished')).toContainText(`Computer (level ${level})`);
}

test('shogi: a level chosen by keyboard plays, and is remembered', async ({ page }) => {
	await listen(page);
	const keyboard = new Keyboard(page, 'shogi');
	await openForm(page, 'shogi');
	await keyboard.choose('level', 'level-4');
	await isPlayed(page, 'shogi', 4);
	await openForm(page, 'shogi');
	await unfold(page, 'level-4');
	await expect(page.getByTestId('level-4')).toBeChecked();
	// The arrow keys cycle: full strength follows the last number.
	await keyboard.choose('level', 'level-full');
	await expect(page.getByTestId('level-text')).toHaveText(text('level_full_unrated'));
	await keyboard.press('ArrowRight');
	await expect(page.getByTestId('level-0')).toBeChecked();
	await expect(page.getByTestId('level-text')).toHaveText('Level 0 · for children');
});
