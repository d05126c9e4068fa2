/** Trainers of squares and pieces. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VARIANT_IDS } from '../src/rules/variant';
import { all, at, button, choose, has, m, named, openPage, press, reads, userEvent, visible } from './support';

/** Clock of the rounds; timers run. */
let now = 0;
beforeEach(() => {
	now = 0;
	vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

async function open(path: string): Promise<void> {
	await openPage(path);
	await visible(start());
}

const start = () => button(m.trainer_begin());
const again = () => button(m.trainer_again());
const begin = () => start().or(again());
const choices = () => all<HTMLButtonElement>('button[data-letter]');
const round = () => at('round');
const asked = (what: string) => at('asked').element().getAttribute(what) ?? '';
const cell = (square: string) => all(`[data-key="${square}"][role="gridcell"]`)[0] as HTMLElement;
const focusedSquare = () => document.activeElement?.getAttribute('data-key') ?? '';

test('find the square: right answers count, wrong ones show their name, the best score is saved', async () => {
	await open('/learn/minishogi/squares');
	for (const [naming, name] of [
		['digits', /^\d\d$/],
		['kanji', /^\d[一二三四五]$/],
		['letters', /^\d[a-e]$/],
	] as const) {
		await choose(`naming-${naming}`);
		await begin().click();
		await reads(at('asked'), name);
		for (let i = 1; i <= 3; i++) {
			await userEvent.click(cell(asked('data-key')));
			await has(round(), 'data-score', String(i));
		}
		const square = asked('data-key');
		const other = all(`[role="gridcell"]:not([data-key="${square}"])`)[0] as HTMLElement;
		await userEvent.click(other);
		await expect.poll(() => other.className).toMatch(/wrong/);
		expect(other.textContent?.trim()).not.toBe('');
		await userEvent.click(cell(square));
		await expect.poll(() => asked('data-key'), { message: 'found late' }).not.toBe(square);
		await has(round(), 'data-score', '3');
		now += 60_000;
		await has(round(), 'data-phase', 'over');
		await reads(at('round-over'), '3');
		await reads(at('best'), /^3$/);
	}
	await open('/learn/minishogi/squares');
	await reads(at('best'), /^3$/);
});

for (const game of VARIANT_IDS)
	test(`${game}: find the square by keyboard alone`, async () => {
		await open(`/learn/${game}/squares`);
		(start().element() as HTMLElement).focus();
		await press('{Enter}');
		await has(round(), 'data-phase', 'running');
		const wanted = asked('data-key');
		await expect.poll(focusedSquare, { message: 'the board has the focus' }).not.toBe('');
		for (let i = 0; i < 20 && focusedSquare() !== wanted; i++) {
			const at = focusedSquare();
			const file = Number(wanted[0]) - Number(at[0]);
			const rank = wanted.charCodeAt(1) - at.charCodeAt(1);
			await press(file > 0 ? '{ArrowLeft}' : file < 0 ? '{ArrowRight}' : rank > 0 ? '{ArrowDown}' : '{ArrowUp}');
		}
		expect(focusedSquare()).toBe(wanted);
		await press('{Enter}');
		await has(round(), 'data-score', '1');
	});

const rightChoice = () => choices().findIndex((one) => one.dataset.letter === asked('data-letter'));
const fourChoices = () => expect.poll(() => choices().length).toBe(4);

for (const [shown, sought] of [
	['character', 'name'],
	['name', 'moves'],
	['moves', 'character'],
])
	test(`name the piece, from ${shown} to ${sought}, by pointer and by the keys 1 to 4`, async () => {
		await open('/learn/torishogi/names');
		await choose(`shown-${shown}`);
		await choose(`sought-${sought}`);
		await start().click();
		await fourChoices();
		await userEvent.click(choices()[rightChoice()] as HTMLElement);
		await has(round(), 'data-score', '1');
		const wrong = (rightChoice() + 1) % 4;
		await press(String(wrong + 1));
		await expect.poll(() => choices()[wrong]?.getAttribute('aria-disabled')).toBe('true');
		const letter = asked('data-letter');
		await press(String(rightChoice() + 1));
		await expect.poll(() => asked('data-letter'), { message: 'found late' }).not.toBe(letter);
		await has(round(), 'data-score', '1');
		await press(String(rightChoice() + 1));
		await has(round(), 'data-score', '2');
	});

test('the focus goes to the start of the next round when a round of names ends', async () => {
	await open('/learn/minishogi/names');
	await start().click();
	await fourChoices();
	await expect.poll(() => document.activeElement === choices()[0]).toBe(true);
	now += 60_000;
	await has(round(), 'data-phase', 'over');
	await expect.element(again()).toHaveFocus();
	await press('{Enter}');
	await expect.poll(() => choices().length > 0 && document.activeElement === choices()[0]).toBe(true);
});

test('with single-letter shortcuts off, names are answered by the choices alone', async () => {
	await open('/learn/minishogi/names');
	await press('?');
	await named('checkbox', m.keys_single()).click();
	await named('dialog', m.keys_title()).getByRole('button', { name: m.settings_close(), exact: true }).click();
	await start().click();
	await fourChoices();
	expect(all('button[data-letter] .number')).toHaveLength(0);
	await press('1234');
	expect(choices().filter((one) => one.getAttribute('aria-disabled') === 'true')).toEqual([]);
	await has(round(), 'data-score', '0');
	choices()[rightChoice()]?.focus();
	await press('{Enter}');
	await has(round(), 'data-score', '1');
});

test('the keys 1 to 4 do not answer behind an open dialog', async () => {
	await open('/learn/minishogi/names');
	await start().click();
	await fourChoices();
	const letter = asked('data-letter');
	await button(m.nav_settings()).click();
	const close = named('dialog', m.settings_title()).getByRole('button', {
		name: m.settings_close(),
		exact: true,
	});
	await visible(close);
	await press('1234');
	expect(choices().filter((one) => one.getAttribute('aria-disabled') === 'true')).toEqual([]);
	await has(round(), 'data-score', '0');
	expect(asked('data-letter')).toBe(letter);
	await close.click();
	await press(String(rightChoice() + 1));
	await has(round(), 'data-score', '1');
});
