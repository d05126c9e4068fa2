import { beforeAll, expect, it } from 'vitest';
import { GameHistory } from '../board/gameHistory.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS } from '../rules/variant';
import { settings } from '../settings/settings.svelte';
import { examples } from './examples';
import { problemText } from './problemText';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const STYLES = [
	'western',
	'western-top-left',
	'western-letters',
	'hosking',
	'kawasaki',
	'japanese',
	'japanese-digits',
	'kif',
	'usi',
] as const;

it.each(VARIANT_IDS)('%s: the examples are moves', (game) => {
	const history = new GameHistory(rules, game, '', [], {});
	for (const style of STYLES) {
		settings.toriFromLeft = style === 'western-top-left';
		for (const text of examples(game, style).split(', ')) expect(history.read(text).reading.kind, text).toBe('legal');
	}
	settings.toriFromLeft = false;
});

it('reports a typed move that leaves or puts the king in check', () => {
	const say = (start: string, text: string) =>
		problemText('shogi', text, new GameHistory(rules, 'shogi', start, [], {}).read(text));
	expect(say('4k4/9/9/9/9/9/4r4/4G4/4K4 b - 1', 'G-48')).toBe('Your king would be in check.');
	expect(say('4k4/9/9/9/9/9/4r4/3G5/4K4 b - 1', 'G-78')).toBe(
		'That doesn’t answer the check: your king would still be in check.',
	);
});

it('reports errors in a text', () => {
	const history = new GameHistory(rules, 'shogi', '4k4/9/9/9/9/9/4P4/3G1G3/4K4 b P 1', [], {});
	const say = (text: string) => problemText('shogi', text, history.read(text));
	expect(say('hm')).toBe('“hm” is not a move. Try P-76, 7g7f.');
	expect(say('G-58')).toBe('“G-58” could be G68-58 / G48-58. Choose one.');
	expect(say('P*55')).toContain('Two pawns');
	expect(say('+R-55')).toBe('You have no dragon that can go there.');
	expect(say('11')).toBe('None of your pieces can go there.');
	expect(say('G-11')).toBe('A gold doesn’t move like that.');
	expect(say('G-67')).toBe('');
});

it('reads and writes Tori Shogi squares from the left with the setting; records keep their notation', () => {
	settings.toriFromLeft = true;
	try {
		const history = new GameHistory(rules, 'torishogi', '', [], {});
		expect(history.read('Sx53').reading).toMatchObject({ kind: 'legal', move: '3d3c' });
		expect(history.read('3d3c').reading).toMatchObject({ kind: 'legal', move: '3d3c' });
		expect(history.read('S5').candidates.map(({ text }) => text)).toContain('Sx53');
		history.play('3d3c');
		expect(history.texts).toEqual(['Sx53']);
		expect(history.now.moves).toEqual(['3d3c']);
		history.free();
	} finally {
		settings.toriFromLeft = false;
	}
});
