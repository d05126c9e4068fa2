import { text } from '../lib/messages.ts';
import { button, heading, spinbutton, textbox } from '../lib/named.ts';
import { choose, fillForm, openForm, unfold } from '../lib/newGame.ts';
import { script, VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** No position, an unknown piece, an illegal position. */
const BAD: Record<VariantId, string[]> = {
	shogi: ['hello', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPXPPP/1B5R1/LNSGKGSNL b - 1', '9/9/9/9/9/9/9/9/4K4 b - 1'],
	minishogi: ['5/5/5', 'rbsgk/4p/5/P3X/KGSBR b - 1', '4k/5/5/5/KK3 b - 1'],
	torishogi: ['x', 'rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPQ b - 1', '3k3/7/7/7/7/7/7 b - 1'],
	shogun: ['rnb', 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNX[] w KQkq - 0 1', '8/8/8/8/8/8/8/4K3[] w - - 0 1'],
};

for (const game of VARIANT_IDS) {
	test(`${game}: a position that can't be read`, async ({ page }) => {
		await openForm(page, game);
		await fillForm(page, { opponent: 'device', clock: 'none' });
		await unfold(page, 'position');
		const field = textbox(page, 'new_position_label');
		for (const bad of BAD[game]) {
			await field.fill(bad);
			const error = page.getByTestId('position-error');
			await expect(error).toBeVisible();
			await expect(error).not.toBeEmpty();
			await expect(field).toHaveAttribute('aria-invalid', 'true');
			await expect(button(page, 'new_start')).toBeDisabled();
		}
		const good = script(game).moves[9]?.position ?? '';
		await field.fill(good);
		await expect(page.getByTestId('position-error')).toBeHidden();
		await button(page, 'new_start').click();
		await expect(page.getByTestId('board')).toHaveAttribute('data-position', good);
	});
}

test('impossible clock numbers disable the start and show the possible range', async ({ page }) => {
	await openForm(page, 'shogi');
	await choose(page, 'clock-byoyomi');
	const hint = page.getByTestId('clock-hint');
	await expect(button(page, 'new_start')).toBeEnabled();
	const usual = await hint.textContent();
	await spinbutton(page, 'clock_period').fill('0');
	await expect(button(page, 'new_start')).toBeDisabled();
	await expect(hint).toHaveRole('alert');
	await expect(hint).not.toHaveText(usual ?? '');
	await spinbutton(page, 'clock_period').fill('30');
	await expect(button(page, 'new_start')).toBeEnabled();
});

test('starting before the rules have loaded writes no error to the console', async ({ page }) => {
	let release = () => {};
	const held = new Promise<void>((go) => {
		release = go;
	});
	await page.route(/rules_bg.*\.wasm$/, async (route) => {
		await held;
		await route.continue();
	});
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'device', clock: 'none' });
	await button(page, 'new_start').click();
	await expect(page).toHaveURL(/\/play\//);
	release();
	await expect(page.getByTestId('board')).toHaveAttribute('data-position', script('minishogi').start);
});

test("opening the player's own invite does not join", async ({ page, context, complaints, person }) => {
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'friend', side: 'first', clock: 'default' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('link-warning'), 'the link works on this computer only').toBeVisible();
	const link = await textbox(page, 'friend_link').inputValue();

	const second = await context.newPage();
	complaints.watch(second, 'second tab');
	await second.goto(link);
	await expect(second.getByTestId('waiting-room')).toBeVisible();
	await expect(button(second, 'friend_join')).toBeHidden();
	await page.reload();
	await expect(page.getByTestId('waiting-room')).toBeVisible();

	const friend = await person('friend');
	await friend.goto(link);
	await button(friend, 'friend_join').click();
	for (const one of [page, second]) await expect(one.getByTestId('board')).toHaveAttribute('data-bottom', 'first');
	await expect(friend.getByTestId('board')).toHaveAttribute('data-bottom', 'second');

	const third = await person('third');
	await third.goto(link);
	await expect(third.getByTestId('board')).toHaveAttribute('data-mover', 'none');
	await expect(third.getByTestId('status')).toContainText(text('friend_watching'));
});

test('an unknown game', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	for (const id of ['AAAAAAAAAAAA', 'x', 'a%2fb', '%F0%9F%90%A6', 'a'.repeat(500)]) {
		await page.goto(`/g/${id}`);
		await expect(page.getByTestId('friend-problem')).toHaveText(text('friend_unknown'));
	}
	await page.goto('/play/AAAA');
	await expect(heading(page, 'missing_title')).toBeVisible();
	await page.getByRole('link', { name: text('missing_home') }).click();
	await expect(page.getByTestId('tile-shogi')).toBeVisible();
});

test('an unknown page', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	for (const path of ['/new/chess', '/nowhere', '/play', '/new/shogi/more', '/%']) {
		expect((await page.goto(path))?.status(), path).toBe(404);
		await expect(heading(page, 'missing_title'), path).toBeVisible();
	}
});
