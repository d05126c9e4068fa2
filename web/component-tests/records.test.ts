/** Records: opening and its errors, notations, formats. */
import { expect, test } from 'vitest';
import type { VariantId } from '../src/rules/variant';
import {
	all,
	at,
	button,
	choose,
	count,
	has,
	lastSaid,
	m,
	named,
	openGame,
	openPage,
	page,
	put,
	reads,
	SCRIPTS,
	unfold,
	visible,
} from './support';

async function openRecord(game: VariantId): Promise<void> {
	await openPage(`/new/${game}`);
	await unfold('position');
	await at('position-record').click();
	await visible(named('dialog', m.records_open()));
}

test('an error in a record has its place and a correction', async () => {
	await openRecord('shogi');
	const field = at('record-text');
	await field.fill('手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n');
	const problem = at('record-problem');
	await count(problem, 1);
	await reads(problem, m.records_place({ line: 3, column: 6 }));
	await reads(problem, '３五歩(33)');
	await reads(problem, m.records_problem_illegal_move());
	await reads(problem, '３四歩');
	await field.fill('nothing of the kind');
	await reads(at('record-none'), m.records_none());
	// The valid moves are kept.
	await field.fill('1. P-76 P-34 2. Bx33+ nonsense *');
	await reads(at('record-found'), '3');
	await at('open-found').click();
	await reads(at('position-error'), 'nonsense');
});

test('one of many games is chosen, and links and positions are recognised', async () => {
	await openRecord('shogi');
	await at('record-text').fill('V2.2\nN+Aki\nPI\n+\n+7776FU\n/\nN+Botan\nPI\n+\n+2726FU\n-8384FU\n');
	const choice = at('record-choice');
	await count(choice, 2);
	await reads(choice.nth(1), 'Botan');
	await choice.nth(1).click();
	await expect
		.poll(() => (at('position').query() as HTMLTextAreaElement | null)?.value)
		.toMatch(/^lnsgkgsnl\/1r5b1\/p1ppppppp\/1p7\/9\/7P1\/PPPPPPP1P/);
	await at('position-record').click();
	await at('record-text').fill('4k4/9/9/9/9/9/9/9/4K4 b 2G 1');
	await reads(at('record-found'), m.records_position());
	await at('record-text').fill(`${new URL('/view#v=1&game=minishogi&count=1&moves=', location.href)}`);
	await visible(at('record-failed'));
});

test('the form identifies a pasted record, and starts from its end', async () => {
	await openPage('/new/shogi');
	await unfold('position');
	const field = at('position');
	await field.fill('手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n');
	await reads(at('position-hint'), m.records_from_end());
	await field.fill('手合割：平手\n   1 ７五歩(77)\n');
	await reads(at('position-error'), '７五歩(77)');
	await field.fill('[Variant "Minishogi"]\n\n1. P-53 *');
	await reads(at('position-error'), 'Minishogi');
});

test('variants have the formats that support them', async () => {
	await openGame('shogun', { moves: SCRIPTS.shogun.moves.slice(0, 2).map(({ move }) => move) });
	await button(m.play_resign()).click();
	await page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true }).click();
	await at('share-result').click();
	await at('save-as-file').click();
	await visible(named('dialog', m.records_save()));
	await expect
		.poll(() => all<HTMLInputElement>('input[name="record-format"]').map((one) => one.value))
		.toEqual(['pgn', 'usi', 'jkf', 'text']);
	await choose('record-format-pgn');
	await has(at('record-content'), 'data-format', 'pgn');
	expect((at('record-content').element() as HTMLTextAreaElement).value).toMatch(/\[Variant "Shogun"\][\s\S]*1\. /);
	for (const [width, height] of [
		[360, 640],
		[844, 390],
	] as const) {
		await page.viewport(width, height);
		const sheet = at('save-record').element();
		expect(sheet.scrollWidth, `${width}: nothing is cut off`).toBeLessThanOrEqual(sheet.clientWidth);
	}
});

async function hear(notation: string): Promise<void> {
	await button(m.nav_settings()).click();
	await choose(`notation-${notation}`);
	await at('close-settings').click();
}

test('moves are written in the chosen notation', async () => {
	await openGame('shogi', { moves: SCRIPTS.shogi.moves.slice(0, 2).map(({ move }) => move) });
	const texts: Record<string, RegExp> = {
		japanese: /▲[１-９][一二三四五六七八九]歩/,
		'japanese-digits': /▲\d\d歩/,
		kif: /▲[１-９][一二三四五六七八九]歩\(\d\d\)/,
		western: /P-\d\d/,
		'western-letters': /P-\d[a-i]/,
		hosking: /P\d\d/,
		kawasaki: /歩-\d\d/,
		usi: /\d[a-i]\d[a-i]/,
	};
	for (const [notation, pattern] of Object.entries(texts)) {
		await hear(notation);
		await reads(at('moves'), pattern);
	}
	expect(JSON.parse(localStorage.getItem('komadai.settings') ?? '{}').notation.shogi).toBe('usi');
});

test('moves are announced in the chosen notation', async () => {
	await openGame('shogi');
	const [first, second, third] = SCRIPTS.shogi.moves;
	const play = (step = first) => put('shogi', step?.from ?? '', step?.to ?? '');
	const spoken = () => all('[data-testid="said"] p').at(-1)?.querySelector('[lang="ja"]')?.textContent ?? '';
	await play(first);
	await lastSaid(/^Sente: Pawn from \d \d to \d \d$/);
	await hear('western');
	await play(second);
	await lastSaid(/^Gote: Pawn \d \d$/);
	await hear('japanese');
	await play(third);
	await lastSaid(/^Sente: [１-９][一二三四五六七八九]/);
	// Only the move is read by a Japanese voice.
	expect(spoken()).toMatch(/^[１-９]/);
	await at('browse-back').click();
	await lastSaid(/^Move 2\. Gote: [１-９]/);
	expect(spoken()).toMatch(/^[１-９]/);
});
