import { beforeAll, expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { mainMoves } from './mainLine';
import { movesAsText } from './moveText';
import { readAll } from './readAll';
import type { ReadRecord, RecordedGame } from './record';
import { recordsForTests } from './testRecords';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function record(game: RecordedGame['game'], moves: readonly [number, string][], start = ''): RecordedGame {
	const nodes = [{ parent: -1 }, ...moves.map(([parent, move]) => ({ parent, move }))];
	return { game, start, headers: [], rules: null, nodes };
}

const TREE = record('shogi', [
	[0, '7g7f'],
	[1, '3c3d'],
	[1, '8c8d'],
	[3, '2g2f'],
	[2, '8h2b+'],
	[5, '3a2b'],
]);

it('writes moves in each notation, variations in parentheses', () => {
	const texts = {
		western: '1. P-76 2. P-34 (2. P-84 3. P-26) 3. Bx22+ 4. Sx22\n',
		'western-letters': '1. P-7f 2. P-3d (2. P-8d 3. P-2f) 3. Bx2b+ 4. Sx2b\n',
		hosking: '1. P76 2. P34 (2. P84 3. P26) 3. Bx22+ 4. Sx22\n',
		kawasaki: '1. 歩-76 2. 歩-34 (2. 歩-84 3. 歩-26) 3. 角x22+ 4. 銀x\n',
		japanese: '▲７六歩 △３四歩 (△８四歩 ▲２六歩) ▲２二角成 △同銀\n',
		'japanese-digits': '▲76歩 △34歩 (△84歩 ▲26歩) ▲22角成 △同銀\n',
		usi: '1. 7g7f 2. 3c3d (2. 8c8d 3. 2g2f) 3. 8h2b+ 4. 3a2b\n',
	} as const;
	for (const [style, text] of Object.entries(texts))
		expect(movesAsText(rules, TREE, style as keyof typeof texts)).toBe(text);
});

it('numbers chess moves in pairs, and again after a variation', () => {
	const tree = record('shogun', [
		[0, 'e2e4'],
		[0, 'd2d4'],
		[2, 'd7d5'],
		[1, 'e7e5'],
		[1, 'c7c5'],
		[5, 'g1f3'],
		[4, 'g1f3'],
	]);
	expect(movesAsText(rules, tree, 'western')).toBe('1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3\n');
});

it('states the start position and the winner', () => {
	const start = '4k4/9/9/9/9/9/9/9/4K4 b G 1';
	const game = record('shogi', [[0, 'G*5b']], start);
	game.nodes[1] = { ...game.nodes[1], parent: 0, nags: [1] };
	game.nodes.push({ parent: 1, end: { reason: 'resignation', winner: 'first' } });
	withLocale('en', () => expect(movesAsText(rules, game, 'western')).toBe(`${start}\n\n1. G*52!\n\nSente wins\n`));
	expect(movesAsText(rules, record('shogi', []), 'western')).toBe('\n');
});

it('long games are wrapped and can be parsed again', async () => {
	const shuffle = ['2h3h', '8b7b', '3h2h', '7b8b'];
	const moves = Array.from({ length: 11 }, (_, i) => shuffle[i % 4] as string);
	const game = record(
		'shogi',
		moves.map((move, parent) => [parent, move]),
	);
	const records = await recordsForTests();
	for (const style of ['western', 'hosking', 'japanese', 'usi'] as const) {
		const text = movesAsText(rules, game, style);
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(76);
		const found: ReadRecord[] = [];
		const signal = new AbortController().signal;
		await readAll(records, new Blob([text]), 'shogi', signal, (games) => found.push(...games));
		expect(
			found.map(({ record }) => mainMoves(record.nodes)),
			style,
		).toEqual([moves]);
	}
});
