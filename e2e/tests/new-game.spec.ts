/** Start of a game: quick start, folded form, remembered choice. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { boxOf } from '../lib/boxes.ts';
import { text } from '../lib/messages.ts';
import { button, closeOf, heading, textbox } from '../lib/named.ts';
import { choose, fillForm, newGame, openForm } from '../lib/newGame.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** Lowest level, no clock, first move for the player. */
async function suitsABeginner(page: Page): Promise<void> {
	await expect(page.getByTestId('seat-top')).toContainText(text('new_opponent_computer'));
	await expect(page.getByTestId('seat-top')).toContainText('Level 1');
	await expect(page.getByTestId('seat-bottom')).toContainText(text('play_you'));
	await expect(page.getByTestId('board')).toHaveAttribute('data-mover', 'first');
	await expect(page.locator('[role="timer"]')).toHaveCount(0);
}

test('the last choice needs one click, on the home page and on the form', async ({ page }) => {
	await page.goto('/');
	await expect(page.getByTestId('again-minishogi')).toHaveCount(0);
	await newGame(page, 'minishogi', {
		opponent: 'computer',
		level: 3,
		side: 'second',
		clock: { mainSeconds: 600, periodSeconds: 30, periods: 1 },
		rules: { repetition: 'sente-loses-4' },
	});
	await page.goto('/');
	const again = page.getByTestId('again-minishogi');
	await expect(again).toContainText('Level 3');
	await expect(again).toContainText('10 min');
	await expect(page.getByTestId('again-shogi')).toHaveCount(0);
	// Regression: a long choice made its tile taller than the others.
	const heights = VARIANT_IDS.map(async (game) => (await page.getByTestId(`play-${game}`).boundingBox())?.y);
	expect(new Set(await Promise.all(heights)).size).toBe(1);
	expect((await again.boundingBox())?.height).toBeLessThan(50);
	await again.click();
	await expect(page.getByTestId('board')).toHaveAttribute('data-bottom', 'second');
	await expect(page.getByTestId('seat-top')).toContainText('Level 3');
	await expect(page.locator('[role="timer"]')).toHaveCount(2);
	// Quick start ignores the remembered choice and keeps it.
	await page.goto('/new/minishogi');
	await page.getByTestId('play-now').click();
	await suitsABeginner(page);
	await page.goto('/new/minishogi');
	await expect(page.getByTestId('again-minishogi')).toContainText('Level 3');
});

test('players see names and rules before joining, and a strict game ends for both', async ({ page, person }) => {
	const guest = await person('guest');
	await openForm(page, 'minishogi');
	await fillForm(page, {
		opponent: 'friend',
		side: 'first',
		clock: 'none',
		position: '4k/5/5/P4/4K b P 1',
		rules: { 'illegal-move': 'loses' },
	});
	await page.getByTestId('your-name').fill('  Aki  ');
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('seen-as')).toContainText('Aki');
	await page.getByTestId('your-name').fill('Haru');
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('seen-as')).toContainText('Haru');
	const link = await textbox(page, 'friend_link').inputValue();
	await page.goto('/');
	await page.getByTestId('open-settings').click();
	await page.getByTestId('your-name').fill('Natsu');
	await closeOf(page, 'settings_title').click();
	await page.goto(link);
	await expect(page.getByTestId('seen-as')).toContainText('Natsu');
	const special = `${text('lobby_position')} · ${text('rule_illegal_move_loses')}`;
	await expect(page.getByTestId('rules-line')).toHaveText(special);
	await guest.goto(link);
	await expect(guest.getByTestId('invitation')).toContainText('Natsu');
	await expect(guest.getByTestId('invitation').locator('[data-bottom]')).toHaveAttribute('data-bottom', 'second');
	await expect(guest.getByTestId('rules-line')).toHaveText(special);
	await guest.getByTestId('your-name').fill('棋士');
	await button(guest, 'friend_join').click();
	await expect(page.getByTestId('seat-top')).toContainText('棋士');
	await expect(guest.getByTestId('seat-top')).toContainText('Natsu');
	await new Board(page, 'minishogi').put({ drop: 'P', to: '5c' }, 'click');
	for (const one of [page, guest]) {
		await expect(one.getByTestId('result')).toHaveAttribute('data-reason', 'illegal-move');
		await expect(one.getByTestId('result')).toHaveAttribute('data-winner', 'second');
	}
	await guest.goto('/');
	await guest.getByTestId('open-settings').click();
	await expect(guest.getByTestId('your-name')).toHaveValue('棋士');
	await closeOf(guest, 'settings_title').click();
	await expect(guest.getByTestId('finished')).toContainText('Natsu');
	await expect(guest.getByTestId('finished')).toContainText(text('result_you_win'));
});

