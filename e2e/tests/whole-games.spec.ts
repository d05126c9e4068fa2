/** Whole games by click and drag, in each variant. */
import type { Page } from '@playwright/test';
import type { Hand } from '../lib/board.ts';
import { refusalText, text } from '../lib/messages.ts';
import { button, dialog } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { picture, pictures } from '../lib/pictures.ts';
import { type Step, script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

test.use({ reducedMotion: 'no-preference' });

/** Alternates click and drag for moves and for drops. */
class Hands {
	private readonly done = { move: 0, drop: 0 };

	next(what: { drop?: string }): Hand {
		return this.done[what.drop ? 'drop' : 'move']++ % 2 === 0 ? 'click' : 'drag';
	}
}

const FLIP = 14;
const RELOAD = 20;
const PICTURES = 26;
const FLIP_BACK = 32;

for (const game of VARIANT_IDS) {
	test(`${game}: a whole game to mate`, async ({ page }) => {
		const { start, moves, refusals, outcome } = script(game);
		const board = await newGame(page, game, { opponent: 'device', clock: 'none' });
		await board.shows(start);
		const hands = new Hands();
		const tries = new Hands();
		const cancelled = { accepted: false, declined: false };

		for (const [ply, step] of moves.entries()) {
			if (ply === FLIP || ply === FLIP_BACK) await button(page, 'play_flip').click();
			if (ply === RELOAD) {
				await page.reload();
				await board.shows(moves[ply - 1]?.position ?? '');
				await button(page, 'play_flip').click();
			}
			if (ply === PICTURES) {
				await everyPieceIsDrawn(page);
				await pictures(page, game);
			}
			for (const attempt of refusals.filter((one) => one.ply === ply))
				await test.step(`${attempt.code} after ${ply} moves`, async () =>
					board.isRefused(attempt, tries.next(attempt), (inCheck) => refusalText(game, attempt.code, inCheck)));
			if (step.promotion === 'optional') await cancelOnce(step);
			await board.play(step, hands.next(step));
			if (step.note) {
				await expect(board.status).toHaveAttribute('data-kind', 'note');
				await expect(board.status).toContainText(refusalText(game, step.note));
			}
		}

		/** Cancels the first promotion question of each kind. */
		async function cancelOnce(step: Step) {
			const kind = step.promote ? 'accepted' : 'declined';
			if (cancelled[kind]) return;
			cancelled[kind] = true;
			const before = await board.position();
			await board.put(step, 'click');
			await expect(dialog(page, 'promotion_title')).toBeVisible();
			expect(await board.position()).toBe(before);
			if (step.promote) await page.keyboard.press('Escape');
			else await clickBeside(step);
			await expect(dialog(page, 'promotion_title')).toBeHidden();
			expect(await board.position()).toBe(before);
		}

		/** Clicks the backdrop of the question. */
		async function clickBeside(step: Step) {
			const question = await board.square(step.to);
			const corners = await Promise.all(cornersOf(game).map((square) => board.square(square)));
			const distance = (x: number, y: number) => Math.hypot(x - question.x, y - question.y);
			const far = corners.sort((a, b) => distance(b.x, b.y) - distance(a.x, a.y))[0];
			if (far) await page.mouse.click(far.x, far.y);
		}

		await test.step('the end', async () => {
			await expect(board.result).toBeVisible();
			await expect(board.result).toHaveAttribute('data-reason', outcome.reason);
			await expect(board.result).toHaveAttribute('data-winner', outcome.winner ?? 'none');
			await expect(board.result).toContainText(text(`reason_${outcome.reason.replaceAll('-', '_')}`));
			await expect(board.root).toHaveAttribute('data-mover', 'none');
			await picture(page, `end-${game}`);
			const shown = await page.locator('[data-testid="moves"] .text').allTextContents();
			expect(shown.map((one) => one.trim())).toEqual(moves.map((one) => one.text));
		});

		await test.step('looking back with the keys', async () => {
			await page.keyboard.press('Home');
			await board.shows(start);
			await page.keyboard.press('ArrowRight');
			await board.shows(moves[0]?.position ?? '');
			await page.getByTestId(`move-${RELOAD}`).click();
			await board.shows(moves[RELOAD - 1]?.position ?? '');
			await page.keyboard.press('End');
			await board.shows(moves.at(-1)?.position ?? '');
		});

		await page.reload();
		await expect(board.result).toHaveAttribute('data-reason', outcome.reason);
	});
}

/** Checks that every piece has a loaded picture. */
async function everyPieceIsDrawn(page: Page): Promise<void> {
	// In one turn of the page: pieces that it has replaced meanwhile have no style.
	const drawn = await page.evaluate(() =>
		[...document.querySelectorAll('sg-pieces piece, sg-hp-wrap:not([data-nb="0"]) piece')].map(
			(piece) => [piece.className, getComputedStyle(piece).backgroundImage] as const,
		),
	);
	expect(drawn.length).toBeGreaterThan(10);
	expect(drawn.filter(([, image]) => !image.startsWith('url('))).toEqual([]);
	for (const url of new Set(drawn.map(([, image]) => image.slice(5, -2)))) {
		const answer = await page.request.get(url);
		expect(answer.headers()['content-type'], url).toContain('image/svg+xml');
	}
}

function cornersOf(game: (typeof VARIANT_IDS)[number]): string[] {
	const last = { shogi: ['9', 'i'], minishogi: ['5', 'e'], torishogi: ['7', 'g'], shogun: ['8', 'h'] }[game];
	return ['1a', `1${last[1]}`, `${last[0]}a`, `${last[0]}${last[1]}`];
}
