/** Sharing: links, QR codes, pictures; title and icon of the page. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import jsqr from 'jsqr';
import { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, closeOf, dialog, image, region, resign, textbox } from '../lib/named.ts';
import { choose, fillForm, newGame, openForm } from '../lib/newGame.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { Server } from '../lib/server.ts';
import { test as base, expect } from '../lib/test.ts';

/** Server with a public URL. */
const test = base.extend<object, { server: Server }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
		async ({}, use) => {
			const server = await Server.start((port) => ['--public-url', `http://lan.example:${port}`]);
			await use(server);
			await server.stop();
		},
		{ scope: 'worker' },
	],
});

async function openShare(page: Page): Promise<string> {
	await button(page, 'play_menu').click();
	// The result panel has a share button too.
	await page.getByTestId('open-share').click();
	const link = dialog(page, 'share_open').getByRole('textbox');
	await expect(link).toHaveValue(/\/view\?[a-z]+=[\w.~()-]+#v=1/);
	return link.inputValue();
}

async function scan(code: Locator): Promise<string | undefined> {
	await code.scrollIntoViewIfNeeded();
	const shot = (await code.screenshot({ animations: 'disabled' })).toString('base64');
	const { width, height, data } = await code.page().evaluate(async (png) => {
		const image = new Image();
		image.src = `data:image/png;base64,${png}`;
		await image.decode();
		const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
		const context = canvas.getContext('2d');
		if (!context) throw new Error('no canvas');
		context.drawImage(image, 0, 0);
		const pixels = context.getImageData(0, 0, image.width, image.height);
		// A long array takes seconds to transfer, a string does not.
		const data = Array.from(pixels.data, (one) => String.fromCharCode(one)).join('');
		return { width: image.width, height: image.height, data };
	}, shot);
	return jsqr.default(
		Uint8ClampedArray.from(data, (one) => one.charCodeAt(0)),
		width,
		height,
	)?.data;
}

/** Plays scripted moves without checking positions. */
async function playOn(board: Board, from: number, to: number): Promise<void> {
	for (const step of script(board.game).moves.slice(from, to)) await board.play(step, 'click');
}

for (const game of VARIANT_IDS) {
	test(`${game}: a shared link is opened by a new visitor`, async ({ page, person }) => {
		const { moves } = script(game);
		const handicap = { shogi: 'bishop', minishogi: undefined, torishogi: 'falcon', shogun: undefined }[game];
		if (handicap) {
			const odds = await newGame(page, game, { opponent: 'device', clock: 'none', handicap });
			const position = await odds.position();
			const visitor = await person('visitor of odds');
			await visitor.goto(await openShare(page));
			await expect(visitor.getByTestId('board')).toHaveAttribute('data-position', position);
			await visitor.context().close();
			await closeOf(page, 'share_open').click();
		}
		const even = handicap ? { handicap: '' } : {};
		const board = await newGame(page, game, { opponent: 'device', clock: 'none', ...even });
		await playOn(board, 0, 6);
		await resign(page);
		const link = await openShare(page);
		expect(await scan(image(page, 'share_qr')), 'the code says what the link says').toBe(link);

		const visitor = await person('visitor');
		await visitor.goto(link);
		const view = visitor.getByTestId('board');
		await expect(view).toHaveAttribute('data-position', moves[5]?.position ?? '');
		await expect(view).toHaveAttribute('data-mover', 'none');
		await expect(region(visitor, 'result_title')).toHaveAttribute('data-reason', 'resignation');
		await button(visitor, 'play_back').click();
		await button(visitor, 'play_back').click();
		await expect(view).toHaveAttribute('data-position', moves[3]?.position ?? '');
		// Chess counts moves in pairs.
		await expect(visitor.getByTestId('status')).toContainText(game === 'shogun' ? 'Move 2 of 3' : 'Move 4 of 6');

		await test.step('continue from here', async () => {
			await button(visitor, 'view_continue').click();
			const against = game === 'shogi' || game === 'shogun';
			await visitor.getByTestId(against ? 'continue-computer' : 'continue-device').click();
			await expect(visitor).toHaveURL(/\/play\//);
			await expect(view).toHaveAttribute('data-position', moves[3]?.position ?? '');
			const own = new Board(visitor, game);
			await own.mayMove('first');
			await own.put(moves[4] ?? { to: '' }, 'click');
			if (against) await expect(view).toHaveAttribute('data-ply', '6', { timeout: 60_000 });
			else await own.shows(moves[4]?.position ?? '');
		});

		await test.step('this position alone', async () => {
			await choose(page, 'share-position');
			const position = await dialog(page, 'share_open').getByRole('textbox').inputValue();
			expect(position).not.toBe(link);
			await visitor.goto(position);
			await expect(view).toHaveAttribute('data-position', moves[5]?.position ?? '');
			await expect(view).toHaveAttribute('data-ply', '0');
		});
	});
}

test('bad links report their error', async ({ page }) => {
	const good = 'v=1&game=shogi';
	const says = async (fragment: string, key: string, values: Record<string, string> = {}) => {
		await page.goto(`/view${fragment && `#${fragment}`}`);
		const words = Object.entries(values).reduce((all, [name, value]) => all.replace(`{${name}}`, value), text(key));
		await expect(page.getByTestId('link-problem')).toHaveText(words);
	};
	await says('', 'link_empty');
	await says('v=9&game=shogi', 'link_version', { text: '9', known: '1' });
	await says('v=1&game=go', 'link_game', { text: 'go' });
	await says(`${good}&count=3&moves=eOw`, 'link_cut', { count: '3', found: '1' });
	await says(`${good}&handicap=queen`, 'link_value', { part: 'handicap', text: 'queen' });
	await says(`${good}&rules=stalemate:maybe`, 'link_value', { part: 'rules', text: 'maybe' });
	await page.goto(`/view#${good}&position=9.9.9_b_-_1`);
	await expect(page.getByTestId('link-problem')).toContainText(text('link_position').split('{')[0] ?? '');
	await page.getByRole('link', { name: text('missing_home') }).click();
	await expect(page.getByTestId('tile-shogi')).toBeVisible();
});

test('the picture of a position, as SVG and as PNG', async ({ page, person }) => {
	const board = await newGame(page, 'minishogi', { opponent: 'device', clock: 'none' });
	await playOn(board, 0, 12);
	await openShare(page);
	await expect(page.getByTestId('share-picture')).toBeVisible();
	const saved = async (button: string) => {
		const download = page.waitForEvent('download');
		await page.getByTestId(button).click();
		return readFileSync(await (await download).path());
	};
	const svg = (await saved('save-svg')).toString('utf8');
	const png = await saved('save-png');
	expect(png.subarray(1, 4).toString()).toBe('PNG');
	expect(png.readUInt32BE(16)).toBe(1200);

	await test.step('the SVG stands alone: another page, without this server, draws it in the same colours', async () => {
		const elsewhere = await person('reader');
		const drawn = async (type: string, data: Buffer) =>
			elsewhere.evaluate(
				async ([mime, base64]) => {
					const image = new Image();
					image.src = `data:${mime};base64,${base64}`;
					await image.decode();
					const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 });
					const context = canvas.getContext('2d');
					context?.drawImage(image, 0, 0, 60, 60);
					return [...(context?.getImageData(0, 0, 60, 60).data ?? [])];
				},
				[type, data.toString('base64')] as const,
			);
		const [a, b] = [await drawn('image/svg+xml', Buffer.from(svg)), await drawn('image/png', png)];
		expect(new Set(a).size, 'it is not empty').toBeGreaterThan(20);
		const difference = a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
		expect(difference).toBeLessThan(8);
	});
});

test('an invitation has a QR code, also without a secure context', async ({ page, server }) => {
	await openForm(page, 'shogi');
	await fillForm(page, { opponent: 'friend', clock: 'none' });
	await button(page, 'new_invite').click();
	const link = await textbox(page, 'friend_link').inputValue();
	expect(link).toContain('http://lan.example:');
	expect(await scan(image(page, 'share_qr'))).toBe(link);

	await page.goto(`${server.url.replace('127.0.0.1', 'lan.example')}/`);
	expect(await page.evaluate(() => isSecureContext)).toBe(false);
	await openForm(page, 'minishogi');
	await page.goto(`${server.url.replace('127.0.0.1', 'lan.example')}/new/minishogi`);
	await fillForm(page, { opponent: 'friend', clock: 'none' });
	await button(page, 'new_invite').click();
	const other = await textbox(page, 'friend_link').inputValue();
	expect(await scan(image(page, 'share_qr'))).toBe(other);
	await button(page, 'friend_copy_link', 'play_copied').click();
	await expect(button(page, 'friend_copy_link', 'play_copied')).toContainText(text('play_copied'));
});

test('the device’s share sheet gets the link', async ({ page }) => {
	// Headless browsers have no Web Share API.
	await page.addInitScript(() => {
		const shared: unknown[] = [];
		Object.assign(window, { shared });
		Object.defineProperty(navigator, 'share', {
			value: async (data: unknown) => shared.push(data),
			configurable: true,
		});
	});
	await newGame(page, 'shogun', { opponent: 'device', clock: 'none' });
	const url = await openShare(page);
	await button(page, 'share_send').click();
	expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
		{ title: expect.stringContaining(text('game_shogun')), url },
	]);
});