test('a name with invisible characters is refused beside the button', async ({ page, complaints }) => {
	complaints.allowed.push(/422/);
	await openForm(page, 'minishogi');
	await choose(page, 'opponent-friend');
	await page.getByTestId('your-name').fill('A\u202eki');
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('new-problem')).toContainText('invisible');
	await page.getByTestId('your-name').fill('Aki');
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
});

test('without a network the option of an online game is marked, and explained at the button', async ({
	page,
	context,
	complaints,
}) => {
	await page.setViewportSize({ width: 360, height: 640 });
	await openForm(page, 'shogi');
	complaints.offline = true;
	await context.setOffline(true);
	await expect(page.locator('label', { has: page.getByTestId('opponent-friend') })).toContainText(
		text('new_opponent_friend_offline'),
	);
	await choose(page, 'opponent-friend');
	const said = page.getByTestId('new-problem');
	await expect(said).toHaveText(text('new_friend_offline'));
	const [problem, start] = [await boxOf(said), await boxOf(page.getByTestId('start'))];
	expect(start.y - (problem.y + problem.height)).toBeLessThan(60);
	await choose(page, 'opponent-computer');
	await expect(said).toBeHidden();
	await context.setOffline(false);
});

test('of several unfinished games the latest has a whole row, and a few more are listed', async ({ page }) => {
	await page.goto('/');
	await page.evaluate(() => {
		for (let n = 1; n <= 8; n++) {
			const game = n % 2 === 0 ? 'shogi' : 'minishogi';
			const record = { version: 1, id: `g${n}`, game, start: '', rules: {}, opponent: { kind: 'device' } };
			const played = {
				clock: { kind: 'none' },
				moves: [n % 2 === 0 ? '7g7f' : '5d5c'],
				clocksBefore: [],
				outcome: null,
			};
			localStorage.setItem(`komadai.game.g${n}`, JSON.stringify({ ...record, ...played, createdAt: n, updatedAt: n }));
		}
	});
	for (const [width, height] of [
		[360, 640],
		[1280, 800],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.reload();
		const list = page.getByTestId('unfinished');
		await expect(list.getByRole('link')).toHaveCount(5);
		await expect(list.getByRole('link').first()).toHaveAttribute('data-testid', 'unfinished-g8');
		expect((await boxOf(list)).height, `${width}×${height}`).toBeLessThan(0.45 * height);
		await page.getByTestId('unfinished-all').click();
		await expect(list.getByRole('link')).toHaveCount(8);
		await expect(page.getByTestId('unfinished-g3')).toBeFocused();
	}
	await page.getByTestId('unfinished-g3').click();
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '1');
});

test('a first game resumes with its coach', async ({ page }) => {
	await page.goto('/learn/minishogi/lessons/game');
	const board = new Board(page, 'minishogi');
	const step = script('minishogi').moves[0];
	if (!step) throw new Error('the game is empty');
	await expect(page.getByTestId('board')).toHaveAttribute('data-mover', 'first');
	await expect(page.locator('sg-board')).toBeVisible();
	await board.put(step, 'click');
	await expect(page.getByTestId('board')).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	await page.goto('/');
	const line = page.getByTestId('unfinished').getByRole('link');
	await expect(line).toContainText(text('coach_title'));
	await line.click();
	await expect(page).toHaveURL(/\/learn\/minishogi\/lessons\/game$/);
});

test('an unknown variant links to play and home, not to a retry', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	await page.goto('/g/AAAAAAAAAAAA');
	await expect(heading(page, 'friend_unknown')).toBeVisible();
	await expect(page.getByRole('link', { name: text('nav_home'), exact: true })).toBeVisible();
	await expect(button(page, 'play_try_again')).toHaveCount(0);
	await page.getByTestId('unknown-play').click();
	await expect(page.getByTestId('new-form')).toBeVisible();
});
