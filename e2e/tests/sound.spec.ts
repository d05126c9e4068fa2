/** Sound, speech and vibration, recorded at the browser's interfaces. */
import type { Page } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button, checkbox, closeOf } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

interface Heard {
	sounds: number;
	/** Utterances with their language. */
	said: string[];
	hushed: number;
	shakes: string[];
	/** Sounds and vibrations in order. */
	order: string[];
}

declare global {
	interface Window {
		heard: Heard;
	}
}

/** Records calls and lets them through. */
async function listen(page: Page, settings: object): Promise<void> {
	await page.addInitScript((stored) => {
		// Settings stored by the page take precedence.
		const kept = JSON.parse(localStorage.getItem('komadai.settings') ?? '{}');
		localStorage.setItem('komadai.settings', JSON.stringify({ ...stored, ...kept }));
		const heard = { sounds: 0, said: [] as string[], hushed: 0, shakes: [] as string[], order: [] as string[] };
		window.heard = heard;
		for (const node of [AudioBufferSourceNode, OscillatorNode]) {
			const start = node.prototype.start;
			node.prototype.start = function (this: AudioScheduledSourceNode, ...when: [number?]) {
				heard.sounds += 1;
				heard.order.push('sound');
				return start.apply(this, when);
			};
		}
		const synthesis = {
			speaking: false,
			pending: false,
			speak(words: SpeechSynthesisUtterance) {
				heard.said.push(`${words.lang} ${words.text}`);
				synthesis.speaking = true;
			},
			cancel() {
				heard.hushed += 1;
				synthesis.speaking = false;
			},
		};
		Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
		Object.defineProperty(navigator, 'vibrate', {
			value: (pattern: number[]) => {
				heard.order.push('shake');
				return heard.shakes.push(pattern.join(' ')) > 0;
			},
		});
	}, settings);
}

const heard = (page: Page) => page.evaluate(() => window.heard);
const said = async (page: Page) => (await heard(page)).said;

const SOUNDS = { move: 2 };

const SHORT = { mainSeconds: 0, periodSeconds: 6, periods: 1 };

test('byo-yomi is ticked, and counted up in Japanese until the move is made', async ({ page }) => {
	await listen(page, { locale: 'ja', counting: true });
	const board = await newGame(page, 'minishogi', { opponent: 'device', clock: SHORT });
	expect(await said(page)).toEqual([]);
	const [first, second] = script('minishogi').moves;
	if (!first || !second) throw new Error('no moves');
	await board.play(first, 'click');
	const before = (await heard(page)).sounds;
	await expect.poll(() => said(page), { intervals: [50] }).toEqual(['ja-JP 一', 'ja-JP 二']);
	const now = await heard(page);
	expect(now.sounds, 'each second is ticked').toBeGreaterThanOrEqual(before + 2);
	await board.play(second, 'click');
	expect((await heard(page)).hushed, 'the move ends the count').toBeGreaterThan(now.hushed);
	await expect.poll(async () => (await said(page)).slice(-1), { intervals: [50] }).toEqual(['ja-JP 一']);

	// The clock runs while the settings are open.
	await button(page, 'sound_on', 'sound_off').click();
	const muted = await heard(page);
	await expect(board.result).toBeVisible();
	const after = await heard(page);
	expect([after.said.length, after.sounds], 'muted').toEqual([muted.said.length, muted.sounds]);
});

test('other languages count down, and each switch is independent', async ({ page }) => {
	await listen(page, { locale: 'en', counting: true, ticks: false, knocks: false });
	const board = await newGame(page, 'minishogi', { opponent: 'device', clock: SHORT });
	const [first] = script('minishogi').moves;
	if (!first) throw new Error('no moves');
	await board.play(first, 'click');
	await expect.poll(() => said(page), { intervals: [50] }).toEqual(['en 5', 'en 4', 'en 3']);
	expect((await heard(page)).sounds, 'neither moves nor ticks').toBe(0);

	await button(page, 'nav_settings').click();
	await checkbox(page, 'settings_counting').uncheck();
	await checkbox(page, 'settings_knocks').check();
	const silent = (await said(page)).length;
	await expect(board.result).toContainText(text('reason_time'));
	const end = await heard(page);
	expect(end.said.length, 'counting was switched off').toBe(silent);
	expect(end.sounds, 'the end sounds').toBeGreaterThan(0);
});

test('the computer’s move vibrates, the player’s does not', async ({ page }) => {
	await listen(page, { voice: 'dark' });
	const board = await newGame(page, 'shogi', { opponent: 'computer', level: 1, side: 'first', clock: 'none' });
	const [first] = script('shogi').moves;
	if (!first) throw new Error('no moves');
	await board.put(first, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2');
	// The reply may come during the assertion: the order assigns effects to moves.
	const answered = await heard(page);
	expect(answered.shakes).toEqual(['35']);
	const { move } = SOUNDS;
	expect(answered.order, 'both moves knock, the second one shakes').toEqual([
		...Array(2 * move).fill('sound'),
		'shake',
	]);
	expect(answered.said).toEqual([]);

	// Choosing a voice plays it.
	await button(page, 'nav_settings').click();
	await page.getByTestId('voice-kaya').check({ force: true });
	expect((await heard(page)).sounds).toBeGreaterThan(answered.sounds);
	await checkbox(page, 'settings_vibration').uncheck();
	await closeOf(page, 'settings_title').click();

	// Without a user gesture after a reload there is no sound and no warning.
	await page.reload();
	await expect(page.getByTestId('game')).toBeVisible();
	expect(await heard(page)).toEqual({ sounds: 0, said: [], hushed: 0, shakes: [], order: [] });
});
