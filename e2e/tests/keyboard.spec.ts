/** Whole games by keyboard with typed moves, in each variant. */
import { expectRefusal } from '../lib/board.ts';
import { Keyboard, squareWords } from '../lib/keyboard.ts';
import { refusalText, text } from '../lib/messages.ts';
import { button, checkbox, closeOf, combobox, dialog, region, resign } from '../lib/named.ts';
import { type Step, script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** Announcement of a move, as far as the script contains it. */
function announcement(step: Step, game: (typeof VARIANT_IDS)[number]): RegExp {
	const to = squareWords(game, step.to);
	if (step.drop) return new RegExp(`: .+ dropped on ${to}`);
	if (game === 'shogun' && step.text.startsWith('O-O')) return /: castles (short|long)/;
	const promotes = step.promote ? ', promotes to ' : '';
	const from = squareWords(game, step.from ?? '');
	if (step.capture) return new RegExp(`: .+ from ${from} takes .+ ${to}${promotes}`);
	return new RegExp(`: .+ from ${from} to ${to}${promotes}`);
}

for (const game of VARIANT_IDS)
	test(`${game}: a whole game, typed`, async ({ page }) => {
		const { start, moves, refusals, outcome } = script(game);
		const keyboard = new Keyboard(page, game);
		await keyboard.newGame();
		await keyboard.shows(start);

		for (const [ply, step] of moves.entries()) {
			for (const attempt of refusals.filter((one) => one.ply === ply)) {
				await keyboard.type(attempt.drop ? `${attempt.drop}*${attempt.to}` : `${attempt.from}${attempt.to}`);
				await expect(page.getByTestId('refusal')).toHaveAttribute('data-code', attempt.code);
				await expectRefusal(keyboard.alerted, page, (inCheck) => refusalText(game, attempt.code, inCheck));
			}
			// Alternates between the notation of programs and of the move list.
			await keyboard.type(ply % 2 === 0 ? step.text : step.move);
			await keyboard.shows(step.position);
			await expect(keyboard.said.filter({ hasText: announcement(step, game) }).last()).toBeAttached();
		}

		const reason = text(`reason_${outcome.reason.replaceAll('-', '_')}`);
		await expect(keyboard.said.last()).toHaveText(new RegExp(`^Game over: .+ wins: ${reason}$`));
		expect((await keyboard.said.allTextContents()).at(-2)).toMatch(/, Check$/);
		await expect(page.getByTestId('typed')).toBeHidden();
		await expect(region(page, 'result_title')).toBeVisible();
	});

test('typed moves are completed and explained, and ask about promotion', async ({ page }) => {
	const keyboard = new Keyboard(page, 'shogi');
	await keyboard.newGame();
	const hint = page.getByTestId('typed-hint');
	const options = page.getByTestId('typed').getByRole('option');

	await keyboard.type('nonsense');
	await expect(hint).toContainText('“nonsense” is not a move');
	await expect(keyboard.alerted).toContainText('“nonsense” is not a move');
	await keyboard.type('G-58');
	await expect(hint).toContainText('“G-58” could be G69-58 / G49-58');
	await expect(options).toHaveText(['G69-58 6i5h', 'G49-58 4i5h']);
	// Regression: the input line covered the buttons of the game.
	for (const name of ['play_flip', 'play_menu'] as const) await button(page, name).click({ trial: true });
	await keyboard.type('R-23');
	await expect(keyboard.alerted).toHaveText(text('refusal_blocked'));
	await keyboard.type('N-65');
	await expect(keyboard.alerted).toHaveText('A knight doesn’t move like that.');

	const input = combobox(page, 'typed_open');
	await input.fill('');
	await page.keyboard.type('７六');
	await expect(options).toHaveText(['P-76 7g7f']);
	await keyboard.press('ArrowDown');
	await expect(input).toHaveAttribute('aria-activedescendant', 'typed-move-0');
	await keyboard.press('Enter');
	await expect(keyboard.said.last()).toHaveText('Sente: Pawn from 7 7 to 7 6');
	await keyboard.type('3四歩');
	await expect(keyboard.said.last()).toHaveText('Gote: Pawn from 3 3 to 3 4');
	await keyboard.type('22角成');
	await expect(keyboard.said.last()).toHaveText('Sente: Bishop from 8 8 takes Bishop on 2 2, promotes to Horse');
	await keyboard.type('同銀');
	await expect(keyboard.said.last()).toHaveText('Gote: Silver from 3 1 takes Horse on 2 2');
});

test('shortcuts announce information, and their list opens and closes', async ({ page }) => {
	const keyboard = new Keyboard(page, 'minishogi');
	await keyboard.newGame();
	await keyboard.type('P-53');
	await keyboard.press('Escape');
	await keyboard.press('t');
	await expect(keyboard.said.last()).toHaveText('Gote to move');
	await keyboard.press('l');
	await expect(keyboard.said.last()).toHaveText('Sente: Pawn from 5 4 to 5 3');
	await keyboard.press('c');
	await expect(keyboard.said.last()).toHaveText(text('clock_text_none'));
	await keyboard.press('ArrowLeft');
	await expect(keyboard.said.last()).toHaveText(text('say_at_start'));
	await keyboard.press('ArrowRight');
	await expect(keyboard.said.last()).toHaveText('Latest move. Sente: Pawn from 5 4 to 5 3');

	// The dialog restores the focus.
	await keyboard.press('b');
	const before = await keyboard.focused();
	await keyboard.press('?');
	const keys = dialog(page, 'keys_title');
	await expect(keys).toBeVisible();
	await expect(closeOf(page, 'keys_title')).toBeFocused();
	expect(await keys.evaluate((one) => one.scrollTop)).toBe(0);
	for (let i = 0; i < 5; i++) {
		await keyboard.press('Tab');
		const inside = await page.evaluate(
			() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
		);
		expect(inside, 'the focus stays in the dialog').toBe(true);
	}
	await keyboard.tabTo(checkbox(page, 'keys_single'));
	await keyboard.press('Space');
	await keyboard.press('Escape');
	await expect(keys).toBeHidden();
	expect(await keyboard.focused()).toBe(before);
	await keyboard.press('m');
	await keyboard.press('?');
	await expect(page.getByTestId('typed')).toBeHidden();
	await expect(keys).toBeHidden();

	// The end of a game removes the focused button.
	await keyboard.tabTo(button(page, 'play_resign'));
	await keyboard.press('Enter');
	await keyboard.tabTo(button(page.getByRole('dialog'), 'play_resign'));
	await keyboard.press('Enter');
	await expect(keyboard.said.last()).toHaveText('Game over: Sente wins: Resignation');
	await expect(region(page, 'result_title').getByRole('heading')).toBeFocused();
});

test('after the end neither the log nor the turn shortcut names a side to move', async ({ page }) => {
	const keyboard = new Keyboard(page, 'minishogi');
	await keyboard.newGame();
	await keyboard.type('P-53');
	await keyboard.press('Escape');
	await keyboard.press('t');
	const turn = keyboard.said.filter({ hasText: text('play_turn').replace('{side}', 'Gote') });
	await expect(turn).toHaveCount(1);
	await resign(page);
	const over = keyboard.said.filter({ hasText: /^Game over: Sente wins/ });
	await expect(over).toHaveCount(1);
	await expect(turn).toHaveCount(0);
	await keyboard.press('t');
	await expect(over).toHaveCount(2);
	await expect(turn).toHaveCount(0);
});
