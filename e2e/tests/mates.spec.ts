/** Mate search on the analysis board. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { DESKTOP, PHONE } from '../lib/pictures.ts';
import { VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test.use({ reducedMotion: 'reduce' });

/** Mates in one; in Tori Shogi in three. */
const MATES: Record<VariantId, string> = {
	shogi: '4k4/9/4P4/9/9/9/9/9/4K4 b G 1',
	minishogi: '4k/5/4P/5/K4 b G 1',
	torishogi: '+fp1k3/s1cl+S2/2s1CsS/2sSS2/+sC+f1KS1/7/1Pp1CPR w LR2S4s 74',
	shogun: '7k/8/6K1/8/8/8/8/R7[] w - - 0 1',
};

async function openAt(page: Page, game: VariantId, position?: string): Promise<Board> {
	const stands = { ' ': '_', '/': '.', '+': '~', '[': '(', ']': ')' };
	const text = Object.entries(stands).reduce((all, [from, to]) => all.replaceAll(from, to), position ?? '');
	await page.goto(`/analysis/${game}${position ? `#v=1&game=${game}&position=${text}` : ''}`);
	const board = new Board(page, game);
	await expect(board.root).toHaveAttribute('data-mover', /first|second/);
	return board;
}

const result = (page: Page) => page.getByTestId('mate-result');

for (const [i, game] of VARIANT_IDS.entries()) {
	const viewport = i % 2 === 0 ? DESKTOP : PHONE;
	test(`${game}, ${viewport.width} wide: a mate is found, walked along and kept as a variation`, async ({ page }) => {
		await page.setViewportSize(viewport);
		const board = await openAt(page, game, MATES[game]);
		await page.getByTestId('mate-switch').click();
		await expect(result(page)).toHaveText(game === 'torishogi' ? /3/ : /1/);
		await expect(page.getByTestId('mate')).toHaveAttribute('data-running', 'false');
		const move = await page.getByTestId('mate-1').getAttribute('data-move');
		await page.getByTestId('mate-insert').click();
		await expect(board.root).toHaveAttribute('data-ply', '1');
		await expect(page.getByTestId(`node-${move}`).first()).toHaveAttribute('aria-current', 'step');
		if (game !== 'torishogi') await expect(page.getByTestId('mate-switch')).toBeDisabled();
		await expect(result(page)).toHaveCount(0);
		await page.keyboard.press('ArrowLeft');
		await expect(board.root).toHaveAttribute('data-ply', '0');
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
		expect(await violations(page)).toEqual([]);
	});
}

test('the shortcut starts it, and the result is announced', async ({ page }) => {
	await openAt(page, 'shogi');
	await page.keyboard.press('k');
	const words = await result(page).textContent();
	expect(words).toBeTruthy();
	await expect(page.getByRole('log').getByText(words ?? '')).toBeAttached();
});

test('a long search shows its nodes and can be stopped', async ({ page }) => {
	// Microcosmos, a mate in 1,525, with a king added for the attacker.
	const text = 'g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B2K2G1g b - 1';
	await openAt(page, 'shogi', text);
	await page.getByTestId('mate-switch').click();
	await expect(page.getByTestId('mate-facts')).toHaveText(/\d/);
	await page.getByTestId('mate-switch').click();
	await expect(page.getByTestId('mate')).toHaveAttribute('data-running', 'false');
	await expect(result(page)).toBeVisible();
});