test('title and icon show the turn, and the screen stays awake while a clock runs', async ({ page }) => {
	await page.addInitScript(() => {
		const state = { held: 0 };
		Object.assign(window, { wake: state });
		const request = async () => {
			state.held += 1;
			let released = false;
			return {
				release: async () => {
					if (!released) state.held -= 1;
					released = true;
				},
			};
		};
		Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
	});
	const held = () => page.evaluate(() => (window as unknown as { wake: { held: number } }).wake.held);
	const icon = page.locator('link[rel="icon"]');
	const game = 'minishogi';
	const board = await newGame(page, game, { opponent: 'computer', level: 1, side: 'first', clock: 'default' });
	await expect(page.getByTestId('game-name')).toHaveText(text('game_minishogi'));
	await expect(page).toHaveTitle(`● ${text('play_your_turn')} · ${text('game_minishogi')} · ${text('app_name')}`);
	await expect(icon).toHaveAttribute('href', '/icons/favicon-turn.svg');
	expect(await held(), 'the clock waits for the first move').toBe(0);
	const step = script(game).moves[0];
	if (!step) throw new Error('the game is empty');
	// Records icons, since the computer may reply before the assertion.
	await page.evaluate(() => {
		const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');
		const seen: string[] = [];
		Object.assign(window, { seen });
		new MutationObserver(() => seen.push(`${icon()} ${document.title}`)).observe(document.head, {
			attributes: true,
			characterData: true,
			childList: true,
			subtree: true,
		});
	});
	await board.put(step, 'click');
	const theirTurn = new RegExp(`^/icons/favicon\\.svg ${text('play_turn').replace('{side}', '.+')} · `);
	await expect
		.poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen))
		.toContainEqual(expect.stringMatching(theirTurn));
	await expect.poll(held).toBe(1);
	await board.mayMove('first');
	await expect(icon).toHaveAttribute('href', '/icons/favicon-turn.svg');
	await resign(page);
	await expect.poll(held).toBe(0);
	await expect(page).toHaveTitle(new RegExp(`^${text('result_title')} · `));
	await expect(icon).toHaveAttribute('href', '/icons/favicon.svg');
	await page.getByTestId('home-link').click();
	await expect(page.getByTestId('game-name')).toHaveCount(0);
	await expect(page).toHaveTitle(text('home_title'));
});
