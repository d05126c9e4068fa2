/** Whole games by keyboard with typed moves, in each variant. */
import { expectRefusal } from '../lib/board.ts';
import { Keyboard, squareWords } from '../lib/keyboard.ts';
import { refusalText, text } from '../lib/messages.ts';
import { region } from '../lib/named.ts';
import { type Step, script, type VARIANT_IDS } from '../lib/scripts.ts';
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

for (const game of ['shogun'] as const)
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
