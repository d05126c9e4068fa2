import { button } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

test('only the chosen set is fetched, and settings of older versions still apply', async ({ page }) => {
	await page.addInitScript(() =>
		localStorage.setItem(
			'komadai.settings',
			JSON.stringify({ locale: 'en', theme: 'dark', muted: true, coordinates: false, pieces: { shogi: 'plain' } }),
		),
	);
	const fetched = new Set<string>();
	page.on('request', (request) => {
		const found = new URL(request.url()).pathname.match(/^\/pieces\/([^/]+)\/shogi\//);
		if (found?.[1]) fetched.add(found[1]);
	});
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	for (const step of script('shogi').moves.slice(0, 4)) await board.play(step, 'click');
	expect([...fetched]).toEqual(['plain']);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(page.getByTestId('board').locator('.files')).toHaveCount(0);
	await expect(button(page, 'sound_on', 'sound_off')).toHaveAttribute('aria-pressed', 'true');
});
