/** Confirmation of online moves by touch, mouse and keyboard, and its offer on a phone. */
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

test('on a phone confirmation is offered once, in the first game with a clock; a second tap or a key confirms', async ({
	person,
}) => {
	const [host, guest] = [await person('host', PHONE), await person('guest')];
	const table = await newFriendGame(host, guest, 'minishogi', { side: 'first', clock: 'default' });
	const offer = host.getByTestId('confirm-offer');
	await expect(offer).toBeInViewport({ ratio: 1 });
	for (const key of await offer.getByRole('button').all())
		expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	await expect(guest.getByTestId('confirm-offer')).toHaveCount(0);
	await picture(host, 'confirm-offer');
	await host.getByTestId('confirm-offer-all').tap();
	await expect(offer).toHaveCount(0);
	const before = await table.host.position();
	await table.host.mayMove('first');

	await test.step('a tap elsewhere takes the move back', async () => {
		await table.host.put({ from: '5d', to: '5c' }, 'tap');
		await expect(host.getByTestId('confirm-move')).toBeInViewport({ ratio: 1 });
		for (const key of await host.getByTestId('confirm-move').getByRole('button').all())
			expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(44);
		expect(await violations(host)).toEqual([]);
		await picture(host, 'confirm-move');
		const { x, y } = await table.host.square('3c');
		await host.touchscreen.tap(x, y);
		await expect(host.getByTestId('confirm-move')).toHaveCount(0);
		await expect(table.host.root).toHaveAttribute('data-ply', '0');
		await table.host.shows(before);
	});

	await test.step('a second tap on its square plays it', async () => {
		await table.host.put({ from: '5d', to: '5c' }, 'tap');
		await expect(table.host.root).toHaveAttribute('data-ply', '0');
		const { x, y } = await table.host.square('5c');
		await host.touchscreen.tap(x, y);
		await expect(table.guest.root).toHaveAttribute('data-ply', '1');
	});

	await test.step('and so does the key', async () => {
		await table.guest.mayMove('second');
		await table.guest.put({ from: '1b', to: '1c' }, 'click');
		await table.host.mayMove('first');
		await table.host.put({ from: '4e', to: '4d' }, 'tap');
		await host.getByTestId('confirm-move-yes').tap();
		await expect(table.guest.root).toHaveAttribute('data-ply', '3');
	});

	await test.step('the next game on a clock does not offer it again', async () => {
		const next = await newFriendGame(host, guest, 'minishogi', { side: 'first', clock: 'default' });
		await next.host.mayMove('first');
		await expect(offer).toHaveCount(0);
	});
});

test('Enter confirms a move by mouse or keyboard, Escape takes it back, premoves need no confirmation', async ({
	page,
	person,
}) => {
	const guest = await person('guest');
	await page.addInitScript(() => {
		const kept = JSON.parse(localStorage.getItem('komadai.settings') ?? '{}');
		localStorage.setItem('komadai.settings', JSON.stringify({ ...kept, confirmMoves: 'all' }));
	});
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'first', clock: 'none' });
	await expect(page.getByTestId('confirm-offer')).toHaveCount(0);
	await table.host.mayMove('first');
	await table.host.put({ from: '5d', to: '5c' }, 'click');
	const ask = page.getByTestId('confirm-move');
	await expect(ask).toBeVisible();
	await expect(page.getByTestId('confirm-move-yes')).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(ask).toHaveCount(0);
	await expect(table.host.root).toHaveAttribute('data-ply', '0');
	await table.host.put({ from: '5d', to: '5c' }, 'click');
	await expect(ask).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(table.guest.root).toHaveAttribute('data-ply', '1');
	// A premove is played at once when the opponent moves.
	await table.host.put({ from: '4e', to: '4d' }, 'click');
	await expect(page.getByTestId('status')).toHaveAttribute('data-kind', 'premove');
	await expect(ask).toHaveCount(0);
	await table.guest.mayMove('second');
	await table.guest.put({ from: '1b', to: '1c' }, 'click');
	await expect(table.guest.root).toHaveAttribute('data-ply', '3');
	// A game that ends clears the pending confirmation.
	await table.guest.mayMove('second');
	await table.guest.put({ from: '2a', to: '2b' }, 'click');
	await table.host.mayMove('first');
	await table.host.put({ from: '5c', to: '5b' }, 'click');
	await expect(ask).toBeVisible();
	await button(guest, 'play_resign').click();
	await button(guest.getByRole('dialog'), 'play_resign').click();
	await expect(table.host.result).toBeVisible();
	await expect(ask).toHaveCount(0);
	await expect(table.host.root).toHaveAttribute('data-ply', '4');
});

test('the setting is remembered', async ({ page }) => {
	await page.goto('/');
	await button(page, 'nav_settings').click();
	const drops = page
		.getByRole('group', { name: text('settings_confirm') })
		.getByRole('radio', { name: text('confirm_drops') });
	await drops.press('Space');
	await page.reload();
	await button(page, 'nav_settings').click();
	await expect(drops).toBeChecked();
});
